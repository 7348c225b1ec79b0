import {createPrivateKey, sign} from 'node:crypto';
import * as z from 'zod';
import {isTillName} from '../core/journal/reference.js';
import type {Profile} from '../core/journal/schema.js';
import {type Currency, currencies, isCurrency} from '../core/money/money.js';
import {jsonIn} from '../core/text/json.js';
import {isSignedBy, signText} from './signing-key.js';

/** The claim of a receipt, small enough for a QR code: a till records a payment as paid. */
export type SignedReceipt = {
  readonly till: string;
  readonly reference: string;
  /** Plain decimal text with every decimal of the currency: `"200.00"`. */
  readonly amount: string;
  readonly currency: Currency;
  /** Epoch milliseconds. Only whole seconds are signed. */
  readonly paidAt: number;
  readonly businessDate: string;
  readonly profile: Profile;
  /** The host to which the till sent the payment request, if it is not the service's own. */
  readonly service?: string | undefined;
  /** The last line of the journal when the receipt was made. A short code has none. */
  readonly journal?: JournalPlace | undefined;
};

/** A line of the journal: its number and its hash. The first 32 hexadecimal digits of the hash are signed. */
export type JournalPlace = {readonly seq: number; readonly head: string};

/** The claim of a Z report: the last line of the till's journal, the takings, and, by the hash of its line, the whole content of the Z. */
export type SignedZ = {
  readonly till: string;
  readonly number: number;
  readonly lastSeq: number;
  /** The hash of the last event. Its first 32 hexadecimal digits are signed. */
  readonly chainHead: string;
  readonly totals: readonly ZTotal[];
  /** The hash of the Z's own line, of which the first 32 hexadecimal digits are signed. */
  readonly line: string;
};
/** The claim of a closing of a month or a year. `of` is `2026-10` or `2026`; the totals are takings. */
export type SignedClosing = SignedZ & {readonly of: string};
/** What a Z took in one currency: exact decimal text in major units, and the number of payments. */
export type ZTotal = {readonly currency: Currency; readonly amount: string; readonly count: number};

/** The longest text to read: the capacity of a QR code, and more than any claim needs. */
const longest = 2953;
const headDigits = 32;

const till = z.string().refine(isTillName);
const total = /^(?<currency>[A-Z]{3}):(?<amount>-?\d{1,16}(?:\.\d{2,3})?)\/(?<count>\d{1,9})$/;
const whole = z.number().int().nonnegative();

/** The first 32 digits of a hash, in a form short enough for a QR code. */
const shortHash = z.string().regex(/^[\w-]{22}$/);
const shortened = (hash: string) => Buffer.from(hash.slice(0, headDigits), 'hex').toString('base64url');
const lengthened = (short: string) => Buffer.from(short, 'base64url').toString('hex');

/** The last fields are a journal line's number and hash, and the host that got the request, if not the service's own. */
const claimFields = z.tuple([
  till,
  z.string().regex(/^[A-Z0-9]{8,15}$/),
  z.string().regex(/^-?\d{1,16}(?:\.\d{2,3})?$/),
  z.enum(currencies),
  whole.max(8_640_000_000_000),
  z.string().regex(/^\d{4}-\d\d-\d\d$/),
  z.enum(['sandbox', 'test', 'live']),
  whole.optional(),
  shortHash.or(z.literal('')).optional(),
  z.string().min(1).max(260).optional(),
]);
const zFields = z.tuple([till, whole, whole, z.string().regex(/^[0-9a-f]{32}$/), z.string(), shortHash]);

const closedSpan = z.string().regex(/^\d{4}(?:-\d\d)?$/);

const officeKey = z.string().regex(/^[\w-]{43}$/);
const sealFields = z.tuple([z.union([till, officeKey]), z.string().regex(/^[0-9a-f]{64}$/)]);

/** Returns a receipt's QR code: `DUKA1.<fields>.<signature>` in base64url, of a JSON array and an Ed25519 signature of all before it. */
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
 * Returns the same claim in few enough characters for a QR code on a terminal: `DUKA2:` and, in base45, the signature and the fields. The
 * signature covers the prefix and the fields. The claim has no line of the journal. Returns undefined for a claim that names the host of
 * the payment request (`service`).
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

