import {addDecimals, type Decimal, subtractDecimals, zero} from '../../money/decimal.js';
import {amountOf, type DecimalAmount, isZero, magnitude, numberIn} from '../rows/amount.js';
import {
  type Books,
  dateOfEntry,
  isCounted,
  isInDays,
  isWithin,
  netDifference,
  type ProviderEntry,
  placesIn,
  taxOf,
} from '../rows/books.js';
import {type Finding, ofNothing, ofPayment, type RowPlace} from '../rows/discrepancy.js';
import type {Inputs, Tariff} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';
import {standingReader} from '../rows/standing.js';

/** Findings about fees that are not stated or stated in two ways, and about nets that do not follow from their row. */
export function feeFindings(books: Books, paired: ReadonlyMap<LocalPayment, ProviderEntry>): readonly Finding[] {
  const {inputs} = books;
  const findings: Finding[] = [];
  for (const payment of books.payments.values()) {
    const entry = paired.get(payment);
    const isAsked = isInDays(inputs, payment.businessDate) || entry?.isMain === true;
    if (!isAsked || !isCounted(payment)) continue;
    const finding = entry === undefined ? unpaired(books, payment) : feeOfPair(books, payment, entry);
    if (finding !== null) findings.push(finding);
  }
  for (const entries of books.byReference.values()) {
    for (const entry of entries) {
      const away = entry.isMain && entry.isTaken ? netDifference(books, entry) : null;
      if (away !== null) findings.push(netMismatch(books, entry, away));
    }
  }
  return summedUp(findings, freeFindings(books));
}

/** A service that answers 0.00 for every fee does not say what is taken at settlement: one question a currency. */
function summedUp(findings: readonly Finding[], settled: Iterable<Finding>): readonly Finding[] {
  const others = findings.filter(each => !isFreeByAnswer(each));
  const byCurrency = new Map<string, Alike>();
  const add = (finding: Finding) => {
    const alike = byCurrency.getOrInsertComputed(finding.local?.currency ?? '', () => ({
      first: finding,
      count: 0,
      sum: zero,
      since: finding.since,
      tills: new Set(),
      rows: [],
    }));
    alike.count += 1;
    alike.sum = addDecimals(alike.sum, finding.provider?.value ?? zero);
    if (finding.since < alike.since) alike.since = finding.since;
    alike.tills.add(finding.till);
    alike.rows.push(...finding.rows);
  };
  for (const each of findings) if (isFreeByAnswer(each)) add(each);
  for (const each of settled) add(each);
  const sums = [...byCurrency].map(([currency, alike]) => (alike.count > 1 ? oneOf(currency, alike) : alike.first));
  return [...others, ...sums];
}

/** What is summed up of one currency. */
type Alike = {
  readonly first: Finding;
  count: number;
  sum: Decimal;
  since: string;
  readonly tills: Set<string | null>;
  readonly rows: RowPlace[];
};

/** The settled pairs for which the service answered a fee of zero. */
function* freeFindings({settled}: Books): Generator<Finding> {
  for (const pair of settled.free) {
    const {currency, fee} = pair.entry.row;
    const stated = magnitude(numberIn(fee ?? '0'));
    yield feeMismatch({...pair, amount: {currency}}, pair.entry, {reason: 'fee-unlike-answer', expected: zero, stated});
  }
}

export const isFreeByAnswer = ({reason, local}: Finding): boolean =>
  reason === 'fee-unlike-answer' && local !== null && isZero(local.value);

function oneOf(currency: string, {count, sum, since, tills, rows}: Alike): Finding {
  const [till = null] = tills;
  return {
    ...ofNothing,
    code: 'FEE_MISMATCH',
    subject: `fees/${currency}`,
    reason: 'fees-unlike-answers',
    facts: {count},
    till: tills.size === 1 ? till : null,
    rows: rows.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1)),
    local: {currency, value: zero},
    provider: {currency, value: sum},
    delta: {currency, value: sum},
    since,
  };
}

type Fee = Decimal | null;
type NumberOf = Books['numberOf'];
const statedFee = (text: string | null, numberOf: NumberOf): Fee => (text === null ? null : magnitude(numberOf(text)));

type Told = Pick<LocalPayment, 'reference' | 'till' | 'businessDate'>;

const about = (payment: Told, entry: ProviderEntry | undefined) => ({
  ...ofPayment(payment),
  ...(entry && {rows: placesIn(entry)}),
});

