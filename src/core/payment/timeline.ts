import type {OtpOutcome} from '../endpoints/collect.js';
import type {StatusOutcome} from '../endpoints/status.js';
import type {AnyEvent} from '../journal/envelope.js';
import type {Facts} from '../problem.js';
import type {RequestOutcome} from '../service/reply.js';

/** One thing that was done or heard: one line of the timeline, and of the proof of a verdict. */
export type TimelineStep = {
  readonly seq: number;
  readonly at: number;
  readonly person: string;
  readonly rule: Rule;
  readonly facts: Facts;
  /** The service's own words. */
  readonly raw?: string;
  /** How many further times the same answer was heard without being recorded again; undefined if it answers no question about the status. */
  readonly repeated?: number;
};

/** The rules that turn events into a status. Each has its sentence in the message catalogue. */
export type Rule =
  | 'intent-on-disk'
  | 'sent-after-sync'
  | 'never-left'
  | `answer-${RequestOutcome['kind']}`
  | 'answer-completed'
  | 'otp-sent-after-sync'
  | `otp-${OtpOutcome['kind']}`
  | `record-${'paid' | 'paid-by-fee' | 'mispaid' | 'failed' | 'reversed' | 'pending' | 'odd' | 'contradictory'}`
  | `question-${'not-found' | 'failed' | 'no-answer'}`
  | 'set-aside'
  | 'judged-paid'
  | 'judged-not-paid'
  | 'record-refunded'
  | 'cash-taken'
  | 'received-in-file'
  | 'put-on-book'
  | 'tender-corrected'
  | 'enrolment-charged'
  | 'renewal-listed'
  | RefundRule;

/** The rules that turn events into the state of a refund. */
export type RefundRule =
  | 'refund-on-disk'
  | 'refund-in-cash'
  | 'refund-on-book'
  | 'refund-seen'
  | 'refund-sent-after-sync'
  | 'refund-never-left'
  | `refund-answer-${'not-sent' | 'unknown' | 'refused' | 'accepted' | 'done'}`
  | `refund-record-${'done' | 'failed' | 'pending'}`
  | `refund-found-${'done' | 'failed' | 'pending'}`
  | `refund-${'not-in-history' | 'several-in-history' | 'question-failed' | 'no-answer'}`
  | `refund-judged-${'done' | 'failed'}`;

let [lastText, lastInstant] = ['', Number.NaN];

/** When an event happened, in epoch milliseconds. A fold asks for the same instant several times in a row, so the last one is cached. */
export function instantOf(at: string): number {
  if (at !== lastText) [lastText, lastInstant] = [at, Date.parse(at)];
  return lastInstant;
}

/** The facts of a step beside its rule. A step of a refund has to say which refund of the payment it is about. */
type StepFacts<R extends Rule> = Facts & (R extends RefundRule ? {readonly refund: number} : unknown);

export function stepOf<R extends Rule>(event: AnyEvent, rule: R, facts: StepFacts<R>, raw?: string): TimelineStep {
  const {seq, at, person} = event;
  const instant = instantOf(at);
  return raw === undefined || raw === ''
    ? {seq, at: instant, person, rule, facts}
    : {seq, at: instant, person, rule, facts, raw};
}

function ruleOfStatus(outcome: StatusOutcome): Rule {
  switch (outcome.kind) {
    case 'paid':
      return outcome.feeBasis ? 'record-paid-by-fee' : 'record-paid';
    case 'failed':
      return outcome.reversed ? 'record-reversed' : 'record-failed';
    case 'pending':
      return outcome.odd ? 'record-odd' : 'record-pending';
    case 'mispaid':
      return 'record-mispaid';
    case 'contradictory':
      return 'record-contradictory';
    case 'not-found':
      return 'question-not-found';
    case 'question-failed':
      return 'question-failed';
    case 'no-answer':
      return 'question-no-answer';
  }
}

function factsOfStatus(outcome: StatusOutcome): Facts {
  if (!('record' in outcome)) return 'why' in outcome ? {why: outcome.why} : {};
  const {amount, fee, currency} = outcome.record;
  const facts: Record<string, string> = outcome.kind === 'contradictory' ? {why: outcome.why} : {};
  if (amount !== undefined) facts['amount'] = amount;
  if (fee !== undefined) facts['fee'] = fee;
  if (currency !== undefined) facts['currency'] = currency;
  return facts;
}

function rawOfStatus(outcome: StatusOutcome): string {
  if (!('record' in outcome)) return outcome.text;
  const {status, code = ''} = outcome.record;
  return status === '' || code === '' ? status + code : `${status} ${code}`;
}

export function stepOfSend(event: AnyEvent, outcome: RequestOutcome): TimelineStep {
  const facts = 'why' in outcome ? {why: outcome.why} : {};
  const isCompleted = outcome.kind === 'accepted' && outcome.details.isCompleted === true;
  return stepOf(
    event,
    isCompleted ? 'answer-completed' : `answer-${outcome.kind}`,
    facts,
    'text' in outcome ? outcome.text : outcome.code,
  );
}

/** Returns the timeline line of an answer to a status question. */
export function stepOfStatus(event: AnyEvent, outcome: StatusOutcome, repeated: number): TimelineStep {
  return {...stepOf(event, ruleOfStatus(outcome), factsOfStatus(outcome), rawOfStatus(outcome)), repeated};
}
