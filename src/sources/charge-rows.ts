import {plainOf, thousandths} from './amount-text.js';
import {cellAt, type Layout, type NumberedRecord} from './columns.js';
import {kindSaid} from './headings.js';
import type {PackedRows} from './packed-rows.js';
import {type MadeRow, mayMove} from './row-makers.js';

/** A chargeback or a reversal names a charge, and is none. */
const saysCharge = (cell: string) =>
  cell.length <= longestWords &&
  (kindSaid(cell) === 'fee' || (kindSaid(cell) === 'payment' && /\bcharge\b/iu.test(cell)));
const longestWords = 60;

/** The receipt number of the payment that a row of a wallet is the charge for; null if it is the charge for none. */
export function chargedReceipt({columns}: Layout, {record}: NumberedRecord, row: MadeRow): string | null {
  const isTaken = 'kind' in row && row.amount.startsWith('-') && ['fee', 'adjustment'].includes(row.kind);
  if (!isTaken || !mayMove(row.status) || !record.some(saysCharge)) return null;
  return cellAt(record, columns.linked?.index) || row.serviceReference;
}

/**
 * Adds charges to their payments, as their fees, and returns the indexes of their rows. Beside them, payments of a statement whose balances
 * hold and that has no charge for them were free.
 */
export function withCharges<Row extends MadeRow>(
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
