import type {StoredEvent} from '../events/event.js';
import {noStaff, personOf, type Staff} from '../staff/staff.js';
import {actionText} from './actions.js';
import {evolveStaff, guardedActions, isOwnSecret, mayApprove, standingOf} from './rights.js';

/** What is wrong with a line: the person had not signed in, the role may not do it, or nobody had approved it. */
export type BreachReason = 'not-signed-in' | 'not-allowed' | 'not-approved';

/** A line of a journal whose named person had no right to what it records. */
export type Breach = {readonly seq: number; readonly person: string; readonly why: BreachReason};

type Given = {readonly by: number; readonly for: number; readonly action: string};
/** What the lines so far establish: the staff, the person who is signed in, and the approvals that are not used yet. */
type AuditState = {readonly staff: Staff; readonly actor: number | null; readonly approvals: readonly Given[]};

/**
 * Returns a function that takes the events of a journal from its first line on, and returns the breach of an event if its named person had
 * no right to it at that time. It uses only the table of rights and the lines, so it finds both what a till let pass and what somebody
 * wrote into the file by hand. `digest` returns a SHA-256 in hexadecimal digits.
 */
export function rightsAudit(digest: (text: string) => string): (event: StoredEvent) => Breach | undefined {
  let audit: AuditState = {staff: noStaff, actor: null, approvals: []};
  return event => {
    const {left, why} = findingOf(audit, event, digest);
    audit = evolveAudit({...audit, approvals: left}, event);
    return why === undefined ? undefined : {seq: event.seq, person: event.person, why};
  };
}

function findingOf(
  {staff, actor, approvals}: AuditState,
  event: StoredEvent,
  digest: (text: string) => string,
): {readonly left: readonly Given[]; readonly why?: BreachReason} {
  const actions = guardedActions(staff, event);
  if (actions.length === 0) return {left: approvals};
  const person = actor === null ? undefined : personOf(staff, actor);
  if (person?.status !== 'active' || person.name !== event.person) return {left: approvals, why: 'not-signed-in'};
  if (isOwnSecret(event, person)) return {left: approvals};
  let left = approvals;
  for (const action of actions) {
    const right = standingOf(staff, person, action);
    if (right === 'no') return {left, why: 'not-allowed'};
    if (right === 'yes') continue;
    const text = digest(actionText(action, person.number));
    const given = left.find(
      each => each.action === text && each.for === person.number && mayApprove(staff, each.by, action, person.number),
    );
    if (given === undefined) return {left, why: 'not-approved'};
    left = left.filter(each => each !== given);
  }
  return {left};
}

function evolveAudit({staff, actor, approvals}: AuditState, event: StoredEvent): AuditState {
  const after = evolveStaff(staff, event);
  switch (event.type) {
    case 'signed-in':
      return {staff: after, actor: event.data.number, approvals: []};
    case 'signed-out':
    case 'started': // the process in which the person had signed in is gone
      return {staff: after, actor: null, approvals: []};
    case 'approved': {
      const by = staff.people.find(({name}) => name === event.person)?.number ?? 0;
      return {staff: after, actor, approvals: [...approvals, {by, for: event.data.for, action: event.data.action}]};
    }
    default:
      return {staff: after, actor, approvals};
  }
}
