import {businessDate, dateText, secondsText} from '../../src/core/business-day.js';
import type {Payment} from '../../src/core/payment.js';
import {stepSentence} from '../../src/core/questions.js';
import {cleanText} from '../../src/core/text.js';
import {fit, widthOf} from '../../src/core/width.js';
import {fill} from '../../src/core/words/fill.js';
import {causeText} from '../../src/core/words/system.js';
import type {View} from '../view.js';
import {type Row, row, span} from './rows.js';

type Step = Payment['steps'][number];

/** The newest steps that have room, oldest of them first: when, what, and the service's own words at the right. */
export function timelineRows({steps}: Payment, view: View, most: number): readonly Row[] {
  return most < 1 ? [] : steps.slice(-most).map(step => timelineRow(step, view));
}

type Reader = Pick<View, 'language' | 'now' | 'shop'>;

/** The name of an instant's day; `undefined` where it is that of `before`, or of today. */
export function otherDay(at: number, {language, now, shop}: Reader, before: number = now): string | undefined {
  const dayOf = (instant: number) => businessDate(instant, shop.zone, '00:00');
  return dayOf(at) === dayOf(before) ? undefined : dateText(dayOf(at), language);
}

export function timelineRow(step: Step, view: View): Row {
  const {columns, language, shop, styles, words} = view;
  const day = otherDay(step.at, view);
  const time = `    ${day === undefined ? '' : `${day} `}${secondsText(step.at, shop.zone)}  `;
  const often =
    step.repeated === undefined || step.repeated === 0
      ? ''
      : ` ${fill(words.payment.repeated, {count: step.repeated + 1})}`;
  const told = stepSentence(step, language) + often;
  const raw = rawText(step, words.payment, language);
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

/** The service’s own words; those of the machine that tell a cashier nothing are said in ours. */
function rawText({rule, raw = ''}: Step, words: View['words']['payment'], language: View['language']): string {
  if (!/unknown|no-answer|not-sent/u.test(rule)) return cleanText(raw, 200);
  if (phases.includes(raw)) return words.timedOut;
  return raw === 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' ? words.cutOff : cleanText(causeText(raw, language), 200);
}
