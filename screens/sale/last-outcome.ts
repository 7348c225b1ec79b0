import {lastOutcome} from '../../src/core/journal/questions.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/money.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {maskSource} from '../../src/core/payment/payer.js';
import {fit, widthOf} from '../../src/core/text/width.js';

import {type Row, row, type Span, span} from '../parts/rows.js';
import {verdictSpan} from '../parts/verdict.js';
import {keyText} from '../terminal/bindings.js';
import type {Ear, View} from '../view.js';

/**
 * The line above the sale, at its right how the last payment ended: until the next one has ended nobody has to wonder. In
 * a narrow window the badge stays.
 */
export function titleRow(title: string, view: View): Row {
  const {columns, language, styles, till} = view;
  const last = lastOutcome(till.state);
  const named = span(` ${title}`, styles.strong);
  if (last === undefined) return row(named);
  const badge = badgeOf(last);
  const mark = verdictSpan(badge, messages(language).payment.verdicts[badge], styles);
  const amount = span(` ${displayMoney(last.request.amount)}`, styles.strong);
  const payer = span(` ${maskSource(last.request)}`);
  const key = span(`  ${keyText('last-outcome', view)}`, styles.strong);
  const layouts: readonly (readonly Span[])[] = [
    [mark, amount, payer, key],
    [mark, amount, key],
    [mark, key],
  ];
  const widthIn = (spans: readonly Span[]) => spans.reduce((sum, {text}) => sum + widthOf(text), 0);
  const room = columns - 1;
  const shown = layouts.find(spans => widthOf(named.text) + 2 + widthIn(spans) <= room) ?? [mark];
  return row({...named, text: fit(named.text, Math.max(0, room - widthIn(shown)))}, ...shown);
}

/** The same as a sentence. */
export function lastText(ear: Ear): string {
  const {language, till} = ear;
  const last = lastOutcome(till.state);
  if (last === undefined) return '';
  const facts = {
    verdict: messages(language).payment.verdicts[badgeOf(last)],
    about: [displayMoney(last.request.amount), maskSource(last.request)].filter(part => part !== '').join(', '),
    key: keyText('last-outcome', ear),
  };
  return messages(language).narration.last(facts);
}
