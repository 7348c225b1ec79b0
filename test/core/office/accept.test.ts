import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {branchBytesMax, branchesMax, closeFork, projectedThrough} from '../../../src/core/office/accept.js';
import {chainStart, uploadBytesMax} from '../../../src/core/office/chain.js';
import {forAll} from '../../hostile/runs.js';
import {journalOf} from './journal-of.js';
import {key, OfficeInMemory} from './office-in-memory.js';

const whole = journalOf(10);
const textOf = (journal: typeof whole) => Buffer.from(journal.bytes(1, journal.seq)).toString();

/** An office that has the first lines of a journal. */
function officeWith(lines: number, journal = whole): OfficeInMemory {
  const office = new OfficeInMemory();
  if (lines > 0) office.put(journal, 1, lines);
  return office;
}

describe('lines of one journal', () => {
  it.each([
    ['go on where the office stands', 5, [6, 10], 'kept', 10],
    ['begin at the first', 0, [1, 10], 'kept', 10],
    ['come again', 10, [1, 10], 'kept', 10],
    ['come again in part', 10, [3, 5], 'kept', 10],
    ['overlap', 5, [3, 8], 'kept', 8],
    ['leave some out', 5, [7, 8], 'gap', 5],
    ['leave the first out', 0, [2, 3], 'gap', 0],
  ] as const)('that %s', (_, has, [first, last], kind, seq) => {
    const office = officeWith(has);
    expect(office.put(whole, first, last)).toEqual({kind, position: {seq, head: whole.hashOf(seq)}});
    expect(office.text()).toBe(textOf(whole.copy(seq)));
    expect(office.incidents).toEqual([]);
  });

  it('are kept once and in their order, however they are cut, lost, doubled and reordered', () => {
    const piece = fc.tuple(fc.integer({min: 1, max: 10}), fc.integer({min: 1, max: 10}), fc.nat(10));
    forAll(fc.array(piece, {maxLength: 30}), fc.nat(2), (pieces, clues) => {
      const office = new OfficeInMemory();
      const nonces = [office.nonce()];
      for (const [a, b, old] of pieces) {
        office.put(whole, Math.min(a, b), Math.max(a, b), nonces[old % nonces.length]);
        nonces.push(office.nonce());
        if (clues > 0) office.claim({seq: office.record.seq, head: office.record.head}, nonces.at(-1));
      }
      office.ship(whole);
      expect(office.text()).toBe(textOf(whole));
      expect(office.incidents).toEqual([]);
    });
  });
});

describe('bytes that are no piece of a journal', () => {
  const line = (seq: number) => Buffer.from(whole.bytes(seq, seq)).toString();
  it.each([
    ['nothing', '', null, 'no-lines'],
    ['a torn last line', line(1) + line(2).slice(0, -1), null, 'torn'],
    ['a changed line', line(1) + line(2).replace('Amina', 'Amine'), 2, 'wrong-hash'],
    ['a line left out', line(1) + line(3), 3, 'wrong-number'],
    ['an empty line', `${line(1)}\n`, null, 'without-number'],
    ['a page of a proxy', '<html>502</html>\n', null, 'without-number'],
  ])('%s', (_, text, at, why) => {
    const office = new OfficeInMemory();
    const journal = {...whole, hashOf: whole.hashOf, bytes: () => Buffer.from(text)} as unknown as typeof whole;
    expect(office.put(journal, 1, 10)).toEqual({kind: 'flawed', line: at, why});
    expect(office.record.seq).toBe(0);
    expect(office.incidents).toEqual([]);
  });
});

it('a line longer than an upload may be comes alone', () => {
  const long = journalOf(1, 'A'.repeat(uploadBytesMax), journalOf(1));
  const office = new OfficeInMemory();
  expect(office.put(long, 1, 2)).toEqual({kind: 'flawed', line: null, why: 'too-large'});
  office.ship(long, {lines: 1});
  expect(office.text()).toBe(textOf(long));
});

describe('a key', () => {
  it('that the office does not know keeps nothing', () => {
    const office = new OfficeInMemory();
    expect(office.put(whole, 1, 3, office.nonce(), 'ffffffffffffffff')).toEqual({kind: 'refused', why: 'unknown-key'});
    expect(office.kept).toEqual([]);
  });

  it('that was revoked neither', () => {
    const office = officeWith(3);
    office.record = {...office.record, key: null};
    expect(office.put(whole, 4, 5)).toEqual({kind: 'refused', why: 'revoked'});
    expect(office.claim(whole)).toEqual({kind: 'refused', why: 'revoked'});
    expect(office.record.seq).toBe(3);
  });
});

