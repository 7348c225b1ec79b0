import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/journal/event.js';
import {Problem} from '../../../src/core/problem.js';
import {decideStaff, type StaffCommand} from '../../../src/core/staff/decide.js';
import {nameSkeleton} from '../../../src/core/staff/name.js';
import {roles} from '../../../src/core/staff/schema.js';
import {activePeople, evolveStaff, noStaff, type Staff, typedKind, waitAfter} from '../../../src/core/staff/staff.js';

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
const command: fc.Arbitrary<StaffCommand> = fc.oneof(
  fc.record({type: fc.constant('add' as const), name, role, credential: fc.constant(pin('a'))}),
  fc.record({type: fc.constant('change' as const), number, name, role}, {requiredKeys: ['type', 'number']}),
  fc.record({type: fc.constantFrom('lock' as const, 'remove' as const), number, reason: fc.constant('left')}),
  fc.record({type: fc.constant('unlock' as const), number}),
);

describe('the staff', () => {
  it('always has an owner who can sign in, no two names that look alike, and never a number twice', () => {
    fc.assert(
      fc.property(fc.array(command, {maxLength: 30}), commands => {
        let staff = noStaff;
        for (const each of commands) {
          staff = decided(staff, each);
          const {people} = staff;
          expect(new Set(people.map(person => nameSkeleton(person.name))).size).toBe(people.length);
          expect(new Set(people.map(person => person.number)).size).toBe(people.length);
          if (people.length > 0) expect(activePeople(staff).some(person => person.role === 'owner')).toBe(true);
        }
      }),
      {numRuns: 300},
    );
  });

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
    expect(back.people[1]).toMatchObject({status: 'removed', credentials: {}});
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

it.each([
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 30_000],
  [4, 60_000],
  [5, 120_000],
  [8, 900_000],
  [1000, 900_000],
])('after %i wrong tries the next one waits %i ms', (refusals, wait) => {
  expect(waitAfter(refusals)).toBe(wait);
});

it.each([
  ['4821', {badge: 'b'}, 'pin'],
  ['48260117', {badge: 'b'}, 'pin'],
  ['482601173', {badge: 'b'}, 'badge'],
  ['123', {badge: 'b'}, 'badge'],
  ['OWN-77', {badge: 'b'}, 'badge'],
  ['OWN-77', {}, 'pin'],
  ['', {badge: 'b'}, 'badge'],
] as const)('what is typed is a PIN or a badge: %s', (text, credentials, kind) => {
  expect(typedKind({credentials}, text)).toBe(kind);
});
