import {isKnown, type StoredEvent} from '../journal/event.js';
import type {Answer} from './answer.js';

/** Bytes of HTTP, both ways, headers and all; what TLS and TCP add is not counted. */
type Traffic = {
  readonly sales: number;
  readonly questions: number;
  /** Of one sale on the average, its questions included; undefined before the first. */
  readonly perSale: number | undefined;
  readonly perQuestion: number | undefined;
};

/**
 * What payments have cost on the link, by the bytes that stand with the answers in the journal. An answer that was heard
 * again and not written was as long as the one that was; one that broke off has no length and is left out.
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

const bytesOf = (answer: Answer): number | undefined => (answer.kind === 'answered' ? answer.bytes : undefined);

const average = (sum: number, count: number): number | undefined =>
  count === 0 || sum === 0 ? undefined : Math.round(sum / count);
