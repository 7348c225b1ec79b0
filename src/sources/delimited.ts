import {Problem, type ProblemCode} from '../core/problem.js';
import type {Differing, Mapping, Proof, Rows, SourceKind} from '../core/reconcile/rows/row.js';
import {accountsIn} from './accounts.js';
import {type Examined, headText, limits} from './bytes.js';
import {cellsOf, checkRecord} from './cells.js';
import {checksOf} from './checks.js';
import type {Layout, NumberedRecord} from './columns.js';
import type {PossibleDays} from './date-text.js';
import {type HeadingField, isAmountField} from './headings.js';
import {lastRowWatch} from './last-row.js';
import {type GivenMapping, isBare, isFilled, layoutOf} from './layout.js';
import {layoutByArithmetic, layoutOfHalf, withBalances} from './layout-by-arithmetic.js';
import {linesToLookAt, readWith} from './look-at.js';
import {isFramed, isNote} from './note-rows.js';
import {isOfMultiples, multipleNotice} from './notices.js';
import {PackedRows} from './packed-rows.js';
import {type PageLine, pageLinesOf, pagesWatch} from './page-lines.js';
import {proving} from './proving.js';
import {type OnBytesRead, readRecords} from './record-stream.js';
import {type RowOf, refundIn, rowMakers} from './rows.js';
import {shiftWatch} from './shifted-row.js';
import {saysTotalOfDay, summingIn, undatedIn} from './total-rows.js';

/** The content of a delimited file, and how it was understood. */
export type ReadTable<Row> = {
  readonly rows: Rows<Row>;
  readonly sha256: string;
  readonly mapping: Mapping;
  readonly headings: readonly string[];
  /** The line of the headings; 0 if there are none. */
  readonly headingLine: number;
  /** The number of records that are not rows: totals and notes below all rows, and balances that moved no money. */
  readonly sums: number;
  /** The number of rows which, by the balances, moved nothing although no word in them says so. They are left out. */
  readonly unmoved: number;
  readonly paidWords: readonly string[];
  readonly untested: readonly number[];
  readonly proof: Proof;
};

/** Problems after which another reading may be the right one: the columns, the signs or the marks are doubtful or were refuted. */
const doubts: ReadonlySet<ProblemCode> = new Set([
  'file-heading-missing',
  'file-heading-twice',
  'file-column-missing',
  'file-decimal-mark-unclear',
  'file-date-order-unclear',
  'file-direction-unclear',
  'file-status-unclear',
  'file-row-invalid',
  'file-row-without-amount',
  'file-amount-too-fine',
  'file-balance-differs',
]);

type GivenTable = {
  readonly examined: Examined;
  readonly given: GivenMapping;
  readonly possible: PossibleDays;
  /** Whether to read the file although pages that it mentions are missing. */
  readonly isUnproved: boolean;
};

/**
 * Reads every row of a delimited file, or none. Only blank records, lines above the headings, sums, and notes below all rows are left out;
 * they are counted. The headings decide how the file is read. If they say too little, or if the balances refute that reading, the file is
 * read in the one way in which its balances hold.
 *
 * Throws a `Problem` that names the line, the column, or what a person must say about the file.
 */
export async function readDelimited<K extends SourceKind>(
  kind: K,
  {examined, given, possible, isUnproved}: GivenTable,
  onBytes: OnBytesRead,
): Promise<ReadTable<RowOf[K]>> {
  const {account, ...columns} = given.columns ?? {};
  const own = kind === 'bank' ? account : undefined;
  const about = {file: examined.name, kind, possible, given: own === undefined ? given : {...given, columns}};
  const head = headText(examined, examined.encoding);
  const byFigures = async () => {
    const layout = layoutByArithmetic(head, about);
    return layout === undefined ? undefined : await readBy(kind, examined, {layout, own, isUnproved}, onBytes);
  };
  /** Finds where the balances break in a table that nothing else explains. The table is never read in this way. */
  const placeOfBreak = async (): Promise<Problem | undefined> => {
    const layout = layoutOfHalf(head, about);
    if (layout === undefined) return undefined;
    const problem = await readBy(kind, examined, {layout, own, isUnproved}, onBytes).catch((found: unknown) => found);
    return problem instanceof Problem && problem.code === 'file-balance-differs' ? problem : undefined;
  };
  let table: ReadTable<RowOf[K]>;
  try {
    const named = layoutOf(head, about);
    const layout = given.columns?.['balance'] === '' ? named : withBalances(kind, head, named);
    table = await readBy(kind, examined, {layout, own, isUnproved}, onBytes);
  } catch (error) {
    if (!(error instanceof Problem) || !doubts.has(error.code)) throw error;
    const other = await byFigures().catch((second: unknown) => {
      throw second instanceof Problem && passedOn.has(second.code) ? second : error;
    });
    if (other !== undefined) return other;
    throw (unnamed.has(error.code) ? await placeOfBreak() : undefined) ?? error;
  }
  if (table.mapping.columns['balance'] === undefined || table.proof.by === 'balances') return table;
  // Balances that agree with some rows may agree with all of them in another reading.
  return (await byFigures().catch(() => undefined)) ?? table;
}

