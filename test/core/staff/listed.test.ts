import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {evolveStaff} from '../../../src/core/rights/rights.js';
import {decideStaff, type StaffCommand} from '../../../src/core/staff/decide.js';
import type {ListedPerson} from '../../../src/core/staff/schema.js';
import {hasStaff, noStaff, type Staff} from '../../../src/core/staff/staff.js';
import {forAll} from '../../hostile/runs.js';

const pin = (record: string) => ({kind: 'pin', record}) as const;
const start = 'a'.repeat(64);
const person = (id: string, name: string, change: Partial<ListedPerson> = {}): ListedPerson => ({
  id,
  name,
  role: 'cashier',
  isLocked: false,
  start,
  ...change,
});
let version = 0;
const list = (...people: readonly ListedPerson[]): StaffCommand => {
  version += 1;
  const of = {shop: 'corner', version, at: '2026-11-23T09:00:00Z', sha256: '1'.repeat(64)};
  return {type: 'list', people, list: {...of, signature: 's', office: 'K'.repeat(43)}};
};
const owner: StaffCommand = {type: 'add', name: 'Amina', role: 'owner', credential: pin('1')};
const local: StaffCommand = {type: 'add', name: 'Baraka', role: 'cashier', credential: pin('2')};
const setPin = (number: number): StaffCommand => ({type: 'change', number, credential: pin('3')});

const staffAfter = (...commands: readonly StaffCommand[]): Staff =>
  commands.reduce(
    (staff, command) =>
      decideStaff({staff}, command).reduce((now, event) => evolveStaff(now, event as StoredEvent), staff),
    noStaff,
  );
const shown = ({people}: Staff) =>
  people.map(({number, name, role, status, credentials}) =>
    [number, name, role, status, Object.keys(credentials).join()].join(' ').trim(),
  );

describe('a list of people that comes to a till', () => {
  const withPin = (...people: readonly ListedPerson[]): readonly StaffCommand[] => [owner, local, list(...people)];
  const baraka = person('b', 'Baraka');
  it.each<[string, readonly StaffCommand[], string]>([
    [
      'leaves everybody who is not on it as they are',
      withPin(person('c', 'Chidi')),
      '2 Baraka cashier active pin, 3 Chidi cashier active',
    ],
    [
      'takes who has the name for the same person, with the PIN of this till and the role of the list',
      withPin({...baraka, role: 'manager'}),
      '2 Baraka manager active pin',
    ],
    ['locks whom it locks', withPin({...baraka, isLocked: true}), '2 Baraka cashier locked pin'],
    ['removes whom it names no more, with the PIN', [...withPin(baraka), list()], '2 Baraka cashier removed'],
    ['takes somebody back, who needs a new PIN', [...withPin(baraka), list(), list(baraka)], '2 Baraka cashier active'],
    [
      'keeps a lock that was set at the till',
      [owner, local, {type: 'lock', number: 2, reason: 'lost badge'}, list(baraka)],
      '2 Baraka cashier locked pin',
    ],
    [
      'unlocks whom it had locked itself',
      [...withPin({...baraka, isLocked: true}), list(baraka)],
      '2 Baraka cashier active pin',
    ],
    [
      'knows a person by the id, whatever the name is now',
      [owner, list(baraka), list(person('b', 'Baraka Otieno'))],
      '2 Baraka Otieno cashier active',
    ],
    [
      'gives nobody the name of another, nor that of a script',
      [
        owner,
        {type: 'add', name: 'Night', role: 'cashier', verbs: ['totals'], credential: {kind: 'token', record: 't'}},
        list(baraka, person('n', 'Night')),
        list(person('b', 'Amina'), person('n', 'Night')),
      ],
      '2 Night cashier active token, 3 Baraka cashier active',
    ],
  ])('%s', (_, commands, expected) =>
    expect(shown(staffAfter(...commands)).join(', ')).toBe(`1 Amina owner active pin, ${expected}`),
  );

  it('asks nobody to sign in at a till without people until one of them has set a PIN there', () => {
    const waiting = staffAfter(list(person('a', 'Amina', {role: 'owner'})));
    expect(hasStaff(waiting)).toBe(false);
    expect(hasStaff(staffAfter(list(person('a', 'Amina')), list()))).toBe(false);
    const settled = staffAfter(list(person('a', 'Amina')), setPin(1));
    expect(hasStaff(settled)).toBe(true);
    expect(settled.people[0]?.office).toMatchObject({used: start, isNew: false});
    expect(settled.people[0]?.office?.start).toBeUndefined();
    expect(hasStaff(staffAfter(list(person('a', 'Amina')), setPin(1), list()))).toBe(true);
  });

  it('lets a code begin once, and a new one again', () => {
    const used = [list(person('a', 'Amina')), setPin(1)];
    expect(staffAfter(...used, list(person('a', 'Amina'))).people[0]?.office?.start).toBeUndefined();
    const renewed = staffAfter(...used, list(person('a', 'Amina', {start: 'b'.repeat(64)})));
    expect(renewed.people[0]?.office?.start).toBe('b'.repeat(64));
  });

  it.each<[string, StaffCommand]>([
    ['renamed', {type: 'change', number: 2, name: 'Bob'}],
    ['made an owner', {type: 'change', number: 2, role: 'owner'}],
    ['removed', {type: 'remove', number: 2, reason: 'left'}],
    ['unlocked', {type: 'unlock', number: 2}],
  ])('names people who are not %s at the till', (_, command) => {
    const people = person('b', 'Baraka', {isLocked: command.type === 'unlock'});
    expect(() => staffAfter(owner, local, list(people), command)).toThrow('person-of-office');
  });

  it('lets nobody act whom the newest one does not name, or locks, whatever was done at the till', () => {
    const ids = ['a', 'b', 'c'] as const;
    const some = fc.array(fc.record({id: fc.constantFrom(...ids), isLocked: fc.boolean()}), {maxLength: 3});
    const command = fc.oneof(
      some.map(people =>
        list(
          ...[...new Map(people.map(each => [each.id, each])).values()].map(({id, isLocked}) =>
            person(id, `Person ${id}`, {isLocked}),
          ),
        ),
      ),
      fc.record({
        type: fc.constantFrom('lock' as const, 'remove' as const),
        number: fc.integer({min: 1, max: 5}),
        reason: fc.constant('x'),
      }),
      fc.record({type: fc.constant('unlock' as const), number: fc.integer({min: 1, max: 5})}),
      fc.integer({min: 1, max: 5}).map(setPin),
    );
    forAll(fc.array(command, {maxLength: 25}), commands => {
      let staff = staffAfter(owner);
      let newest: readonly ListedPerson[] | undefined;
      for (const each of commands) {
        try {
          staff = decideStaff({staff}, each).reduce((now, event) => evolveStaff(now, event as StoredEvent), staff);
          if (each.type === 'list') newest = each.people;
        } catch {
          // what is refused changes nothing
        }
        for (const {office, status} of staff.people) {
          if (office === undefined) continue;
          const said = newest?.find(({id}) => id === office.id);
          if (said === undefined || said.isLocked) expect(status).not.toBe('active');
        }
        expect(new Set(staff.people.map(({number}) => number)).size).toBe(staff.people.length);
      }
    });
  });
});
