import {once} from 'node:events';
import type {StoredEvent} from '../core/events/event.js';
import {
  ageOf,
  isSettled,
  newFor,
  nextQuestion,
  nextRefundQuestion,
  stretchFrom,
  type Watch,
} from '../core/payment/follow-up.js';
import {isRecordDue} from '../core/payment/otp.js';
import type {Payment} from '../core/payment/payment.js';
import {isRefundOpen, type Refund} from '../core/payment/refund.js';
import {bytesOf} from '../core/present/traffic.js';
import type {Answer} from '../core/service/answer.js';
import {askAboutPayment, askAboutRefund, type OnResponse, type ServiceResponse} from './ask.js';
import {type Outlook, observe, paymentOf, type TillContext} from './context.js';
import {record} from './handler.js';

/** The last answer to one question, and how often the same answer came since it was recorded. */
type LastAnswer = {readonly print: string; writtenAt: number; readonly unwritten: number};

/** What is watched: a payment, or one of its refunds. */
type Subject = {readonly reference: string; readonly refund?: number};
type Entry = {
  readonly subject: Subject;
  watch: Watch;
  status: string;
  asked: number;
  /** When the service was last asked about it, whatever the result; undefined before the first time. */
  askedAt: number | undefined;
  countryRefusals: number;
  asking: Promise<void> | undefined;
  readonly answers: Map<string, LastAnswer>;
};

type Due = {readonly entry: Entry; readonly at: number};

const keyOf = ({reference, refund}: Subject) => (refund === undefined ? reference : `${reference}/${refund}`);

/** The number of requests and of status questions since the till opened, and their bytes, sent and received. */
export type AskedTraffic = {
  readonly sales: number;
  readonly saleBytes: number;
  readonly questions: number;
  readonly questionBytes: number;
};

const second = 1000;
const longestPause = 60 * second;
const shortestPause = 50;
const mostTries = 3;
const rewriteEvery = 60 * second;

/**
 * The only poller, with the only timer. It asks what the core says is due, one question at a time, and records the answers. Only the
 * focused payment does not wait for the answer about another payment, which can take long. An answer equal to the one before is recorded at
 * most once a minute, so that the journal does not grow while the till waits.
 */
export class Watcher {
  readonly #context: TillContext;
  readonly #entries = new Map<string, Entry>();
  #focused: string | undefined;
  readonly #pace = new Pace();
  #asked: AskedTraffic = {sales: 0, saleBytes: 0, questions: 0, questionBytes: 0};
  #isTurnOfNew = true;
  #stopping: AbortController | undefined;
  #wake = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  /** The question under way about a payment that is not focused. */
  #behind: Promise<void> | undefined;

  constructor(context: TillContext) {
    this.#context = context;
    for (const payment of context.state.payments.values()) if (!isSettled(payment)) this.#follow(payment, false);
  }

  /** Asks automatically until `stop` is called. */
  start(): void {
    if (this.#stopping !== undefined) return;
    this.#stopping = new AbortController();
    this.#loop = this.#run(this.#stopping.signal);
  }

  /** Resolves when the questions under way, if any, are answered. */
  async stop(): Promise<void> {
    this.#stopping?.abort();
    await this.#loop;
    await this.#behind;
    this.#stopping = undefined;
  }

  /** Sets the payment on the screen, which is asked about first and more often; undefined if there is none. */
  focus(reference: string | undefined): void {
    if (this.#focused === reference) return;
    this.#focused = reference;
    this.#wake.abort();
  }

  /** Updates the watched payments from events that began or changed them. */
  notice(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#countSale(event);
      this.#pace.learn(event, this.#context.world.monotonic());
      const payment = 'reference' in event.data ? this.#context.state.payments.get(event.data.reference) : undefined;
      if (payment !== undefined) this.#follow(payment, event.type === 'requested');
      if (event.type === 'otp-answered') this.#writeNext(event.data.reference);
    }
    this.#wake.abort();
  }

  /** Makes the next answer be recorded even if it equals the one before: after a one-time code it means more. */
  #writeNext(reference: string): void {
    const answers = this.#entries.get(reference)?.answers.values() ?? [];
    for (const last of answers) last.writtenAt = Number.NEGATIVE_INFINITY;
  }

