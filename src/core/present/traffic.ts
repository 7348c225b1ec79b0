import {isKnown, type StoredEvent} from '../events/event.js';
import type {Answer} from '../service/answer.js';

/** Bytes of HTTP in both directions, including headers, but without the overhead of TLS and TCP. */
type Traffic = {
  readonly sales: number;
  readonly questions: number;
  /** The average for one sale, including its status questions; undefined before the first sale. */
  readonly perSale: number | undefined;
  readonly perQuestion: number | undefined;
};

/**
 * Adds up the network traffic of payments from the byte counts that the journal keeps with the answers. An answer that was repeated and not
 * recorded counts as long as the recorded one. An answer that broke off has no length and is left out.
 */
export function trafficOf(events: Iterable<StoredEvent>): Traffic {
  let sales = 0;
  let questions = 0;
  let orderBytes = 0;
  let questionBytes = 0;
  for (const event of events) {
    if (!isKnown(event)) continue;
    if (event.type === 'requested') sales += 1;
    if (event.type === 'answered' || event.type === 'otp-answered' || event.type === 'refund-answered')
      orderBytes += bytesOf(event.data.answer) ?? 0;
    if (event.type !== 'status-answered' && event.type !== 'refund-status-answered') continue;
    const bytes = bytesOf(event.data.answer);
    const times = bytes === undefined ? 0 : 1 + event.data.repeated;
    questions += times;
    questionBytes += times * (bytes ?? 0);
  }
  return {
    sales,
    questions,
    perSale: average(orderBytes + questionBytes, sales),
    perQuestion: average(questionBytes, questions),
  };
}

export const bytesOf = (answer: Answer): number | undefined => (answer.kind === 'answered' ? answer.bytes : undefined);

const average = (sum: number, count: number): number | undefined =>
  count === 0 || sum === 0 ? undefined : Math.round(sum / count);
