import type {State} from '../../src/core/journal/state.js';
import type {Enrolment} from '../../src/core/subscription/enrolment.js';
import {plainEmail} from '../../src/core/subscription/enrolment.js';
import {findSubscriptions, type KnownSubscription, openEnrolments} from '../../src/core/subscription/registry.js';
import {textOf} from '../terminal/line.js';
import type {SubscriptionsScreen} from './screens.js';
import {stateOf} from './states.js';

/** A row of the list, and by what it is marked. */
export type ListRow =
  | {readonly key: string; readonly kind: 'enrolment'; readonly enrolment: Enrolment}
  | {readonly key: string; readonly kind: 'subscription'; readonly known: KnownSubscription};

type Wanted = Pick<SubscriptionsScreen, 'search' | 'filter'>;
type Found = {
  readonly version: number;
  readonly text: string;
  readonly filter: string;
  readonly rows: readonly ListRow[];
};
const found = new WeakMap<State, Found>();

/** Enrolments that nobody knows the end of, whatever state is asked for, and below them the subscriptions, the newest first. */
export function listRows(state: State, {search, filter}: Wanted): readonly ListRow[] {
  const text = textOf(search).trim();
  const {version} = state;
  const last = found.get(state);
  if (last?.version === version && last.text === text && last.filter === filter) return last.rows;
  const {registry} = state;
  const open = openEnrolments(registry).filter(enrolment => isLike(enrolment, text));
  const subscriptions = findSubscriptions(registry, text).filter(
    known => filter === 'all' || stateOf(known) === filter,
  );
  const rows = [
    ...open.map(enrolment => ({key: enrolment.reference, kind: 'enrolment' as const, enrolment})),
    ...subscriptions.map(known => ({key: `${known.subscription.id}`, kind: 'subscription' as const, known})),
  ];
  found.set(state, {version, text, filter, rows});
  return rows;
}

const isLike = ({customerEmail, planCode, reference}: Enrolment, text: string) =>
  [plainEmail(customerEmail), planCode.toLowerCase(), reference.toLowerCase()].some(each =>
    each.includes(text.toLowerCase()),
  );

/** Where the mark stands: on its row, or, when that has left the list, where it stood. */
export function markedRow({selected, index}: SubscriptionsScreen, rows: readonly ListRow[]): number {
  const at = rows.findIndex(({key}) => key === selected);
  return at >= 0 ? at : Math.max(0, Math.min(index, rows.length - 1));
}

/** Rows that a body of this height has room for beside its title, its two lines, heading and last lines. */
export const listHeight = (bodyHeight: number): number => Math.max(1, bodyHeight - 6);
