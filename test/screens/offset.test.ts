import fc from 'fast-check';
import {expect, test} from 'vitest';
import {firstLine, movedOffset} from '../../screens/kit/list.js';
import {forAll} from '../hostile/runs.js';

const [up, down, pageUp, pageDown, home, end] = [0, 1, 2, 3, 4, 5];
const text = {count: 282, height: 17};
const page = 16;

/** The first line after these keys, from the top of the text. */
const after = (...places: readonly number[]) =>
  firstLine(
    places.reduce((offset, place) => movedOffset(offset, {place, page}), 0),
    text,
  );

test('cursor keys work at the end of a text as they do elsewhere', () => {
  expect(after(end)).toBe(265);
  expect(after(end, up)).toBe(264);
  expect(after(end, pageUp)).toBe(249);
  expect(after(end, up, up, down)).toBe(264);
  expect(after(end, down, down, up)).toBe(264);
  expect(after(end, up, home)).toBe(0);
  expect(after(end, home, pageDown)).toBe(16);
  expect(after(end, up, end)).toBe(265);
});

test('a text is never shown beyond its end nor before its top', () => {
  const places = fc.array(fc.integer({min: 0, max: 5}), {maxLength: 60});
  forAll(places, fc.integer({min: 0, max: 60}), fc.integer({min: 1, max: 30}), (typed, count, height) => {
    const offset = typed.reduce((before, place) => movedOffset(before, {place, page: height}), 0);
    const first = firstLine(offset, {count, height});
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThanOrEqual(Math.max(0, count - height));
  });
});

test('what fits stands still', () => {
  const fits = {count: 10, height: 17};
  for (const place of [up, down, pageUp, pageDown, home, end])
    expect(firstLine(movedOffset(0, {place, page}), fits)).toBe(0);
});
