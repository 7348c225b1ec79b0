import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isReference, mintReference, mintTill} from '../../src/core/reference.js';

const start = Date.UTC(2024, 0, 1);
const till = fc.string({unit: fc.constantFrom(...'ABCXYZILOU0189'), minLength: 1, maxLength: 3});
const bytes = fc.uint8Array({minLength: 4, maxLength: 8});
const instant = fc.integer({min: start, max: Date.UTC(2057, 0, 1)});
const none = new Uint8Array(4);

const timeOf = (reference: string) => reference.slice(-12, -6);

describe('a reference', () => {
  it('is the till, the seconds since 2024 and chance', () => {
    expect(mintReference({till: 'T7K', nowMs: start, last: undefined, random: none})).toBe('T7K000000000000');
    expect(mintReference({till: 'A', nowMs: start + 33_000, last: undefined, random: none})).toBe('A000011000000');
    const chance = Uint8Array.of(0xff, 0xff, 0xff, 0xff);
    expect(mintReference({till: 'T7K', nowMs: start, last: undefined, random: chance})).toBe('T7K000000ZZZZZZ');
    const now = Date.UTC(2026, 10, 20, 14, 2, 7);
    expect(mintReference({till: 'T7K', nowMs: now, last: undefined, random: none})).toBe('T7K2PWMJZ000000');
  });

  it('has at most 15 characters of A-Z0-9 and is known again', () => {
    fc.assert(
      fc.property(till, instant, bytes, (of, nowMs, random) => {
        const minted = mintReference({till: of, nowMs, last: undefined, random});
        expect(minted).toMatch(/^[A-Z0-9]{13,15}$/);
        expect(minted.startsWith(of)).toBe(true);
        expect(isReference(minted)).toBe(true);
      }),
    );
  });

  it('is never earlier than the last one, whatever the clock does', () => {
    const clock = fc.oneof(instant, fc.integer({min: -1e12, max: 4e12}), fc.constantFrom(0, start, start + 1));
    fc.assert(
      fc.property(fc.array(fc.tuple(clock, bytes), {minLength: 2}), till, (moments, of) => {
        let last: string | undefined;
        for (const [nowMs, random] of moments) {
          const minted = mintReference({till: of, nowMs, last, random});
          if (last !== undefined) expect(timeOf(minted) >= timeOf(last)).toBe(true);
          expect(minted).not.toBe(last);
          expect(isReference(minted)).toBe(true);
          last = minted;
        }
      }),
    );
  });

  it('sorts by time, as its seconds do', () => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const [first = '', second = ''] = [a, b].map(nowMs =>
          mintReference({till: 'T', nowMs, last: undefined, random: none}),
        );
        const order = Math.sign(Math.floor(a / 1000) - Math.floor(b / 1000));
        expect(Number(first > second) - Number(first < second)).toBe(order);
      }),
    );
  });

  it('starts at zero under a clock in 1970, and ends at the last second it can write', () => {
    expect(timeOf(mintReference({till: 'T', nowMs: 0, last: undefined, random: none}))).toBe('000000');
    expect(timeOf(mintReference({till: 'T', nowMs: Date.UTC(2090, 0, 1), last: undefined, random: none}))).toBe(
      'ZZZZZZ',
    );
  });

  it('differs from the last one even when the same second and the same chance come again', () => {
    const random = Uint8Array.of(0xff, 0xff, 0xff, 0xff);
    const first = mintReference({till: 'T', nowMs: start, last: undefined, random});
    expect(mintReference({till: 'T', nowMs: start, last: first, random})).toBe('T000000000000');
  });

  it('keeps apart a thousand of one second', () => {
    const seen = new Set<string>();
    let last: string | undefined;
    for (let number = 0; number < 1000; number += 1) {
      // Knuth's multiplicative hash: different numbers give different 32 bits.
      const random = new Uint8Array(4);
      new DataView(random.buffer).setUint32(0, Math.imul(number, 2_654_435_761));
      last = mintReference({till: 'T7K', nowMs: start, last, random});
      seen.add(last);
    }
    expect(seen.size).toBe(1000);
  });

  it('takes no notice of a last one that is none', () => {
    expect(mintReference({till: 'T', nowMs: start, last: 'rubbish', random: none})).toBe('T000000000000');
  });

  it('is not minted for a till that is none, or without chance', () => {
    for (const of of ['', 'ABCD', 'a', 'É', 'A ', 'A\n']) {
      expect(() => mintReference({till: of, nowMs: start, last: undefined, random: none})).toThrow(RangeError);
    }
    const three = new Uint8Array(3);
    expect(() => mintReference({till: 'T', nowMs: start, last: undefined, random: three})).toThrow(RangeError);
  });

  it.each(['', 'T7K', 'T00000000000', 't7k000000000000', 'T7K0000000000000', 'T7K00000000000I', 'T7K000000000000\n'])(
    'is not %j',
    text => expect(isReference(text)).toBe(false),
  );
});

describe('a till id', () => {
  it('has three characters that nobody mistakes for others', () => {
    fc.assert(
      fc.property(fc.uint8Array({minLength: 3, maxLength: 8}), random => {
        expect(mintTill(random)).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{3}$/);
      }),
    );
    expect(() => mintTill(new Uint8Array(2))).toThrow(RangeError);
  });

  it('uses all that chance gives', () => {
    const ids = Array.from({length: 2000}, (_, number) => mintTill(Uint8Array.of(0, number >> 8, number & 255)));
    expect(new Set(ids).size).toBe(2000);
  });
});
