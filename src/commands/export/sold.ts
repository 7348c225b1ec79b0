import {decimalText, type Money} from '../../core/money/money.js';
import type {Payment} from '../../core/payment/payment.js';
import type {Refund} from '../../core/payment/refund.js';
import type {Ticket} from '../../core/ticket/ticket.js';
import {countedIn, type Made, refundRow} from './payments.js';
import type {Table} from './table.js';

/** The columns that describe a line of a sale. */
export const ofLineColumns = [
  'line',
  'kind',
  'code',
  'name',
  'group',
  'unit',
  'quantity',
  'unit_price',
  'list_price',
  'discount',
  'reason',
  'tax_rate',
  'tax_included',
  'net',
  'tax',
  'amount',
] as const;
export const soldLineColumns = [
  'business_date',
  'z_no',
  'till',
  'cashier',
  'ticket',
  'reference',
  'refund',
  'currency',
  ...ofLineColumns,
] as const;
export type SoldColumn = (typeof soldLineColumns)[number];
type Row = Table<SoldColumn>['rows'][number];

/**
 * What was sold, line by line. A ticket is listed with the payment that completed it, so that it is in one day and one Z. A sum without
 * lines is one line. Returned lines are negative, with the number of their refund. In one Z and currency the `amount`s add up to the sums
 * of its groups, and `net` and `tax` to those of its rates.
 */
export function soldTable(
  payments: readonly Payment[],
  tickets: ReadonlyMap<string, Ticket>,
  {made, isWithin}: {readonly made: Made; readonly isWithin: (businessDate: string) => boolean},
): Table<SoldColumn> {
  const rows = payments.flatMap(payment => {
    const ticket = tickets.get(payment.request.ticket ?? '');
    const isOwn = ticket?.soldBy === payment.reference;
    const isSold = ticket !== undefined && isOwn && isWithin(payment.request.businessDate);
    const back = payment.refunds.filter(({businessDate, status}) => status === 'done' && isWithin(businessDate));
    return [
      ...(isSold ? rowsOf(ticket, payment, made) : []),
      ...back.flatMap(refund => backRows(ticket, payment, {refund, made})),
    ];
  });
  return {columns: soldLineColumns, rows};
}

/** The lines that a refund names, with the price of one if the sale is at hand. */
function backRows(
  ticket: Ticket | undefined,
  payment: Payment,
  {refund, made}: {readonly refund: Refund; readonly made: Made},
): readonly Row[] {
  const {business_date, z_no, till, cashier, reference, reason} = refundRow(payment, refund, made);
  const {request} = payment;
  const of = {business_date, z_no, till, cashier, ticket: request.ticket ?? null, reference, refund: refund.number};
  const below = (money: Money) => decimalText({...money, minor: 0 - money.minor});
  return refund.lines.map(({line, name, group, unit, quantity, tax, amount, ...back}) => {
    const sold = ticket?.lines[line - 1];
    return {
      ...{...of, currency: amount.currency, line, kind: sold?.kind ?? back.kind ?? 'item', code: sold?.code ?? null},
      ...{name, group, unit, quantity: quantity === '0' ? quantity : `-${quantity}`},
      ...{unit_price: decimalText(sold?.unitPrice ?? amount), list_price: null, discount: null, reason},
      ...{tax_rate: tax?.rate ?? null, tax_included: sold?.tax ? String(sold.tax.included) : null},
      ...{net: below(tax?.net ?? amount), tax: below(tax?.tax ?? {...amount, minor: 0}), amount: below(amount)},
    };
  });
}

function rowsOf(ticket: Ticket, payment: Payment, {till, ledger}: Made): readonly Row[] {
  const {reference, person, request} = payment;
  const of = {
    ...{business_date: request.businessDate, z_no: countedIn(payment, ledger), till},
    ...{cashier: person, ticket: ticket.reference, reference, refund: null, currency: ticket.total.currency},
  };
  const none = {code: null, group: null, unit: null, listPrice: null, discount: null, reason: null, tax: null};
  const sum = {kind: 'sum', name: ticket.description, quantity: '1', unitPrice: ticket.total, amount: ticket.total};
  const lines = ticket.lines.length === 0 ? [{...none, ...sum}] : ticket.lines;
  return lines.map(({unitPrice, listPrice, discount, tax, amount, ...line}, at) => ({
    ...of,
    ...line,
    line: at + 1,
    unit_price: decimalText(unitPrice),
    list_price: textOf(listPrice),
    discount: textOf(discount),
    tax_rate: tax?.rate ?? null,
    tax_included: tax === null ? null : String(tax.included),
    net: decimalText(tax?.net ?? amount),
    tax: decimalText(tax?.tax ?? {...amount, minor: 0}),
    amount: decimalText(amount),
  }));
}

const textOf = (money: Money | null) => (money === null ? null : decimalText(money));
