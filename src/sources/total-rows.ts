import {isLikeReference} from '../core/journal/reference.js';
import type {SourceKind} from '../core/reconcile/rows/row.js';
import {isAmount, isZero} from './amount-text.js';
import {type Columns, cellAt, directionIn, indexesOf, isNothing, type Layout} from './columns.js';
import {isDate} from './date-text.js';
import {isOfEnds} from './deciding.js';
import {type HeadingField, plainWords} from './headings.js';
import {saysCarried, statedAs} from './stated.js';

/**
 * The meaning of a record that is not a row: `total` is a sum of rows above it; `balance` belongs to an account and moves no money; an `end`
 * is a balance if it stands before or after all rows, and a row between them; `undated` has an amount without the day of a row; a
 * `dated total` has the word and a day, and its amount shows what it is.
 */
type Summing = 'total' | 'dated total' | 'balance' | 'end' | 'undated' | undefined;

const total =
  /^(?:sum|somme|montant total|(?:(?:grand|sub|sous|page) ?)?(?:totals?|totaux)(?: (?:general|generale|generaux|amounts?|credits?|debits?|transactions?|payments?|paiements?|operations?|mouvements?|periode?|period|page|for|of|the|this|des?|du|la|[a-z]{3}|\d{1,4}))*|total (?:geral|general|do periodo|del periodo)|suma|soma|jumla(?: kuu| ndogo)?|summe|gesamt(?:summe|betrag)?|totaal|(?:ال)?(?:اجمالي|مجموع))$/;
/** The balance of some day, which is neither an opening nor a closing balance. Without its day it may be that of an order. */
const ofADay =
  /^(?:solde (?:(?:crediteur|debiteur) )?au|balance (?:as )?(?:at|of|on)|saldo (?:em|al|am|per)|salio la tarehe) (?:(?:the |le )?\d|\p{L}{3,9} \d{1,2} \d{4}|(?:the )?(?:period|month|year|day|statement) (?:start|begin|end)|(?:start|begin(?:ning)?|end|close) of )/u;

/** The fields that distinguish a row from a sum in each kind of file: a sum is not paid and has no reference. A bank's has no day either. */
const ownFields: Readonly<Record<SourceKind, readonly HeadingField[]>> = {
  provider: ['reference', 'serviceReference', 'status'],
  payout: ['payout', 'status'],
  bank: ['entry', 'bookedOn'],
};

const amountFields: readonly HeadingField[] = ['amount', 'gross', 'credit', 'debit', 'net'];
const referenceFields: readonly HeadingField[] = ['entry', 'reference', 'serviceReference', 'payout'];

/**
 * Returns the indexes of the columns in which most rows of a provider's or a payout file have a day. The records before the first day and
 * after the last one do not count: balances and totals stand there. A payment that has not ended yet has no day of its end.
 */
export function dayColumnsOf(
  kind: SourceKind,
  {columns, headings}: Pick<Layout, 'columns' | 'headings'>,
  sample: readonly (readonly string[])[],
): readonly number[] {
  if (kind === 'bank') return [];
  const {at, ...others} = columns;
  const taken = new Set(Object.values(others).map(({index}) => index));
  const amounts = indexesOf(columns, amountFields);
  const rows = sample.filter(
    record => amounts.some(index => !isNothing(cellAt(record, index))) && !record.some(saysSum),
  );
  const width = rows.reduce((widest, record) => Math.max(widest, record.length), 0);
  return Array.from({length: width}, (_, index) => index).filter(index => {
    if (taken.has(index) || isOfEnds(headings[index] ?? '')) return false;
    const dated = rows.map(record => isDate(cellAt(record, index)));
    const between = dated.slice(Math.max(0, dated.indexOf(true)), dated.lastIndexOf(true) + 1);
    return between.filter(Boolean).length * 2 > between.length;
  });
}

/**
 * Returns a function that recognises a record without the day that the rows of its file have. A day with a typing error is a day, and so
 * is one that stands in a wrong column. A record with a reference of a till is a row, and so is one with a status, unless it names a sum
 * or a balance.
 */
export function undatedIn({columns, days}: Pick<Layout, 'columns' | 'days'>): (record: readonly string[]) => boolean {
  const names = indexesOf(columns, referenceFields);
  const isWithout = (cell = '') => isNothing(cell.trim()) || saysSum(cell) || /^[\p{L}\s]+$/u.test(cell);
  const isDay = (cell: string) => /\D/u.test(cell) && isDate(cell.trim());
  return record =>
    days.length > 0 &&
    days.every(index => isWithout(record[index])) &&
    !record.some(isDay) &&
    (record.some(saysSum) || isWithoutStatus(columns, record)) &&
    !names.some(index => isLikeReference(cellAt(record, index)));
}

/**
 * Returns a function that recognises sums and balances by a word that fills a cell, and by the absence of what only rows have. A
 * record of a provider or a payout file that has an amount but not the day of a row is none, whatever stands in its other cells. A balance
 * has no amounts, or has no direction while rows have one. If it stands in the column of amounts, it is there instead of, or is equal to,
 * the running balance.
 */
