import {Problem} from '../core/problem.js';
import type {Differing, SourceKind} from '../core/reconcile/rows/row.js';
import type {accountsIn} from './accounts.js';
import {plainOf, thousandths} from './amount-text.js';
import {limits} from './bytes.js';
import {cellsOf, checkRecord} from './cells.js';
import {cellAt, type Layout, type NumberedRecord} from './columns.js';
import {isDate} from './date-text.js';
import {checksOf} from './deciding-columns.js';
import {type HeadingField, isAmountField, kindSaid} from './headings.js';
import {isFilled} from './layout.js';
import {isNote, isOfMultiples, multipleNotice} from './notices.js';
import {PackedRows} from './packed-rows.js';
import {type PageLine, pageLinesOf, pagesWatch} from './page-lines.js';
import {linesToLookAt, Proving, readWith} from './proving.js';
import {type MadeRow, mayMove, type RowOf, refundIn, rowMakers} from './row-makers.js';
import {lastRowWatch, mayBeShifted, shiftWatch} from './row-watches.js';
import {isBare} from './table-place.js';
import {isWithoutStatus, saysTotalOfDay, summingIn, undatedIn} from './total-rows.js';

export type TableOf = {
  /** Whether to read the file although pages that it mentions are missing. */
  readonly isUnproved: boolean;
  readonly file: string;
  readonly layout: Layout;
  readonly accounts: Pick<ReturnType<typeof accountsIn>, 'above' | 'isOther'>;
  /** What a total or a balance with a reference is; where nothing is said, each by itself. */
  readonly named: 'sums' | 'rows' | undefined;
  /** Takes note that this matters. */
  readonly byWords: {areNeeded: boolean};
};

/** A chargeback or a reversal names a charge, and is none. */
const saysCharge = (cell: string) =>
  cell.length <= longestWords &&
  (kindSaid(cell) === 'fee' || (kindSaid(cell) === 'payment' && /\bcharge\b/iu.test(cell)));

const longestWords = 60;

/** The receipt number of the payment that a row of a wallet is the charge for; null if it is the charge for none. */
function chargedReceipt({columns}: Layout, {record}: NumberedRecord, row: MadeRow): string | null {
  const isTaken = 'kind' in row && row.amount.startsWith('-') && ['fee', 'adjustment'].includes(row.kind);
  if (!isTaken || !mayMove(row.status) || !record.some(saysCharge)) return null;
  return cellAt(record, columns.linked?.index) || row.serviceReference;
}

/**
 * Adds charges to their payments, as their fees, and returns the indexes of their rows. Beside them, payments of a statement whose balances
 * hold and that has no charge for them were free.
 */
function withCharges<Row extends MadeRow>(
  rows: PackedRows<Row>,
  charges: ReadonlyMap<number, string>,
  isProved: boolean,
): ReadonlySet<number> {
  if (charges.size === 0) return new Set();
  const payments = new Map<string, number[]>();
  let at = 0;
  for (const row of rows) {
    const isPayment = 'kind' in row && row.kind === 'payment' && row.fee === null && !row.amount.startsWith('-');
    if (isPayment && mayMove(row.status)) payments.getOrInsertComputed(row.serviceReference ?? '', () => []).push(at);
    at += 1;
  }
  const fees = new Map<number, number>();
  const joined = new Set<number>();
  for (const [index, receipt] of charges) {
    const [only, second] = payments.get(receipt) ?? [];
    if (only === undefined || second !== undefined) continue;
    const [payment, charge] = [rows.at(only), rows.at(index)];
    if (charge === undefined || payment?.currency !== charge.currency) continue;
    fees.set(only, (fees.get(only) ?? 0) - (thousandths(charge.amount) ?? 0));
    joined.add(index);
  }
  if (joined.size > 0 && isProved)
    for (const free of [...payments.values()].flat()) fees.set(free, fees.get(free) ?? 0);
  for (const [index, fee] of fees) rows.put(index, {...rows.at(index), fee: plainOf(fee)} as Row);
  return joined;
}

