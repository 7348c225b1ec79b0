import {businessDate, dateText} from '../../src/core/day/business-day.js';
import {causeText} from '../../src/core/messages/cause.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {cleanText} from '../../src/core/text/text.js';

import type {Context} from '../kit/step.js';

type Step = Payment['steps'][number];

/**
 * Returns the steps with runs of the same answer joined into the newest, with their number. An hour of equal answers would hide everything
 * else.
 */
export function withRepeats(steps: readonly Step[]): readonly Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    const isAgain = last?.repeated !== undefined && step.repeated !== undefined && isSame(last, step);
    if (isAgain) joined[joined.length - 1] = {...step, repeated: last.repeated + 1 + step.repeated};
    else joined.push(step);
  }
  return joined;
}

const isSame = (one: Step, other: Step): boolean =>
  one.rule === other.rule && one.raw === other.raw && one.facts['refund'] === other.facts['refund'];

type Reader = Pick<Context, 'language' | 'now' | 'shop'>;

/** Returns the date of an instant, or undefined if it is the day of `before`, which is today by default. */
export function otherDay(at: number, {language, now, shop}: Reader, before: number = now): string | undefined {
  const dayOf = (instant: number) => businessDate(instant, shop.zone, '00:00');
  return dayOf(at) === dayOf(before) ? undefined : dateText(dayOf(at), language);
}

/** The phases of a request that can time out, by their names in the HTTP client. */
const phases: readonly string[] = [
  'lookup',
  'connect',
  'secureConnect',
  'socket',
  'send',
  'response',
  'read',
  'request',
];

const webPage = /^HTTP \d{3} <(?:!doctype|html)\b/iu;

/** Returns the service’s own words. Technical texts that mean nothing to a cashier are replaced by sentences of the till. */
export function rawText({rule, raw = ''}: Step, {messages, language}: Pick<Context, 'messages' | 'language'>): string {
  if (webPage.test(raw)) return messages.paymentScreen.webPage;
  if (!/unknown|no-answer|not-sent/u.test(rule)) return cleanText(raw, 200);
  if (phases.includes(raw)) return messages.paymentScreen.timedOut;
  return raw === 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'
    ? messages.paymentScreen.cutOff
    : cleanText(causeText(raw, language), 200);
}

/** Returns why no clear answer came, if the till has words for it. The service's own words belong to the audit trail. */
export function causeOf(step: Step, view: Pick<Context, 'messages' | 'language'>): string {
  const text = rawText(step, view);
  return text === cleanText(step.raw ?? '', 200) ? '' : text;
}
