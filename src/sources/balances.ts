import type {SourceKind} from '../core/reconcile/rows/row.js';
import {negated, thousandths} from './amount-text.js';
import {BalanceChain, type Break, type ChainEnd, type FileOrder, type Moving, orders} from './balance-chain.js';
import type {Columns} from './columns.js';

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
