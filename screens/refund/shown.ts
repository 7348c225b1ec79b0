import {displayMoney, parseAmount} from '../../src/core/money/money.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {RefundScreen} from '../model.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';

/** The reasons in the order of their keys. */
export const reasonsIn = ({words}: Pick<Ear, 'words'>): readonly string[] => [
  ...words.cardScreen.refund.reasons,
  words.cardScreen.refund.other,
];

/** Exactly what will be done, as a question; `card` as it is shown or said. */
export function refundQuestion(
  {from}: RefundScreen,
  {refund, card}: {readonly refund: NonNullable<RefundScreen['asked']>['refund']; readonly card: string},
  {words}: Pick<Ear, 'words'>,
): string {
  const {question} = from === 'card' ? words.cardScreen.refund : words.cashScreen.refund;
  return question({amount: displayMoney(refund.amount), card, reason: refund.reason});
}

/** What else there is to say of it. */
export function refundSaid(
  {from}: RefundScreen,
  {words}: Pick<Ear, 'words'>,
): {readonly title: string; readonly cannotRecall: string; readonly sending: string} {
  const {title, cannotRecall, writing} = words.cashScreen.refund;
  return from === 'card' ? words.cardScreen.refund : {title, cannotRecall, sending: writing};
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
