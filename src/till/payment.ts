import {type Card, markOf, wipeCard} from '../core/card/card.js';
import type {CardOrder} from '../core/card/order.js';
import type {Collection} from '../core/endpoints/collect.js';
import {isKnown, type MobileMoneyRequest} from '../core/journal/event.js';
import type {Country} from '../core/market/market.js';
import type {Language} from '../core/messages/messages.js';
import {jsonAmount, type Money, moneyText} from '../core/money/money.js';
import {
  type AskedPayment,
  decidePayment,
  earlierPayment,
  type PaymentCommand,
  type PaymentResolution,
} from '../core/payment/decide.js';
import {type Earlier, earlierOf} from '../core/payment/earlier.js';
import type {Order} from '../core/payment/order.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import type {Answer} from '../core/service/answer.js';
import type {TicketOrder} from '../core/ticket/decide.js';
import {paymentOf, type TillContext} from './context.js';
import {allow, circumstances, perform, performAfterAll, record, submit, underWay, withMutex} from './handler.js';
import {beginTicket, readTicket} from './ticket.js';

export type AttemptOptions = {
  /** The id of a sale whose earlier attempt this one follows; absent for a new sale. */
  readonly sale?: string | undefined;
  /** The ticket that it is to pay a part of; absent for a sale of its own. */
  readonly ticket?: string | undefined;
  /** What is sold, in place of a ticket that is open: it becomes the ticket that this pays, or pays the first part of. */
  readonly sells?: TicketOrder | undefined;
  /** Why to go on although an earlier payment of the same wallet or card may still be paid. */
  readonly again?: string | undefined;
  /** Somebody has looked again at an amount above the shop's ceiling. */
  readonly isSure?: boolean | undefined;
};

/**
 * A payment that was decided: its intent is on the disk, and `finished` resolves when the answer is. `noted` is an earlier
 * payment of the same wallet or card that has ended a short while ago.
 */
export type Begun = {
  readonly reference: string;
  readonly noted: Payment | undefined;
  readonly finished: Promise<void>;
};

/** Asks a wallet for money. Resolves when the intent is on the disk. Throws what `decidePayment` does, for what is sold what `decideTicket` does, and the journal's problems. */
export async function collect(context: TillContext, order: Order, options: AttemptOptions = {}): Promise<Begun> {
  const {market, network, warnings: _, ...asked} = order;
  const channel = {country: market.country, network: network.id, bankCode: network.code};
  const begun = await begin(context, {...asked, ...channel, method: 'mobile-money'}, options);
  return {...begun, finished: underWay(context, submitCollection(context, begun.reference))};
}

/**
 * Charges a card, as `take` asks a wallet. The card is handed on once and wiped, whatever comes of it: a charge that
 * provably did not leave is another attempt of the sale, with the card typed again.
 */
export async function charge(
  context: TillContext,
  order: CardOrder,
  card: Card,
  options: AttemptOptions = {},
): Promise<Begun> {
  const begun = await begin(context, {...order, method: 'card', card: markOf(card)}, options).catch(problem => {
    wipeCard(card);
    throw problem;
  });
  const sending = submitCharge(context, begun.reference, card).finally(() => wipeCard(card));
  return {...begun, finished: underWay(context, sending)};
}

/** `tendered` is what the customer gave, absent for exactly the amount; `country` is the shop's. */
export type CashSale = {
  readonly amount: Money;
  readonly tendered?: Money;
  readonly country: Country;
  readonly description: string;
  readonly customerLanguage?: Language | undefined;
} & Pick<AttemptOptions, 'sale' | 'ticket' | 'sells' | 'isSure'>;

/**
 * A sale paid in cash: paid when this resolves, with its reference and the change to give. Throws `Problem`
 * sale-above-ceiling, tendered-too-little, sale-unknown, sale-amount-differs, till-closing, what `checkPart` does, and the journal's problems.
 */
export async function takeCash(
  context: TillContext,
  {amount, tendered = amount, country, description, customerLanguage, ...options}: CashSale,
): Promise<{readonly reference: string; readonly change: Money}> {
  const asked = {method: 'cash' as const, amount, tendered, country, description, customerLanguage};
  const {reference} = await begin(context, asked, options);
  return {reference, change: {...amount, minor: tendered.minor - amount.minor}};
}

/** Writes down that money is asked for or taken, and supersedes the sale's open attempts. */
async function begin(
  context: TillContext,
  asked: AskedPayment,
  {sale, ticket: open, sells, again, isSure}: AttemptOptions,
): Promise<Pick<Begun, 'reference' | 'noted'>> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  return withMutex(context, async () => {
    if (sale !== undefined) await recallSale(context, sale);
    if (open !== undefined) await readTicket(context, open);
    const beginning = {asked, sale, ticket: open, again, isSure};
    const ticket = sells === undefined ? open : await ticketFor(context, beginning, {...sells, isSure});
    const earlier = earlierPayment(context.state, asked, circumstances(context));
    const events = await perform(context, decidePayment, {type: 'begin', ...beginning, ticket});
    const requested = events.at(-1);
    if (requested?.type !== 'requested') throw new Error('a payment that was not begun');
    return {
      reference: requested.data.reference,
      noted: earlier?.guard === 'note' ? earlier.payment : undefined,
    };
  });
}

