import {monthOf} from '../journal/customers.js';
import type {State} from '../journal/state.js';
import {isSettled} from '../payment/follow-up.js';
import type {Import} from '../reconcile/records.js';
import {isEnrolmentOpen} from '../subscription/enrolment.js';
import {ticketsToEnd} from '../ticket/ticket.js';

/**
 * `due`: its customers may be shredded; `kept`: it has not ended for long enough; `open`: something that was begun in it is not over, and is
 * asked about or given back by the customer's number.
 */
export type MonthPlan = {
  readonly month: string;
  readonly keys: readonly string[];
  readonly standing: 'due' | 'kept' | 'open';
  /** What is not over. */
  readonly open: readonly string[];
};

const countOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** The month of a key of customers. */
export const monthOfKey = (key: string): string => key.slice(0, 7);

/** What becomes of the months of these keys when so many whole months are kept after each. */
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

/** The references of what is not over, by the month in which it was begun. */
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
 * The copies of providers' and banks' files that go with months that are shredded: those whose days ended by then, and those that count
 * no more. `copies` are the names of all that are kept, `shredded` the keys.
 */
export function copiesToRemove(
  copies: readonly string[],
  {imports, shredded}: {readonly imports: readonly Import[]; readonly shredded: readonly string[]},
): readonly string[] {
  if (shredded.length === 0) return [];
  const kept = new Set(imports.filter(each => !isShredded(each, shredded)).map(({sha256}) => sha256));
  return copies.filter(name => !kept.has(name));
}

/** Whether the days of a file ended by the newest month of which a key is shredded. One that tells no days is of those before its import. */
export function isShredded({interval, told, at}: Import, shredded: readonly string[]): boolean {
  const last = shredded.toSorted().at(-1);
  return last !== undefined && ((interval ?? told)?.to.slice(0, 7) ?? monthOf(at)) <= monthOfKey(last);
}