/** Problems of headings that say too little. */
const unnamed: ReadonlySet<ProblemCode> = new Set([
  'file-heading-missing',
  'file-column-missing',
  'file-heading-twice',
]);

/** Problems of the other reading that are reported instead of what the headings lack. */
const passedOn: ReadonlySet<ProblemCode> = new Set([
  'file-balance-differs',
  'file-direction-unclear',
  'file-currency-missing',
  'file-currency-differs',
]);

async function readBy<K extends SourceKind>(
  kind: K,
  examined: Examined,
  {
    layout,
    own,
    isUnproved,
  }: {readonly layout: Layout; readonly own: string | undefined} & Pick<GivenTable, 'isUnproved'>,
  onBytes: OnBytesRead,
): Promise<ReadTable<RowOf[K]>> {
  const file = examined.name;
  const {encoding} = examined;
  const accounts = accountsIn(file, kind, layout, own);
  const table = tableReader(kind, {file, layout, accounts, isUnproved});
  const read = await readRecords(examined, layout.separator, {take: table.take, onBytes});
  const {headingLine, isLastWhole, shown, sums, prove} = table.end();
  if (!read.isLineEnded && !isLastWhole) throw new Problem('file-cut-off', {file});
  const {rows, ...proved} = accounts.held(prove);
  const named = Object.entries(layout.columns).map(([field, column]) => [field, column.heading]);
  // A person may also have said that there is no such column. That holds for the next file too.
  const columns = {
    ...Object.fromEntries([...layout.said.map(field => [field, '']), ...named]),
    ...(own === undefined ? {} : {account: own}),
  };
  const said = layout.said.length === 0 ? {} : {said: layout.said};
  const mapping = {encoding, separator: layout.separator, ...shown, columns, currency: layout.currency, ...said};
  return {rows, sha256: read.sha256, mapping, headings: layout.headings, headingLine, sums, ...proved};
}

type TableOf = Pick<GivenTable, 'isUnproved'> & {
  readonly file: string;
  readonly layout: Layout;
  readonly accounts: Pick<ReturnType<typeof accountsIn>, 'above' | 'isOther'>;
};

