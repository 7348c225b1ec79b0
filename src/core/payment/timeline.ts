import type {StoredEvent} from '../journal/event.js';
import type {Facts} from '../problem.js';
import type {OtpProof, SendProof} from '../service/evidence.js';
import type {StatusProof} from '../service/status-evidence.js';

/** One thing that was done or heard: a line of the timeline, and of the proof of a verdict. */
export type Step = {
  readonly seq: number;
  readonly at: number;
  readonly person: string;
  readonly rule: Rule;
  readonly facts: Facts;
  /** The service's own words. */
  readonly raw?: string;
  /** How often the same was heard without being written again. */
  readonly repeated?: number;
};

/** The rules that turn events into a status; each has its sentence in the words catalogue. */
export type Rule =
  | 'intent-on-disk'
  | 'sent-after-sync'
  | 'never-left'
  | `answer-${SendProof['kind']}`
  | 'answer-completed'
  | 'otp-sent-after-sync'
  | `otp-${OtpProof['kind']}`
  | `record-${'paid' | 'paid-by-fee' | 'mispaid' | 'failed' | 'reversed' | 'pending' | 'odd' | 'contradictory'}`
  | `question-${'not-found' | 'failed' | 'no-answer'}`
  | 'set-aside'
  | 'judged-paid'
  | 'judged-not-paid'
  | 'record-refunded'
  | 'cash-taken'
  | 'enrolment-charged'
  | 'renewal-listed'
  | RefundRule;

/** The rules of a refund. */
export type RefundRule =
  | 'refund-on-disk'
  | 'refund-in-cash'
  | 'refund-seen'
  | 'refund-sent-after-sync'
  | 'refund-never-left'
  | `refund-answer-${'not-sent' | 'unknown' | 'refused' | 'accepted' | 'done'}`
  | `refund-record-${'done' | 'failed' | 'pending'}`
  | `refund-found-${'done' | 'failed' | 'pending'}`
  | `refund-${'not-in-history' | 'several-in-history' | 'question-failed' | 'no-answer'}`
  | `refund-judged-${'done' | 'failed'}`;

let [lastText, lastInstant] = ['', Number.NaN];

/** When an event was, in epoch milliseconds. Whoever folds an event asks several times in a row, and it is read once. */
export function instantOf(at: string): number {
  if (at !== lastText) [lastText, lastInstant] = [at, Date.parse(at)];
  return lastInstant;
}

/** The line that an event leaves in the timeline. */
export function stepOf(event: StoredEvent, rule: Rule, facts: Facts, raw?: string): Step {
  const {seq, at, person} = event;
  const instant = instantOf(at);
  return raw === undefined || raw === ''
    ? {seq, at: instant, person, rule, facts}
    : {seq, at: instant, person, rule, facts, raw};
}

function ruleOfStatus(proof: StatusProof): Rule {
  switch (proof.kind) {
    case 'paid':
      return proof.feeBasis ? 'record-paid-by-fee' : 'record-paid';
    case 'failed':
      return proof.reversed ? 'record-reversed' : 'record-failed';
    case 'pending':
      return proof.odd ? 'record-odd' : 'record-pending';
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

function factsOfStatus(proof: StatusProof): Facts {
  if (!('record' in proof)) return 'why' in proof ? {why: proof.why} : {};
  const {amount, fee, currency} = proof.record;
  const facts: Record<string, string> = proof.kind === 'contradictory' ? {why: proof.why} : {};
  if (amount !== undefined) facts['amount'] = amount;
  if (fee !== undefined) facts['fee'] = fee;
  if (currency !== undefined) facts['currency'] = currency;
  return facts;
}

function rawOfStatus(proof: StatusProof): string {
  if (!('record' in proof)) return proof.text;
  const {status, code = ''} = proof.record;
  return status === '' || code === '' ? status + code : `${status} ${code}`;
}

/** The line of an answer to a collection. */
export function stepOfSend(event: StoredEvent, proof: SendProof): Step {
  const facts = 'why' in proof ? {why: proof.why} : {};
  const isCompleted = proof.kind === 'accepted' && proof.details.isCompleted === true;
  return stepOf(
    event,
    isCompleted ? 'answer-completed' : `answer-${proof.kind}`,
    facts,
    'text' in proof ? proof.text : proof.code,
  );
}

/** The line of an answer to a status question. */
export function stepOfStatus(event: StoredEvent, proof: StatusProof, repeated: number): Step {
  return {...stepOf(event, ruleOfStatus(proof), factsOfStatus(proof), rawOfStatus(proof)), repeated};
}
