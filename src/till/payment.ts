import {keptFor} from '../core/books/state.js';
import {type Card, markOf, wipeCard} from '../core/card/card.js';
import {isKnown} from '../core/events/event.js';
import type {Country} from '../core/market/market.js';
import type {Language} from '../core/messages/messages.js';
import {type Money, moneyText} from '../core/money/money.js';
import {type DuplicateWarning, earlierOf} from '../core/payment/earlier.js';
import type {Payment} from '../core/payment/payment.js';
import type {CardOrder, Order, WalletOrder} from '../core/payment/schema.js';
import {Problem} from '../core/problem.js';
import {checkLeaving} from '../core/restore/restored.js';
import {
  decidePayment,
  earlierPayment,
  type PaymentCommand,
  type PaymentResolution,
  type TenderCorrection,
} from '../core/sale/decide.js';
import {payableOrder} from '../core/sale/payable.js';
import type {Answer} from '../core/service/answer.js';
import type {TicketOrder} from '../core/ticket/decide.js';
import {shareNow} from './account.js';
import {paymentOf, type TillContext} from './context.js';
import {wholeDay} from './days.js';
import {
  allow,
  circumstances,
  perform,
  performAfterAll,
  performInHome,
  record,
  submit,
  underWay,
  withMutex,
} from './handler.js';
import {beginTicket, readTicket} from './ticket.js';

export type AttemptOptions = {
  /** The id of the sale of an earlier attempt that this one follows; absent for a new sale. */
  readonly sale?: string | undefined;
  /** The ticket of which the attempt pays a part; absent for a sale of its own. */
  readonly ticket?: string | undefined;
  /** The account of which the attempt pays what is owed; absent for a sale. */
  readonly paysOff?: number | undefined;
  /** What is sold, if no ticket is open. It becomes the ticket that this attempt pays, or pays the first part of. */
  readonly sells?: TicketOrder | undefined;
  /** The reason to go on although an earlier payment of the same wallet or card may still be paid. */
  readonly again?: string | undefined;
  /** True if a person has confirmed an amount above the shop's ceiling, and unlikely change. */
  readonly isSure?: boolean | undefined;
};

/** A decided payment, its intent on disk; `finished` waits for the answer. `noted`: an earlier one of the wallet or card, just ended. */
type StartedPayment = {
  readonly reference: string;
  readonly noted: Payment | undefined;
  readonly finished: Promise<void>;
};

/** Requests from a wallet; the intent is on disk. Throws as `decidePayment`, `checkLeaving`, `decideTicket`, and the journal's problems. */
export async function collect(
  context: TillContext,
  order: WalletOrder,
  options: AttemptOptions = {},
): Promise<StartedPayment> {
  const begun = await begin(context, order, options);
  return {...begun, finished: underWay(context, submitCollection(context, begun.reference))};
}

/** Charges a card, which is passed on once and wiped. If it did not leave, the cashier starts another attempt and types it again. */
export async function charge(
  context: TillContext,
  order: CardOrder,
  card: Card,
  options: AttemptOptions = {},
): Promise<StartedPayment> {
  const begun = await begin(context, {...order, card: markOf(card)}, options).catch(problem => {
    wipeCard(card);
    throw problem;
  });
  const sending = submitCharge(context, begun.reference, card).finally(() => wipeCard(card));
  return {...begun, finished: underWay(context, sending)};
}

/** `tendered` is the cash that the customer gave; absent if it was exactly what can be paid of the amount. `country` is the shop's. */
export type CashSale = {
  readonly amount: Money;
  readonly tendered?: Money;
  readonly country: Country;
  readonly description: string;
  readonly customerLanguage?: Language | undefined;
} & Pick<AttemptOptions, 'sale' | 'ticket' | 'paysOff' | 'sells' | 'isSure'>;

/**
 * Takes a payment in cash. It is paid when this resolves, with its reference and the change to give. Throws `Problem` sale-above-ceiling,
 * tendered-too-little, change-unlikely, sale-unknown, sale-amount-differs, till-closing, what `checkPart` throws, and the journal's problems.
 */
