import {interpretCharge} from '../endpoints/charge.js';
import {interpretCollection, interpretOtp} from '../endpoints/collect.js';
import {interpretStatus, type StatusOutcome, type StatusRecord} from '../endpoints/status.js';
import type {AnyEvent} from '../journal/envelope.js';
import {decimalText} from '../money/money.js';
import type {PaymentRequest, SubscriptionRequest} from '../payment/schema.js';
import {Problem} from '../problem.js';
import type {ProviderDetails, RequestOutcome} from '../service/reply.js';
import {isUnclear, noOtp, type OtpState, otpAnswered, otpSent, otpWaitedFor} from './otp.js';
import {byHand, receivedOf, recordAskedOf} from './payer.js';
import {evolveRefunds, type Refund} from './refund.js';
import {isRefundEvent} from './refund-schema.js';
import {isPaymentEvent, type PaymentEvent, type RequestedEvent} from './schema.js';
import {instantOf, type Rule, stepOf, stepOfSend, stepOfStatus, type TimelineStep} from './timeline.js';

/** The state of a payment, a pure fold of its events. */
export const paymentStatuses = [
  'requested',
  'sent',
  'unknown',
  'pending',
  'paid',
  'on-book',
  'mispaid',
  'failed',
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What a cashier reads. Goods are released only on `paid` and `on-book`; only `paid` is money. */
export const verdictNames = ['paid', 'not-paid', 'not-known', 'needs-person', 'on-book'] as const;
export type Verdict = (typeof verdictNames)[number];

const verdicts: Readonly<Record<PaymentStatus, Verdict>> = {
  requested: 'not-known',
  sent: 'not-known',
  unknown: 'not-known',
  pending: 'not-known',
  paid: 'paid',
  'on-book': 'on-book',
  mispaid: 'needs-person',
  failed: 'not-paid',
  disputed: 'needs-person',
};
export const verdictOf = (payment: {readonly status: PaymentStatus}): Verdict => verdicts[payment.status];

/** A final statement about the money, from a status record or from a refusal by the service. */
type FinalOutcome = 'paid' | 'mispaid' | 'failed';

/** What a named person said about a payment. `over` is the last final statement that the journal had at that time. */
type Resolution = {
  readonly as: 'paid' | 'not-paid';
  readonly person: string;
  readonly reason: string;
  readonly at: number;
  readonly over: FinalOutcome | undefined;
  /** Whether later evidence says otherwise. */
  readonly contradicted: boolean;
};

/** Why a payment failed, used to choose the sentence. `judged` means that a person said so. */
export type FailureReason =
  | 'declined'
  | 'field'
  | 'credentials'
  | 'reversed'
  | 'record'
  | 'unreachable'
  | 'never-left'
  | 'judged';

export type Payment = {
  readonly reference: string;
  readonly sale: string;
  readonly request: PaymentRequest;
  readonly person: string;
  readonly requestedAt: number;
  /** The journal's sequence number of the `requested` event, and that of the event that first made the payment paid. */
  readonly seq: number;
  readonly paidSeq: number | undefined;
  readonly status: PaymentStatus;
  /** When the status last changed, and the sequence number of the event that changed it. */
  readonly since: number;
  readonly sinceSeq: number;
  readonly isSuperseded: boolean;
  readonly details: ProviderDetails | undefined;
  readonly record: StatusRecord | undefined;
  readonly feeBasis: boolean;
  readonly failure: {readonly reason: FailureReason; readonly text: string} | undefined;
  readonly resolution: Resolution | undefined;
  readonly otp: OtpState;
  readonly notFound: {readonly count: number; readonly since: number};
  /** How many status questions were refused because of the country, in a row or not. After three, the till also asks the older query. */
  readonly refusedQuestions: number;
  /** How many answers were heard since the payment became final. The schedule after a failure counts them. */
  readonly askedSinceFinal: number;
  readonly sends: Submissions;
  readonly finals: Finals;
  /** The refunds of this payment, in the order of their numbers. */
  readonly refunds: readonly Refund[];
  /** How many receipts left the till. Every receipt after the first is a copy. */
  readonly receipts: number;
  /** The addresses for which receipts were queued as e-mails, oldest first. */
  readonly mailedTo: readonly string[];
  readonly steps: readonly TimelineStep[];
};

/** The requests for this payment: how many were begun, and how many of those provably never left. */
type Submissions = {
  readonly begun: number;
  readonly notSent: number;
  readonly at: number | undefined;
  readonly last: RequestOutcome | undefined;
  readonly resendable: boolean;
  /** Whether the service is known to have the request, by its answer or by a record. */
  readonly known: boolean;
  readonly notSubmitted: boolean;
};
type Finals = {
  readonly paid: boolean;
  readonly mispaid: boolean;
  readonly failed: boolean;
  readonly last: FinalOutcome | undefined;
};

/** Whether the money came unasked. The service knows nothing of such a payment, and nobody is asked about it. */
export const isReceived = (request: PaymentRequest): boolean => receivedOf(request) !== undefined;

/**
 * Returns a new payment from its `requested` event. Cash is in the drawer by then, and money that came unasked is in
 * the provider's file, so both are paid. The service already has a charge of a subscription: either its own record of
 * the charge says that it is paid, or the status record has to say so.
 */
export function beginPayment(event: RequestedEvent): Payment {
  const at = instantOf(event.at);
  const {data} = event;
  const {reference, sale, method} = data;
  const isCharged = method === 'subscription';
  const isOnBook = method === 'account';
  const isPaid = method === 'cash' || isReceived(data) || (isCharged && data.charge !== null);
  return {
    reference,
    sale,
    request: event.data,
    person: event.person,
    requestedAt: at,
    seq: event.seq,
    paidSeq: isPaid ? event.seq : undefined,
    status: isPaid ? 'paid' : isOnBook ? 'on-book' : isCharged ? 'pending' : 'requested',
    since: at,
    sinceSeq: event.seq,
    isSuperseded: false,
    details: isCharged && data.challenge !== null ? {...nothingToDo, challenge: data.challenge} : undefined,
    record: isCharged && data.charge !== null ? recordOf(data, data.charge) : undefined,
    feeBasis: false,
    failure: undefined,
    resolution: undefined,
    otp: noOtp,
    notFound: {count: 0, since: 0},
    refusedQuestions: 0,
    askedSinceFinal: 0,
    sends: {
      begun: 0,
      notSent: 0,
      at: undefined,
      last: undefined,
      resendable: false,
      known: isCharged,
      notSubmitted: false,
    },
    finals: {paid: isPaid, mispaid: false, failed: false, last: isPaid ? 'paid' : undefined},
    refunds: [],
    receipts: 0,
    mailedTo: [],
    steps: [stepOf(event, beginning(data), {})],
  };
}

const nothingToDo: ProviderDetails = {requiresOtp: false, otpLength: 0, mustRedirect: false};

const recordOf = (
  {amount}: PaymentRequest,
  {status, fee}: Pick<NonNullable<SubscriptionRequest['charge']>, 'status' | 'fee'>,
): StatusRecord => ({status, amount: decimalText(amount), currency: amount.currency, ...(fee === null ? {} : {fee})});

function beginning(request: PaymentRequest): Rule {
  if (request.method === 'cash') return 'cash-taken';
  if (request.method === 'account') return 'put-on-book';
  if (isReceived(request)) return 'received-in-file';
  if (request.method !== 'subscription') return 'intent-on-disk';
  return request.charge === null ? 'enrolment-charged' : 'renewal-listed';
}

/** Returns the payment after one more of its events. Throws `Problem` journal-damaged for an event that no valid journal contains. */
export function evolve(payment: Payment, event: AnyEvent): Payment {
  const next = apply(payment, event);
  const status = statusOf(next);
  const after = status === payment.status ? next : moved(next, status, event);
  assertTransition(payment, after, event);
  return after;
}

function moved(payment: Payment, status: PaymentStatus, {seq, at}: AnyEvent): Payment {
  const paidSeq = payment.paidSeq ?? (status === 'paid' ? seq : undefined);
  return {...payment, status, paidSeq, since: instantOf(at), sinceSeq: seq, askedSinceFinal: 0};
}

/** Each event copies the payment only once, because a reconciliation folds a hundred thousand payments. */
function apply(payment: Payment, event: AnyEvent): Payment {
  if (isRefundEvent(event)) return evolveRefunds(payment, event);
  if (!isPaymentEvent(event)) return payment;
  switch (event.type) {
    case 'sent': {
      const begun = payment.sends.begun + 1;
      const sends = {...payment.sends, begun, at: instantOf(event.at), last: undefined, resendable: false};
      return {...payment, sends, steps: [...payment.steps, stepOf(event, 'sent-after-sync', {})]};
    }
    case 'never-left':
      return withStep(
        {...payment, sends: {...payment.sends, notSubmitted: true}, failure: {reason: 'never-left', text: ''}},
        stepOf(event, 'never-left', {}),
      );
    case 'answered':
      return applyAnswer(payment, event);
    case 'otp-sent':
      return withStep(
        {...payment, otp: otpSent(payment.otp, instantOf(event.at))},
        stepOf(event, 'otp-sent-after-sync', {}),
      );
    case 'otp-answered': {
      const outcome = interpretOtp(event.data.answer, payment.reference);
      return withStep(
        {...payment, otp: otpAnswered(payment.otp, outcome, instantOf(event.at))},
        stepOf(event, `otp-${outcome.kind}`, {}, outcome.text),
      );
    }
    case 'status-answered':
      return applyRecord(payment, event);
    case 'charge-taken-back': {
      const {status} = event.data;
      const outcome = {kind: 'failed', record: recordOf(payment.request, {status, fee: null}), reversed: true} as const;
      const steps = [...payment.steps, stepOf(event, 'record-reversed', {}, status)];
      return applyFailed(payment, event, {outcome, steps, askedSinceFinal: payment.askedSinceFinal});
    }
    case 'slip-printed':
      return event.data.kind === 'receipt' ? {...payment, receipts: payment.receipts + 1} : payment;
    case 'slip-not-printed':
      return event.data.kind === 'receipt' ? {...payment, receipts: Math.max(0, payment.receipts - 1)} : payment;
    case 'receipt-mail-queued':
      return {...payment, mailedTo: [...payment.mailedTo, event.data.to]};
    case 'set-aside':
      return withStep({...payment, isSuperseded: true}, stepOf(event, 'set-aside', {}));
    case 'resolved':
      return applyResolution(payment, event);
    case 'tender-corrected':
      return applyCorrection(payment, event);
    default:
      return payment;
  }
}

function applyAnswer(payment: Payment, event: PaymentEvent & {type: 'answered'}): Payment {
  const {answer} = event.data;
  const {request, reference} = payment;
  const outcome =
    request.method === 'card' ? interpretCharge(answer, reference) : interpretCollection(answer, reference);
  const steps = [...payment.steps, stepOfSend(event, outcome)];
  const sends: Submissions = {...payment.sends, last: outcome};
  switch (outcome.kind) {
    case 'not-sent': {
      const failure = {reason: 'unreachable' as const, text: outcome.code};
      return {...payment, steps, failure, sends: {...sends, notSent: sends.notSent + 1, resendable: true}};
    }
    case 'unknown':
      return {...payment, steps, sends};
    case 'refused': {
      const failure = {reason: outcome.why, text: outcome.text};
      return {...payment, steps, sends, failure, ...finalWord(payment, 'failed')};
    }
    case 'accepted':
      return {...payment, steps, sends: {...sends, known: true}, details: outcome.details};
  }
}

function applyRecord(payment: Payment, event: PaymentEvent & {type: 'status-answered'}): Payment {
  const outcome = interpretStatus(event.data.answer, recordAskedOf(payment));
  const answers = 1 + event.data.repeated;
  const steps = [...payment.steps, stepOfStatus(event, outcome, event.data.repeated)];
  const askedSinceFinal = payment.askedSinceFinal + (outcome.kind === 'no-answer' ? 0 : answers);
  switch (outcome.kind) {
    case 'paid':
    case 'mispaid': {
      const {record, kind} = outcome;
      const feeBasis = kind === 'paid' ? outcome.feeBasis : payment.feeBasis;
      const sends = known(payment);
      return {...payment, steps, askedSinceFinal, record, sends, feeBasis, ...finalWord(payment, kind)};
    }
    case 'failed':
      return applyFailed(payment, event, {outcome, steps, askedSinceFinal});
    case 'pending': {
      const record = payment.finals.last === undefined ? outcome.record : payment.record;
      const otp = outcome.odd ? payment.otp : otpWaitedFor(payment.otp, instantOf(event.at));
      return {...payment, steps, askedSinceFinal, record, otp, sends: known(payment)};
    }
    case 'contradictory': {
      const record = payment.finals.last === undefined ? outcome.record : payment.record;
      const sends = outcome.why === 'no-reference' ? payment.sends : known(payment);
      return {...payment, steps, askedSinceFinal, record, sends};
    }
    case 'not-found': {
      const {count, since} = payment.notFound;
      const notFound = {count: count + answers, since: count === 0 ? instantOf(event.at) : since};
      return {...payment, steps, askedSinceFinal, notFound};
    }
    case 'question-failed': {
      const refusedQuestions = payment.refusedQuestions + (outcome.why === 'country' ? answers : 0);
      return {...payment, steps, askedSinceFinal, refusedQuestions};
    }
    case 'no-answer':
      return {...payment, steps, askedSinceFinal};
  }
}

type Failed = Pick<Payment, 'steps' | 'askedSinceFinal'> & {readonly outcome: Extract<StatusOutcome, {kind: 'failed'}>};

function applyFailed(payment: Payment, event: AnyEvent, {outcome, steps, askedSinceFinal}: Failed): Payment {
  const {record, reversed} = outcome;
  const sends = known(payment);
  if (isOurRefund(payment, record)) {
    const step = stepOf(event, 'record-refunded', {}, record.status);
    return {...payment, record, sends, steps: [...payment.steps, step]};
  }
  const failure = {reason: reversed ? ('reversed' as const) : ('record' as const), text: record.reason ?? ''};
  return {...payment, steps, askedSinceFinal, record, sends, failure, ...finalWord(payment, 'failed')};
}

/** Whether a record that calls the payment refunded describes a refund that this till requested. Such a record contradicts nothing. */
function isOurRefund({refunds}: Payment, {status}: StatusRecord): boolean {
  const mayBeMade = refunds.some(
    refund => refund.sentAt !== undefined && !(refund.isProven && refund.status === 'failed'),
  );
  return mayBeMade && status.toLowerCase() === 'refunded';
}

const known = ({sends}: Payment): Submissions => ({...sends, known: true});

function applyResolution(payment: Payment, event: PaymentEvent & {type: 'resolved'}): Payment {
  const {as, reason} = event.data;
  const resolution = {
    as,
    reason,
    person: event.person,
    at: instantOf(event.at),
    over: payment.finals.last,
    contradicted: false,
  };
  const failure = as === 'not-paid' ? {reason: 'judged' as const, text: reason} : payment.failure;
  return withStep(
    {...payment, resolution, failure},
    stepOf(event, as === 'paid' ? 'judged-paid' : 'judged-not-paid', {reason}),
  );
}

/** Money that a person says is on the shop's own number is paid by that word alone; cash is in the drawer. */
function applyCorrection(payment: Payment, event: PaymentEvent & {type: 'tender-corrected'}): Payment {
  const {tender, reason, providerReference} = event.data;
  const isCash = tender === 'cash';
  const word = {as: 'paid' as const, reason, person: event.person, at: instantOf(event.at)};
  const finals = {...payment.finals, paid: isCash, last: isCash ? ('paid' as const) : undefined};
  return withStep(
    {
      ...payment,
      request: correctedRequest(payment.request, event.data),
      finals,
      resolution: isCash ? undefined : {...word, over: undefined, contradicted: false},
    },
    stepOf(event, 'tender-corrected', {reason}, providerReference),
  );
}

function correctedRequest(
  request: PaymentRequest,
  {tender, providerReference}: (PaymentEvent & {type: 'tender-corrected'})['data'],
): PaymentRequest {
  const {reference, sale, ticket, paysOff, amount, rounding, country} = request;
  const {description, businessDate, again, customerLanguage} = request;
  const asked = {
    reference,
    sale,
    amount,
    country,
    description,
    businessDate,
    again,
    ...(ticket === undefined ? {} : {ticket}),
    ...(paysOff === undefined ? {} : {paysOff}),
    ...(rounding === undefined ? {} : {rounding}),
    ...(customerLanguage === undefined ? {} : {customerLanguage}),
  };
  if (tender === 'cash') return {...asked, method: 'cash', tendered: amount};
  return {
    ...asked,
    method: 'mobile-money',
    received: {row: byHand, providerReference},
    phone: '',
    email: '',
    firstName: '',
    lastName: '',
    network: '',
    bankCode: '',
    wallet: null,
    returnUrl: null,
  };
}

const agreesWith: Readonly<Record<Resolution['as'], FinalOutcome>> = {paid: 'paid', 'not-paid': 'failed'};

function finalWord({finals, resolution}: Payment, kind: FinalOutcome): Pick<Payment, 'finals' | 'resolution'> {
  const isNews = resolution !== undefined && kind !== resolution.over && kind !== agreesWith[resolution.as];
  return {
    finals: {...finals, [kind]: true, last: kind},
    resolution: isNews ? {...resolution, contradicted: true} : resolution,
  };
}

/** The status is a function of what was said, not of the order in which it was said, as long as no person has resolved the payment. */
function statusOf({request, finals, sends, resolution}: Payment): PaymentStatus {
  if (request.method === 'account') return 'on-book';
  if (resolution !== undefined) {
    if (resolution.contradicted) return 'disputed';
    return resolution.as === 'paid' ? 'paid' : 'failed';
  }
  const provablyNotSent = sends.begun === sends.notSent && (sends.notSubmitted || sends.begun > 0);
  const words = Number(finals.paid) + Number(finals.mispaid) + Number(finals.failed);
  if (words > 1 || (provablyNotSent && (finals.paid || finals.mispaid))) return 'disputed';
  if (finals.last !== undefined) return finals.last;
  if (sends.known) return 'pending';
  if (provablyNotSent) return 'failed';
  if (sends.begun === 0) return 'requested';
  return sends.last?.kind === 'unknown' ? 'unknown' : 'sent';
}

/** Throws `Problem` journal-damaged for a transition that no action or answer causes: intact lines need not make sense. */
function assertTransition(before: Payment, after: Payment, {at, seq}: AnyEvent): void {
  const kept = after.status === 'paid' || after.status === 'disputed' || after.resolution !== before.resolution;
  const isUnpaid = before.status === 'paid' && !kept;
  const isUndisputed =
    before.status === 'disputed' && after.status !== 'disputed' && after.resolution === before.resolution;
  const isPaidUnproven = after.status === 'paid' && !after.finals.paid && after.resolution?.as !== 'paid';
  const hasMoreAnswersThanRequests = after.sends.notSent > after.sends.begun;
  if (isUnpaid || isUndisputed || isPaidUnproven || hasMoreAnswersThanRequests)
    throw new Problem('journal-damaged', {segment: at.slice(0, 10), line: seq, why: 'not-understood'});
}

/**
 * Whether a request for this payment may leave now: because none has left yet, or because the last one provably did not
 * leave. A card that provably did not leave would have to be typed again; that is then another attempt of the sale.
 */
export function maySend({status, sends, isSuperseded, resolution, finals, request}: Payment): boolean {
  if (isSuperseded || resolution !== undefined || finals.last !== undefined || sends.known || sends.notSubmitted)
    return false;
  return status === 'requested' || (sends.resendable && request.method !== 'card');
}

/** Whether the service waits for a one-time password for this payment, as far as the till knows. */
export function awaitsOtp({status, details, otp}: Payment): boolean {
  if (status !== 'pending' || details?.requiresOtp !== true) return false;
  return otp.last?.kind !== 'accepted' && !isUnclear(otp);
}

/** Whether the payment waits until somebody finds out what became of the newest one-time password. */
export const isOtpUnclear = ({status, otp}: Payment): boolean => status === 'pending' && isUnclear(otp);

/** Whether the till has asked about a request that has no answer, and knows no more. Whatever sent it may have stopped. */
export const isUnheard = ({status, steps}: Payment): boolean =>
  status === 'sent' && steps.some(({rule}) => rule.startsWith('question-'));

/** Whether the payment has no final outcome yet. The till asks about it until it has. */
export const isOpen = ({status}: Payment): boolean => verdicts[status] === 'not-known';

const withStep = (payment: Payment, step: TimelineStep): Payment => ({...payment, steps: [...payment.steps, step]});

/** The payment whose state an event may change. Undefined for slips, and for events that are not about a payment. */
export function referenceOf(event: AnyEvent): string | undefined {
  if (isRefundEvent(event)) return event.data.reference;
  if (!isPaymentEvent(event) || event.type === 'slip-printed' || event.type === 'slip-not-printed') return undefined;
  return event.data.reference;
}
