import {hash} from 'node:crypto';
import type {StoredEvent} from '../../core/events/event.js';
import {maskWallet} from '../../core/market/wallet.js';
import {maskEmail} from '../../core/payment/payer.js';
import type {Json} from '../../core/service/answer.js';
import {isList} from '../../core/service/reply.js';
import {hideCardNumbers} from '../../core/text/card-numbers.js';
import type {Reading} from '../../till/opened-journal.js';

type Journal = Pick<Reading['journal'], 'segments' | 'readAsSealed'>;
type Wanted = {
  readonly events: readonly StoredEvent[];
  /** The days in which the events probably are. Other days are read only if they are not. */
  readonly likely: readonly string[];
  /** Whether the event may be shown as it is on the disk, with its customer sealed. */
  readonly isHarmless: (event: StoredEvent) => boolean;
};

const genesis = '0'.repeat(64);

/** The places of the events in the journal's files, which are read and verified from the beginning of their days. */
export async function chainOf(journal: Journal, {events, likely, isHarmless}: Wanted) {
  const wanted = new Set(events.map(({seq}) => seq));
  const links: ReturnType<typeof linkOf>[] = [];
  const segments: ReturnType<typeof segmentOf>[] = [];
  const confirmed: {readonly seq: number; readonly at: string; readonly skewSeconds: number}[] = [];
  const dates = [...(await journal.segments())].reverse();
  for (const date of [
    ...dates.filter(date => likely.includes(date)),
    ...dates.filter(date => !likely.includes(date)),
  ]) {
    if (links.length === wanted.size) break;
    let previous = genesis;
    let segment: (typeof segments)[number] | undefined;
    const count = links.length;
    const segmentEvents: typeof confirmed = [];
    for await (const event of journal.readAsSealed(date)) {
      if (event.type === 'segment-opened') {
        segment = segmentOf(event);
        previous = segment.previousHead;
      }
      if (event.type === 'clock-confirmed') segmentEvents.push({seq: event.seq, at: event.at, ...event.data});
      if (wanted.has(event.seq)) links.push(linkOf(event, previous, isHarmless(event)));
      previous = event.hash;
    }
    if (links.length === count || segment === undefined) continue;
    segments.push(segment);
    confirmed.push(...segmentEvents);
  }
  const bySeq = (a: {readonly seq: number}, b: {readonly seq: number}) => a.seq - b.seq;
  return {
    links: links.sort(bySeq),
    segments: segments.sort((a, b) => a.firstSeq - b.firstSeq),
    confirmed: confirmed.sort(bySeq),
  };
}

/** The file of a day: the place of its first line in the chain, and who wrote it. */
function segmentOf(event: StoredEvent & {readonly type: 'segment-opened'}) {
  const {businessDate, previousSegment, previousHead, profile, zone, version} = event.data;
  return {
    date: businessDate,
    firstSeq: event.seq,
    hash: event.hash,
    previousSegment,
    previousHead: previousHead ?? genesis,
    profile,
    zone,
    version,
  };
}

/** The place of a line in the chain. `line` has the exact bytes that were hashed; it is null if they contain secrets. */
function linkOf(event: StoredEvent, previous: string, isHarmless: boolean) {
  const {hash: sum, ...rest} = event;
  const line = JSON.stringify(rest);
  if (hash('sha256', previous + line) !== sum) throw new Error(`line ${event.seq} cannot be written again as it was`);
  return {seq: event.seq, previous, hash: sum, line: isHarmless ? line : null};
}

/** The texts about a payment that nobody else may read. */
type Secrets = {
  /** International digits of telephone numbers and wallets. */
  readonly phones: readonly string[];
  readonly keys: readonly string[];
};

export type Mask = {readonly text: (text: string) => string; readonly json: (value: Json, member?: string) => Json};

/** Members that make up a bank's challenge, that give access to a payment, or that are never kept of a card. */
const removed =
  /^(?:formdata|creq|cres|pareq|pares|md|pin|cvv|cvc|otp|securitycode|cardnumber|pan|expiry\w*|threeds\w*|acs\w*)$|token|secret|password|authorization|apikey/;
const holdsNumber = /phone|msisdn|mobile|wallet|account/;

const email = /[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+\.[\p{L}\d]+/gu;
const address = /\b(?:https?|wss?):\/\/[^\s"'<>]+/giu;
const header = /\b(?:bearer|basic)\s+[\w+/=.~-]{8,}/giu;
const serviceKey = /\b[A-Z0-9]{2,8}-PK[A-Z]*-[\w-]{8,}/gu;
/** A shorter key would also match common words. */
const shortestKey = 8;
/** No national number is shorter, and this is more than the six digits that a mask leaves. */
const shortestPhone = 7;

/**
 * The mask of a payment. It keeps the last six digits of telephone numbers, the last four of cards, the first letter and the host of e-mail
 * addresses, and the host of web addresses. It removes keys, tokens and the parts of a bank's challenge completely.
 */
export function maskOf({phones, keys}: Secrets): Mask {
  const numbers = phones
    .filter(phone => phone.length >= shortestPhone)
    .map(phone => ({phone, pattern: patternOf(phone)}));
  const own = keys.filter(key => key.length >= shortestKey);
  const text = (whole: string) => {
    let masked = whole;
    for (const key of own) masked = masked.replaceAll(key, '[key]');
    masked = masked
      .replaceAll(header, '[key]')
      .replaceAll(serviceKey, '[key]')
      .replaceAll(address, found => `${URL.parse(found)?.origin ?? ''}/…`)
      .replaceAll(email, maskEmail);
    for (const {phone, pattern} of numbers) masked = masked.replaceAll(pattern, maskWallet(phone));
    return hideCardNumbers(masked);
  };
  const json = (value: Json, member = ''): Json => {
    const name = member.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (removed.test(name) && value !== null && typeof value !== 'boolean') return '[removed]';
    if (typeof value === 'string') return holdsNumber.test(name) ? maskDigits(text(value)) : text(value);
    if (typeof value === 'number') {
      const masked = holdsNumber.test(name) ? maskDigits(text(String(value))) : text(String(value));
      return masked === String(value) ? value : masked;
    }
    if (value === null || typeof value === 'boolean') return value;
    if (isList(value)) return value.map(item => json(item, member));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, json(item, key)]));
  };
  return {text, json};
}

const gap = String.raw`[\s.()/\p{Pd}]{0,2}`;

/** Matches the number in every way in which it is written: with its country code or a zero before it, in groups, within other digits. */
const patternOf = (phone: string): RegExp =>
  new RegExp(String.raw`\+?(?:\d${gap}){0,8}${phone.slice(-shortestPhone).split('').join(gap)}`, 'gu');

function maskDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length < shortestPhone || text.startsWith('…') ? text : maskWallet(digits);
}
