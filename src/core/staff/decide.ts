import type {PendingEvent} from '../journal/decision.js';
import {reasonSaid} from '../payment/said.js';
import {Problem} from '../problem.js';
import {staffName} from './name.js';
import type {Credential, StaffEvent, StaffRole, Verb} from './schema.js';
import {activePeople, isOwner, type Person, personEverCalled, personOf, type Staff} from './staff.js';

/** A command about the people of a till. `number` identifies the person. */
export type StaffCommand =
  | {
      readonly type: 'add';
      readonly name: string;
      readonly role: StaffRole;
      readonly language?: string | undefined;
      readonly credential: Credential;
      /** Only for a script: what it may do. */
      readonly verbs?: readonly Verb[] | undefined;
      /** Only for the first owner: the record of the recovery code, which signs in an owner who has forgotten the PIN. */
      readonly recovery?: string | undefined;
    }
  | {
      readonly type: 'change';
      readonly number: number;
      readonly name?: string | undefined;
      readonly role?: StaffRole | undefined;
      readonly language?: string | undefined;
      readonly credential?: Credential | undefined;
      readonly withdrawn?: Credential['kind'] | undefined;
      readonly recovery?: string | undefined;
    }
  | {readonly type: 'lock' | 'remove'; readonly number: number; readonly reason: string}
  | {readonly type: 'unlock'; readonly number: number};

/**
 * Decides a command about the people of a till. Throws `Problem`:
 * add: staff-owner-first, token-verb-refused, person-taken, and those of `staffName`;
 * change: person-unknown, person-taken, token-role-refused, and those of `staffName`;
 * lock, remove: person-unknown, reason-missing, text-has-card, text-too-long;
 * unlock: person-unknown;
 * change to another role, lock, remove: staff-last-owner if no owner would be left who can sign in.
 */
export function decideStaff(
  {staff}: {readonly staff: Staff},
  command: StaffCommand,
): readonly PendingEvent<StaffEvent>[] {
  switch (command.type) {
    case 'add':
      return add(staff, command);
    case 'change':
      return change(staff, command);
    case 'lock': {
      const {number, status} = whoStays(staff, command.number);
      const reason = reasonSaid(command.reason);
      return status === 'locked' ? [] : [{type: 'staff-locked', data: {number, reason}}];
    }
    case 'remove': {
      const {number} = whoStays(staff, command.number);
      return [{type: 'staff-removed', data: {number, reason: reasonSaid(command.reason)}}];
    }
    case 'unlock': {
      const {number, status, refusals} = who(staff, command.number);
      return status === 'locked' || refusals > 0 ? [{type: 'staff-unlocked', data: {number}}] : [];
    }
  }
}

/** What no script may do: anybody who reads its token would have the rights of the owner. */
const scriptsNever: readonly Verb[] = ['staff', 'settings'];

type Command<Type extends StaffCommand['type']> = Extract<StaffCommand, {readonly type: Type}>;

function add(
  {people}: Staff,
  {name: typed, role, language, credential, verbs, recovery}: Command<'add'>,
): readonly PendingEvent<StaffEvent>[] {
  if (people.length === 0 && role !== 'owner') throw new Problem('staff-owner-first');
  const name = freeName(people, typed, undefined);
  const number = Math.max(0, ...people.map(each => each.number)) + 1;
  if (verbs?.some(verb => scriptsNever.includes(verb))) throw new Problem('token-verb-refused');
  const given = {...(language && {language}), ...(verbs && {verbs: [...verbs]}), ...(recovery && {recovery})};
  return [{type: 'staff-added', data: {number, name, role, credential, ...given}}];
}

function change(
  staff: Staff,
  {type: _, number, name: typed, ...changes}: Command<'change'>,
): readonly PendingEvent<StaffEvent>[] {
  const {role = 'owner'} = changes;
  const {verbs} = role === 'owner' ? who(staff, number) : whoStays(staff, number);
  if (verbs !== undefined && changes.role !== undefined) throw new Problem('token-role-refused');
  const name = typed === undefined ? undefined : freeName(staff.people, typed, number);
  const data = {number, ...(name && {name}), ...withoutAbsent(changes)};
  return Object.keys(data).length === 1 ? [] : [{type: 'staff-changed', data}];
}

function who(staff: Staff, number: number): Person {
  const person = personOf(staff, number);
  if (person === undefined) throw new Problem('person-unknown', {name: String(number)});
  return person;
}

/** Returns a person without whom an owner who can sign in would still be left. */
function whoStays(staff: Staff, number: number): Person {
  const person = who(staff, number);
  const others = activePeople(staff).filter(each => each.number !== number);
  if (isOwner(person) && !others.some(isOwner)) throw new Problem('staff-last-owner');
  return person;
}

/** A name must differ, and look different, from every name that another person has or ever had: the journal identifies people by it. */
function freeName(people: readonly Person[], typed: string, own: number | undefined): string {
  const name = staffName(typed);
  const others = people.filter(({number}) => number !== own);
  const taken = personEverCalled({people: others}, name);
  if (taken !== undefined) throw new Problem('person-taken', {name, other: taken.name, number: taken.number});
  return name;
}

function withoutAbsent<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;
}
