import {displayMoney, parseAmount} from '../../src/core/money.js';
import type {Payment} from '../../src/core/payment.js';
import {fill} from '../../src/core/words/fill.js';
import type {RefundScreen} from '../model.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';

/** The reasons in the order of their keys. */
export const reasonsIn = ({words}: Pick<Ear, 'words'>): readonly string[] => [
  ...words.cards.refund.reasons,
  words.cards.refund.other,
];

/** Exactly what will be sent, as a question; `card` as it is shown or said. */
export function refundQuestion(
  {amount, reason}: NonNullable<RefundScreen['asked']>['refund'],
  card: string,
  {words}: Pick<Ear, 'words'>,
): string {
  return fill(words.cards.refund.question, {amount: displayMoney(amount), card, reason});
}

/** The amount as it is understood; as it stands where it is not. */
export function shownRefundAmount({lines}: RefundScreen, {request}: Payment): string {
  const {currency} = request.amount;
  const text = textOf(lines.amount);
  try {
    return displayMoney(parseAmount(text, currency));
  } catch {
    return `${currency} ${text}`;
  }
}
