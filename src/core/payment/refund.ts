import {
  findRefund,
  interpretRefund,
  interpretRefundHistory,
  interpretRefundStatus,
  type RefundRow,
  refundStand,
} from '../endpoints/refund.js';
import type {Money} from '../money/money.js';
import {isSold, owedOf, type PaymentRequest} from '../payment/schema.js';
import {isByCard, providerReferenceOf} from './payer.js';
import type {RefundEvent, ReturnedLine} from './refund-schema.js';
import {type RefundRule, stepOf, type TimelineStep} from './timeline.js';

/** The state of a refund. While one is `requested`, `sent` or `unknown`, no other refund of its payment may be sent. */
export const refundStatuses = ['requested', 'sent', 'unknown', 'pending', 'done', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const refundMethods = ['card', 'cash', 'account'] as const;

/**
 * Money of a paid payment that is given back, or what is taken off what a customer owes. The service's call carries no reference of the till. If its answer is
 * lost, the refund can be found again only by the payment and the amount.
 */
export type Refund = {
  readonly number: number;
  /** Through the service to the card, out of the drawer, or off what the customer owes. */
  readonly method: (typeof refundMethods)[number];
  readonly amount: Money;
  /** The amount less what it is for; undefined if it was not rounded. */
  readonly rounding?: Money | undefined;
  /** What of the sale came back. The sum is the amount without its rounding; empty if the refund names no lines. */
  readonly lines: readonly ReturnedLine[];
  readonly reason: string;
  readonly person: string;
  readonly businessDate: string;
  readonly requestedAt: number;
  readonly sentAt: number | undefined;
  readonly status: RefundStatus;
  readonly since: number;
  /** Whether the refund was read from the service's history and this journal has no request of it. */
  readonly isFromHistory: boolean;
  /** The service's own reference, once it was heard. */
  readonly serviceReference: string | undefined;
  readonly failure: {readonly reason: RefundFailure; readonly text: string} | undefined;
  readonly resolution: {readonly as: 'done' | 'failed'; readonly person: string; readonly reason: string} | undefined;
  /** Whether the service itself has said how the refund ended. */
  readonly isProven: boolean;
};
export type RefundFailure = 'unreachable' | 'credentials' | 'field' | 'record' | 'never-left' | 'judged';

/** The members of a payment that its refunds use. */
type Refundable = {
  readonly request: PaymentRequest;
  readonly status: string;
  readonly refunds: readonly Refund[];
  readonly steps: readonly TimelineStep[];
};

type StartedPayment = Extract<
  RefundEvent,
  {type: 'refund-requested' | 'refund-in-cash' | 'refund-on-book' | 'refund-seen'}
>;

/** The refunds that are done as soon as they are recorded. */
const atOnce = {'refund-in-cash': 'cash', 'refund-on-book': 'account'} as const;

export function evolveRefunds<P extends Refundable>(payment: P, event: RefundEvent): P {
  if (event.type === 'refund-in-cash' || event.type === 'refund-on-book') {
    const refund = {...done(begin(event)), method: atOnce[event.type]};
    return withRefund(payment, refund, stepOf(event, event.type, {refund: refund.number}, refund.reason));
  }
  if (event.type === 'refund-requested') {
    const refund = begin(event);
    return withRefund(payment, refund, stepOf(event, 'refund-on-disk', {refund: refund.number}, refund.reason));
  }
  if (event.type === 'refund-seen') {
    const seen = seenIn(event);
    return withRefund(payment, seen, stepOf(event, 'refund-seen', {refund: seen.number}, event.data.status));
  }
  const refund = payment.refunds.find(({number}) => number === event.data.refund);
  if (refund === undefined) return payment;
  const {after: next, rule, raw} = apply(payment, refund, event);
  const after = refund.isProven ? asProven(refund, next) : next;
  const since = after.status === refund.status ? refund.since : Date.parse(event.at);
  const repeated = event.type === 'refund-status-answered' ? {repeated: event.data.repeated} : {};
  return withRefund(payment, {...after, since}, {...stepOf(event, rule, {refund: refund.number}, raw), ...repeated});
}

/** The first proven end stays, whatever is heard or said after it. */
const asProven = ({status, failure}: Refund, next: Refund): Refund => ({...next, status, failure, isProven: true});

function withRefund<P extends Refundable>(payment: P, refund: Refund, step: TimelineStep): P {
  const others = payment.refunds.filter(({number}) => number !== refund.number);
  const refunds = [...others, refund].sort((a, b) => a.number - b.number);
  return {...payment, refunds, steps: [...payment.steps, step]};
}

function begin({at, person, data}: StartedPayment): Refund {
  const {refund: number, amount, businessDate} = data;
  const requestedAt = Date.parse(at);
  return {
    number,
    method: 'card',
    amount,
    rounding: 'rounding' in data ? data.rounding : undefined,
    lines: ('lines' in data ? data.lines : undefined) ?? [],
    reason: 'reason' in data ? data.reason : '',
    person,
    businessDate,
    requestedAt,
    sentAt: undefined,
    status: 'requested',
    since: requestedAt,
    isFromHistory: false,
    serviceReference: undefined,
    failure: undefined,
    resolution: undefined,
    isProven: false,
  };
}

function seenIn(event: RefundEvent & {type: 'refund-seen'}): Refund {
  const {serviceReference, status} = event.data;
  const seen: Refund = {...begin(event), isFromHistory: true, serviceReference, status: 'pending'};
  return recorded({...seen, sentAt: seen.requestedAt}, refundStand(status), status);
}

type Applied = {readonly after: Refund; readonly rule: RefundRule; readonly raw?: string};

function apply(payment: Refundable, refund: Refund, event: Exclude<RefundEvent, StartedPayment>): Applied {
  switch (event.type) {
    case 'refund-sent':
      return {after: {...refund, status: 'sent', sentAt: Date.parse(event.at)}, rule: 'refund-sent-after-sync'};
    case 'refund-never-left':
      return {after: failed(refund, 'never-left', ''), rule: 'refund-never-left'};
    case 'refund-answered':
      return applyAnswer(payment, refund, event);
    case 'refund-status-answered':
      return event.data.question === 'refund-status'
        ? applyRecord(payment, refund, event)
        : applyHistory(payment, refund, event);
    case 'refund-resolved':
      return applyResolution(refund, event);
  }
}

function failed(refund: Refund, reason: RefundFailure, text: string): Refund {
  return {...refund, status: 'failed', failure: {reason, text}, isProven: true};
}

const done = (refund: Refund): Refund => ({...refund, status: 'done', failure: undefined, isProven: true});

/** Returns the refund that the service is known to have: pending again if a person called it failed without knowing that. */
function taken(refund: Refund, serviceReference: string): Refund {
  const {resolution} = refund;
  const known = {...refund, serviceReference};
  const isNews = resolution?.as === 'failed' && refund.serviceReference === undefined;
  return resolution === undefined || isNews ? {...known, status: 'pending', failure: undefined} : known;
}

/** If a question or a person has already given the state of a refund, a lost answer does not make it unknown again. */
function applyAnswer(payment: Refundable, refund: Refund, {data}: RefundEvent & {type: 'refund-answered'}): Applied {
  const outcome = interpretRefund(data.answer, askedOf(payment, refund));
  switch (outcome.kind) {
    case 'not-sent':
      return {after: failed(refund, 'unreachable', outcome.text), rule: 'refund-answer-not-sent', raw: outcome.text};
    case 'refused': {
      const after = refund.serviceReference === undefined ? failed(refund, outcome.why, outcome.text) : refund;
      return {after, rule: 'refund-answer-refused', raw: outcome.text};
    }
    case 'unknown': {
      const after: Refund = refund.status === 'sent' ? {...refund, status: 'unknown'} : refund;
      return {after, rule: 'refund-answer-unknown', raw: outcome.text};
    }
    case 'accepted': {
      const known = taken(refund, outcome.serviceReference);
      return outcome.done
        ? {after: done(known), rule: 'refund-answer-done', raw: outcome.text}
        : {after: known, rule: 'refund-answer-accepted', raw: outcome.text};
    }
  }
}

/** What an answer has to match to be about this refund. */
export function askedOf(payment: Pick<Refundable, 'request' | 'refunds'>, refund: Refund) {
  const others = payment.refunds.filter(({number}) => number !== refund.number);
  const known = new Set(others.flatMap(other => other.serviceReference ?? []));
  return {payment: providerReferenceOf(payment.request), amount: refund.amount, known};
}

function applyRecord(
  payment: Refundable,
  refund: Refund,
  {data}: RefundEvent & {type: 'refund-status-answered'},
): Applied {
  const {serviceReference = ''} = refund;
  const outcome = interpretRefundStatus(data.answer, {...askedOf(payment, refund), serviceReference});
  switch (outcome.kind) {
    case 'done':
    case 'failed':
    case 'pending':
      return {
        after: recorded(refund, outcome.kind, outcome.text),
        rule: `refund-record-${outcome.kind}`,
        raw: outcome.text,
      };
    case 'no-answer':
      return {after: refund, rule: 'refund-no-answer', raw: outcome.text};
    default:
      return {after: refund, rule: 'refund-question-failed', raw: outcome.text};
  }
}

/** The service's word takes precedence over a person's. */
function recorded(refund: Refund, kind: 'done' | 'failed' | 'pending', text: string): Refund {
  if (kind === 'done') return done(refund);
  return kind === 'failed' ? failed(refund, 'record', text) : refund;
}

function applyHistory(
  payment: Refundable,
  refund: Refund,
  {data}: RefundEvent & {type: 'refund-status-answered'},
): Applied {
  const page = interpretRefundHistory(data.answer);
  if (page === undefined) {
    const rule = data.answer.kind === 'answered' ? 'refund-question-failed' : 'refund-no-answer';
    return {after: refund, rule};
  }
  const row = rowOfRefund(page.rows, payment, refund);
  if (row === 'none') return {after: refund, rule: 'refund-not-in-history'};
  if (row === 'several') return {after: refund, rule: 'refund-several-in-history'};
  const found = taken(refund, row.serviceReference);
  return {after: recorded(found, row.status, row.text), rule: `refund-found-${row.status}`, raw: row.text};
}

/** Returns the row of a refund: by its reference, or else the row that no other refund of the till can own. */
export function rowOfRefund(
  rows: readonly RefundRow[],
  payment: Refundable,
  refund: Refund,
): RefundRow | 'none' | 'several' {
  const {serviceReference, amount} = refund;
  const row = findRefund(rows, {...askedOf(payment, refund), serviceReference});
  if (serviceReference !== undefined) return row;
  const others = payment.refunds.filter(({number}) => number !== refund.number);
  const isAnybodys = others.some(other => other.amount.minor === amount.minor && isLost(other));
  return isAnybodys && row !== 'none' ? 'several' : row;
}

/** Whether the refund was sent and the service never named it. At most, a person has said how it ended. */
export const isLost = ({sentAt, isProven, serviceReference}: Refund): boolean =>
  sentAt !== undefined && !isProven && serviceReference === undefined;

function applyResolution(refund: Refund, {person, data}: RefundEvent & {type: 'refund-resolved'}): Applied {
  const {as, reason} = data;
  const after: Refund = {
    ...refund,
    resolution: {as, person, reason},
    status: as,
    failure: as === 'failed' ? {reason: 'judged', text: reason} : undefined,
  };
  return {after, rule: as === 'done' ? 'refund-judged-done' : 'refund-judged-failed', raw: reason};
}

/** Whether it is not known yet whether the service has the refund. Until it is known, no other refund of the payment may be sent. */
export const isRefundUnclear = ({status}: Refund): boolean =>
  status === 'requested' || status === 'sent' || status === 'unknown';

/** Whether the till still asks the service about the refund. A person's word does not end the questions. */
export const isRefundOpen = ({isProven}: Refund): boolean => !isProven;

/** Whether a named person may say how the refund ended. */
export const mayResolveRefund = ({status}: Refund): boolean =>
  status === 'sent' || status === 'unknown' || status === 'pending';

/** Which refunds count: those that are done (`done`), or every refund that has not failed, which was or may have been made (`made`). */
type Counted = 'made' | 'done';

function sumOfRefunds({refunds, request}: Refundable, counts: Counted, of: (refund: Refund) => number): Money {
  const minor = refunds
    .filter(({status}) => (counts === 'done' ? status === 'done' : status !== 'failed'))
    .reduce((sum, refund) => sum + of(refund), 0);
  return {currency: request.amount.currency, minor};
}

export const refundedOf = (payment: Refundable, counts: Counted): Money =>
  sumOfRefunds(payment, counts, ({amount}) => amount.minor);

/** What was given back without its rounding: what the refunds are for. */
export const worthBackOf = (payment: Refundable, counts: Counted): Money =>
  sumOfRefunds(payment, counts, ({amount, rounding}) => amount.minor - (rounding?.minor ?? 0));

/** What of a payment can still be given back: the amount, and what it is for. Nothing is left as soon as either is gone. */
export function leftToGiveBack(
  payment: Refundable,
  counts: Counted = 'made',
): {readonly amount: Money; readonly worth: Money} {
  const {amount} = payment.request;
  const left = amount.minor - refundedOf(payment, counts).minor;
  const worth = owedOf(payment.request).minor - worthBackOf(payment, counts).minor;
  const isLeft = left > 0 && worth > 0;
  return {amount: {...amount, minor: isLeft ? left : 0}, worth: {...amount, minor: isLeft ? worth : 0}};
}

/** The amount of a payment that can still be given back. */
export const refundRest = (payment: Refundable): Money => leftToGiveBack(payment).amount;

export const isRefundedWhole = (payment: Refundable): boolean =>
  payment.refunds.length > 0 && leftToGiveBack(payment, 'done').amount.minor === 0;

/** Whether it can be given back from the drawer or taken off what is owed, however it was paid; no refund of it may be unclear. */
export const mayGiveCash = (payment: Refundable): boolean =>
  isSold(payment) && refundRest(payment).minor > 0 && !payment.refunds.some(isRefundUnclear);

/** Whether the till can give money of this payment back through the service, which has refunds only for paid card payments. */
export const mayRefund = (payment: Refundable): boolean => isByCard(payment.request) && mayGiveCash(payment);
