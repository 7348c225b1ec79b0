import type {SourceKind} from '../core/reconcile/row.js';
import {isZero, plainAmount} from './amount-text.js';
import type {Layout} from './columns.js';
import {directionIn} from './direction.js';
import {type HeadingField, plainWords} from './headings.js';
import {isNothing} from './nothing.js';
import {saysCarried, statedAs} from './stated.js';

/** The meaning of a record that is not a row: `total` is a sum of rows above it; `balance` belongs to an account and moves no money. */
type Summing = 'total' | 'balance' | undefined;

const total =
  /^(?:sum|somme|montant total|(?:(?:grand|sub|sous|page) ?)?(?:totals?|totaux)(?: (?:general|generale|generaux|amounts?|credits?|debits?|transactions?|payments?|paiements?|operations?|mouvements?|periode?|period|page|for|of|the|this|des?|du|la|[a-z]{3}|\d{1,4}))*|total (?:geral|general|do periodo|del periodo)|suma|soma|jumla(?: kuu| ndogo)?|summe|gesamt(?:summe|betrag)?|totaal|(?:ال)?(?:اجمالي|مجموع))$/;
/** The balance of some day, which is neither an opening nor a closing balance. */
const ofADay = /^(?:solde au|balance (?:as )?(?:at|of|on)|saldo (?:em|al|am|per)|salio la tarehe) .*$/;

/** The fields that distinguish a row from a sum in each kind of file: a sum is not paid, has no day and no reference. */
const ownFields: Readonly<Record<SourceKind, readonly HeadingField[]>> = {
  provider: ['reference', 'serviceReference', 'status', 'at'],
  payout: ['payout', 'status', 'at'],
  bank: ['entry', 'bookedOn'],
};

/**
 * Returns a function that recognises sums and balances by a word that fills a cell, and by the absence of what only rows have. A balance
 * has no amounts, or has no direction while rows have one. If it stands in the column of amounts, it is there instead of, or is equal to,
 * the running balance.
 */
export function summingIn(
  kind: SourceKind,
  {columns}: Pick<Layout, 'columns'>,
): (record: readonly string[]) => Summing {
  const indexOf = (field: HeadingField) => columns[field]?.index;
  const indexes = (fields: readonly HeadingField[]) => fields.map(indexOf).filter(index => index !== undefined);
  const own = indexes(ownFields[kind]);
  const names = indexes(['entry', 'reference', 'serviceReference', 'payout']);
  const amounts = indexes(['amount', 'credit', 'debit']);
  const direction = indexOf('direction');
  const running = indexOf('balance');
  const hasDays = (indexOf('bookedOn') ?? indexOf('at')) !== undefined;
  const standsAmongAmounts = (record: readonly string[]) => {
    if (names.some(index => !isNothing((record[index] ?? '').trim()) && !saysBalance(record[index]))) return false;
    const stated = (record[running ?? -1] ?? '').trim();
    return isNothing(stated) || amounts.some(index => (record[index] ?? '').trim() === stated);
  };
  /**
   * A provider's row is a row if it has any reference or status. A balance among these rows has its word in a cell that belongs to none of
   * these fields.
   */
  const isBeside = (record: readonly string[]) =>
    kind === 'bank' ||
    (record.some((cell, index) => !own.includes(index) && saysBalance(cell)) &&
      indexes(['reference', 'serviceReference', 'status', 'payout']).every(index =>
        isNothing((record[index] ?? '').trim()),
      ));
  return record => {
    if (!mayBeSum(record)) return undefined;
    const hasNoneOfItsOwn = own.every(
      index => isNothing((record[index] ?? '').trim()) || saysTotal(record[index] ?? ''),
    );
    if (hasNoneOfItsOwn && record.some(cell => saysTotal(cell))) return 'total';
    if (kind === 'payout') return undefined;
    if (!record.some(saysBalance))
      return hasDays && hasNoneOfItsOwn && record.some(saysCarried) ? 'balance' : undefined;
    const hasNoDirection = direction !== undefined && directionIn(record[direction] ?? '') === undefined;
    const isBalance =
      hasNoDirection || amounts.every(index => movesNothing(record[index])) || standsAmongAmounts(record);
    return isBalance && isBeside(record) ? 'balance' : undefined;
  };
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
const movesNothing = (cell = '') => isNothing(cell.trim()) || (isZero(cell) && isAmount(cell.trim()));
const isAmount = (cell: string) => (['.', ','] as const).some(mark => plainAmount(cell, mark) !== undefined);
