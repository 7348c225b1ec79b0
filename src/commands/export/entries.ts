import {type Language, type Messages, messages} from '../../core/messages/messages.js';
import {type Decimal, decimalFrom, decimalOf, subtractDecimals, zero} from '../../core/money/decimal.js';
import {isZero, negated} from '../../core/reconcile/rows/amount.js';
import {inDrawer, zName} from '../../core/shift/report.js';
import type {Report} from '../../core/shift/report-schema.js';
import {type Book, type Channel, floatKey, type Owed, refundKey} from './book.js';
import {type AccountKind, type Accounts, accountsOf, type Chart, type Role} from './chart.js';
import {type ExportLine, isTaken, lineKinds} from './lines.js';

/** An amount that is added to an account, in major units. */
export type Posting = {readonly account: string; readonly amount: Decimal; readonly currency: string};

/** A transaction of plain-text accounting; its postings add up to zero. */
export type BookEntry = {
  readonly date: string;
  /** Its place in the journal. */
  readonly order: number;
  /** Whether it is final. What is pending may still come to nothing. */
  readonly isSettled: boolean;
  /** The same in every export of the same data. */
  readonly code: string;
  /** The other party: a network, a brand, or the shop itself. This and `text` contain foreign text. */
  readonly payee: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
  /** What an account holds before the postings: a drawer, as a person counted it. Absent if this book cannot know. */
  readonly held?: Posting;
  readonly postings: readonly Posting[];
};

/** An event that moved nothing and is mentioned nevertheless. */
export type Remark = {readonly date: string; readonly order: number; readonly remark: string};

/** The transactions from which every format of plain-text accounting is written, so that all have the same postings. */
export type Transactions = {
  /** What the transactions cover, by English names. */
  readonly about: Readonly<Record<string, string>>;
  readonly title: string;
  readonly roots: Chart['roots'];
  readonly entries: readonly (BookEntry | Remark)[];
  readonly accounts: readonly (readonly [name: string, kind: AccountKind])[];
};

export function transactionsOf(book: Book, chart: Chart, language: Language): Transactions {
  const {about} = book;
  const accounts = accountsOf(chart, about.till);
  const entries = entriesOf({book, accounts, words: messages(language).command.entries});
  return {about, title: about.shop, roots: chart.roots, entries, accounts: accounts.used()};
}

/** Only the entries in one currency. The postings of an entry have the same. */
export const inCurrency = (transactions: Transactions, currency: string): Transactions => ({
  ...transactions,
  entries: transactions.entries.filter(
    entry => !('postings' in entry) || entry.postings.every(posting => posting.currency === currency),
  ),
});

/**
 * The lines of the export as transactions, with the floats and the closing of each Z, in the order of their dates and, within a date, of
 * the journal. A sale goes to what the service owes, or into the drawer. What is not known yet goes to accounts of its own, so that no
 * balance contains money that may not be there.
 */
function entriesOf(making: Making): readonly (BookEntry | Remark)[] {
  const {book, accounts} = making;
  const entries = [
    ...book.lines.rows.map(line => entryOfLine(line, making)),
    ...floatsOf(making),
    ...book.zs.flatMap(report => closingsOf(report, making)),
  ].sort((a, b) => (a.date === b.date ? a.order - b.order : a.date < b.date ? -1 : 1));
  const codes = new Set<string>();
  const named = entries.map(entry => ('code' in entry ? {...entry, code: uniqueIn(codes, entry.code)} : entry));
  return withSureBalances(named, book, accounts.nameOf('cash'));
}

/** The code, with a number after it if another entry has it already. */
export function uniqueIn(codes: Set<string>, code: string): string {
  let unique = code;
  for (let number = 2; codes.has(unique); number += 1) unique = `${code}-${number}`;
  codes.add(unique);
  return unique;
}

type Making = {readonly book: Book; readonly accounts: Accounts; readonly words: Messages['command']['entries']};

