import {expect, it} from 'vitest';
import {
  decideTillStaff,
  nextVersion,
  staffListText,
  type TillPerson,
  type TillStaffChange,
} from '../../../src/core/office/till-staff.js';

const person = (id: string, name: string, shops: TillPerson['shops'] = null): TillPerson => ({
  id,
  name,
  role: 'cashier',
  shops,
  isLocked: false,
  start: 'a'.repeat(64),
  version: 5,
});
const people = [person('a', 'Amina'), person('b', 'Baraka', ['corner'])];
const start = 'b'.repeat(64);

it.each<[string, TillStaffChange, string]>([
  ['adds', {type: 'add', id: 'c', name: ' Chidi ', role: 'manager', shops: null, start}, 'Chidi manager'],
  ['renames', {type: 'change', id: 'b', version: 5, name: 'Bob'}, 'Bob cashier'],
  ['locks', {type: 'change', id: 'b', isLocked: true}, 'Baraka cashier locked'],
  ['gives a new code', {type: 'change', id: 'b', start}, 'Baraka cashier new'],
  ['removes', {type: 'remove', id: 'b'}, ''],
  ['takes no name of another', {type: 'change', id: 'b', name: 'AMINÁ'}, 'office-person-taken'],
  ['takes no change of an earlier list', {type: 'change', id: 'b', version: 4, name: 'Bob'}, 'office-person-changed'],
  ['takes no removal of an earlier list', {type: 'remove', id: 'b', version: 4}, 'office-person-changed'],
  ['knows nobody of that id', {type: 'remove', id: 'z'}, 'office-person-unknown'],
])('%s', (_, change, expected) => {
  const said = () => {
    const {people: after, about} = decideTillStaff(people, change, 9);
    expect(about.version).toBe(9);
    const found = after.find(({id}) => id === change.id);
    const marks = [found?.isLocked === true && 'locked', found?.start === start && change.type === 'change' && 'new'];
    return [found?.name, found?.role, ...marks].filter(Boolean).join(' ');
  };
  if (expected.startsWith('office-')) expect(said).toThrow(expected);
  else expect(said()).toBe(expected);
});

it('lists for a shop who works there, the same in any order', () => {
  expect(staffListText(people, 'corner')).toBe(staffListText(people.toReversed(), 'corner'));
  expect(JSON.parse(staffListText(people, 'market')).people.map(({id}: {id: string}) => id)).toEqual(['a']);
});

it('has a version that rises, also when the clock was set back or the office was restored', () => {
  expect(nextVersion(0, 1_700_000_000_000)).toBe(1_700_000_000);
  expect(nextVersion(1_900_000_000, 1_700_000_000_000)).toBe(1_900_000_001);
});
