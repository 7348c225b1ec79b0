import type {SourceKind} from '../core/reconcile/row.js';
import {type Break, balanceChain, type Chain, type FileOrder, type Moving} from './balance-chain.js';
import type {Columns} from './columns.js';
import {thousandths} from './thousandths.js';

/** What any row has that figures of its file can speak of. */
export type ProvableRow = {
  readonly line: number;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly fee?: string | null;
  readonly net?: string | null;
};

/** What of a row its account gained or lost: the amount, the net amount, or what is left of the amount after the fee. */
export const movings = ['amount', 'net', 'less-fee'] as const;
export type Moved = (typeof movings)[number];

/** In thousandths; `NaN` for what is too fine or too large for them. */
export function movedBy(row: ProvableRow, moved: Moved, feeCell?: number): number {
  const amount = thousandths(moved === 'net' ? (row.net ?? row.amount) : row.amount) ?? Number.NaN;
  if (moved !== 'less-fee') return amount;
  return amount - Math.abs(feeCell ?? thousandths(row.fee ?? '0') ?? Number.NaN);
}

/** Which of them a file with these columns can mean. */
export const movingsOf = (columns: Columns): readonly Moved[] =>
  movings.filter(
    moved => moved === 'amount' || (moved === 'net' ? columns.net !== undefined : columns.fee !== undefined),
  );

type Hypothesis = {readonly moved: Moved; readonly order: FileOrder; readonly chains: Map<string, Chain>};
type Ended = Omit<Hypothesis, 'chains'> & {
  readonly agreed: number;
  readonly hasMoved: boolean;
  readonly broken: Break | undefined;
  readonly breaks: number;
  readonly idle: ReadonlySet<string>;
  readonly moving: ReadonlySet<string>;
  readonly taken: ReadonlySet<number>;
  readonly unexplained: readonly Moving[];
  readonly untested: readonly Moving[];
};

/** What running balances say of rows: all agreed, or they break at a place, or no two of them stand beside each other. */
export type Balances =
  | {readonly kind: 'none'}
  | ({readonly kind: 'agreed'} & Ended)
  | {readonly kind: 'unexplained'; readonly row: Moving}
  /** They hold in both orders, and mean other rows in each. */
  | {readonly kind: 'unclear'; readonly word: string | undefined}
  | {readonly kind: 'broken'; readonly at: Break; readonly isOfThese: boolean};

/** What was refuted after so many rows need not be followed any further. */
const plenty = 100;
const mostly = 0.5;

/** Running balances of a table, each currency for itself, under every order and every amount that they may go by. */
export function runningBalances(kind: SourceKind, columns: Columns, isUnsigned: boolean) {
  const orders: readonly FileOrder[] = ['oldest-first', 'newest-first'];
  const possible = isUnsigned ? (['amount'] as const) : movingsOf(columns);
  let hypotheses = possible.flatMap(moved => orders.map((order): Hypothesis => ({moved, order, chains: new Map()})));
  let rows = 0;
  const chainOf = ({chains, order}: Hypothesis, currency: string): Chain => {
    const known = chains.get(currency);
    if (known !== undefined) return known;
    const chain = balanceChain(order);
    chains.set(currency, chain);
    return chain;
  };
  return {
    /** A row with the balance beside it. */
    row(
      row: ProvableRow,
      balance: number | undefined,
      about: Pick<Moving, 'index' | 'isUnsigned' | 'word'>,
      fee?: number,
    ) {
      const {line, currency} = row;
      const {index, isUnsigned, word} = about;
      for (const each of hypotheses) {
        const moving = {line, index, isUnsigned, word, moved: movedBy(row, each.moved, fee)};
        chainOf(each, currency).take(line, moving, balance);
      }
      rows += 1;
      if (rows % plenty !== 0 || hypotheses.length === 1) return;
      const left = hypotheses.filter(({chains}) => [...chains.values()].every(chain => !chain.isBroken()));
      if (left.length > 0) hypotheses = left;
    },
    /** A balance alone; `only` of files in this order. */
    balance(line: number, currency: string, balance: number, only?: FileOrder) {
      for (const each of hypotheses)
        if (only === undefined || each.order === only) chainOf(each, currency).take(line, undefined, balance);
    },
    /** `rising` is what the words and days of the file show of its order, which decides where both orders hold. */
    end(rising: FileOrder | undefined): Balances {
      const ended = hypotheses.map(endOf);
      // Of rows that all moved nothing the balances say nothing.
      const whole = ended.filter(
        ({agreed, broken, hasMoved, idle}) => agreed > 0 && broken === undefined && (hasMoved || idle.size === 0),
      );
      const complete = whole.filter(({unexplained}) => unexplained.length === 0);
      const different = new Set(complete.map(({taken, idle}) => JSON.stringify([[...taken], [...idle]])));
      const [best] = different.size > 1 ? complete.filter(({order}) => order === rising) : complete;
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
