import * as z from 'zod';
import {moneySchema as money} from '../money/schema.js';
import {sourceKinds} from '../reconcile/row.js';
import {answerSchema} from '../service/answer.js';
import {countSchema, reportSchema} from '../shift/report-schema.js';
import {
  changes,
  chargeSeenSchema,
  enrolmentRequested,
  planSchema,
  subscriptionPayment,
  subscriptionSchema,
} from '../subscription/schema.js';

/** Where a slip can go. */
export const slipFormats = ['text', 'escpos', 'html'] as const;
export type SlipFormat = (typeof slipFormats)[number];

/** Raised only when an older Duka could no longer read what a newer one writes. */
export const journalVersion = 1;

const reference = z.string().regex(/^[A-Z0-9]{8,15}$/);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** The 32 bytes of an Ed25519 public key in base64url. */
const signingKey = z.string().regex(/^[\w-]{43}$/);

// All of them are lazy: nothing is checked before the first frame, and to make the schemas takes a tenth of the start.

/** What a segment is and where it stands in the chain; always its first line. */
const segmentOpened = z.lazy(() =>
  z.strictObject({
    profile: z.enum(['sandbox', 'test', 'live']),
    zone: z.string(),
    dayStartsAt: z.string(),
    version: z.string(),
    businessDate: day,
    /** The address of the service; absent where it is the sandbox of the till itself, and before it was written. */
    service: z.string().optional(),
    previousSegment: z.string().nullable(),
    previousHead: z.string().nullable(),
    /** The public half of the till's signing key; segments of version 0.1.0 have none. */
    signingKey: signingKey.optional(),
  }),
);

const asked = {
  reference,
  sale: reference,
  amount: money,
  /** The customer's country, alpha-2; of a card, whose country nobody knows, the shop's. */
  country: z.string().length(2),
  description: z.string(),
  businessDate: day,
  again: z.strictObject({reason: z.string(), earlier: reference}).nullable(),
};
/** Of the customer, as the service wants it. */
const customer = {phone: z.string(), email: z.string(), firstName: z.string(), lastName: z.string()};

/**
 * A decision to ask for money, on disk before anything is sent. `wallet` is international digits, null for ZAR; of a card
 * no more than its brand and its last four digits are ever written. Cash is in the drawer when it is written down, and what a
 * subscription charges is with the service: nobody here asks for it.
 */
const requested = z.lazy(() =>
  z.discriminatedUnion('method', [
    z.strictObject({
      ...asked,
      ...customer,
      method: z.literal('mobile-money'),
      network: z.string(),
      bankCode: z.string(),
      wallet: z.string().nullable(),
      returnUrl: z.string().nullable(),
    }),
    z.strictObject({
      ...asked,
      ...customer,
      method: z.literal('card'),
      card: z.strictObject({brand: z.string().max(40), lastFour: z.string().regex(/^\d{4}$/)}),
    }),
    z.strictObject({...asked, method: z.literal('cash'), tendered: money}),
    z.strictObject({...asked, ...subscriptionPayment}),
  ]),
);

const aboutPayment = z.lazy(() => z.strictObject({reference}));
const answered = z.lazy(() => z.strictObject({reference, answer: answerSchema}));

const statusAnswered = z.lazy(() =>
  z.strictObject({
    reference,
    question: z.enum(['status', 'merchant-reference']),
    answer: answerSchema,
    /** Equal answers since the last one written, which were heard and not written. */
    repeated: z.number().int().nonnegative(),
  }),
);

const resolved = z.lazy(() =>
  z.strictObject({
    reference,
    as: z.enum(['paid', 'not-paid']),
    reason: z.string().min(1),
    evidence: z.string(),
  }),
);

/** Money to be given back, of a paid payment: its refunds are numbered from 1, since the service takes no reference of ours. */
const aboutRefund = {reference, refund: z.number().int().positive()};
const refundRequested = z.lazy(() =>
  z.strictObject({
    ...aboutRefund,
    amount: money,
    reason: z.string(),
    businessDate: day,
    /** Why a person gave it back although the service had not told which refunds of the payment it has. */
    unheard: z.string().min(1).optional(),
  }),
);
/** A refund of the service's history that this journal has no request of: made elsewhere, or lost here. */
const refundSeen = z.lazy(() =>
  z.strictObject({
    ...aboutRefund,
    amount: money,
    businessDate: day,
    serviceReference: z.string().min(1),
    /** How it stands, in the service's word. */
    status: z.string(),
  }),
);
const refundStep = z.lazy(() => z.strictObject(aboutRefund));
const refundAnswered = z.lazy(() => z.strictObject({...aboutRefund, answer: answerSchema}));

