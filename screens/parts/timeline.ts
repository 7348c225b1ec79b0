import {businessDate, dateText, secondsText} from '../../src/core/day/business-day.js';
import {stepSentence} from '../../src/core/journal/selectors.js';
import {causeText} from '../../src/core/messages/cause.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {cleanText} from '../../src/core/text/text.js';
import {fit, widthOf} from '../../src/core/text/width.js';

import type {View} from '../view.js';
import {type Row, row, span} from './rows.js';

type Step = Payment['steps'][number];

/** The newest steps that have room, oldest of them first: when, what, and the service's own words at the right. */
export function timelineRows({steps}: Pick<Payment, 'steps'>, view: Look, most: number): readonly Row[] {
  return most < 1
    ? []
    : heardOnce(steps)
        .slice(-most)
        .map(step => timelineRow(step, view));
}

/** Of the same answer heard again and again only the newest, with how often: an hour of them would hide all that was done. */
export function heardOnce(steps: readonly Step[]): readonly Step[] {
  const told: Step[] = [];
  for (const step of steps) {
    const last = told.at(-1);
    const isAgain = last?.repeated !== undefined && step.repeated !== undefined && isSame(last, step);
    if (isAgain) told[told.length - 1] = {...step, repeated: last.repeated + 1 + step.repeated};
    else told.push(step);
  }
  return told;
}

const isSame = (one: Step, other: Step): boolean =>
  one.rule === other.rule && one.raw === other.raw && one.facts['refund'] === other.facts['refund'];

type Reader = Pick<View, 'language' | 'now' | 'shop'>;
type Look = Reader & Pick<View, 'columns' | 'styles' | 'words'>;

/** The name of an instant's day; `undefined` where it is that of `before`, or of today. */
export function otherDay(at: number, {language, now, shop}: Reader, before: number = now): string | undefined {
  const dayOf = (instant: number) => businessDate(instant, shop.zone, '00:00');
  return dayOf(at) === dayOf(before) ? undefined : dateText(dayOf(at), language);
}

export function timelineRow(step: Step, view: Look): Row {
  const {columns, language, shop, styles, words} = view;
  const day = otherDay(step.at, view);
  const time = `    ${day === undefined ? '' : `${day} `}${secondsText(step.at, shop.zone)}  `;
  const often =
    step.repeated === undefined || step.repeated === 0
      ? ''
      : ` ${words.paymentScreen.repeated({count: step.repeated + 1})}`;
  const told = stepSentence(step, language) + often;
  const raw = rawText(step, view);
  const room = columns - widthOf(time) - 2;
  const rawRoom = Math.max(0, Math.min(widthOf(raw), room - widthOf(told) - 2));
  const isRawShown = rawRoom >= Math.min(widthOf(raw), 8) && raw !== '';
  const text = isRawShown ? fit(told, room - rawRoom - 2) : fit(told, room);
  return row(span(time, styles.quiet), text, ...(isRawShown ? ['  ', span(fit(raw, rawRoom), styles.quiet)] : []));
}

/** Which part of a request took too long: one of the names of the HTTP client. */
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

/** The service’s own words; those of the machine that tell a cashier nothing are said in ours. */
export function rawText({rule, raw = ''}: Step, {words, language}: Pick<View, 'words' | 'language'>): string {
  if (webPage.test(raw)) return words.paymentScreen.webPage;
  if (!/unknown|no-answer|not-sent/u.test(rule)) return cleanText(raw, 200);
  if (phases.includes(raw)) return words.paymentScreen.timedOut;
  return raw === 'ERR_HTTP_CONTENT_LENGTH_MISMATCH'
    ? words.paymentScreen.cutOff
    : cleanText(causeText(raw, language), 200);
}
