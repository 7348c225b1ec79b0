import {Problem} from '../../core/problem.js';
import type {BankRow, Differing, Proof, Rows} from '../../core/reconcile/rows/row.js';
import {limits} from '../bytes.js';
import {type DayInterval, daysAfter, isTooOld, joined, type PossibleDays} from '../date-text.js';
import {shownText} from '../foreign-text.js';
import {PackedRows} from '../packed-rows.js';
import {linesToLookAt, mostDiffering, readWith} from '../proving.js';
import {minorText, minorUnits, type Place} from './texts.js';

/** The balance of an account according to a statement, in minor units. `line` is the line that states it. */
export type Balance = {readonly line: number; readonly currency: string; readonly units: bigint};

/** What a statement states: a sum or number of all rows without signs (`all`) or with them (`net`), or of one side. */
export type Total = {
  readonly line: number;
  readonly of: 'all' | 'net' | 'credits' | 'debits';
  readonly currency: string;
  readonly units: bigint | null;
  readonly count: number | null;
};

const mostDoubtful = 3;

type Side = {units: bigint; count: number};
type Open = {
  account: string;
  readonly opening: Map<string, Balance>;
  readonly closing: Map<string, Balance>;
  readonly totals: Total[];
  /** The balance that the rows before this page lead to, by currency. */
  readonly reached: Map<string, bigint>;
  pageEnd: Balance | undefined;
  /** Whether the reader has compared a sum of all rows. */
  isSummed: boolean;
  readonly sides: Map<string, {readonly credits: Side; readonly debits: Side}>;
};

type Reading = {readonly possible: PossibleDays; readonly isUnproved: boolean};
type Counts = {statements: number; notBooked: number; sums: number; valueDates?: number; investments?: number};

/**
 * Collects the rows of a file's statements and compares them with what each statement states about itself. The reader of the format reports
 * them one after the other. If `wanted` names an account, only its rows are kept. If `isUnproved` is set, figures that do not agree are
 * recorded in the proof instead of thrown. Throws a `Problem`: `file-balance-differs`, `file-total-differs`, `file-date-too-old`,
 * `file-too-large`; at the end `file-accounts-several` or `file-account-missing`.
 */
export class Statements {
  readonly possible: PossibleDays;
  readonly #file: string;
  readonly #isUnproved: boolean;
  readonly #wanted: string | undefined;
  readonly #rows = new PackedRows<BankRow>();
  readonly #differing: Differing[] = [];
  readonly #intervals: (DayInterval | null)[] = [];
  readonly #ended: Ended[] = [];
  readonly #accounts = new Set<string>();
  readonly #doubtful: number[] = [];
  readonly #counts: Counts = {statements: 0, notBooked: 0, sums: 0};
  readonly #proved = {closing: 0, totals: 0, compared: 0};
  #open = newStatement();

  constructor(file: string, wanted: string | undefined, {possible, isUnproved}: Reading) {
    this.#file = file;
    this.#wanted = wanted === undefined || wanted === '' ? undefined : shownText(wanted);
    this.possible = possible;
    this.#isUnproved = isUnproved;
  }

