import {describe, expect, it} from 'vitest';
import {type EventType, eventSpecs, type NewEvent, toWrite} from '../../../src/core/events/event.js';
import type {Json} from '../../../src/core/service/answer.js';
import {isValid, parseStrict} from '../../../src/core/spec/check.js';
import {
  addedIn,
  always,
  choice,
  count,
  dictionary,
  finite,
  flag,
  form,
  json,
  list,
  named,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  type Spec,
  sameAsLast,
  someText,
  text,
  textOrZero,
  tuple,
  whole,
} from '../../../src/core/spec/spec.js';
import {forAll, runs} from '../../hostile/runs.js';
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
    const write = () => parseStrict(spec, 'it')(value);
    if (problem === undefined) expect(write()).toEqual(value);
    else expect(write).toThrow(new TypeError(problem));
    expect(isValid(spec)(value)).toBe(problem === undefined);
  });

  it('with a member of a later version is read and not written', () => {
    const value = {kind: 'a', name: 'x', mood: 'fine'};
    expect(isValid(spec)(value)).toBe(true);
    expect(() => parseStrict(spec, 'it')(value)).toThrow('it.mood is a member that nothing specifies');
  });

  it.each([
    ['no number', {a: Number.NaN}],
    ['a date', {a: new Date(0)}],
    ['a function', [() => 1]],
    ['nothing', {a: undefined}],
    ['a big number', 1n],
  ])('that holds %s where there is JSON is not written', (_, said) => {
    expect(() => parseStrict(spec, 'it')({kind: 'a', name: 'x', said})).toThrow(/is not as specified: JSON|is missing/);
  });
});

const leaves: readonly (readonly [name: string, spec: Spec, good: readonly unknown[], bad: readonly unknown[]])[] = [
  ['a text', text(), ['', 'x'], [0, null, undefined, ['x']]],
  ['a text that is not empty', someText(), ['x'], ['', 0]],
  ['a text or 0', textOrZero(), ['', 'x', 0], [1, null]],
  ['a text or nothing', orNull(text(), ''), ['', null], [0, undefined]],
  ['a text or 0 or nothing', orNull(textOrZero(), ''), ['', 0, null], [1]],
  ['a whole number', whole(), [-1, 0, 1], [0.5, 2 ** 53, '1']],
  ['a count', count(), [0, 1], [-1, 0.5, 2 ** 53, '1']],
  ['a count or nothing', orNull(count(), ''), [0, null], [-1, '1']],
  ['a number above 0', positive(), [1], [0, -1, 0.5, '1']],
  ['a number', finite(), [-0.5, 0], [Number.NaN, Number.POSITIVE_INFINITY, '1']],
  ['a number or nothing', orNull(finite(), ''), [0.5, null], [Number.NaN, '1']],
  ['true or false', flag(), [true, false], [0, 'true', null]],
  ['true', always(), [true], [false, 1]],
  ['one of two', oneOf(['a', 'b']), ['a', 'b'], ['c', '']],
  ['two digits', form('two digits', /^\d\d$/), ['12'], ['1', '123', 12]],
  ['what may be left out', optional(count(), ''), [undefined, 0], [null, -1]],
  ['JSON', json(), [null, 0, 'x', true, [1, [null]], {a: {b: 1}}], [undefined]],
  ['a list', list(count()), [[], [1, 2]], [{}, 'x', [1, -1]]],
  ['a pair', tuple([text(), count()]), [['x', 1]], [['x'], ['x', 1, 1], ['x', -1], {}]],
  ['whatever names', dictionary(count()), [{}, {a: 1}], [{a: -1}, [], null, 'x']],
  ['an object', object({a: optional(count(), '')}), [{}, {a: 1}], [{a: -1}, [], null, 'x']],
  ['an object and other names', object({a: text()}, '', count()), [{a: 'x', b: 1}], [{a: 'x', b: 'x'}, {a: 1}, {b: 1}]],
];

