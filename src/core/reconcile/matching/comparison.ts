import {addDecimals, compareDecimals} from '../../money/decimal.js';
import {amountOf, type DecimalAmount, difference, isMoney, isZero, magnitude, numberIn} from '../rows/amount.js';
import {
  type AgreedPair,
  type Books,
  isCounted,
  isCovered,
  isInDays,
  isUnended,
  type ProviderEntry,
  placesIn,
} from '../rows/books.js';
import {type EquationEffect, type Finding, type LineTerm, ofPayment} from '../rows/discrepancy.js';
import {daysCovered, type Inputs, mayCover} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';
import {negative} from './days-covered.js';
import {effectsByAnswer, foundByAnswer, isByAnswers, reasonThere} from './match-answer.js';

export const amountIn = ({row, amount}: ProviderEntry): DecimalAmount => ({currency: row.currency, value: amount});

export const effect = (term: LineTerm, {currency, value}: DecimalAmount): EquationEffect => ({term, currency, value});

/** Nearly every pair: both sides are of the days, and nothing differs. */
export function isPlainlyRight(
  {inputs}: {readonly inputs: Pick<Inputs, 'days'>},
  payment: LocalPayment,
  {row, amount, isTaken, isMain, merged}: ProviderEntry,
): boolean {
  const {businessDate} = payment;
  return (
    isTaken &&
    isMain &&
    isCounted(payment) &&
    row.currency === payment.amount.currency &&
    isMoney(amount, payment.amount) &&
    isInDays(inputs, businessDate) &&
    merged.files.some(file => mayCover(file, businessDate))
  );
}

/** The finding for a pair in which nothing differs. */
export function rightFinding(pair: AgreedPair): Finding {
  const amount = amountIn(pair.entry);
  return {
    ...ofPayment(pair),
    code: 'OK',
    reason: 'agrees',
    status: 'matched',
    rows: placesIn(pair.entry),
    local: amount,
    provider: amount,
  };
}

type Comparison = Pick<Finding, 'code' | 'reason'> & Partial<Finding>;

export function compared(books: Books, payment: LocalPayment, entry: ProviderEntry): Finding {
  const local = amountOf(payment.amount);
  const provider = amountIn(entry);
  const effects = effectsOf(books, payment, entry);
  return {
    ...ofPayment(payment),
    rows: placesIn(entry),
    local,
    provider,
    ...(effects.length === 0 ? {} : {effects}),
    ...verdictOn(payment, entry, local, provider),
  };
}

function verdictOn(
  payment: LocalPayment,
  entry: ProviderEntry,
  local: DecimalAmount,
  provider: DecimalAmount,
): Comparison {
  const {row, standing, isTaken} = entry;
  const counted = isCounted(payment);
  if (local.currency !== provider.currency) return {code: 'CURRENCY_MISMATCH', reason: 'other-currency'};
  if (standing === 'unknown') {
    const delta = counted ? negative(local) : null;
    return {code: 'UNKNOWN_STATUS', reason: 'word-unknown', facts: {status: row.status}, delta};
  }
  if (counted && !isTaken) {
    return {
      code: 'STATUS_LOCAL_PAID',
      reason: reasonThere(standing),
      facts: {status: row.status},
      delta: negative(local),
    };
  }
  const away = difference(provider, local);
  if (isTaken && !isZero(away.value) && (counted || payment.status === 'mispaid')) {
    return {
      code: away.value.digits < 0n ? 'AMOUNT_UNDER' : 'AMOUNT_OVER',
      reason: isTheFee(entry, away) ? 'amount-by-fee' : 'amount-differs',
      facts: {status: row.status},
      delta: away,
    };
  }
  if (isTaken) return counted ? agreed(payment, entry) : paidThereAlone(payment, entry, provider);
  return unpaidOnBothSides(payment, entry, local);
}

/** Whether the difference is exactly the row's stated fee, with or without taxes: the file states nets instead of what was requested. */
function isTheFee({row}: ProviderEntry, away: DecimalAmount): boolean {
  if (row.fee === null) return false;
  const fee = magnitude(numberIn(row.fee));
  const charged = [fee, addDecimals(fee, magnitude(numberIn(row.tax ?? '0')))];
  return charged.some(each => compareDecimals(each, magnitude(away.value)) === 0);
}

function agreed(payment: LocalPayment, {merged}: ProviderEntry): Comparison {
  const isElsewhere = merged.files.every(file => !mayCover(file, payment.businessDate));
  return isElsewhere
    ? {code: 'TIMING', reason: 'in-another-window', facts: {file: merged.files[0]?.name ?? ''}, status: 'matched'}
    : {code: 'OK', reason: 'agrees', status: 'matched'};
}