  /** Asks about a payment now, whatever the schedule says. Joins a question that is under way. */
  async check(reference: string): Promise<void> {
    const payment = await paymentOf(this.#context, reference);
    const refunds = payment.refunds.filter(isRefundOpen);
    // A person who waits for a refund does not need to hear again that its payment was paid.
    if (payment.status !== 'paid' || refunds.length === 0) await this.#askNow(this.#follow(payment, false));
    for (const refund of refunds) await this.#askNow(this.#followRefund(payment, refund));
  }

  /**
   * Like `check`, for one of many questions in a row: no faster than the till's other questions, and after the focused payment. A busy
   * service gets the time that it asks for, and is then asked again, at most three times in all. Ends early when `signal` aborts, whatever
   * is still to be asked. Throws the journal's `Problem`.
   */
  async checkAtPace(reference: string, signal?: AbortSignal): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      if (!(await this.#turn(signal))) return;
      await this.check(reference);
      if (!this.#pace.isBusy) return;
    }
  }

  /** Waits until another question may be sent, and reserves that turn. Returns false if nobody waits for the answer any longer. */
  async #turn(signal: AbortSignal | undefined): Promise<boolean> {
    const {world, leaving} = this.#context;
    const over = AbortSignal.any(signal === undefined ? [leaving] : [leaving, signal]);
    while (!over.aborted) {
      if (this.#context.writeFailure !== undefined) throw this.#context.writeFailure; // the focused payment is no longer asked about
      const mono = world.monotonic();
      const {earliestForPerson: earliest} = this.#pace;
      // While the connection is down, the focused payment gains nothing by going first.
      const goesFirst = this.#stopping !== undefined && !this.#pace.isFailing;
      const focused = goesFirst ? this.#keptFor(mono) : undefined;
      const isFocusedFirst = focused !== undefined && focused.entry.asking === undefined;
      if (!isFocusedFirst && earliest <= mono) {
        this.#pace.asked(mono);
        return true;
      }
      const at = Math.max(earliest, isFocusedFirst ? focused.at : 0);
      await world.sleep(Math.max(at - mono, shortestPause), over);
    }
    return false;
  }

  async #askNow(entry: Entry): Promise<void> {
    const asking = entry.asking ?? this.#ask(entry);
    entry.asking = asking;
    await asking.finally(() => {
      entry.asking = undefined;
      this.#context.changed();
    });
  }

  outlook(reference: string, refund?: number): Outlook {
    const key = keyOf(refund === undefined ? {reference} : {reference, refund});
    const entry = this.#entries.get(key);
    const mono = this.#context.world.monotonic();
    const at = this.#dueAt(entry, mono);
    const inMs = at === undefined ? undefined : Math.max(0, Math.max(at, this.#pace.earliest) - mono);
    return {inMs, asked: entry?.asked ?? 0, isAsking: entry?.asking !== undefined};
  }

  asked(): AskedTraffic {
    return this.#asked;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#context.writeFailure === undefined) {
      const {earliest} = this.#pace;
      const isTooSoon = earliest > this.#context.world.monotonic();
      // The next question is chosen only when it may be sent, because the choice looks at all entries.
      const next = isTooSoon ? undefined : this.#soonest();
      const mono = this.#context.world.monotonic();
      const at = next?.at ?? (isTooSoon ? earliest : mono + longestPause);
      if (next !== undefined && at <= mono) {
        const asking = this.#askNow(next.entry).catch(this.#context.tell);
        if (keyOf(next.entry.subject) === this.#focused) await asking;
        else this.#behind = asking.then(() => this.#onBehind());
      } else if (next === undefined && !isTooSoon && this.#behind !== undefined) {
        await Promise.race([this.#behind, this.#woken()]);
      } else {
        await this.#context.world.sleep(
          Math.max(0, Math.min(at - mono, longestPause)),
          AbortSignal.any([signal, this.#wake.signal]),
        );
      }
      if (this.#wake.signal.aborted) this.#wake = new AbortController();
    }
  }

  #woken(): Promise<unknown> {
    const {signal} = this.#wake;
    return signal.aborted ? Promise.resolve() : once(signal, 'abort');
  }

  #onBehind(): void {
    this.#behind = undefined;
    this.#wake.abort();
  }

  /**
   * Returns the focused payment if it is due, otherwise another one that is. When more is due than there is time for, new and old sales
   * take turns, and within each group the one that was not asked about for longest comes first. So no payment waits behind others that come
   * up again and again.
   */
  #soonest(): Due | undefined {
    const mono = this.#context.world.monotonic();
    if (this.#behind !== undefined) return this.#dueOfFocused(mono);
    let first: Due | undefined;
    let [ofNew, ofOld]: (Due | undefined)[] = [];
    for (const [key, entry] of this.#entries) {
      const at = this.#dueAt(entry, mono);
      if (at === undefined) continue;
      if (key === this.#focused && at <= mono) return {entry, at};
      if (at > mono) first = first === undefined || at < first.at ? {entry, at} : first;
      else if (mono - entry.watch.sentAt < newFor) ofNew = longerUnasked(ofNew, {entry, at});
      else ofOld = longerUnasked(ofOld, {entry, at});
    }
    const best = (this.#isTurnOfNew ? (ofNew ?? ofOld) : (ofOld ?? ofNew)) ?? first;
    return best === undefined ? undefined : (this.#keptFor(best.at) ?? best);
  }

  #dueOfFocused(mono: number): Due | undefined {
    const entry = this.#focused === undefined ? undefined : this.#entries.get(this.#focused);
    const at = this.#dueAt(entry, mono);
    return entry === undefined || at === undefined ? undefined : {entry, at};
  }

  /** Returns the focused payment if a question at that instant would delay its own; never while the pace is slow. */
  #keptFor(instant: number): Due | undefined {
    const entry = this.#focused === undefined ? undefined : this.#entries.get(this.#focused);
    const at = this.#dueAt(entry, this.#context.world.monotonic());
    if (entry === undefined || at === undefined || this.#pace.isSlow) return undefined;
    return Math.max(instant, this.#pace.earliest) + this.#pace.gap > at ? {entry, at} : undefined;
  }

  #dueAt(entry: Entry | undefined, mono: number): number | undefined {
    const payment = entry && this.#context.state.payments.get(entry.subject.reference);
    if (entry === undefined || payment === undefined) return undefined;
    if (entry.subject.refund === undefined)
      return nextQuestion(payment, entry.watch, {mono, isFocused: entry.subject.reference === this.#focused});
    const refund = payment.refunds.find(({number}) => number === entry.subject.refund);
    return refund && nextRefundQuestion(refund, entry.watch, mono);
  }

  #follow(payment: Payment, isFresh: boolean): Entry {
    const {reference, status, since, steps} = payment;
    for (const refund of payment.refunds) {
      if (isRefundOpen(refund)) this.#followRefund(payment, refund);
      else this.#entries.delete(keyOf({reference, refund: refund.number}));
    }
    const known = this.#entries.get(reference);
    if (known === undefined) {
      const sentAt = payment.sends.at ?? payment.requestedAt;
      return this.#enter(
        {reference},
        {status, sentAt, since, steps, isFresh, countryRefusals: payment.refusedQuestions},
      );
    }
    this.#notice(known, status, status === 'sent');
    if (isSettled(payment) && known.asking === undefined) this.#entries.delete(reference);
    return known;
  }

  #followRefund({reference, steps}: Payment, {number, status, since, sentAt}: Refund): Entry {
    const subject = {reference, refund: number};
    const known = this.#entries.get(keyOf(subject));
    if (known === undefined) {
      const isFresh = status === 'requested';
      return this.#enter(subject, {status, sentAt: sentAt ?? since, since, steps, isFresh, countryRefusals: 0});
    }
    this.#notice(known, status, status === 'sent');
    return known;
  }

  #enter(
    subject: Subject,
    known: Pick<Entry, 'status' | 'countryRefusals'> &
      Pick<Payment, 'since' | 'steps'> & {sentAt: number; isFresh: boolean},
  ): Entry {
    const {world} = this.#context;
    const [mono, now] = [world.monotonic(), world.now()];
    const {status, countryRefusals, sentAt, since, steps, isFresh} = known;
    const watch = {
      lastAt: undefined,
      sentAt: mono - ageOf(steps, {sentAt, now, refund: subject.refund}),
      statusAt: mono - Math.max(0, now - since),
      isFresh,
      unwritten: 0,
      stretch: 1,
    };
    const entry: Entry = {
      subject,
      watch,
      status,
      asked: 0,
      askedAt: undefined,
      countryRefusals,
      asking: undefined,
      answers: new Map(),
    };
    this.#entries.set(keyOf(subject), entry);
    return entry;
  }

  #notice(entry: Entry, status: string, hasLeft: boolean): void {
    if (entry.status === status) return;
    const mono = this.#context.world.monotonic();
    const sent = hasLeft ? {sentAt: mono, lastAt: undefined} : {};
    entry.watch = {...entry.watch, ...sent, statusAt: mono, unwritten: 0};
    entry.status = status;
  }

  async #ask(entry: Entry): Promise<void> {
    const {world} = this.#context;
    const {reference, refund} = entry.subject;
    const payment = await paymentOf(this.#context, reference);
    const askedAt = world.monotonic();
    this.#pace.asked(askedAt);
    entry.askedAt = askedAt;
    if (keyOf(entry.subject) !== this.#focused) this.#isTurnOfNew = askedAt - entry.watch.sentAt >= newFor;
    this.#context.changed();
    if (isRecordDue(payment.otp, world.now())) this.#writeNext(reference);
    const onResponse: OnResponse = response => this.#onResponse(entry, response);
    try {
      if (refund === undefined)
        entry.countryRefusals = await askAboutPayment(this.#context, payment, entry, onResponse);
      else await askAboutRefund(this.#context, payment, refund, onResponse);
    } finally {
      entry.watch = {...entry.watch, lastAt: askedAt, stretch: stretchFrom(world.random(1))};
      if (this.#isOver(entry.subject)) this.#entries.delete(keyOf(entry.subject));
    }
  }

  #isOver({reference, refund}: Subject): boolean {
    const payment = this.#context.state.payments.get(reference);
    if (payment === undefined || refund === undefined) return payment === undefined || isSettled(payment);
    return !payment.refunds.some(each => each.number === refund && isRefundOpen(each));
  }

  async #onResponse(entry: Entry, {question, answer, event}: ServiceResponse): Promise<void> {
    observe(this.#context, answer);
    this.#learnFrom(answer);
    this.#count(answer);
    const mono = this.#context.world.monotonic();
    const print = fingerprint(answer);
    const before = entry.answers.get(question);
    const isSame = before?.print === print;
    entry.asked += 1;
    if (isSame && mono - before.writtenAt < rewriteEvery) {
      entry.answers.set(question, {...before, unwritten: before.unwritten + 1});
      if (answer.kind === 'answered') entry.watch = {...entry.watch, unwritten: entry.watch.unwritten + 1};
      return;
    }
    entry.answers.set(question, {print, writtenAt: mono, unwritten: 0});
    entry.watch = {...entry.watch, unwritten: 0};
    await record(this.#context, event(isSame ? before.unwritten : 0));
  }

  /** Counts only what goes over the shop's connection: neither cash nor what the service charges by itself does. */
  #countSale(event: StoredEvent): void {
    const {sales, saleBytes} = this.#asked;
    if (event.type === 'sent') this.#asked = {...this.#asked, sales: sales + 1};
    else if (event.type === 'answered' || event.type === 'otp-answered')
      this.#asked = {...this.#asked, saleBytes: saleBytes + (bytesOf(event.data.answer) ?? 0)};
  }

  #count(answer: Answer): void {
    const {questions, questionBytes} = this.#asked;
    const bytes = bytesOf(answer);
    if (bytes !== undefined)
      this.#asked = {...this.#asked, questions: questions + 1, questionBytes: questionBytes + bytes};
  }

  /** When the connection is back, every watched payment is due. */
  #learnFrom(answer: Answer): void {
    if (answer.kind === 'answered' && this.#pace.isFailing) {
      for (const entry of this.#entries.values()) entry.watch = {...entry.watch, lastAt: undefined, isFresh: false};
    }
    this.#pace.onResponse(answer);
  }
}

function longerUnasked(one: Due | undefined, other: Due): Due {
  const since = ({entry}: Due) => entry.askedAt ?? Number.NEGATIVE_INFINITY;
  return one === undefined || since(other) < since(one) ? other : one;
}

/** The content of an answer, without the parts that differ in every answer. */
function fingerprint(answer: Answer): string {
  if (answer.kind !== 'answered') return `${answer.kind} ${answer.code}`;
  const {http, body, text, doubled} = answer;
  return JSON.stringify([http, body, text, doubled]);
}

const longestGap = 30 * second;
const longestWish = 60 * second;

/** At most one question a second, half as often each time that the service is busy, no sooner than it asks for. Monotonic instants. */
export class Pace {
  #gap = second;
  #failures = 0;
  #lastAskedAt = Number.NEGATIVE_INFINITY;
  #isBusy = false;

  /** Whether the last answer was that the service is busy. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Whether the last question had no answer at all. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  get isSlow(): boolean {
    return this.#gap > second;
  }

  /** Milliseconds between two questions. */
  get gap(): number {
    return this.#gap;
  }

  /** When a question may be sent. While the connection is down, single questions at growing intervals test it. */
  get earliest(): number {
    const backOff = this.isFailing ? Math.min(longestGap, second * 2 ** Math.min(this.#failures, 5)) : 0;
    return Math.max(this.earliestForPerson, this.#lastAskedAt + backOff);
  }

  /** The same for a question that a person waits for. It needs no growing intervals, because that person gives up when the connection is down. */
  get earliestForPerson(): number {
    return this.#lastAskedAt + this.#gap;
  }

  asked(at: number): void {
    this.#lastAskedAt = at;
  }

  /** Takes an event into account: if the service was too busy for a request that is not a question, it is not asked at once, either. */
  learn(event: StoredEvent, at: number): void {
    const answer = answerToOrder(event);
    if (answer?.kind !== 'answered' || answer.http !== 429) return;
    this.asked(at);
    this.onResponse(answer);
  }

  onResponse(answer: Answer): void {
    if (answer.kind !== 'answered') {
      this.#failures += 1;
      this.#isBusy = false;
      return;
    }
    const {http, retryAfterSeconds = 0} = answer;
    this.#failures = 0;
    this.#isBusy = http === 429;
    this.#gap = this.#isBusy ? Math.min(this.#gap * 2, longestGap) : Math.max(second, this.#gap / 2);
    this.#gap = Math.max(this.#gap, Math.min(retryAfterSeconds * second, longestWish));
  }
}

function answerToOrder(event: StoredEvent): Answer | undefined {
  switch (event.type) {
    case 'answered':
    case 'otp-answered':
    case 'refund-answered':
    case 'enrolment-answered':
    case 'subscription-change-answered':
      return event.data.answer;
    default:
      return undefined;
  }
}
