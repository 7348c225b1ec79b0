import {checkDayStart, checkZone} from '../day/business-day.js';
import {currencies} from '../money/money.js';
import {sourceKinds} from '../reconcile/row.js';
import {intervals} from '../service/service.js';
import {changes} from '../subscription/schema.js';
import {type EventType, journalVersion, type NewEvent, type StoredEvent, slipFormats} from './event.js';

/**
 * What an event must have to be worked with: the same as its schema says of its members, tried at every line of a journal,
 * so that it must cost next to nothing. A chain of hashes proves in which order lines were written, not by whom.
 */
type Shape = (value: unknown) => boolean;
type Members = Readonly<Record<string, Shape>>;

const text: Shape = value => typeof value === 'string';
const someText: Shape = value => typeof value === 'string' && value !== '';
const whole: Shape = Number.isSafeInteger;
const count: Shape = value => Number.isSafeInteger(value) && (value as number) >= 0;
const number: Shape = value => Number.isSafeInteger(value) && (value as number) > 0;
const flag: Shape = value => typeof value === 'boolean';
const form =
  (regularExpression: RegExp): Shape =>
  value =>
    typeof value === 'string' && regularExpression.test(value);
const reference = form(/^[A-Z0-9]{8,15}$/);
const date = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const dateForm = new RegExp(`^${date}$`);
const instantForm = new RegExp(String.raw`^${date}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$`);
/** Whether a date by its digits is one of the calendar's. */
const isOfCalendar = (text: string) =>
  text.slice(8, 10) <= '28' ||
  Temporal.PlainDate.from(`${text.slice(0, 8)}01`).daysInMonth >= Number(text.slice(8, 10));
const day: Shape = value => typeof value === 'string' && dateForm.test(value) && isOfCalendar(value);
const isInstant = (at: string) => instantForm.test(at) && isOfCalendar(at);
const digest = form(/^[0-9a-f]{64}$/);
const signingKey = form(/^[\w-]{43}$/);
const lastFour = form(/^\d{4}$/);
const twoLetters: Shape = value => typeof value === 'string' && value.length === 2;
const brand: Shape = value => typeof value === 'string' && value.length <= 40;

const oneOf =
  (...values: readonly unknown[]): Shape =>
  value =>
    values.includes(value);
const orNull =
  (shape: Shape): Shape =>
  value =>
    value === null || shape(value);
const optional =
  (shape: Shape): Shape =>
  value =>
    value === undefined || shape(value);
const listOf =
  (shape: Shape): Shape =>
  value =>
    Array.isArray(value) && value.every(shape);

/** What is as its check wants it, which throws where it is not. */
const checked =
  (check: (text: string) => void): Shape =>
  value => {
    if (typeof value !== 'string') return false;
    try {
      check(value);
      return true;
    } catch {
      return false;
    }
  };
const zone = checked(checkZone);
const dayStartsAt = checked(checkDayStart);

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members beside these are of a later version, and passed over. */
function having(members: Members): Shape {
  const entries = Object.entries(members);
  return value => {
    if (!isObject(value)) return false;
    for (const [name, shape] of entries) if (!shape(value[name])) return false;
    return true;
  };
}

const known: ReadonlySet<unknown> = new Set(currencies);
const currency: Shape = value => known.has(value);
const money: Shape = value => isObject(value) && currency(value['currency']) && count(value['minor']);
const signed: Shape = value => isObject(value) && currency(value['currency']) && whole(value['minor']);

const mark = having({brand, lastFour});
const asked: Members = {
  reference,
  sale: reference,
  amount: money,
  country: twoLetters,
  description: text,
  businessDate: day,
  again: orNull(having({reason: text, earlier: reference})),
};
const customer: Members = {phone: text, email: text, firstName: text, lastName: text};
const requests: Readonly<Record<string, Shape>> = {
  'mobile-money': having({
    ...{...asked, ...customer, network: text, bankCode: text},
    ...{wallet: orNull(text), returnUrl: orNull(text)},
  }),
  card: having({...asked, ...customer, card: mark}),
  cash: having({...asked, tendered: money}),
  subscription: having({
    ...{...asked, subscription: whole, customerEmail: text, cycle: orNull(whole), transactionReference: someText},
    card: orNull(mark),
    challenge: orNull(having({url: text, creq: text})),
    charge: orNull(having({status: text, chargedAt: orNull(text), fee: orNull(text)})),
  }),
};
const requested: Shape = value => {
  if (!isObject(value)) return false;
  const {method} = value; // a list of one text reads like that text
  return typeof method === 'string' && Object.hasOwn(requests, method) && requests[method]?.(value) === true;
};

