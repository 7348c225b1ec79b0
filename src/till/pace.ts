import type {StoredEvent} from '../core/events/event.js';
import type {Answer} from '../core/service/answer.js';

const second = 1000;
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
