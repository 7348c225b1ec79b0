import {Problem} from '../core/problem.js';
import {type DifferingFigure, distinctIn, type Proof, type Rows, type SourceKind} from '../core/reconcile/rows/row.js';
import {fileStandingReader} from '../core/reconcile/rows/standing.js';
import type {AmountCells} from './amount-cells.js';
import {currencyInCell, negated, plainAmount, plainOf, shownMark, thousandths} from './amount-text.js';
import {type Balances, movedBy, type ProvableRow, type RowCharges, runningBalances} from './balances.js';
import {cellAt, isNothing, type Layout, type NumberedRecord} from './columns.js';
import {type AmountField, type HeadingField, plainWords, taxFields} from './headings.js';
import {type StatedAs, saysCarried, standingAs, statedAs, statedIn} from './stated.js';
import {closingsThatHold, type Printed, type Standing, totalsHeld} from './sums.js';
import type {FileOrder} from './table-figures.js';
import {pairOf} from './table-figures.js';
import {saysTotalOfDay, standingOf} from './total-rows.js';

/** What was proved, and the rows about which the balances say more than their own cells do. */
type Proved = {
  readonly proof: Proof;
  /** By index: `unmoved` moved nothing though they do not say so; `amounts` has what moved another amount than they say, `fees` their own. */
  readonly unmoved: ReadonlySet<number>;
  readonly amounts: ReadonlyMap<number, string>;
  readonly fees: ReadonlyMap<number, string>;
  /** Words of the status that no table lists, but whose rows moved money. */
  readonly paidWords: readonly string[];
  /** The lines of the first few rows that nothing proves, in a file whose other rows are proved by balances. */
  readonly untested: readonly number[];
};

const summedFields: Readonly<Record<SourceKind, readonly AmountField[]>> = {
  provider: ['amount', 'credit', 'debit', 'fee', 'tax', 'net'],
  payout: ['amount', 'credit', 'debit'],
  bank: ['amount', 'credit', 'debit'],
};

type ProvedFile = {
  readonly file: string;
  readonly layout: Layout;
  readonly isUnproved: boolean;
  readonly cells: Pick<AmountCells, 'mark' | 'isGivenBack' | 'endOfAmounts'>;
};

/** Words of banks for a balance that they carry from page to page, or from one statement to the next. */
const carried =
  /(?<!\p{L})(?:[bc] ?[fd]|[bc] fwd|brought|carried|forward|reporter?|transportar|transporteren|sigue|mbele|منقول|مرحل)(?!\p{L})/u;

/** Returns whether a cell names a balance that is carried from page to page, or from one statement to the next. */
const isCarried = (cell: string): boolean =>
  saysCarried(cell) || (standingAs(cell) !== undefined && carried.test(plainWords(cell)));

/**
 * Checks what a file says about itself against its rows: running balances while the rows are read, then opening and closing balances,
 * totals and counts. Totals and counts may differ if a person wants the file read unproved. `end` throws a `Problem` for a file that
 * contradicts itself, with the place (`file-balance-differs`, `file-total-differs`), `file-direction-unclear` if nothing shows the
 * direction of the money, and `file-status-unclear` if the balances leave open which rows moved money.
 */
export class Proving {
  readonly #kind: SourceKind;
  readonly #about: ProvedFile;
  readonly #read = fileStandingReader();
  readonly #summed: readonly AmountField[];
  readonly #balances: ReturnType<typeof runningBalances> | undefined;
  readonly #words = new Map<number, string>();
  readonly #above: (readonly [number, StatedAs, string])[] = [];
  readonly #standing: Standing[] = [];
  readonly #printed: Printed[] = [];
  readonly #charges = new Map<number, RowCharges>();
  /** The fees of the payer in rows that do not say which way money went. */
  readonly #payerFees = new Map<number, string>();
  readonly #ends: {readonly as: 'opening' | 'closing'; readonly before: number}[] = [];
  readonly #undated: ProvableRow[] = [];
  #lastCurrency: string;
  /** The index of the first row of this page, in a file with several pages, and the line on which it begins. */
  #pageStart = 0;
  #pageSince = 0;
  #isPaged = false;