  /** Handles a figure that does not agree: the file is refused, unless a person has looked at it and wants it read anyway. */
  readonly differs: Differs = problem => {
    const {line, part, text, balance, reached} = problem.facts;
    if (!this.#isUnproved) throw problem.with({readWith});
    if (this.#differing.length >= mostDiffering) return;
    const place = Number(line);
    if (part !== undefined) this.#differing.push({line: place, part: String(part)});
    else this.#differing.push({line: place, said: String(balance ?? text), reached: String(reached)});
  };

  /** Sets the account of the current statement. Called before its rows. */
  account(name: string): void {
    this.#open.account = shownText(name, 200);
    this.#accounts.add(this.#open.account);
  }

  /** Whether the current statement belongs to this account. */
  isOf(name: string): boolean {
    return this.#open.account === shownText(name, 200);
  }

  opening(balance: Balance): void {
    this.#open.opening.set(balance.currency, balance);
  }

  closing(balance: Balance): void {
    this.#open.closing.set(balance.currency, balance);
  }

  total(total: Total): void {
    this.#open.totals.push(total);
  }

  notBooked(): void {
    if (this.isKept()) this.#counts.notBooked += 1;
  }

  /** Counts an entry of the current statement whose value date stands for its booking date. */
  valueDate(): void {
    if (this.isKept()) this.#counts.valueDates = (this.#counts.valueDates ?? 0) + 1;
  }

  /** Counts a statement of investments, which is left out whatever its account. */
  investments(): void {
    this.#counts.investments = (this.#counts.investments ?? 0) + 1;
  }

  hasInvestments(): boolean {
    return this.#counts.investments !== undefined;
  }

  isKept(): boolean {
    return this.#wanted === undefined || this.#wanted === this.#open.account;
  }

  kept(): number {
    return this.#rows.length;
  }

  /** One of the rows that are kept, by its index. */
  rowAt(place: number): BankRow | undefined {
    return this.#rows.at(place);
  }

  /** Counts a balance in the form of a row, which moved no money. */
  balanceRow(): void {
    this.#counts.sums += 1;
  }

  /** Takes a row whose day the file writes as this text. Throws `file-date-too-old` for a year of two digits from before the first till. */
  dated(row: BankRow, {line, field}: Pick<Place, 'line' | 'field'>, text: string): void {
    const [file, day] = [this.#file, row.bookedOn];
    if (this.isKept() && isTooOld(text, day, this.possible))
      throw new Problem('file-date-too-old', {file, line, column: field, text, day, form: 'statement'});
    this.row(row);
  }

  row(row: BankRow): void {
    addTo(this.#open, row);
    if (!this.isKept()) return;
    if (this.#rows.length === limits.rows)
      throw new Problem('file-too-large', {file: this.#file, megabytes: limits.megabytes, rows: limits.rows});
    this.#rows.push(row);
  }

  /** Notes a row that contradicts itself. If nothing proves the file, a person should look at such rows first. */
  doubtful(line: number): void {
    if (this.isKept() && this.#doubtful.length < mostDoubtful) this.#doubtful.push(line);
  }

  /** Notes that a figure compared by the reader agreed: one of the whole file, or the sum of all rows of the statement. */
  agreed(of: 'file' | 'rows'): void {
    this.#proved.compared += 1;
    if (of === 'rows') this.#open.isSummed = true;
  }

  /** Ends a page of the statement, if it has others. The balances that it opens and closes with must agree with the rows so far. */
  page({opens, closes: ends}: {readonly opens: Balance | undefined; readonly closes: Balance | undefined}): void {
    const {reached, opening, sides} = this.#open;
    if (opens !== undefined) {
      const before = reached.get(opens.currency);
      if (before !== undefined && before !== opens.units) this.differs(balanceDiffers(this.#file, before, opens));
    }
    for (const [currency, {units}] of opening) {
      const {credits, debits} = sides.get(currency) ?? {credits: none, debits: none};
      const made = units + credits.units - debits.units;
      reached.set(currency, made);
      if (ends?.currency === currency && made !== ends.units) this.differs(balanceDiffers(this.#file, made, ends));
    }
    this.#open.pageEnd = ends;
  }

  /** Ends a statement whose further pages are not in the file: it ends with the last page that is. */
  endPages(interval: DayInterval | null): void {
    const {pageEnd} = this.#open;
    if (pageEnd !== undefined) this.closing(pageEnd);
    this.end(interval);
  }

  /** Ends the current statement. `interval` is the days that it covers. */
  end(interval: DayInterval | null): void {
    const statement = this.#open;
    const isKept = this.isKept();
    const isClosed = closes(this.#file, statement, this.differs);
    const agreeing = agreeingTotals(this.#file, statement, this.differs);
    this.#open = newStatement();
    if (!isKept) return;
    this.#counts.statements += 1;
    this.#intervals.push(interval);
    this.#proved.compared += agreeing;
    if (isClosed) {
      this.#proved.closing += 1;
      this.#ended.push({interval, opening: statement.opening, closing: statement.closing});
    } else if (areCovered(statement)) this.#proved.totals += 1;
  }

  finish() {
    const [file, account, accounts] = [this.#file, this.#wanted, [...this.#accounts]];
    if (account === undefined && accounts.length > 1) throw new Problem('file-accounts-several', {file, accounts});
    if (account !== undefined && !this.#accounts.has(account))
      throw new Problem('file-account-missing', {file, account, accounts});
    leadOn(file, this.#ended, this.differs);
    const gathered = {...this.#counts, differing: this.#differing, doubtful: this.#doubtful};
    return {
      rows: this.#rows,
      ...this.#counts,
      accounts,
      interval: joined(this.#intervals),
      proof: proofOf(this.#rows, gathered, this.#proved),
    };
  }
}

const newStatement = (): Open => ({
  account: '',
  opening: new Map(),
  closing: new Map(),
  totals: [],
  reached: new Map(),
  pageEnd: undefined,
  isSummed: false,
  sides: new Map(),
});

function addTo({sides}: Open, {amount, currency}: BankRow): void {
  const side = sides.getOrInsertComputed(currency, () => ({credits: {...none}, debits: {...none}}));
  const units = minorUnits(amount, currency);
  const of = units < 0n ? side.debits : side.credits;
  of.units += units < 0n ? -units : units;
  of.count += 1;
}

const none: Readonly<Side> = {units: 0n, count: 0};

/** Returns the `Problem` for rows that lead to another balance than the stated one. */
export const balanceDiffers = (file: string, reached: bigint, {line, currency, units}: Balance): Problem =>
  new Problem('file-balance-differs', {
    file,
    line,
    reached: minorText(reached, currency),
    balance: minorText(units, currency),
    form: 'statement',
  });

type Differs = (problem: Problem) => void;

/** Whether every row is between an opening and a closing balance. Reports those that the rows do not connect. */
function closes(file: string, {opening, closing, sides}: Open, differs: Differs): boolean {
  let isCompared = false;
  for (const [currency, {line, units: stated}] of closing) {
    const first = opening.get(currency);
    if (first === undefined) continue;
    const {credits, debits} = sides.get(currency) ?? {credits: none, debits: none};
    const made = first.units + credits.units - debits.units;
    if (made !== stated) differs(balanceDiffers(file, made, {line, currency, units: stated}));
    isCompared = true;
  }
  return isCompared && [...sides.keys()].every(currency => opening.has(currency) && closing.has(currency));
}

/** A statement that has ended, with its opening and closing balances. */
type Ended = {
  readonly interval: DayInterval | null;
  readonly opening: ReadonlyMap<string, Balance>;
  readonly closing: ReadonlyMap<string, Balance>;
};

/**
 * Checks that statements of consecutive days connect: each must begin with the balance that another ended with. Otherwise one is missing,
 * or in the file twice. Statements of the same day have no order. Nothing is known about statements without days, or about days that no
 * statement covers.
 */
function leadOn(file: string, ended: readonly Ended[], differs: Differs): void {
  if (ended.some(({interval}) => interval === null)) return;
  for (const currency of new Set(ended.flatMap(({opening}) => [...opening.keys()]))) {
    const known = ended.flatMap(({interval, opening, closing}): Held[] => {
      const [first, last] = [opening.get(currency), closing.get(currency)];
      return interval === null || first === undefined || last === undefined ? [] : [{...interval, first, last}];
    });
    for (const run of runsOf(known)) {
      const [, second] = withoutBeginning(run);
      const before = second === undefined ? undefined : run[run.indexOf(second) - 1];
      if (second !== undefined && before !== undefined) differs(balanceDiffers(file, before.last.units, second.first));
    }
  }
}

type Held = DayInterval & {readonly first: Balance; readonly last: Balance};

/** Returns the statements whose opening balance no other ended with. Each closing balance accounts for only one opening. */
function withoutBeginning(run: readonly Held[]): readonly Held[] {
  const moving = run.filter(({first, last}) => first.units !== last.units);
  const ends = new Map<bigint, number>();
  for (const {last} of moving) ends.set(last.units, (ends.get(last.units) ?? 0) + 1);
  const held = new Set(moving.flatMap(({first, last}) => [first.units, last.units]));
  return run.filter(({first, last}) => {
    if (first.units === last.units) return held.size > 0 && !held.has(first.units);
    const left = ends.get(first.units) ?? 0;
    ends.set(first.units, left - 1);
    return left <= 0;
  });
}

/** Groups statements with consecutive days, in their order. */
function runsOf(known: readonly Held[]): readonly (readonly Held[])[] {
  const runs: Held[][] = [];
  let to = '';
  for (const next of known.toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))) {
    const run = runs.at(-1);
    if (run === undefined || next.from > daysAfter(to, 1)) runs.push([next]);
    else run.push(next);
    if (next.to > to) to = next.to;
  }
  return runs;
}

/** Compares the totals of a statement, reports those that differ, and returns how many there are. */
function agreeingTotals(file: string, {totals, sides}: Open, differs: Differs): number {
  for (const total of totals) {
    const {credits, debits} = sides.get(total.currency) ?? {credits: none, debits: none};
    const {units, count} = {
      all: {units: credits.units + debits.units, count: credits.count + debits.count},
      net: {units: credits.units - debits.units, count: credits.count + debits.count},
      credits,
      debits,
    }[total.of];
    const {line, currency} = total;
    if (total.units !== null && total.units !== units)
      differs(totalDiffers(file, line, minorText(units, currency), minorText(total.units, currency)));
    if (total.count !== null && total.count !== count)
      differs(totalDiffers(file, line, String(count), String(total.count)));
  }
  return totals.length;
}

/** Returns the `Problem` for a figure that a file states about itself and that differs. */
export const totalDiffers = (file: string, line: number, reached: string, text: string): Problem =>
  new Problem('file-total-differs', {file, line, text, reached, form: 'statement'});

/** Whether the stated sums cover every side that has rows. */
function areCovered({totals, isSummed, sides}: Open): boolean {
  if (isSummed || totals.length === 0) return isSummed;
  return [...sides].every(([currency, {credits, debits}]) => {
    const of = new Set(
      totals.filter(total => total.currency === currency && total.units !== null).map(each => each.of),
    );
    const isWhole = of.has('all') || of.has('net');
    return isWhole || ((credits.count === 0 || of.has('credits')) && (debits.count === 0 || of.has('debits')));
  });
}

type Proved = {readonly closing: number; readonly totals: number; readonly compared: number};

type Gathered = {
  readonly statements: number;
  readonly differing: readonly Differing[];
  readonly doubtful: readonly number[];
};

function proofOf(rows: Rows<BankRow>, {statements, differing, doubtful}: Gathered, proved: Proved): Proof {
  const {closing, totals, compared} = proved;
  if (differing.length > 0) return {by: 'nothing', lookAt: linesToLookAt(rows, doubtful), differs: differing};
  if (statements > 0 && closing === statements) return {by: 'closing', count: closing};
  if (statements > 0 && closing + totals === statements) return {by: 'totals', count: closing + compared};
  return {by: 'nothing', lookAt: linesToLookAt(rows, doubtful)};
}
