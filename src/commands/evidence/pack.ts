import {hash} from 'node:crypto';
import {releasesGoods, stepSentence} from '../../core/books/selectors.js';
import {businessDate} from '../../core/day/business-day.js';
import {isKnown, journalVersion, type StoredEvent} from '../../core/events/event.js';
import {openedLine} from '../../core/journal/customers.js';
import {maskWallet} from '../../core/market/wallet.js';
import {decimalText} from '../../core/money/money.js';
import {maskEmail, maskSource} from '../../core/payment/payer.js';
import {type Payment, verdictOf} from '../../core/payment/payment.js';
import {attemptsOf} from '../../core/payment/payments.js';
import {operatorOf, tenderOf} from '../../core/payment/tender.js';
import type {Answer, Json} from '../../core/service/answer.js';
import {isList} from '../../core/service/reply.js';
import {zOf} from '../../core/shift/ledger-schema.js';
import {hideCardNumbers} from '../../core/text/card-numbers.js';
import {configOf, type Session} from '../../session/session.js';
import type {Reading} from '../../till/opened-journal.js';
import {readZ} from '../../till/shift.js';
import {zonedText} from '../export/table.js';
import {conclusionOf} from '../payment-lines.js';

/** Changes whenever a member is removed or gets another meaning. */
const evidenceSchemaName = 'duka.evidence/1';

/** Everything that a till knows about one payment, for those who have to judge it, without what nobody else may read. */
export type Evidence = Awaited<ReturnType<typeof evidenceOf>>;

/** Collects the evidence about a payment from the journal only. Throws `Problem` journal-damaged. */
export async function evidenceOf(session: Session, reading: Reading, payment: Payment) {
  const {language, face} = session;
  const {shop, till = '', profile, zone} = configOf(session);
  const mask = maskFor(session, payment);
  const events = await reading.journal.eventsOf(payment.reference);
  return {
    schema: evidenceSchemaName,
    made: Temporal.Instant.fromEpochMilliseconds(Math.round(face.world.now())).toString(),
    version: face.version,
    journalVersion,
    ...{shop, till, profile, zone},
    payment: factsOf(payment),
    verdict: verdictOf(payment),
    releaseGoods: releasesGoods(reading.state, payment),
    conclusion: mask.text(conclusionOf(payment, language)),
    attempts: attemptsOf(reading.state, payment.sale).map(each => ({
      reference: each.reference,
      status: each.status,
      verdict: verdictOf(each),
    })),
    timeline: events.map(event => ({
      seq: event.seq,
      at: event.at,
      local: zonedText(Date.parse(event.at), zone),
      type: event.type,
      person: mask.text(event.person),
      meaning: meaningOf(payment, event, session, mask),
      data: mask.json(event.data as unknown as Json),
    })),
    slips: events.filter(isKnown).flatMap(event => {
      if (event.type !== 'slip-printed') return [];
      const {kind, copy, format} = event.data;
      return [{seq: event.seq, at: event.at, kind, copy, format}];
    }),
    ...(await proofOf(session, reading, {payment, events, mask})),
  };
}

/** The mask of a payment. It knows the telephone numbers of its request, and the key of this home. */
export function maskFor(session: Session, {request}: Payment): Mask {
  const {key} = configOf(session);
  const texts = Object.entries(request).flatMap(([name, value]) =>
    (name === 'phone' || name === 'wallet') && typeof value === 'string' ? [value.replaceAll(/\D/g, '')] : [],
  );
  return maskOf({phones: [...new Set(texts)], keys: key === undefined ? [] : [key]});
}

function factsOf({reference, sale, person, request, status, since, requestedAt, refunds, record, resolution}: Payment) {
  return {
    ...{reference, sale, status},
    amount: decimalText(request.amount),
    currency: request.amount.currency,
    method: request.method,
    operator: operatorOf(tenderOf(request)),
    operatorId: tenderOf(request).channel,
    payer: maskSource(request),
    country: request.country,
    businessDate: request.businessDate,
    cashier: person,
    requestedAt: instant(requestedAt),
    since: instant(since),
    fee: record?.fee ?? null,
    judgedBy: resolution?.person ?? null,
    refunds: refunds.map(refund => ({
      number: refund.number,
      status: refund.status,
      amount: decimalText(refund.amount),
      currency: refund.amount.currency,
      method: refund.method,
      serviceReference: refund.serviceReference ?? null,
      since: instant(refund.since),
    })),
  };
}

const instant = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs).toString();

function meaningOf(payment: Payment, {seq}: StoredEvent, {language}: Session, mask: Mask): string | null {
  const step = payment.steps.find(each => each.seq === seq);
  return step === undefined ? null : mask.text(stepSentence(step, language));
}

type Proving = {readonly payment: Payment; readonly events: readonly StoredEvent[]; readonly mask: Mask};

async function proofOf(session: Session, reading: Reading, {payment, events, mask}: Proving) {
  const {zone, dayStartsAt} = configOf(session);
  const likely = events.map(({at}) => businessDate(Date.parse(at), zone, dayStartsAt));
  // Sealed text is random. A part of it may look like a number of the customer by chance, so the text is opened before it is checked.
  const isHarmless = (sealed: StoredEvent) => {
    const {person, data} = openedLine(sealed) as StoredEvent;
    const shown = {person, data: data as unknown as Json};
    return JSON.stringify(mask.json(shown)) === JSON.stringify(shown);
  };
  const {links, segments, confirmed} = await chainOf(reading.journal, {events, likely, isHarmless});
  const {seq, head} = reading.journal.tail();
  return {
    clock: {answers: events.flatMap(skewOf), confirmed},
    chain: {
      rule: 'hash = SHA-256(previous + line), both as text; line is null where it has secrets in it',
      segments,
      links,
      z: await zAfter(reading, payment),
      head: {seq, hash: head},
    },
  };
}

/** How far the till's clock was ahead of the service's when an answer arrived, in whole seconds. */
function skewOf(event: StoredEvent) {
  const answer = 'answer' in event.data ? (event.data.answer as Answer) : undefined;
  if (answer?.kind !== 'answered' || answer.serverTime === undefined) return [];
  const skewSeconds = Math.round((Date.parse(event.at) - answer.serverTime) / 1000);
  return [{seq: event.seq, serverTime: instant(answer.serverTime), skewSeconds}];
}

/** The Z that counts the payment. It was signed, with the hash of the journal's line before it. */
async function zAfter(reading: Reading, {paidSeq}: Payment) {
  const number = paidSeq === undefined ? null : zOf(reading.state.ledger, paidSeq);
  if (number === null) return null;
  const {throughSeq, head, closedAt} = await readZ(reading, number);
  return {number, throughSeq, head, closedAt: instant(closedAt)};
}

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
    ...{profile, zone, version},
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
