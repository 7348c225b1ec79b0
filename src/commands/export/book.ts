import type {Config} from '../../config.js';
import {emptyState, recallEvents} from '../../core/books/state.js';
import type {StoredEvent} from '../../core/events/event.js';
import {addDecimals, type Decimal, decimalFrom} from '../../core/money/decimal.js';
import type {Money} from '../../core/money/money.js';
import {isOfShop} from '../../core/payment/payer.js';
import type {Payment} from '../../core/payment/payment.js';
import type {Refund} from '../../core/payment/refund.js';
import type {ReturnedLine} from '../../core/payment/refund-schema.js';
import {owedOf as owedOfRequest} from '../../core/payment/schema.js';
import {operatorOf, tenderOf} from '../../core/payment/tender.js';
import type {DaySpan} from '../../core/present/day-report.js';
import type {Reconciliation} from '../../core/reconcile/result/reconcile.js';
import {negated} from '../../core/reconcile/rows/amount.js';
import {leftBy} from '../../core/shift/drawer-cash.js';
import type {Report} from '../../core/shift/report-schema.js';
import type {Ticket} from '../../core/ticket/ticket.js';
import {isWithin, readDays} from '../../till/days.js';
import type {Reading} from '../../till/opened-journal.js';

import {readZ} from '../../till/shift.js';
import {type CashColumn, cashTable} from './cash.js';
import {type Findings, journalFindings} from './findings.js';
import {type LineColumn, lineTable, type SoldColumn, soldTable} from './lines.js';
import {type Made, type PaymentColumn, paymentTable, type RefundColumn, refundTable} from './payments.js';
import {reconciledFindings} from './reconciled.js';
import type {Cell, Table} from './table.js';

/** What an export covers; `head` is the hash of the journal's last line. */
type ExportScope = Readonly<Record<'shop' | 'till' | 'profile' | 'from' | 'to' | 'zone' | 'head', string>>;

/** How a payment was made. The lines of its refunds and corrections do not repeat it. */
export type Channel = {readonly tender: string; readonly operator: string};

/** Some days of the journal. Every format is made from this, so that all of them have the same totals. */
export type Book = {
  readonly about: ExportScope;
  readonly lines: Table<LineColumn>;
  readonly payments: Table<PaymentColumn>;
  readonly refunds: Table<RefundColumn>;
  readonly cash: Table<CashColumn>;
  /** The lines of the tickets that were paid. */
  readonly sold: Table<SoldColumn>;
  readonly zs: readonly Report[];
  readonly events: readonly StoredEvent[];
  readonly channels: ReadonlyMap<string, Channel>;
  /** How much of each float had come into the drawer earlier in its period, by `floatKey`. */
  readonly beforeFloats: ReadonlyMap<string, number>;
  /** The taxes and tips of each ticket by the payment that completed it, and roundings. Those of refunds are negative, by `refundKey`. */
  readonly owed: ReadonlyMap<string, readonly Owed[]>;
  readonly findings: Findings;
};

/** The part of what was taken that is no sale of the shop: the tax of one rate, in percent, the tip, the rounding, or what a customer owed. */
export type Owed = {
  readonly role: 'vat' | 'tips' | 'rounding' | 'account';
  readonly rate: string;
  readonly amount: Decimal;
};

