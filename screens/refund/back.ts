import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {type RefundOptions, whatComesBack} from '../../src/core/refund/decide.js';
import {
  isLineLeft,
  type LineChoice,
  type LineLeft,
  linesOf,
  returnedLines,
  sumOfReturned,
} from '../../src/core/refund/lines.js';
import type {Context} from '../kit/step.js';

/** Where the money comes from: the service gives it back to the card, or the cashier takes it from the drawer. */
export type From = 'card' | 'drawer';

/** `lines`: the lines of an itemised sale that came back, once that was asked. It is empty for a refund of an amount only. */
export type GivenRefund = {
  readonly reference: string;
  readonly from: From;
  readonly lines?: readonly LineChoice[] | undefined;
};

/** Returns the lines of the payment’s sale of which something can still come back. */
export function leftIn(payment: Payment, {till: {state}}: Context): readonly LineLeft[] {
  return linesOf(payment, state.tickets.all, state.payments).filter(isLineLeft);
}

/** Returns what is given back of the payment, and which lines of its sale that covers. Throws the `Problem`s of `whatComesBack`. */
export const comesBack = (
  payment: Payment,
  from: From,
  asked: Pick<RefundOptions, 'amount' | 'lines'>,
  {till}: Context,
) => whatComesBack(till.state, payment, {way: from === 'card' ? 'card' : 'cash', ...asked});

/** Returns the sentence about the rest if the lines are worth more than this part of the sale has left; otherwise undefined. */
export function restOfLines(
  lines: readonly LineChoice[],
  payment: Payment,
  amount: Money,
  context: Context,
): string | undefined {
  const most = {...payment.request.amount, minor: Number.MAX_SAFE_INTEGER};
  const worth = sumOfReturned(returnedLines(leftIn(payment, context), lines, most));
  if (worth <= amount.minor) return undefined;
  const show = (minor: number) => displayMoney({...most, minor}, context.language);
  return context.messages.cardScreen.refund.lines.rest({worth: show(worth), rest: show(worth - amount.minor)});
}