const unanswered = having({code: text, phase: optional(text)});
const finite: Shape = value => typeof value === 'number';
const whatCame = having({
  ...{http: whole, text: optional(text), retryAfterSeconds: optional(finite)},
  doubled: optional(value => value === true),
  ...{serverTime: optional(finite), bytes: optional(whole)},
});
const answer: Shape = value => {
  if (!isObject(value)) return false;
  const {kind} = value;
  return kind === 'answered' ? whatCame(value) : (kind === 'not-sent' || kind === 'no-answer') && unanswered(value);
};

const aboutPayment = having({reference});
const answered = having({reference, answer});
const aboutRefund: Members = {reference, refund: number};
const refundRequested = having({
  ...{...aboutRefund, amount: money, reason: text, businessDate: day},
  unheard: optional(someText),
});
const refundStep = having(aboutRefund);

const openLine = having({reference: text, amount: money, status: text, since: whole});
const line = having({reference: text, amount: signed, z: orNull(count)});
const flow: Members = {sales: count, refunds: count, paidIn: count, paidOut: count, drops: count};
const report = having({
  ...{kind: oneOf('x', 'z'), number, till: text, shop: text, profile: oneOf('sandbox', 'test', 'live'), zone},
  ...{businessDate: day, openedAt: orNull(whole), closedAt: whole, shift: orNull(number), people: listOf(text)},
  tills: optional(listOf(text)),
  newKeys: optional(listOf(having({publicKey: text, isSigned: flag}))),
  ...{fromSeq: count, throughSeq: count, head: text},
  tenders: listOf(
    having({
      method: oneOf('cash', 'mobile-money', 'card', 'subscription'),
      ...{channel: text, total: money, count, fee: text, feesUnknown: count},
    }),
  ),
  cashiers: listOf(having({person: text, total: money, count})),
  ...{late: listOf(line), corrections: listOf(line)},
  refunds: listOf(having({method: oneOf('card', 'cash'), total: signed, done: whole, requested: count, failed: count})),
  ...{inFlight: listOf(openLine), unknown: listOf(openLine), needsPerson: listOf(openLine)},
  drawers: listOf(
    having({
      ...{currency: text, float: count, ...flow, beforeFloat: optional(having(flow))},
      ...{expected: orNull(whole), counted: orNull(count), difference: orNull(whole)},
    }),
  ),
  counts: having({
    ...{notPaid: count, notSent: count, setAside: count, judgements: count},
    ...{receipts: count, copies: count, pendingSlips: count, drawerOpenings: count},
  }),
  perpetual: listOf(having({currency: text, sales: count, refunds: count, corrections: whole})),
  difference: orNull(having({note: text, approver: orNull(text)})),
  uncounted: optional(listOf(having({currency: text, float: count, cashSales: count}))),
  recount: optional(having({times: count, first: listOf(having({currency: text, counted: count, difference: whole}))})),
  notAsked: count,
});
const reported = having({report});

const plan = having({
  ...{planCode: someText, name: text, description: text, amount: text, currency: text, interval: text},
  ...{intervalCount: whole, trialPeriodDays: whole, billingLimit: orNull(whole), status: text},
  ...{createdAt: orNull(text), updatedAt: orNull(text)},
});
/** Its members are what the service said of it: texts and truths, or nothing; notes of the shop's own may be anything. */
const subscription: Shape = value =>
  isObject(value) &&
  whole(value['id']) &&
  Object.entries(value).every(
    ([name, member]) => name === 'id' || name === 'metadata' || member === null || text(member) || flag(member),
  );
const charge = having({
  ...{id: whole, cycleNumber: orNull(whole), attemptNumber: orNull(whole), status: text, chargedAt: orNull(text)},
  ...{nextRetryAt: orNull(text), isRetriable: orNull(flag), transactionReference: orNull(text)},
});
const enrolmentStep = having({enrolment: reference});
const change = oneOf(...changes);
const days: Members = {from: day, to: day};
const sourceKind = oneOf(...sourceKinds);
const columns: Shape = value => isObject(value) && Object.values(value).every(text);
const format = oneOf(...slipFormats);

