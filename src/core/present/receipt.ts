import {ticketKind} from '../books/selectors.js';
import {brandName, brandOfCard, type CardMark} from '../card/card.js';
import {dayText, paperTime} from '../day/business-day.js';
import type {Profile} from '../journal/schema.js';
import type {MerchantNumber} from '../market/markets.js';
import {type Language, type Messages, messages} from '../messages/messages.js';
import {displayMoney} from '../money/display.js';
import {badgeOf} from '../payment/badge.js';
import {maskSource} from '../payment/payer.js';
import {type Payment, verdictOf} from '../payment/payment.js';
import {isRefundedWhole} from '../payment/refund.js';
import {isPaidByResolution} from '../payment/resolving.js';
import {type CashRequest, owedOf, type PaymentRequest} from '../payment/schema.js';
import {channelName} from '../payment/tender.js';
import {centred, pair, type SlipPart, type SlipWidth} from '../slip/slip.js';
import {personText} from '../staff/name.js';
import {cleanText} from '../text/text.js';
import {taxByRate} from '../ticket/line.js';
import {amountOfPart, isInHand, mayBePaid, paymentsOfTicket, standingOfTicket, type Ticket} from '../ticket/ticket.js';
import {lineRows, returnedName} from './line-rows.js';

export {type SlipWidth, slipWidths} from '../slip/slip.js';

/** The shop and the till of a slip, and its paper. */
export type Slip = {
  readonly shop: string;
  readonly till: string;
  readonly zone: string;
  readonly width: SlipWidth;
  readonly profile: Profile;
  readonly person: string;
  readonly language: Language;
  /** The numbers by which the customer can pay the next time without a request of the till. */
  readonly merchantNumbers?: readonly MerchantNumber[];
  readonly about?: ShopOnSlip;
};

/** What the shop says about itself on every receipt: where it is, its tax numbers, and words of its own above and below. */
export type ShopOnSlip = {
  readonly address?: string | undefined;
  readonly phone?: string | undefined;
  readonly taxNumber?: string | undefined;
  readonly above?: string | undefined;
  readonly below?: string | undefined;
  /** The file of its picture. */
  readonly logo?: string | undefined;
};

/** The copy number (0: the original), and the signed text that proves it. `isTwice`: the sale was paid again, so no thanks. */
export type Issue = {
  readonly copy: number;
  readonly signedCode?: string | undefined;
  readonly isTwice?: boolean;
  /** The ticket that the payment is a part of, and the payments for it. */
  readonly ticket?: TicketOnSlip | undefined;
  /** The subscription that the payment is a charge of: its plan, its card if it is known, and the day of the next charge if one is to come. */
  readonly subscription?:
    | {readonly plan: string; readonly card: CardMark | undefined; readonly next: string | undefined}
    | undefined;
};
export type TicketOnSlip = {readonly ticket: Ticket; readonly payments: ReadonlyMap<string, Payment>};

/**
 * Returns the slip of a payment. Only a paid payment makes a receipt. Any other slip begins and ends with a banner, so that nobody takes it
 * for a receipt, and has no signed code. A slip of the sandbox and a copy say so at both ends.
 */
