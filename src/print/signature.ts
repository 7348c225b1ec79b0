import {createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify} from 'node:crypto';
import * as z from 'zod';
import type {Profile} from '../core/journal/event.js';
import {keyWords, type NamedKey} from '../core/journal/key-history.js';
import {type Currency, currencies, isCurrency} from '../core/money/money.js';

/** The key pair of a till: the private one as PKCS8 PEM, the public one as 32 raw bytes in base64url. */
export type SigningKey = {readonly privateKey: string; readonly publicKey: string};

/** What a receipt claims, small enough for a QR code: that a till knows a payment as paid. */
export type SignedReceipt = {
  readonly till: string;
  readonly reference: string;
  /** Plain decimal text with every decimal of the currency: `"200.00"`. */
  readonly amount: string;
  readonly currency: Currency;
  /** Epoch milliseconds; whole seconds of it are signed. */
  readonly paidAt: number;
  readonly businessDate: string;
  readonly profile: Profile;
  /** The host at which the till asked for the money, where that is not the service's own. */
  readonly service?: string | undefined;
  /** How far the journal was when the receipt was made; those of version 0.1.0 do not tell. */
  readonly journal?: JournalPlace | undefined;
};

/** A line of the journal: its number, and its hash, of which the first 32 hex digits are signed. */
export type JournalPlace = {readonly seq: number; readonly head: string};

/** What a Z report claims: where the journal of the till stood, what was taken, and every word of the Z itself. */
export type SignedZ = {
  readonly till: string;
  readonly number: number;
  readonly lastSeq: number;
  /** The hash of the last event; its first 32 hex digits are signed. */
  readonly chainHead: string;
  readonly totals: readonly ZTotal[];
  /** The hash of the Z's own line, of which the first 32 hex digits are signed; those of version 0.1.0 do not tell. */
  readonly line?: string | undefined;
};
/** What the close of a month or a year claims: `of` is `2026-10` or `2026`, the totals are takings. */
export type SignedClosing = SignedZ & {readonly of: string};
/** What a Z took in one currency: exact decimal text in major units, and how many payments. */
export type ZTotal = {readonly currency: Currency; readonly amount: string; readonly count: number};

/** More than any claim of ours, and as much as a QR code holds. */
const longest = 2953;
const headDigits = 32;

const till = z.string().regex(/^[A-Z0-9]{1,3}$/);
const total = /^(?<currency>[A-Z]{3}):(?<amount>-?\d{1,16}(?:\.\d{2})?)\/(?<count>\d{1,9})$/;
const whole = z.number().int().nonnegative();

/** The first 32 digits of a hash, as short as a QR code likes it. */
const shortHash = z.string().regex(/^[\w-]{22}$/);
const shortened = (hash: string) => Buffer.from(hash.slice(0, headDigits), 'hex').toString('base64url');
const lengthened = (short: string) => Buffer.from(short, 'base64url').toString('hex');

/**
 * Then the line of the journal, as its number and its hash, and the host where the money was asked for elsewhere than at
 * the service's own.
 */
const claimFields = z.tuple([
  till,
  z.string().regex(/^[A-Z0-9]{8,15}$/),
  z.string().regex(/^-?\d{1,16}(?:\.\d{2})?$/),
  z.enum(currencies),
  whole.max(8_640_000_000_000),
  z.string().regex(/^\d{4}-\d\d-\d\d$/),
  z.enum(['sandbox', 'test', 'live']),
  whole.optional(),
  shortHash.or(z.literal('')).optional(),
  z.string().min(1).max(260).optional(),
]);
const zFields = z.tuple([till, whole, whole, z.string().regex(/^[0-9a-f]{32}$/), z.string(), shortHash.optional()]);

const closedSpan = z.string().regex(/^\d{4}(?:-\d\d)?$/);

const sealFields = z.tuple([till, z.string().regex(/^[0-9a-f]{64}$/)]);

/** A new pair of Ed25519 keys. */
export function makeSigningKey(): SigningKey {
  const {privateKey, publicKey} = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({type: 'pkcs8', format: 'pem'}).toString(),
    publicKey: publicKey.export({format: 'jwk'}).x ?? '',
  };
}

/**
 * The text of a receipt's QR code: `DUKA1.<fields>.<signature>`, both base64url, the fields a JSON array and the
 * Ed25519 signature over all that stands before it.
 */
export function signReceipt(claim: SignedReceipt, privateKey: string): string {
  const {reference, businessDate, profile, service, journal} = claim;
  const seconds = Math.floor(claim.paidAt / 1000);
  const fields = [claim.till, reference, claim.amount, claim.currency, seconds, businessDate, profile];
  if (journal !== undefined) fields.push(journal.seq, shortened(journal.head));
  else if (service !== undefined) fields.push(0, '');
  if (service !== undefined) fields.push(service);
  return sealed('DUKA1', fields, privateKey);
}

