import type {Answer} from '../core/answer.js';
import type {EventData, StoredEvent} from '../core/event.js';
import {statusProof} from '../core/evidence.js';
import {isSettled, nextQuestion, stretchFrom, type Watch} from '../core/follow-up.js';
import type {Payment, PaymentStatus} from '../core/payment.js';
import {type Context, observe, paymentOf, record} from './context.js';

type Question = EventData<'status-answered'>['question'];
/** The last answer to one question, and how often the same was heard since it was written. */
type Heard = {readonly print: string; readonly writtenAt: number; readonly unwritten: number};
type Entry = {
  watch: Watch;
  status: PaymentStatus;
  asked: number;
  countryRefusals: number;
  asking: Promise<void> | undefined;
  readonly heard: Map<Question, Heard>;
};

/** What a screen shows of the watching of a payment. */
export type Outlook = {readonly inMs: number | undefined; readonly asked: number; readonly isAsking: boolean};

/** What was asked for and asked about since the till opened, and the bytes of the questions, both ways. */
export type Asked = {readonly sales: number; readonly questions: number; readonly questionBytes: number};

const second = 1000;
const longestPause = 60 * second;
const longestGap = 30 * second;
const rewriteEvery = 60 * second;
const refusalsBeforeOlderQuery = 3;

/**
 * The one poller, with the one timer: it asks what the core says is due, one question at a time, and writes down what it
 * hears. An answer equal to the one before is written once a minute, so that the journal does not grow with the waiting.
 */
