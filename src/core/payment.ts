import {chargeProof} from './card-evidence.js';
import type {PaymentRequest, StoredEvent, SubscriptionRequest} from './event.js';
import {
  type OtpProof,
  otpProof,
  type ProviderDetails,
  type SendProof,
  type StatusRecord,
  sendProof,
  statusProof,
} from './evidence.js';
import {decimalText} from './money.js';
import {providerReferenceOf} from './payer.js';
import {advanceRefunds, isAboutRefund, type Refund} from './refund.js';
import {type Rule, type Step, stepOf, stepOfSend, stepOfStatus} from './timeline.js';

/** Where a payment stands; a pure fold of its events. */
export type PaymentStatus = 'requested' | 'sent' | 'unknown' | 'pending' | 'paid' | 'mispaid' | 'failed' | 'disputed';

/** What a cashier reads. Goods are released on `paid` alone. */
export type Verdict = 'paid' | 'not-paid' | 'not-known' | 'needs-person';

const verdicts: Readonly<Record<PaymentStatus, Verdict>> = {
  requested: 'not-known',
  sent: 'not-known',
  unknown: 'not-known',
  pending: 'not-known',
  paid: 'paid',
  mispaid: 'needs-person',
  failed: 'not-paid',
  disputed: 'needs-person',
};
export const verdictOf = (payment: {readonly status: PaymentStatus}): Verdict => verdicts[payment.status];

/** A final word about the money: from a status record, or from a refusal by the service. */
export type FinalKind = 'paid' | 'mispaid' | 'failed';

/** A named person's word about a payment. `over` is the last final word known to that person. */
export type Judgement = {
  readonly as: 'paid' | 'not-paid';
  readonly person: string;
  readonly reason: string;
  readonly at: number;
  readonly over: FinalKind | undefined;
  /** Evidence that came later says otherwise. */
  readonly contradicted: boolean;
};

/** Why a payment failed, for its sentence; `judged` when a person said so. */
export type FailureReason =
  | 'declined'
  | 'field'
  | 'credentials'
  | 'reversed'
  | 'record'
  | 'unreachable'
  | 'busy'
  | 'never-left'
  | 'judged';

export type Payment = {
  readonly reference: string;
  readonly sale: string;
  readonly request: PaymentRequest;
  readonly person: string;
  readonly requestedAt: number;
  /** The journal's number of the decision, and of the event with which it first became paid. */
  readonly seq: number;
  readonly paidSeq: number | undefined;
  readonly status: PaymentStatus;
  /** When the status last changed. */
  readonly since: number;
  readonly setAside: boolean;
  readonly details: ProviderDetails | undefined;
  readonly record: StatusRecord | undefined;
  readonly feeBasis: boolean;
  readonly failure: {readonly reason: FailureReason; readonly text: string} | undefined;
  readonly judgement: Judgement | undefined;
  readonly otp: {readonly sent: number; readonly sentAt: number; readonly last: OtpProof | undefined};
  readonly notFound: {readonly count: number; readonly since: number};
  /** Status questions refused for the country, in a row or not: after three the older query is asked as well. */
  readonly refusedQuestions: number;
  /** Answers heard since the payment became final; the last schedule counts them. */
  readonly askedSinceFinal: number;
  readonly sends: Sends;
  readonly finals: Finals;
  /** Money given back of it, by number. */
  readonly refunds: readonly Refund[];
  /** Receipts that left the till: the second is a copy. */
  readonly receipts: number;
  readonly steps: readonly Step[];
};

/** Of the requests for this payment: those begun, and those of them that provably never left. */
type Sends = {
  readonly begun: number;
  readonly notSent: number;
  readonly at: number | undefined;
  readonly last: SendProof | undefined;
  readonly resendable: boolean;
  /** The service is known to have it, by its answer or by a record. */
  readonly known: boolean;
  readonly neverLeft: boolean;
};
type Finals = {
  readonly paid: boolean;
  readonly mispaid: boolean;
  readonly failed: boolean;
  readonly last: FinalKind | undefined;
};

/**
 * A new payment from its `requested` event. Cash is in the drawer by then. What a subscription charges the service has
 * already: its own record of the charge says that it is paid, or the status record has to.
 */
export function beginPayment(event: StoredEvent & {type: 'requested'}): Payment {
  const at = Date.parse(event.at);
  const {data} = event;
  const {reference, sale, method} = data;
  const isCharged = method === 'subscription';
  const isPaid = method === 'cash' || (isCharged && data.charge !== null);
  return {
    reference,
    sale,
    request: event.data,
    person: event.person,
    requestedAt: at,
    seq: event.seq,
    paidSeq: isPaid ? event.seq : undefined,
    status: isPaid ? 'paid' : isCharged ? 'pending' : 'requested',
    since: at,
    setAside: false,
    details: isCharged && data.challenge !== null ? {...nothingToDo, challenge: data.challenge} : undefined,
    record: isCharged && data.charge !== null ? recordOf(data, data.charge) : undefined,
    feeBasis: false,
    failure: undefined,
    judgement: undefined,
    otp: {sent: 0, sentAt: 0, last: undefined},
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
      neverLeft: false,
    },
    finals: {paid: isPaid, mispaid: false, failed: false, last: isPaid ? 'paid' : undefined},
    refunds: [],
    receipts: 0,
    steps: [stepOf(event, beginning(data), {})],
  };
}

