import type {SourceKind} from '../core/reconcile/rows/row.js';
import {negated, thousandths} from './amount-text.js';
import type {Columns} from './columns.js';
import {type FileOrder, orders} from './table-figures.js';

/** The fields of any row that the figures of its file can be checked against. */
export type ProvableRow = {
  readonly line: number;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly fee?: string | null;
  readonly tax?: string | null;
  readonly net?: string | null;
};

/** What a row added to or took from its account: the amount, the net amount, or the amount less the fee, the taxes or both. */
const movings = ['amount', 'net', 'less-fee', 'less-taxes', 'less-charges'] as const;
export type Moved = (typeof movings)[number];

/** Returns what a row moved, in thousandths; `NaN` if the amount is too fine or too large. */
export function movedBy(row: ProvableRow, moved: Moved, charged?: RowCharges): number {
  const amount = thousandths(moved === 'net' ? (row.net ?? row.amount) : row.amount) ?? Number.NaN;
  const {fee, taxes} = charged ?? chargedIn(row);
  if (moved === 'less-fee') return amount - fee;
  if (moved === 'less-taxes') return amount - taxes;
  return moved === 'less-charges' ? amount - fee - taxes : amount;
}

/** What a row takes besides its amount, in thousandths. */
export type RowCharges = {readonly fee: number; readonly taxes: number};

const chargedIn = ({fee, tax}: ProvableRow): RowCharges => ({
  fee: Math.abs(thousandths(fee ?? '0') ?? Number.NaN),
  taxes: Math.abs(thousandths(tax ?? '0') ?? Number.NaN),
});

/** Which of these meanings are possible in a file with these columns. */
export function movingsOf({net, fee, tax}: Columns): readonly Moved[] {
  const isPossible = {
    amount: true,
    net: net !== undefined,
    'less-fee': fee !== undefined,
    'less-taxes': tax !== undefined,
    'less-charges': fee !== undefined && tax !== undefined,
  };
  return movings.filter(moved => isPossible[moved]);
}

/** A place at which a balance differs from the sum of the rows. Both figures are in thousandths. */
type Break = {readonly line: number; readonly stated: number; readonly reached: number};

/**
 * A row as it stands before a balance. `moved` is in thousandths. If it has no sign (`isUnsigned`), the balances show its direction: it is
 * `movedOut` if money went out. `word` is the text that may say that the row moved nothing; `undefined` if no text can say so.
 */
type Moving = {
  readonly line: number;
  readonly index: number;
  readonly moved: number;
  readonly movedOut: number;
  readonly isUnsigned: boolean;
  readonly word: string | undefined;
};

/** What the balances of a file have shown about its rows. */
type ChainEnd = {
  readonly agreed: number;
  /** Whether any of the rows that agreed moved something. */
  readonly hasMoved: boolean;
  /** The first place at which a balance differs from the sum of the rows, and the number of such places. */
  readonly broken: Break | undefined;
  readonly breaks: number;
  /** Words of rows that moved nothing, and words of rows that moved the amount they state. */
  readonly idle: ReadonlySet<string>;
  readonly moving: ReadonlySet<string>;
  /** `taken` has the indexes of the rows without a sign that took money. `unexplained` has those whose direction nothing shows. */
  readonly taken: ReadonlySet<number>;
  readonly unexplained: readonly Moving[];
  /** Rows that may have moved something but stand next to only one balance. */
  readonly untested: readonly Moving[];
};

/** Whether a row has a sign, and no word that could say that it moved nothing. */
const isPlain = (row: Moving | undefined) => row !== undefined && !row.isUnsigned && row.word === undefined;

/**
 * Checks rows against the balances next to them, one after the other, assuming one order. A row whose word is not yet known to move money
 * may have moved nothing. In that case no row with that word moved anything.
 */
class BalanceChain {
  readonly #isOldestFirst: boolean;
  readonly #untested: Moving[] = [];
  readonly #idle = new Set<string>();
  readonly #moving = new Set<string>();
  readonly #taken = new Set<number>();
  readonly #unexplained: Moving[] = [];
  #known: number | undefined;
  #knownLine = 0;
  #pending: Moving[] = [];
  #sum = 0;
  #agreed = 0;
  #broken: Break | undefined;
  #breaks = 0;
  #hasMoved = false;

  constructor(order: FileOrder) {
    this.#isOldestFirst = order === 'oldest-first';
  }

