import {fieldEnd, fieldText, masked, payerText, searchText} from '../books/search.js';
import {clockText} from '../day/business-day.js';
import {decimalText, isCurrency, type Money} from '../money/money.js';
import {type Badge, badgeOf} from '../payment/badge.js';
import {maskPayer} from '../payment/payer.js';
import type {Payment} from '../payment/payment.js';
import {owedOf} from '../payment/schema.js';
import {operatorOf, type Tender, tenderOf} from '../payment/tender.js';
import type {Ticket, TicketStatus} from '../ticket/ticket.js';

/** A ticket as it was when the segment of a payment for it was closed. */
export type TicketKept = Pick<Ticket, 'total' | 'status'>;

/** The properties of its ticket by which a part is found, beside those that are kept. */
type TicketOfPart = TicketKept & Partial<Pick<Ticket, 'customer'>>;

export type Attempt = {
  readonly reference: string;
  readonly sale: string;
  /** The ticket of which it pays a part; absent for a sale of its own. */
  readonly ticket?: string;
  /** What an index has of that ticket. */
  readonly ticketKept?: TicketKept;
  /** The journal's sequence number of the line that requested the payment. */
  readonly seq: number;
  /** When it was requested, in epoch milliseconds. */
  readonly at: number;
  readonly businessDate: string;
  readonly amount: Money;
  /** What it is for, if the amount was rounded. */
  readonly owed?: Money;
  readonly badge: Badge;
  readonly tender: Tender;
  readonly payer: string;
  readonly person: string;
};

/** An attempt, and everything by which it is found: texts without case and accents, one after the other. */
export type Found = {readonly attempt: Attempt; readonly texts: string};

export const methods = [
  'mobile-money',
  'card',
  'cash',
  'subscription',
  'account',
] as const satisfies readonly Payment['request']['method'][];

/** The order must never change, because files contain the positions. */
export const badges = [
  'paid',
  'judged-paid',
  'given-back',
  'not-paid',
  'not-known',
  'needs-person',
  'sending',
  'waiting',
  'amount-differs',
  'reversed',
  'with-provider',
  'on-book',
] as const satisfies readonly Badge[];

/** The order of these must never change either. */
const statuses = ['open', 'paid', 'abandoned'] as const satisfies readonly TicketStatus[];

export function attemptOf(payment: Payment): Attempt {
  const {reference, sale, request, requestedAt: at, seq, person} = payment;
  const {amount, businessDate, ticket} = request;
  const facts = {reference, sale, ...(ticket !== undefined && {ticket}), seq, at, businessDate, amount, person};
  const owed = request.rounding && {owed: owedOf(request)};
  return {...facts, ...owed, badge: badgeOf(payment), tender: tenderOf(request), payer: maskPayer(request)};
}

/**
 * Returns the texts by which a payment is found: its reference, number, amount, day, time by the clock of `zone`,
 * person, way to pay, and everything that people wrote. `ticket` is the one of which it is a part. The part is also
 * found by the ticket's total and customer, because a list shows all parts in one row.
 */
export function foundOf(payment: Payment, zone: string, ticket?: TicketOfPart): Found {
  const kept = ticket && {ticketKept: {total: ticket.total, status: ticket.status}};
  return {attempt: {...attemptOf(payment), ...kept}, texts: textsOfPayment(payment, zone, ticket)};
}

/** What a payment is found by beside its state. Without a ticket, none of it ever changes. */
export function textsOfPayment(payment: Payment, zone: string, ticket?: TicketOfPart): string {
  const {reference, sale, request, requestedAt, person} = payment;
  const {amount, description, businessDate, method} = request;
  const fields = [
    reference,
    digitsOf(request),
    decimalText(amount),
    amount.currency,
    businessDate,
    person,
    clockText(requestedAt, zone),
    operatorOf(tenderOf(request)),
    ways[method],
    ...('firstName' in request ? [request.firstName, request.lastName] : []),
    ...('email' in request ? [request.email] : []),
    ...(sale === reference ? [] : [sale]),
    ...(request.ticket === undefined ? [] : [request.ticket]),
    ...(request.rounding === undefined ? [] : [decimalText(owedOf(request))]),
    ...(ticket === undefined ? [] : [decimalText(ticket.total), ticket.customer ?? '']),
    ...(description === `Sale ${reference}` ? [] : [description]),
    ...(request.again === null ? [] : [request.again.reason]),
  ];
  return fields.map(fieldText).join(fieldEnd);
}

/** Another word by which a way to pay is found. */
const ways: Readonly<Record<Payment['request']['method'], string>> = {
  'mobile-money': 'mobile',
  card: 'card',
  cash: '',
  subscription: 'subscription',
  account: 'account',
};