it.each(leaves)('%s is read and written as that, and nothing else', (_, spec, good, bad) => {
  // Each as a value, as a member and as an item: they are checked in different places.
  const places: readonly (readonly [Spec, (value: unknown) => unknown])[] = [
    [spec, value => value],
    [object({it: spec}), value => ({it: value})],
    [tuple([spec]), value => [value]],
    [choice('kind', {a: object({kind: text(), it: spec})}), value => ({kind: 'a', it: value})],
  ];
  for (const [at, [of, put]] of places.entries()) {
    for (const value of good) {
      expect(isValid(of)(put(value)), `${at} ${JSON.stringify(value)}`).toBe(true);
      expect(parseStrict(of)(put(value))).toEqual(put(value));
    }
    for (const value of bad) {
      expect(isValid(of)(put(value)), `${at} ${JSON.stringify(value)}`).toBe(false);
      expect(() => parseStrict(of)(put(value)), `${at} ${JSON.stringify(value)}`).toThrow(TypeError);
    }
  }
});

describe('a copy to be written', () => {
  it('is as its JSON is read: no -0, nothing undefined, and any name', () => {
    const given = JSON.parse('{"kind": "c", "__proto__": {"a": "b"}}');
    const copy = parseStrict(spec)(given);
    expect(Object.keys(copy)).toEqual(['kind', '__proto__']);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.is(parseStrict(finite())(-0), 0)).toBe(true);
    expect(parseStrict(json())([-0, {a: -0}])).toStrictEqual([0, {a: 0}]);
    expect(parseStrict(object({a: optional(text(), '')}))({a: undefined})).toStrictEqual({});
    const named = parseStrict(json())(JSON.parse('{"__proto__": 1}'));
    expect(JSON.stringify(named)).toBe('{"__proto__":1}');
  });

  it.each([
    ['an object without a prototype', Object.assign(Object.create(null), {a: 1}), true],
    ['an object of a class', new Map(), false],
    ['an infinite number', Number.POSITIVE_INFINITY, false],
    ['a symbol', Symbol('a'), false],
    ['nothing in a list', [undefined], false],
  ])('takes %s for JSON: %s', (_, value, expected) => {
    const write = () => parseStrict(json(), 'it')(value);
    if (expected) expect(write()).toEqual({a: 1});
    else expect(write).toThrow(/^it.* is (?:not as specified: JSON|missing)$/);
  });

  it('has no place where none is named', () => {
    expect(() => parseStrict(text())(1)).toThrow(new TypeError(' is not as specified: text'));
    expect(() => parseStrict(json(), 'it')({a: [0, undefined]})).toThrow(new TypeError('it.a[1] is missing'));
  });
});

it('does not check again what passed last, and checks what did not', () => {
  const checked: unknown[] = [];
  const test = sameAsLast(value => {
    checked.push(value);
    return value === 'a' || value === 'b';
  });
  expect(['a', 'a', 'x', 'x', 'a', 'b', 'a'].map(test)).toEqual([true, true, false, false, true, true, true]);
  expect(checked).toEqual(['a', 'x', 'x', 'b', 'a']);
});

it('says of a member what is said of its type, unless it says it itself', () => {
  const type = addedIn('0.2', text('a text'));
  expect(optional(type, 'none')).toMatchObject({kind: 'optional', about: 'a text', since: '0.2', when: 'none'});
  expect(orNull(type, 'none')).toMatchObject({kind: 'nullable', about: 'a text', since: '0.2'});
  expect(orNull({kind: 'json'}, 'none')).toEqual({kind: 'nullable', of: {kind: 'json'}, when: 'none'});
  expect(named('word', type)('its word')).toMatchObject({about: 'its word', type: {name: 'word', means: 'a text'}});
  expect(named('word', {kind: 'json'})()).toMatchObject({about: '', type: {name: 'word', means: ''}});
  expect(oneOf(['a', 'b'])).toMatchObject({says: '`a`, `b`', values: ['a', 'b']});
});

function objectsIn(value: unknown, found = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof value !== 'object' || value === null) return found;
  found.add(value);
  for (const member of Object.values(value)) objectsIn(member, found);
  return found;
}

it.each(Object.keys(eventSpecs) as EventType[])('%s is written as it will be read, from a copy of its own', type => {
  const references = [1, 2, 3].map(reference);
  forAll(runs(30, 5000), dataOf(eventSpecs[type], references), data => {
    const event = {type, person: 'Amina', data} as unknown as NewEvent;
    const copy = toWrite(event).data;
    const read = JSON.parse(JSON.stringify(data));
    expect(copy).toStrictEqual(read);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(data));
    const given = objectsIn(data);
    expect([...objectsIn(copy)].filter(each => given.has(each))).toEqual([]);
  });
});
