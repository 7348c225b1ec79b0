import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  areReferences,
  greatest,
  isReference,
  mintReference,
  mintTill,
  ownReference,
} from '../../../src/core/journal/reference.js';
import {forAll} from '../../hostile/runs.js';

const release = Date.UTC(2026, 10, 1);
const till = fc.string({unit: fc.constantFrom(...'ABCXYZILOU0189'), minLength: 1, maxLength: 3});
const bytes = fc.uint8Array({minLength: 4, maxLength: 8});
const instant = fc.integer({min: release, max: Date.UTC(2057, 0, 1)});
const none = new Uint8Array(4);

describe('a reference', () => {
  it('is the till, the seconds since 2024 and chance', () => {
    expect(mintReference({till: 'T7K', nowMs: release, last: undefined, random: none})).toBe('T7K2N9040000000');
    expect(mintReference({till: 'A', nowMs: release + 33_000, last: undefined, random: none})).toBe('A2N9051000000');
    const chance = Uint8Array.of(0xff, 0xff, 0xff, 0xff);
    expect(mintReference({till: 'T7K', nowMs: release, last: undefined, random: chance})).toBe('T7K2N9040ZZZZZZ');
    const now = Date.UTC(2026, 10, 20, 14, 2, 7);
    expect(mintReference({till: 'T7K', nowMs: now, last: undefined, random: none})).toBe('T7K2PWMJZ000000');
  });

  it('has at most 15 characters of A-Z0-9 and is known again', () =>
    forAll(till, instant, bytes, (of, nowMs, random) => {
      const minted = mintReference({till: of, nowMs, last: undefined, random});
      expect(minted).toMatch(/^[A-Z0-9]{13,15}$/);
      expect(minted.startsWith(of)).toBe(true);
      expect(isReference(minted)).toBe(true);
    }));

  it('comes after every one before it, whatever the clock and chance do', () => {
    const clock = fc.oneof(instant, fc.integer({min: -1e12, max: 4e12}), fc.constantFrom(0, release, release + 1));
    const chance = fc.oneof(bytes, fc.constantFrom(none, Uint8Array.of(0xff, 0xff, 0xff, 0xff)));
    forAll(fc.array(fc.tuple(clock, chance), {minLength: 2}), till, (moments, of) => {
      let last: string | undefined;
      for (const [nowMs, random] of moments) {
        const minted = mintReference({till: of, nowMs, last, random});
        if (last !== undefined) expect(minted.slice(-12) > last.slice(-12)).toBe(true);
        expect(isReference(minted)).toBe(true);
        last = greatest(last, minted);
        expect(last).toBe(minted);
      }
    });
  });

  it('sorts by time, as its seconds do', () =>
    forAll(instant, instant, (a, b) => {
      const [first = '', second = ''] = [a, b].map(nowMs =>
        mintReference({till: 'T', nowMs, last: undefined, random: none}),
      );
      const order = Math.sign(Math.floor(a / 1000) - Math.floor(b / 1000));
      expect(Number(first > second) - Number(first < second)).toBe(order);
    }));

  it('asks no clock that cannot be right', () => {
    const last = mintReference({till: 'T', nowMs: release, last: undefined, random: none});
    for (const nowMs of [0, Date.UTC(2090, 0, 1), Date.UTC(2058, 0, 1)]) {
      expect(mintReference({till: 'T', nowMs, last: undefined, random: none})).toBe('T000000000000');
      expect(mintReference({till: 'T', nowMs, last, random: none})).toBe('T2N9040000001');
    }
  });

  it('is not counted on from a time that cannot be', () => {
    expect(greatest(undefined, 'TZZZZZZ000000')).toBeUndefined();
    expect(greatest('T2N9040000001', 'TZZZZZZ000000')).toBe('T2N9040000001');
    expect(mintReference({till: 'T', nowMs: release, last: 'TZZZZZZ000000', random: none})).toBe('T2N9040000000');
  });

  it('has as much chance in it where time stands as where it goes on', () => {
    const chances = [0, 1, 2 ** 29, 2 ** 30 - 1].map(value => {
      const random = new Uint8Array(4);
      new DataView(random.buffer).setUint32(0, value);
      return mintReference({till: 'T', nowMs: release, last: 'T2N9040ZZZZZZ', random});
    });
    expect(chances).toEqual(['T2N9041000000', 'T2N9041000001', 'T2N9041G00000', 'T2N9041ZZZZZZ']);
  });

  it('takes no notice of a last one that is none', () =>
    expect(mintReference({till: 'T', nowMs: release, last: 'rubbish', random: none})).toBe('T2N9040000000'));

  it('is not minted for a till that is none, or without chance', () => {
    for (const each of ['', 'ABCD', 'a', 'É', 'A ', 'A\n']) {
      expect(() => mintReference({till: each, nowMs: release, last: undefined, random: none})).toThrow(RangeError);
    }
    const three = new Uint8Array(3);
    expect(() => mintReference({till: 'T', nowMs: release, last: undefined, random: three})).toThrow(RangeError);
  });

  it.each(['', 'T7K', 'T00000000000', 't7k000000000000', 'T7K0000000000000', 'T7K00000000000I', 'T7K000000000000\n'])(
    'is not %j',
    text => expect(isReference(text)).toBe(false),
  );
});