function tableReader<K extends SourceKind>(kind: K, {file, layout, accounts, isUnproved}: TableOf) {
  const cells = cellsOf(file, layout);
  const make = rowMakers[kind];
  const check = checksOf(file, layout);
  const rows = new PackedRows<RowOf[K]>();
  const proof = proving(kind, {file, layout, isUnproved}, cells);
  const hasHeadings = !isBare(layout.headings);
  const fewest = hasHeadings ? layout.headings.findLastIndex(heading => heading !== '') + 1 : layout.headings.length;
  const watch = lastRowWatch(fieldAt(layout, fewest - 1));
  const shift = shiftWatch(layout);
  const pages = pagesWatch();
  const summing = summingIn(kind, layout);
  const isUndated = undatedIn(layout);
  /** Refunds that stand in the rows of their payments, by the index of the payment's row. */
  const refunds = new Map<number, RowOf[K]>();
  const {narration} = layout.columns;
  /** Whether a line only continues the narration of the row above it. If so, it is added to that narration. */
  const isContinued = (line: NumberedRecord): boolean => {
    if (narration === undefined) return false;
    if (!line.record.every((cell, index) => (index === narration.index) === (cell.trim() !== ''))) return false;
    const last = rows.at(-1);
    if (last === undefined || !('narration' in last)) return false;
    rows.put(rows.length - 1, {...last, narration: `${last.narration} ${cells.text(line, 'narration')}`.trim()});
    return true;
  };
  /**
   * A text of a provider's row that continues on a line of its own has no money in it. Only the balances can show that it is not a row of
   * its own.
   */
  let wrapped: NumberedRecord | undefined;
  const isWrapped = (line: NumberedRecord): boolean => {
    if (kind !== 'provider' || layout.columns.balance === undefined || rows.length === 0) return false;
    const filled = [...line.record.keys()].filter(index => line.record[index]?.trim() !== '');
    const [only] = filled;
    if (only === undefined || filled.length > 1 || !isText(layout, only)) return false;
    wrapped ??= line;
    return true;
  };
  let headingLine = 0;
  /** The number of sums and notes between the rows. */
  let sums = 0;
  const head: (readonly string[])[] = [];
  let pageLine = pageLinesOf(head, true);
  // A total or a note may be below all rows, at the end of a page, or be a row that only looks like one. Only the next row shows which.
  let totals: NumberedRecord[] = [];
  let notes: NumberedRecord[] = [];
  let last: 'row' | 'note' | 'headings' = 'row';
  const balance = (line: NumberedRecord) => {
    sums += 1;
    if (kind !== 'payout') proof.balance(line, rows.length); // payouts leave a balance, which also has its payments
  };
  const undated = (line: NumberedRecord) => {
    sums += 1;
    proof.undated(line);
  };
  /** A page has ended. Nothing between its rows and the headings of the next page is a row. */
  const turnPage = (page: PageLine | undefined, line: NumberedRecord) => {
    last = 'headings';
    proof.page(line.number, totals, rows.length);
    sums += totals.length + notes.length + (page === 'above' ? 1 : 0);
    [totals, notes] = [[], []];
  };
  const add = (line: NumberedRecord) => {
    if (rows.length === limits.rows)
      throw new Problem('file-too-large', {file, megabytes: limits.megabytes, rows: limits.rows});
    if (isContinued(line) || isWrapped(line)) return;
    checkRecord(file, line, fewest, layout.headings.length);
    const row = make(cells, line);
    check(line, row);
    proof.row(line, row, rows.length);
    const refund = refundIn(cells, line, row);
    if (refund !== undefined) refunds.set(rows.length, refund);
    rows.push(row);
    shift.note(line);
    watch.note(line.record[fewest - 1] ?? '');
  };
  /** Whether a line is the total of one day. It may stand between the entries of a bank, of which each has a day of its own. */
  const isOfDay = (line: NumberedRecord) =>
    kind === 'bank' && totals.includes(line) && line.record.some(saysTotalOfDay);
  /**
   * Adds what was held back as a total or a note, because it is a row after all. A line that repeats one above the headings may also be a
   * balance.
   */
  const addHeld = () => {
    for (const line of [...totals, ...notes].toSorted((a, b) => a.number - b.number))
      if (summing(line.record) === 'balance') balance(line);
      else if (isOfDay(line)) sums += 1;
      else if (isUndated(line.record)) undated(line);
      else add(line);
    [totals, notes] = [[], []];
  };
  /** A line that is not a row may say something about all rows. */
  const note = (line: NumberedRecord) => {
    pages.note(line, rows.length);
    const text = multipleNotice(line.record);
    if (text !== undefined) throw new Problem('file-in-multiples', {file, text});
  };
  const takeAbove = (line: NumberedRecord) => {
    head.push(line.record);
    note(line);
    accounts.above(line.record);
    const isLast = head.length > layout.preamble;
    if (isLast && hasHeadings) refuseMultiples(file, layout, line);
    if (hasHeadings) headingLine = Math.max(1, line.number);
    if (!isLast || !hasHeadings) proof.above(line);
    if (isLast) pageLine = pageLinesOf(head, !hasHeadings);
  };
  /**
   * Without headings, a page begins with the lines that stand above the first row. A balance among them may also repeat as a real balance.
   */
  const isPageStart = (page: PageLine | undefined, record: readonly string[]): boolean =>
    page === 'headings' || (page === 'above' && !hasHeadings && summing(record) !== 'balance');
  const takeBelow = (line: NumberedRecord, page: PageLine | undefined) => {
    const sum = page === undefined ? summing(line.record) : undefined;
    const isBetween = page !== undefined || (sum === undefined && rows.length > 0 && isNote(layout, line.record));
    last = isBetween ? 'note' : 'row';
    if (isBetween || sum !== undefined) note(line);
    if (page === 'number') sums += 1;
    else if (isBetween) notes.push(line);
    else if (sum === 'balance' || (sum === 'end' && rows.length + sums === 0)) balance(line);
    else if (sum === 'total' || sum === 'end') totals.push(line);
    else if (sum === 'undated') undated(line);
    else {
      addHeld();
      add(line);
    }
  };
  return {
    take(line: NumberedRecord): null {
      const {record} = line;
      if (head.length <= layout.preamble) {
        takeAbove(line);
        return null;
      }
      if (!isFilled(record)) return null;
      const page = pageLine(record);
      if (isPageStart(page, record)) {
        note(line);
        turnPage(page, line);
        return null;
      }
      if (page !== undefined || !accounts.isOther(record)) takeBelow(line, page);
      return null;
    },
    end() {
      const shown = cells.shown();
      const isLastWhole =
        last === 'note'
          ? isFramed(notes.at(-1)?.record ?? [])
          : last === 'row' && (totals.length > 0 || (rows.length > 0 && watch.isWhole(shown.decimalMark)));
      for (const each of [...totals, ...notes])
        if (summing(each.record) === 'end') proof.balance(each, rows.length);
        else proof.total(each, rows.length);
      return {
        headingLine,
        shown,
        isLastWhole,
        sums: sums + totals.length + notes.length,
        prove: (): ReturnType<typeof provedRows<RowOf[K]>> => {
          const proved = provedRows(rows, proof, refunds);
          // Unless the balances prove the file, the wrapped line is read as a row, and so refused.
          if (wrapped !== undefined && proved.proof.by !== 'balances') make(cells, wrapped);
          const shifted = proved.proof.by === 'nothing' ? shift.found() : undefined;
          if (shifted !== undefined)
            throw new Problem('file-row-uneven', {file, line: shifted.line, given: shifted.width, expected: fewest});
          const missing = partsMissing(file, pages, rows.length, isUnproved);
          if (missing === undefined) return proved;
          const {differs = []} = proved.proof.by === 'nothing' ? proved.proof : {};
          return {...proved, proof: {by: 'nothing', lookAt: linesToLookAt(rows), differs: [missing, ...differs]}};
        },
      };
    },
  };
}

