import type {Decided} from '../decision.js';
import type {Money} from '../money/money.js';
import {Problem} from '../problem.js';
import {type Action, actionsOf} from './actions.js';
import {looksLike} from './name.js';
import {permissionOf} from './permissions.js';
import type {Right} from './schema.js';
import {type Person, personOf, type Staff, spentKey, withSpent} from './staff.js';

/** Whose rights are looked at. */
type Whose = Pick<Person, 'number' | 'role' | 'verbs'>;

/** Whether the person may do this alone, needs somebody to approve it, or may not do it at all. */
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

/** Where there is a limit, a currency that it does not name is above it. */
const isWithin = (limits: readonly Money[], {currency, minor}: Money) =>
  limits.length === 0 || limits.some(limit => limit.currency === currency && minor <= limit.minor);

/** What an action needs of whoever does it: to take something over that is somebody else’s, that person signs. */
export function standingOf(staff: Staff, person: Whose & Pick<Person, 'name'>, action: Action): Right {
  if (action.taker !== undefined) return looksLike(action.taker, person.name) ? 'yes' : 'approval';
  const right = rightTo(staff, person, action);
  return right === 'yes' && action.approver !== undefined ? 'approval' : right;
}

/** What is refused until somebody else has approved exactly this. */
export class ApprovalNeeded extends Problem {
  readonly action: Action;

  constructor(action: Action) {
    super('approval-needed', {verb: action.verb});
    this.action = action;
  }
}

/**
 * Refuses what the person may not do. `isApproved` tells whether somebody else has approved exactly this; what it needed is given back.
 * Events that are written together count together. Throws `Problem` sign-in-needed, not-allowed, approval-needed.
 */
export function checkRights(
  staff: Staff,
  actor: (Whose & Pick<Person, 'name'>) | undefined,
  events: readonly Decided[],
  isApproved: (action: Action) => boolean,
): readonly Action[] {
  if (staff.people.length === 0) return [];
  const decided = events.filter(event => actionsOf(event).length > 0);
  if (decided.length === 0) return [];
  if (actor === undefined) throw new Problem('sign-in-needed');
  return checkActions(staff, actor, decided.filter(event => !isOwnSecret(event, actor)).flatMap(actionsOf), isApproved);
}

/** As `checkRights`, for what somebody who is signed in does that no event says. */
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
 * Whether the person of the number `by` may approve the action for the one of `number`: works here, is somebody else, is whom the
 * action names, and may do it alone; who takes something over needs no other for that. It is asked when an approval is given, and again when it is to serve.
 */
export function mayApprove(staff: Staff, by: number, action: Action, number: number): boolean {
  const other = personOf(staff, by);
  if (other?.status !== 'active' || by === number) return false;
  const named = action.taker ?? action.approver;
  if (named !== undefined && !looksLike(named, other.name)) return false;
  const right = rightTo(staff, other, action);
  return right === 'yes' || (right === 'approval' && action.taker !== undefined);
}

/**
 * Everybody may change a PIN, a badge, a passphrase or the language of their own; the recovery code is the shop's, and a script has what its
 * token names and nothing else.
 */
export function isOwnSecret({type, data}: Decided, {number, verbs}: Pick<Person, 'number' | 'verbs'>): boolean {
  if (type !== 'staff-changed' || data.number !== number || verbs !== undefined) return false;
  return !(data.name ?? data.role ?? data.recovery);
}