export function summingIn(
  kind: SourceKind,
  {columns, days}: Pick<Layout, 'columns' | 'days'>,
): (record: readonly string[]) => Summing {
  const indexOf = (field: HeadingField) => columns[field]?.index;
  const indexes = (fields: readonly HeadingField[]) => indexesOf(columns, fields);
  const isUndated = undatedIn({columns, days});
  const moved = indexes(amountFields);
  const own = indexes(ownFields[kind]);
  const names = indexes(referenceFields);
  const amounts = indexes(['amount', 'gross', 'credit', 'debit']);
  const direction = indexOf('direction');
  const running = indexOf('balance');
  const day = indexOf('bookedOn') ?? indexOf('at');
  const standsAmongAmounts = (record: readonly string[]) => {
    if (names.some(index => isFilledAt(record, index) && !saysBalance(record[index]))) return false;
    const stated = cellAt(record, running);
    return isNothing(stated) || amounts.some(index => cellAt(record, index) === stated);
  };
  /** A provider's row has any reference or status. A balance among them has its word in a cell of neither. */
  const isBeside = (record: readonly string[]) =>
    kind === 'bank' ||
    (record.some((cell, index) => !own.includes(index) && saysBalance(cell)) &&
      !indexes(['reference', 'serviceReference', 'status', 'payout']).some(index => isFilledAt(record, index)));
  /** Whether nothing but its word shows that a record with a balance is not a row: it may have a day and a reference of its service. */
  const mayEnd = (record: readonly string[]) =>
    kind !== 'bank' &&
    record.some(saysBalance) &&
    isWithoutStatus(columns, record) &&
    !names.some(index => isLikeReference(cellAt(record, index)));
  const ofUndated = (record: readonly string[]): Summing => {
    if (record.some(saysBalance)) return 'balance';
    if (record.some(saysTotal)) return 'total';
    const hasAmount = moved.some(index => isFilledAt(record, index));
    return hasAmount || !names.some(index => /\d/u.test(record[index] ?? '')) ? 'undated' : undefined;
  };
  const ofTotal = (record: readonly string[]): Summing => {
    const cell = kind === 'bank' ? '' : cellAt(record, day);
    if (isNothing(cell) || saysTotal(cell)) return 'total';
    return isDate(cell) ? 'dated total' : undefined;
  };
  const byWords = (record: readonly string[]): Summing => {
    if (!mayBeSum(record)) return undefined;
    const hasNoneOfItsOwn = own.every(index => !isFilledAt(record, index) || saysTotal(record[index] ?? ''));
    if (hasNoneOfItsOwn && record.some(cell => saysTotal(cell))) return ofTotal(record);
    if (kind === 'payout') return mayEnd(record) ? 'end' : undefined;
    if (!record.some(saysBalance))
      return day !== undefined && !isFilledAt(record, day) && hasNoneOfItsOwn && record.some(saysCarried)
        ? 'balance'
        : undefined;
    const hasNoDirection = direction !== undefined && directionIn(record[direction] ?? '') === undefined;
    const isBalance =
      hasNoDirection || amounts.every(index => movesNothing(record[index])) || standsAmongAmounts(record);
    if (isBalance && isBeside(record)) return 'balance';
    return mayEnd(record) ? 'end' : undefined;
  };
  return record => (isUndated(record) ? ofUndated(record) : byWords(record));
}

const ofOneDay = /\btotal\b.*\d[-/.]\d{1,2}[-/.]\d/iu;
/** Whether a cell names the total of one day: `Total du 20/11/2026`. */
export const saysTotalOfDay = (cell: string): boolean => cell.length <= longestWords && ofOneDay.test(cell);

const longestWords = 60;
/** A quick test: nearly every cell has none of these. */
const hint =
  /tota|bal|brought|carried|sold|sald|salio|sum|somme|jumla|number|count|nombre|n[uú]mero|idadi|anzahl|aantal|report|transport|bertrag|رصيد|جمالي|مجموع|عدد|^ ?[bc] ?[/.] ?f/iu;
/** A quick test of whether a record may be a sum at all. */
export const mayBeSum = (record: readonly string[]): boolean => record.some(cell => hint.test(cell));
const says = (sign: RegExp, cell: string) =>
  cell.length <= longestWords && hint.test(cell) && sign.test(plainWords(cell));
const saysTotal = (cell: string) => says(total, cell) || ['count', 'credits', 'debits'].includes(statedAs(cell) ?? '');
const saysBalance = (cell = '') => {
  const as = statedAs(cell);
  return as === 'opening' || as === 'closing' || says(ofADay, cell);
};
const isWithoutStatus = ({status}: Columns, record: readonly string[]): boolean => {
  const cell = record[status?.index ?? -1] ?? '';
  return isNothing(cell.trim()) || saysSum(cell);
};
const isFilledAt = (record: readonly string[], index: number) => !isNothing(cellAt(record, index));
const saysSum = (cell: string) => saysTotal(cell) || saysBalance(cell);
const movesNothing = (cell = '') => isNothing(cell.trim()) || (isZero(cell) && isAmount(cell.trim()));