/** Whether a record is framed: `*** End of statement ***`. A line that ends the way it begins was not cut off, even without a line end. */
const isFramed = (record: readonly string[]): boolean =>
  /^(?<mark>[*=_-])\k<mark>+[^*=_-].*\k<mark>{2}$/u.test(record.join(' ').trim());

/** Takes the lines of a table one after the other, and tells rows from headings, sums, notes and what only continues a row. */
export class TableReader<K extends SourceKind> {
  readonly #kind: K;
  readonly #of: TableOf;
  readonly #hasHeadings: boolean;
  /** The number of cells that a row must have. */
  readonly #fewest: number;
  readonly #cells: ReturnType<typeof cellsOf>;
  readonly #check: ReturnType<typeof checksOf>;
  readonly #proof: Proving;
  readonly #watch: ReturnType<typeof lastRowWatch>;
  readonly #shift: ReturnType<typeof shiftWatch>;
  readonly #pages = pagesWatch();
  readonly #summing: ReturnType<typeof summingIn>;
  readonly #isUndated: ReturnType<typeof undatedIn>;
  readonly #rows = new PackedRows<RowOf[K]>();
  /** Refunds that stand in the rows of their payments, by the index of the payment's row. */
  readonly #refunds = new Map<number, RowOf[K]>();
  /** What was charged for a payment in a row of its own: the payment's receipt number, by the index of the row. */
  readonly #charges = new Map<number, string>();
  readonly #head: (readonly string[])[] = [];
  #pageLine: ReturnType<typeof pageLinesOf>;
  #headingLine = 0;
  /** The number of sums and notes between the rows. */
  #sums = 0;
  // A total or a note may be below all rows, at the end of a page, or be a row that only looks like one. Only the next row shows which.
  #totals: NumberedRecord[] = [];
  #notes: NumberedRecord[] = [];
  #last: 'row' | 'note' | 'headings' = 'row';
  /** The last total between the rows, and the number of rows above it. */
  #totalled = {rows: 0, line: 0};
  /** A provider's text that continues on its own line has no money. Only balances can show that it is not a row. */
  #wrapped: NumberedRecord | undefined;

  constructor(kind: K, of: TableOf) {
    const {file, layout, isUnproved} = of;
    this.#kind = kind;
    this.#of = of;
    this.#hasHeadings = !isBare(layout.headings);
    const filled = layout.headings.findLastIndex(heading => heading !== '') + 1;
    this.#fewest = this.#hasHeadings ? filled : layout.headings.length;
    this.#cells = cellsOf(file, layout);
    this.#check = checksOf(file, layout);
    this.#proof = new Proving(kind, {file, layout, isUnproved, cells: this.#cells});
    this.#watch = lastRowWatch(fieldAt(layout, this.#fewest - 1));
    this.#shift = shiftWatch(layout);
    this.#summing = summingIn(kind, layout);
    this.#isUndated = undatedIn(layout);
    this.#pageLine = pageLinesOf(this.#head, true);
  }

