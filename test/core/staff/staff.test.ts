import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {Problem} from '../../../src/core/problem.js';
import {evolveStaff} from '../../../src/core/rights/rights.js';
import {decideStaff, type StaffCommand} from '../../../src/core/staff/decide.js';
import {looksLike} from '../../../src/core/staff/name.js';
import {roles} from '../../../src/core/staff/schema.js';
import {
  activePeople,
  carriedOver,
  isOwner,
  isPin,
  noStaff,
  type Person,
  type ProofAttempt,
  personOf,
  possiblePeople,
  presentPeople,
  refusalsIn,
  type Staff,
  waitAfter,
} from '../../../src/core/staff/staff.js';
import {forAll} from '../../hostile/runs.js';

const countedFor = (own: Staff, others: readonly Staff[], attempt: ProofAttempt) => {
  const {here, elsewhere} = refusalsIn(own, others, attempt, Date.parse('2026-11-23T10:00:00Z'));
  return Math.max(here, elsewhere);
};

const pin = (record: string) => ({kind: 'pin', record}) as const;

/** Decides and folds; what is refused changes nothing. */
function decided(staff: Staff, command: StaffCommand): Staff {
  try {
    return decideStaff({staff}, command).reduce((now, event) => evolveStaff(now, event as StoredEvent), staff);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return staff;
  }
}

const name = fc.constantFrom('Amina', 'аmina', 'AMINA', 'Baraka', 'Barаka', 'Chidi', 'Dara', 'Ali', 'AIi');
const number = fc.integer({min: 1, max: 4});
const role = fc.constantFrom(...roles);
const script = {verbs: fc.constant(['sell'] as const), credential: fc.constant({kind: 'token', record: 't'} as const)};
const command: fc.Arbitrary<StaffCommand> = fc.oneof(
  fc.record({type: fc.constant('add' as const), name, role, credential: fc.constant(pin('a'))}),
  fc.record({type: fc.constant('add' as const), name, role: fc.constant('cashier' as const), ...script}),
  fc.record({type: fc.constant('change' as const), number, name, role}, {requiredKeys: ['type', 'number']}),
  fc.record({type: fc.constantFrom('lock' as const, 'remove' as const), number, reason: fc.constant('left')}),
  fc.record({type: fc.constant('unlock' as const), number}),
);

describe('the staff', () => {
  it('always has an owner who can sign in, no two names that look alike, and never a number twice', () =>
    forAll({numRuns: 300}, fc.array(command, {maxLength: 30}), commands => {
      let staff = noStaff;
      for (const each of commands) {
        staff = decided(staff, each);
        const {people} = staff;
        for (const [at, {name}] of people.entries())
          expect(people.slice(at + 1).some(other => looksLike(other.name, name))).toBe(false);
        expect(new Set(people.map(person => person.number)).size).toBe(people.length);
        const told = {type: 'staff-carried-over', data: carriedOver('T7K', staff)} as StoredEvent;
        expect(evolveStaff(noStaff, told)).toEqual({...staff, spent: {}});
        expect(evolveStaff({...staff, refusals: 7}, told)).toEqual(
          people.length > 0 ? {...staff, refusals: 7} : evolveStaff(noStaff, told),
        );
        if (people.length > 0) expect(activePeople(staff).some(isOwner)).toBe(true);
      }
    }));

  it('lets nobody have a name that was another’s, and a person go back to it', () => {
    const owner = decided(noStaff, {type: 'add', name: 'Amina', role: 'owner', credential: pin('a')});
    const renamed = decided(owner, {type: 'change', number: 1, name: 'Amina Otieno'});
    const add = (name: string) => () =>
      decideStaff({staff: renamed}, {type: 'add', name, role: 'cashier', credential: pin('b')});
    expect(add('AMINA')).toThrow('person-taken');
    expect(add('Baraka')()).toHaveLength(1);
    expect(decided(renamed, {type: 'change', number: 1, name: 'Amina'}).people[0]).toMatchObject({name: 'Amina'});
  });

  it('takes no credential of somebody who was removed', () => {
    const owner = decided(noStaff, {type: 'add', name: 'Amina', role: 'owner', credential: pin('a')});
    const two = decided(owner, {type: 'add', name: 'Baraka', role: 'cashier', credential: pin('b')});
    const gone = decided(two, {type: 'remove', number: 2, reason: 'left'});
    expect(gone.people[1]).toMatchObject({status: 'removed', credentials: {}});
    const back = evolveStaff(gone, {
      type: 'staff-changed',
      data: {number: 2, credential: pin('c')},
    } as unknown as StoredEvent);
    expect(back.people[1]?.credentials).toEqual({});
  });

  it('counts wrong tries until the right one', () => {
    const owner = decided(noStaff, {type: 'add', name: 'Amina', role: 'owner', credential: pin('a')});
    const refused = {type: 'sign-in-refused', data: {number: 1, by: 'pin', for: 'sign-in'}} as StoredEvent;
    const tried = [refused, refused, refused, refused].reduce(evolveStaff, owner);
    expect(tried.people[0]?.refusals).toBe(4);
    const entered = evolveStaff(tried, {type: 'signed-in', data: {number: 1, by: 'pin'}} as StoredEvent);
    expect(entered.people[0]?.refusals).toBe(0);
  });
});

