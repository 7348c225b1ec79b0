import {secondsText} from '../core/day/business-day.js';
import {type EventData, type EventType, isKnown, type StoredEvent} from '../core/events/event.js';
import {decimalText, moneyText} from '../core/money/money.js';
import type {Answer, Json} from '../core/service/answer.js';
import {zName} from '../core/shift/report.js';
import {cleanText} from '../core/text/text.js';
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

/** What an event says besides its amount, in the journal's own words; people of the staff by their numbers. */
const raws: {readonly [T in EventType]?: (data: EventData<T>) => string | null} = {
  answered: ({answer}) => rawAnswer(answer),
  'otp-answered': ({answer}) => rawAnswer(answer),
  'status-answered': ({answer}) => rawAnswer(answer),
  'refund-answered': ({answer}) => rawAnswer(answer),
  'refund-status-answered': ({answer}) => rawAnswer(answer),
  'enrolment-answered': ({answer}) => rawAnswer(answer),
  'subscription-change-answered': ({answer}) => rawAnswer(answer),
  'charge-taken-back': ({status}) => status,
  resolved: ({as, reason}) => `${as} ${reason}`,
  'refund-resolved': ({as, reason}) => `${as} ${reason}`,
  'cash-moved': ({kind, reason}) => `${kind} ${reason}`,
  'drawer-opened': ({reason}) => reason,
  'refund-in-cash': ({reason}) => reason,
  'refund-seen': ({serviceReference, status}) => `${serviceReference} ${status}`,
  'shift-opened': ({shift}) => `shift ${shift}`,
  'shift-handed-over': ({shift, to}) => `shift ${shift} ${to}`,
  'slip-printed': ({kind, copy, format}) => `${kind} ${copy} ${format}`,
  'slip-not-printed': ({kind, copy}) => `${kind} ${copy}`,
  'z-reported': ({report}) => zName(report.number),
  'plan-seen': ({plan}) => `${plan.planCode} ${plan.name}`,
  'subscription-seen': ({subscription: {id, status}}) => `${id} ${status ?? ''}`,
  'charges-seen': ({subscription}) => String(subscription),
  'subscription-change-sent': ({change, subscription, reason}) => `${change} ${subscription} ${reason}`,
  'enrolment-resolved': ({as, by, reason}) => `${as} ${by} ${reason}`,
  'source-imported': ({kind, name, rows}) => `${kind} ${name} ${rows}`,
  'rule-added': ({text, account, tolerance}) => [text, account, tolerance].filter(Boolean).join(' '),
  'rule-removed': ({text}) => text,
  'layout-kept': ({kind, name}) => `${kind} ${name}`,
  'discrepancy-accepted': ({code, note}) => `${code} ${note}`,
  'match-confirmed': ({key, reference}) => `${key} ${reference}`,
  'match-withdrawn': ({key}) => key,
  'acceptance-withdrawn': ({key}) => key,
  reconciled: ({from, to, open}) => `${from} ${to} ${open.length}`,
  'segment-opened': ({businessDate, profile, zone}) => `${businessDate} ${profile} ${zone}`,
  started: ({command, by, previousVersion, version}) =>
    [command ?? by, previousVersion, version].filter(Boolean).join(' '),
  stopped: ({why}) => why,
  'settings-changed': ({by, changes}) =>
    [by, ...changes.map(({name, from, to}) => `${name} ${from ?? '-'} → ${to ?? '-'}`)].join('  '),
  'settings-carried-over': ({from}) => from,
  'clock-set': ({seconds, seen}) => `${seconds} s ${seen}`,
  'clock-confirmed': ({skewSeconds}) => `${skewSeconds} s`,
  'journal-restored': ({open}) => open.join(' '),
  'restore-confirmed': ({reason}) => reason,
  'journal-repaired': ({tornBytes}) => `${tornBytes} bytes`,
  'journal-accepted': ({why}) => why,
  'journal-refused': ({segment, line, why, ...data}) => `${claimText(data)}${segment}:${line} ${why}`,
  exported: ({kind, format, from, to, sha256, ...data}) =>
    `${claimText(data)}${kind} ${format} ${from === to ? from : `${from} ${to}`} ${sha256.slice(0, 16)}`,
  'customers-shredded': ({keys}) => keys.join(' '),
  'office-joined': ({url, office}) => `${url} ${office.slice(0, 8)}`,
  'office-left': ({url, office}) => `${url} ${office.slice(0, 8)}`,
  witnessed: ({seq, office}) => `${seq} ${office.slice(0, 8)}`,
  'signing-key': ({publicKey}) => publicKey.slice(0, 8),
  'service-changed': ({service}) => service,
  'staff-added': ({number, name, role}) => `${number} ${name} ${role}`,
  'staff-changed': data => Object.keys(data).join(' ').replace('number', String(data.number)),
  'staff-locked': ({number, reason}) => `${number} ${reason}`,
  'staff-removed': ({number, reason}) => `${number} ${reason}`,
  'staff-carried-over': ({from, people}) => `${from} ${people.length}`,
  'staff-unlocked': ({number}) => String(number),
  'signed-in': ({number, by}) => `${number} ${by}`,
  'signed-out': ({number, reason}) => `${number} ${reason}`,
  'sign-in-refused': ({number, by, for: whom}) => `${number ?? '-'} ${by} ${whom}`,
  approved: ({verb, for: whom}) => `${verb} ${whom}`,
  'rights-changed': ({verb, role, right}) => `${verb} ${role} ${right}`,
};

function rawOf(event: StoredEvent): string | null {
  const raw = isKnown(event)
    ? (raws[event.type] as ((data: StoredEvent['data']) => string | null) | undefined)
    : undefined;
  return raw?.(event.data) ?? null;
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