function entryOfLine(line: ExportLine, {book, accounts, words}: Making): BookEntry | Remark {
  const {reference, currency, business_date: day, z_no: z, status, seq, cashier, reason} = line;
  const date = String(day);
  const order = orderOf(line, book);
  const gross = decimalOf(line.gross) ?? zero;
  const {tender, operator} = channelOf(line, book);
  const text = joined([kindOf(line, words), operator, reason]);
  if (movedNothing(line)) return {date, order, remark: joined([date, reference, text, status, line.gross, currency])};
  const [into, from] = rolesOf(line, tender);
  const fee = line.kind === 'payment' && isTaken(line) ? (decimalOf(line.fee) ?? zero) : zero;
  const posting = (role: Role, amount: Decimal, of = operator) => ({
    account: accounts.nameOf(role, of),
    amount,
    currency: String(currency),
  });
  const owed = owedOfLine(line, book);
  const taxes = owed.filter(({role}) => role === 'vat');
  const net = owed.reduce((rest, {amount}) => subtractDecimals(rest, amount), gross);
  return {
    date,
    order,
    payee: operator || book.about.shop,
    text,
    code: codeOf(line, book),
    isSettled: !isPending(line),
    facts: {seq, z_no: z, status, cashier, vat: taxes.map(({rate}) => rate).join(' ')},
    postings: [
      posting(into, subtractDecimals(gross, fee)),
      ...(isZero(fee) ? [] : [posting('fees', fee)]),
      ...(isZero(net) ? [] : [posting(from, negated(net))]),
      ...owed.filter(({amount}) => !isZero(amount)).map(({role, amount, rate}) => posting(role, negated(amount), rate)),
    ],
  };
}

/** The taxes and tips of a line: of what was taken, or of what was given back. */
function owedOfLine(line: ExportLine, {owed}: Book): readonly Owed[] {
  const {kind, reference, seq} = line;
  if (isBack(line)) return isPending(line) ? [] : (owed.get(refundKey(reference, seq)) ?? []);
  return kind === 'on-book' || (kind === 'payment' && isTaken(line)) ? (owed.get(String(reference)) ?? []) : [];
}

/** Whether something came back: of a payment, or of what is on the book. */
const isBack = ({kind, status}: ExportLine) => kind === 'refund' || (kind === 'on-book' && status !== 'on-book');

function kindOf({kind}: ExportLine, words: Making['words']): string {
  const known = lineKinds.find(each => each === kind);
  return known === undefined ? String(kind) : words[known];
}

const joined = (parts: readonly (string | number | null)[]) =>
  parts.filter(part => part !== null && part !== '').join(' ');

const movedNothing = (line: ExportLine) =>
  line.status === 'failed' && (line.kind === 'refund' || (line.kind === 'payment' && !isTaken(line)));

function isPending(line: ExportLine): boolean {
  if (line.kind === 'payment') return !isTaken(line);
  return line.kind === 'refund' && line.status !== 'done';
}

/** The account to which the line's amount is added, and the one from which it is taken. */
function rolesOf(line: ExportLine, tender: Role): readonly [into: Role, from: Role] {
  if (isPending(line)) return ['pending', 'pending-sales'];
  switch (line.kind) {
    case 'refund':
      return [tender, 'refunds'];
    case 'on-book':
      return ['account', isBack(line) ? 'refunds' : 'sales'];
    case 'cash-in':
      return ['cash', 'paid-in'];
    case 'cash-out':
      return ['cash', 'paid-out'];
    case 'cash-drop':
      return ['cash', 'safe'];
    case 'over-short':
      return ['cash', String(line.gross).startsWith('-') ? 'short' : 'over'];
    default:
      return [tender, 'sales'];
  }
}

/** How the money of a line was paid. The lines of corrections and refunds take that from their payment. */
function channelOf(line: ExportLine, {channels}: Book): {readonly tender: Role; readonly operator: string} {
  const own: Channel | undefined = channels.get(String(line.reference));
  const tender = line.tender ?? own?.tender;
  if (tender === 'cash') return {tender, operator: 'cash'};
  const operator = line.operator ?? own?.operator ?? '';
  return {tender: tender === 'card' || tender === 'subscription' ? tender : 'mobile-money', operator: String(operator)};
}

/** The line's number in the journal. What only a Z says comes after the last line that the Z covers. */
function orderOf({kind, seq, z_no: z}: ExportLine, {zs}: Book): number {
  if (seq !== null) return Number(seq);
  const through = zs.find(({number}) => number === z)?.throughSeq ?? 0;
  return through + (kind === 'correction' ? 0.2 : 0.4);
}