const owner = {type: 'add', name: 'Amina', role: 'owner', credential: pin('a'), recovery: 'r'} as const;
const cashier = {type: 'add', name: 'Dara', role: 'cashier', credential: pin('d')} as const;
const two = [owner, cashier] as const;
const withScript = [owner, {...cashier, credential: {kind: 'token', record: 't'}, verbs: ['sell']}] as const;
const other = {type: 'add', name: 'Baraka', role: 'owner', credential: pin('b')} as const;
const reason = 'left';
const lock = (number: number) => ({type: 'lock', number, reason}) as const;
const remove = (number: number) => ({type: 'remove', number, reason}) as const;
const unlock = (number: number) => ({type: 'unlock', number}) as const;
const change = (number: number, more = {}) => ({type: 'change', number, ...more}) as const;
const line = (type: string, number: number, more = {}) => ({type, data: {number, ...more}});
const added = (number: number, name: string, more = {}) =>
  line('staff-added', number, {name, role: 'cashier', credential: pin('d'), ...more});
const signedIn = (number: number, by = 'pin') => line('signed-in', number, {by});

it.each<
  readonly [what: string, before: readonly StaffCommand[], command: StaffCommand, decided: readonly unknown[] | string]
>([
  ['the first is an owner', [], cashier, 'staff-owner-first'],
  [
    'the first has the recovery code',
    [],
    owner,
    [{type: 'staff-added', data: {number: 1, name: 'Amina', role: 'owner', credential: pin('a'), recovery: 'r'}}],
  ],
  ['the next has the next number', [owner], cashier, [added(2, 'Dara')]],
  ['a number is nobody else’s afterwards', [...two, remove(2)], {...cashier, name: 'Esi'}, [added(3, 'Esi')]],
  ['a person has a language', [owner], {...cashier, language: 'sw'}, [added(2, 'Dara', {language: 'sw'})]],
  [
    'a script has verbs',
    [owner],
    {...cashier, verbs: ['sell', 'refund']},
    [added(2, 'Dara', {verbs: ['sell', 'refund']})],
  ],
  ['no script changes the staff', [owner], {...cashier, verbs: ['sell', 'staff']}, 'token-verb-refused'],
  ['no script changes the settings', [owner], {...cashier, verbs: ['settings', 'sell']}, 'token-verb-refused'],
  ['a cashier is locked', two, lock(2), [line('staff-locked', 2, {reason})]],
  ['who is locked stays so', [...two, lock(2)], lock(2), []],
  ['a lock has a reason', two, {type: 'lock', number: 2, reason: ' '}, 'reason-missing'],
  ['the last owner is not locked', two, lock(1), 'staff-last-owner'],
  ['one of two owners is', [owner, other], lock(1), [line('staff-locked', 1, {reason})]],
  ['an owner who cannot sign in is no other owner', [owner, other, lock(2)], lock(1), 'staff-last-owner'],
  ['a script has no role', withScript, change(2, {role: 'owner'}), 'token-role-refused'],
  ['a script has a language', withScript, change(2, {language: 'fr'}), [line('staff-changed', 2, {language: 'fr'})]],
  ['nobody has the number', two, lock(3), 'person-unknown'],
  ['who is active is not unlocked', two, unlock(2), []],
  ['who is locked is', [...two, lock(2)], unlock(2), [line('staff-unlocked', 2)]],
  ['a cashier is removed', two, remove(2), [line('staff-removed', 2, {reason})]],
  ['the last owner is not', two, remove(1), 'staff-last-owner'],
  ['a removal has a reason', two, {type: 'remove', number: 2, reason: ''}, 'reason-missing'],
  ['who was removed is nobody', [...two, remove(2)], unlock(2), 'person-unknown'],
  ['nothing is changed', two, change(2), []],
  ['nothing is changed of nobody', two, change(3), 'person-unknown'],
  ['a role is changed', two, change(2, {role: 'manager'}), [line('staff-changed', 2, {role: 'manager'})]],
  [
    'the last owner may have another name',
    two,
    change(1, {name: 'Akinyi'}),
    [line('staff-changed', 1, {name: 'Akinyi'})],
  ],
  ['the last owner stays one', two, change(1, {role: 'manager'}), 'staff-last-owner'],
  ['nobody becomes an owner', two, change(3, {role: 'owner'}), 'person-unknown'],
  ['a name is changed', two, change(2, {name: ' Dara  O '}), [line('staff-changed', 2, {name: 'Dara O'})]],
  ['a name is another’s', two, change(2, {name: 'AMINA'}), 'person-taken'],
  [
    'a badge is given and another withdrawn',
    two,
    change(2, {credential: {kind: 'badge', record: 'x'}, withdrawn: 'token'}),
    [line('staff-changed', 2, {credential: {kind: 'badge', record: 'x'}, withdrawn: 'token'})],
  ],
])('what is decided: %s', (_, before, command, wanted) => {
  const staff = before.reduce(decided, noStaff);
  if (typeof wanted === 'string') expect(() => decideStaff({staff}, command)).toThrow(wanted);
  else expect(decideStaff({staff}, command)).toEqual(wanted);
});

