import type {StoredEvent} from '../journal/event.js';
import {type Action, actionsOf, actionText} from './actions.js';
import {nameSkeleton} from './name.js';
import {isOwnSecret, rightTo} from './rights.js';
import {evolveStaff, hasStaff, noStaff, type Person, personOf, type Staff} from './staff.js';

/** What is wrong with a line: nobody, or somebody else, had signed in; the role may not do it; nobody had approved it. */
export type BreachReason = 'not-signed-in' | 'not-allowed' | 'not-approved';

/** A line of a journal that whoever it names had no right to. */
export type Breach = {readonly seq: number; readonly person: string; readonly why: BreachReason};

type Given = {readonly by: number; readonly for: number; readonly action: string};
/** What the lines so far say: who works here, who is signed in, and what was approved and not done yet. */
type Heard = {readonly staff: Staff; readonly actor: number | null; readonly approvals: readonly Given[]};

/**
 * Reads a journal from its first line on, and says of each line whether whoever it names had the right to it then. It knows the table
 * and the lines alone: a till that let something pass, and a hand that wrote a line, are seen in the same way. `digest` is SHA-256 in
 * hexadecimal digits.
 */
export function rightsAudit(digest: (text: string) => string): (event: StoredEvent) => Breach | undefined {
  let heard: Heard = {staff: noStaff, actor: null, approvals: []};
  return event => {
    const {left, why} = judged(heard, event, digest);
    heard = heardAfter({...heard, approvals: left}, event);
    return why === undefined ? undefined : {seq: event.seq, person: event.person, why};
  };
}

type Judged = {readonly left: readonly Given[]; readonly why?: BreachReason};

function judged({staff, actor, approvals}: Heard, event: StoredEvent, digest: (text: string) => string): Judged {
  const actions = hasStaff(staff) ? actionsOf(event) : [];
  if (actions.length === 0) return {left: approvals};
  const person = actor === null ? undefined : personOf(staff, actor);
  if (person?.status !== 'active' || person.name !== event.person) return {left: approvals, why: 'not-signed-in'};
  if (isOwnSecret(event, person)) return {left: approvals};
  let left = approvals;
  for (const action of actions) {
    const right = rightTo(staff, person, action);
    if (right === 'no') return {left, why: 'not-allowed'};
    if (right === 'yes' && action.approver === undefined) continue;
    const text = digest(actionText(action, person.number));
    const given = left.find(each => each.action === text && mayGive(staff, each, person, action));
    if (given === undefined) return {left, why: 'not-approved'};
    left = left.filter(each => each !== given);
  }
  return {left};
}

/** Whether an approval was by another person, who had the right, and is the one that the line names. */
function mayGive(staff: Staff, given: Given, {number}: Person, action: Action): boolean {
  const other = personOf(staff, given.by);
  if (other?.status !== 'active' || other.number === number || given.for !== number) return false;
  const isNamed = action.approver === undefined || nameSkeleton(action.approver) === nameSkeleton(other.name);
  return isNamed && rightTo(staff, other, action) === 'yes';
}

function heardAfter({staff, actor, approvals}: Heard, event: StoredEvent): Heard {
  const after = evolveStaff(staff, event);
  switch (event.type) {
    case 'signed-in':
      return {staff: after, actor: event.data.number, approvals: []};
    case 'signed-out':
    case 'started': // whoever had signed in did so in a process that is gone
      return {staff: after, actor: null, approvals: []};
    case 'approved': {
      const by = staff.people.find(({name}) => name === event.person)?.number ?? 0;
      return {staff: after, actor, approvals: [...approvals, {by, for: event.data.for, action: event.data.action}]};
    }
    default:
      return {staff: after, actor, approvals};
  }
}
