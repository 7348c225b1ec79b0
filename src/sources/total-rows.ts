import type {SourceKind} from '../core/reconcile/row.js';
import {isZero, plainAmount} from './amount-text.js';
import type {Layout} from './columns.js';
import {directionSaid} from './direction.js';
import {type HeadingField, plainWords} from './headings.js';
import {isNothing} from './nothing.js';

/** What a row says of itself: `total` is a sum of rows above it, `balance` is of an account and moves no money. */
type Summing = 'total' | 'balance' | undefined;

const total =
  /^(?:sum|somme|montant total|(?:(?:grand|sub|sous|page) ?)?(?:totals?|totaux)(?: (?:general|generale|generaux|amounts?|credits?|debits?|transactions?|payments?|paiements?|operations?|mouvements?|periode?|period|page|for|of|the|this|des?|du|la|[a-z]{3}))*)$/;
const balance =
  /^(?:(?:opening|closing|initial|final) balance(?: as (?:at|of|on) .*)?|(?:balance )?[bc] f|balance (?:brought|carried) (?:forward|down)|(?:ancien|nouveau) solde|solde (?:initial|final|precedent|d ouverture|de cloture|de fin|de debut|reporte|au).*)$/;

/** What tells a row of each kind of file from a sum: a sum was not paid, is of no day and has no reference. */
const ownFields: Readonly<Record<SourceKind, readonly HeadingField[]>> = {
  provider: ['reference', 'serviceReference', 'status', 'at'],
  payout: ['payout', 'status', 'at'],
  bank: ['entry', 'bookedOn'],
};

/**
 * Tells sums and balances from rows: by their own word in a cell of its own, and by what such a row never has. A balance
 * moves nothing by its amounts, or has none of the directions that the rows beside it have.
 */
export function summingIn(
  kind: SourceKind,
  {columns}: Pick<Layout, 'columns'>,
): (record: readonly string[]) => Summing {
  const indexOf = (field: HeadingField) => columns[field]?.index;
  const own = ownFields[kind].map(indexOf).filter(index => index !== undefined);
  const amounts = (['amount', 'credit', 'debit'] as const).map(indexOf).filter(index => index !== undefined);
  const direction = indexOf('direction');
  return record => {
    const hasNoneOfItsOwn = own.every(index => isEmptyOr(total, record[index]));
    if (hasNoneOfItsOwn && record.some(cell => says(total, cell))) return 'total';
    const isBalance = kind === 'bank' && record.some(cell => says(balance, cell));
    if (!isBalance) return undefined;
    const hasNoDirection = direction !== undefined && directionSaid(record[direction] ?? '') === undefined;
    return hasNoDirection || amounts.every(index => movesNothing(record[index])) ? 'balance' : undefined;
  };
}

const longestWords = 60;
/** Nearly every cell says neither. */
const hint = /tota|balance|solde|sum|somme|^ ?[bc] ?[/.] ?f/iu;
/** Whether one can be told at all from what is written in it. */
export const mayBeSum = (record: readonly string[]): boolean => record.some(cell => hint.test(cell));
const says = (sign: RegExp, cell: string) =>
  cell.length <= longestWords && hint.test(cell) && sign.test(plainWords(cell));
const isEmptyOr = (sign: RegExp, cell = '') => isNothing(cell.trim()) || says(sign, cell);
const movesNothing = (cell = '') => isNothing(cell.trim()) || (isZero(cell) && isAmount(cell.trim()));
const isAmount = (cell: string) => (['.', ','] as const).some(mark => plainAmount(cell, mark) !== undefined);