/** Reads the days. The findings are those of the reconciliation if there is one, otherwise what the journal by itself shows. */
export async function readBook(
  reading: Reading,
  shop: Pick<Config, 'zone' | 'dayStartsAt' | 'shop' | 'profile' | 'till'>,
  span: DaySpan,
  reconciliation?: Reconciliation,
): Promise<Book> {
  const {till = '', zone, dayStartsAt} = shop;
  const {payments: found, tickets, events} = await readDays(reading, span);
  const made: Made = {till, zone, ledger: reading.state.ledger};
  const zs = events.flatMap(event => (event.type === 'z-reported' ? [event.data.report] : []));
  const own = found.filter(({request}) => isWithin(span, request.businessDate));
  const payments = paymentTable(own, made);
  const refunds = refundTable(found, {made, isWanted: ({businessDate}) => isWithin(span, businessDate)});
  const cash = cashTable(events, {...made, dayStartsAt});
  return {
    about: {
      shop: shop.shop,
      till,
      profile: shop.profile,
      from: span.from,
      to: span.to,
      zone,
      head: reading.journal.tail().head,
    },
    lines: lineTable({payments, refunds, cash, zs}),
    payments,
    refunds,
    cash,
    zs,
    events,
    sold: soldTable(found, tickets, {made, isWithin: date => isWithin(span, date)}),
    channels: await channelsOf(reading, found, zs),
    beforeFloats: await beforeFloatsOf(reading, cash, zs),
    owed: new Map([...owedOf(tickets, found), ...owedBack(found, refunds)]),
    findings:
      reconciliation === undefined
        ? journalFindings({payments: found, zs, events, state: reading.state, zone}, span)
        : reconciledFindings(reconciliation),
  };
}

async function channelsOf({journal}: Reading, found: readonly Payment[], zs: readonly Report[]) {
  const payments = new Map(found.map(payment => [payment.reference, payment]));
  for (const {reference} of zs.flatMap(({corrections}) => corrections)) {
    if (payments.has(reference)) continue;
    const state = emptyState();
    recallEvents(state, await journal.eventsOf(reference));
    for (const payment of state.payments.values()) payments.set(reference, payment);
  }
  const channels = new Map<string, Channel>();
  for (const [reference, {request}] of payments) {
    channels.set(reference, {tender: request.method, operator: operatorOf(tenderOf(request))});
  }
  return channels;
}

/** The book of the drawer and of what customers owe, without what went through the provider, for a shop that books that from a reconciliation. */
export function drawerOf(book: Book): Book {
  const isOfDrawer = ({tender, reference}: Readonly<Record<'tender' | 'reference', Cell>>) =>
    ['cash', 'account'].includes(String(tender ?? book.channels.get(String(reference))?.tender));
  const {lines, payments, refunds, sold} = book;
  return {
    ...book,
    lines: {...lines, rows: lines.rows.filter(isOfDrawer)},
    payments: {...payments, rows: payments.rows.filter(isOfDrawer)},
    sold: {...sold, rows: sold.rows.filter(({reference}) => isOfDrawer({tender: null, reference}))},
    refunds: {...refunds, rows: refunds.rows.filter(isOfDrawer)},
  };
}

/** The part of a day's sales that does not belong to the shop. */
export type DayOwed = Owed & {readonly date: string; readonly currency: string};

/** The taxes and tips of the tickets that were paid through the provider, less those of what it gave back, by day, currency and rate. */
export async function providerOwed(reading: Reading, span: DaySpan): Promise<readonly DayOwed[]> {
  const {payments, tickets} = await readDays(reading, span);
  const own = payments.filter(
    ({request, status}) => !isOfShop(request) && status === 'paid' && isWithin(span, request.businessDate),
  );
  const owed = owedOf(tickets, own);
  const found = own.flatMap(({reference, request: {amount, businessDate: date}}) =>
    (owed.get(reference) ?? []).map(each => ({...each, date, currency: amount.currency})),
  );
  const back = payments.flatMap(({refunds}) =>
    refunds
      .filter(
        ({method, status, businessDate}) => method === 'card' && status === 'done' && isWithin(span, businessDate),
      )
      .flatMap(({amount, businessDate: date, ...refund}) =>
        owedByReturn(refund).map(each => ({...each, date, currency: amount.currency})),
      ),
  );
  return owedByDay([...found, ...back]);
}

export const owedByDay = (all: readonly DayOwed[]): readonly DayOwed[] =>
  summed(all, ({date, role, rate, currency}) => `${date} ${currency} ${role} ${rate}`);

const summed = <T extends Pick<Owed, 'amount'>>(all: readonly T[], keyOf: (each: T) => string): readonly T[] =>
  [...Map.groupBy(all, keyOf).values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [{...first, amount: more.reduce((sum, {amount}) => addDecimals(sum, amount), first.amount)}],
  );