function paidThereAlone({status}: LocalPayment, {row}: ProviderEntry, delta: DecimalAmount): Comparison {
  const reason =
    status === 'failed' ? 'failed-here' : status === 'disputed' || status === 'mispaid' ? 'person-here' : 'open-here';
  const severity = reason === 'open-here' ? {} : {severity: 'high' as const};
  return {code: 'STATUS_LOCAL_OPEN', reason, facts: {status: row.status, here: status}, delta, ...severity};
}

function unpaidOnBothSides({status}: LocalPayment, {row, standing}: ProviderEntry, local: DecimalAmount): Comparison {
  const facts = {status: row.status, here: status};
  if (status === 'disputed' || status === 'mispaid') {
    return {code: 'STATUS_LOCAL_PAID', reason: reasonThere(standing), facts, delta: negative(local)};
  }
  const hasEndedThere = standing !== 'open';
  if ((status === 'failed') === hasEndedThere) {
    return hasEndedThere
      ? {code: 'OK', reason: 'agrees', status: 'matched'}
      : {code: 'EXPIRED_UNPAID', reason: 'still-open', facts, status: 'carried'};
  }
  return {code: 'EXPIRED_UNPAID', reason: hasEndedThere ? 'ended-there' : 'still-open', facts, status: 'carried'};
}

/** What the pair adds to the provider's gross of the days, less what it adds to the journal's payments of the days. */
function effectsOf({inputs}: Books, payment: LocalPayment, entry: ProviderEntry): EquationEffect[] {
  const local = amountOf(payment.amount);
  const provider = amountIn(entry);
  const counted = isCounted(payment);
  const inJournal = counted && isInDays(inputs, payment.businessDate);
  const inGross = entry.isMain && entry.isTaken;
  if (local.currency !== provider.currency) {
    const [here, yonder] = [effect('currency-differences', negative(local)), effect('currency-differences', provider)];
    return [...(inJournal ? [here] : []), ...(inGross ? [yonder] : [])];
  }
  if (!counted) return inGross ? [effect('open-here', provider)] : [];
  if (!entry.isTaken) return inJournal ? [effect('not-paid-there', negative(local))] : [];
  const away = difference(provider, local);
  return [
    ...(inJournal && !inGross ? [effect('in-another-window', negative(local))] : []),
    ...(!inJournal && inGross ? [effect('sold-on-other-days', local)] : []),
    ...(inGross && !isZero(away.value) ? [effect('amount-differences', away)] : []),
  ];
}

/** Where a date lies that no file of the provider covers: after all files, before all of them, or between two. */
function sideOf({files}: Books['provider'], date: string): Pick<Finding, 'reason' | 'facts'> {
  const covered = files.flatMap(file => {
    const days = daysCovered(file);
    return days === null ? [] : {file: file.name, ...days};
  });
  const [before] = covered.filter(({to}) => to < date).sort((a, b) => (a.to > b.to ? -1 : 1));
  const [after] = covered.filter(({from}) => from > date).sort((a, b) => (a.from < b.from ? -1 : 1));
  const facts = {
    count: 1,
    ...(before && {file: before.file, last: before.to}),
    ...(after && {[before === undefined ? 'file' : 'next']: after.file, first: after.from}),
  };
  if (after === undefined) return {reason: 'later-than-files', facts};
  return {reason: before === undefined ? 'earlier-than-files' : 'between-files', facts};
}

/** The finding for a payment of the days that no row names. */
export function absent(books: Books, payment: LocalPayment): Finding | null {
  const local = amountOf(payment.amount);
  const shared = {...ofPayment(payment), local};
  const {status, businessDate, record} = payment;
  const hasFiles = books.provider.files.length > 0;
  if (hasFiles && isCounted(payment)) {
    if (!isCovered(books, businessDate)) {
      const effects = [effect('in-another-window', negative(local))];
      const side = sideOf(books.provider, businessDate);
      return {...shared, ...side, code: 'TIMING', status: 'carried', delta: negative(local), effects};
    }
    return {
      ...shared,
      code: 'MISSING_AT_PROVIDER',
      reason: record === null ? 'paid-absent' : 'absent-but-answered',
      facts: {status: record?.status ?? ''},
      delta: negative(local),
      effects: [effect('missing-at-provider', negative(local))],
    };
  }
  if (hasFiles && isCovered(books, businessDate) && status !== 'failed' && status !== 'requested') {
    const isOpen = isUnended(payment);
    const severity = isOpen ? ('info' as const) : ('high' as const);
    const waits = isOpen ? {status: 'carried' as const} : {};
    return {
      ...shared,
      code: 'MISSING_AT_PROVIDER',
      reason: isOpen ? 'open-absent' : 'person-decides',
      facts: {here: status},
      severity,
      ...waits,
    };
  }
  const found = foundByAnswer(books, payment);
  if (found === null) return null;
  const effects = isByAnswers(books) ? effectsByAnswer(books, payment) : [];
  return {...shared, ...found, ...(effects.length === 0 ? {} : {effects})};
}