  take(written: NumberedRecord): null {
    const line = this.#decoded(written);
    const {record} = line;
    if (this.#head.length <= this.#of.layout.preamble) {
      this.#takeAbove(line);
      return null;
    }
    if (!isFilled(record)) return null;
    const page = this.#pageLine(record);
    if (this.#isPageStart(page, record)) {
      this.#note(line);
      this.#turnPage(page, line);
      return null;
    }
    if (page !== undefined || !this.#of.accounts.isOther(record)) this.#takeBelow(line, page);
    return null;
  }

  end() {
    const shown = this.#cells.shown();
    const isRowWhole = this.#rows.length > 0 && this.#watch.isWhole(shown.decimalMark);
    const isLastWhole =
      this.#last === 'note'
        ? isFramed(this.#notes.at(-1)?.record ?? [])
        : this.#last === 'row' && (this.#totals.length > 0 || isRowWhole);
    const below = [...this.#totals, ...this.#notes];
    for (const each of below)
      if (this.#summing(each.record) === 'named balance') this.#proof.balance(each, this.#rows.length);
      else this.#proof.total(each, this.#rows.length);
    const sums = this.#sums + below.length;
    const around = [...(this.#hasHeadings ? this.#head.slice(0, -1) : this.#head), ...below.map(({record}) => record)];
    return {around, headingLine: this.#headingLine, shown, isLastWhole, sums, prove: () => this.#prove()};
  }

  #prove(): ReturnType<typeof provedRows<RowOf[K]>> {
    const {file, isUnproved} = this.#of;
    const proved = provedRows(this.#rows, this.#proof, {refunds: this.#refunds, charges: this.#charges});
    // Unless the balances prove the file, the wrapped line is read as a row, and so refused.
    if (this.#wrapped !== undefined && proved.proof.by !== 'balances')
      rowMakers[this.#kind](this.#cells, this.#wrapped);
    const shifted = proved.proof.by === 'nothing' ? this.#shift.found() : undefined;
    if (shifted !== undefined)
      throw new Problem('file-row-uneven', {file, line: shifted.line, given: shifted.width, expected: this.#fewest});
    const missing = partsMissing(file, this.#pages, this.#rows.length, isUnproved);
    if (missing === undefined) return proved;
    const {differs = []} = proved.proof.by === 'nothing' ? proved.proof : {};
    return {...proved, proof: {by: 'nothing', lookAt: linesToLookAt(this.#rows), differs: [missing, ...differs]}};
  }

  /** The line with a word instead of a code that only its balances explain. */
  #decoded(line: NumberedRecord): NumberedRecord {
    const {index = 0, codes} = this.#of.layout.columns.direction ?? {};
    const word = codes?.get((line.record[index] ?? '').trim());
    return word === undefined ? line : {...line, record: line.record.with(index, word)};
  }

  #takeAbove(line: NumberedRecord): void {
    const {file, layout, accounts} = this.#of;
    this.#head.push(line.record);
    this.#note(line);
    accounts.above(line.record);
    const isLast = this.#head.length > layout.preamble;
    if (isLast && this.#hasHeadings) refuseMultiples(file, layout, line);
    if (this.#hasHeadings) this.#headingLine = Math.max(1, line.number);
    if (!isLast || !this.#hasHeadings) this.#proof.above(line);
    if (isLast) this.#pageLine = pageLinesOf(this.#head, !this.#hasHeadings);
  }

  #takeBelow(line: NumberedRecord, page: PageLine | undefined): void {
    const rows = this.#rows.length;
    const sum = page === undefined ? this.#sumIn(line.record) : undefined;
    const isBetween = page !== undefined || (sum === undefined && rows > 0 && isNote(this.#of.layout, line.record));
    this.#last = isBetween ? 'note' : 'row';
    if (isBetween || sum !== undefined) this.#note(line);
    if (page === 'number') this.#sums += 1;
    else if (isBetween) this.#notes.push(line);
    else if (sum === 'balance') this.#balance(line);
    else if (sum === 'total' || sum === 'named balance') this.#totals.push(line);
    else if (sum === 'undated') this.#undated(line);
    else if (sum === 'dated total') this.#totalBetween(line);
    else {
      this.#addHeld();
      this.#add(line);
    }
  }

  /** What is not a row, as far as that is known where it stands. A named balance between rows, or one of the names, may be a row. */
  #sumIn(record: readonly string[]): ReturnType<ReturnType<typeof summingIn>> {
    const {named, layout} = this.#of;
    const sum = this.#summing(record);
    const isFirst = this.#rows.length + this.#sums === 0;
    if (sum === 'named balance') return named === 'sums' || isFirst ? 'balance' : sum;
    if (sum !== 'named total') return sum;
    this.#of.byWords.areNeeded = true;
    // A customer may be called Total.
    return named === 'rows' || (named === undefined && !isWithoutStatus(layout.columns, record))
      ? undefined
      : 'dated total';
  }

  /** Without headings, a page begins with the lines above the first row. A balance among them may repeat as a real one. */
  #isPageStart(page: PageLine | undefined, record: readonly string[]): boolean {
    return page === 'headings' || (page === 'above' && !this.#hasHeadings && this.#summing(record) !== 'balance');
  }

  /** A page has ended. Nothing between its rows and the headings of the next page is a row. */
  #turnPage(page: PageLine | undefined, line: NumberedRecord): void {
    this.#last = 'headings';
    this.#proof.page(line.number, this.#totals, this.#rows.length);
    this.#sums += this.#totals.length + this.#notes.length + (page === 'above' ? 1 : 0);
    [this.#totals, this.#notes] = [[], []];
  }

  /** A line that is not a row may say something about all rows. */
  #note(line: NumberedRecord): void {
    this.#pages.note(line, this.#rows.length);
    // Beside a day, an apostrophe makes a text of a reference of zeros.
    const isDated = line.record.some(cell => isDate(cell.trim()));
    const text = multipleNotice(isDated ? line.record.filter(cell => !/^'0+$/u.test(cell.trim())) : line.record);
    if (text !== undefined) throw new Problem('file-in-multiples', {file: this.#of.file, text});
  }

  /** A total that a row may follow is of all rows before it, or of those since the last. Nobody knows which rows it leaves out. */
  #totalBetween(line: NumberedRecord): void {
    this.#sums += 1;
    this.#proof.total(line, this.#rows.length, this.#totalled);
    this.#totalled = {rows: this.#rows.length, line: line.number};
  }

  #balance(line: NumberedRecord): void {
    this.#sums += 1;
    if (this.#kind !== 'payout') this.#proof.balance(line, this.#rows.length); // payouts leave a balance, which also has its payments
  }

  #undated(line: NumberedRecord): void {
    this.#sums += 1;
    this.#proof.undated(line);
  }

  /**
   * Adds what was held back as a bank's total or a note, because it is a row after all. A line that repeats one above the headings may also be a
   * balance. The total of one day may stand between the entries of a bank, of which each has a day of its own.
   */
  #addHeld(): void {
    const isOfDay = (line: NumberedRecord) =>
      this.#kind === 'bank' && this.#totals.includes(line) && line.record.some(saysTotalOfDay);
    for (const line of [...this.#totals, ...this.#notes].toSorted((a, b) => a.number - b.number))
      if (this.#summing(line.record) === 'balance') this.#balance(line);
      else if (isOfDay(line)) this.#sums += 1;
      else if (this.#isUndated(line.record)) this.#undated(line);
      else if (this.#summing(line.record) === 'named balance') this.#namedBalance(line);
      else if (this.#kind !== 'bank' && this.#totals.includes(line)) this.#totalBetween(line);
      else this.#add(line);
    [this.#totals, this.#notes] = [[], []];
  }

  #namedBalance(line: NumberedRecord): void {
    this.#of.byWords.areNeeded = true;
    if (this.#of.named === 'rows') this.#add(line);
    else this.#sums += 1;
  }

  #add(line: NumberedRecord): void {
    const {file, layout} = this.#of;
    const index = this.#rows.length;
    if (index === limits.rows)
      throw new Problem('file-too-large', {file, megabytes: limits.megabytes, rows: limits.rows});
    if (this.#isContinued(line) || this.#isWrapped(line)) return;
    checkRecord(file, line, this.#fewest, layout.headings.length);
    const row = this.#rowOf(line);
    this.#proof.row(line, row, index);
    const refund = refundIn(this.#cells, line, row);
    if (refund !== undefined) this.#refunds.set(index, refund);
    const receipt = chargedReceipt(layout, line, row);
    if (receipt !== null) this.#charges.set(index, receipt);
    this.#rows.push(row);
    this.#shift.note(line);
    this.#watch.note(line.record[this.#fewest - 1] ?? '');
  }

  /** If a separator in a text has moved the cells of a row, the problem is the row, and not the first cell that makes no sense. */
  #rowOf(line: NumberedRecord): RowOf[K] {
    const {file, layout} = this.#of;
    try {
      const row = rowMakers[this.#kind](this.#cells, line);
      this.#check(line, row);
      return row;
    } catch (error) {
      const [given, expected] = [line.record.length, layout.headings.length];
      if (given <= expected || !mayBeShifted(layout)(line.record)) throw error;
      throw new Problem('file-row-uneven', {file, line: line.number, given, expected});
    }
  }

  /** Whether a line only continues the narration of the row above it. If so, it is added to that narration. */
  #isContinued(line: NumberedRecord): boolean {
    const {narration} = this.#of.layout.columns;
    if (narration === undefined) return false;
    if (!line.record.every((cell, index) => (index === narration.index) === (cell.trim() !== ''))) return false;
    const last = this.#rows.at(-1);
    if (last === undefined || !('narration' in last)) return false;
    const text = `${last.narration} ${this.#cells.text(line, 'narration')}`.trim();
    this.#rows.put(this.#rows.length - 1, {...last, narration: text});
    return true;
  }

  #isWrapped(line: NumberedRecord): boolean {
    const {layout} = this.#of;
    if (this.#kind !== 'provider' || layout.columns.balance === undefined || this.#rows.length === 0) return false;
    const [only, second] = [...line.record.keys()].filter(index => line.record[index]?.trim() !== '');
    if (only === undefined || second !== undefined || !isText(layout, only)) return false;
    this.#wrapped ??= line;
    return true;
  }
}

/** Throws the `Problem` `file-in-multiples` if a heading of amounts says that they are in thousands or the like. */
function refuseMultiples(file: string, {columns}: Layout, {record}: NumberedRecord): void {
  for (const field of (Object.keys(columns) as HeadingField[]).filter(isAmountField)) {
    const {index = 0, heading = ''} = columns[field] ?? {};
    const text = [heading, record[index] ?? ''].find(isOfMultiples);
    if (text !== undefined) throw new Problem('file-in-multiples', {file, text: text.trim()});
  }
}

/** Returns what a table mentions but does not include. Throws `file-goes-on`, `file-part-missing`, unless a person wants it anyway. */
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
function provedRows<Row extends MadeRow>(
  rows: PackedRows<Row>,
  proof: Proving,
  {refunds, charges}: {readonly refunds: ReadonlyMap<number, Row>; readonly charges: ReadonlyMap<number, string>},
) {
  const days = [rows.at(0), rows.at(-1)].map(row => dayOf(row));
  const {unmoved, amounts, fees, ...proved} = proof.end(rows, days);
  for (const [index, amount] of amounts) {
    const row = rows.at(index);
    const fee = fees.get(index);
    if (row !== undefined) rows.put(index, {...row, amount, ...(fee !== undefined && {fee})});
  }
  const charged = withCharges(rows, charges, ['balances', 'closing'].includes(proved.proof.by));
  const found = {unmoved: unmoved.size, ...proved};
  if (unmoved.size + refunds.size + charged.size === 0) return {rows, ...found};
  const moved = new PackedRows<Row>();
  let index = 0;
  for (const row of rows) {
    const isMoved = !unmoved.has(index) && !charged.has(index);
    if (isMoved) moved.push(row);
    const refund = isMoved ? refunds.get(index) : undefined;
    if (refund !== undefined) moved.push(refund);
    index += 1;
  }
  return {rows: moved, ...found};
}

const dayOf = (row: MadeRow | undefined) => (row === undefined ? null : 'bookedOn' in row ? row.bookedOn : row.at);

/** Whether a column holds words for people, or nothing that is read. */
function isText(layout: Layout, index: number): boolean {
  const field = fieldAt(layout, index);
  return field === undefined || field === 'phone';
}

const fieldAt = ({columns}: Layout, index: number): HeadingField | undefined =>
  (Object.keys(columns) as HeadingField[]).find(field => columns[field]?.index === index);
