import {type Language, messages} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import {type Badge, glyphs} from '../payment/badge.js';
import {tenderName} from '../payment/tender.js';
import type {Ticket, Tickets} from '../ticket/ticket.js';
import type {Attempt} from './attempt.js';

/** A sale as a list shows it: all that was done to have it paid, in one row. */
export type SaleRow = {
  /** The reference of its first attempt. */
  readonly sale: string;
  /** How it stands. */
  readonly badge: Badge;
  /** The attempt that says so, which is the one to look at. */
  readonly shown: Attempt;
  /** Oldest first. */
  readonly attempts: readonly [Attempt, ...Attempt[]];
  /** Present where it is a sale in parts, of which `sale` is the reference then. */
  readonly ticket?: TicketRow;
};

const paid: readonly Badge[] = ['paid', 'judged-paid'];
const waiting: readonly Badge[] = ['not-known', 'waiting', 'sending'];
/** What a sale is, by the first of these that one of its attempts is; of attempts that are over the newest counts. */
const order: readonly (readonly Badge[])[] = [['needs-person', 'amount-differs'], paid, waiting, ['given-back']];

/** How a sale stands, in a word behind its sign: of one that is paid in part it is another than of what is paid. */
export function standingText({badge, ticket}: SaleRow, language: Language): string {
  const {partPaid, verdicts} = messages(language).payment;
  const word = ticket?.isPartPaid === true && badge === 'waiting' ? partPaid : verdicts[badge];
  return `${glyphs[badge]} ${word}`;
}

/** What it costs. */
export const amountOf = ({shown, ticket}: SaleRow): Money => ticket?.total ?? shown.amount;

/** By which ways it was paid, or asked for. */
export const waysOf = ({shown, ticket}: SaleRow, language: Language): string => {
  const tenders = ticket?.parts.map(part => part.shown.tender) ?? [shown.tender];
  return [...new Set(tenders.map(tender => tenderName(tender, language)))].join(', ');
};

/** The row of a sale. A sale with two paid attempts is for a person to see to. */
export function saleOf(attempts: readonly [Attempt, ...Attempt[]]): SaleRow {
  const [first] = attempts;
  const byAge = [...attempts].sort((a, b) => a.seq - b.seq) as [Attempt, ...Attempt[]];
  const newest = byAge.at(-1) ?? first;
  const taken = byAge.filter(({badge}) => paid.includes(badge));
  const isTwice = taken.length > 1;
  const told = order
    .map(badges => byAge.findLast(({badge}) => badges.includes(badge)))
    .find(each => each !== undefined);
  const shown = told ?? newest;
  return {sale: first.sale, badge: isTwice ? 'needs-person' : shown.badge, shown, attempts: byAge};
}

/** A sale in parts as a list shows it: one row, whose parts are sales. */
export type TicketRow = {
  readonly reference: string;
  /** What it costs; of one that is over and not at hand, what was paid for it, or asked for. */
  readonly total: Money;
  /** Some of it is paid and some is not: the goods stay. */
  readonly isPartPaid: boolean;
  /** The newest first. */
  readonly parts: readonly SaleRow[];
};

/**
 * The rows with the parts of a ticket in one row, in the place of its newest part. A ticket that one payment is enough for
 * is a sale like any other.
 */
export function byTicket(rows: readonly SaleRow[], tickets: Pick<Tickets, 'all'>): readonly SaleRow[] {
  const groups = Map.groupBy(
    rows.filter(({shown}) => shown.ticket !== undefined),
    ({shown}) => shown.ticket,
  );
  const told = new Set<string>();
  return rows.flatMap(row => {
    const {ticket: reference} = row.shown;
    if (reference === undefined) return [row];
    if (told.has(reference)) return [];
    told.add(reference);
    return [ticketRow(reference, groups.get(reference) ?? [row], tickets.all.get(reference))];
  });
}

function ticketRow(reference: string, parts: readonly SaleRow[], ticket: Ticket | undefined): SaleRow {
  const [newest] = parts as [SaleRow];
  const isTaken = ({badge}: SaleRow) => paid.includes(badge);
  const taken = parts.filter(isTaken);
  const counted = taken.length > 0 ? taken : parts;
  const {currency} = newest.shown.amount;
  const minor = counted.reduce((sum, {shown}) => sum + shown.amount.minor, 0);
  const total = ticket?.total ?? {currency, minor};
  const isWhole = parts.length === 1 && newest.shown.amount.minor === total.minor;
  if (isWhole) return newest;
  const isOver = ticket === undefined || ticket.status === 'paid';
  const isPartPaid = !isOver && (ticket.held.length > 0 || taken.length > 0);
  // Of parts the one that wants an eye counts; then, of a ticket that is over, what was paid.
  const first = order.map(badges => parts.find(({badge}) => badges.includes(badge))).filter(part => part !== undefined);
  const open = parts.find(({badge}) => waiting.includes(badge));
  const [told = newest] = first;
  const said = told.badge === 'needs-person' || told.badge === 'amount-differs' ? told : (open ?? told);
  const attempts = parts.flatMap(part => part.attempts).sort((a, b) => a.seq - b.seq) as [Attempt, ...Attempt[]];
  const {shown} = newest;
  const badge = isPartPaid && paid.includes(said.badge) ? 'waiting' : said.badge;
  return {sale: reference, badge, shown, attempts, ticket: {reference, total, isPartPaid, parts}};
}
