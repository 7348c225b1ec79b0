import {displayMoney, parseAmount} from '../../src/core/money/money.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {fill} from '../../src/core/words/fill.js';
import type {RefundScreen} from '../model.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';

/** The reasons in the order of their keys. */
export const reasonsIn = ({words}: Pick<Ear, 'words'>): readonly string[] => [
  ...words.cards.refund.reasons,
  words.cards.refund.other,
];

/** Exactly what will be done, as a question; `card` as it is shown or said. */
export function refundQuestion(
  {from}: RefundScreen,
  {refund, card}: {readonly refund: NonNullable<RefundScreen['asked']>['refund']; readonly card: string},
  {words}: Pick<Ear, 'words'>,
): string {
  const {question} = from === 'card' ? words.cards.refund : words.cash.refund;
  return fill(question, {amount: displayMoney(refund.amount), card, reason: refund.reason});
}

/** What else there is to say of it. */
export function refundSaid(
  {from}: RefundScreen,
  {words}: Pick<Ear, 'words'>,
): {readonly title: string; readonly cannotRecall: string; readonly sending: string} {
  const {title, cannotRecall, writing} = words.cash.refund;
  return from === 'card' ? words.cards.refund : {title, cannotRecall, sending: writing};
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