/** Throws the `Problem` `file-in-multiples` if a heading of amounts says that they are in thousands or the like. */
function refuseMultiples(file: string, {columns}: Layout, {record}: NumberedRecord): void {
  for (const field of (Object.keys(columns) as HeadingField[]).filter(isAmountField)) {
    const {index = 0, heading = ''} = columns[field] ?? {};
    const text = [heading, record[index] ?? ''].find(isOfMultiples);
    if (text !== undefined) throw new Problem('file-in-multiples', {file, text: text.trim()});
  }
}

/**
 * Returns what the table mentions but its rows do not include. Throws the `Problem` `file-goes-on` or `file-part-missing`, unless a person
 * wants the file read anyway.
 */
function partsMissing(
  file: string,
  pages: ReturnType<typeof pagesWatch>,
  rows: number,
  isUnproved: boolean,
): Differing | undefined {
  const more = pages.goesOn(rows);
  const missing = pages.missing(rows);
  if (!isUnproved && more !== undefined) throw new Problem('file-goes-on', {file, text: more.text}).with({readWith});
  if (!isUnproved && missing !== undefined) throw new Problem('file-part-missing', {file, ...missing}).with({readWith});
  return more === undefined ? missing : {line: more.line, said: more.text, reached: String(rows)};
}

/** Returns the rows as they were proved. If the balances say more about a row than its cells do, the balances decide. */
function provedRows<Row extends AnyRow>(
  rows: PackedRows<Row>,
  proof: ReturnType<typeof proving>,
  refunds: ReadonlyMap<number, Row>,
) {
  const days = [rows.at(0), rows.at(-1)].map(row => dayOf(row));
  const {unmoved, amounts, ...proved} = proof.end(rows, days);
  for (const [index, amount] of amounts) {
    const row = rows.at(index);
    if (row !== undefined) rows.put(index, {...row, amount});
  }
  if (unmoved.size === 0 && refunds.size === 0) return {rows, unmoved: 0, ...proved};
  const moved = new PackedRows<Row>();
  let index = 0;
  for (const row of rows) {
    if (!unmoved.has(index)) moved.push(row);
    const refund = unmoved.has(index) ? undefined : refunds.get(index);
    if (refund !== undefined) moved.push(refund);
    index += 1;
  }
  return {rows: moved, unmoved: unmoved.size, ...proved};
}

type AnyRow = RowOf[SourceKind];
const dayOf = (row: AnyRow | undefined) => (row === undefined ? null : 'bookedOn' in row ? row.bookedOn : row.at);

/** Whether a column holds words for people, or nothing that is read. */
function isText(layout: Layout, index: number): boolean {
  const field = fieldAt(layout, index);
  return field === undefined || field === 'phone';
}

function fieldAt({columns}: Layout, index: number): HeadingField | undefined {
  return (Object.keys(columns) as HeadingField[]).find(field => columns[field]?.index === index);
}
