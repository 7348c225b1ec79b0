import {Problem} from '../core/problem.js';
import type {Mapping, SourceKind} from '../core/reconcile/rows/row.js';
import {type DecimalMark, plainAmount} from './amount-text.js';
import {type Columns, isNothing, type SourceColumn} from './columns.js';
import {isPaidOut, isTaxField, nameOf, plainWords, taxFields} from './headings.js';
import {movedIn, orders, stepsOf} from './table-figures.js';

type Table = {
  readonly file: string;
  readonly kind: SourceKind;
  readonly headings: readonly string[];
  /** The first rows, without sums and notes. */
  readonly rows: readonly (readonly string[])[];
  readonly mark: DecimalMark;
  /** The headings that a person has named. */
  readonly given: Mapping['columns'] | undefined;
};

/**
 * Returns the columns with those of the taxes that are taken beside the fee: the columns that lie between amount, fee and net, or between
 * amount, fee and what the balances moved. In `columns`, all columns whose headings name a tax are taxes; but such a tax may be part of the
 * fee or of what was sold. Throws the `Problem` `file-tax-unclear` if a file of a provider does not show that.
 */
export function withTaxes(columns: Columns, table: Table): Columns {
  const {file, kind, rows} = table;
  const others: Columns = Object.fromEntries(Object.entries(columns).filter(([field]) => !isTaxField(field)));
  const figures = figuresIn(table);
  if (kind === 'payout') return ofPayouts(columns, others, table, figures);
  const named = taxFields.flatMap(field => columns[field] ?? []).filter(figures.areIn);
  const taxes = taxesIn(others, named, table, figures);
  if (taxes !== undefined)
    return {...others, ...Object.fromEntries(taxes.map((column, at) => [taxFields[at] ?? 'tax', column]))};
  const isStated = (columns.amount ?? columns.credit) !== undefined && columns.net !== undefined;
  for (const column of kind === 'provider' && !isStated ? named : []) {
    const text = rows.map(record => record[column.index] ?? '').find(cell => /[1-9]/.test(cell));
    if (text !== undefined) throw new Problem('file-tax-unclear', {file, column: column.heading, text: text.trim()});
  }
  return others;
}

/**
 * Returns the columns of payouts. If what was paid out has a column, nothing is subtracted from it; otherwise the fee and the taxes are
 * subtracted from `gross`. Throws the `Problem` `file-fee-unclear` if the fee may still be in the amount, and `file-tax-unclear` for a tax
 * of which nobody has said that it is taken beside the fee.
 */
function ofPayouts(columns: Columns, others: Columns, {file, rows, given = {}}: Table, figures: Figures): Columns {
  const {amount, gross, fee} = columns;
  const taxes = taxFields.flatMap(field => columns[field] ?? []);
  const isCharged = (column: SourceColumn) => rows.some((_, record) => (figures.at(record, column) ?? 0) !== 0);
  const charged = [...(fee === undefined ? [] : [fee]), ...taxes].find(isCharged);
  if (amount !== undefined) {
    const isSaid = [given['amount'], given['gross']].some(heading => heading !== undefined);
    const gaps = gross === undefined ? [] : gapsIn({amount: gross, ...(fee && {fee}), net: amount}, rows, figures);
    const isShown = bestOf(gaps, taxes.filter(figures.areIn), figures)?.share === 1;
    if (charged === undefined || isSaid || isShown || isPaidOut(amount.heading))
      return Object.fromEntries(Object.entries(others).filter(([field]) => field !== 'gross' && field !== 'fee'));
    throw new Problem('file-fee-unclear', {file, column: amount.heading, fee: charged.heading});
  }
  if (gross === undefined || taxFields.some(field => given[field] !== undefined)) return columns;
  const tax = taxes.find(isCharged);
  const text = tax && rows.map(record => record[tax.index] ?? '').find(cell => /[1-9]/.test(cell));
  if (tax !== undefined) throw new Problem('file-tax-unclear', {file, column: tax.heading, text: text ?? ''});
  return others;
}

type Figures = ReturnType<typeof figuresIn>;

/** The figures of cells in millionths: fees and taxes are computed, and may be finer than the smallest coin. */
function figuresIn({rows, mark}: Table) {
  const of = (cell = ''): number | undefined => {
    const text = cell.trim();
    const plain = isNothing(text) ? undefined : plainAmount(text, mark);
    const figure = plain === undefined ? undefined : Math.round(Number(plain) * 1_000_000);
    return Number.isSafeInteger(figure) ? figure : undefined;
  };
  const at = (record: number, column: SourceColumn | undefined) =>
    column === undefined ? undefined : of(rows[record]?.[column.index]);
  const isFigure = (cell = '') => isNothing(cell.trim()) || of(cell) !== undefined;
  return {at, areIn: ({index}: SourceColumn) => rows.every(record => isFigure(record[index]))};
}

