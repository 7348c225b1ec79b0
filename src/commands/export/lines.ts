import {addDecimals, decimalOf} from '../../core/money/decimal.js';
import {decimalText, isCurrency, type Money} from '../../core/money/money.js';
import type {Payment} from '../../core/payment/payment.js';
import type {Refund} from '../../core/payment/refund.js';
import {inDrawer} from '../../core/shift/report.js';
import type {Report} from '../../core/shift/report-schema.js';
import type {Ticket} from '../../core/ticket/ticket.js';
import type {CashColumn} from './cash.js';
import {
  countedIn,
  type Made,
  type PaymentColumn,
  type RefundColumn,
  refundRow,
  soldColumns,
  takenColumns,
} from './payments.js';
import {type Cell, columnsOf, figureText, type Table, zonedText} from './table.js';

export const lineKinds = [
  ...(['payment', 'on-book', 'refund', 'correction', 'cash-in', 'cash-out', 'cash-drop', 'over-short'] as const),
] as const;

export const lineColumns = ['kind', ...soldColumns, 'provider_ref', ...takenColumns] as const;
export type LineColumn = (typeof lineColumns)[number];
export type ExportLine = Readonly<Record<LineColumn, Cell>>;

const blank = Object.fromEntries(lineColumns.map(column => [column, null])) as ExportLine;

export type Gathered = {
  readonly payments: Table<PaymentColumn>;
  readonly refunds: Table<RefundColumn>;
  readonly cash: Table<CashColumn>;
  readonly zs: readonly Report[];
};

/** A line for each payment, sale on the book, refund, correction, movement and count. What leaves the shop is negative. */
export function lineTable({payments, refunds, cash, zs}: Gathered): Table<LineColumn> {
  const rows: readonly ExportLine[] = [
    ...payments.rows.map(row => ({...blank, ...row, kind: row.status === 'on-book' ? 'on-book' : 'payment'})),
    ...refunds.rows.map(({refund, gross, rounding, tender, ...row}) => ({
      ...blank,
      ...row,
      kind: tender === 'account' ? 'on-book' : 'refund',
      tender,
      operator: tender === 'cash' ? 'cash' : null,
      gross: `-${gross}`,
      rounding: negated(rounding),
    })),
    ...cash.rows
      .filter(({kind}) => kind === 'cash-in' || kind === 'cash-out' || kind === 'cash-drop')
      .map(({at, person, amount, ...row}) => ({
        ...blank,
        ...row,
        cashier: person,
        tender: 'cash',
        gross: amount,
        created: at,
      })),
    ...zs.flatMap(correctionsOf),
    ...zs.flatMap(differencesOf),
  ];
  return {columns: lineColumns, rows};
}

const negated = (text: Cell): Cell =>
  text === null ? null : String(text).startsWith('-') ? String(text).slice(1) : `-${text}`;

const correctionsOf = (report: Report): readonly ExportLine[] =>
  report.corrections.map(({reference, amount, z}) => ({
    ...ofReport(report, 'correction'),
    reference,
    currency: amount.currency,
    gross: decimalText(amount),
    reason: z === null ? null : `taken in Z ${z}`,
  }));

/** Over is positive, short is negative. */
const differencesOf = (report: Report): readonly ExportLine[] =>
  report.drawers.flatMap(({currency, difference}) => {
    if (difference === null || difference === 0) return [];
    const gross = decimalText(inDrawer(currency, difference));
    return [
      {...ofReport(report, 'over-short'), tender: 'cash', currency, gross, reason: report.difference?.note ?? null},
    ];
  });

function ofReport({number, till, businessDate, closedAt, zone}: Report, kind: string): ExportLine {
  return {...blank, kind, business_date: businessDate, z_no: number, till, created: zonedText(closedAt, zone)};
}

const summaryColumns = ['section', 'item', 'currency', 'count', 'amount', 'fee', 'text'] as const;
export type SummaryColumn = (typeof summaryColumns)[number];

/** First what the export covers, then the totals of the lines by kind: payments that were taken, and the others by their status. */
export function summaryTable(lines: Table<LineColumn>, about: Readonly<Record<string, string>>): Table<SummaryColumn> {
  const empty = {item: null, currency: null, count: null, amount: null, fee: null, text: null};
  const facts = Object.entries(about).map(([item, text]) => ({...empty, section: 'about', item, text}));
  const groups = Map.groupBy(lines.rows, line => JSON.stringify([sectionOf(line), itemOf(line), line.currency]));
  const sums = [...groups.values()].map(own => {
    const [first = blank] = own;
    return {
      ...empty,
      section: sectionOf(first),
      item: itemOf(first),
      currency: first.currency,
      count: own.length,
      amount: sumOf(own, 'gross'),
      fee: sumOf(own, 'fee'),
    };
  });
  return {columns: summaryColumns, rows: [...facts, ...sums]};
}

/** A payment that a Z counts, or that is paid, belongs to the takings. Corrections have lines of their own. */
export const isTaken = ({z_no: z, status}: Pick<ExportLine, 'z_no' | 'status'>): boolean =>
  z !== null || status === 'paid';

function sectionOf(line: ExportLine): string {
  const {kind, status} = line;
  if (kind === 'refund') return status === 'done' ? 'refunds' : `refunds ${status}`;
  if (kind !== 'payment') return String(kind);
  return isTaken(line) ? 'takings' : `payments ${status}`;
}

function itemOf({operator, tender}: ExportLine): string | null {
  const name = operator ?? tender;
  return name === null ? null : String(name);
}

function sumOf(lines: readonly ExportLine[], column: 'gross' | 'fee'): string | null {
  const currency = String(lines[0]?.currency);
  const [first, ...rest] = lines.flatMap(line => decimalOf(line[column]) ?? []);
  return first === undefined || !isCurrency(currency) ? null : figureText(rest.reduce(addDecimals, first), currency);
}

/** The columns that describe a line of a sale. */
export const ofLineColumns = [
  ...columnsOf('line kind code name group unit quantity unit_price'),
  ...columnsOf('list_price discount reason tax_rate tax_included net tax amount'),
];
export const soldLineColumns = [
  ...columnsOf('business_date z_no till cashier'),
  ...columnsOf('ticket reference refund currency'),
  ...ofLineColumns,
];
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
      ...of,
      currency: amount.currency,
      line,
      kind: sold?.kind ?? back.kind ?? 'item',
      code: sold?.code ?? null,
      name,
      group,
      unit,
      quantity: quantity === '0' ? quantity : `-${quantity}`,
      unit_price: decimalText(sold?.unitPrice ?? amount),
      list_price: null,
      discount: null,
      reason,
      tax_rate: tax?.rate ?? null,
      tax_included: sold?.tax ? String(sold.tax.included) : null,
      net: below(tax?.net ?? amount),
      tax: below(tax?.tax ?? {...amount, minor: 0}),
      amount: below(amount),
    };
  });
}

function rowsOf(ticket: Ticket, payment: Payment, {till, ledger}: Made): readonly Row[] {
  const {reference, person, request} = payment;
  const of = {
    business_date: request.businessDate,
    z_no: countedIn(payment, ledger),
    till,
    cashier: person,
    ticket: ticket.reference,
    reference,
    refund: null,
    currency: ticket.total.currency,
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