export function receiptParts(
  payment: Payment,
  slip: Slip,
  {copy, signedCode, isTwice = false, ticket, subscription}: Issue,
): readonly SlipPart[] {
  const words = messages(slip.language).receipt;
  const {address = '', phone = '', taxNumber = '', above = '', below = '', logo} = slip.about ?? {};
  const own = (...texts: readonly string[]) => texts.filter(Boolean).map(text => centred(cleanText(text, 300)));
  const verdict = verdictOf(payment);
  const isPaid = verdict === 'paid';
  const ends: readonly SlipPart[] = [
    ...(isPaid ? [] : [{kind: 'banner', text: words.banners[verdict]} as const]),
    ...(slip.profile === 'live' ? [] : [centred(`*** ${words.profiles[slip.profile]} ***`, 'strong')]),
    ...(copy === 0 ? [] : [centred(words.copy({copy}), 'strong')]),
  ];
  return [
    ...ends,
    ...(isPaid && logo !== undefined ? [{kind: 'picture', file: logo} as const] : []),
    centred(cleanText(slip.shop, 100), 'strong'),
    ...own(address, phone, taxNumber, above),
    ...(isPaid ? [centred(words.receipt)] : []),
    {kind: 'rule'},
    {kind: 'blank'},
    centred(displayMoney(payment.request.amount, slip.language), 'large'),
    {kind: 'blank'},
    {kind: 'rule'},
    ...[
      ...rows(payment, slip),
      ...subscriptionRows(subscription, slip.language),
      ...refundRows(payment, slip.language),
    ].map(([label, value]) => pair(label, value)),
    ...(ticket === undefined ? [] : ticketParts(ticket, payment, slip.language)),
    {kind: 'rule'},
    ...(isPaid && signedCode !== undefined ? [{kind: 'qr', text: signedCode, caption: words.check} as const] : []),
    ...(isPaid && isTwice && !isRefundedWhole(payment) ? [centred(words.paidTwice, 'strong')] : []),
    // A copy is of a past sale, and so is a slip with a refund.
    ...(isPaid && !isTwice && copy === 0 && payment.refunds.length === 0 ? [centred(words.thanks)] : []),
    ...own(below),
    ...(slip.merchantNumbers ?? []).map(({network, number}) => centred(words.payTo({network, number}))),
    ...ends.toReversed(),
  ];
}

type Row = readonly [label: string, value: string];

function rows(payment: Payment, slip: Slip): readonly Row[] {
  const words = messages(slip.language).receipt;
  const {request, requestedAt, resolution} = payment;
  return [
    [words.till, slip.till],
    [words.date, paperTime(requestedAt, slip.zone, slip.language)],
    [words.reference, payment.reference],
    // A sale with one attempt has its reference.
    ...(payment.sale === payment.reference ? [] : [[words.sale, payment.sale] as const]),
    ...payerRow(request, slip.language),
    ...(request.rounding === undefined
      ? []
      : [[messages(slip.language).report.rounding, displayMoney(request.rounding, slip.language)] as const]),
    ...(request.method === 'cash'
      ? cashRows(request, slip.language)
      : [[labelOf(request, words), channelName(request, slip.language)] as const]),
    [words.servedBy, cleanText(personText(slip.person, slip.language), 60)],
    [words.status, messages(slip.language).payment.verdicts[badgeOf(payment)]],
    ...(resolution !== undefined && isPaidByResolution(payment)
      ? [[words.judgedBy, cleanText(resolution.person, 60)] as const]
      : []),
  ];
}

function labelOf({method}: PaymentRequest, {brand, network, paidBy}: Messages['receipt']): string {
  if (method === 'subscription' || method === 'account') return paidBy;
  return method === 'card' ? brand : network;
}

function subscriptionRows(its: Issue['subscription'], language: Language): readonly Row[] {
  const {brand, plan, nextCharge} = messages(language).receipt;
  if (its === undefined) return [];
  const card = its.card && `${brandName(brandOfCard(its.card))} …${its.card.lastFour}`;
  return [
    [plan, cleanText(its.plan, 60)],
    ...(card === undefined ? [] : [[brand, card] as const]),
    ...(its.next === undefined ? [] : [[nextCharge, dayText(its.next, language)] as const]),
  ];
}

export function cashRows({amount, tendered}: CashRequest, language: Language): readonly Row[] {
  const {paidBy, tendered: given, change} = messages(language).receipt;
  return [
    [paidBy, messages(language).tender.cash],
    [given, displayMoney(tendered, language)],
    [change, displayMoney({...amount, minor: tendered.minor - amount.minor}, language)],
  ];
}

function payerRow(request: PaymentRequest, language: Language): readonly Row[] {
  const {wallet, card, customer} = messages(language).receipt;
  const source = maskSource(request);
  const labels = {'mobile-money': wallet, card, subscription: customer, account: customer, cash: ''};
  return source === '' ? [] : [[labels[request.method], source]];
}