/**
 * The same claim as few letters as a QR code on a terminal has room for: `DUKA2:` and base45 of the fields and the signature
 * over both. It names no line of the journal. Undefined for a claim that has to say where the money was asked for.
 */
export function signShortReceipt(claim: SignedReceipt, privateKey: string): string | undefined {
  if (claim.service !== undefined) return undefined;
  const {till: id, reference, amount, currency: coin, paidAt, businessDate, profile} = claim;
  const seconds = Math.floor(paidAt / 1000).toString(36);
  const fields = [id, reference, amount, coin, seconds, businessDate.replaceAll('-', ''), profile.charAt(0)];
  const said = Buffer.from(`${shortKind}${fields.join(' ')}`);
  const signature = sign(null, said, createPrivateKey(privateKey));
  return shortKind + base45(Buffer.concat([signature, said.subarray(shortKind.length)]));
}

const shortKind = 'DUKA2:';
const signatureBytes = 64;

function readShortReceipt(text: string, publicKey: string): ReturnType<typeof readReceipt> {
  const bytes = fromBase45(text.slice(shortKind.length));
  if (bytes === undefined || bytes.length <= signatureBytes) return undefined;
  const said = bytes.subarray(signatureBytes).toString('latin1');
  const [id, reference, amount, coin, written = '', day = '', letter, ...more] = said.split(' ');
  const date = /^(\d{4})(\d\d)(\d\d)$/.exec(day)?.slice(1).join('-');
  const world = (['sandbox', 'test', 'live'] as const).find(name => name.charAt(0) === letter);
  const seconds = /^[0-9a-z]{1,9}$/.test(written) ? Number.parseInt(written, 36) : undefined;
  const parsed = claimFields.safeParse([id, reference, amount, coin, seconds, date, world]);
  if (!parsed.success || more.length > 0) return undefined;
  const isGenuine = isSignedBy(publicKey, shortKind + said, bytes.subarray(0, signatureBytes).toString('base64url'));
  return {claim: claimOf(parsed.data), isGenuine};
}

/** What the text claims, and whether this key signed it; `undefined` for a text that claims nothing. Never throws. */
export function readReceipt(text: string, publicKey: string): {claim: SignedReceipt; isGenuine: boolean} | undefined {
  if (text.startsWith(shortKind)) return text.length > longest ? undefined : readShortReceipt(text, publicKey);
  const {fields, isGenuine} = opened('DUKA1', text, publicKey);
  const parsed = claimFields.safeParse(fields);
  if (!parsed.success) return undefined;
  const [, , , , , , , seq, short] = parsed.data;
  return (seq === undefined) === (short === undefined) ? {claim: claimOf(parsed.data), isGenuine} : undefined;
}

function claimOf(fields: z.infer<typeof claimFields>): SignedReceipt {
  const [id, reference, amount, coin, seconds, businessDate, profile, seq, short, service] = fields;
  return {
    ...{till: id, reference, amount, currency: coin, paidAt: seconds * 1000, businessDate, profile},
    ...(seq === undefined || !short ? {} : {journal: {seq, head: lengthened(short)}}),
    ...(service === undefined ? {} : {service}),
  };
}

/** As `signClaim` for a Z report: `DUKAZ1`, its totals in one text, `"KES:18400.00/14;USD:20.00/1"`, and its line's hash. */
export function signZ(claim: SignedZ, privateKey: string): string {
  return sealed('DUKAZ1', fieldsOfZ(claim), privateKey);
}

function fieldsOfZ(claim: SignedZ): readonly unknown[] {
  const totals = claim.totals.map(({currency: coin, amount: sum, count}) => `${coin}:${sum}/${count}`).join(';');
  const fields = [claim.till, claim.number, claim.lastSeq, claim.chainHead.slice(0, headDigits), totals];
  return claim.line === undefined ? fields : [...fields, shortened(claim.line)];
}

/** As `readReceipt` for a Z report. */
export function readZ(text: string, publicKey: string): {claim: SignedZ; isGenuine: boolean} | undefined {
  const {fields, isGenuine} = opened('DUKAZ1', text, publicKey);
  const claim = zFrom(fields);
  return claim === undefined ? undefined : {claim, isGenuine};
}

function zFrom(fields: unknown): SignedZ | undefined {
  const parsed = zFields.safeParse(fields);
  if (!parsed.success) return undefined;
  const [id, number, lastSeq, chainHead, told, short] = parsed.data;
  const totals = told === '' ? [] : told.split(';').map(readTotal);
  if (totals.some(part => part === undefined)) return undefined;
  const claim = {till: id, number, lastSeq, chainHead, totals: totals.filter(part => part !== undefined)};
  return short === undefined ? claim : {...claim, line: lengthened(short)};
}

/** As `signZ` for the close of a month or a year: `DUKAC1`. `number` is the closing's own. */
export function signClosing({of, ...claim}: SignedClosing, privateKey: string): string {
  return sealed('DUKAC1', [of, ...fieldsOfZ(claim)], privateKey);
}