const refundStatusAnswered = z.lazy(() =>
  z.strictObject({
    ...aboutRefund,
    /** Of the history no more is kept than its rows about the payment. */
    question: z.enum(['refund-status', 'refund-history']),
    answer: answerSchema,
    repeated: z.number().int().nonnegative(),
  }),
);

const refundResolved = z.lazy(() =>
  z.strictObject({...aboutRefund, as: z.enum(['done', 'failed']), reason: z.string().min(1), evidence: z.string()}),
);

/** A period of work at the till, with the money in the drawer that it begins with. It keeps its zone and start of day. */
const shiftOpened = z.lazy(() =>
  z.strictObject({
    shift: z.number().int().positive(),
    floats: z.array(money),
    zone: z.string(),
    dayStartsAt: z.string(),
  }),
);
const shiftHandedOver = z.lazy(() => z.strictObject({shift: z.number().int().positive(), to: z.string().min(1)}));

/** Money put into the drawer or taken out of it beside sales; a drop goes to the safe. */
const cashMoved = z.lazy(() =>
  z.strictObject({kind: z.enum(['in', 'out', 'drop']), amount: money, reason: z.string().min(1), businessDate: day}),
);

/** What was counted in the drawer before anybody was told what should be in it. */
const cashCounted = z.lazy(() => z.strictObject({counts: z.array(countSchema)}));

/** A slip of a payment that left the till; `copy` is 0 for the first of its kind. */
const slipPrinted = z.lazy(() =>
  z.strictObject({
    reference,
    kind: z.enum(['receipt', 'pending']),
    copy: z.number().int().nonnegative(),
    format: z.enum(slipFormats),
  }),
);
const reportPrinted = z.lazy(() =>
  z.strictObject({
    /** Null: an X. */
    z: z.number().int().positive().nullable(),
    copy: z.number().int().nonnegative(),
    format: z.enum(slipFormats),
  }),
);

/** Something was read of the service's plans and subscriptions that was not known before. */
const planSeen = z.lazy(() => z.strictObject({plan: planSchema}));
const subscriptionSeen = z.lazy(() =>
  z.strictObject({
    subscription: subscriptionSchema,
    planCode: z.string().nullable(),
    /** Whether this till writes down its renewals: it enrolled it, or a person added it by its id. */
    isOwn: z.boolean(),
  }),
);
const chargesSeen = z.lazy(() =>
  z.strictObject({
    subscription: z.number().int(),
    /** The newest, oldest first. */
    charges: z.array(chargeSeenSchema),
    /** From this cycle on none is missing among them; null where nothing is known. */
    completeFrom: z.number().int().nullable(),
    /** Every charge up to this id has ended and is written down, or is older than what this till knows of. */
    settledThrough: z.number().int().nonnegative(),
    /** References of later charges that are written down as payments. */
    taken: z.array(z.string()),
  }),
);

const enrolmentStep = z.lazy(() => z.strictObject({enrolment: reference}));
const enrolmentAnswered = z.lazy(() => z.strictObject({enrolment: reference, answer: answerSchema}));
/** How an unclear enrolment was found to have ended: by the service's list, or by a named person. */
const enrolmentResolved = z.lazy(() =>
  z.strictObject({
    enrolment: reference,
    as: z.enum(['made', 'not-made']),
    by: z.enum(['list', 'person']),
    subscription: z.number().int().nullable(),
    reason: z.string(),
  }),
);

const subscriptionChangeSent = z.lazy(() =>
  z.strictObject({
    subscription: z.number().int(),
    change: z.enum(changes),
    reason: z.string(),
    resumeAt: z.string().nullable(),
  }),
);
const subscriptionChangeAnswered = z.lazy(() =>
  z.strictObject({subscription: z.number().int(), change: z.enum(changes), answer: answerSchema}),
);

const days = {from: day, to: day};
const mapping = z.lazy(() => z.looseObject({columns: z.record(z.string(), z.string())}));

/** A file of a provider or a bank that was read; a copy of it lies beside the journal under its hash. */
const sourceImported = z.lazy(() =>
  z.strictObject({
    kind: z.enum(sourceKinds),
    name: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    rows: z.number().int().nonnegative(),
    interval: z.strictObject(days).nullable(),
    /** By which the mapping is found for the next file of this form; null for one that needs none. */
    headingPrint: z.string().nullable(),
    mapping: mapping.nullable(),
    /** Of the kept copy, where numbers of cards were cut out of it. */
    copySha256: z.string().optional(),
  }),
);
/** A file that was read by mistake: it counts no more. Its copy stays. */
const sourceWithdrawn = z.lazy(() =>
  z.strictObject({kind: z.enum(sourceKinds), name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/)}),
);
/** A named person's word that a difference may stay; the key is of this very difference, with its amount. */
const discrepancyAccepted = z.lazy(() =>
  z.strictObject({key: z.string().min(1), code: z.string(), reference: z.string(), note: z.string().min(1)}),
);
/** A reconciliation that was made, and what it left open; `firstSeen` is a date. */
const reconciled = z.lazy(() =>
  z.strictObject({
    ...days,
    asOf: z.number().int(),
    open: z.array(z.strictObject({key: z.string(), firstSeen: day})),
  }),
);

