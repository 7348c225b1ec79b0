import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type EventType, eventSpecs, type NewEvent, toWrite} from '../../../src/core/journal/event.js';
import type {Json} from '../../../src/core/service/answer.js';
import {exactly, fits} from '../../../src/core/spec/check.js';
import {
  choice,
  count,
  dictionary,
  finite,
  json,
  list,
  object,
  oneOf,
  optional,
  orNull,
  text,
  textOrZero,
  tuple,
} from '../../../src/core/spec/spec.js';
import {runs} from '../../hostile/runs.js';
import {dataOf} from '../../hostile/schema-data.js';
import {reference} from '../../store/support.js';

const spec = choice('kind', {
  a: object({
    kind: oneOf(['a']),
    name: text(),
    often: optional(count(), 'once'),
    said: optional(json<Json>(), 'nothing'),
  }),
  b: object({kind: oneOf(['b']), rows: list(tuple([textOrZero(), finite(), orNull(count(), 'none')]))}),
  c: object({kind: oneOf(['c'])}, '', dictionary(text())),
});

describe('a value', () => {
  it.each<[string, unknown, string | undefined]>([
    ['that has all of it', {kind: 'a', name: '', often: 0, said: [null, {a: 1.5}]}, undefined],
    ['without what is optional', {kind: 'a', name: 'x'}, undefined],
    [
      'with rows',
      {
        kind: 'b',
        rows: [
          [0, -0.5, null],
          ['x', 1, 1],
        ],
      },
      undefined,
    ],
    ['with other members that may be there', {kind: 'c', one: {a: 'b'}, two: {}}, undefined],
    ['that is none', null, 'it.kind is not as specified: a, b, c'],
    ['of no case', {kind: 'd'}, 'it.kind is not as specified: a, b, c'],
    ['without what is needed', {kind: 'a'}, 'it.name is missing'],
    ['with nothing where a text is needed', {kind: 'a', name: undefined}, 'it.name is missing'],
    ['with a wrong member', {kind: 'a', name: 'x', often: -1}, 'it.often is not as specified: whole number, 0 or more'],
    ['with a short row', {kind: 'b', rows: [['x', 1]]}, 'it.rows[0] is not as specified: list of 3'],
    ['with a long row', {kind: 'b', rows: [['x', 1, 1, 1]]}, 'it.rows[0] is not as specified: list of 3'],
    ['with a wrong item', {kind: 'b', rows: [[1, 1, 1]]}, 'it.rows[0][0] is not as specified: text, or 0'],
    [
      'with a number that is none',
      {kind: 'b', rows: [['x', Number.NaN, 1]]},
      'it.rows[0][1] is not as specified: number',
    ],
    ['with a wrong other member', {kind: 'c', one: {a: 1}}, 'it.one.a is not as specified: text'],
    ['with a list for an object', {kind: 'c', one: ['a']}, 'it.one is not as specified: object'],
  ])('%s', (_, value, problem) => {
    const write = () => exactly(spec, 'it')(value);
    if (problem === undefined) expect(write()).toEqual(value);
    else expect(write).toThrow(new TypeError(problem));
    expect(fits(spec)(value)).toBe(problem === undefined);
  });

  it('with a member of a later version is read and not written', () => {
    const value = {kind: 'a', name: 'x', mood: 'fine'};
    expect(fits(spec)(value)).toBe(true);
    expect(() => exactly(spec, 'it')(value)).toThrow('it.mood is a member that nothing specifies');
  });

  it.each([
    ['no number', {a: Number.NaN}],
    ['a date', {a: new Date(0)}],
    ['a function', [() => 1]],
    ['nothing', {a: undefined}],
    ['a big number', 1n],
  ])('that holds %s where there is JSON is not written', (_, said) => {
    expect(() => exactly(spec, 'it')({kind: 'a', name: 'x', said})).toThrow(/is not as specified: JSON|is missing/);
  });
});

function objectsIn(value: unknown, found = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof value !== 'object' || value === null) return found;
  found.add(value);
  for (const member of Object.values(value)) objectsIn(member, found);
  return found;
}

it.each(Object.keys(eventSpecs) as EventType[])('%s is written as it will be read, from a copy of its own', type => {
  const references = [1, 2, 3].map(reference);
  fc.assert(
    fc.property(dataOf(eventSpecs[type], references), data => {
      const event = {type, person: 'Amina', data} as unknown as NewEvent;
      const copy = toWrite(event).data;
      const read = JSON.parse(JSON.stringify(data));
      expect(copy).toStrictEqual(read);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(data));
      const given = objectsIn(data);
      expect([...objectsIn(copy)].filter(each => given.has(each))).toEqual([]);
    }),
    runs(30, 5000),
  );
});
