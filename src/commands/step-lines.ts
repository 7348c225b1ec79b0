import {explain, stepSentence} from '../core/books/selectors.js';
import {businessDate, secondsText} from '../core/day/business-day.js';
import {type Language, messages} from '../core/messages/messages.js';
import {badgeOf, statusText} from '../core/payment/badge.js';
import type {Payment} from '../core/payment/payment.js';
import {cleanText} from '../core/text/text.js';
import {widthOf} from '../core/text/width.js';

type Reader = {readonly language: Language; readonly zone: string};

/** Every rule that fired for a payment, one line each: its line in the journal, its time, what it means, and the service's words. */
export function stepLines({steps}: Payment, {language, zone}: Reader): readonly string[] {
  const {heardAgain} = messages(language).command;
  const numberWidth = Math.max(...steps.map(({seq}) => String(seq).length)) + 1;
  let day = '';
  return steps.flatMap(step => {
    const {seq, at, raw, repeated = 0} = step;
    const date = businessDate(at, zone, '00:00');
    const heading = date === day ? [] : [date];
    day = date;
    const times = repeated > 0 ? ` (${heardAgain({count: repeated})})` : '';
    const start = `${`#${seq}`.padStart(numberWidth)}  ${secondsText(at, zone)}  ${stepSentence(step, language)}${times}`;
    const words = raw === undefined ? '' : cleanText(raw, 60);
    return [...heading, words === '' ? start : `${start}${' '.repeat(Math.max(2, 64 - widthOf(start)))}${words}`];
  });
}

/** What the rules lead to, in one or two sentences. The status is added if it says more than the verdict. */
export function conclusionOf(payment: Payment, language: Language): string {
  const [verdict, status] = [messages(language).payment.verdicts[badgeOf(payment)], statusText(payment, language)];
  const result = verdict.toLowerCase() === status.toLowerCase() ? verdict : `${verdict}, ${status}`;
  return `${messages(language).command.conclusion({result})} ${explain(payment, language)}`.trim();
}
