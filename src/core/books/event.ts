import {date, dayStartsAt, isInstant, zone} from '../day/schema.js';
import {itemEvents} from '../item/schema.js';
import {mailEvents} from '../mail/schema.js';
import {refundEvents} from '../payment/refund-schema.js';
import {paymentEvents} from '../payment/schema.js';
import {reconcileEvents} from '../reconcile/schema.js';
import {restoreEvents} from '../restore/schema.js';
import {shiftEvents} from '../shift/schema.js';
import {exactly, fits} from '../spec/check.js';
import {
  form,
  laterThanFirst,
  leaf,
  named,
  object,
  oneOf,
  optional,
  orNull,
  type Spec,
  type Specified,
  since,
  text,
  whole,
} from '../spec/spec.js';
import {staffEvents} from '../staff/schema.js';
import {subscriptionEvents} from '../subscription/schema.js';
import {technicalEvents} from '../technical/schema.js';
import {ticketEvents} from '../ticket/schema.js';

/** Raised only when an older Duka can no longer read what a newer one writes. */
export const journalVersion = 2;

/** The version of a line that names no customer or that was written before customers' values were sealed. Every Duka can read it. */
export const plainVersion = 1;

const publicKey = named(
  'public key',
  form('43 characters of base64url', /^[\w-]{43}$/, 'The 32 bytes of an Ed25519 public key in base64url.'),
);

/** Every event that this version of Duka writes. Other events are kept, and skipped when the journal is read. */
export const eventSpecs = {
  'segment-opened': object(
    {
      profile: oneOf(['sandbox', 'test', 'live'], 'which world the till speaks to'),
      zone: zone('the shop’s'),
      dayStartsAt: dayStartsAt('the shop’s'),
      version: text('the version of Duka that wrote it'),
      businessDate: date('the day of the segment, which is the name of its file'),
      service: optional(
        text('the address of the service'),
        'it is the till’s own sandbox, and in segments of the first version',
      ),
      previousSegment: orNull(text('the date of the segment before it'), 'it is the first'),
      previousHead: orNull(text('the hash of that segment’s last line'), 'it is the first'),
      signingKey: since(
        laterThanFirst,
        optional(publicKey('the public half of the till’s signing key'), 'the till has no key'),
      ),
    },
    'What a segment is and where it stands in the chain; always its first line.',
  ),
  ...paymentEvents,
  ...refundEvents,
  ...ticketEvents,
  ...itemEvents,
  ...shiftEvents,
  ...subscriptionEvents,
  ...reconcileEvents,
  ...restoreEvents,
  ...mailEvents,
  ...staffEvents,
  ...technicalEvents,
  'signing-key': since(
    laterThanFirst,
    object(
      {
        publicKey: publicKey('by which the till signs from now on'),
        previous: orNull(publicKey('the key before it'), 'no segment has named one'),
        signature: orNull(text('of the new key, by the key before it'), 'that key was not there to sign'),
      },
      'The till signs by another key from now on, or for the first time by one that no segment has named.',
    ),
  ),
  'service-changed': since(
    laterThanFirst,
    object(
      {
        service: text('the address of the service'),
        previous: orNull(text('the address before it'), 'none was named'),
      },
      'Money is asked for at another address from now on than the day’s first line, or the last such event, says.',
    ),
  ),
  'clock-confirmed': object(
    {skewSeconds: whole('the till’s clock less the service’s, in seconds')},
    'A person has confirmed the clock of the till although it differs from the service’s.',
  ),
};

export type EventType = keyof typeof eventSpecs;
export type EventData<T extends EventType = EventType> = Specified<(typeof eventSpecs)[T]>;

/** The environment that a till talks to. Environments never share a folder. */
export type Profile = EventData<'segment-opened'>['profile'];

/** An event before it is written; the journal adds the other members. */
export type NewEvent = {
  [T in EventType]: {readonly type: T; readonly data: EventData<T>; readonly person: string};
}[EventType];

/** An event as it is stored in the journal. `at` is a UTC instant with milliseconds; `hash` chains the line to the one before it. */
export type StoredEvent = {
  readonly seq: number;
  readonly v: number;
  readonly at: string;
  readonly till: string;
  readonly person: string;
  readonly hash: string;
} & {readonly [T in EventType]: {readonly type: T; readonly data: EventData<T>}}[EventType];

/** A payment's request for money, as a person decided it. */
export type PaymentRequest = EventData<'requested'>;
export type MobileMoneyRequest = Extract<PaymentRequest, {method: 'mobile-money'}>;
export type CardRequest = Extract<PaymentRequest, {method: 'card'}>;
export type CashRequest = Extract<PaymentRequest, {method: 'cash'}>;
export type SubscriptionRequest = Extract<PaymentRequest, {method: 'subscription'}>;

const specs: Readonly<Record<EventType, Spec>> = eventSpecs;
const checks = new Map<string, (data: unknown) => boolean>(
  Object.entries(specs).map(([type, spec]) => [type, fits(spec)]),
);
const copies = new Map<string, (data: unknown) => unknown>();

/**
 * The event with a copy of its data that no other code can reach; the copy is what reading the line would give. Throws a `TypeError` if the
 * data are not exactly as specified: this is a defect of Duka, since people's input is checked earlier.
 */
export function toWrite<E extends NewEvent>(event: E): E {
  const {type, data, person} = event;
  if (typeof person !== 'string') throw new TypeError(`${type} is by nobody`);
  const copy = copies.get(type) ?? exactly(specs[type], type);
  copies.set(type, copy);
  return {...event, data: copy(data)};
}

/** Whether this Duka knows the type of the event. An event of a later version is kept and skipped. */
export function isKnown(event: {readonly type: string}): event is StoredEvent {
  return Object.hasOwn(eventSpecs, event.type);
}

/**
 * Whether a value that was read is an event according to its specification. The hash chain proves the order of the lines but not who wrote
 * them. The data of unknown types and of later versions are not checked.
 */
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