/** Only by the answers: if there is a file that does not state fees, nobody can be asked why. */
function unpaired({inputs, provider, numberOf}: Books, payment: LocalPayment): Finding | null {
  if (provider.files.length > 0 || payment.record === null) return null;
  if (standingReader(inputs.settings.statusWords)(payment.record.status) !== 'paid') return null;
  const fee = statedFee(payment.fee, numberOf);
  if (fee === null) return {...about(payment, undefined), code: 'FEE_MISSING', reason: 'no-fee'};
  return unlikeTariff(inputs, payment, undefined, [fee]);
}

/** The finding about the fee of a payment and its row; null if there is nothing to report. */
export function feeOfPair(
  {inputs, numberOf}: {readonly inputs: Pick<Inputs, 'settings'>; readonly numberOf: NumberOf},
  payment: LocalPayment,
  entry: ProviderEntry,
): Finding | null {
  const {row, isTaken, statesFees} = entry;
  const {currency} = payment.amount;
  if (!isTaken || row.currency !== currency) return null;
  const [there, here] = [statedFee(row.fee, numberOf), statedFee(payment.fee, numberOf)];
  if (there === null && here === null) {
    return statesFees ? {...about(payment, entry), code: 'FEE_MISSING', reason: 'no-fee'} : null;
  }
  // An answer, or a tariff, may have the taxes in its fee.
  const charged = there === null ? [] : [there, addDecimals(there, taxOf(entry))];
  const tolerance = inputs.settings.feeTolerance[currency];
  if (there !== null && here !== null && !charged.some(each => isWithin(each, here, tolerance))) {
    return feeMismatch(payment, entry, {reason: 'fee-unlike-answer', expected: here, stated: there});
  }
  return unlikeTariff(inputs, payment, entry, there === null ? [here] : charged);
}

function unlikeTariff(
  inputs: Pick<Inputs, 'settings'>,
  payment: LocalPayment,
  entry: ProviderEntry | undefined,
  charged: readonly Fee[],
): Finding | null {
  const {tariffs, feeTolerance} = inputs.settings;
  const {amount, method} = payment;
  const tariff = tariffs.find(each => each.method === method && each.currency === amount.currency);
  const [stated = null] = charged;
  if (tariff === undefined || stated === null) return null;
  const expected = feeBy(tariff, amountOf(amount).value);
  if (charged.some(each => each !== null && isWithin(each, expected, feeTolerance[amount.currency]))) return null;
  return feeMismatch(payment, entry, {reason: 'fee-unlike-tariff', expected, stated});
}

/** Not rounded: the tolerance takes care of rounding. */
const feeBy = ({basisPoints, fixed}: Tariff, {digits, scale}: Decimal): Decimal =>
  addDecimals({digits: digits * BigInt(basisPoints), scale: scale + 4}, numberIn(fixed));

function feeMismatch(
  payment: Told & {readonly amount: {readonly currency: string}},
  entry: ProviderEntry | undefined,
  {reason, expected, stated}: {reason: Finding['reason']; expected: Decimal; stated: Decimal},
): Finding {
  const {currency} = payment.amount;
  const amount = (value: Decimal): DecimalAmount => ({currency, value});
  return {
    ...about(payment, entry),
    code: 'FEE_MISMATCH',
    reason,
    ...(entry && {facts: {amount: entry.row.amount}}),
    local: amount(expected),
    provider: amount(stated),
    delta: amount(subtractDecimals(stated, expected)),
  };
}

function netMismatch(books: Books, entry: ProviderEntry, away: Decimal): Finding {
  const {row} = entry;
  const {currency, reference} = row;
  const payment = books.payments.get(reference);
  const net = numberIn(row.net ?? '0');
  return {
    code: 'NET_MISMATCH',
    subject: reference === '' ? (row.serviceReference ?? row.at ?? '') : reference,
    reason: 'net-arithmetic',
    facts: {fee: row.fee ?? '', tax: row.tax ?? 'none', net: row.net ?? '', amount: row.amount},
    reference: payment?.reference ?? reference,
    till: payment?.till ?? null,
    rows: placesIn(entry),
    local: {currency, value: subtractDecimals(net, away)},
    provider: {currency, value: net},
    delta: {currency, value: away},
    since: dateOfEntry(entry, books.inputs),
    effects: [{term: 'net-differences', currency, value: away}],
  };
}
