import type {StoredEvent} from '../../src/core/events/event.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import type {DurableLog} from './durable-log.js';
import type {Findings} from './findings.js';
import type {Departure} from './network.js';

/** What a person asked for that lets money move, until the till has done with it. */
export type Errand = {
  readonly kind: Departure['kind'];
  /** Undefined until the till has named it. */
  reference: string | undefined;
  hasLeft: boolean;
  isOver: boolean;
};

const isOnItsWay = ({hasLeft, isOver}: Errand) => hasLeft && !isOver;

type Decision = {readonly reference: string; readonly payer: string};

/** What must be true of a request that moves money at the moment in which the till lets it go. */
export class OrderChecks {
  readonly #till: string;
  readonly #findings: Findings;
  readonly #log: DurableLog;
  readonly #departures: Departure[] = [];
  readonly #setAside = new Set<string>();
  readonly #unclearCodes = new Set<string>();
  readonly #unasked = new Set<string>();
  #errands: Errand[] = [];
  readonly #decisions: Decision[] = [];
  /** Whether this process was refused a write. */
  hasDiskFailed = false;

  constructor(till: string, findings: Findings, log: DurableLog) {
    this.#till = till;
    this.#findings = findings;
    this.#log = log;
  }

  /**
   * A machine takes the place of one that was lost, whose requests may have arrived all the same; `open` are the payments of which it cannot
   * know what became, and that it has to ask about before it asks for other money.
   */
  takeOver(lost: OrderChecks, open: Iterable<string>): void {
    this.#departures.push(...lost.#departures);
    this.#decisions.push(...lost.#decisions);
    for (const reference of lost.#setAside)
      if (this.#log.state.payments.get(reference)?.isSuperseded) this.#setAside.add(reference);
    for (const reference of open) this.#unasked.add(reference);
  }

  /** Another process: nobody has asked it for anything. */
  restart(): void {
    this.#errands = [];
    this.hasDiskFailed = false;
  }

  ask(kind: Errand['kind'], reference?: string): Errand {
    const errand = {kind, reference, hasLeft: false, isOver: false};
    this.#errands.push(errand);
    return errand;
  }

  /**
   * The till has done with an errand. What went through has left; two errands about the same look alike as they leave, so
   * when it was counted for another one that still waits, that other has yet to leave.
   */
  end(errand: Errand, isDone: boolean): void {
    errand.isOver = true;
    const {kind, reference} = errand;
    const other = this.#errands.find(each => each.kind === kind && each.reference === reference && isOnItsWay(each));
    if (!isDone || errand.hasLeft || other === undefined) return;
    errand.hasLeft = true;
    other.hasLeft = false;
  }

  noteSetAside(reference: string): void {
    this.#setAside.add(reference);
  }

  /** A question about the payment leaves. */
  onQuestion(reference: string): void {
    this.#unclearCodes.delete(reference);
    this.#unasked.delete(this.#log.ownReference(reference));
  }

  /**
   * The till has agreed to take this payment; of the same payer no other may be open, however old it is, unless a person
   * gave a reason.
   */
  onDecision(decision: Decision & {readonly again: boolean}, payments: ReadonlyMap<string, Payment>): void {
    const {reference, payer, again} = decision;
    if (this.#log.count('requested', reference) !== 1) {
      this.#findings.report('lost', `${reference} was named before it was durable`);
    }
    const earlier = this.#decisions.find(other => {
      const payment = payments.get(other.reference);
      return other.payer === payer && other.reference !== reference && payment && isOpen(payment);
    });
    if (earlier !== undefined && !again) {
      this.#findings.report('cool-down', `${reference} asks ${payer} while ${earlier.reference} is open`);
    }
    this.#decisions.push({reference, payer});
  }

  onOrder(departure: Departure): void {
    const {kind} = departure;
    const reference = this.#log.ownReference(departure.reference);
    this.#findings.trace(`${this.#till} => ${kind} ${reference}`);
    const fail = (checker: Parameters<Findings['report']>[0], why: string) =>
      this.#findings.report(checker, `${this.#till} ${kind} ${reference}: ${why}`);
    const errand = this.#errands.find(
      each => each.kind === kind && each.reference === reference && !each.hasLeft && !each.isOver,
    );
    if (errand === undefined) fail('sent-without-person', 'nobody asked for it');
    else errand.hasLeft = true;
    if (this.hasDiskFailed) fail('sent-after-disk-failure', 'the journal could not be written');
    if (this.#unasked.size > 0) fail('sent-unasked', `${[...this.#unasked].join(', ')} may be paid`);
    const before = this.#departures.filter(other => other.kind === kind && other.reference === departure.reference);
    const durable = this.#log.count(lines[kind], reference);
    if (durable <= before.length) fail('sent-before-durable', `${durable} lines, request ${before.length + 1}`);
    if (kind === 'collect' || kind === 'charge') this.#checkOnce(before, fail, reference);
    if (kind === 'otp') this.#checkCode(fail, reference);
    if (kind === 'refund') this.#checkRefund(fail, reference);
    if (kind === 'enrol') this.#checkEnrolment(before, fail, reference);
    this.#departures.push(departure);
  }

  #checkOnce(before: readonly Departure[], fail: Fail, reference: string): void {
    if (!before.every(isProvablyUnsent)) fail('sent-twice', 'an earlier request may have arrived');
    if (this.#setAside.has(reference)) fail('sent-though-set-aside', 'a person set it aside');
  }

  #checkCode(fail: Fail, reference: string): void {
    if (this.#unclearCodes.has(reference)) fail('code-sent-blindly', 'the fate of another code was not asked');
    this.#unclearCodes.add(reference); // whatever is answered: a question, or a clear answer, makes up for it
  }

  #checkRefund(fail: Fail, reference: string): void {
    const unclear = this.#log.state.payments
      .get(reference)
      ?.refunds.filter(({status}) => status === 'sent' || status === 'unknown');
    if ((unclear?.length ?? 0) > 1) fail('refund-sent-blindly', 'another refund of it result unknown');
  }

  /** Of every earlier enrolment of the customer it is known what became of it: by its answer, or since somebody found out. */
  #checkEnrolment(before: readonly Departure[], fail: Fail, email: string): void {
    const unclear = before.filter(each => !isClear(each)).length;
    const resolved = this.#log.count('enrolment-resolved', email);
    if (unclear > resolved) fail('enrolled-blindly', `${unclear} without a clear answer, ${resolved} found out`);
  }

  /** An answer to a code that says what became of it. */
  onClearCode(reference: string): void {
    this.#unclearCodes.delete(reference);
  }
}

type Fail = (checker: Parameters<Findings['report']>[0], why: string) => void;

/** The line that is durable before a request of each kind leaves. */
const lines = {
  collect: 'sent',
  charge: 'sent',
  otp: 'otp-sent',
  refund: 'refund-sent',
  enrol: 'enrolment-sent',
  change: 'subscription-change-sent',
  other: 'sent',
} as const satisfies Readonly<Record<Departure['kind'], StoredEvent['type']>>;

/** Whether an answer to an enrolment came from the service, which had made up its mind; nothing else says what became of it. */
function isClear({answer, isUntrue}: Departure): boolean {
  if (isUntrue) return false;
  if (answer?.kind !== 'answered') return answer?.kind === 'not-sent';
  return typeof answer.body === 'object' && answer.http !== 404 && answer.http !== 429 && answer.http < 500;
}

const isProvablyUnsent = ({answer}: Departure) => answer?.kind === 'not-sent';
