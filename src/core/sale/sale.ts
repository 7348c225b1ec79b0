import {type Language, messages} from '../messages/messages.js';
import type {Money} from '../money/money.js';
import {type Badge, glyphs} from '../payment/badge.js';
import type {Payment} from '../payment/payment.js';
import {tenderName} from '../payment/tender.js';
import {paymentsOfTicket, type Ticket, type Tickets} from '../ticket/ticket.js';
import {type Attempt, attemptOf, type TicketKept} from './attempt.js';

/** A sale as a list shows it: all attempts to have it paid, in one row. */
export type SaleRow = {
  /** The reference of its first attempt. */
  readonly sale: string;
  readonly badge: Badge;
  /** The attempt that determines the state, which is the one to show. */
  readonly shown: Attempt;
  /** Oldest first. */
  readonly attempts: readonly [Attempt, ...Attempt[]];
  /** Present for a sale in parts. `sale` is then the reference of the ticket. */
  readonly ticket?: TicketRow | undefined;
};

const paid: readonly Badge[] = ['paid', 'judged-paid'];
const inProgress: readonly Badge[] = ['waiting', 'with-provider'];
const waiting: readonly Badge[] = ['not-known', ...inProgress, 'sending'];
const urgent: readonly Badge[] = ['needs-person', 'amount-differs'];

/** Returns the first entry, in the order of the badges, that has such a badge; else the first of all. The entries come newest first. */
const decisive = <Of extends {readonly badge: Badge}>(
  all: readonly [Of, ...Of[]],
  order: readonly (readonly Badge[])[],
) => order.map(badges => all.find(({badge}) => badges.includes(badge))).find(each => each !== undefined) ?? all[0];

/** Whether its money is in hand. */
export const isTaken = ({badge}: Pick<SaleRow, 'badge'>): boolean => paid.includes(badge);

/** Returns the state of a sale as a sign and a word. A sale that is only paid in part has a word of its own. */
export function standingText({badge, ticket}: SaleRow, language: Language): string {
  const {partPaid, verdicts} = messages(language).payment;
  const word = ticket?.isPartPaid === true && inProgress.includes(badge) ? partPaid : verdicts[badge];
  return `${glyphs[badge]} ${word}`;
}

export const amountOf = ({shown, ticket}: SaleRow): Money => ticket?.total ?? shown.amount;

export const waysOf = ({shown, ticket}: SaleRow, language: Language): string => {
  const tenders = ticket?.parts.map(part => part.shown.tender) ?? [shown.tender];
  return [...new Set(tenders.map(tender => tenderName(tender, language)))].join(', ');
};

/** Returns the row of a sale. If a sale has two paid attempts, a person has to deal with it. */
export function saleOf(attempts: readonly [Attempt, ...Attempt[]]): SaleRow {
  const newestFirst = [...attempts].sort((a, b) => b.seq - a.seq) as [Attempt, ...Attempt[]];
  const shown = decisive(newestFirst, [urgent, paid, waiting, ['given-back']]);
  const isTwice = attempts.filter(isTaken).length > 1;
  const byAge = newestFirst.toReversed() as [Attempt, ...Attempt[]];
  return {sale: shown.sale, badge: isTwice ? 'needs-person' : shown.badge, shown, attempts: byAge};
}

/** A sale in parts as a list shows it: one row, whose parts are sales. */
type TicketRow = {
  readonly reference: string;
  /** The price. If it is not known any more: what was paid for it, or else what was requested. */
  readonly total: Money;
  /** Whether only a part of it is paid. The goods are then not released. */
  readonly isPartPaid: boolean;
  /** The newest first. */
  readonly parts: readonly SaleRow[];
};

type AtHand = {readonly tickets: Pick<Tickets, 'all'>; readonly payments: ReadonlyMap<string, Payment>};

/**
 * Combines the rows of each ticket into one row, in the place of its newest part. Parts in memory that the search did
 * not look for are included if they are of a day that `isWanted`, so that the row shows the same state as in a complete
 * list. A ticket that one payment covers is shown like any other sale.
 */
export function byTicket(
  rows: readonly SaleRow[],
  {tickets, payments}: AtHand,
  isWanted: (businessDate: string) => boolean = () => true,
): readonly SaleRow[] {
  const groups = Map.groupBy(rows, ({shown}) => shown.ticket);
  const listed = new Set<string>();
  return rows.flatMap(row => {
    const {ticket: reference} = row.shown;
    if (reference === undefined) return [row];
    if (listed.has(reference)) return [];
    listed.add(reference);
    const ticket = tickets.all.get(reference);
    const found = groups.get(reference) ?? [row];
    const others = ticket === undefined ? [] : otherParts(found, paymentsOfTicket(ticket, payments));
    const parts = [...found, ...others.filter(({attempts: [{businessDate}]}) => isWanted(businessDate))];
    const byAge = parts.sort((a, b) => b.attempts[0].seq - a.attempts[0].seq) as [SaleRow, ...SaleRow[]];
    return [ticketRow(reference, byAge, ticket)];
  });
}

function otherParts(found: readonly SaleRow[], payments: readonly Payment[]): readonly SaleRow[] {
  const known = new Set(found.map(({sale}) => sale));
  const others = Map.groupBy(
    payments.filter(({sale}) => !known.has(sale)),
    ({sale}) => sale,
  );
  return [...others.values()].map(each => saleOf(each.map(attemptOf) as [Attempt, ...Attempt[]]));
}

/** Returns what indexes have of a ticket that is not in memory: its state at the end, or else while it was open. */
function keptOf(parts: readonly SaleRow[]): TicketKept | undefined {
  const kept = parts.flatMap(part => part.attempts.flatMap(({ticketKept}) => ticketKept ?? []));
  return kept.find(({status}) => status !== 'open') ?? kept[0];
}

function ticketRow(reference: string, parts: readonly [SaleRow, ...SaleRow[]], ticket: Ticket | undefined): SaleRow {
  const [newest] = parts;
  const taken = parts.filter(isTaken);
  const counted: readonly SaleRow[] = taken.length > 0 ? taken : parts;
  const minor = counted.reduce((sum, {shown: {amount, owed = amount}}) => sum + owed.minor, 0);
  const found: TicketKept = {total: {...newest.shown.amount, minor}, status: 'paid'};
  const kept = ticket ?? keptOf(parts) ?? found;
  // A ticket that is not in memory has ended. If only parts of its first days were found, nothing here says how it
  // ended.
  const {total, status} = ticket === undefined && kept.status === 'open' ? found : kept;
  const {owed = newest.shown.amount} = newest.shown;
  if (parts.length === 1 && owed.minor === kept.total.minor) return newest;
  const isPartPaid = status !== 'paid' && ((ticket?.held.length ?? 0) > 0 || taken.length > 0);
  // The part that needs attention determines the state of the row; for a ticket that has ended, the next to count is
  // what was paid.
  const said = decisive(parts, [urgent, waiting, paid, ['given-back']]);
  const attempts = parts.flatMap(part => part.attempts).sort((a, b) => a.seq - b.seq) as [Attempt, ...Attempt[]];
  const {shown} = newest;
  const badge = isPartPaid && paid.includes(said.badge) ? 'waiting' : said.badge;
  return {sale: reference, badge, shown, attempts, ticket: {reference, total, isPartPaid, parts}};
}
