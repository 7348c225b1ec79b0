import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readReceipt, readZ, signReceipt, signZ} from '../../src/print/signature.js';
import {makeSigningKey} from '../../src/print/signing-key.js';
import {expectHarmless, read, textsIn} from './harm.js';
import {damaged, hostileJson, hostileText} from './mutations.js';
import {forAll, patience, runs} from './runs.js';

const key = makeSigningKey();
const claim = signReceipt(
  {
    till: 'T7K',
    reference: 'T7K0MZ4K8Q2RDWX',
    amount: '18400.00',
    currency: 'KES',
    paidAt: 1_795_182_961_000,
    businessDate: '2026-11-20',
    profile: 'live',
  },
  key.privateKey,
);
const z = signZ(
  {
    till: 'T7K',
    number: 413,
    lastSeq: 90_210,
    chainHead: 'ab'.repeat(32),
    totals: [{currency: 'KES', amount: '18400.00', count: 14}],
    line: 'cd'.repeat(32),
  },
  key.privateKey,
);

/** What a camera or a hand may give for a code: ours damaged, another's, or fields that nobody signed. */
const scanned = fc.oneof(
  damaged(fc.constantFrom(claim, z).map(text => new Uint8Array(Buffer.from(text)))).map(bytes =>
    Buffer.from(bytes).toString(),
  ),
  hostileText,
  fc
    .tuple(fc.constantFrom('DUKA1', 'DUKAZ1'), fc.array(hostileJson, {maxLength: 8}), fc.base64String({maxLength: 90}))
    .map(
      ([kind, fields, signature]) =>
        `${kind}.${Buffer.from(JSON.stringify(fields)).toString('base64url')}.${signature}`,
    ),
);
const anyKey = fc.oneof({weight: 5, arbitrary: fc.constant(key.publicKey)}, {weight: 1, arbitrary: hostileText});

test(
  'no text that was not signed is genuine, and none that is read can do harm',
  () =>
    forAll(runs(400), scanned, anyKey, (text, publicKey) => {
      for (const reading of [readReceipt, readZ]) {
        const found = read(() => reading(text, publicKey)) as ReturnType<typeof readReceipt>;
        for (const each of textsIn(found)) expectHarmless(each);
        if (found?.isGenuine === true) expect([claim, z]).toContain(text);
      }
    }),
  patience,
);