export async function takeCash(
  context: TillContext,
  {amount, tendered = amount, country, description, customerLanguage, ...options}: CashSale,
): Promise<{readonly reference: string; readonly change: Money}> {
  const asked = {method: 'cash' as const, amount, tendered, country, description, customerLanguage};
  const {reference} = await begin(context, asked, options);
  const taken = context.state.payments.get(reference)?.request;
  if (taken?.method !== 'cash') throw new Error(`${reference} is no payment in cash`);
  return {reference, change: {...taken.amount, minor: taken.tendered.minor - taken.amount.minor}};
}

/** `account`: the customer's. */
type BookSale = Omit<CashSale, 'tendered' | 'paysOff'> & {readonly account: number};

/** Sells on the book: the customer owes the amount when this resolves. Throws as `decidePayment`, and the journal's problems. */
export async function takeOnBook(
  context: TillContext,
  {account, amount, country, description, customerLanguage, ...options}: BookSale,
): Promise<string> {
  const asked = {method: 'account' as const, account, amount, country, description, customerLanguage};
  return (await begin(context, asked, options)).reference;
}

/** Records that money is requested or taken, and supersedes the open attempts of the sale. */
async function begin(
  context: TillContext,
  asked: Order,
  {sale, ticket: open, paysOff, sells, again, isSure}: AttemptOptions,
): Promise<Pick<StartedPayment, 'reference' | 'noted'>> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  return withMutex(context, async () => {
    if (sale !== undefined || context.settings.cooldownMinutes * 60_000 > keptFor) await wholeDay(context);
    if (sale !== undefined) await recallSale(context, sale);
    if (open !== undefined) await readTicket(context, open);
    const beginning = {asked, sale, ticket: open, paysOff, again, isSure};
    const isOfAccount = asked.method === 'account' || (paysOff ?? debtOf(context, sale)) !== undefined;
    const beside = isOfAccount ? await shareNow(context) : undefined;
    const ticket = sells === undefined ? open : await ticketFor(context, {...beginning, beside}, {...sells, isSure});
    const payable = payableOrder(context.state, asked, {ticket, sale}, context.settings);
    const earlier = earlierPayment(context.state, payable, circumstances(context));
    const act = isOfAccount ? performInHome : perform;
    const events = await act(context, decidePayment, {type: 'begin', ...beginning, ticket});
    const requested = events.at(-1);
    if (requested?.type !== 'requested') throw new Error('a payment that was not begun');
    return {
      reference: requested.data.reference,
      noted: earlier?.guard === 'note' || earlier?.guard === 'warn' ? earlier.payment : undefined,
    };
  });
}

/** The account of which a payment pays what is owed. */
const debtOf = ({state}: TillContext, reference = ''): number | undefined =>
  state.payments.get(reference)?.request.paysOff;

type Beginning = Omit<Extract<PaymentCommand, {type: 'begin'}>, 'type'>;

/** Opens the ticket of what is sold. If its payment would be refused, it throws before that, so that no open ticket is left behind. */
async function ticketFor(context: TillContext, beginning: Beginning, sells: TicketOrder): Promise<string> {
  const {asked, sale, ticket} = beginning;
  if ((sale ?? ticket) !== undefined)
    throw new Problem(sells.lines.some(({kind}) => kind === 'tip') ? 'tip-with-ticket' : 'items-with-ticket');
  const {total} = sells;
  if (asked.amount.currency !== total.currency || asked.amount.minor > total.minor)
    throw new Problem('part-above-total', {amount: moneyText(asked.amount), total: moneyText(total)});
  checkLeaving(context.state, decidePayment(context.state, {type: 'begin', ...beginning}, circumstances(context)));
  return beginTicket(context, sells);
}

