import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  daysTooOld,
  judgeList,
  type ListHead,
  listHeadIn,
  listKinds,
  listNote,
  type OfferedList,
  type SignedList,
} from '../../../src/core/staff/signed-list.js';
import {forAll} from '../../hostile/runs.js';

const [one, other] = ['1', '2'].map(digit => digit.repeat(64)) as [string, string];
const office = 'K'.repeat(43);
const head: ListHead = {kind: 'staff', shop: 'corner', version: 7, at: '2026-11-23T09:00:00Z', sha256: one};
const offered = (change: Partial<ListHead> = {}): OfferedList => {
  const {shop, kind, sha256} = {...head, ...change};
  return {office, shop, kind, sha256, isSigned: true, note: listNote({...head, ...change})};
};
const inForce: SignedList = {...head, signature: 's', office};

describe('a list of a head office', () => {
  it.each<[string, SignedList | undefined, OfferedList, string]>([
    ['the first', undefined, offered(), 'take'],
    ['a later one', inForce, offered({version: 8, sha256: other}), 'take'],
    ['the same', inForce, offered(), 'known'],
    ['the same, signed an hour later', inForce, offered({at: '2026-11-23T10:00:00Z'}), 'known'],
    ['the same, signed a day later', inForce, offered({at: '2026-11-24T09:00:00Z'}), 'take'],
    ['the same, signed before', inForce, offered({at: '2026-11-20T09:00:00Z'}), 'known'],
    ['an earlier one', inForce, offered({version: 6, at: '2026-11-30T09:00:00Z'}), 'older'],
    ['another of the same version', inForce, offered({sha256: other}), 'forged'],
    ['one that nobody signed', undefined, {...offered(), isSigned: false}, 'forged'],
    ['one of which bytes are missing', undefined, {...offered(), sha256: other}, 'shortened'],
    ['one for another shop', undefined, {...offered(), shop: 'market'}, 'foreign'],
    ['prices in place of people', undefined, {...offered(), kind: 'items'}, 'foreign'],
    ['no list', undefined, {...offered(), note: `${offered().note}x`}, 'unreadable'],
    ['the first of another office', {...inForce, office: 'L'.repeat(43)}, offered({version: 1}), 'take'],
  ])('is judged: %s', (_, before, given, expected) => {
    const verdict = judgeList(before, given);
    expect(verdict.kind === 'refuse' ? verdict.why : verdict.kind).toBe(expected);
  });

  it('never takes the place of a later one, in whatever order lists come', () => {
    const lists = fc.record({version: fc.integer({min: 1, max: 5}), day: fc.integer({min: 10, max: 28})});
    forAll(fc.array(lists, {maxLength: 30}), given => {
      let now: SignedList | undefined;
      for (const {version, day} of given) {
        const verdict = judgeList(
          now,
          offered({version, sha256: `${version}`.repeat(64), at: `2026-11-${day}T09:00:00Z`}),
        );
        if (verdict.kind !== 'take') continue;
        expect(verdict.head.version).toBeGreaterThanOrEqual(now?.version ?? 0);
        now = {...verdict.head, signature: 's', office};
      }
      expect(now?.version).toBe(given.length === 0 ? undefined : Math.max(...given.map(each => each.version)));
    });
  });

  it('is signed as a text that states all of it, and nothing else can be read as one', () => {
    for (const kind of listKinds) expect(listHeadIn(listNote({...head, kind}))).toEqual({...head, kind});
    expect(() => listNote({...head, shop: 'a\nb'})).toThrow(RangeError);
    for (const note of ['', 'duka.head/1\n', listNote(head).replace('\n7\n', '\n07\n'), ` ${listNote(head)}`])
      expect(listHeadIn(note)).toBeUndefined();
  });

  it.each([
    ['2026-11-23T09:00:00Z', undefined],
    ['2026-12-23T09:00:00Z', undefined],
    ['2026-12-24T09:00:00Z', 31],
    ['2020-01-01T00:00:00Z', undefined],
  ])('is too old after 30 days: at %s', (now, days) => expect(daysTooOld(head, Date.parse(now))).toBe(days));
});
