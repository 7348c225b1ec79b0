import {generateKeyPairSync} from 'node:crypto';
import {readFileSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {readClosing, readReceipt, readSeal, readZ, type SignedReceipt} from '../../src/print/signature.js';
import {isSignedBy, isVouchedFor} from '../../src/print/signing-key.js';
import {nameKey} from '../../src/till/open.js';
import {ownKey, type Signable, storedKey} from '../../src/till/signing.js';
import {openSettings} from '../../store/settings.js';
import {temporaryFolder} from './real-till.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const pem = () => join(folder, 'signing-key.pem');

describe('the key of a till', () => {
  it('is made once, for its owner alone, and is in the settings beside those of other profiles', async () => {
    const settings = await openSettings(folder);
    expect(await storedKey(folder)).toBeUndefined();
    await settings.change({signingKeys: {sandbox: 'practice'}});
    const {publicKey} = await ownKey(folder, settings, 'live');
    expect(settings.read().signingKeys).toEqual({sandbox: 'practice', live: publicKey});
    if (process.platform !== 'win32') expect(statSync(pem()).mode & 0o777).toBe(0o600);

    const before = readFileSync(pem());
    expect((await ownKey(folder, settings, 'live')).publicKey).toBe(publicKey);
    expect((await storedKey(folder))?.publicKey).toBe(publicKey);
    await settings.change({signingKeys: {sandbox: 'practice', live: 'somebody’s'}});
    await ownKey(folder, settings, 'live');
    expect(settings.read().signingKeys).toEqual({sandbox: 'practice', live: publicKey});
    expect(readFileSync(pem())).toEqual(before);
  });

  it.each([
    ['no key', 'no key'],
    ['no key by which anything is signed here', generateKeyPairSync('x25519').privateKey],
    ['a key of another kind', generateKeyPairSync('ed448').privateKey],
  ])('is not %s', async (_, text) => {
    writeFileSync(pem(), typeof text === 'string' ? text : text.export({type: 'pkcs8', format: 'pem'}));
    expect(await storedKey(folder)).toBeUndefined();
    await ownKey(folder, await openSettings(folder), 'live');
    expect(await storedKey(folder)).toBeDefined();
  });

  it('signs each thing as what it is, and seals as nobody else can', async () => {
    const settings = await openSettings(folder);
    const key = await ownKey(folder, settings, 'live');
    const z = {till: 'T7K', number: 3, lastSeq: 9, chainHead: 'a'.repeat(64), totals: [], line: 'c'.repeat(64)};
    const signed = async (what: Signable) => String(await key.sign(what));
    const {publicKey} = key;
    expect(readZ(await signed({kind: 'z', content: z}), publicKey)).toMatchObject({isGenuine: true});
    const closing = await signed({kind: 'closing', content: {...z, of: '2026-11'}});
    expect(readClosing(closing, publicKey)).toMatchObject({isGenuine: true, claim: {of: '2026-11'}});
    const seal = await signed({kind: 'seal', content: {till: 'T7K', sha256: 'b'.repeat(64)}});
    expect(readSeal(seal, publicKey)).toMatchObject({isGenuine: true});
    expect(isSignedBy(publicKey, 'sums', await signed({kind: 'sums', content: 'sums'}))).toBe(true);
    const receipt: SignedReceipt = {
      till: 'T7K',
      reference: 'T7K00000001',
      amount: '2.00',
      paidAt: Date.UTC(2026, 10, 20),
      businessDate: '2026-11-20',
      service: undefined,
      currency: 'KES',
      profile: 'live',
    };
    expect(readReceipt(await signed({kind: 'receipt', content: receipt}), publicKey)).toMatchObject({isGenuine: true});
    const short = await key.signShort(receipt);
    expect(readReceipt(short ?? '', publicKey)).toMatchObject({isGenuine: true});

    renameSync(pem(), join(folder, 'signing-key.old.pem'));
    const next = await ownKey(folder, settings, 'live');
    expect(next.publicKey).not.toBe(publicKey);
    expect(new Set([key.seal('x'), key.seal('x'), key.seal('y'), next.seal('x')]).size).toBe(3);
    expect(await next.vouch('T7K', next.publicKey)).toBeNull();
    const signature = await next.vouch('T7K', publicKey);
    const named = {publicKey: next.publicKey, fromSeq: 1, previous: publicKey, signature};
    expect([isVouchedFor('T7K', named), isVouchedFor('K7Q', named)]).toEqual([true, false]);
  });

  it('is vouched for by none where the one before is gone', async () => {
    const key = await ownKey(folder, await openSettings(folder), 'live');
    expect(await key.vouch('T7K', key.publicKey)).toBeNull();
  });
});

describe('a till names its key', () => {
  const key = {publicKey: 'new', vouch: async (till: string, previous: string) => `${till} ${previous}`};

  it.each<
    readonly [what: string, given: {seq?: number; readOnly?: boolean; known?: readonly string[]}, written: unknown]
  >([
    ['where the journal names none', {}, {publicKey: 'new', previous: null, signature: null}],
    [
      'where another was named last',
      {known: ['older', 'old']},
      {publicKey: 'new', previous: 'old', signature: 'T7K old'},
    ],
    ['not where it is the one that was named last', {known: ['old', 'new']}, undefined],
    [
      'again where another was named since',
      {known: ['new', 'old']},
      {publicKey: 'new', previous: 'old', signature: 'T7K old'},
    ],
    ['not where the first line will', {seq: 0}, undefined],
    ['not where it only reads', {readOnly: true}, undefined],
  ])('%s', async (_, {seq = 4, readOnly = false, known = []}, written) => {
    const events: unknown[] = [];
    const journal = {
      readOnly,
      tail: () => ({seq}),
      append: async (given: readonly unknown[]) => void events.push(...given),
    };
    const keys = known.map(publicKey => ({publicKey}));
    const parts = {journal, state: {keys}, till: 'T7K', person: 'Amina'} as unknown as Parameters<typeof nameKey>[0];
    await nameKey(parts, key as Parameters<typeof nameKey>[1]);
    expect(events).toEqual(written === undefined ? [] : [{type: 'signing-key', person: 'Amina', data: written}]);
  });
});