describe.each([
  ['was replaced', 'fedcba9876543210', 'unknown-key'],
  ['was revoked', null, 'revoked'],
] as const)('a machine that %s', (_, current, why) => {
  const sold = journalOf(3, 'Baraka', whole.copy(8));
  const officeNow = () => {
    const office = officeWith(8);
    office.record = {...office.record, key: current};
    return office;
  };

  it('is found when it sells on, once, and nothing of it is taken', () => {
    const office = officeNow();
    for (let time = 0; time < 3; time += 1) {
      expect(office.claim(sold)).toEqual({kind: 'refused', why});
      expect(office.put(sold, 9, 11)).toEqual({kind: 'refused', why});
    }
    expect(office.incidents).toEqual([
      {kind: 'old-key', office: {seq: 8, head: whole.hashOf(8)}, claim: {seq: 11, head: sold.head}, key},
    ]);
    expect(office.text()).toBe(textOf(whole.copy(8)));
    expect(office.record).toMatchObject({seq: 8, branches: [], haltedAt: null});
    office.claim(sold, office.nonce(), null, 'aaaaaaaaaaaaaaaa');
    expect(office.kinds()).toEqual(['old-key', 'old-key']);
  });

  it('is accused of nothing while it has only what the office has', () => {
    const office = officeNow();
    for (const lines of [8, 5, 0]) office.claim(whole.copy(lines));
    expect(office.incidents).toEqual([]);
  });
});

describe('a fork', () => {
  const forked = journalOf(6, 'Baraka', whole.copy(4));

  it('is kept apart, from the first line that differs', () => {
    const office = officeWith(8);
    expect(office.put(forked, 3, 7)).toEqual({kind: 'forked', at: 5, branch: {seq: 7, head: forked.hashOf(7)}});
    expect(office.text()).toBe(textOf(whole.copy(8)));
    expect(office.text(1)).toBe(Buffer.from(forked.bytes(5, 7)).toString());
    expect(office.incidents).toEqual([
      {kind: 'forked', at: 5, office: {seq: 8, head: whole.hashOf(8)}, claim: {seq: 7, head: forked.hashOf(7)}, key},
    ]);
  });

  it('ends the projection where the office stood, until a person has looked at it', () => {
    const office = officeWith(8);
    office.ship(forked);
    office.ship(whole);
    expect(office.record.seq).toBe(10);
    expect(projectedThrough(office.record)).toBe(8);
    expect(projectedThrough(closeFork(office.record))).toBe(10);
  });

  it('is reported once, however often it is sent', () => {
    const office = officeWith(8);
    for (let time = 0; time < 4; time += 1) office.put(forked, 3, 7);
    office.put(forked, 8, 10);
    office.ship(forked);
    expect(office.kinds()).toEqual(['forked']);
    expect(office.text(1)).toBe(Buffer.from(forked.bytes(5, 10)).toString());
  });

  it('whose lines go on from none that the office has is reported, and found by going back', () => {
    const office = officeWith(8);
    expect(office.put(forked, 7, 8)).toEqual({kind: 'forked', at: null, branch: null});
    expect(office.kinds()).toEqual(['forked']);
    office.ship(forked, {lines: 1});
    expect(office.text(1)).toBe(Buffer.from(forked.bytes(5, 10)).toString());
  });

  it('is found by a claim alone', () => {
    const office = officeWith(8);
    expect(office.claim({seq: 6, head: forked.hashOf(6) ?? ''})).toMatchObject({kind: 'position', isKnown: false});
    expect(office.kinds()).toEqual(['forked']);
  });

  it('may fork again', () => {
    const office = officeWith(8);
    office.ship(forked);
    const again = journalOf(3, 'Chausiku', forked.copy(7));
    office.ship(again);
    expect(office.text(2)).toBe(Buffer.from(again.bytes(8, 10)).toString());
    expect(office.kinds()).toEqual(['forked', 'forked']);
  });

  it('is kept no more above its quota, and is reported all the same', () => {
    const office = officeWith(8);
    office.record = {...office.record, branchBytes: branchBytesMax - 10};
    expect(office.put(forked, 5, 7)).toEqual({kind: 'forked', at: 5, branch: null});
    office.ship(forked);
    expect(office.text(1)).toBe('');
    expect(office.kinds()).toEqual(['forked']);
  });

  it('by a till that forks time and again fills no office', () => {
    const office = officeWith(8);
    for (let time = 0; time < branchesMax + 5; time += 1)
      office.put(journalOf(1, `Baraka ${time}`, whole.copy(4)), 5, 5);
    expect(office.record.branches).toHaveLength(branchesMax);
    expect(office.kinds()).toHaveLength(branchesMax);
    office.ship(whole);
    expect(office.text()).toBe(textOf(whole));
  });

  it('by anybody is found wherever it is, and every line of both ends is kept', () =>
    forAll(
      fc.record({
        common: fc.nat(6),
        own: fc.nat(5),
        other: fc.nat(5),
        lines: fc.integer({min: 1, max: 4}),
        has: fc.nat(11),
      }),
      ({common, own, other, lines, has}) => {
        const first = journalOf(own, 'Amina', journalOf(common));
        const second = journalOf(other, 'Baraka', journalOf(common));
        const office = officeWith(Math.min(has, first.seq), first);
        office.ship(second, {lines});
        office.ship(first, {lines});
        office.ship(second, {lines});
        office.ship(first, {lines});
        const isForked = own > 0 && other > 0;
        expect(office.kinds().includes('forked')).toBe(isForked);
        const journals = [
          office.text(0),
          office
            .text(0)
            .split('\n')
            .slice(0, common)
            .join('\n')
            .concat(common > 0 ? '\n' : '', office.text(1)),
        ];
        expect(journals).toContain(textOf(first));
        if (other > 0 && own > 0) expect(journals).toContain(textOf(second));
      },
    ));
});