const nothingToDo: ProviderDetails = {requiresOtp: false, otpLength: 0, mustRedirect: false};

function recordOf({amount}: PaymentRequest, {status, fee}: NonNullable<SubscriptionRequest['charge']>): StatusRecord {
  return {status, amount: decimalText(amount), currency: amount.currency, ...(fee === null ? {} : {fee})};
}

function beginning(request: PaymentRequest): Rule {
  if (request.method === 'cash') return 'cash-taken';
  if (request.method !== 'subscription') return 'intent-on-disk';
  return request.charge === null ? 'enrolment-charged' : 'renewal-listed';
}

/** The payment after one more of its events. Throws an `Error` when an invariant would break: a bug, never input. */
export function advance(payment: Payment, event: StoredEvent): Payment {
  const told = tell(payment, event);
  const status = statusOf(told);
  const paidSeq = told.paidSeq ?? (status === 'paid' ? event.seq : undefined);
  const moved = {...told, status, paidSeq, since: Date.parse(event.at), askedSinceFinal: 0};
  const after = status === payment.status ? told : moved;
  assertTransition(payment, after);
  return after;
}

function tell(payment: Payment, event: StoredEvent): Payment {
  if (isAboutRefund(event)) return advanceRefunds(payment, event);
  switch (event.type) {
    case 'sent':
      return withStep(
        {
          ...payment,
          sends: {
            ...payment.sends,
            begun: payment.sends.begun + 1,
            at: Date.parse(event.at),
            last: undefined,
            resendable: false,
          },
        },
        stepOf(event, 'sent-after-sync', {}),
      );
    case 'never-left':
      return withStep(
        {...payment, sends: {...payment.sends, neverLeft: true}, failure: {reason: 'never-left', text: ''}},
        stepOf(event, 'never-left', {}),
      );
    case 'answered':
      return tellAnswer(payment, event);
    case 'otp-sent':
      return withStep(
        {...payment, otp: {sent: payment.otp.sent + 1, sentAt: Date.parse(event.at), last: undefined}},
        stepOf(event, 'otp-sent-after-sync', {}),
      );
    case 'otp-answered': {
      const proof = otpProof(event.data.answer);
      return withStep(
        {...payment, otp: {...payment.otp, last: proof}},
        stepOf(event, `otp-${proof.kind}`, {}, proof.text),
      );
    }
    case 'status-answered':
      return tellRecord(payment, event);
    case 'slip-printed':
      return event.data.kind === 'receipt' ? {...payment, receipts: payment.receipts + 1} : payment;
    case 'set-aside':
      return withStep({...payment, setAside: true}, stepOf(event, 'set-aside', {}));
    case 'resolved':
      return tellJudgement(payment, event);
    default:
      return payment;
  }
}

function tellAnswer(payment: Payment, event: StoredEvent & {type: 'answered'}): Payment {
  const {answer} = event.data;
  const {request, reference} = payment;
  const proof = request.method === 'card' ? chargeProof(answer, reference) : sendProof(answer, reference);
  const step = stepOfSend(event, proof);
  const sends: Sends = {...payment.sends, last: proof};
  switch (proof.kind) {
    case 'not-sent':
      return withStep(
        {
          ...payment,
          sends: {...sends, notSent: sends.notSent + 1, resendable: true},
          failure: {reason: proof.why, text: proof.code},
        },
        step,
      );
    case 'unknown':
      return withStep({...payment, sends}, step);
    case 'refused':
      return withStep(withFinal({...payment, sends, failure: {reason: proof.why, text: proof.text}}, 'failed'), step);
    case 'accepted':
      return withStep({...payment, sends: {...sends, known: true}, details: proof.details}, step);
  }
}

function tellRecord(payment: Payment, event: StoredEvent & {type: 'status-answered'}): Payment {
  const proof = statusProof(event.data.answer, {
    reference: providerReferenceOf(payment.request),
    asked: payment.request.amount,
  });
  const heard = 1 + event.data.repeated;
  const step = stepOfStatus(event, proof, event.data.repeated);
  const told = withStep(
    {...payment, askedSinceFinal: payment.askedSinceFinal + (proof.kind === 'no-answer' ? 0 : heard)},
    step,
  );
  switch (proof.kind) {
    case 'paid':
      return withFinal({...asKnown(told, proof.record), feeBasis: proof.feeBasis}, 'paid');
    case 'mispaid':
      return withFinal(asKnown(told, proof.record), 'mispaid');
    case 'failed': {
      if (isOurRefund(payment, proof.record))
        return {
          ...asKnown(payment, proof.record),
          steps: [...payment.steps, stepOf(event, 'record-refunded', {}, proof.record.status)],
        };
      const failure = {
        reason: proof.reversed ? ('reversed' as const) : ('record' as const),
        text: proof.record.reason ?? '',
      };
      return withFinal({...asKnown(told, proof.record), failure}, 'failed');
    }
    case 'pending':
      return asKnown(told, told.finals.last === undefined ? proof.record : told.record);
    case 'not-found': {
      const {count, since} = told.notFound;
      return {...told, notFound: {count: count + heard, since: count === 0 ? Date.parse(event.at) : since}};
    }
    case 'question-failed':
      return proof.why === 'country' ? {...told, refusedQuestions: told.refusedQuestions + heard} : told;
    case 'no-answer':
      return told;
  }
}