const kes = (minor: number) => ({currency: 'KES', minor});
const refunded = (person: string, minor: number, currency = 'KES') => ({
  person,
  type: 'refund-in-cash',
  data: {reference: 'R', refund: 1, amount: {currency, minor}, reason: 'torn'},
});
const refusals = (number: number | null) => ({type: 'sign-in-refused', data: {number, by: 'pin', for: 'sign-in'}});
const changedBy = (data: object) => line('staff-changed', 2, {...data});

type Wanted = Partial<Omit<Staff, 'people'>> & {readonly people?: readonly Partial<Person>[]};

it.each<readonly [what: string, events: readonly object[], wanted: Wanted]>([
  ['a name that nobody has was tried', [refusals(null), refusals(null)], {refusals: 2}],
  ['wrong tries are one person’s', [refusals(2), refusals(2)], {refusals: 0, people: [{refusals: 0}, {refusals: 2}]}],
  [
    'an unlocked person has no wrong tries',
    [refusals(2), line('staff-unlocked', 2)],
    {people: [{}, {refusals: 0, status: 'active'}]},
  ],
  [
    'who is locked keeps the name and the credentials',
    [line('staff-locked', 2)],
    {people: [{status: 'active'}, {status: 'locked', credentials: {pin: 'd'}}]},
  ],
  [
    'who has signed in with a PIN is not unlocked by it',
    [line('staff-locked', 2), signedIn(2)],
    {people: [{}, {status: 'locked'}]},
  ],
  [
    'who has signed in with the recovery code is',
    [line('staff-locked', 1), signedIn(1, 'recovery')],
    {people: [{status: 'active'}, {}]},
  ],
  ['an owner who signs in ends the wrong tries of nobody', [refusals(null), signedIn(1)], {refusals: 0}],
  [
    'a cashier who signs in between two guesses of badges does not',
    [refusals(null), signedIn(2), refusals(null)],
    {refusals: 2},
  ],
  [
    'a badge joins the PIN',
    [changedBy({credential: {kind: 'badge', record: 'x'}})],
    {people: [{}, {credentials: {pin: 'd', badge: 'x'}}]},
  ],
  [
    'a badge is withdrawn, the PIN stays',
    [changedBy({credential: {kind: 'badge', record: 'x'}}), changedBy({withdrawn: 'badge'})],
    {people: [{}, {credentials: {pin: 'd'}}]},
  ],
  [
    'a new PIN takes the place of the old',
    [changedBy({credential: {kind: 'pin', record: 'y'}})],
    {people: [{}, {credentials: {pin: 'y'}}]},
  ],
  [
    'what is not changed stays',
    [changedBy({language: 'fr', role: undefined})],
    {people: [{}, {name: 'Dara', role: 'cashier', language: 'fr', credentials: {pin: 'd'}}]},
  ],
  [
    'former names are kept',
    [changedBy({name: 'Dara O'}), changedBy({role: 'manager'}), changedBy({name: 'Dara P'})],
    {people: [{}, {name: 'Dara P', formerly: ['Dara', 'Dara O']}]},
  ],
  [
    'whoever has the number is the one who was added last',
    [{type: 'staff-added', data: {number: 2, name: 'Esi', role: 'manager', credential: {kind: 'pin', record: 'e'}}}],
    {people: [{name: 'Amina'}, {name: 'Esi', role: 'manager', credentials: {pin: 'e'}}]},
  ],
  ['nobody signed in', [refusals(null), signedIn(9)], {refusals: 1}],
  ['the recovery code stays', [changedBy({name: 'Dara O'})], {recovery: 'r'}],
  ['the recovery code is another', [changedBy({recovery: 'q'})], {recovery: 'q'}],
  [
    'what is refunded counts for its person',
    [refunded('Dara', 40), refunded('Dara', 2), refunded('Amina', 7)],
    {spent: {'2 refund-in-cash KES': 42, '1 refund-in-cash KES': 7}},
  ],
  [
    'each currency counts for itself',
    [refunded('Dara', 40), refunded('Dara', 2, 'UGX')],
    {spent: {'2 refund-in-cash KES': 40, '2 refund-in-cash UGX': 2}},
  ],
  ['nobody’s counts for nobody', [refunded('Zuri', 40)], {spent: {}}],
  [
    'what has no amount does not count',
    [{person: 'Dara', type: 'drawer-opened', data: {reason: 'change'}}],
    {spent: {}},
  ],
  [
    'a shift begins at nothing',
    [refunded('Dara', 40), {person: 'Dara', type: 'shift-opened', data: {floats: [kes(1)]}}],
    {spent: {}},
  ],
  [
    'so it does after a Z',
    [refunded('Dara', 40), {person: 'Dara', type: 'z-reported', data: {report: {number: 1, difference: null}}}],
    {spent: {}},
  ],
])('what the lines say: %s', (_, events, wanted) => {
  const before = two.reduce<Staff>(decided, noStaff);
  const staff = (events as readonly StoredEvent[]).reduce(evolveStaff, before);
  expect(staff).toMatchObject(wanted);
  expect(staff.spent).toEqual(wanted.spent ?? {});
  if (wanted.people !== undefined) expect(staff.people).toHaveLength(wanted.people.length);
  for (const [at, {credentials}] of (wanted.people ?? []).entries())
    if (credentials !== undefined) expect(staff.people[at]?.credentials).toEqual(credentials);
});