const shapes: Readonly<Record<EventType, Shape>> = {
  'segment-opened': having({
    ...{profile: oneOf('sandbox', 'test', 'live'), zone, dayStartsAt, version: text, businessDate: day},
    ...{previousSegment: orNull(text), previousHead: orNull(text)},
    ...{service: optional(text), signingKey: optional(signingKey)},
  }),
  requested,
  sent: aboutPayment,
  answered,
  'never-left': aboutPayment,
  'otp-sent': aboutPayment,
  'otp-answered': answered,
  'status-answered': having({reference, question: oneOf('status', 'merchant-reference'), answer, repeated: count}),
  'set-aside': aboutPayment,
  resolved: having({reference, as: oneOf('paid', 'not-paid'), reason: someText, evidence: text}),
  'refund-requested': refundRequested,
  'refund-sent': refundStep,
  'refund-never-left': refundStep,
  'refund-answered': having({...aboutRefund, answer}),
  'refund-status-answered': having({
    ...{...aboutRefund, question: oneOf('refund-status', 'refund-history'), answer, repeated: count},
  }),
  'refund-resolved': having({...aboutRefund, as: oneOf('done', 'failed'), reason: someText, evidence: text}),
  'refund-in-cash': refundRequested,
  'refund-seen': having({...aboutRefund, amount: money, businessDate: day, serviceReference: someText, status: text}),
  'shift-opened': having({shift: number, floats: listOf(money), zone, dayStartsAt}),
  'shift-handed-over': having({shift: number, to: someText}),
  'cash-moved': having({kind: oneOf('in', 'out', 'drop'), amount: money, reason: someText, businessDate: day}),
  'cash-counted': having({
    counts: listOf(having({currency, minor: count, pieces: listOf(having({minor: count, count}))})),
  }),
  'drawer-opened': having({reason: someText}),
  'slip-printed': having({reference, kind: oneOf('receipt', 'pending'), copy: count, format}),
  'report-printed': having({z: orNull(number), copy: count, format}),
  'x-reported': reported,
  'z-reported': reported,
  'plan-seen': having({plan}),
  'subscription-seen': having({subscription, planCode: orNull(text), isOwn: flag}),
  'charges-seen': having({
    ...{subscription: whole, charges: listOf(charge), completeFrom: orNull(whole), settledThrough: count},
    taken: listOf(text),
  }),
  'enrolment-requested': having({
    ...{enrolment: reference, customerEmail: text, planCode: text, amount: money, trialPeriodDays: count, card: mark},
    ...{country: twoLetters, businessDate: day, before: listOf(whole), again: optional(someText)},
    newPlan: optional(
      having({name: someText, description: text, interval: oneOf(...intervals), billingLimit: orNull(whole)}),
    ),
  }),
  'enrolment-sent': enrolmentStep,
  'enrolment-never-left': enrolmentStep,
  'enrolment-answered': having({enrolment: reference, answer}),
  'enrolment-resolved': having({
    ...{enrolment: reference, as: oneOf('made', 'not-made'), by: oneOf('list', 'person')},
    ...{subscription: orNull(whole), reason: text},
  }),
  'subscription-change-sent': having({subscription: whole, change, reason: text, resumeAt: orNull(text)}),
  'subscription-change-answered': having({subscription: whole, change, answer}),
  'source-imported': having({
    ...{kind: sourceKind, name: text, sha256: digest, rows: count, interval: orNull(having(days))},
    ...{headingPrint: orNull(text), mapping: orNull(having({columns})), copySha256: optional(text)},
  }),
  'source-withdrawn': having({kind: sourceKind, name: text, sha256: digest}),
  'discrepancy-accepted': having({key: someText, code: text, reference: text, note: someText}),
  reconciled: having({...days, asOf: whole, open: listOf(having({key: text, firstSeen: day}))}),
  'signing-key': having({publicKey: signingKey, previous: orNull(signingKey), signature: orNull(text)}),
  'service-changed': having({service: text, previous: orNull(text)}),
  'clock-confirmed': having({skewSeconds: whole}),
};

/** Whether what is to be written could be read again. */
export const isReadable = ({type, data}: Pick<NewEvent, 'type' | 'data'>): boolean => shapes[type](data);

/** Whether an event is as its type has it. Those of unknown types, or of a later version, are nobody's to judge here. */
export function isAsItsType({v, type, at, data}: StoredEvent | (Omit<StoredEvent, 'type'> & {type: string})): boolean {
  if (v > journalVersion || !Object.hasOwn(shapes, type)) return true;
  return shapes[type as EventType](data) && isInstant(at);
}