it.each([
  ['T7K2N9040000000', 'T7K2N9040000000'],
  [' t7k 2n9040-000000', 'T7K2N9040000000'],
  ['t7k–2n90 4000 0000', 'T7K2N9040000000'],
  ['T7K2N904000000I0', 'T7K2N904000000I0'],
  ['a 1 2 3', 'a 1 2 3'],
  ['2n9040000000', '2n9040000000'],
])('what is typed as %j is the reference %j', (text, read) => expect(ownReference(text)).toBe(read));

it('is ordered by its time and chance alone, and is of the present moment if that is later than the last', () => {
  const mint = (till: string, after: number, last?: string) =>
    mintReference({till, nowMs: release + after * 1000, last, random: none});
  const [first, second] = [mint('ZZZ', 0), mint('A', 10)];
  expect([greatest(first, second), greatest(second, first), greatest(undefined, first)]).toEqual([
    second,
    second,
    first,
  ]);
  expect(mint('A', 10, first)).toBe(second);
  expect(greatest(first, 'no reference')).toBe(first);
});

it.each<[string, readonly string[], boolean]>([
  ['two of two', ['T7K2N904000000A', 't7k 2n904000000b'], true],
  ['two of three', ['T7K2N904000000A', 'T7K2N904000000B', 'x'], true],
  ['two of four', ['T7K2N904000000A', 'T7K2N904000000B', 'x', 'y'], false],
  ['one alone', ['T7K2N904000000A'], false],
  ['numbers of others, without a letter', ['100100000000001', '100100000000002'], false],
  ['numbers with a letter at the beginning alone', ['T7K100000000001', 'T7K100000000002'], false],
  ['none of the first ten years', ['T7KZN904000000A', 'T7KZN904000000B'], false],
  ['nothing', [], false],
])('a column with %s is of references: %s', (_, texts, isOwn) => expect(areReferences(texts)).toBe(isOwn));

describe('a till id', () => {
  it('has three characters that nobody mistakes for others', () => {
    forAll(fc.uint8Array({minLength: 3, maxLength: 8}), random => {
      expect(mintTill(random)).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{3}$/);
    });
    expect(() => mintTill(new Uint8Array(2))).toThrow(RangeError);
  });

  it('uses all that chance gives', () => {
    const ids = Array.from({length: 2000}, (_, number) => mintTill(Uint8Array.of(0, number >> 8, number & 255)));
    expect(new Set(ids).size).toBe(2000);
  });
});