/** The number of the payer, or the provider's reference of money that came in unasked. */
const digitsOf = (request: Payment['request']): string =>
  ('received' in request ? request.received?.providerReference : undefined) ?? payerText(request);

/**
 * Returns the line of an index for an attempt of a sale whose badge is `standing`. The parts that are searched are in
 * lower case and figures. The parts that are only read back are in capitals, so that no search finds them.
 */
export function lineOf({attempt, texts}: Found, standing: Badge): string {
  const {sale, ticket = '', ticketKept, seq, at, amount, owed, badge, tender, person, reference} = attempt;
  const isRestGivenUp = ticketKept?.status === 'abandoned';
  const facts = [
    `${isRestGivenUp ? partPaid : ''}Y${capital(badges.indexOf(badge))}Z${capital(badges.indexOf(standing))}`,
    hiddenNumber(seq),
    hiddenNumber(at),
    hiddenNumber(amount.minor) + (owed === undefined ? '' : `Q${hiddenNumber(owed.minor)}`),
    capital(methods.indexOf(tender.method)),
    tender.channel.replaceAll(/\s/g, ' '),
    fieldText(person) === person ? '' : hidden(person),
    hidden(ticket),
    ticketKept === undefined ? '' : capital(statuses.indexOf(ticketKept.status)) + hiddenNumber(ticketKept.total.minor),
    sale === reference ? '' : hidden(sale),
  ];
  return `${texts}${fieldEnd}${facts.join(fieldEnd)}`;
}
const factCount = 10;

/** The state of a sale in a search. A paid part of a sale that is not paid in full has two states. */
export type FoundAs = Badge | 'part-paid';

const partPaid = 'X';

/** A mark in the line of a sale in this state that most others lack. An open sale in parts may lack the mark `part-paid`. */
export const standingMark = (standing: FoundAs): string =>
  standing === 'part-paid' ? `${fieldEnd}${partPaid}` : `Z${capital(badges.indexOf(standing))}${fieldEnd}`;

export const lineStart = (reference: string): string => `${searchText(reference)}${fieldEnd}`;

/** Reads a line that `lineOf` made; undefined for any other line. */
export function readLine(line: string): Found | undefined {
  const fields = line.split(fieldEnd);
  const facts = fields.slice(-factCount);
  const texts = fields.slice(0, -factCount);
  const [reference = '', digits = '', , currency = '', businessDate = '', own = ''] = texts;
  const [badgeFact = '', seq = '', at = '', minor = '', method = '', channel = ''] = facts;
  const [person = '', ticket = '', kept = '', sale = ''] = facts.slice(6);
  const [taken = '', owed] = minor.split('Q');
  const badge = badges[place(badgeFact.at(-3) ?? '')];
  const how = methods[place(method)];
  const status = statuses[place(kept)];
  const code = currency.toUpperCase();
  if (badge === undefined || how === undefined || !isCurrency(code)) return undefined;
  const name = reference.toUpperCase();
  return {
    texts: texts.join(fieldEnd),
    attempt: {
      reference: name,
      sale: sale === '' ? name : shown(sale),
      seq: shownNumber(seq),
      at: shownNumber(at),
      ...(ticket !== '' && {ticket: shown(ticket)}),
      ...(status !== undefined && {ticketKept: {total: {currency: code, minor: shownNumber(kept.slice(1))}, status}}),
      businessDate,
      amount: {currency: code, minor: shownNumber(taken)},
      badge,
      ...(owed !== undefined && {owed: {currency: code, minor: shownNumber(owed)}}),
      payer: channel === 'received' ? digits.toUpperCase() : masked(digits, how),
      person: person === '' ? own : shown(person),
      tender: {method: how, channel},
    },
  };
}

const first = 'A'.charCodeAt(0);
const capital = (number: number): string => String.fromCharCode(first + number);
const place = (letter: string): number => letter.charCodeAt(0) - first;

/** Writes a whole number as capitals from A to P, one for each hexadecimal digit. */
const hiddenNumber = (number: number): string =>
  number.toString(16).replaceAll(/[0-9a-f]/g, digit => capital(Number.parseInt(digit, 16)));
const shownNumber = (letters: string): number => {
  let number = 0;
  for (const letter of letters) number = number * 16 + place(letter);
  return number;
};

/** Writes the bytes of a text as the same capitals, two for each byte. */
const hidden = (text: string): string =>
  [...new TextEncoder().encode(text)].map(byte => capital(byte >> 4) + capital(byte & 15)).join('');
const shown = (letters: string): string =>
  new TextDecoder().decode(Uint8Array.from(letters.match(/../g) ?? [], pair => shownNumber(pair)));