describe('a till that has less than it had', () => {
  it('is reported once for each time', () => {
    const office = officeWith(10);
    const old = whole.copy(6);
    for (let time = 0; time < 3; time += 1) office.claim(old);
    expect(office.incidents).toEqual([
      {kind: 'rolled-back', office: {seq: 10, head: whole.head}, claim: {seq: 6, head: old.head}, key},
    ]);
    office.claim(whole);
    office.claim(whole.copy(4));
    expect(office.kinds()).toEqual(['rolled-back', 'rolled-back']);
  });

  it('is not one that had its nonce before', () => {
    const office = officeWith(6);
    const asked = office.nonce();
    office.put(whole, 7, 10);
    office.claim(whole.copy(6), asked);
    office.claim(whole.copy(8), asked);
    expect(office.incidents).toEqual([]);
  });

  it('is found where nothing is left', () => {
    const office = officeWith(10);
    office.claim(chainStart);
    expect(office.kinds()).toEqual(['rolled-back']);
  });

  it('at the same line twice, with all of them in between, is two machines', () => {
    const office = officeWith(10);
    for (let time = 0; time < 4; time += 1) {
      office.claim(whole.copy(6));
      office.claim(whole);
    }
    expect(office.kinds()).toEqual(['rolled-back', 'cloned']);
  });
});

describe('two machines with one key', () => {
  it('are told apart from a till that was put back and restored', () => {
    const other = journalOf(3, 'Baraka', whole.copy(4));
    const office = officeWith(8);
    office.ship(other);
    office.ship(whole);
    expect(office.kinds()).toEqual(['forked']);
    office.ship(journalOf(1, 'Baraka', other));
    expect(office.kinds()).toEqual(['forked', 'cloned']);
    office.ship(whole);
    office.ship(other);
    expect(office.kinds()).toEqual(['forked', 'cloned']);
  });

  it('are not found in requests that come late', () => {
    const other = journalOf(3, 'Baraka', whole.copy(4));
    const office = officeWith(8);
    const asked = office.nonce();
    office.put(other, 5, 7, asked);
    for (let time = 0; time < 3; time += 1) {
      office.put(whole, 5, 8, asked);
      office.put(other, 5, 7, asked);
    }
    expect(office.kinds()).toEqual(['forked']);
  });
});

describe('an office that has less than it has signed for', () => {
  it('says so once, and has the lines again', () => {
    const office = officeWith(5);
    const witnessed = {seq: 9, head: whole.hashOf(9) ?? ''};
    for (let time = 0; time < 3; time += 1) office.claim(whole, office.nonce(), witnessed);
    expect(office.incidents).toEqual([
      {kind: 'office-rolled-back', office: {seq: 5, head: whole.hashOf(5)}, witnessed},
    ]);
    office.ship(whole);
    expect(office.text()).toBe(textOf(whole));
    office.claim(whole, office.nonce(), {seq: 10, head: whole.head});
    expect(office.kinds()).toEqual(['office-rolled-back']);
  });
});