  constructor(kind: SourceKind, about: ProvedFile) {
    this.#kind = kind;
    this.#about = about;
    const {columns, signs, currency} = about.layout;
    // Of several taxes, a row only has the sum, and of the fees of both sides only one.
    this.#summed = summedFields[kind].filter(
      field => !(field === 'tax' && columns.tax2) && !(field === 'fee' && columns.payerFee),
    );
    if (columns.balance !== undefined) this.#balances = runningBalances(kind, columns, signs === 'none');
    this.#lastCurrency = currency ?? '';
  }

  above({number, record}: NumberedRecord): void {
    for (const [as, text] of statedIn(record)) this.#above.push([number, as, text]);
  }

  row({record}: NumberedRecord, row: ProvableRow, index: number): void {
    this.#lastCurrency = row.currency;
    if (this.#balances === undefined) return;
    if (index === 0) this.#fromAbove('before');
    const isUnsigned = this.#about.layout.signs === 'none';
    const word = this.#doubtfulWord(record);
    if (word !== undefined) this.#words.set(index, word);
    const charged = this.#chargesOf(record, row);
    if (this.#kind === 'bank' && charged.fee + charged.taxes > 0) this.#charges.set(index, charged);
    const ofPayer = isUnsigned ? this.#figure(this.#cellOf(record, 'payerFee')) : undefined;
    if (ofPayer !== undefined) this.#payerFees.set(index, plainOf(ofPayer));
    const chargedOut = ofPayer === undefined ? charged : {...charged, fee: Math.abs(ofPayer)};
    this.#balances.row(row, this.#balanceBeside(record, row), {index, isUnsigned, word}, charged, chargedOut);
  }

  balance({number, record}: NumberedRecord, rows: number): void {
    const value = this.#balanceOf(record);
    if (value === undefined) return;
    const as = record.map(cell => standingOf(this.#kind, cell)).find(each => each !== undefined);
    if (this.#balances === undefined) {
      if (as !== undefined)
        this.#standing.push({line: number, as, isCarried: record.some(isCarried), figure: value, before: rows});
      return;
    }
    if (as !== undefined) this.#ends.push({as, before: rows});
    this.#balances.balance(number, this.#currencyOf(record), value);
  }

  /** Takes what has an amount but no day. It is not a row. */
  undated({number: line, record}: NumberedRecord): void {
    const value = this.#balanceOf(record);
    if (value === undefined) return;
    this.#undated.push({line, amount: plainOf(value), currency: this.#currencyOf(record), status: ''});
  }

  /** Another page begins on this line, before the row with this index. These sums end the page before it. */
  page(line: number, sums: readonly NumberedRecord[], rows: number): void {
    this.#isPaged = true;
    for (const each of sums) this.total(each, rows);
    this.#pageStart = rows;
    this.#pageSince = line;
  }

  /**
   * Takes a sum before the row with this index. One of only some rows is ignored, except that of a page among several and one between rows,
   * which are those since the last.
   */
  total({number, record}: NumberedRecord, rows: number, last?: {readonly rows: number; readonly line: number}): void {
    const {currency: usual} = this.#about.layout;
    const as = record.map(statedAs).find(each => each !== undefined) ?? 'total';
    const isBetween = last !== undefined;
    if (!isBetween && record.some(cell => (this.#isPaged ? ofGroup : ofPart).test(cell) || saysTotalOfDay(cell)))
      return;
    const currency = currencyInCell(this.#cellOf(record, 'currency'), usual) ?? usual ?? '';
    const page = isBetween ? ([last.rows, rows || Infinity] as const) : ([this.#pageStart, rows] as const);
    const about = {line: number, page, since: last?.line ?? this.#pageSince, currency, isBetween};
    const before = this.#printed.length;
    if (as !== 'count') for (const field of this.#summed) this.#print(about, as, field, this.#cellOf(record, field));
    if (this.#printed.length > before) return;
    for (const [said, text] of statedIn(record)) this.#print(about, said, null, text);
  }

  end(rows: Rows<ProvableRow>, days: readonly (string | null)[]): Proved {
    const {file, layout, isUnproved, cells} = this.#about;
    this.#fromAbove('behind');
    const found = this.#balances?.end(orderBy(this.#ends, rows.length) ?? orderOf(days)) ?? {kind: 'none'};
    refuse({file, kind: this.#kind}, layout, found);
    const {closing, totals, differing} = this.#held(rows);
    const [refused] = isUnproved ? [] : differing.filter(({isBetween}) => !isBetween);
    refuseFigure(file, refused);
    const agreed = found.kind === 'agreed' ? found : undefined;
    const proof = proofOf({balances: agreed?.agreed ?? 0, closing: closing(), totals}, rows);
    const untested = (agreed?.untested ?? []).map(({line}) => line);
    cells.endOfAmounts({isProved: ['balances', 'closing'].includes(proof.by), untested});
    if (isSignless(layout, rows) && !decidesSigns(this.#kind, proof, found, rows, days))
      throw new Problem('file-direction-unclear', {
        file,
        column: layout.columns.amount?.heading ?? '',
        text: rows.at(0)?.amount ?? '',
        by: 'signs',
      });
    return {
      proof: withDiffering(proof, differing, rows),
      untested: totals === 0 ? untested.slice(0, mostUntested) : [],
      ...(agreed === undefined ? asTheyAre : this.#corrected(agreed, rows)),
    };
  }

  #figure(cell = ''): number | undefined {
    const text = cell.trim();
    if (isNothing(text)) return undefined;
    const shown = this.#about.cells.mark() ?? shownMark(text);
    const plain = plainAmount(text, shown === 'either' || shown === undefined ? '.' : shown);
    return plain === undefined ? undefined : thousandths(plain);
  }

  #cellOf(record: readonly string[], field: HeadingField): string {
    return cellAt(record, this.#about.layout.columns[field]?.index);
  }

  #currencyOf(record: readonly string[]): string {
    return currencyInCell(this.#cellOf(record, 'currency'), this.#about.layout.currency) ?? this.#lastCurrency;
  }

  /** The word of a row that may say that it moved nothing. */
  #doubtfulWord(record: readonly string[]): string | undefined {
    const word = this.#cellOf(record, 'status');
    return word === '' || this.#read(word) === 'paid' ? undefined : word;
  }

  #chargesOf(record: readonly string[], row: ProvableRow): RowCharges {
    const sizeOf = (field: HeadingField) => Math.abs(this.#figure(this.#cellOf(record, field)) ?? 0);
    return {
      fee: row.fee == null ? sizeOf('fee') : Math.abs(thousandths(row.fee) ?? 0),
      taxes: taxFields.reduce((sum, field) => sum + sizeOf(field), 0),
    };
  }

  /** A balance that cannot be read is not ignored: a row next to it could be missing. */
  #balanceBeside(record: readonly string[], {line}: ProvableRow): number | undefined {
    const text = this.#cellOf(record, 'balance');
    const balance = this.#figure(text);
    if (balance !== undefined || isNothing(text)) return balance;
    const {file, layout} = this.#about;
    const column = layout.columns.balance?.heading ?? '';
    throw new Problem('file-row-invalid', {form: 'table', file, line, column, text});
  }

  #balanceOf(record: readonly string[]): number | undefined {
    const own = this.#figure(this.#cellOf(record, 'balance'));
    if (own !== undefined) return own;
    const [amount, credit, debit] = (['amount', 'credit', 'debit'] as const).map(field =>
      this.#figure(this.#cellOf(record, field)),
    );
    return amount ?? pairOf(credit, debit);
  }

  /** Balances above rows that have running balances stand before the first row or after the last, depending on the order of the file. */
  #fromAbove(place: 'before' | 'behind'): void {
    const orders: Readonly<Record<string, FileOrder>> =
      place === 'before'
        ? {opening: 'oldest-first', closing: 'newest-first'}
        : {opening: 'newest-first', closing: 'oldest-first'};
    for (const [line, as, text] of this.#above) {
      const order = orders[as];
      const value = this.#figure(text);
      if (order === undefined || value === undefined) continue;
      this.#balances?.balance(line, this.#lastCurrency, value, order);
    }
  }

  /** Balances above rows without running balances apply to all rows. How they are written is only known from the rows. */
  #standingAbove(): readonly Standing[] {
    return this.#above.flatMap(([line, as, text]) => {
      const value = this.#figure(text);
      return value === undefined || (as !== 'opening' && as !== 'closing')
        ? []
        : [{line, as, isCarried: false, figure: value, before: 0}];
    });
  }

  #print(about: Omit<Printed, 'as' | 'field' | 'figure'>, as: StatedAs, field: AmountField | null, text: string): void {
    const value = this.#figure(text);
    if (value === undefined || as === 'opening' || as === 'closing') return;
    this.#printed.push({...about, as, field, figure: value});
  }

  /** How many closing balances and totals agree with the rows, and the totals that do not. */
  #held(rows: Rows<ProvableRow>) {
    const {file, layout, cells} = this.#about;
    const page = [0, rows.length] as const;
    for (const [line, as, text] of this.#above)
      this.#print({line, page, since: 0, currency: '', isBetween: false}, as, null, text);
    const isPaid = ({status}: ProvableRow) => status === '' || this.#read(status) === 'paid';
    const {isGivenBack} = cells;
    const about = {file, columns: layout.columns, rows, isPaid, isGivenBack, undated: this.#undated};
    // If there are several currencies, only a count has a meaning without one.
    const isOne = new Set(distinctIn(rows, 'currency')).size <= 1;
    const printed = isOne ? this.#printed : this.#printed.filter(({as, currency}) => as === 'count' || currency !== '');
    const {held: totals, differing} = totalsHeld(about, printed);
    const isWithoutBalances = this.#balances === undefined || rows.length === 0;
    const standing = isWithoutBalances && isOne ? [...this.#standingAbove(), ...this.#standing] : [];
    return {totals, differing, closing: () => (standing.length === 0 ? 0 : closingsThatHold(about, standing))};
  }

  #corrected({idle, moving, taken, moved}: Extract<Balances, {kind: 'agreed'}>, rows: Rows<ProvableRow>) {
    const isIdle = (word: string) => idle.has(word) && this.#read(word) === 'unknown';
    const unmoved = new Set([...this.#words].filter(([, word]) => isIdle(word)).map(([index]) => index));
    const amounts = new Map([...taken].map(index => [index, negated(rows.at(index)?.amount ?? '')]));
    if (this.#kind === 'bank' && moved !== 'amount')
      for (const [index, each] of this.#charges)
        amounts.set(index, plainOf(movedBy(withAmount(rows.at(index), amounts.get(index)), moved, each)));
    const places = new Map<string, number>();
    if (moving.size > 0) for (const [index, word] of this.#words) places.set(word, index);
    const paidWords = [...moving].flatMap(word => {
      const {status} = rows.at(places.get(word) ?? rows.length) ?? blank;
      return !idle.has(word) && status !== '' && this.#read(status) === 'unknown' ? [status] : [];
    });
    const fees = new Map([...this.#payerFees].filter(([index]) => taken.has(index)));
    return {unmoved, amounts, fees, paidWords};
  }
}

const mostUntested = 3;

/** Words of a total that covers only some of the rows: those of a page, which may be the only one known of several, or those of a group. */
const ofPart = /\b(?:page|sub|sous)\b/iu;
const ofGroup = /\b(?:sub|sous)\b/iu;

const asTheyAre = {
  unmoved: new Set<number>(),
  amounts: new Map<number, string>(),
  fees: new Map<number, string>(),
  paidWords: [],
};
const blank = {line: 0, amount: '0', currency: '', status: ''};
const withAmount = (row: ProvableRow = blank, amount = row.amount) => ({...row, amount});

function refuse(
  {file, kind}: {readonly file: string; readonly kind: SourceKind},
  layout: Layout,
  found: Balances,
): void {
  const {columns} = layout;
  if (found.kind === 'broken' && found.isOfThese) {
    const {line, stated, reached} = found.at;
    throw new Problem('file-balance-differs', {
      file,
      line,
      balance: plainOf(stated),
      reached: plainOf(reached),
      // A wallet may leave out what a person did not ask for, but states the balance of all that it did.
      form: kind === 'provider' ? 'wallet' : 'table',
    });
  }
  if (found.kind === 'unclear' && found.word !== undefined && !layout.said.includes('status')) {
    const {heading = ''} = columns.status ?? {};
    throw new Problem('file-status-unclear', {file, column: heading, text: found.word});
  }
  if (found.kind === 'unclear' && layout.signs === 'none')
    throw new Problem('file-direction-unclear', {file, column: columns.amount?.heading ?? '', text: '', by: 'signs'});
  if (found.kind !== 'unexplained') return;
  const {heading = ''} = columns.amount ?? {};
  throw new Problem('file-direction-unclear', {file, column: heading, text: plainOf(found.row.moved), by: 'signs'});
}

function proofOf(
  {balances, closing, totals}: {readonly balances: number; readonly closing: number; readonly totals: number},
  rows: Rows<ProvableRow>,
): Proof {
  if (balances > 0) return {by: 'balances', count: balances};
  if (closing > 0) return {by: 'closing', count: closing};
  if (totals > 0) return {by: 'totals', count: totals};
  return {by: 'nothing', lookAt: linesToLookAt(rows)};
}

function refuseFigure(file: string, first: DifferingFigure | undefined): void {
  if (first === undefined) return;
  const {line, said: text, reached} = first;
  throw new Problem('file-total-differs', {file, line, text, reached, form: 'table'}).with({readWith});
}

/** Figures that agree prove nothing if others differ. What stands between the rows need not hold if balances prove them. */
function withDiffering(
  proof: Proof,
  differing: ReturnType<typeof totalsHeld>['differing'],
  rows: Rows<ProvableRow>,
): Proof {
  const isProved = ['balances', 'closing'].includes(proof.by);
  const differs = differing.flatMap(({isBetween, ...figure}) => (isBetween && isProved ? [] : [figure]));
  return differs.length === 0
    ? proof
    : {by: 'nothing', lookAt: linesToLookAt(rows), differs: differs.slice(0, mostDiffering)};
}

/** The file's order by balances that say whether they open or close, if before or after all rows. Others are a page's. */
function orderBy(
  ends: readonly {readonly as: 'opening' | 'closing'; readonly before: number}[],
  rows: number,
): FileOrder | undefined {
  const outer = ends.filter(({before}) => before === 0 || before === rows);
  const orders = new Set(
    outer.map(({as, before}) => ((as === 'opening') === (before === 0) ? 'oldest-first' : 'newest-first')),
  );
  const [order, second] = orders;
  return second === undefined ? order : undefined;
}

/** The order of the file by its first and last day, if these differ. */
function orderOf(days: readonly (string | null)[]): FileOrder | undefined {
  const known = days.filter(day => day !== null && /^\d{4}-\d\d-\d\d/.test(day));
  const [first = '', last = ''] = [known[0] ?? '', known.at(-1) ?? ''];
  if (first === last) return undefined;
  return first < last ? 'oldest-first' : 'newest-first';
}

/** Whether nothing in a file shows the direction of the money of any row. */
function isSignless({columns, said, signs}: Layout, rows: Rows<ProvableRow>): boolean {
  if (columns.amount === undefined || columns.direction !== undefined) return false;
  if (signs !== undefined || said.includes('direction')) return false;
  return rows.length > 0 && Iterator.from(rows).every(({amount}) => !amount.startsWith('-'));
}

/**
 * Whether the balances show the direction of every row. Balances that rise by each amount show it for every row between two of them. An
 * exception are rows that all have one amount and another order than their days: read from below, the balances fall just as well. A
 * provider's rows bring money in unless something says otherwise.
 */
function decidesSigns(
  kind: SourceKind,
  proof: Proof,
  found: Balances,
  rows: Rows<ProvableRow>,
  days: readonly (string | null)[],
): boolean {
  if (proof.by === 'closing') return true;
  const isProvider = kind !== 'bank';
  if (found.kind !== 'agreed' || (!isProvider && found.untested.length > 0)) return isProvider;
  const order = orderOf(days);
  return (
    order === found.order ||
    (isProvider && order === undefined) ||
    hasSeveral(
      Iterator.from(rows)
        .filter(({line}) => !found.untested.some(each => each.line === line))
        .map(({amount}) => Number(amount)),
    )
  );
}

function hasSeveral(values: Iterable<unknown>): boolean {
  const [first, ...others] = new Set(values);
  return first !== undefined && others.length > 0;
}

/** The option with which a person who has looked at the rows has a file read anyway. */
export const readWith = '--unproved';

/** The most differences between a file's own figures and its rows that are reported. */
export const mostDiffering = 10;

type Shown = {readonly line: number; readonly amount: string};

/** Returns the lines of up to three rows that best prove a reading: the largest, a debit, and the last; `doubtful` ones first. */
export function linesToLookAt(rows: Rows<Shown>, doubtful: readonly number[] = []): readonly number[] {
  let largest: Shown | undefined;
  let taken: Shown | undefined;
  for (const row of rows) {
    if (largest === undefined || sizeOf(row) > sizeOf(largest)) largest = row;
    if (row.amount.startsWith('-')) taken ??= row;
  }
  const lines = [largest, taken ?? rows.at(0), rows.at(-1)].flatMap(row => row?.line ?? []);
  return [...new Set([...doubtful, ...lines])].slice(0, most).sort((a, b) => a - b);
}

const most = 3;
const sizeOf = ({amount}: Shown): number => Math.abs(Number(amount));