it('unlocks who has wrong tries, though nobody was locked', () => {
  const staff = evolveStaff(two.reduce<Staff>(decided, noStaff), refusals(2) as StoredEvent);
  expect(decideStaff({staff}, unlock(2))).toEqual([line('staff-unlocked', 2)]);
});

it('does not take a script for an owner, though an earlier version gave it the role', () => {
  const staff = [changedBy({role: 'owner'}), refusals(null), signedIn(2, 'token')]
    .map(each => each as StoredEvent)
    .reduce(evolveStaff, withScript.reduce<Staff>(decided, noStaff));
  expect(staff).toMatchObject({people: [{}, {role: 'owner'}], refusals: 1});
  const lastOwner: readonly StaffCommand[] = [lock(1), remove(1), change(1, {role: 'manager'})];
  for (const each of lastOwner) expect(() => decideStaff({staff}, each)).toThrow('staff-last-owner');
  expect(decideStaff({staff}, remove(2))).toHaveLength(1);
});

it('says who works here: present unless removed, able to sign in unless locked', () => {
  const commands: readonly StaffCommand[] = [...two, {...cashier, name: 'Esi'}, lock(2), remove(3)];
  const staff = commands.reduce(decided, noStaff);
  expect(presentPeople(staff).map(person => person.name)).toEqual(['Amina', 'Dara']);
  expect(activePeople(staff).map(person => person.name)).toEqual(['Amina']);
  expect([1, 2, 3, 4].map(each => personOf(staff, each)?.name)).toEqual(['Amina', 'Dara', undefined, undefined]);
});

it.each([
  ['1234', true],
  ['12345678', true],
  ['123', false],
  ['123456789', false],
  ['1234a', false],
  ['a1234', false],
  ['１２３４', false],
])('a PIN is four to eight digits: %s', (text, wanted) => expect(isPin(text)).toBe(wanted));

