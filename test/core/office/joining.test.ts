import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {newTill} from '../../../src/core/office/accept.js';
import {
  decideJoin,
  type GivenCode,
  isCodeOf,
  isCodeOpen,
  joinCodeIn,
  joinCodeName,
  joinTries,
  mintJoinCode,
  refusedUnread,
} from '../../../src/core/office/joining.js';
import {forAll} from '../../hostile/runs.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const office = sha256('the key of the office');
const code = mintJoinCode(Buffer.from('chance'), office);
const other = mintJoinCode(Buffer.from('other!'), office);

describe('a joining code', () => {
  it('is read however it is typed, and knows its office and no other', () => {
    const bytes = fc.uint8Array({minLength: 5, maxLength: 5});
    forAll(bytes, fc.string(), fc.boolean(), (chance, name, isSmall) => {
      const minted = mintJoinCode(chance, sha256(name));
      expect(minted).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      const typed = minted
        .replaceAll('-', isSmall ? ' ' : '')
        .replaceAll('0', 'o')
        .replaceAll('1', 'l');
      expect(joinCodeIn(isSmall ? typed.toLowerCase() : typed)).toBe(minted);
      expect(isCodeOf(minted, sha256(name))).toBe(true);
      expect(isCodeOf(minted, sha256(`${name}.`))).toBe(false);
      expect(minted.startsWith(joinCodeName(minted))).toBe(true);
    });
  });

  it.each(['', '1234', code.slice(1), `${code}0`, code.replace(/^./, 'U'), code.replace(/^./, '😀')])(
    'is not %j',
    typed => expect(joinCodeIn(typed)).toBeUndefined(),
  );

  it('is made of its very bits', () =>
    expect(mintJoinCode(Buffer.from('0000000001', 'hex'), Buffer.alloc(32, 0xff))).toBe('0000-0001-ZZZZ-ZZZZ'));
});

describe('a till that joins', () => {
  const now = Date.UTC(2026, 10, 23, 9);
  const minutes = (count: number) => now + count * 60_000;
  const given: GivenCode = {code, shop: 'market', till: null, madeAt: now, tries: 0, isUsed: false};
  const request = {code, till: 'T7K', key: 'a'.repeat(16)};
  const same = newTill('market', 'T7K', request.key);
  const another = newTill('market', 'T7K', 'b'.repeat(16));

  it.each([
    ['by its code', {}, {}, {}, null, []],
    ['at the last moment', {}, {now: minutes(15)}, {}, null, []],
    ['too late', {}, {now: minutes(15) + 1}, {}, 'expired', []],
    ['before the code was made, by a clock that was put back', {}, {now: now - 1}, {}, 'expired', []],
    ['by a code that was used', {}, {}, {isUsed: true}, 'wrong-code', []],
    ['by another code', {code: other}, {}, {}, 'wrong-code', []],
    ['by a code that there is not', {}, {given: null}, {}, 'wrong-code', []],
    ['after too many tries', {}, {}, {tries: joinTries}, 'wrong-code', []],
    ['by a code for itself', {}, {}, {till: 'T7K'}, null, []],
    ['by a code for another', {}, {}, {till: 'T7L'}, 'other-till', []],
    ['again', {}, {till: same}, {}, null, []],
    ['by the name of another', {}, {till: another}, {}, 'till-taken', ['two-tills']],
    [
      'by the name of a till of another shop, as its owner says',
      {},
      {till: {...another, shop: 'mall'}},
      {till: 'T7K'},
      'till-taken',
      ['two-tills'],
    ],
    ['again without its key, as its owner knows', {}, {till: another}, {till: 'T7K'}, null, ['key-gone']],
    ['after it was revoked, as its owner knows', {}, {till: {...another, key: null}}, {till: 'T7K'}, null, []],
    ['after it was revoked', {}, {till: {...another, key: null}}, {}, 'till-taken', ['two-tills']],
  ] as const)('%s', (_, asked, known, changed, refusal, incidents) => {
    const decided = decideJoin({...request, ...asked}, {given: {...given, ...changed}, till: null, now, ...known});
    expect(decided.refusal).toBe(refusal);
    expect(decided.incidents.map(({kind}) => kind)).toEqual(incidents);
    if (refusal === null) {
      expect(decided.joined).toMatchObject({shop: 'market', till: 'T7K', key: request.key});
      expect(decided.given?.isUsed).toBe(true);
    } else expect(decided.joined).toBeNull();
  });

  it.each([
    ['by a code of this office and its own key', code, true, undefined],
    ['by a key that it does not have', code, false, 'wrong-proof'],
    ['by a code of another office', mintJoinCode(Buffer.alloc(5), Buffer.alloc(32)), true, 'wrong-code'],
    ['by no code', '', true, 'wrong-code'],
  ] as const)('%s, before its code is looked for: %s', (_, asked, isProved, refusal) =>
    expect(refusedUnread({code: asked, isProved}, office)).toBe(refusal),
  );

  it.each([
    [{}, true],
    [{tries: joinTries - 1}, true],
    [{tries: joinTries}, false],
    [{isUsed: true}, false],
  ])('by a code that is %j has to wait for its turn: %s', (changed, isOpen) =>
    expect(isCodeOpen({...given, ...changed})).toBe(isOpen),
  );

  it('has five tries and no more', () => {
    let left: GivenCode | null = given;
    for (let tries = 0; tries < joinTries; tries += 1) {
      left = decideJoin({...request, code: other}, {given: left, till: null, now}).given;
    }
    expect(decideJoin(request, {given: left, till: null, now}).refusal).toBe('wrong-code');
  });

  it('keeps its lines when it comes again by another key', () => {
    const far = {...another, seq: 12, head: 'f'.repeat(64)};
    const {joined} = decideJoin(request, {given: {...given, till: 'T7K'}, till: far, now});
    expect(joined).toEqual({...far, key: request.key});
  });
});
