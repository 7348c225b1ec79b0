import {amountOf, type DecimalAmount, DecimalSums, difference, isZero, negated, numberIn} from './amount.js';
import {type Books, isCounted, isInDays, isUnended} from './books.js';
import type {EquationEffect} from './discrepancy.js';
import type {LocalPayment} from './local.js';
import {type ProviderStanding, standingReader} from './standing.js';

/** Whether the service's answers are what the journal is compared with: it was asked, and no file of the provider is there. */
export const isByAnswers = ({inputs, provider}: Books): boolean => inputs.live !== null && provider.files.length === 0;

/** What the service has of a payment by its last status record; null where by that it has nothing. */
function answered(payment: LocalPayment, read: (word: string) => ProviderStanding): DecimalAmount | null {
  const {record, amount, refunds} = payment;
  const standing = record === null ? null : read(record.status);
  // It names what was given back of it, which was paid before.
  const isGivenBack = standing === 'reversed' && isCounted(payment) && refunds.length > 0;
  if (record === null || (standing !== 'paid' && !isGivenBack)) return null;
  const {currency, value} = amountOf(amount);
  const isStated = record.amount !== undefined && !isGivenBack;
  return {currency: record.currency ?? currency, value: isStated ? numberIn(record.amount ?? '') : value};
}

/** What a payment adds to what the answers call paid, less what it adds to what the journal calls paid. */
export function effectsByAnswer({inputs}: Books, payment: LocalPayment): readonly EquationEffect[] {
  const there = answered(payment, standingReader(inputs.settings.statusWords));
  const here = isCounted(payment) ? amountOf(payment.amount) : null;
  const less = here === null ? null : {...here, value: negated(here.value)};
  if (here === null || less === null) return there === null ? [] : [{term: 'open-here', ...there}];
  if (there === null) {
    const isUnknown = payment.record === null;
    return [{term: isUnknown ? 'missing-at-provider' : 'not-paid-there', ...less}];
  }
  if (there.currency !== here.currency)
    return [
      {term: 'currency-differences', ...less},
      {term: 'currency-differences', ...there},
    ];
  const away = difference(there, here);
  return isZero(away.value) ? [] : [{term: 'amount-differences', ...away}];
}

/** By currency, what the service's answers call paid of the days. */
export function answeredSums({inputs, payments}: Books): DecimalSums {
  const read = standingReader(inputs.settings.statusWords);
  const sums = new DecimalSums();
  for (const payment of payments.values()) {
    const there = isInDays(inputs, payment.businessDate) ? answered(payment, read) : null;
    if (there !== null) sums.add(there.currency, there.value);
  }
  return sums;
}

/** Payments of the days that have no end here, and the money that may be on its way with them. */
export type OpenAmount = DecimalAmount & {readonly payments: number};

/** By currency. Those that a person has to judge are among them: nothing is over while one is open. */
export function openAmounts({inputs, payments}: Books): readonly OpenAmount[] {
  const sums = new DecimalSums();
  const counts = new Map<string, number>();
  for (const payment of payments.values()) {
    const {status, businessDate} = payment;
    const isOpen = isUnended(payment) || status === 'disputed' || status === 'mispaid';
    if (!isOpen || !isInDays(inputs, businessDate)) continue;
    const {currency, value} = amountOf(payment.amount);
    sums.add(currency, value);
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return sums.amounts.map(amount => ({...amount, payments: counts.get(amount.currency) ?? 0}));
}
