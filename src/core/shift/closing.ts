import {businessDate} from '../day/business-day.js';
import {addDecimals, decimalOf, plainDecimal} from '../money/decimal.js';
import {count, dictionary, list, object, type Specified, text} from '../spec/spec.js';
import {type BooksClosing, closingKey, sumNames, sumsSpec, type ZSums} from './closing-schema.js';
import {perpetualSpec, type Report, type TicketsOfReport} from './report-schema.js';
import type {ShiftEvent} from './schema.js';
import {merged, plus, type Sold, type SoldSections, soldSections, together} from './sold.js';

/** A closing that was made, and its line in the journal. */
const madeSpec = object({...closingKey, seq: count(), line: text(), date: text()});
type MadeClosing = Specified<typeof madeSpec>;

/** What the ledger keeps for later closings: a value that grows with the number of months. */
export const booksSpec = object({
  months: dictionary(sumsSpec, 'sums of the Zs of each open month, and of each closed month of an open year'),
  closings: list(madeSpec),
  perpetual: list(perpetualSpec, 'the sums since the journal began, as of the last Z'),
});
type ClosingBooks = Specified<typeof booksSpec>;

export const noBooks: ClosingBooks = {months: {}, closings: [], perpetual: []};

export const noCounts: Report['counts'] = {
  notPaid: 0,
  notSent: 0,
  setAside: 0,
  judgements: 0,
  receipts: 0,
  copies: 0,
  pendingSlips: 0,
  drawerOpenings: 0,
};

const noSums: ZSums = {
  zs: 0,
  firstZ: null,
  lastZ: null,
  tenders: [],
  cashiers: [],
  refunds: [],
  corrections: [],
  drawers: [],
  counts: noCounts,
};

const soldOfReport = ({groups = [], taxes = [], tips = [], rounding = []}: SoldSections): Sold => ({
  groups,
  taxes,
  tips,
  rounding,
});

export function sumsOfZ(report: Report): ZSums {
  const {number, tenders, cashiers, refunds, corrections, drawers, counts, tickets, accounts} = report;
  return sumOf([
    {
      ...noSums,
      zs: 1,
      firstZ: number,
      lastZ: number,
      tenders,
      cashiers,
      refunds,
      counts,
      ...(tickets === undefined ? {} : {tickets}),
      ...(accounts === undefined ? {} : {accounts}),
      ...soldSections(soldOfReport(report)),
      corrections: corrections.map(({amount}) => ({total: amount, count: 1})),
      drawers: drawers
        .filter(({counted}) => counted !== null)
        .map(({currency, difference}) => {
          const minor = difference ?? 0;
          return {currency, counted: 1, differing: Number(minor !== 0), difference: minor};
        }),
    },
  ]);
}

/** Adds sums up; their order does not matter. */
export function sumOf(all: readonly ZSums[]): ZSums {
  const numbers = all.flatMap(({firstZ, lastZ}) => [firstZ, lastZ]).filter(number => number !== null);
  return {
    zs: all.reduce((total, {zs}) => total + zs, 0),
    firstZ: numbers.length === 0 ? null : Math.min(...numbers),
    lastZ: numbers.length === 0 ? null : Math.max(...numbers),
    tenders: merged(
      all.flatMap(({tenders}) => tenders),
      ({total, method, channel}) => `${total.currency} ${method} ${channel}`,
      (a, b) => ({...plus(a, b), fee: feesOf(a.fee, b.fee)}),
    ),
    cashiers: merged(
      all.flatMap(({cashiers}) => cashiers),
      ({total, person}) => `${total.currency} ${person}`,
    ),
    refunds: merged(
      all.flatMap(({refunds}) => refunds),
      ({total, method}) => `${total.currency} ${method}`,
    ),
    corrections: merged(
      all.flatMap(({corrections}) => corrections),
      ({total}) => total.currency,
    ),
    ...ticketsTogether(all),
    ...accountsTogether(all),
    ...soldSections(together(all.map(soldOfReport))),
    drawers: merged(
      all.flatMap(({drawers}) => drawers),
      ({currency}) => currency,
    ),
    counts: all.reduce((total, {counts}) => plus(total, counts), noCounts),
  };
}

/** `before` is what open tickets held before the first Z. What they hold after the last follows, so that the sums tie out. */
function ticketsTogether(all: readonly ZSums[]): Pick<ZSums, 'tickets'> {
  const first = firstOf(all);
  const tickets = merged(
    all.flatMap(sums => sums.tickets ?? []),
    ({currency}) => currency,
    addTickets,
  ).map(sums => {
    const before = first?.tickets?.find(({currency}) => currency === sums.currency)?.before ?? 0;
    return {...sums, before, open: before + sums.open - sums.before};
  });
  return tickets.length === 0 ? {} : {tickets};
}

const firstOf = (all: readonly ZSums[]) =>
  all
    .filter(({firstZ}) => firstZ !== null)
    .reduce<ZSums | undefined>((a, b) => (a === undefined || (b.firstZ ?? 0) < (a.firstZ ?? 0) ? b : a), undefined);

