import {hash} from 'node:crypto';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {foldVersion} from '../../src/core/books/projections.js';
import {type CarriedState, carry, ended, folding} from '../../src/core/books/state.js';
import {businessDate} from '../../src/core/day/business-day.js';
import type {NewEvent, StoredEvent} from '../../src/core/events/event.js';
import {mintReference} from '../../src/core/journal/reference.js';
import {linesOfSegment} from '../../src/core/sale/finder.js';
import {makeSigningKey} from '../../src/print/signing-key.js';
import {storedKey} from '../../src/till/signing.js';
import {nodeDisk} from '../../store/disk.js';
import {type ChainLink, chainLine, genesis} from '../../store/line.js';
import {indexPath, segmentFolder, segmentPath, summaryPath} from '../../store/segment.js';
import {HeadKeeper} from '../../store/stored-head.js';
import {indexText, type Summary, summarise, summariseWithin, summaryText} from '../../store/summary.js';
import {paymentEvents} from './sales.js';

export const till = 'T7K';
export const zone = 'Africa/Nairobi';
export const header = {profile: 'sandbox', zone, dayStartsAt: '00:00', version: 'bench'} as const;

const day = 24 * 3600_000;
const openOfEachDay = 1;
const eventsOfPaid = 4;

export type Filled = {readonly events: number; readonly payments: number; readonly pending: number};
type Size = {
  readonly events: number;
  readonly segments: number;
  readonly pendingToday: number;
  readonly now: number;
  /** Over how many hours the payments of a day were made. Of today's first lines there is then the summary that the till has made meanwhile. */
  readonly hours?: number;
};

/**
 * Writes a journal that ends today, line by line as the till itself would have written it and with the summaries and indexes of its
 * closed days, but without syncing each. Some payments of the last ten days and of today are still pending.
 */
export async function writeJournal(
  folder: string,
  {events, segments, pendingToday, now, hours = 0}: Size,
): Promise<Filled> {
  const key = await makeKey(folder);
  const signingKey = key?.publicKey ?? '';
  const perSegment = Math.floor(events / segments);
  let chain: Chain = {link: genesis, summary: null, reference: undefined};
  const filled = {events: 0, payments: 0, pending: 0};
  for (let left = segments - 1; left >= 0; left -= 1) {
    const pending = left === 0 ? pendingToday : left < 10 ? openOfEachDay : 0;
    const segment = segmentOf(chain, {at: now - left * day, events: perSegment, pending, signingKey, hours});
    const date = businessDate(now - left * day, zone, header.dayStartsAt);
    await writeFile(segmentPath(folder, date), segment.lines.join(''));
    filled.events += segment.lines.length;
    filled.payments += segment.payments;
    filled.pending += pending;
    const before = chain.summary;
    chain = segment.chain;
    if (left > 0 && chain.summary !== null) {
      await writeFile(summaryPath(folder, date), summaryText(chain.summary, key));
      await writeFile(
        indexPath(folder, date),
        indexText(linesOfSegment({carried: [], totals: null}, segment.events), chain.summary, key),
      );
    }
    if (left > 0) continue;
    if (hours > 0) await writeFile(summaryPath(folder, date), summaryText(firstLines(date, segment, before), key));
    await writeHead(folder, key, {...chain.link, segment: date});
  }
  return filled;
}

/** Makes the key of a till's folder. */
export async function makeKey(folder: string) {
  await mkdir(segmentFolder(folder), {recursive: true});
  await writeFile(join(folder, 'signing-key.pem'), makeSigningKey().privateKey, {mode: 0o600});
  return storedKey(folder);
}

/** Stores where a journal ends, without which nobody believes its end. */
export async function writeHead(
  folder: string,
  key: Awaited<ReturnType<typeof makeKey>>,
  link: ChainLink & {segment: string},
) {
  const head = new HeadKeeper(nodeDisk, folder, {key, isOwn: true});
  await head.begin(link, null);
  await head.close();
}

const linesPerSummary = 500;

/** The summary of the first lines of an open day. */
function firstLines(
  date: string,
  {lines, events}: Pick<ReturnType<typeof segmentOf>, 'lines' | 'events'>,
  before: Summary | null,
): Summary {
  const summed = Math.floor(events.length / linesPerSummary - 0.5) * linesPerSummary; // the latest was made a while ago
  const first = events.slice(0, summed);
  const text = lines.slice(0, first.length).join('');
  const {seq = 0, hash: head = ''} = first.at(-1) ?? {};
  const reached = {seq, head, lines: first.length, bytes: Buffer.byteLength(text), tornBytes: 0, version: 1};
  const sum = hash('sha256', text);
  return ended(summariseWithin(date, before ?? {carried: [], totals: null}, first, {...reached, sum}, folding));
}

type Chain = {readonly link: ChainLink; readonly summary: Summary | null; readonly reference: string | undefined};
type Day = {
  readonly at: number;
  readonly events: number;
  readonly pending: number;
  readonly signingKey: string;
  readonly hours: number;
};

function segmentOf(before: Chain, {at, events, pending, signingKey, hours}: Day) {
  const date = businessDate(at, zone, header.dayStartsAt);
  const lines: string[] = [];
  const stored: StoredEvent[] = [];
  let {link, reference} = before;
  const add = ({type, person, data}: NewEvent, instant: number) => {
    const line = chainLine(link, instant, {till, person, type, data: JSON.stringify(data)});
    const event = JSON.parse(line) as StoredEvent;
    link = {seq: event.seq, head: event.hash};
    lines.push(`${line}\n`);
    stored.push(event);
  };
  const {segment = null, head = null} = before.summary ?? {};
  const payments = Math.max(1, Math.round((events - 1 + pending) / eventsOfPaid));
  const sinceMidnight = at - Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
  const gap = hours === 0 ? 10 : Math.min(hours * 3_600_000, sinceMidnight) / payments;
  const place = {businessDate: date, previousSegment: segment, previousHead: head, signingKey};
  add({type: 'segment-opened', person: 'cashier', data: {...header, ...place}}, at - Math.floor(payments * gap));
  const kept = new Set<string>();
  for (let number = 0; number < payments; number += 1) {
    const instant = at - Math.floor((payments - number) * gap);
    const random = Uint8Array.from([number >> 24, number >> 16, number >> 8, number]);
    reference = mintReference({till, nowMs: instant, last: reference, random});
    const isPending = number >= payments - pending;
    if (isPending || number === payments - 1) kept.add(reference);
    for (const event of paymentEvents({reference, number, date, isPending})) add(event, instant);
  }
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  const reached = {seq: link.seq, head: link.head, lines: lines.length, bytes, tornBytes: 0, version: 1};
  // All others are settled: to look at them again, two hundred times, would take longer than all of this.
  const open = (event: StoredEvent) => 'reference' in event.data && kept.has(event.data.reference);
  const ofOpen = {carry: (from: CarriedState) => carry(from, stored.filter(open)), foldVersion};
  const summary = summarise(date, before.summary ?? {carried: [], totals: null}, stored, reached, ofOpen);
  return {lines, events: stored, payments, chain: {link, summary, reference}};
}
