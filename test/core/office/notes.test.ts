import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {checkpointIn, checkpointNote, compareOffice} from '../../../src/core/office/checkpoint.js';
import {contentDigest, joinText, keyId, requestText} from '../../../src/core/office/wire.js';
import {forAll} from '../../hostile/runs.js';

const head = 'ab'.repeat(32);
const checkpoint = {
  shop: 'market-1',
  till: 'T7K',
  key: '0123456789abcdef',
  seq: 12,
  head,
  at: '2026-11-23T09:00:00.000Z',
};

describe('a checkpoint', () => {
  it('is a note that anybody can read', () =>
    expect(checkpointNote(checkpoint)).toBe(
      `duka.head/1\nmarket-1/T7K\n0123456789abcdef\n12\n${head}\n2026-11-23T09:00:00.000Z\n`,
    ));

  it('is read as it was written', () =>
    forAll(fc.nat(), fc.stringMatching(/^[A-Z0-9]{1,3}$/), (seq, till) => {
      const each = {...checkpoint, seq, till};
      expect(checkpointIn(checkpointNote(each))).toEqual(each);
    }));

  const note = checkpointNote(checkpoint);
  it.each([
    ['without its end', note.slice(0, -1)],
    ['with more after it', `${note}more`],
    ['of another kind', note.replace('duka.head/1', 'duka.root/1')],
    ['of another version', note.replace('duka.head/1', 'duka.head/2')],
    ['with a number in two ways', note.replace('\n12\n', '\n012\n')],
    ['with a number that is not exact', note.replace('\n12\n', `\n${2 ** 53}\n`)],
    ['with no moment', note.replace('2026-11-23', '2026-13-23')],
    ['with a short hash', note.replace(head, head.slice(1))],
  ])('is no text %s', (_, text) => expect(checkpointIn(text)).toBeUndefined());

  it('cannot hold a line of another', () => {
    expect(() => checkpointNote({...checkpoint, shop: 'a\nb'})).toThrow(RangeError);
    expect(() => checkpointNote({...checkpoint, till: 'T7K/X'})).toThrow(RangeError);
  });

  it.each([
    ['it has none yet', undefined, {seq: 0, head}, 'goes-on'],
    ['the office has more', {seq: 12, head}, {seq: 13, head: 'cd'.repeat(32)}, 'goes-on'],
    ['the office has the same', {seq: 12, head}, {seq: 12, head}, 'goes-on'],
    ['the office has less', {seq: 12, head}, {seq: 11, head: 'cd'.repeat(32)}, 'rolled-back'],
    ['the office has another line', {seq: 12, head}, {seq: 12, head: 'cd'.repeat(32)}, 'rolled-back'],
  ] as const)('lets the till judge the office where %s', (_, kept, told, verdict) =>
    expect(compareOffice(kept, told)).toBe(verdict),
  );
});

describe('what is signed', () => {
  const parts = {
    method: 'PUT',
    path: '/v1/journal?prev=0',
    contentDigest: 'sha-256=:x:',
    nonce: 'n',
    key: 'k',
  } as const;

  it('is all of a request that decides', () =>
    expect(requestText(parts)).toBe('duka.request/1\nPUT\n/v1/journal?prev=0\nsha-256=:x:\nn\nk\n'));

  it('is one text for one request', () => {
    const part = fc.stringMatching(/^[!-~]{0,4}$/);
    const some = fc.record({path: part, contentDigest: part, nonce: part, key: part});
    forAll(some, some, (a, b) => {
      const [one, two] = [a, b].map(each => requestText({method: 'GET', ...each}));
      expect(one === two).toBe(JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort()));
    });
  });

  it('has no part with a newline, and no text of one kind is one of another', () => {
    expect(() => requestText({...parts, nonce: 'n\nk'})).toThrow(RangeError);
    const texts = [requestText(parts), joinText({code: 'c', till: 't', key: 'k'}), checkpointNote(checkpoint)];
    expect(new Set(texts.map(text => text.split('\n', 1)[0])).size).toBe(texts.length);
  });

  it('names a body and a key by their hashes', () => {
    const sum = createHash('sha256').update('body').digest();
    expect(contentDigest(sum)).toBe(`sha-256=:${sum.toString('base64')}:`);
    expect(keyId(sum)).toBe(sum.toString('hex').slice(0, 16));
  });
});
