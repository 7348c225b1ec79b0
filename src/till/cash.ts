import type {EventData} from '../core/journal/event.js';
import type {Country} from '../core/market/markets.js';
import {displayMoney, type Money} from '../core/money/money.js';
import {checkWords} from '../core/payment/order.js';
import {reasonSaid} from '../core/payment/said.js';
import {Problem} from '../core/problem.js';
import {isBeyondKnown} from '../core/shift/report.js';
import {type Context, dateOf, inTurn, paymentOf, record, recordAfterAll} from './context.js';
import {checkBeforeAsking, checkGivingBack, type RefundOptions} from './refund.js';
import {askHistory, decideGivingBack} from './refund-history.js';
import {decide} from './take.js';

/** `tendered` is what the customer gave, absent for exactly the amount; `country` is the shop's. */
export type CashSale = {
  readonly amount: Money;
  readonly tendered?: Money;
  readonly country: Country;
  readonly description: string;
  readonly sale?: string;
};

/** Money in the drawer beside sales: `in` from outside, `out` for something, `drop` to the safe. */
export type CashMovement = Pick<EventData<'cash-moved'>, 'kind' | 'amount' | 'reason'>;

/**
 * A sale paid in cash: paid when this resolves, with its reference and the change to give. Throws `Problem`
 * tendered-too-little, sale-unknown, sale-amount-differs, till-closing, and the journal's problems.
 */
export async function sellForCash(
  context: Context,
  {amount, tendered = amount, country, description, sale}: CashSale,
): Promise<{readonly reference: string; readonly change: Money}> {
  if (tendered.currency !== amount.currency || tendered.minor < amount.minor)
    throw new Problem('tendered-too-little', {tendered: displayMoney(tendered), amount: displayMoney(amount)});
  const decision = {method: 'cash', amount, tendered, country, description} as const;
  const options = sale === undefined ? {} : {sale};
  const {reference} = await inTurn(context, () => decide(context, decision, options));
  return {reference, change: {...amount, minor: tendered.minor - amount.minor}};
}

/**
 * Gives money of a paid payment back out of the drawer, whatever it was paid by, once the service's own history of its
 * refunds was heard where it was paid by card; resolves with the refund's number when it is written down. Throws `Problem`
 * reason-missing, refund-not-paid, refund-unclear, refund-above-rest, and what `decideGivingBack` does.
 */
export async function refundInCash(
  context: Context,
  reference: string,
  {amount, reason, unheard}: RefundOptions,
): Promise<{readonly refund: number; readonly amount: Money}> {
  if (context.poison !== undefined) throw context.poison;
  const said = reasonSaid(reason);
  checkWords(unheard ?? '');
  const seen = await paymentOf(context, reference);
  checkBeforeAsking(() => checkGivingBack(seen, amount));
  const heard = await askHistory(context, seen);
  return decideGivingBack(
    context,
    {seen, heard, unheard: unheard?.trim() || undefined},
    payment => checkGivingBack(payment, amount),
    async (payment, because) => {
      const data = {
        reference,
        refund: payment.refunds.length + 1,
        amount: checkGivingBack(payment, amount),
        reason: said,
        businessDate: dateOf(context),
        ...(because === undefined ? {} : {unheard: because}),
      };
      await record(context, {type: 'refund-in-cash', data});
      return {refund: data.refund, amount: data.amount};
    },
  );
}

/** `isSure`: somebody has looked again at a sum that is more than the till knows to be in the drawer. */
export type MovingOptions = {readonly isSure?: boolean};

/**
 * Writes a movement of the drawer down. Throws `Problem` reason-missing, amount-not-positive, and drawer-holds-less for
 * what nobody is sure of.
 */
export async function moveCash(
  context: Context,
  {kind, amount, reason}: CashMovement,
  {isSure = false}: MovingOptions = {},
): Promise<void> {
  const said = reasonSaid(reason);
  if (amount.minor <= 0) throw new Problem('amount-not-positive');
  await recordAfterAll(context, () => {
    if (kind !== 'in' && !isSure && isBeyondKnown(context.state, amount)) throw new Problem('drawer-holds-less');
    const {state, settings} = context;
    const person = state.ledger.shift?.person ?? settings.person;
    const data = {kind, amount, reason: said, businessDate: dateOf(context)};
    return [{type: 'cash-moved', person, data}];
  });
}

/** The drawer was opened without a sale. Throws `Problem` reason-missing. */
export async function noteDrawer(context: Context, reason: string): Promise<void> {
  await record(context, {type: 'drawer-opened', data: {reason: reasonSaid(reason)}});
}