/** Returns the claim of a text, and whether this key signed it; `undefined` for a text that is not a claim. Never throws. */
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
    till: id,
    reference,
    amount,
    currency: coin,
    paidAt: seconds * 1000,
    businessDate,
    profile,
    ...(seq === undefined || !short ? {} : {journal: {seq, head: lengthened(short)}}),
    ...(service === undefined ? {} : {service}),
  };
}

/** Like `signReceipt`, for a Z report: `DUKAZ1`, with totals as `"KES:18400.00/14;USD:20.00/1"` and the hash of its line. */
export const signZ = (claim: SignedZ, privateKey: string): string => sealed('DUKAZ1', fieldsOfZ(claim), privateKey);

function fieldsOfZ(claim: SignedZ): readonly unknown[] {
  const totals = claim.totals.map(({currency: coin, amount: sum, count}) => `${coin}:${sum}/${count}`).join(';');
  const fields = [claim.till, claim.number, claim.lastSeq, claim.chainHead.slice(0, headDigits), totals];
  return [...fields, shortened(claim.line)];
}

/** Like `readReceipt`, for a Z report. */
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
  const known = totals.filter(part => part !== undefined);
  return {till: id, number, lastSeq, chainHead, totals: known, line: lengthened(short)};
}

/** Like `signZ`, for the closing of a month or a year: `DUKAC1`. `number` is the closing's own. */
export const signClosing = ({of, ...claim}: SignedClosing, privateKey: string): string =>
  sealed('DUKAC1', [of, ...fieldsOfZ(claim)], privateKey);

/** Like `readZ`, for a closing. */
export function readClosing(text: string, publicKey: string): {claim: SignedClosing; isGenuine: boolean} | undefined {
  const {fields, isGenuine} = opened('DUKAC1', text, publicKey);
  if (!Array.isArray(fields)) return undefined;
  const [of, ...rest]: readonly unknown[] = fields;
  const claim = zFrom(rest);
  return claim === undefined || !closedSpan.safeParse(of).success
    ? undefined
    : {claim: {...claim, of: String(of)}, isGenuine};
}

/**
 * The claim of a till, or of an office by its public key, that signs a sealed reconciliation: it vouches for the content with this SHA-256,
 * in hexadecimal.
 */
export type SignedSeal = {readonly till: string; readonly office?: string; readonly sha256: string};

/** Like `signReceipt`, for a sealed reconciliation: `DUKAR1`. */
export const signSeal = ({till: id, office = id, sha256}: SignedSeal, privateKey: string): string =>
  sealed('DUKAR1', [office, sha256], privateKey);

/** Like `readReceipt`, for a sealed reconciliation. */
export function readSeal(text: string, publicKey: string): {claim: SignedSeal; isGenuine: boolean} | undefined {
  const {fields, isGenuine} = opened('DUKAR1', text, publicKey);
  const parsed = sealFields.safeParse(fields);
  if (!parsed.success) return undefined;
  const [by, sha256] = parsed.data;
  return {claim: officeKey.safeParse(by).success ? {till: '', office: by, sha256} : {till: by, sha256}, isGenuine};
}

function readTotal(text: string): ZTotal | undefined {
  const {currency: coin = '', amount: sum = '', count} = total.exec(text)?.groups ?? {};
  return isCurrency(coin) ? {currency: coin, amount: sum, count: Number(count)} : undefined;
}

function sealed(kind: string, fields: readonly unknown[], privateKey: string): string {
  const signed = `${kind}.${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;
  return `${signed}.${signText(signed, privateKey)}`;
}

type Opened = {readonly fields: unknown; readonly isGenuine: boolean};

function opened(kind: string, text: string, publicKey: string): Opened {
  const [found, payload = '', signature = '', ...more] = text.length > longest ? [] : text.split('.');
  const isOurs = found === kind && more.length === 0 && isBase64url(payload) && isBase64url(signature);
  const fields = isOurs ? jsonIn(Buffer.from(payload, 'base64url').toString()) : undefined;
  return {fields, isGenuine: isOurs && isSignedBy(publicKey, `${kind}.${payload}`, signature)};
}

/** Whether a text is the canonical base64url of its bytes. Unused bits of the last character would allow other texts for the same bytes. */
const isBase64url = (text: string) => text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text;

/** RFC 9285: two bytes in three characters of the set that a QR code stores most compactly. */
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

/** Decodes base45. Returns undefined for a text that is not base45, or is not the canonical form of its bytes. */
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