function owedOf(tickets: ReadonlyMap<string, Ticket>, payments: readonly Payment[]): Book['owed'] {
  const owed = new Map<string, readonly Owed[]>();
  for (const {soldBy, lines} of tickets.values()) if (soldBy !== undefined) owed.set(soldBy, owedIn(lines));
  for (const {reference, request} of payments) {
    const more = roundedBy(request.rounding);
    const paidOff = request.paysOff === undefined ? [] : [ofAccount(decimalFrom(owedOfRequest(request)))];
    if (more.length + paidOff.length > 0) owed.set(reference, [...(owed.get(reference) ?? []), ...more, ...paidOff]);
  }
  return owed;
}

const roundedBy = (rounding: Money | undefined): readonly Owed[] =>
  rounding === undefined ? [] : [{role: 'rounding', rate: '', amount: decimalFrom(rounding)}];

const ofAccount = (amount: Decimal): Owed => ({role: 'account', rate: '', amount});

type OwedLine = Pick<ReturnedLine, 'amount' | 'tax'> & {readonly kind?: string | undefined};

/** Taxes by rate, in the order in which the rates first appear in the lines, and the tip. */
function owedIn(lines: readonly OwedLine[]): readonly Owed[] {
  const all = lines.flatMap(({kind, tax, amount}): readonly Owed[] => {
    if (kind === 'tip') return [{role: 'tips', rate: '', amount: decimalFrom(amount)}];
    return tax === null ? [] : [{role: 'vat', rate: tax.rate, amount: decimalFrom(tax.tax)}];
  });
  return summed(all, ({role, rate}) => `${role} ${rate}`);
}

/** The taxes and tips of returned lines, and the rounding. They are negative, since the shop no longer owes them. */
const owedByReturn = ({lines, rounding}: Pick<Refund, 'lines' | 'rounding'>): readonly Owed[] =>
  [...owedIn(lines), ...roundedBy(rounding)].map(each => ({...each, amount: negated(each.amount)}));

/** The key of a refund in the export: its payment, and either the number of its first line in the journal or the number of the refund. */
export const refundKey = (reference: unknown, which: unknown): string => `${reference} ${which}`;

function owedBack(payments: readonly Payment[], {rows}: Table<RefundColumn>): Book['owed'] {
  const refunds = new Map(
    payments.flatMap(({reference, refunds: own}) =>
      own.map(each => [refundKey(reference, each.number), each] as const),
    ),
  );
  const paysOff = new Set(payments.flatMap(({reference, request}) => (request.paysOff === undefined ? [] : reference)));
  const worthBack = ({amount, rounding}: Refund) =>
    decimalFrom({...amount, minor: (rounding?.minor ?? 0) - amount.minor});
  return new Map(
    rows.map(({reference, refund, seq}) => {
      const own = refunds.get(refundKey(reference, refund));
      const back = own === undefined ? [] : owedByReturn(own);
      const owes = own !== undefined && paysOff.has(String(reference));
      return [refundKey(reference, seq), owes ? [...back, ofAccount(worthBack(own))] : back];
    }),
  );
}

/** The key of a float: its currency, and the Z that it belongs to, or null if that is not made yet. */
export const floatKey = (z: unknown, currency: unknown): string => `${z ?? ''} ${currency}`;

async function beforeFloatsOf(reading: Reading, cash: Table<CashColumn>, zs: readonly Report[]) {
  const before = new Map<string, number>();
  for (const {kind, z_no: z, currency} of cash.rows) {
    if (kind !== 'float') continue;
    const report = zs.find(({number}) => number === z) ?? (z === null ? undefined : await readZ(reading, Number(z)));
    const flow =
      report === undefined
        ? reading.state.ledger.period.drawers[String(currency)]?.beforeFloat
        : report.drawers.find(drawer => drawer.currency === currency)?.beforeFloat;
    before.set(floatKey(z, currency), flow === undefined ? 0 : leftBy(flow));
  }
  return before;
}