it.each([
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 30_000],
  [4, 60_000],
  [5, 120_000],
  [8, 960_000],
  [9, 1_800_000],
  [1000, 1_800_000],
])('after %i wrong tries the next one waits %i ms', (refusals, wait) => expect(waitAfter(refusals)).toBe(wait));

describe('what was typed or scanned where two people have a PIN, a badge and a passphrase each', () => {
  const person = (number: number, credentials: Person['credentials']) => ({
    number,
    name: `Person ${number}`,
    role: 'owner' as const,
    language: null,
    refusals: number,
    status: 'active' as const,
    credentials,
  });
  const all = {pin: 'p', badge: 'b', passphrase: 'w'};
  const staff = {...noStaff, refusals: 7, people: [person(1, all), person(2, all), person(3, {pin: 'p'})]};

  it.each([
    ['4821', 1, false, '1 pin'],
    ['4821', 1, true, '1 pin'],
    ['48260117', 3, true, '3 pin'],
    ['482601173', 1, false, '1 badge, 1 passphrase'],
    ['482601173', 1, true, '1 badge, 1 passphrase, 2 badge'],
    ['123', 3, true, '1 badge, 2 badge'],
    ['OWN-77', 3, false, ''],
    ['OWN-77', undefined, true, '1 badge, 2 badge'],
    ['4821', undefined, true, ''],
    ['', 2, true, '2 badge, 2 passphrase, 1 badge'],
  ] as const)('%s of %s, where a badge picks its person: %s', (text, number, picks, expected) => {
    const named = staff.people.find(each => each.number === number);
    const candidates = possiblePeople(staff, named, text, picks);
    expect(candidates.map(({person: {number: of}, by}) => `${of} ${by}`).join(', ')).toBe(expected);
    const counted = named === undefined || (picks && text !== '4821' && text !== '48260117') ? 7 : named.number;
    expect(countedFor(staff, [], {name: named?.name ?? '', secret: text, picks})).toBe(counted);
  });

  it('is no badge of somebody who was removed', () => {
    const gone = {...staff, people: staff.people.map(each => ({...each, status: 'removed' as const}))};
    expect(possiblePeople(gone, undefined, 'OWN-77', true)).toEqual([]);
  });
});

describe('wrong tries at two tills of a home', () => {
  const at = (minutes: number) => ({at: `2026-11-23T09:0${minutes}:00Z`});
  const wrong = (minutes: number, number: number | null = 2) => ({...refusals(number), ...at(minutes)});
  const right = (minutes: number, number = 2) => ({...signedIn(number), ...at(minutes)});
  const staffAfter = (...events: readonly object[]): Staff =>
    events.reduce<Staff>((now, event) => evolveStaff(now, event as StoredEvent), two.reduce<Staff>(decided, noStaff));
  const dara = {name: 'Dara', secret: '4826'};

  it.each([
    ['the highest count is that of the other till', [wrong(1)], [wrong(2), wrong(3)], 2],
    ['the highest count is that of this till', [wrong(1), wrong(2)], [wrong(3)], 2],
    ['a right one here ends the row of the other till', [right(4)], [wrong(2), wrong(3)], 0],
    ['a wrong one there begins it anew', [right(4)], [wrong(2), wrong(5)], 2],
    ['a right one there does not end the row of this till', [wrong(1), wrong(2)], [right(3)], 2],
    ['a right one of a clock that was ahead ends no row', [{...right(4), at: '2027-01-01T00:00:00Z'}], [wrong(2)], 1],
    ['somebody else’s do not count', [], [wrong(1, 1), wrong(2, 1), wrong(3, null)], 0],
  ])('%s', (_, here, there, count) =>
    expect(countedFor(staffAfter(...here), [staffAfter(...there)], dara)).toBe(count),
  );

  it('count in common where nobody has the name, or a badge may be anybody’s', () => {
    const others = [staffAfter(wrong(1, null), wrong(2, null)), staffAfter(wrong(1, null))];
    expect(countedFor(staffAfter(), others, {...dara, name: 'Nobody'})).toBe(2);
    expect(countedFor(staffAfter(), others, {...dara, secret: 'OWN-77', picks: true})).toBe(2);
    expect(countedFor(staffAfter(), others, {...dara, secret: 'OWN-77'})).toBe(0);
  });
});
