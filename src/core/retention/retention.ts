import type {State} from '../books/state.js';
import {monthOf} from '../journal/customers.js';
import {isSettled} from '../payment/follow-up.js';
import type {Import} from '../reconcile/records/records.js';
import {isEnrolmentOpen} from '../subscription/enrolment.js';
import {ticketsToEnd} from '../ticket/ticket.js';

/**
 * What may be done with the customers of a month. `due`: they may be shredded. `kept`: the month has not ended long enough ago. `open`:
 * something that began in it has not ended, and the customer's number is needed to ask about it or to refund it.
 */
export type MonthPlan = {
  readonly month: string;
  readonly keys: readonly string[];
  readonly standing: 'due' | 'kept' | 'open';
  /** The references of what has not ended. */
  readonly open: readonly string[];
};

const countOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** Returns the month of a customer key, as `YYYY-MM`. */
export const monthOfKey = (key: string): string => key.slice(0, 7);

/** Returns the plan for the months of these keys. `keep` is the number of whole months that a month is kept after it has ended. */
export function retentionPlan(
  state: State,
  keys: readonly string[],
  {now, keep}: {readonly now: number; readonly keep: number},
): readonly MonthPlan[] {
  const open = openByMonth(state);
  const newest = countOf(monthOf(now)) - keep;
  return [...Map.groupBy([...keys].sort(), monthOfKey)].map(([month, own]) => {
    const its = {month, keys: own, open: open.get(month) ?? []};
    if (countOf(month) >= newest) return {...its, standing: 'kept'};
    return {...its, standing: its.open.length > 0 ? 'open' : 'due'};
  });
}

/** The references of what has not ended, by the month in which it began. */
function openByMonth({payments, needPerson, registry, tickets, mails}: State): ReadonlyMap<string, readonly string[]> {
  const begun = [
    ...[...payments.values()]
      .filter(payment => !isSettled(payment) || needPerson.has(payment.reference))
      .map(({reference, requestedAt}) => ({reference, at: requestedAt})),
    ...[...registry.enrolments.values()]
      .filter(isEnrolmentOpen)
      .map(({reference, requestedAt}) => ({reference, at: requestedAt})),
    ...ticketsToEnd({tickets, payments}).map(({reference, openedAt}) => ({reference, at: openedAt})),
    ...mails.list
      .filter(({status}) => status === 'waiting' || status === 'sending')
      .flatMap(({reference}) => {
        const payment = payments.get(reference);
        return payment === undefined ? [] : [{reference, at: payment.requestedAt}];
      }),
  ];
  return new Map(
    [...Map.groupBy(begun, ({at}) => monthOf(at))].map(([month, all]) => [
      month,
      [...new Set(all.map(({reference}) => reference))].sort(),
    ]),
  );
}

/**
 * Returns the copies of files of providers and banks to remove together with shredded months: those whose days ended by then, and those
 * that are not among `imports`. `copies` has the names of all stored copies, `shredded` the keys. It returns none if nothing is shredded.
 */
export function copiesToRemove(
  copies: readonly string[],
  {imports, shredded}: {readonly imports: readonly Import[]; readonly shredded: readonly string[]},
): readonly string[] {
  if (shredded.length === 0) return [];
  const kept = new Set(imports.filter(each => !isShredded(each, shredded)).map(({sha256}) => sha256));
  return copies.filter(name => !kept.has(name));
}

/** Whether the days of a file ended by the newest month with a shredded key. A file without days counts by the date of its import. */
export function isShredded({interval, told, at}: Import, shredded: readonly string[]): boolean {
  const last = shredded.toSorted().at(-1);
  return last !== undefined && ((interval ?? told)?.to.slice(0, 7) ?? monthOf(at)) <= monthOfKey(last);
}