type Beginning = Omit<Extract<PaymentCommand, {type: 'begin'}>, 'type'>;

/** Opens the ticket of what is sold, unless its payment would be refused: nobody is to find it open then. */
async function ticketFor(context: TillContext, beginning: Beginning, sells: TicketOrder): Promise<string> {
  const {asked, sale, ticket} = beginning;
  if ((sale ?? ticket) !== undefined)
    throw new Problem(sells.lines.some(({kind}) => kind === 'tip') ? 'tip-with-ticket' : 'items-with-ticket');
  const {total} = sells;
  if (asked.amount.currency !== total.currency || asked.amount.minor > total.minor)
    throw new Problem('part-above-total', {amount: moneyText(asked.amount), total: moneyText(total)});
  decidePayment(context.state, {type: 'begin', ...beginning}, circumstances(context));
  return beginTicket(context, sells);
}

/** Reads the attempts of a sale that are of older segments than what is at hand: one of them may have been paid. */
async function recallSale(context: TillContext, id: string): Promise<void> {
  const {journal} = context;
  const first = await paymentOf(context, id).catch(() => undefined); // unknown, as what is decided says
  if (first === undefined) return;
  for (const date of (await journal.segmentsSince(first.seq)).slice(0, -1)) {
    for await (const event of journal.readSegment(date))
      if (isKnown(event) && event.type === 'requested' && event.data.sale === first.sale)
        await paymentOf(context, event.data.reference);
  }
}

/**
 * Sends a request that provably never left once more, under its own reference, because a person asked for it. Throws
 * `Problem` payment-unknown, as rights do, what `decidePayment` does, and the journal's.
 */
export async function sendAgain(context: TillContext, reference: string): Promise<void> {
  await paymentOf(context, reference);
  await allow(context, {verb: 'sell', facts: {reference}});
  await underWay(context, submitCollection(context, reference, true));
}

async function submitCollection(context: TillContext, reference: string, isOnceMore = false): Promise<void> {
  const request = context.state.payments.get(reference)?.request;
  if (request?.method !== 'mobile-money') throw new Problem('payment-not-resendable', {reference});
  await submitRequest(context, {reference, isOnceMore}, () =>
    context.service.collect(collectionOf(request), context.leaving),
  );
}

async function submitCharge(context: TillContext, reference: string, card: Card): Promise<void> {
  const request = context.state.payments.get(reference)?.request;
  if (request?.method !== 'card') throw new Error(`${reference} is no card payment`);
  const {callbackUrl} = context.settings;
  const {amount, description, email, firstName, lastName, phone} = request;
  const order = {
    reference,
    amount: jsonAmount(amount),
    description,
    currency: amount.currency,
    email,
    firstName,
    lastName,
    phone,
    ...(callbackUrl === undefined ? {} : {callbackUrl}),
  };
  await submitRequest(context, {reference}, () => context.service.charge(order, card, context.leaving));
}

/** The one place where a request for money leaves. */
async function submitRequest(
  context: TillContext,
  command: {readonly reference: string; readonly isOnceMore?: boolean},
  ask: () => Promise<Answer>,
): Promise<void> {
  const {reference} = command;
  const intent = async () => {
    const [event] = await perform(context, decidePayment, {type: 'submit', ...command});
    if (event?.type !== 'sent') throw new Problem('payment-not-resendable', {reference});
  };
  await submit(context, {
    intent: () => withMutex(context, intent),
    ask,
    response: answer => record(context, {type: 'answered', data: {reference, answer}}),
  });
}

function collectionOf(request: MobileMoneyRequest): Collection {
  const {reference, amount, bankCode, description, email, firstName, lastName, phone, country, wallet, returnUrl} =
    request;
  const base = {
    reference,
    amount: jsonAmount(amount),
    bankCode,
    description,
    currency: amount.currency,
    email,
    firstName,
    lastName,
    phone,
    country,
  };
  if (wallet === null) {
    if (returnUrl === null) throw new Error(`${reference} has no return address`);
    return {...base, variant: 'zar', returnUrl};
  }
  if (amount.currency !== 'XOF') return {...base, variant: 'momo', wallet};
  return {...base, variant: 'xof', wallet, ...(returnUrl === null ? {} : {returnUrl})};
}

/** Another attempt takes its place. Its status stays what it is: a prompt that was sent cannot be recalled. */
export async function supersede(context: TillContext, reference: string): Promise<void> {
  await withMutex(context, async () => {
    await paymentOf(context, reference); // not while it is about to leave
    await perform(context, decidePayment, {type: 'supersede', reference});
  });
}

/** By `payerKey`: the earlier payment that a new one of this sum from the same wallet or card would have to name. */
export function earlier({state, world, settings}: TillContext, payer: string | null, sum: Money): Earlier | undefined {
  return earlierOf(state, {payer, sum}, {now: world.now(), cooldownMinutes: settings.cooldownMinutes});
}

/**
 * A named person says how a payment ended that the service cannot tell, with the evidence of that moment; contrary evidence
 * later makes the payment disputed. Sends nothing. Throws `Problem` payment-unknown, what `decidePayment` does, and the journal's.
 */
export async function resolve(context: TillContext, reference: string, resolution: PaymentResolution): Promise<void> {
  const seen = await paymentOf(context, reference);
  await performAfterAll(context, decidePayment, {type: 'resolve', seen, ...resolution});
}