  /** Takes the next line. `balance` is `undefined` if the row has none; `row` is `undefined` if a balance stands on a line of its own. */
  take(line: number, row: Moving | undefined, balance: number | undefined): void {
    if (balance !== undefined && row !== undefined && this.#isNext(row, balance)) {
      this.#agreed += 1;
      this.#hasMoved ||= balance !== this.#known;
      this.#known = balance;
      this.#knownLine = line;
      if (this.#isOldestFirst) return;
      this.#pending[0] = row;
      this.#sum = row.moved;
      return;
    }
    if (this.#isOldestFirst && row !== undefined) this.#add(row);
    if (balance !== undefined) this.#compare(line, balance);
    if (!this.#isOldestFirst && row !== undefined) this.#add(row);
  }

  isBroken(): boolean {
    return this.#broken !== undefined;
  }

  end(): ChainEnd {
    const last = this.#pending.filter(each => each.isUnsigned && each.moved !== 0 && !this.#isIdle(each));
    const untested = [...this.#untested, ...this.#pending.filter(({moved}) => moved !== 0)];
    return {
      agreed: this.#agreed,
      hasMoved: this.#hasMoved,
      broken: this.#broken,
      breaks: this.#breaks,
      idle: this.#idle,
      moving: this.#moving,
      taken: this.#taken,
      unexplained: [...this.#unexplained, ...last],
      untested: untested.filter(row => !this.#isIdle(row)),
    };
  }

  /** A quick test that nearly every row passes: it is plain, and the balances next to it agree. */
  #isNext(row: Moving, balance: number): boolean {
    if (this.#known === undefined || !isPlain(row)) return false;
    if (this.#isOldestFirst) return this.#pending.length === 0 && balance - this.#known === row.moved;
    return this.#pending.length === 1 && isPlain(this.#pending[0]) && this.#known - balance === this.#sum;
  }

  #isIdle({word}: Moving): boolean {
    return word !== undefined && this.#idle.has(word);
  }

  #add(row: Moving): void {
    this.#pending.push(row);
    if (!this.#isIdle(row)) this.#sum += row.moved;
  }

  #compare(line: number, balance: number): void {
    const known = this.#known;
    if (known === undefined) {
      const moving = this.#pending.filter(({moved}) => moved !== 0);
      this.#unexplained.push(...moving.filter(({isUnsigned}) => isUnsigned));
      this.#untested.push(...moving);
    }
    // An amount that is too large to be exact neither proves nor disproves a balance.
    else if (!Number.isNaN(this.#sum)) {
      const difference = this.#isOldestFirst ? balance - known : known - balance;
      if (this.#explains(difference)) {
        this.#agreed += this.#pending.length > 0 ? 1 : 0;
        this.#hasMoved ||= difference !== 0;
      } else {
        this.#breaks += 1;
        this.#broken ??= this.#isOldestFirst
          ? {line, stated: balance, reached: known + this.#sum}
          : {line: this.#knownLine, stated: known, reached: balance + this.#sum};
      }
    }
    this.#known = balance;
    this.#knownLine = line;
    this.#pending = [];
    this.#sum = 0;
  }

  /** Whether the rows since the known balance add up to the difference to the next one. */
  #explains(difference: number): boolean {
    this.#takeSign(difference);
    const mayMove = this.#pending.filter(row => row.word !== undefined && row.moved !== 0 && !this.#isIdle(row));
    const isDecided = this.#pending.length === 1 || this.#pending.every(({isUnsigned}) => !isUnsigned);
    if (this.#sum === difference && isDecided) {
      for (const {word = ''} of mayMove) this.#moving.add(word);
      return true;
    }
    const doubtful = mayMove.filter(({word = ''}) => !this.#moving.has(word));
    const left = this.#sum - doubtful.reduce((all, {moved}) => all + moved, 0);
    if (doubtful.length === 0 || left !== difference) return false;
    for (const {word = ''} of doubtful) this.#idle.add(word);
    return true;
  }

  /** If the only row before a balance has no sign of its own, it takes the direction in which the balance changed. */
  #takeSign(difference: number): void {
    const [row, second] = this.#pending;
    if (second !== undefined || row?.isUnsigned !== true || this.#isIdle(row)) return;
    if (difference !== row.moved && difference !== row.movedOut) return;
    if (difference !== row.moved) this.#taken.add(row.index);
    this.#sum = difference;
  }
}

type Hypothesis = {readonly moved: Moved; readonly order: FileOrder; readonly chains: Map<string, BalanceChain>};
type Ended = Omit<Hypothesis, 'chains'> & ChainEnd;

/**
 * What running balances show about the rows. `none`: no two balances stand next to each other. `agreed`: all of them agree. `unexplained`:
 * nothing shows the direction of a row. `broken`: they break at one place; `isOfThese` says whether they are balances of these rows at all.
 */
export type Balances =
  | {readonly kind: 'none'}
  | ({readonly kind: 'agreed'} & Ended)
  | {readonly kind: 'unexplained'; readonly row: Moving}
  /** The balances hold in both orders, but mean different rows in each. */
  | {readonly kind: 'unclear'; readonly word: string | undefined}
  | {readonly kind: 'broken'; readonly at: Break; readonly isOfThese: boolean};

/** Hypotheses that are refuted are dropped every time this many rows have been read. */
const plenty = 100;
const mostly = 0.5;

/** Checks a table's running balances for each currency, under every possible order of rows and meaning of amounts. */
export function runningBalances(kind: SourceKind, columns: Columns, isUnsigned: boolean) {
  const possible = movingsOf(columns).filter(moved => !isUnsigned || moved !== 'net');
  let hypotheses = possible.flatMap(moved => orders.map((order): Hypothesis => ({moved, order, chains: new Map()})));
  let rows = 0;
  const chainOf = ({chains, order}: Hypothesis, currency: string): BalanceChain =>
    chains.getOrInsertComputed(currency, () => new BalanceChain(order));
  return {
    /** `ofPayer` are the charges of an unsigned row if money went out. */
    row(
      row: ProvableRow,
      balance: number | undefined,
      about: Pick<Moving, 'index' | 'isUnsigned' | 'word'>,
      charged?: RowCharges,
      ofPayer = charged,
    ) {
      const {line, currency} = row;
      const {index, isUnsigned, word} = about;
      const out = isUnsigned ? {...row, amount: negated(row.amount)} : row;
      for (const each of hypotheses) {
        const [moved, movedOut] = [movedBy(row, each.moved, charged), movedBy(out, each.moved, ofPayer)];
        chainOf(each, currency).take(line, {line, index, isUnsigned, word, moved, movedOut}, balance);
      }
      rows += 1;
      if (rows % plenty !== 0 || hypotheses.length === 1) return;
      const left = hypotheses.filter(({chains}) => [...chains.values()].every(chain => !chain.isBroken()));
      if (left.length > 0) hypotheses = left;
    },
    /** Takes a balance on a line of its own. If `only` is given, the balance counts only for files in that order. */
    balance(line: number, currency: string, balance: number, only?: FileOrder) {
      for (const each of hypotheses)
        if (only === undefined || each.order === only) chainOf(each, currency).take(line, undefined, balance);
    },
    /** Returns the result. `rising`, the order that words and days show, comes first if the balances hold in both orders. */
    end(rising: FileOrder | undefined): Balances {
      const ended = hypotheses.map(endOf);
      // If no row moved anything, the balances show nothing.
      const whole = ended.filter(
        ({agreed, broken, hasMoved, idle}) => agreed > 0 && broken === undefined && (hasMoved || idle.size === 0),
      );
      const complete = whole.filter(({unexplained}) => unexplained.length === 0);
      const different = new Set(complete.map(({taken, idle}) => JSON.stringify([[...taken], [...idle]])));
      const best = complete.find(({order}) => order === rising) ?? (different.size > 1 ? undefined : complete[0]);
      if (best !== undefined) return {kind: 'agreed', ...best};
      if (different.size > 1) return {kind: 'unclear', word: complete.flatMap(({idle}) => [...idle])[0]};
      const [open] = whole;
      const unsure = open?.unexplained[0];
      if (unsure !== undefined) return {kind: 'unexplained', row: unsure};
      const [nearest] = ended.filter(({broken}) => broken !== undefined).toSorted((a, b) => b.agreed - a.agreed);
      if (nearest?.broken === undefined) return {kind: 'none'};
      const {agreed, breaks, broken} = nearest;
      const isOfThese = kind === 'bank' || agreed >= (agreed + breaks) * mostly;
      return {kind: 'broken', at: broken, isOfThese};
    },
  };
}

function endOf({moved, order, chains}: Hypothesis): Ended {
  const ended = [...chains.values()].map(chain => chain.end());
  const breaks = ended.flatMap(({broken}) => broken ?? []).sort((a, b) => a.line - b.line);
  return {
    moved,
    order,
    agreed: ended.reduce((all, {agreed}) => all + agreed, 0),
    hasMoved: ended.some(({hasMoved}) => hasMoved),
    broken: breaks[0],
    breaks: ended.reduce((all, each) => all + each.breaks, 0),
    idle: new Set(ended.flatMap(({idle}) => [...idle])),
    moving: new Set(ended.flatMap(({moving}) => [...moving])),
    taken: new Set(ended.flatMap(({taken}) => [...taken])),
    unexplained: ended.flatMap(({unexplained}) => unexplained),
    untested: ended.flatMap(({untested}) => untested),
  };
}