function codeOf({kind, status, reference, till, seq, z_no: z, currency}: ExportLine, {about}: Book): string {
  if (kind === 'payment' || status === 'on-book') return String(reference);
  if (kind === 'refund' || kind === 'on-book') return `${reference}-${seq}`;
  if (kind === 'correction') return `${reference}-${zName(Number(z))}`;
  return seq === null ? `${about.till}-${zName(Number(z))}-${kind}-${currency}` : `${till}-${seq}-${currency}`;
}

/** Only what was not yet in the drawer comes from the safe: cash sales before the float was counted are in the drawer already. */
function floatsOf({book, accounts, words}: Making): readonly BookEntry[] {
  return book.cash.rows.flatMap(({kind, business_date: date, seq, till, z_no: z, person, amount, currency}) => {
    const float = decimalOf(amount);
    if (kind !== 'float' || float === undefined || currency === null) return [];
    const text = words.float;
    const earlier = decimalFrom(inDrawer(String(currency), book.beforeFloats.get(floatKey(z, currency)) ?? 0));
    return [
      {
        date: String(date),
        order: Number(seq),
        isSettled: true,
        code: `${till}-${seq}-${currency}`,
        payee: book.about.shop,
        text,
        facts: {seq, z_no: z, cashier: person},
        postings: moved(accounts, {
          into: 'cash',
          from: 'float',
          amount: subtractDecimals(float, earlier),
          currency: String(currency),
        }),
      },
    ];
  });
}

type Move = {readonly into: Role; readonly from: Role; readonly amount: Decimal; readonly currency: string};

export const moved = (accounts: Accounts, {into, from, amount, currency}: Move): readonly Posting[] => [
  {account: accounts.nameOf(into), amount, currency},
  {account: accounts.nameOf(from), amount: negated(amount), currency},
];

/** At a Z, what was counted goes to the safe, and the next float comes from it, so that each period begins with an empty drawer. */
function closingsOf(report: Report, {book, accounts, words}: Making): readonly BookEntry[] {
  const {number, businessDate, throughSeq, drawers} = report;
  return drawers.map(({currency, counted}) => {
    const amount = decimalFrom(inDrawer(currency, counted ?? 0)); // a drawer with money in it is always counted
    return {
      date: businessDate,
      order: throughSeq + 0.5,
      isSettled: true,
      code: `${book.about.till}-${zName(number)}-${currency}`,
      payee: book.about.shop,
      text: words.toSafe({z: zName(number)}),
      facts: {z_no: number},
      held: {account: accounts.nameOf('cash'), amount, currency},
      postings: moved(accounts, {into: 'safe', from: 'cash', amount, currency}),
    };
  });
}

/**
 * Leaves out what the drawer held if these transactions cannot lead to it: because the period began before the first day, one of its sales
 * has a date outside, or the clock was set back, so that the order of dates is not that of the journal.
 */
function withSureBalances(
  entries: readonly (BookEntry | Remark)[],
  book: Book,
  drawer: string,
): readonly (BookEntry | Remark)[] {
  const isWhole = isFromTheStart(book);
  const inDrawer = (entry: BookEntry | Remark) =>
    'postings' in entry && entry.postings.some(({account}) => account === drawer);
  let latest = 0;
  const before = entries.map(entry => {
    const reached = latest;
    if (inDrawer(entry)) latest = Math.max(latest, entry.order);
    return reached;
  });
  let earliest = Number.POSITIVE_INFINITY;
  const after = entries.toReversed().map(entry => {
    const next = earliest;
    if (inDrawer(entry)) earliest = Math.min(earliest, entry.order);
    return next;
  });
  return entries.map((entry, place) => {
    if (!('held' in entry)) return entry;
    const isInOrder = (before[place] ?? 0) <= entry.order && (after[entries.length - 1 - place] ?? 0) >= entry.order;
    const {held: _, ...rest} = entry;
    return isWhole && isInOrder ? entry : rest;
  });
}

function isFromTheStart({events, zs, about}: Book): boolean {
  const start = Math.min(...zs.map(({fromSeq}) => fromSeq));
  const isElsewhere = (date: string) => date < about.from || date > about.to;
  const isMissing = events.some(
    ({type, data}) =>
      (type === 'refund-in-cash' && isElsewhere(data.businessDate)) ||
      (type === 'requested' && data.method === 'cash' && isElsewhere(data.businessDate)),
  );
  return !isMissing && (events[0]?.seq ?? 0) <= start + 1;
}
