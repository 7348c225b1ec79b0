import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {afterCode, invited, isOpen, newPerson, reaches, refusalOfChange} from '../../../src/core/office/person.js';
import {isFresh, isSessionOpen, triedInVain, type VainTries, waitOf} from '../../../src/core/office/sign-in.js';
import {forAll} from '../../hostile/runs.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const of = fc.constantFrom('person' as const, 'address' as const);
const longest = {person: 15 * minute, address: 60 * minute};
const begun = Date.parse('2026-11-20T12:00:00Z');

describe('tries in vain', () => {
  it('are free at first, and then wait longer each time', () => {
    let tries: VainTries | undefined;
    const waits = Array.from({length: 10}, () => {
      const now = tries === undefined ? begun : tries.until;
      tries = triedInVain(tries, 'person', now);
      return waitOf(tries, now) / minute;
    });
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 15, 15]);
  });

  it('are so few in a day that no passphrase is found, however they are spread', () =>
    forAll(of, fc.array(fc.nat(2 * 60 * minute), {maxLength: 400}), (kind, pauses) => {
      let [now, heard]: [number, number] = [begun, 0];
      let tries: VainTries | undefined;
      for (const pause of pauses) {
        now += pause;
        if (now > begun + day) break;
        if (waitOf(tries, now) > 0) continue;
        heard += 1;
        tries = triedInVain(tries, kind, now);
      }
      expect(heard).toBeLessThanOrEqual(
        kind === 'person' ? 5 + 4 + day / longest.person : 20 + 7 + day / longest.address,
      );
    }));

  it('never hold anybody for longer than the longest wait, wherever the clock jumps', () =>
    forAll(of, fc.array(fc.integer({min: -9 * day, max: 9 * day}), {minLength: 1, maxLength: 40}), (kind, jumps) => {
      let now = begun;
      let tries: VainTries | undefined;
      for (const jump of jumps) {
        now += jump;
        expect(waitOf(tries, now)).toBeLessThanOrEqual(longest[kind]);
        tries = triedInVain(tries, kind, now);
      }
      expect(waitOf(tries, now - 1)).toBe(0); // what is dated in the future holds nobody
    }));
});

it('a session, an invitation and a fresh sign-in end when their time is over, and none comes back by a jump of the clock beyond it', () =>
  forAll(fc.integer({min: -3 * day, max: 3 * day}), passed => {
    const now = begun + passed;
    expect(isSessionOpen({seenAt: begun, startedAt: begun}, now)).toBe(Math.abs(passed) <= day / 2);
    const used = {seenAt: now, startedAt: begun};
    expect(isSessionOpen(used, now)).toBe(Math.abs(passed) <= 7 * day);
    expect(isFresh(begun, now)).toBe(Math.abs(passed) <= 15 * minute);
    expect(isOpen({hash: '', madeAt: begun, replaces: false}, now)).toBe(passed >= 0 && passed <= 15 * minute);
  }));

const amina = {...newPerson('a', {name: 'Amina', role: 'owner', shops: 'all'}), passphrase: 'x'};

it('a one-time code works once, whatever the clock said meanwhile', () => {
  const person = {...amina, codes: {sealed: '', used: []}};
  const used = afterCode(person, 100);
  expect(used && afterCode(used, 100)).toBeUndefined();
  const later = used && afterCode(used, 9000);
  expect(later && afterCode(later, 101)).toBeDefined();
  expect(later && afterCode(later, 100)).toBeUndefined();
});

it('an invitation that replaces leaves nothing that worked before; another one leaves it all', () => {
  const invitation = {hash: 'h', madeAt: begun};
  expect(invited(amina, {...invitation, replaces: true})).toMatchObject({passphrase: null, codes: null, passkeys: []});
  expect(invited(amina, {...invitation, replaces: false})).toMatchObject({passphrase: 'x'});
});

it.each([
  ['the only owner is removed', [amina], null, 1, 'office-last-owner'],
  ['the only owner becomes a viewer', [amina], {role: 'viewer', shops: 'all'}, 1, 'office-last-owner'],
  ['the only owner of all shops keeps one', [amina], {role: 'owner', shops: ['mall']}, 1, 'office-last-owner'],
  ['the other owner has one shop', [amina, {...amina, id: 'b', shops: ['mall']}], null, 1, 'office-last-owner'],
  ['the other owner cannot sign in', [amina, {...amina, id: 'b', passphrase: null}], null, 1, 'office-last-owner'],
  ['there is another owner', [amina, {...amina, id: 'b'}], null, 1, undefined],
  ['somebody else was faster', [amina, {...amina, id: 'b'}], null, 2, 'office-person-changed'],
] as const)('the rights of a person, if %s', (_, people, to, version, refusal) =>
  expect(refusalOfChange(people, amina, {to, version})).toBe(refusal),
);

it.each([
  ['all', 'all', true],
  ['all', ['mall'], true],
  [['mall'], ['mall'], true],
  [['corner', 'mall'], ['mall'], true],
  [['mall'], ['corner'], false],
  [['mall'], ['corner', 'mall'], false],
  [['mall'], 'all', false],
] as const)('who has %j reaches %j: %s', (own, shops, does) => expect(reaches(own, shops)).toBe(does));