export class Watcher {
  readonly #context: Context;
  readonly #entries = new Map<string, Entry>();
  #front: string | undefined;
  #gap = second;
  #failures = 0;
  #asked: Asked = {sales: 0, questions: 0, questionBytes: 0};
  #lastAskedAt = Number.NEGATIVE_INFINITY;
  #stopping: AbortController | undefined;
  #wake = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(context: Context) {
    this.#context = context;
    for (const payment of context.state.payments.values()) if (!isSettled(payment)) this.#follow(payment, false);
  }

  /** Asks by itself until `stop`. */
  start(): void {
    if (this.#stopping !== undefined) return;
    this.#stopping = new AbortController();
    this.#loop = this.#run(this.#stopping.signal);
  }

  /** Resolves when the question under way, if any, is answered. */
  async stop(): Promise<void> {
    this.#stopping?.abort();
    await this.#loop;
    this.#stopping = undefined;
  }

  /** Names the payment on screen, which is asked about first and more often; undefined when there is none. */
  front(reference: string | undefined): void {
    if (this.#front === reference) return;
    this.#front = reference;
    this.#wake.abort();
  }

  /** Learns of payments that events have begun or moved. */
  notice(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (event.type === 'requested') this.#asked = {...this.#asked, sales: this.#asked.sales + 1};
      const payment = 'reference' in event.data ? this.#context.state.payments.get(event.data.reference) : undefined;
      if (payment !== undefined) this.#follow(payment, event.type === 'requested');
    }
    this.#wake.abort();
  }

  /** Asks about a payment now, whatever the schedule says; joins a question that is under way. */
  async check(reference: string): Promise<void> {
    const payment = await paymentOf(this.#context, reference);
    const entry = this.#follow(payment, false);
    const asking = entry.asking ?? this.#ask(payment.reference, entry);
    entry.asking = asking;
    await asking.finally(() => {
      entry.asking = undefined;
      this.#context.changed();
    });
  }

  outlook(reference: string): Outlook {
    const entry = this.#entries.get(reference);
    const at = this.#dueAt(reference);
    const inMs =
      at === undefined ? undefined : Math.max(0, Math.max(at, this.#earliest()) - this.#context.world.monotonic());
    return {inMs, asked: entry?.asked ?? 0, isAsking: entry?.asking !== undefined};
  }

  asked(): Asked {
    return this.#asked;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#context.poison === undefined) {
      const next = this.#soonest();
      const mono = this.#context.world.monotonic();
      const at = next === undefined ? mono + longestPause : Math.max(next.at, this.#earliest());
      if (next !== undefined && at <= mono) {
        await this.check(next.reference).catch(() => undefined);
      } else {
        await this.#context.world.sleep(
          Math.min(at - mono, longestPause),
          AbortSignal.any([signal, this.#wake.signal]),
        );
        if (this.#wake.signal.aborted) this.#wake = new AbortController();
      }
    }
  }

  /** While the link is down one question at a time finds out, at growing intervals. */
  #earliest(): number {
    const backOff = this.#failures === 0 ? 0 : Math.min(longestGap, second * 2 ** Math.min(this.#failures, 5));
    return this.#lastAskedAt + Math.max(this.#gap, backOff);
  }

  #soonest(): {readonly reference: string; readonly at: number} | undefined {
    const mono = this.#context.world.monotonic();
    let best: {readonly reference: string; readonly at: number} | undefined;
    for (const reference of this.#entries.keys()) {
      const at = this.#dueAt(reference);
      if (at === undefined) continue;
      if (reference === this.#front && at <= mono) return {reference, at};
      if (best === undefined || at < best.at) best = {reference, at};
    }
    return best === undefined ? undefined : (this.#keptFor(best.at) ?? best);
  }

  /** The sale in front of the cashier, if a question at that instant would put off its own; not while pace is slow. */
  #keptFor(instant: number): {readonly reference: string; readonly at: number} | undefined {
    const at = this.#front === undefined ? undefined : this.#dueAt(this.#front);
    if (this.#front === undefined || at === undefined || this.#gap > second) return undefined;
    return Math.max(instant, this.#earliest()) + this.#gap > at ? {reference: this.#front, at} : undefined;
  }

  #dueAt(reference: string): number | undefined {
    const payment = this.#context.state.payments.get(reference);
    const entry = this.#entries.get(reference);
    if (payment === undefined || entry === undefined) return undefined;
    return nextQuestion(payment, entry.watch, {
      mono: this.#context.world.monotonic(),
      front: reference === this.#front,
    });
  }

  #follow(payment: Payment, isFresh: boolean): Entry {
    const {world} = this.#context;
    const mono = world.monotonic();
    const reckoned = (at: number) => mono - Math.max(0, world.now() - at);
    const known = this.#entries.get(payment.reference);
    if (known === undefined) {
      const watch = {
        lastAt: undefined,
        sentAt: reckoned(payment.sends.at ?? payment.requestedAt),
        statusAt: reckoned(payment.since),
        isFresh,
        unwritten: 0,
        stretch: 1,
      };
      const entry = {
        watch,
        status: payment.status,
        asked: 0,
        countryRefusals: payment.refusedQuestions,
        asking: undefined,
        heard: new Map(),
      };
      this.#entries.set(payment.reference, entry);
      return entry;
    }
    if (known.status !== payment.status) {
      const sent = payment.status === 'sent' ? {sentAt: mono, lastAt: undefined} : {};
      known.watch = {...known.watch, ...sent, statusAt: mono, unwritten: 0};
      known.status = payment.status;
    }
    if (isSettled(payment) && known.asking === undefined) this.#entries.delete(payment.reference);
    return known;
  }

  async #ask(reference: string, entry: Entry): Promise<void> {
    const {service, world, state, leaving} = this.#context;
    const payment = await paymentOf(this.#context, reference);
    const {country, amount} = payment.request;
    const askedAt = world.monotonic();
    this.#lastAskedAt = askedAt;
    this.#context.changed();
    try {
      const answer = await service.status({reference, country}, leaving);
      if (leaving.aborted) return;
      entry.asked += 1;
      const proof = statusProof(answer, {reference, asked: amount});
      const isRefused = proof.kind === 'question-failed' && proof.why === 'country';
      if (isRefused) entry.countryRefusals += 1;
      await this.#hear(reference, entry, 'status', answer);
      if (isRefused && entry.countryRefusals >= refusalsBeforeOlderQuery) {
        await this.#hear(reference, entry, 'merchant-reference', await service.merchantReference({reference}, leaving));
      }
    } finally {
      entry.watch = {...entry.watch, lastAt: askedAt, stretch: stretchFrom(world.random(1))};
      const after = state.payments.get(reference);
      if (after === undefined || isSettled(after)) this.#entries.delete(reference);
    }
  }

  async #hear(reference: string, entry: Entry, question: Question, answer: Answer): Promise<void> {
    observe(this.#context, answer);
    this.#pace(answer);
    this.#count(answer);
    const mono = this.#context.world.monotonic();
    const print = fingerprint(answer);
    const before = entry.heard.get(question);
    const isSame = before?.print === print;
    if (isSame && mono - before.writtenAt < rewriteEvery) {
      entry.heard.set(question, {...before, unwritten: before.unwritten + 1});
      if (answer.kind === 'answered') entry.watch = {...entry.watch, unwritten: entry.watch.unwritten + 1};
      return;
    }
    entry.heard.set(question, {print, writtenAt: mono, unwritten: 0});
    entry.watch = {...entry.watch, unwritten: 0};
    const repeated = isSame ? before.unwritten : 0;
    await record(this.#context, {type: 'status-answered', data: {reference, question, answer, repeated}});
  }

  #count(answer: Answer): void {
    const {sales, questions, questionBytes} = this.#asked;
    const bytes = answer.kind === 'answered' ? answer.bytes : undefined;
    if (bytes !== undefined) this.#asked = {sales, questions: questions + 1, questionBytes: questionBytes + bytes};
  }

  /** A service that is busy is asked half as often; a link that came back makes everything due. */
  #pace(answer: Answer): void {
    if (answer.kind !== 'answered') {
      this.#failures += 1;
      return;
    }
    if (this.#failures > 0) {
      for (const entry of this.#entries.values()) entry.watch = {...entry.watch, lastAt: undefined, isFresh: false};
    }
    this.#failures = 0;
    this.#gap = answer.http === 429 ? Math.min(this.#gap * 2, longestGap) : Math.max(second, this.#gap / 2);
    const {retryAfterSeconds} = answer;
    if (retryAfterSeconds !== undefined)
      this.#gap = Math.max(this.#gap, Math.min(retryAfterSeconds * second, longestPause));
  }
}

/** What an answer says, without what differs in every answer. */
function fingerprint(answer: Answer): string {
  if (answer.kind !== 'answered') return `${answer.kind} ${answer.code}`;
  const {http, body, text} = answer;
  return JSON.stringify([http, body, text]);
}