/** As `readZ` for a closing. */
export function readClosing(text: string, publicKey: string): {claim: SignedClosing; isGenuine: boolean} | undefined {
  const {fields, isGenuine} = opened('DUKAC1', text, publicKey);
  if (!Array.isArray(fields)) return undefined;
  const [of, ...rest]: readonly unknown[] = fields;
  const claim = zFrom(rest);
  return claim === undefined || !closedSpan.safeParse(of).success
    ? undefined
    : {claim: {...claim, of: String(of)}, isGenuine};
}

/** What a till says by signing a sealed reconciliation: that it stands by the content of this SHA-256, in hexadecimal. */
export type SignedSeal = {readonly till: string; readonly sha256: string};

/** As `signReceipt` for a sealed reconciliation: `DUKAR1`. */
export function signSeal({till: id, sha256}: SignedSeal, privateKey: string): string {
  return sealed('DUKAR1', [id, sha256], privateKey);
}

/** As `readReceipt` for a sealed reconciliation. */
export function readSeal(text: string, publicKey: string): {claim: SignedSeal; isGenuine: boolean} | undefined {
  const {fields, isGenuine} = opened('DUKAR1', text, publicKey);
  const parsed = sealFields.safeParse(fields);
  if (!parsed.success) return undefined;
  const [id, sha256] = parsed.data;
  return {claim: {till: id, sha256}, isGenuine};
}

/** The signature over the sums of an archive's files, in base64url: the bytes that `openssl pkeyutl -rawin` checks. */
export function signSums(text: string, privateKey: string): string {
  return sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64url');
}

/** Whether this key signed the sums. Never throws. */
export function areSumsSigned(text: string, signature: string, publicKey: string): boolean {
  return isSignedBy(publicKey, text, signature);
}

/** A till's public key as programs for signatures read it. */
export function publicKeyPem(publicKey: string): string {
  const key = createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x: publicKey}, format: 'jwk'});
  return key.export({type: 'spki', format: 'pem'}).toString();
}

function readTotal(text: string): ZTotal | undefined {
  const {currency: coin = '', amount: sum = '', count} = total.exec(text)?.groups ?? {};
  return isCurrency(coin) ? {currency: coin, amount: sum, count: Number(count)} : undefined;
}

function sealed(kind: string, fields: readonly unknown[], privateKey: string): string {
  const signed = `${kind}.${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;
  const signature = sign(null, Buffer.from(signed), createPrivateKey(privateKey));
  return `${signed}.${signature.toString('base64url')}`;
}

type Opened = {readonly fields: unknown; readonly isGenuine: boolean};

function opened(kind: string, text: string, publicKey: string): Opened {
  const [found, payload = '', signature = '', ...more] = text.length > longest ? [] : text.split('.');
  const isOurs = found === kind && more.length === 0 && isBase64url(payload) && isBase64url(signature);
  const fields = isOurs ? parsedJson(Buffer.from(payload, 'base64url').toString()) : undefined;
  return {fields, isGenuine: isOurs && isSignedBy(publicKey, `${kind}.${payload}`, signature)};
}

/** In the one writing of its bytes: the last letter has bits that say nothing, so that others would read the same. */
const isBase64url = (text: string) => text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text;

/** RFC 9285: two bytes in three letters of those that a QR code packs closest. */
const letters45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

function base45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const isPair = at + 1 < bytes.length;
    let value = isPair ? (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) : (bytes[at] ?? 0);
    for (let letter = 0; letter < (isPair ? 3 : 2); letter += 1) {
      text += letters45[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
}

/** Undefined for a text that is none, or that another writing of the same bytes would be. */
function fromBase45(text: string): Buffer | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const values = [...text.slice(at, at + 3)].map(letter => letters45.indexOf(letter));
    const [a = -1, b = -1, c = 0] = values;
    const value = a + 45 * b + 2025 * c;
    if (values.includes(-1) || b < 0 || value > (values.length === 3 ? 65_535 : 255)) return undefined;
    bytes.push(...(values.length === 3 ? [value >> 8, value & 255] : [value]));
  }
  return Buffer.from(bytes);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The signature of a till's key under the one that follows it. */
export function signKey(till: string, publicKey: string, privateKey: string): string {
  return sign(null, Buffer.from(keyWords(till, publicKey)), createPrivateKey(privateKey)).toString('base64url');
}

/** Whether the key before signed this one; the first of a till has none before it. */
export function isVouchedFor(till: string, {publicKey, previous, signature}: NamedKey): boolean {
  if (previous === null) return true;
  return signature !== null && isSignedBy(previous, keyWords(till, publicKey), signature);
}

/** Nothing is signed by a key that is none. */
function isSignedBy(publicKey: string, signed: string, signature: string): boolean {
  try {
    const key = createPublicKey({key: {kty: 'OKP', crv: 'Ed25519', x: publicKey}, format: 'jwk'});
    return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
