import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {dayOfHeads, isInDay, proofIn, proofOf, rootIn, rootNote} from '../../../src/core/office/proof.js';
import {forAll} from '../../hostile/runs.js';

const digest = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const day = '2026-11-23';
const at = `${day}T20:59:00.000Z`;
const heads = (count: number) =>
  Array.from({length: count}, (_, number) => ({
    shop: `market-${number % 3}`,
    till: `T${String.fromCharCode(65 + number)}`,
    key: '0123456789abcdef',
    seq: number * 7,
    head: digest(Buffer.from([number])).toHex(),
    at,
  }));
const office = 'A'.repeat(43);

function proved(count: number, which: number) {
  const all = heads(count);
  const {notes, note} = dayOfHeads(day, all, digest);
  const {shop = '', till = ''} = all[which] ?? {};
  return proofOf({notes, root: {note, signature: 'c2ln'}, office}, {till: {shop, till}, z: null}, digest);
}

describe('the root of a day', () => {
  it('is a note that anybody can read', () => {
    const root = {day, tills: 40, root: 'ab'.repeat(32)};
    expect(rootNote(root)).toBe(`duka.root/1\n2026-11-23\n40\n${'ab'.repeat(32)}\n`);
    expect(rootIn(rootNote(root))).toEqual(root);
  });

  it.each([
    ['of no day', {day: '2026-02-30', tills: 1, root: 'ab'.repeat(32)}],
    ['of no till', {day, tills: 0, root: 'ab'.repeat(32)}],
    ['of a short hash', {day, tills: 1, root: 'ab'}],
  ])('is none %s', (_, root) => expect(() => rootNote(root)).toThrow(RangeError));

  it('does not depend on the order in which the tills were read', () =>
    expect(dayOfHeads(day, heads(9).reverse(), digest)).toEqual(dayOfHeads(day, heads(9), digest)));
});

describe('a proof', () => {
  it('is read as it was written, and holds for every till of the day', () =>
    forAll(fc.integer({min: 1, max: 20}), fc.nat(), (count, chance) => {
      const which = chance % count;
      const read = proofIn(JSON.stringify(proved(count, which)));
      expect(read?.checkpoint).toEqual(heads(count)[which]);
      expect(read !== undefined && isInDay(read, digest)).toBe(true);
    }));

  const proof = proved(9, 4);
  it.each([
    ['of another line', {checkpoint: proof.checkpoint.replace('\n28\n', '\n29\n')}],
    ['at another place', {index: proof.index === 0 ? 1 : 0}],
    ['with a shorter path', {path: proof.path.slice(1)}],
    ['of another number of tills', {root: {...proof.root, note: proof.root.note.replace('\n9\n', '\n2\n')}}],
    ['of another root', {root: {...proof.root, note: rootNote({day, tills: 9, root: 'ab'.repeat(32)})}}],
  ])('%s does not hold', (_, changed) => {
    const read = proofIn(JSON.stringify({...proof, ...changed}));
    expect(read !== undefined && isInDay(read, digest)).toBe(false);
    expect(read).toBeDefined();
  });

  it.each([
    ['no JSON', '{'],
    ['another format', JSON.stringify({...proof, format: 'duka.proof/2'})],
    ['no checkpoint', JSON.stringify({...proof, checkpoint: 'duka.head/1\n'})],
    ['no root', JSON.stringify({...proof, root: {...proof.root, note: proof.checkpoint}})],
    ['a path of words', JSON.stringify({...proof, path: ['left']})],
    ['a Z after the line', JSON.stringify({...proof, z: {number: 1, seq: 29, hash: 'ab'.repeat(32)}})],
  ])('is not %s', (_, text) => expect(proofIn(text)).toBeUndefined());

  it('is made of a till that the day has', () => {
    const {notes, note} = dayOfHeads(day, heads(3), digest);
    const root = {note, signature: 'c2ln'};
    expect(() => proofOf({notes, root, office}, {till: {shop: 'market-9', till: 'T9'}, z: null}, digest)).toThrow(
      RangeError,
    );
  });
});
