import {expect, it} from 'vitest';
import {Nonces} from '../../src/office/nonces.js';

const start = Date.parse('2026-11-23T12:00:00Z');
const till = {shop: 'corner', till: 'T7K'};
const told = {...till, seq: 5_000_000_000, turns: 3};

function clocked(privateKey = 'a key') {
  const clock = {now: start, monotonic: 5000};
  const world = {now: () => clock.now, monotonic: () => clock.monotonic};
  return {clock, nonces: new Nonces({privateKey}, world)};
}

it('says what the office knew when it gave it: at whichever process of the office, and to that till alone', () => {
  const {nonces} = clocked();
  const {nonces: beside} = clocked();
  const text = nonces.fresh(told);
  expect(beside.read(text, till)).toEqual({text, givenAt: start, asked: {seq: 5_000_000_000, turns: 3}});
  for (const other of [
    {...till, till: 'T8K'},
    {...till, shop: 'mall'},
  ])
    expect(nonces.read(text, other)).toBeUndefined();
  expect(nonces.read(nonces.fresh(), till)?.asked).toEqual({seq: 0, turns: 0});
  expect(nonces.fresh()).not.toBe(nonces.fresh());
});

it('is none of another office, and none that anybody has changed or made up', () => {
  const {nonces} = clocked();
  expect(clocked('another key').nonces.read(nonces.fresh(), till)).toBeUndefined();
  const bytes = Buffer.from(nonces.fresh(told), 'base64url');
  for (const [at, byte] of bytes.entries())
    expect(nonces.read(Buffer.from(bytes.with(at, byte ^ 1)).toString('base64url'), till)).toBeUndefined();
  for (const text of ['', 'x', 'é'.repeat(56), 'A'.repeat(56), `${nonces.fresh()}=`, `${nonces.fresh()}AA`])
    expect(nonces.read(text, till)).toBeUndefined();
});

it.each([
  [0, true],
  [599_000, true],
  [601_000, false],
  [40 * 365 * 86_400_000, false],
])('after %i ms it is good: %s', (passed, isGood) => {
  const {clock, nonces} = clocked();
  const text = nonces.fresh(told);
  clock.monotonic += passed;
  expect(nonces.read(text, till) !== undefined).toBe(isGood);
});

it('is as old as it is however the clock jumps, and puts the time of a process that is behind forward', () => {
  const {clock, nonces} = clocked();
  const early = nonces.fresh(told);
  for (const jump of [86_400_000, -2 * 86_400_000]) {
    clock.now += jump;
    expect(nonces.read(early, till)).toBeDefined();
  }
  const {nonces: behind} = clocked();
  clock.monotonic += 540_000;
  expect(behind.read(early, till)).toBeDefined();
  expect(behind.read(nonces.fresh(told), till)).toBeDefined();
  clock.monotonic += 120_000;
  expect(behind.read(nonces.fresh(told), till)).toBeDefined();
  expect(behind.read(early, till)).toBeUndefined();
});