/** `before` is what was owed before the first Z, and `after` follows from it, as for tickets. */
function accountsTogether(all: readonly ZSums[]): Pick<ZSums, 'accounts'> {
  const first = firstOf(all);
  const accounts = merged(
    all.flatMap(sums => sums.accounts ?? []),
    ({currency}) => currency,
    (a, b) => ({
      currency: a.currency,
      before: a.before + b.before,
      count: a.count + b.count,
      after: a.after + b.after,
      sold: a.sold + b.sold,
      returned: a.returned + b.returned,
      paid: a.paid + b.paid,
    }),
  ).map(sums => {
    const before = first?.accounts?.find(({currency}) => currency === sums.currency)?.before ?? 0;
    return {...sums, before, after: before + sums.after - sums.before};
  });
  return accounts.length === 0 ? {} : {accounts};
}

/** A report leaves out what is rare and zero. */
export const reopenedIn = (minor: number): Pick<TicketsOfReport, 'reopened'> => (minor === 0 ? {} : {reopened: minor});

const addTickets = (a: TicketsOfReport, b: TicketsOfReport): TicketsOfReport => ({
  currency: a.currency,
  count: a.count + b.count,
  paid: a.paid + b.paid,
  before: a.before + b.before,
  taken: a.taken + b.taken,
  adjusted: a.adjusted + b.adjusted,
  ...reopenedIn((a.reopened ?? 0) + (b.reopened ?? 0)),
  beyond: a.beyond + b.beyond,
  abandoned: a.abandoned + b.abandoned,
  open: a.open + b.open,
});

function feesOf(a: string, b: string): string {
  const [left, right] = [decimalOf(a), decimalOf(b)];
  return left === undefined || right === undefined ? a : plainDecimal(addDecimals(left, right));
}

/** The books after one more event. `dayStartsAt` belongs to the shift that was open before the event. */
export function evolveBooks(books: ClosingBooks, event: ShiftEvent, dayStartsAt = '00:00'): ClosingBooks {
  if (event.type === 'z-reported') {
    const {report} = event.data;
    const month = monthOfZ(books, report, dayStartsAt);
    const sums = sumOf([books.months[month] ?? noSums, sumsOfZ(report)]);
    return {...books, months: {...books.months, [month]: sums}, perpetual: [...report.perpetual]};
  }
  if (event.type !== 'books-closed') return books;
  const {kind, of, number} = event.data.closing;
  const made: MadeClosing = {kind, of, number, seq: event.seq, line: event.hash, date: event.at.slice(0, 10)};
  const isOver = (month: string) => kind === 'year' && month.startsWith(`${of}-`);
  const months = Object.entries(books.months).filter(([month]) => !isOver(month));
  return {...books, months: Object.fromEntries(months), closings: [...books.closings, made]};
}

/** The month in which the Z's period began or, if that month is already closed, the first open month. */
function monthOfZ(books: ClosingBooks, {openedAt, closedAt, zone}: Report, dayStartsAt: string): string {
  const begun = businessDate(openedAt ?? closedAt, zone, dayStartsAt).slice(0, 7);
  const last = lastOf(books, 'month');
  return last !== undefined && begun <= last ? after(last) : begun;
}

const lastOf = ({closings}: ClosingBooks, kind: BooksClosing['kind']): string | undefined =>
  closings.findLast(closing => closing.kind === kind)?.of;

/** `2026-12` is followed by `2027-01`, `2026` by `2027`. */
function after(of: string): string {
  if (of.length === 4) return String(Number(of) + 1);
  return Temporal.PlainYearMonth.from(of).add({months: 1}).toString();
}

/** The month or the year to close next; undefined before the first Z. */
export function nextToClose(books: ClosingBooks, kind: BooksClosing['kind']): string | undefined {
  const last = lastOf(books, kind);
  if (last !== undefined) return after(last);
  const [first] = Object.keys(books.months).sort();
  return kind === 'year' ? first?.slice(0, 4) : first;
}

/** What the Zs of an open month or year add up to. */
export const sumsToClose = ({months}: ClosingBooks, of: string): ZSums =>
  sumOf(
    Object.entries(months)
      .filter(([month]) => month.startsWith(of))
      .map(([, sums]) => sums),
  );

/** The name of a closing: `M-2026-10`, `Y-2026`. */
export const closingName = ({kind, of}: Pick<BooksClosing, 'kind' | 'of'>): string =>
  `${kind === 'month' ? 'M' : 'Y'}-${of}`;

/** A closing added up again: `addsUp` is false if it differs from its Zs, `follows` if it does not follow the previous one. */
export type CheckedClosing = {readonly name: string; readonly addsUp: boolean; readonly follows: boolean};

/** Compares a closing with what its Zs add up to. `books` are the books before the closing. */
export function checkClosing(closing: BooksClosing, books: ClosingBooks): CheckedClosing {
  const sums = sumsToClose(books, closing.of);
  const textOf = (of: ZSums) => JSON.stringify(sumNames.map(name => of[name] ?? null));
  const last = books.closings.at(-1);
  return {
    name: closingName(closing),
    addsUp: textOf(closing) === textOf(sums) && JSON.stringify(closing.perpetual) === JSON.stringify(books.perpetual),
    follows: closing.number === books.closings.length + 1 && closing.previous?.line === last?.line,
  };
}
