import {createHash, generateKeyPairSync} from 'node:crypto';
import fc from 'fast-check';
import {encode} from 'uqr';
import {describe, expect, it} from 'vitest';
import {currencies} from '../../src/core/money/money.js';
import {qrLines} from '../../src/core/text/qr.js';
import {
  readReceipt,
  readZ,
  type SignedReceipt,
  type SignedZ,
  signReceipt,
  signShortReceipt,
  signZ,
} from '../../src/print/signature.js';
import {makeSigningKey} from '../../src/print/signing-key.js';
import {anyCharacter} from '../any-character.js';
import {forAll} from '../hostile/runs.js';

const key = makeSigningKey();
const other = makeSigningKey();
const claim: SignedReceipt = {
  till: 'T7K',
  reference: 'T7K0MZ4K8Q2RDWX',
  amount: '18400.00',
  currency: 'KES',
  paidAt: 1_795_182_961_000,
  businessDate: '2026-11-20',
  profile: 'live',
  journal: {seq: 90_214, head: createHash('sha256').update('another line').digest('hex').slice(0, 32)},
};
const {journal: _, ...firstClaim} = claim;
const z: SignedZ = {
  till: 'T7K',
  number: 413,
  lastSeq: 90_210,
  chainHead: createHash('sha256').update('a line').digest('hex'),
  totals: [
    {currency: 'KES', amount: '18400.00', count: 14},
    {currency: 'XOF', amount: '-5000', count: 1},
  ],
  line: createHash('sha256').update('the line of the Z').digest('hex'),
};
const cutZ = {...z, chainHead: z.chainHead.slice(0, 32), line: z.line.slice(0, 32)};

