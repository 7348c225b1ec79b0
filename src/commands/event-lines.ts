import {secondsText} from '../core/day/business-day.js';
import {isKnown, type StoredEvent} from '../core/events/event.js';
import {decimalText, moneyText} from '../core/money/money.js';
import type {Answer, Json} from '../core/service/answer.js';
import {zName} from '../core/shift/report.js';
import {cleanText} from '../core/text/text.js';
import {jsonText} from '../session/print.js';
import type {Reading} from '../till/opened-journal.js';

/** The summary of an event in a list, for scripts. `raw` is in the service's own words. */
export function summaryOf(event: StoredEvent) {
  const {seq, at, type, person} = event;
  const amount = isKnown(event) && hasAmount(event) ? event.data.amount : undefined;
  return {
    seq,
    at,
    type,
    person,
    reference: referenceIn(event),
    amount: amount === undefined ? null : decimalText(amount),
    currency: amount?.currency ?? null,
    raw: rawOf(event),
  };
}

/** The same summary as one line, for people. */
export function eventLine(event: StoredEvent, zone: string): string {
  const {seq, at, type, reference, raw} = summaryOf(event);
  const amount = isKnown(event) && hasAmount(event) ? moneyText(event.data.amount) : undefined;
  const start = [`#${seq}`.padStart(6), secondsText(Date.parse(at), zone), cleanText(type, 22).padEnd(22)];
  return [...start, cleanText(reference ?? '', 15).padEnd(15), cleanText(amount ?? raw ?? '', 60)].join('  ').trimEnd();
}

/** An event with the person who caused it in one line, for people. */
export function personLine(event: StoredEvent, zone: string): string {
  const {seq, at, type, person} = event;
  const start = [`#${seq}`.padStart(6), secondsText(Date.parse(at), zone), cleanText(type, 16).padEnd(16)];
  return [
    ...start,
    cleanText(person, 16).padEnd(16),
    cleanText([referenceIn(event), rawOf(event)].filter(Boolean).join(' '), 80),
  ]
    .join('  ')
    .trimEnd();
}

/** Whose a note says that it is, if nothing proves it. */
const claimText = ({unproved}: {readonly unproved?: string | undefined}): string =>
  unproved === undefined ? '' : `not-proved: ${unproved} `;

export function wholeEvent(event: StoredEvent, zone: string): readonly string[] {
  const {data, hash, at, till, person} = event;
  const more = [at, cleanText(till, 10), cleanText(person, 60), hash].join('  ');
  return [
    eventLine(event, zone),
    `        ${more}`,
    ...jsonText(data, 2)
      .split('\n')
      .map(line => `        ${line}`),
  ];
}

/** An enrolment has the reference of its payment, a subscription the service's number, a ticket a reference of its own. */
function referenceIn({data}: StoredEvent): string | null {
  if ('reference' in data) return String(data.reference);
  if ('ticket' in data) return String(data.ticket);
  return 'enrolment' in data ? String(data.enrolment) : null;
}

const hasAmount = (event: StoredEvent) =>
  event.type === 'enrolment-requested' ||
  event.type === 'requested' ||
  event.type === 'refund-requested' ||
  event.type === 'refund-in-cash' ||
  event.type === 'refund-seen' ||
  event.type === 'cash-moved';

function rawOf(event: StoredEvent): string | null {
  if (!isKnown(event)) return null;
  switch (event.type) {
    case 'answered':
    case 'otp-answered':
    case 'status-answered':
    case 'refund-answered':
    case 'refund-status-answered':
    case 'enrolment-answered':
    case 'subscription-change-answered':
      return rawAnswer(event.data.answer);
    case 'charge-taken-back':
      return event.data.status;
    case 'resolved':
    case 'refund-resolved':
      return `${event.data.as} ${event.data.reason}`;
    case 'cash-moved':
      return `${event.data.kind} ${event.data.reason}`;
    case 'drawer-opened':
    case 'refund-in-cash':
      return event.data.reason;
    case 'refund-seen':
      return `${event.data.serviceReference} ${event.data.status}`;
    case 'shift-opened':
      return `shift ${event.data.shift}`;
    case 'shift-handed-over':
      return `shift ${event.data.shift} ${event.data.to}`;
    case 'slip-printed':
      return `${event.data.kind} ${event.data.copy} ${event.data.format}`;
    case 'slip-not-printed':
      return `${event.data.kind} ${event.data.copy}`;
    case 'z-reported':
      return zName(event.data.report.number);
    case 'plan-seen':
      return `${event.data.plan.planCode} ${event.data.plan.name}`;
    case 'subscription-seen':
      return `${event.data.subscription.id} ${event.data.subscription.status ?? ''}`;
    case 'charges-seen':
      return `${event.data.subscription}`;
    case 'subscription-change-sent':
      return `${event.data.change} ${event.data.subscription} ${event.data.reason}`;
    case 'enrolment-resolved':
      return `${event.data.as} ${event.data.by} ${event.data.reason}`;
    case 'source-imported':
      return `${event.data.kind} ${event.data.name} ${event.data.rows}`;
    case 'rule-added':
      return [event.data.text, event.data.account, event.data.tolerance].filter(Boolean).join(' ');
    case 'rule-removed':
      return event.data.text;
    case 'layout-kept':
      return `${event.data.kind} ${event.data.name}`;
    case 'discrepancy-accepted':
      return `${event.data.code} ${event.data.note}`;
    case 'match-confirmed':
      return `${event.data.key} ${event.data.reference}`;
    case 'match-withdrawn':
    case 'acceptance-withdrawn':
      return event.data.key;
    case 'reconciled':
      return `${event.data.from} ${event.data.to} ${event.data.open.length}`;
    case 'segment-opened':
      return `${event.data.businessDate} ${event.data.profile} ${event.data.zone}`;
    default:
      return technicalRaw(event);
  }
}