/**
 * The till signs by another key from now on, or for the first time by one that no segment has named. `signature` is that
 * of the key before it, null where that one was not there to sign.
 */
const keyTaken = z.lazy(() =>
  z.strictObject({publicKey: signingKey, previous: signingKey.nullable(), signature: z.string().nullable()}),
);

/** Money is asked for at another address of the service from now on than the day's first line, or the last such event, says. */
const serviceChanged = z.lazy(() => z.strictObject({service: z.string(), previous: z.string().nullable()}));

/** Every event that a Duka of this version writes. Others are kept and passed over when read. */
export const eventSchemas = {
  'segment-opened': segmentOpened,
  requested,
  sent: aboutPayment,
  answered,
  'never-left': aboutPayment,
  'otp-sent': aboutPayment,
  'otp-answered': answered,
  'status-answered': statusAnswered,
  'set-aside': aboutPayment,
  resolved,
  'refund-requested': refundRequested,
  'refund-sent': refundStep,
  'refund-never-left': refundStep,
  'refund-answered': refundAnswered,
  'refund-status-answered': refundStatusAnswered,
  'refund-resolved': refundResolved,
  'refund-in-cash': refundRequested,
  'refund-seen': refundSeen,
  'shift-opened': shiftOpened,
  'shift-handed-over': shiftHandedOver,
  'cash-moved': cashMoved,
  'cash-counted': cashCounted,
  'drawer-opened': z.lazy(() => z.strictObject({reason: z.string().min(1)})),
  'slip-printed': slipPrinted,
  'report-printed': reportPrinted,
  'x-reported': z.lazy(() => z.strictObject({report: reportSchema})),
  'z-reported': z.lazy(() => z.strictObject({report: reportSchema})),
  'plan-seen': planSeen,
  'subscription-seen': subscriptionSeen,
  'charges-seen': chargesSeen,
  'enrolment-requested': enrolmentRequested,
  'enrolment-sent': enrolmentStep,
  'enrolment-never-left': enrolmentStep,
  'enrolment-answered': enrolmentAnswered,
  'enrolment-resolved': enrolmentResolved,
  'subscription-change-sent': subscriptionChangeSent,
  'subscription-change-answered': subscriptionChangeAnswered,
  'source-imported': sourceImported,
  'source-withdrawn': sourceWithdrawn,
  'discrepancy-accepted': discrepancyAccepted,
  reconciled,
  'signing-key': keyTaken,
  'service-changed': serviceChanged,
  'clock-confirmed': z.lazy(() => z.strictObject({skewSeconds: z.number().int()})),
} as const;

export type EventType = keyof typeof eventSchemas;
export type EventData<T extends EventType = EventType> = z.infer<(typeof eventSchemas)[T]>;

/** Which world a till speaks to; they never share a folder. */
export type Profile = EventData<'segment-opened'>['profile'];

/** An event that is about to be written: the journal adds the rest. */
export type NewEvent = {
  [T in EventType]: {readonly type: T; readonly data: EventData<T>; readonly person: string};
}[EventType];

/** An event as it stands in the journal. `at` is a UTC instant with milliseconds; `hash` chains it to the line before. */
export type StoredEvent = {
  readonly seq: number;
  readonly v: number;
  readonly at: string;
  readonly till: string;
  readonly person: string;
  readonly hash: string;
} & {readonly [T in EventType]: {readonly type: T; readonly data: EventData<T>}}[EventType];

/** A payment's request for money, as decided by a person. */
export type PaymentRequest = EventData<'requested'>;
export type MobileMoneyRequest = Extract<PaymentRequest, {method: 'mobile-money'}>;
export type CardRequest = Extract<PaymentRequest, {method: 'card'}>;
export type CashRequest = Extract<PaymentRequest, {method: 'cash'}>;
export type SubscriptionRequest = Extract<PaymentRequest, {method: 'subscription'}>;

/** Throws a `ZodError` for data that is not of its type: a bug of ours, since people's input is checked before. */
export function checkEvent(event: NewEvent): void {
  eventSchemas[event.type].parse(event.data);
}

/** Whether this Duka knows the type of the event; one of a later version is kept and passed over. */
export function isKnown(event: {readonly type: string}): event is StoredEvent {
  return Object.hasOwn(eventSchemas, event.type);
}
