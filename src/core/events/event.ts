import {accountEvents} from '../account/schema.js';
import {isInstant} from '../day/schema.js';
import {itemEvents} from '../item/schema.js';
import type {EventOf} from '../journal/envelope.js';
import {journalEvents} from '../journal/schema.js';
import {mailEvents} from '../mail/schema.js';
import {refundEvents} from '../payment/refund-schema.js';
import {paymentEvents} from '../payment/schema.js';
import {reconcileEvents} from '../reconcile/records/schema.js';
import {restoreEvents} from '../restore/schema.js';
import {shiftEvents} from '../shift/schema.js';
import {isValid, parseStrict} from '../spec/check.js';
import {leaf, type Spec, type Specified} from '../spec/spec.js';
import {staffEvents} from '../staff/schema.js';
import {visitorEvents} from '../staff/visitor-schema.js';
import {subscriptionEvents} from '../subscription/schema.js';
import {technicalEvents} from '../technical/schema.js';
import {ticketEvents} from '../ticket/schema.js';

/** Raised only when the form of an event changes so that an older Duka would misread it. It refuses a new type of event by itself. */
export const journalVersion = 1;

/** Every event that this version of Duka writes. A journal with another event is of a later version, and only read. */
export const eventSpecs = {
  ...journalEvents,
  ...paymentEvents,
  ...refundEvents,
  ...ticketEvents,
  ...accountEvents,
  ...itemEvents,
  ...shiftEvents,
  ...subscriptionEvents,
  ...reconcileEvents,
  ...restoreEvents,
  ...mailEvents,
  ...staffEvents,
  ...visitorEvents,
  ...technicalEvents,
};

export type EventType = keyof typeof eventSpecs;
export type EventData<T extends EventType = EventType> = Specified<(typeof eventSpecs)[T]>;

/** An event before it is written; the journal adds the other members. */
export type NewEvent = {
  [T in EventType]: {readonly type: T; readonly data: EventData<T>; readonly person: string};
}[EventType];

export type StoredEvent = EventOf<typeof eventSpecs>;

const specs: Readonly<Record<EventType, Spec>> = eventSpecs;
const checks = new Map<string, (data: unknown) => boolean>(
  Object.entries(specs).map(([type, spec]) => [type, isValid(spec)]),
);
const copies = new Map<string, (data: unknown) => unknown>();

/**
 * The event with a copy of its data that no other code can reach; the copy is what reading the line would give. Throws a `TypeError` if the
 * data are not exactly as specified: this is a defect of Duka, since people's input is checked earlier.
 */
export function toWrite<E extends NewEvent>(event: E): E {
  const {type, data, person} = event;
  if (typeof person !== 'string') throw new TypeError(`${type} is by nobody`);
  const copy = copies.get(type) ?? parseStrict(specs[type], type);
  copies.set(type, copy);
  return {...event, data: copy(data)};
}

/** Whether this Duka knows the type of the event. One of a later version is skipped, and makes the journal read-only. */
export const isKnown = (event: {readonly type: string}): event is StoredEvent => Object.hasOwn(eventSpecs, event.type);

/** The payment that an event mentions, if any; also for types that this version does not know. */
export const referenceOf = ({data}: StoredEvent): string | undefined =>
  'reference' in data && typeof data.reference === 'string' ? data.reference : undefined;

/** Whether a value is an event by its specification. Data of unknown types and later versions are not checked. */
export function isEvent(value: unknown): value is StoredEvent {
  if (typeof value !== 'object' || value === null) return false;
  const {seq, v, at, till, person, type, data} = value as Readonly<Record<string, unknown>>;
  if (typeof at !== 'string' || typeof till !== 'string' || typeof person !== 'string') return false;
  if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(v)) return false;
  if (typeof type !== 'string' || typeof data !== 'object' || data === null) return false;
  const check = checks.get(type);
  return (v as number) > journalVersion || check === undefined || (check(data) && isInstant(at));
}

/** Whether a value that was read is an event still to be written, exactly according to its specification. */
export function isNewEvent(value: unknown): value is NewEvent {
  if (typeof value !== 'object' || value === null) return false;
  const {type, data, person} = value as Readonly<Record<string, unknown>>;
  return typeof person === 'string' && typeof type === 'string' && checks.get(type)?.(data) === true;
}

/** An event within a file that is kept beside the journal. */
export const eventSpec = leaf<StoredEvent>('a line of the journal', isEvent);

/** The types of events about the till itself and about the people who work at it. */
export const technicalTypes: ReadonlySet<string> = new Set([
  ...Object.keys(technicalEvents),
  ...Object.keys(staffEvents),
  ...Object.keys(journalEvents),
  'journal-restored',
  'restore-confirmed',
]);