/** What an event about the till itself says, in the journal's own words. */
function technicalRaw(event: StoredEvent): string | null {
  switch (event.type) {
    case 'started':
      return [event.data.command ?? event.data.by, event.data.previousVersion, event.data.version]
        .filter(Boolean)
        .join(' ');
    case 'stopped':
      return event.data.why;
    case 'settings-changed': {
      const {by, changes} = event.data;
      return [by, ...changes.map(({name, from, to}) => `${name} ${from ?? '-'} → ${to ?? '-'}`)].join('  ');
    }
    case 'settings-carried-over':
      return event.data.from;
    case 'clock-set':
      return `${event.data.seconds} s ${event.data.seen}`;
    case 'clock-confirmed':
      return `${event.data.skewSeconds} s`;
    case 'journal-restored':
      return event.data.open.join(' ');
    case 'restore-confirmed':
      return event.data.reason;
    case 'journal-repaired':
      return `${event.data.tornBytes} bytes`;
    case 'journal-accepted':
      return event.data.why;
    case 'journal-refused':
      return `${claimText(event.data)}${event.data.segment}:${event.data.line} ${event.data.why}`;
    case 'exported': {
      const {kind, format, from, to, sha256} = event.data;
      const days = from === to ? from : `${from} ${to}`;
      return `${claimText(event.data)}${kind} ${format} ${days} ${sha256.slice(0, 16)}`;
    }
    case 'customers-shredded':
      return event.data.keys.join(' ');
    case 'office-joined':
    case 'office-left':
      return `${event.data.url} ${event.data.office.slice(0, 8)}`;
    case 'witnessed':
      return `${event.data.seq} ${event.data.office.slice(0, 8)}`;
    case 'signing-key':
      return event.data.publicKey.slice(0, 8);
    case 'service-changed':
      return event.data.service;
    default:
      return staffRaw(event);
  }
}

/** What an event about the staff of the till says, by their numbers. */
function staffRaw(event: StoredEvent): string | null {
  switch (event.type) {
    case 'staff-added':
      return `${event.data.number} ${event.data.name} ${event.data.role}`;
    case 'staff-changed':
      return Object.keys(event.data).join(' ').replace('number', String(event.data.number));
    case 'staff-locked':
    case 'staff-removed':
      return `${event.data.number} ${event.data.reason}`;
    case 'staff-carried-over':
      return `${event.data.from} ${event.data.people.length}`;
    case 'staff-unlocked':
      return `${event.data.number}`;
    case 'signed-in':
      return `${event.data.number} ${event.data.by}`;
    case 'signed-out':
      return `${event.data.number} ${event.data.reason}`;
    case 'sign-in-refused':
      return `${event.data.number ?? '-'} ${event.data.by} ${event.data.for}`;
    case 'approved':
      return `${event.data.verb} ${event.data.for}`;
    case 'rights-changed':
      return `${event.data.verb} ${event.data.role} ${event.data.right}`;
    default:
      return null;
  }
}

/** The words of an answer that say the most, and its HTTP status. */
function rawAnswer(answer: Answer): string {
  if (answer.kind !== 'answered') return [answer.kind, answer.code, answer.phase].filter(Boolean).join(' ');
  const outer = membersOf(answer.body);
  const inner = membersOf(outer['data']);
  const words = [
    'response_code',
    'transaction_status',
    'refund_status',
    'status',
    'debugMessage',
    'response_message',
    'message',
  ].map(name => inner[name] ?? outer[name]);
  const texts = words.filter(word => typeof word === 'string' || typeof word === 'number').map(String);
  return cleanText([`HTTP ${answer.http}`, ...texts, answer.text ?? ''].filter(text => text !== '').join(' '), 200);
}

function membersOf(body: Json | undefined): {readonly [name: string]: Json | undefined} {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as {readonly [name: string]: Json})
    : {};
}

export async function lineOf({journal}: Pick<Reading, 'journal'>, seq: number): Promise<StoredEvent | undefined> {
  for (const day of (await journal.segmentsSince(seq)).slice(0, 1)) {
    for await (const event of journal.readSegment(day)) {
      if (event.seq === seq) return event;
      if (event.seq > seq) break;
    }
  }
  return undefined;
}
