import type {PendingEvent} from '../journal/decision.js';
import {reasonSaid} from '../payment/said.js';
import {Problem} from '../problem.js';
import {staffName} from './name.js';
import type {Credential, ListedPerson, StaffEvent, StaffRole, Verb} from './schema.js';
import type {SignedList} from './signed-list.js';
import {activePeople, hasStaff, isOwner, type Person, personEverCalled, personOf, type Staff} from './staff.js';

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
  | {readonly type: 'unlock'; readonly number: number}
  /** A list of the head office, whose signature and version were checked. */
  | {readonly type: 'list'; readonly list: SignedList; readonly people: readonly ListedPerson[]};

/**
 * Decides a command about the people of a till. Throws `Problem`: add: staff-owner-first, token-verb-refused, person-taken, and those of
 * `staffName`; change: person-unknown, person-taken, token-role-refused, and those of `staffName`; lock, remove: person-unknown,
 * reason-missing, text-has-card, text-too-long; unlock: person-unknown; change of name or role, remove, unlock: person-of-office for
 * somebody whom the list of a head office names; change to another role, lock, remove: staff-last-owner if no owner would be left who can
 * sign in.
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
      const {number} = ofTill(whoStays(staff, command.number));
      return [{type: 'staff-removed', data: {number, reason: reasonSaid(command.reason)}}];
    }
    case 'unlock': {
      const person = who(staff, command.number);
      const {number, status, refusals} = person.office?.isLocked === true ? ofTill(person) : person;
      return status === 'locked' || refusals > 0 ? [{type: 'staff-unlocked', data: {number}}] : [];
    }
    case 'list':
      return listed(staff, command);
  }
}

/** What no script may do: anybody who reads its token would have the rights of the owner. */
const scriptsNever: readonly Verb[] = ['staff', 'settings'];

type Command<Type extends StaffCommand['type']> = Extract<StaffCommand, {readonly type: Type}>;

function add(
  {people}: Staff,
  {name: typed, role, language, credential, verbs, recovery}: Command<'add'>,
): readonly PendingEvent<StaffEvent>[] {
  if (!hasStaff({people}) && role !== 'owner') throw new Problem('staff-owner-first');
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
  const person = role === 'owner' ? who(staff, number) : whoStays(staff, number);
  const {verbs} = typed === undefined && changes.role === undefined ? person : ofTill(person);
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

/** What the head office says of somebody is changed there. */
function ofTill(person: Person): Person {
  if (person.office !== undefined) throw new Problem('person-of-office', {name: person.name});
  return person;
}

/**
 * Gives everybody on a list a number of this till: the one that they had on the list before, or that of whoever has, or ever had, this name
 * here, who is the same person. Nobody becomes a script, and no two become one.
 */
function listed(staff: Staff, {list, people}: Command<'list'>): readonly PendingEvent<StaffEvent>[] {
  const taken = new Map<number, string>();
  const earlier = (id: string) => staff.people.find(({office}) => office?.id === id);
  for (const {id} of people) taken.set(earlier(id)?.number ?? 0, id);
  let next = Math.max(0, ...staff.people.map(({number}) => number)) + 1;
  const unplaced: string[] = [];
  const placed = people.flatMap(person => {
    const [before, alike] = [earlier(person.id), personEverCalled(staff, person.name)];
    const isAnothers =
      alike !== undefined && (before !== undefined || taken.has(alike.number) || alike.verbs !== undefined);
    const isFree = alike === before || !isAnothers;
    if (!isFree) unplaced.push(person.name);
    if (before !== undefined) return [{...person, number: before.number, ...(!isFree && {name: before.name})}];
    if (!isFree) return [];
    const number = alike?.number ?? next;
    if (alike === undefined) next += 1;
    taken.set(number, person.id);
    return [{...person, number}];
  });
  return [{type: 'staff-listed', data: {list, people: placed, unplaced}}];
}

/** A name must differ, and look different, from every name that another person has or ever had: the journal identifies people by it. */
function freeName(people: readonly Person[], typed: string, own: number | undefined): string {
  const name = staffName(typed);
  const others = people.filter(({number}) => number !== own);
  const taken = personEverCalled({people: others}, name);
  if (taken !== undefined) throw new Problem('person-taken', {name, other: taken.name, number: taken.number});
  return name;
}

const withoutAbsent = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;