/** Returns what was sold and, for a sale in parts, its standing. A payment of the whole has only the lines and their tax. */
function ticketParts(on: TicketOnSlip, {request}: Payment, language: Language): readonly SlipPart[] {
  const {ticket} = on;
  const {receipt: words} = messages(language);
  const isWhole = owedOf(request).minor === ticket.total.minor;
  if (isWhole && ticket.lines.length === 0) return [];
  const rows: readonly Row[] = [
    ...(isWhole ? [] : [[ticketKind(ticket, language), ticket.reference] as const]),
    ...ticket.lines.flatMap(line => lineRows(line, language).map(({label, amount}) => [label, amount] as const)),
    [words.ticketTotal, displayMoney(ticket.total, language)],
    ...exchangeRows(on, language),
    ...taxByRate(ticket.lines).flatMap(({rate, tax, net, gross}): readonly Row[] => [
      [words.ticketTax({rate}), displayMoney(tax, language)],
      [`  ${words.ticketNet}`, displayMoney(net, language)],
      [`  ${words.ticketGross}`, displayMoney(gross, language)],
    ]),
    ...(isWhole ? [] : standingRows(on, language)),
  ];
  return [{kind: 'rule'}, ...rows.map(([label, value]) => pair(label, value))];
}

/** Returns what came back for what is sold, of which receipt, and the difference that was to pay or was given. */
function exchangeRows({ticket, payments}: TicketOnSlip, language: Language): readonly Row[] {
  const {exchange, total, asked} = ticket;
  const refund = payments.get(exchange?.reference ?? '')?.refunds.find(({number}) => number === exchange?.refund);
  if (exchange === undefined || refund === undefined) return [];
  const {receipt: words} = messages(language);
  const show = (minor: number) => displayMoney({...total, minor}, language);
  const back = refund.amount.minor;
  // What comes back in coins pays what goes out as cash does, with its rounding.
  const credit = payments.get(asked[0] ?? '')?.request;
  const given = back - (credit?.amount.minor ?? total.minor);
  const left = total.minor - (credit === undefined ? back : owedOf(credit).minor);
  return [
    [words.exchange, exchange.reference],
    ...refund.lines.map(line => [`  ${returnedName(line, language)}`, show(-line.amount.minor)] as const),
    ...(refund.rounding === undefined
      ? []
      : [[`  ${messages(language).report.rounding}`, show(-refund.rounding.minor)] as const]),
    [words.cameBack, show(-back)],
    given > 0 ? [words.differenceGiven, show(given)] : [words.differencePaid, show(Math.max(0, left))],
  ];
}

/** Returns the parts of a ticket that are paid or may still be paid, and what is left to pay. */
function standingRows({ticket, payments}: TicketOnSlip, language: Language): readonly Row[] {
  const {receipt: words, payment: said} = messages(language);
  const {left, waiting} = standingOfTicket(ticket, payments);
  return [
    ...paymentsOfTicket(ticket, payments)
      .filter(payment => isInHand(payment) || mayBePaid(payment))
      .map(payment => {
        const how = [channelName(payment.request, language), maskSource(payment.request)].filter(text => text !== '');
        const state = isInHand(payment) ? [] : [said.verdicts[badgeOf(payment)].toLowerCase()];
        return [`- ${[...how, ...state].join(', ')}`, displayMoney(amountOfPart(payment), language)] as const;
      }),
    ...(waiting.minor === 0 ? [] : [[words.ticketWaiting, displayMoney(waiting, language)] as const]),
    [words.ticketLeft, displayMoney(left, language)],
  ];
}

/** Returns the refunds, with what they name, including those with an unknown result: a refund without an answer is not a refused one. */
function refundRows({refunds}: Payment, language: Language): readonly Row[] {
  const {refunded, refundUnclear} = messages(language).receipt;
  return refunds
    .filter(({status}) => status !== 'failed')
    .flatMap(({status, amount, lines}): readonly Row[] => [
      [status === 'done' ? refunded : refundUnclear, displayMoney(amount, language)],
      ...lines.map(line => [`  ${returnedName(line, language)}`, displayMoney(line.amount, language)] as const),
    ]);
}
