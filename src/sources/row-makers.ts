import {ownReference} from '../core/journal/reference.js';
import {
  type BankRow,
  givesBack,
  type PayoutRow,
  type ProviderRow,
  type RowKind,
  type SourceKind,
} from '../core/reconcile/rows/row.js';
import {fileStandingReader} from '../core/reconcile/rows/standing.js';
import {isZero, negated} from './amount-text.js';
import type {Cells} from './cells.js';
import type {NumberedRecord} from './columns.js';
import {kindSaid} from './headings.js';

export type RowOf = {readonly provider: ProviderRow; readonly payout: PayoutRow; readonly bank: BankRow};
export type MadeRow = RowOf[SourceKind];

const standing = fileStandingReader();
/** A payment that failed moved no money, on whichever side its amount stands. */
export const mayMove = (status: string) => !['failed', 'open'].includes(standing(status));
const isNotPaid = (status: string): boolean => status !== '' && !['paid', 'unknown'].includes(standing(status));

/** The kind of a row by its type, by default a payment. If its money went out, its status decides whatever its type says. */
function rowKind(type: string, status: string, isOut: boolean): RowKind {
  const said = type === '' ? undefined : kindSaid(type);
  if (said !== undefined && (said !== 'payment' || !isOut)) return said;
  if (!isOut) return 'payment';
  const become = kindSaid(status);
  return become !== undefined && givesBack(become) ? become : 'adjustment';
}

/** Turns a record of each kind of file into a row. Each function throws a `Problem` for a record that cannot be read. */
export const rowMakers: {readonly [K in SourceKind]: (cells: Cells, line: NumberedRecord) => RowOf[K]} = {
  provider: (cells, line) => {
    const amount = cells.amount(line);
    const status = cells.text(line, 'status');
    return {
      line: line.number,
      kind: rowKind(cells.text(line, 'kind'), status, amount.startsWith('-') && mayMove(status)),
      reference: ownReference(cells.text(line, 'reference')),
      serviceReference: cells.text(line, 'serviceReference') || null,
      amount,
      currency: cells.currency(line),
      status,
      fee: cells.fee(line),
      tax: cells.taxes(line),
      net: cells.amountOrNothing(line, 'net'),
      at: cells.instant(line, 'at') || null,
      phone: digitsOf(cells.text(line, 'phone')),
      payout: cells.text(line, 'payout') || null,
    };
  },
  payout: (cells, line) => {
    const payout = cells.text(line, 'payout');
    if (payout === '') throw cells.invalid(line, 'payout');
    return {
      line: line.number,
      payout,
      amount: cells.amount(line),
      currency: cells.currency(line),
      status: cells.text(line, 'status'),
      at: cells.instant(line, 'at') || null,
    };
  },
  bank: (cells, line) => ({
    line: line.number,
    entry: cells.text(line, 'entry'),
    amount: cells.amount(line),
    currency: cells.currency(line),
    bookedOn: cells.day(line, 'bookedOn', isNotPaid(cells.text(line, 'status'))),
    narration: cells.text(line, 'narration'),
    status: cells.text(line, 'status'),
  }),
};

/** Returns the refund stated in a payment's row as a row of its own; `undefined` if its status says that it was given back. */
export function refundIn<Row extends RowOf[SourceKind]>(cells: Cells, line: NumberedRecord, row: Row): Row | undefined {
  if (!('kind' in row) || row.kind !== 'payment') return undefined;
  const refunded = cells.amountOrNothing(line, 'refunded');
  if (refunded === null || isZero(refunded)) return undefined;
  if (row.status !== '' && standing(row.status) !== 'paid') return undefined;
  const amount = refunded.startsWith('-') ? refunded : negated(refunded);
  return {...row, kind: 'refund', amount, fee: null, tax: null, net: null};
}

/** The last digits of a masked number identify it only if there are this many. */
const fewestShown = 4;

/** The digits of a telephone number, or the last of a masked one; `null` if a spreadsheet has rounded it (`2,54712E+11`). */
function digitsOf(phone: string): string | null {
  if (phone === '') return null;
  if (/\dE\+?\d/i.test(phone)) return null;
  const masked = /\d(?:\*|\u2022|x){2,}(?<end>\d*)/iu.exec(phone)?.groups?.['end'];
  if (masked !== undefined) return masked.length < fewestShown ? null : masked;
  const isNumber = !/\p{L}/u.test(phone) || /^\[card …\d+\]$/u.test(phone);
  if (isNumber) return phone.replaceAll(/\D/g, '') || null;
  // Next to a name or in a sentence, it is the only number that is as long as a telephone number.
  const [only, ...others] = phone.match(/(?<!\d)\d{9,15}(?!\d)/gu) ?? [];
  return others.length === 0 ? (only ?? null) : null;
}