/** The taxes with which most rows add up: none, if they do without; undefined if nothing shows it. */
function taxesIn(
  columns: Columns,
  named: readonly SourceColumn[],
  table: Table,
  figures: Figures,
): readonly SourceColumn[] | undefined {
  const unnamed = unnamedIn(columns, named, table, figures);
  if (named.length + unnamed.length === 0) return undefined;
  const ways = gapsIn(columns, table.rows, figures);
  const own = bestOf(ways, named, figures);
  if (own?.share === 1 || unnamed.length === 0) return own?.taxes;
  const all = bestOf(ways, [...named, ...unnamed], figures);
  const isShown = all?.share === 1 && all.taxed >= fewestTaxed && all.sizes > 1;
  return (isShown ? all : own)?.taxes;
}

/** Without a heading that names it, a tax must be in so many rows. */
const fewestTaxed = 3;
/** Taxes are searched among so many columns. */
const mostSearched = 8;
const ofOthers =
  /\b(?:fees?|frais|commissions?|charges?|comiss(?:ao|oes)|comision(?:es)?|taxas?|tarifas?|ada|makato|gebuhr(?:en)?|kosten|balance|solde|saldo|salio)\b|رسوم|عمولة|رصيد/u;

/** The columns of figures that may be taxes although their headings do not say so: they are no other fee, and nothing is read from them. */
function unnamedIn(
  columns: Columns,
  named: readonly SourceColumn[],
  {kind, headings}: Table,
  figures: Figures,
): readonly SourceColumn[] {
  if (kind !== 'provider' || columns.fee === undefined) return [];
  const used = new Set([...Object.values(columns), ...named].map(({index}) => index));
  return [...headings.keys()]
    .filter(index => !used.has(index) && !ofOthers.test(plainWords(headings[index] ?? '')))
    .map(index => ({index, heading: nameOf(headings, index)}))
    .filter(figures.areIn)
    .slice(0, Math.max(0, mostSearched - named.length));
}

/** What a record leaves between its amount, its fee, and what it added to a payout or a balance. */
type Gap = {readonly record: number; readonly left: number};

/** The gaps of all records that have one: by the net, or by the balances, in each order and with or without the fee. */
function gapsIn(columns: Columns, rows: Table['rows'], {at}: Figures): readonly (readonly Gap[])[] {
  const {fee, net, balance} = columns;
  const feeAt = (record: number) => Math.abs(at(record, fee) ?? 0);
  const gap = (record: number, added: number | undefined, charged: number): readonly Gap[] => {
    const moved = movedIn(rows[record] ?? [], columns, field => at(record, columns[field]));
    return moved === undefined || added === undefined ? [] : [{record, left: moved - charged - added}];
  };
  const byNet = rows.flatMap((_, record) => gap(record, at(record, net), feeAt(record)));
  const balances = balance === undefined ? [] : rows.map((_, record) => at(record, balance));
  const byBalances = orders.flatMap(order => {
    const steps = stepsOf(balances, order);
    return [feeAt, () => 0].map(charged =>
      steps.flatMap(({record, difference}) => gap(record, difference, charged(record))),
    );
  });
  return [byNet, ...byBalances].filter(gaps => gaps.length > 0);
}

type Explained = {
  readonly taxes: readonly SourceColumn[];
  /** The share of the gaps that these taxes fill. */
  readonly share: number;
  /** How many records have such a tax, and how many different sums they have. */
  readonly taxed: number;
  readonly sizes: number;
};

const mostly = 0.5;

/** Of all sets of these columns, the one that fills most gaps in one of the ways to see them; of several, the smallest. */
function bestOf(
  ways: readonly (readonly Gap[])[],
  candidates: readonly SourceColumn[],
  {at}: Figures,
): Explained | undefined {
  const sets = Array.from({length: 2 ** candidates.length}, (_, bits) =>
    candidates.filter((__, place) => (bits & (1 << place)) !== 0),
  ).sort((a, b) => a.length - b.length);
  let best: Explained | undefined;
  for (const gaps of ways) {
    const taxesAt = new Map(
      candidates.map(column => [column, gaps.map(({record}) => Math.abs(at(record, column) ?? 0))]),
    );
    for (const taxes of sets) {
      const sums = gaps.map((_, place) => taxes.reduce((sum, column) => sum + (taxesAt.get(column)?.[place] ?? 0), 0));
      const share = gaps.filter(({left}, place) => left === sums[place]).length / gaps.length;
      if (share <= (best?.share ?? mostly)) continue;
      const taxed = sums.filter(sum => sum !== 0);
      best = {taxes, share, taxed: taxed.length, sizes: new Set(taxed).size};
    }
  }
  return best;
}
