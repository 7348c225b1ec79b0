import {clockText} from '../day/business-day.js';
import {type Language, messages} from '../messages/messages.js';
import {displayMoney} from '../money/display.js';
import type {Money} from '../money/money.js';
import {wasNotSubmitted} from './follow-up.js';
import {isByCard} from './payer.js';
import {isOpen, type Payment, verdictOf} from './payment.js';
import type {Payments} from './payments.js';
import {isRefundedWhole} from './refund.js';

/** What the till does because of a payer's earlier payment: nothing, a note, a warning to answer, or asking for a reason. */
export type Guard = 'nothing' | 'note' | 'warn' | 'ask';

/** The state of an earlier payment, as far as it matters to a cashier who wants to ask the same wallet or card again. */
export type EarlierStanding =
  | 'open'
  | 'needs-person'
  | 'paid'
  | 'given-back'
  | 'resolved-not-paid'
  | 'failed-by-record'
  | 'refused'
  | 'not-submitted';

/**
 * For how long an earlier payment matters: without end; for the minutes in the settings, counted since it ended; for as long as the till
 * asks the service about a failure, because a late success may follow; or for as long as a sale may be typed twice by mistake.
 */
type GuardWindow = 'always' | 'cool-down' | 'late-success' | 'two-minutes';

type GuardRow = {readonly within: GuardWindow; readonly sameSum: Guard; readonly otherSum: Guard};

/**
 * The complete rule. An open payment may still be paid, however old it is, so a person has to say why the same payer is
 * asked again. The same is true of a payment that only a person called not paid. A payment that ended by the service's
 * word never blocks, but one that was paid just now by the same payer with the same sum is rarely followed by another.
 */
export const guardTable: Readonly<Record<EarlierStanding | 'just-paid', GuardRow>> = {
  open: {within: 'always', sameSum: 'ask', otherSum: 'ask'},
  'resolved-not-paid': {within: 'late-success', sameSum: 'ask', otherSum: 'ask'},
  'needs-person': {within: 'cool-down', sameSum: 'note', otherSum: 'note'},
  'just-paid': {within: 'two-minutes', sameSum: 'warn', otherSum: 'nothing'},
  paid: {within: 'cool-down', sameSum: 'note', otherSum: 'nothing'},
  'failed-by-record': {within: 'late-success', sameSum: 'note', otherSum: 'nothing'},
  refused: {within: 'always', sameSum: 'nothing', otherSum: 'nothing'},
  'given-back': {within: 'always', sameSum: 'nothing', otherSum: 'nothing'},
  'not-submitted': {within: 'always', sameSum: 'nothing', otherSum: 'nothing'},
};

const minute = 60_000;
const lateSuccess = 15 * minute;
const twoMinutes = 2 * minute;

export function standingOf(payment: Payment): EarlierStanding {
  if (isOpen(payment)) return 'open';
  if (verdictOf(payment) === 'needs-person') return 'needs-person';
  if (payment.status === 'paid') return isRefundedWhole(payment) ? 'given-back' : 'paid';
  if (wasNotSubmitted(payment)) return 'not-submitted';
  const reason = payment.failure?.reason;
  if (reason === 'judged') return 'resolved-not-paid';
  return reason === 'record' || reason === 'reversed' ? 'failed-by-record' : 'refused';
}

/** The current time (epoch milliseconds) and the setting by which the age of a payment is measured. */
type When = {readonly now: number; readonly cooldownMinutes: number};

/** Returns what one earlier payment calls for. A clock that was set back makes a payment appear younger, never older. */
export function guardOf(payment: Payment, sum: Money, {now, cooldownMinutes}: When): Guard {
  const standing = standingOf(payment);
  const isJustPaid = standing === 'paid' && now - payment.since < twoMinutes;
  const {within, sameSum, otherSum} = guardTable[isJustPaid ? 'just-paid' : standing];
  const ends = {
    always: Infinity,
    'cool-down': cooldownMinutes * minute,
    'late-success': lateSuccess,
    'two-minutes': twoMinutes,
  }[within];
  if (now - payment.since >= ends) return 'nothing';
  const {currency, minor} = payment.request.amount;
  return currency === sum.currency && minor === sum.minor ? sameSum : otherSum;
}

/** The earlier payment that matters most, and what it calls for. */
export type DuplicateWarning = {readonly payment: Payment; readonly guard: Exclude<Guard, 'nothing'>};

/** Among all payments of the same payer (`payerKey`), returns the newest that calls for a reason, else a warning, else a note. */
export function earlierOf(
  {byPayer, payments}: Pick<Payments, 'byPayer' | 'payments'>,
  {payer, sum}: {readonly payer: string | null; readonly sum: Money},
  when: When,
): DuplicateWarning | undefined {
  let told: DuplicateWarning | undefined;
  const references = payer === null ? [] : (byPayer.get(payer) ?? []);
  for (let at = references.length - 1; at >= 0; at -= 1) {
    const payment = payments.get(references[at] ?? '');
    if (payment === undefined) continue;
    const guard = guardOf(payment, sum, when);
    if (guard === 'ask') return {payment, guard};
    if (guard === 'warn' && told?.guard !== 'warn') told = {payment, guard};
    if (guard === 'note') told ??= {payment, guard};
  }
  return told;
}

/** The quiet note about an earlier payment that has ended: `This wallet paid KES 333.00 at 17:31.` */
export function earlierNote(payment: Payment, {language, zone}: {language: Language; zone: string}): string {
  const words = messages(language).earlier[isByCard(payment.request) ? 'card' : 'wallet'];
  const verdict = verdictOf(payment);
  const sentence = verdict === 'paid' ? words.paid : verdict === 'not-paid' ? words.notPaid : words.needsPerson;
  return sentence({amount: displayMoney(payment.request.amount, language), time: clockText(payment.since, zone)});
}
