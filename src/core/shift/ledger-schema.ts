import {accountSums} from '../account/account.js';
import {money} from '../money/schema.js';
import {
  count,
  dictionary,
  list,
  object,
  optional,
  orNull,
  positive,
  type Specified,
  text,
  whole,
} from '../spec/spec.js';
import {actsSpec} from './acts.js';
import {booksSpec, noBooks, noCounts} from './closing.js';
import {drawerCashSpec} from './drawer-cash.js';
import {
  cashierSpec,
  countSpec,
  countsSpec,
  firstCountSpec,
  refundsSpec,
  reportLineSpec,
  tenderSpec,
} from './report-schema.js';
import {nothingSold, soldSpec} from './sold.js';

const shiftSpec = object({
  number: positive(),
  seq: positive('the line that opened it'),
  openedAt: whole('in milliseconds since the epoch'),
  person: text('who has it now'),
  floats: list(money()),
  zone: text(),
  dayStartsAt: text(),
});
export type Shift = Specified<typeof shiftSpec>;

/** In minor units. What open tickets hold now follows from these sums (`heldByOpen`). */
const ticketSumsSpec = object({
  before: whole('what open tickets held when the period began'),
  taken: whole(),
  adjusted: whole(),
  reopened: whole(),
  beyond: whole(),
  abandoned: whole(),
  paid: whole('the totals of the tickets that were paid in full for the first time in the period'),
  count: whole('the number of these tickets'),
});
export type TicketSums = Specified<typeof ticketSumsSpec>;

/** The sums of the period since the last Z, each record with its own keys; amounts are in minor units. */
const periodSpec = object({
  fromSeq: count('the last line before the period'),
  firstAt: orNull(whole('in milliseconds since the epoch'), 'nothing has happened that a Z would report'),
  tenders: dictionary(tenderSpec),
  cashiers: dictionary(cashierSpec),
  refunds: dictionary(refundsSpec),
  late: list(reportLineSpec),
  corrections: list(reportLineSpec),
  drawers: dictionary(drawerCashSpec, 'cash by currency'),
  tickets: dictionary(ticketSumsSpec, 'what parts of tickets come to, by currency'),
  accounts: dictionary(object(accountSums), 'what is on the book, by currency'),
  /** What the tickets paid in the period were for, and which of their lines were refunded in it. */
  sold: soldSpec,
  people: list(text()),
  counts: countsSpec,
  acts: actsSpec,
  counted: orNull(
    list(countSpec, 'the last count of the drawer'),
    'cash has moved: the drawer has to be counted again',
  ),
  countings: orNull(
    object({times: count(), first: list(firstCountSpec)}, 'how often the drawer was counted, and the first result'),
    'it was not; the same result again while no cash moves does not count',
  ),
});
export type Period = Specified<typeof periodSpec>;

const closedSpec = object({
  number: positive(),
  throughSeq: count('the last line that it covers'),
  businessDate: text('on which it was made'),
  printed: whole('how often it was printed'),
});
export type Closed = Specified<typeof closedSpec>;

const largestOfDaySpec = object({
  date: text(),
  minor: count('in minor units'),
  count: count('how many payments were taken on the day'),
});

/** What X and Z reports are made from. It grows with days and tenders, never with payments, and is kept beside a closed segment. */
export const ledgerSpec = object({
  z: count('the number of the last Z'),
  zs: list(closedSpec, 'oldest first'),
  shifts: count(),
  shift: orNull(shiftSpec, 'none is open'),
  period: periodSpec,
  perpetual: dictionary(object({sales: whole(), refunds: whole(), corrections: whole()}), 'by currency'),
  largest: dictionary(
    list(largestOfDaySpec),
    'the largest payments of the last days with sales, oldest first, by currency',
  ),
  cash: list(text(), 'the currencies of the cash that the drawer has ever had'),
  books: booksSpec,
  tills: optional(list(text()), 'no report has named the tills of the home'),
});
export type Ledger = Specified<typeof ledgerSpec>;

export const newPeriod = (fromSeq: number, carried: Partial<Pick<Period, 'tickets' | 'accounts'>> = {}): Period => ({
  fromSeq,
  firstAt: null,
  tenders: {},
  cashiers: {},
  refunds: {},
  late: [],
  corrections: [],
  drawers: {},
  tickets: {},
  accounts: {},
  ...carried,
  sold: nothingSold,
  people: [],
  counts: noCounts,
  acts: {},
  counted: null,
  countings: null,
});

export const emptyLedger: Ledger = {
  z: 0,
  zs: [],
  shifts: 0,
  shift: null,
  period: newPeriod(0),
  perpetual: {},
  largest: {},
  cash: [],
  books: noBooks,
};

/** The number of the Z that covers line `seq` of the journal; null if the line belongs to the open period. */
export const zOf = ({zs}: Ledger, seq: number): number | null =>
  zs.find(({throughSeq}) => seq <= throughSeq)?.number ?? null;
