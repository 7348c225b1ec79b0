import {businessDate} from '../../core/day/business-day.js';
import {isKnown, type StoredEvent} from '../../core/events/event.js';
import {decimalText, type Money} from '../../core/money/money.js';
import {zOf} from '../../core/shift/ledger-schema.js';
import {inDrawer} from '../../core/shift/report.js';
import type {Report} from '../../core/shift/report-schema.js';
import type {Made} from './payments.js';
import {columnsOf, type Table, zonedText} from './table.js';

const cashColumns = columnsOf('business_date z_no till seq at person kind currency amount reason');
export type CashColumn = (typeof cashColumns)[number];
type Row = Table<CashColumn>['rows'][number];

/** What happened in the drawer apart from sales and refunds: floats, movements, counts and openings, oldest first. */
export const cashTable = (
  events: readonly StoredEvent[],
  made: Made & {readonly dayStartsAt: string},
): Table<CashColumn> => ({columns: cashColumns, rows: events.filter(isKnown).flatMap(event => rowsOf(event, made))});

/** An amount that leaves the drawer is negative. A count moves nothing. */
function rowsOf(event: StoredEvent, made: Made & {readonly dayStartsAt: string}): readonly Row[] {
  const row = rowFor(event, made);
  switch (event.type) {
    case 'shift-opened':
      return event.data.floats.map(float => row('float', float));
    case 'cash-moved': {
      const {kind, amount, reason} = event.data;
      return [row(`cash-${kind}`, kind === 'in' ? amount : {...amount, minor: -amount.minor}, reason)];
    }
    case 'cash-counted':
      return event.data.counts.map(({currency, minor}) => row('count', {currency, minor}));
    case 'drawer-opened':
      return [row('drawer-opened', undefined, event.data.reason)];
    default:
      return [];
  }
}

function rowFor(
  {seq, at, person}: StoredEvent,
  {till, zone, dayStartsAt, ledger}: Made & {readonly dayStartsAt: string},
) {
  const instant = Date.parse(at);
  return (kind: string, amount: Money | undefined, reason: string | null = null): Row => ({
    business_date: businessDate(instant, zone, dayStartsAt),
    z_no: zOf(ledger, seq),
    till,
    seq,
    at: zonedText(instant, zone),
    person,
    kind,
    currency: amount?.currency ?? null,
    amount: amount === undefined ? null : decimalText(amount),
    reason,
  });
}

const zColumns = [
  ...columnsOf('z_no business_date till shift opened closed people currency takings payments late corrections refunds'),
  ...columnsOf(
    'expected counted difference note approver in_flight unknown needs_person from_seq through_seq head rounding',
  ),
];
type ZColumn = (typeof zColumns)[number];

/** A row for each currency of each Z, or one without a currency if nothing was taken. */
export const zTable = (zs: readonly Report[]): Table<ZColumn> => ({columns: zColumns, rows: zs.flatMap(zRows)});

function zRows(report: Report): Table<ZColumn>['rows'] {
  const {zone, shift, openedAt, closedAt, people, tenders, drawers, refunds, late, corrections, rounding = []} = report;
  const moneys = [...tenders, ...refunds].map(({total}) => total.currency as string);
  const used = new Set([
    ...moneys,
    ...drawers.map(({currency}) => currency),
    ...corrections.map(line => line.amount.currency),
  ]);
  const currencies = used.size === 0 ? [null] : [...used].sort();
  return currencies.map(currency => {
    const own = tenders.filter(({total}) => total.currency === currency);
    const drawer = drawers.find(each => each.currency === currency);
    const text = (minor: number | null | undefined) =>
      minor === null || minor === undefined || currency === null ? null : decimalText(inDrawer(currency, minor));
    return {
      z_no: report.number,
      business_date: report.businessDate,
      till: report.till,
      shift,
      opened: openedAt === null ? null : zonedText(openedAt, zone),
      closed: zonedText(closedAt, zone),
      people: people.join(', '),
      currency,
      takings: text(sum(own.map(({total}) => total))),
      rounding: text(sum(rounding.filter(({total}) => total.currency === currency).map(({total}) => total))),
      payments: own.reduce((all, {count}) => all + count, 0),
      late: text(sum(late.map(({amount}) => amount).filter(amount => amount.currency === currency))),
      corrections: text(sum(corrections.map(({amount}) => amount).filter(amount => amount.currency === currency))),
      refunds: text(sum(refunds.map(({total}) => total).filter(total => total.currency === currency))),
      expected: text(drawer?.expected),
      counted: text(drawer?.counted),
      difference: text(drawer?.difference),
      note: report.difference?.note ?? null,
      approver: report.difference?.approver ?? null,
      in_flight: report.inFlight.length,
      unknown: report.unknown.length,
      needs_person: report.needsPerson.length,
      from_seq: report.fromSeq,
      through_seq: report.throughSeq,
      head: report.head,
    };
  });
}

const sum = (amounts: readonly Pick<Money, 'minor'>[]): number => amounts.reduce((all, {minor}) => all + minor, 0);