/** Reads the attempts of a sale that are in older segments than those in memory: one of them may have been paid. */
async function recallSale(context: TillContext, id: string): Promise<void> {
  const {journal} = context;
  const first = await paymentOf(context, id).catch(() => undefined); // if it is unknown, the decider says so
  if (first === undefined) return;
  for (const date of (await journal.segmentsSince(first.seq)).slice(0, -1)) {
    for await (const event of journal.readSegment(date))
      if (isKnown(event) && event.type === 'requested' && event.data.sale === first.sale)
        await paymentOf(context, event.data.reference);
  }
}

/**
 * Sends a mobile-money request that provably never left again, under its own reference, because a person asked for it. Throws `Problem`
 * payment-unknown, payment-not-resendable, as the check of rights does, what `decidePayment` throws, and the journal's problems.
 */
export async function sendAgain(context: TillContext, reference: string): Promise<void> {
  await paymentOf(context, reference);
  await allow(context, {verb: 'sell', facts: {reference}});
  await underWay(context, submitCollection(context, reference, true));
}

async function submitCollection(context: TillContext, reference: string, isOnceMore = false): Promise<void> {
  const request = context.state.payments.get(reference)?.request;
  if (request?.method !== 'mobile-money') throw new Problem('payment-not-resendable', {reference});
  await submitRequest(context, {reference, isOnceMore}, () => context.service.collect(request, context.leaving));
}

async function submitCharge(context: TillContext, reference: string, card: Card): Promise<void> {
  const request = context.state.payments.get(reference)?.request;
  if (request?.method !== 'card') throw new Error(`${reference} is no card payment`);
  const order = {...request, callbackUrl: context.settings.callbackUrl};
  await submitRequest(context, {reference}, () => context.service.charge(order, card, context.leaving));
}

/** The only place where a request for money leaves. */
async function submitRequest(
  context: TillContext,
  command: {readonly reference: string; readonly isOnceMore?: boolean},
  ask: () => Promise<Answer>,
): Promise<void> {
  const {reference} = command;
  const intent = async () => {
    const act = command.isOnceMore === true && debtOf(context, reference) !== undefined ? performInHome : perform;
    const [event] = await act(context, decidePayment, {type: 'submit', ...command});
    if (event?.type !== 'sent') throw new Problem('payment-not-resendable', {reference});
  };
  await submit(context, {
    intent: () => withMutex(context, intent),
    ask,
    response: answer => record(context, {type: 'answered', data: {reference, answer}}),
  });
}

/** Marks an attempt as superseded by another. Its status does not change: a prompt that was sent cannot be recalled. */
export async function supersede(context: TillContext, reference: string): Promise<void> {
  await withMutex(context, async () => {
    await paymentOf(context, reference); // not while it is about to be sent
    await perform(context, decidePayment, {type: 'supersede', reference});
  });
}

/** Returns the earlier payment that a new payment of this sum by the same wallet or card (`payer`, a `payerKey`) would have to name. */
export const earlier = (
  {state, world, settings}: TillContext,
  payer: string | null,
  sum: Money,
): DuplicateWarning | undefined =>
  earlierOf(state, {payer, sum}, {now: world.now(), cooldownMinutes: settings.cooldownMinutes});

/**
 * Records how a payment ended that the service cannot report, as stated by a named person, with the evidence of that moment. Contrary
 * evidence later makes the payment disputed. Sends nothing. Throws `Problem` payment-unknown, what `decidePayment` throws, and the
 * journal's problems.
 */
export async function resolve(context: TillContext, reference: string, resolution: PaymentResolution): Promise<void> {
  const seen = await paymentOf(context, reference);
  await performAfterAll(context, decidePayment, {type: 'resolve', seen, ...resolution});
}

/** Records another way to pay, as a named person says. Throws as `decidePayment` does, and the journal's problems. */
export async function correctTender(context: TillContext, reference: string, said: TenderCorrection): Promise<void> {
  await paymentOf(context, reference);
  await wholeDay(context); // the code may be that of any payment of the day
  await withMutex(context, () => perform(context, decidePayment, {type: 'correct-tender', reference, ...said}));
}
