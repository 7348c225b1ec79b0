import {addDecimals, type Decimal, subtractDecimals} from '../money/decimal.js';
import {amountOf, type DecimalAmount, isZero, magnitude, numberIn} from './amount.js';
import {
  type Books,
  dateOfEntry,
  isCounted,
  isInDays,
  isWithin,
  netDifference,
  type ProviderEntry,
  placesIn,
} from './books.js';
import type {Finding} from './discrepancy.js';
import type {Inputs, Tariff} from './inputs.js';
import type {LocalPayment} from './local.js';
import {standingReader} from './standing.js';

/** Fees that are not stated, or stated in two ways, and nets that do not follow from their row. */
export function feeFindings(books: Books, paired: ReadonlyMap<LocalPayment, ProviderEntry>): readonly Finding[] {
  const {inputs} = books;
  const findings: Finding[] = [];
  for (const payment of books.payments.values()) {
    const entry = paired.get(payment);
    const isAsked = isInDays(inputs, payment.businessDate) || entry?.isMain === true;
    if (!isAsked || !isCounted(payment)) continue;
    const finding = entry === undefined ? unpaired(books, payment) : ofPair(books, payment, entry);
    if (finding !== null) findings.push(finding);
  }
  for (const entries of books.byReference.values()) {
    for (const entry of entries) {
      const away = entry.isMain && entry.isTaken ? netDifference(books, entry) : null;
      if (away !== null) findings.push(netMismatch(books, entry, away));
    }
  }
  return summedUp(findings);
}

/**
 * A service that answers 0.00 for every fee says nothing of what the provider takes at the settlement: that is one
 * question to ask for each currency, and not one for each payment.
 */
function summedUp(findings: readonly Finding[]): readonly Finding[] {
  const [free, others] = [findings.filter(isFreeByAnswer), findings.filter(each => !isFreeByAnswer(each))];
  const byCurrency = Map.groupBy(free, ({local}) => local?.currency ?? '');
  return [
    ...others,
    ...[...byCurrency].flatMap(([currency, alike]) => (alike.length > 1 ? [oneOf(currency, alike)] : alike)),
  ];
}

const isFreeByAnswer = ({reason, local}: Finding): boolean =>
  reason === 'fee-unlike-answer' && local !== null && isZero(local.value);

function oneOf(currency: string, alike: readonly Finding[]): Finding {
  const nothing: Decimal = {digits: 0n, scale: 0};
  const sum = alike.reduce((total, {provider}) => addDecimals(total, provider?.value ?? nothing), nothing);
  const tills = new Set(alike.map(({till}) => till));
  return {
    code: 'FEE_MISMATCH',
    subject: `fees/${currency}`,
    reason: 'fees-unlike-answers',
    facts: {count: alike.length},
    reference: '',
    till: tills.size === 1 ? (alike[0]?.till ?? null) : null,
    rows: alike.flatMap(({rows}) => rows),
    local: {currency, value: nothing},
    provider: {currency, value: sum},
    delta: {currency, value: sum},
    since: alike.map(({since}) => since).toSorted()[0] ?? '',
  };
}

type Fee = Decimal | null;
type NumberOf = Books['numberOf'];
const statedFee = (text: string | null, numberOf: NumberOf): Fee => (text === null ? null : magnitude(numberOf(text)));

function about(payment: LocalPayment, entry: ProviderEntry | undefined) {
  return {
    subject: payment.reference,
    reference: payment.reference,
    till: payment.till,
    rows: entry === undefined ? [] : placesIn(entry),
    local: null,
    provider: null,
    delta: null,
    since: payment.businessDate,
  };
}

/** The answers alone: of a file that says nothing of fees nobody can ask why. */
function unpaired({inputs, provider, numberOf}: Books, payment: LocalPayment): Finding | null {
  if (provider.files.length > 0 || payment.record === null) return null;
  if (standingReader(inputs.settings.statusWords)(payment.record.status) !== 'paid') return null;
  const fee = statedFee(payment.fee, numberOf);
  if (fee === null) return {...about(payment, undefined), code: 'FEE_MISSING', reason: 'no-fee'};
  return unlikeTariff(inputs, payment, undefined, fee);
}

function ofPair({inputs, numberOf}: Books, payment: LocalPayment, entry: ProviderEntry): Finding | null {
  const {row, isTaken, statesFees} = entry;
  const {currency} = payment.amount;
  if (!isTaken || row.currency !== currency) return null;
  const [there, here] = [statedFee(row.fee, numberOf), statedFee(payment.fee, numberOf)];
  if (there === null && here === null) {
    return statesFees ? {...about(payment, entry), code: 'FEE_MISSING', reason: 'no-fee'} : null;
  }
  if (there !== null && here !== null && !isWithin(there, here, inputs.settings.feeTolerance[currency])) {
    return feeMismatch(payment, entry, {reason: 'fee-unlike-answer', expected: here, stated: there});
  }
  return unlikeTariff(inputs, payment, entry, there ?? here);
}

function unlikeTariff(
  inputs: Inputs,
  payment: LocalPayment,
  entry: ProviderEntry | undefined,
  stated: Fee,
): Finding | null {
  const {tariffs, feeTolerance} = inputs.settings;
  const {amount, method} = payment;
  const tariff = tariffs.find(each => each.method === method && each.currency === amount.currency);
  if (tariff === undefined || stated === null) return null;
  const expected = feeBy(tariff, amountOf(amount).value);
  if (isWithin(stated, expected, feeTolerance[amount.currency])) return null;
  return feeMismatch(payment, entry, {reason: 'fee-unlike-tariff', expected, stated});
}

/** Exact: rounding is for the tolerance. */
function feeBy({basisPoints, fixed}: Tariff, {digits, scale}: Decimal): Decimal {
  return addDecimals({digits: digits * BigInt(basisPoints), scale: scale + 4}, numberIn(fixed));
}

function feeMismatch(
  payment: LocalPayment,
  entry: ProviderEntry | undefined,
  {reason, expected, stated}: {reason: Finding['reason']; expected: Decimal; stated: Decimal},
): Finding {
  const {currency} = payment.amount;
  const amount = (value: Decimal): DecimalAmount => ({currency, value});
  return {
    ...about(payment, entry),
    code: 'FEE_MISMATCH',
    reason,
    local: amount(expected),
    provider: amount(stated),
    delta: amount(subtractDecimals(stated, expected)),
  };
}

function netMismatch(books: Books, entry: ProviderEntry, away: Decimal): Finding {
  const {row, amount} = entry;
  const {currency, reference} = row;
  const payment = books.payments.get(reference);
  const net = numberIn(row.net ?? '0');
  return {
    code: 'NET_MISMATCH',
    subject: reference === '' ? (row.serviceReference ?? row.at ?? '') : reference,
    reason: 'net-arithmetic',
    facts: {fee: row.fee ?? '', net: row.net ?? '', amount: row.amount},
    reference: payment?.reference ?? reference,
    till: payment?.till ?? null,
    rows: placesIn(entry),
    local: {currency, value: subtractDecimals(amount, magnitude(numberIn(row.fee ?? '0')))},
    provider: {currency, value: net},
    delta: {currency, value: away},
    since: dateOfEntry(entry, books.inputs),
    effects: [{term: 'net-differences', currency, value: away}],
  };
}
