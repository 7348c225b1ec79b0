import type {StoredEvent} from '../events/event.js';
import type {PendingEvent} from '../journal/decision.js';
import type {Money} from '../money/money.js';
import {Problem} from '../problem.js';
import {looksLike} from '../staff/name.js';
import {permissionOf} from '../staff/permissions.js';
import type {Right} from '../staff/schema.js';
import {evolvePeople, hasStaff, needsCode, type Person, personOf, type Staff, spentKey} from '../staff/staff.js';
import {type Action, actionsOf} from './actions.js';

type Whose = Pick<Person, 'number' | 'role' | 'verbs'>;

/** Returns whether the person may do this alone (`yes`), needs an approval, or may not do it at all (`no`). */
export function rightTo(staff: Staff, {number, role, verbs}: Whose, {verb, amount}: Action): Right {
  if (verbs !== undefined) return verbs.includes(verb) ? 'yes' : 'no';
  const {right, most, mostInShift} = permissionOf(staff.rights, role, verb);
  if (right !== 'yes' || amount === undefined) return right;
  const {currency, minor} = amount;
  const spent = staff.spent[spentKey(number, verb, currency)] ?? 0;
  return isWithin(most, {currency, minor}) && isWithin(mostInShift, {currency, minor: spent + minor})
    ? 'yes'
    : 'approval';
}

/** If there are limits, an amount in a currency that none of them names is above the limit. */
const isWithin = (limits: readonly Money[], {currency, minor}: Money) =>
  limits.length === 0 || limits.some(limit => limit.currency === currency && minor <= limit.minor);

/** Returns a person's right to an action. Whoever takes over from somebody, and an approver that the event names, sign too. */
export function standingOf(staff: Staff, person: Whose & Pick<Person, 'name'>, action: Action): Right {
  if (action.taker !== undefined) return looksLike(action.taker, person.name) ? 'yes' : 'approval';
  const right = rightTo(staff, person, action);
  return right === 'yes' && action.approver !== undefined ? 'approval' : right;
}

/** Refuses an action until another person has approved exactly this action. */
export class ApprovalNeeded extends Problem {
  readonly action: Action;

  constructor(action: Action) {
    super('approval-needed', {verb: action.verb});
    this.action = action;
  }
}

/**
 * The actions of an event to which somebody who has signed in must have a right. Where the head office has said who works here and nobody has
 * a PIN yet, these are changes of people: whoever stands at the till becomes somebody of its list by the code from there alone.
 */
export function guardedActions(staff: Staff, event: PendingEvent<StoredEvent>): readonly Action[] {
  if (hasStaff(staff)) return actionsOf(event);
  const isOfPeople = needsCode(staff) && event.type !== 'staff-carried-over';
  return isOfPeople ? actionsOf(event).filter(({verb}) => verb === 'staff') : [];
}

/**
 * Refuses events that the person may not record, and returns the actions that needed an approval. `isApproved` returns whether another
 * person has approved exactly this action. The amounts of events that are recorded together are added up. Returns nothing to approve if the
 * till has no staff. Throws `Problem` sign-in-needed, not-allowed, approval-needed.
 */
export function checkRights(
  staff: Staff,
  actor: (Whose & Pick<Person, 'name'>) | undefined,
  events: readonly PendingEvent<StoredEvent>[],
  isApproved: (action: Action) => boolean,
): readonly Action[] {
  const guarded = (event: PendingEvent<StoredEvent>) => guardedActions(staff, event);
  const decided = events.filter(event => guarded(event).length > 0);
  if (decided.length === 0) return [];
  if (actor === undefined) throw new Problem('sign-in-needed');
  return checkActions(staff, actor, decided.filter(event => !isOwnSecret(event, actor)).flatMap(guarded), isApproved);
}

export const evolveStaff = (before: Staff, event: StoredEvent): Staff => evolvePeople(spending(before, event), event);

/** Amounts are added up by verb until the next shift starts, or until the next Z. */
function spending(staff: Staff, event: StoredEvent): Staff {
  if (!hasStaff(staff)) return staff;
  if (event.type === 'shift-opened' || event.type === 'z-reported') return {...staff, spent: {}};
  const actions = actionsOf(event).filter(({amount}) => amount !== undefined);
  if (actions.length === 0) return staff;
  const person = staff.people.find(({name}) => name === event.person);
  if (person === undefined) return staff;
  return {...staff, spent: actions.reduce((spent, action) => withSpent(spent, person.number, action), staff.spent)};
}

export function withSpent(spent: Staff['spent'], number: number, {verb, amount}: Action): Staff['spent'] {
  if (amount === undefined) return spent;
  const key = spentKey(number, verb, amount.currency);
  return {...spent, [key]: (spent[key] ?? 0) + amount.minor};
}

/** Like `checkRights`, for a signed-in person's actions that no event records. Throws `Problem` not-allowed, approval-needed. */
export function checkActions(
  staff: Staff,
  actor: Whose & Pick<Person, 'name'>,
  actions: readonly Action[],
  isApproved: (action: Action) => boolean,
): readonly Action[] {
  const approved: Action[] = [];
  let {spent} = staff;
  for (const action of actions) {
    const right = standingOf({...staff, spent}, actor, action);
    spent = withSpent(spent, actor.number, action);
    if (right === 'no') throw new Problem('not-allowed', {name: actor.name, verb: action.verb});
    if (right === 'yes') continue;
    if (!isApproved(action)) throw new ApprovalNeeded(action);
    approved.push(action);
  }
  return approved;
}

/**
 * Whether the person with the number `by` may approve an action of the person with the number `number`. The approver must be another person
 * who works here and is not locked, must be the one whom the action names (if it names one), and must have the right to do it alone. To
 * take something over, a right that needs an approval is enough. This is checked when an approval is given, and again when it is used.
 */
export function mayApprove(staff: Staff, by: number, action: Action, number: number): boolean {
  const other = personOf(staff, by);
  if (other?.status !== 'active' || by === number) return false;
  const named = action.taker ?? action.approver;
  if (named !== undefined && !looksLike(named, other.name)) return false;
  const right = rightTo(staff, other, action);
  return right === 'yes' || (right === 'approval' && action.taker !== undefined);
}

/** Whether an event changes only the person's own PIN, badge, passphrase or language; not the recovery code, and not by scripts. */
export function isOwnSecret(
  {type, data}: PendingEvent<StoredEvent>,
  {number, verbs}: Pick<Person, 'number' | 'verbs'>,
): boolean {
  if (type !== 'staff-changed' || data.number !== number || verbs !== undefined) return false;
  return !(data.name ?? data.role ?? data.recovery);
}