/** A record that calls a payment refunded says what we asked for, and contradicts nothing. */
function isOurRefund({refunds}: Payment, {status}: StatusRecord): boolean {
  const mayBeMade = refunds.some(
    refund => refund.sentAt !== undefined && !(refund.isProven && refund.status === 'failed'),
  );
  return mayBeMade && /^refunded$/i.test(status);
}

function asKnown(payment: Payment, record: StatusRecord | undefined): Payment {
  return {...payment, record, sends: {...payment.sends, known: true}};
}

function tellJudgement(payment: Payment, event: StoredEvent & {type: 'resolved'}): Payment {
  const {as, reason} = event.data;
  const judgement = {
    as,
    reason,
    person: event.person,
    at: Date.parse(event.at),
    over: payment.finals.last,
    contradicted: false,
  };
  const failure = as === 'not-paid' ? {reason: 'judged' as const, text: reason} : payment.failure;
  return withStep(
    {...payment, judgement, failure},
    stepOf(event, as === 'paid' ? 'judged-paid' : 'judged-not-paid', {reason}),
  );
}

const agreesWith: Readonly<Record<Judgement['as'], FinalKind>> = {paid: 'paid', 'not-paid': 'failed'};

function withFinal(payment: Payment, kind: FinalKind): Payment {
  const {judgement} = payment;
  const news = judgement !== undefined && kind !== judgement.over && kind !== agreesWith[judgement.as];
  return {
    ...payment,
    finals: {...payment.finals, [kind]: true, last: kind},
    judgement: news ? {...judgement, contradicted: true} : judgement,
  };
}

/** The status as a function of what was said, not of the order in which it was said, so long as nobody judged. */
function statusOf({finals, sends, judgement}: Payment): PaymentStatus {
  if (judgement !== undefined) {
    if (judgement.contradicted) return 'disputed';
    return judgement.as === 'paid' ? 'paid' : 'failed';
  }
  const provablyNotSent = sends.begun === sends.notSent && (sends.neverLeft || sends.begun > 0);
  const words = [finals.paid, finals.mispaid, finals.failed].filter(Boolean).length;
  if (words > 1 || (provablyNotSent && (finals.paid || finals.mispaid))) return 'disputed';
  if (finals.last !== undefined) return finals.last;
  if (sends.known) return 'pending';
  if (provablyNotSent) return 'failed';
  if (sends.begun === 0) return 'requested';
  return sends.last?.kind === 'unknown' ? 'unknown' : 'sent';
}

function assertTransition(before: Payment, after: Payment): void {
  const kept = after.status === 'paid' || after.status === 'disputed' || after.judgement !== before.judgement;
  if (before.status === 'paid' && !kept)
    throw new Error(`${after.reference}: a paid payment would become ${after.status}`);
  if (before.status === 'disputed' && after.status !== 'disputed' && after.judgement === before.judgement) {
    throw new Error(`${after.reference}: a disputed payment would become ${after.status} without a judgement`);
  }
  if (after.status === 'paid' && !after.finals.paid && after.judgement?.as !== 'paid') {
    throw new Error(`${after.reference}: paid without a record or a judgement`);
  }
  if (after.sends.notSent > after.sends.begun) throw new Error(`${after.reference}: more answers than requests`);
}

/**
 * Whether a request for this payment may leave now: never before, or provably never. A card that provably did not leave
 * would have to be typed again, and is then another attempt of the sale.
 */
export function maySend({status, sends, setAside, judgement, finals, request}: Payment): boolean {
  if (setAside || judgement !== undefined || finals.last !== undefined || sends.known || sends.neverLeft) return false;
  return status === 'requested' || (sends.resendable && request.method !== 'card');
}

/** Whether the service waits for a one-time password for this payment. */
export function awaitsOtp({status, details, otp}: Payment): boolean {
  if (status !== 'pending' || details?.requiresOtp !== true) return false;
  return otp.last?.kind !== 'accepted';
}

/** Whether a named person may say how this payment ended. */
export function mayResolve({status}: Payment): boolean {
  return (
    status === 'sent' || status === 'unknown' || status === 'pending' || status === 'mispaid' || status === 'disputed'
  );
}

/** Whether nobody has had the last word yet: asked about until it ends. */
export function isOpen({status}: Payment): boolean {
  return verdicts[status] === 'not-known';
}

function withStep(payment: Payment, step: Step): Payment {
  return {...payment, steps: [...payment.steps, step]};
}