/** The text with its fields changed, under the signature that it had. */
function forged(text: string, change: (fields: unknown[]) => unknown): string {
  const [kind, payload = '', signature] = text.split('.');
  const fields = change(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return `${kind}.${Buffer.from(JSON.stringify(fields)).toString('base64url')}.${signature}`;
}

describe('a key', () => {
  it('is a PEM and 32 bytes, another one every time', () => {
    expect(key.privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(Buffer.from(key.publicKey, 'base64url')).toHaveLength(32);
    expect(other.publicKey).not.toBe(key.publicKey);
  });
});

describe('a receipt’s claim', () => {
  const text = signReceipt(claim, key.privateKey);

  it('is read back, and genuine under its key alone', () => {
    expect(readReceipt(text, key.publicKey)).toEqual({claim, isGenuine: true});
    expect(readReceipt(text, other.publicKey)).toEqual({claim, isGenuine: false});
    const elsewhere = {...claim, service: 'proxy.example:8443'};
    const signed = signReceipt(elsewhere, key.privateKey);
    expect(readReceipt(signed, key.publicKey)).toEqual({claim: elsewhere, isGenuine: true});
    const hidden = forged(signed, fields => fields.slice(0, 9));
    expect(readReceipt(hidden, key.publicKey)).toEqual({claim, isGenuine: false});
  });

  it('is short text of letters that a code and a telephone keep', () => {
    expect(text).toMatch(/^DUKA1\.[\w-]+\.[\w-]{86}$/);
    expect(text.length).toBeLessThan(272);
    expect(encode(text, {border: 0}).size).toBeLessThanOrEqual(57);
    expect(signReceipt(firstClaim, key.privateKey).length).toBeLessThan(231);
  });

  it('tells the line of the journal that it was made after, and the host of an unusual service', () => {
    for (const told of [firstClaim, claim, {...claim, service: 'pay.example'}, {...firstClaim, service: 'pay.example'}])
      expect(readReceipt(signReceipt(told, key.privateKey), key.publicKey)).toEqual({claim: told, isGenuine: true});
  });

  it('signs whole seconds', () => {
    const late = signReceipt({...claim, paidAt: claim.paidAt + 999}, key.privateKey);
    expect(readReceipt(late, key.publicKey)?.claim.paidAt).toBe(claim.paidAt);
  });

  it('is not genuine in another writing of the same bytes', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const genuine = letters.filter(
      letter => readReceipt(text.slice(0, -1) + letter, key.publicKey)?.isGenuine === true,
    );
    expect(genuine).toEqual([text.at(-1)]);
    expect(readReceipt(`${text}=`, key.publicKey)).toBeUndefined();
  });

  it('is not genuine with any field changed', () => {
    for (const [place, value] of ['X', 'T7K0MZ4K8Q2RDWY', '18400.01', 'TZS', 1, '2026-11-21', 'test'].entries()) {
      const told = readReceipt(
        forged(text, fields => fields.with(place, value)),
        key.publicKey,
      );
      expect(told?.isGenuine, String(value)).toBe(false);
    }
  });

  it('is not genuine under what is no key', () => {
    for (const publicKey of ['', 'x', key.publicKey.slice(1), `${key.publicKey}AAAA`, key.privateKey]) {
      expect(readReceipt(text, publicKey)).toEqual({claim, isGenuine: false});
    }
  });

  it.each([
    ['a lower-case reference', 1, 't7k0mz4k8q2rdwx'],
    ['a formula', 2, '=1+1'],
    ['an unknown currency', 3, 'XTS'],
    ['a date for a number', 4, '2026-11-20'],
    ['a fraction of a second', 4, 1.5],
    ['a word for a date', 5, 'today'],
    ['another profile', 6, 'LIVE'],
  ])('is none with %s', (_, place, value) =>
    expect(
      readReceipt(
        forged(text, fields => fields.with(place, value)),
        key.publicKey,
      ),
    ).toBeUndefined(),
  );

  it('is none with a field more or less, or in another shape', () => {
    for (const change of [
      (fields: unknown[]) => [...fields, 1],
      (fields: unknown[]) => fields.slice(1),
      (fields: unknown[]) => fields.slice(0, -1),
      () => null,
      () => ({}),
    ])
      expect(readReceipt(forged(text, change), key.publicKey)).toBeUndefined();
    for (const broken of [
      `${text}.`,
      ` ${text}`,
      text.replace('DUKA1', 'DUKA2'),
      text.replaceAll('.', ''),
      text.repeat(20),
    ])
      expect(readReceipt(broken, key.publicKey), broken).toBeUndefined();
  });

  it('never throws, whatever is scanned', () => {
    const pieces = fc.constantFrom('DUKA1', 'DUKAZ1', '.', '..', 'W10', 'bnVsbA', '-_', '\u0000', '{}', 'é', text);
    forAll(fc.oneof(fc.string({unit: pieces}), fc.string({unit: anyCharacter})), fc.string(), (scanned, publicKey) => {
      expect(readReceipt(scanned, publicKey)?.isGenuine ?? false).toBe(false);
      expect(readZ(scanned, publicKey)).toBeUndefined();
    });
  });

  it('is the same for every claim that can be made', () => {
    const digits = fc.nat().map(whole => `${whole}.00`);
    forAll({numRuns: 30}, digits, fc.constantFrom(...currencies), fc.nat(), (amount, currency, seconds) => {
      const made = {...claim, amount, currency, paidAt: seconds * 1000};
      expect(readReceipt(signReceipt(made, key.privateKey), key.publicKey)).toEqual({claim: made, isGenuine: true});
    });
  });
});

describe('a Z’s claim', () => {
  const text = signZ(z, key.privateKey);

  it('is read back with the start of the chain’s head', () => {
    expect(text).toMatch(/^DUKAZ1\./);
    expect(readZ(text, key.publicKey)).toEqual({claim: cutZ, isGenuine: true});
    expect(readZ(text, other.publicKey)).toEqual({claim: cutZ, isGenuine: false});
  });

  it('covers the line of the Z itself', () => {
    const other = forged(text, fields => fields.with(5, 'A'.repeat(22)));
    expect(readZ(other, key.publicKey)?.isGenuine).toBe(false);
    expect(
      readZ(
        forged(text, fields => fields.with(5, 'A'.repeat(21))),
        key.publicKey,
      ),
    ).toBeUndefined();
  });

  it('may have no totals', () => {
    const empty = signZ({...z, totals: []}, key.privateKey);
    expect(readZ(empty, key.publicKey)).toEqual({claim: {...cutZ, totals: []}, isGenuine: true});
  });

  it('is not genuine with its totals changed, and none with totals that are none', () => {
    const changed = (totals: string) =>
      readZ(
        forged(text, fields => fields.with(4, totals)),
        key.publicKey,
      );
    expect(changed('KES:1.00/14')?.isGenuine).toBe(false);
    for (const totals of ['KES', 'KES:1/x', 'XTS:1.00/1', 'KES:1.00/1;', 'kes:1.00/1', 'KES:1.00/1,USD:1.00/1'])
      expect(changed(totals), totals).toBeUndefined();
  });

  it('is no receipt, and a receipt is no Z, even under the other’s name', () => {
    const receipt = signReceipt(claim, key.privateKey);
    expect(readReceipt(text, key.publicKey)).toBeUndefined();
    expect(readZ(receipt, key.publicKey)).toBeUndefined();
    expect(readZ(receipt.replace('DUKA1', 'DUKAZ1'), key.publicKey)).toBeUndefined();
  });
});

it('signs with no other kind of key', () => {
  const {privateKey} = generateKeyPairSync('ed448');
  const text = signReceipt(claim, privateKey.export({type: 'pkcs8', format: 'pem'}).toString());
  expect(readReceipt(text, key.publicKey)?.isGenuine).toBe(false);
});

describe('a receipt in few letters', () => {
  const {journal: __, ...short} = claim;
  const anyReceipt = fc.record({
    till: fc.stringMatching(/^[A-Z0-9]{1,3}$/),
    reference: fc.stringMatching(/^[A-Z0-9]{8,15}$/),
    amount: fc.stringMatching(/^[1-9]\d{0,8}\.\d\d$/),
    currency: fc.constantFrom(...currencies),
    paidAt: fc.integer({min: 0, max: 4_000_000_000}).map(seconds => seconds * 1000),
    businessDate: fc
      .date({noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2099-12-31')})
      .map(day => day.toISOString().slice(0, 10)),
    profile: fc.constantFrom('sandbox' as const, 'test' as const, 'live' as const),
  });

  it('says the same, signed, and its code has room in a window of 80x24', {tags: ['slow']}, () =>
    forAll(anyReceipt, receipt => {
      const text = signShortReceipt(receipt, key.privateKey) ?? '';
      expect(readReceipt(text, key.publicKey)).toEqual({claim: receipt, isGenuine: true});
      expect(readReceipt(text, other.publicKey)).toEqual({claim: receipt, isGenuine: false});
      expect(qrLines(text).length).toBeLessThanOrEqual(23);
    }),
  );

  it('is not genuine once a letter of it is another, and claims nothing once it is cut', () => {
    const text = signShortReceipt(short, key.privateKey) ?? '';
    forAll(
      fc.integer({min: 6, max: text.length - 1}),
      fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'),
      (at, letter) => {
        fc.pre(text[at] !== letter);
        const found = readReceipt(text.slice(0, at) + letter + text.slice(at + 1), key.publicKey);
        expect(found?.isGenuine ?? false).toBe(false);
        expect(readReceipt(text.slice(0, at), key.publicKey)?.isGenuine ?? false).toBe(false);
      },
    );
    for (const broken of ['DUKA2:', 'DUKA2:::', 'DUKA2:é', `DUKA2:${'0'.repeat(5000)}`])
      expect(readReceipt(broken, key.publicKey)).toBeUndefined();
  });

  it('is not made of a claim that has to say where the money was asked for', () =>
    expect(signShortReceipt({...short, service: 'pay.example'}, key.privateKey)).toBeUndefined());
});
