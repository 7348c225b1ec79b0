import {explain} from '../../core/books/selectors.js';
import type {State} from '../../core/books/state.js';
import type {StoredEvent} from '../../core/events/event.js';
import {decimalText} from '../../core/money/money.js';
import {isOpen, type Payment, verdictOf} from '../../core/payment/payment.js';
import {isPaidTwice} from '../../core/payment/payments.js';
import {operatorOf, tenderOf} from '../../core/payment/tender.js';
import {inDrawer} from '../../core/shift/report.js';
import type {Report} from '../../core/shift/report-schema.js';
import {plainBlanks} from '../../core/text/text.js';
import type {SummaryColumn} from './lines.js';
import {columnsOf, type Table, zonedText} from './table.js';

const exceptionColumns = [
  ...columnsOf('code business_date z_no reference tender operator'),
  ...columnsOf('currency amount status since reason'),
];
type ExceptionColumn = (typeof exceptionColumns)[number];
type Row = Table<ExceptionColumn>['rows'][number];

export const coverageColumns = columnsOf('source loaded from to first_seq last_seq count head note');

/** What a person has to look at, and what the export is based on. A reconciliation has more of both than the journal. */
export type Findings = {
  readonly exceptions: Table;
  readonly coverage: Table;
  /** What a reconciliation adds to the summary, and everything of which these are the sums. */
  readonly equations?: Table<SummaryColumn>['rows'];
  readonly items?: Table;
};

/** What the journal of the days says by itself. */
export type Seen = {
  readonly payments: readonly Payment[];
  readonly zs: readonly Report[];
  readonly events: readonly StoredEvent[];
  readonly state: State;
  readonly zone: string;
};

/** The findings of the journal only, when no other source was loaded. */
export function journalFindings(seen: Seen, span: {readonly from: string; readonly to: string}): Findings {
  return {exceptions: journalExceptions(seen), coverage: journalCoverage(seen, span)};
}

/** Payments and refunds that are open, unknown or for a person to settle, sales that were paid twice, and drawers that differ. */
function journalExceptions({payments, zs, state, zone}: Seen): Table<ExceptionColumn> {
  const ofPayments = payments.flatMap(payment => {
    const code = codeOf(payment);
    const isTwice = payment.status === 'paid' && isPaidTwice(state, payment.sale);
    return [
      ...(code === undefined ? [] : [paymentRow(code, payment, zone)]),
      ...(isTwice ? [paymentRow('paid-twice', payment, zone)] : []),
      ...refundRows(payment, zone),
    ];
  });
  return {columns: exceptionColumns, rows: [...ofPayments, ...zs.flatMap(drawerRows)]};
}

function codeOf(payment: Payment): string | undefined {
  if (verdictOf(payment) === 'needs-person') return 'needs-person';
  if (!isOpen(payment)) return undefined;
  return payment.status === 'pending' || payment.status === 'requested' ? 'open' : 'unknown';
}

function paymentRow(code: string, payment: Payment, zone: string): Row {
  const {request, reference, status, since} = payment;
  return {
    code,
    business_date: request.businessDate,
    z_no: null,
    reference,
    tender: request.method,
    operator: operatorOf(tenderOf(request)),
    currency: request.amount.currency,
    amount: decimalText(request.amount),
    status,
    since: zonedText(since, zone),
    reason: isOpen(payment) ? null : plainBlanks(explain(payment, 'en')), // the explanation of an open payment shows its telephone number
  };
}

function refundRows(payment: Payment, zone: string): readonly Row[] {
  return payment.refunds
    .filter(({status}) => status !== 'done' && status !== 'failed')
    .map(({status, amount, businessDate, since, reason}) => ({
      ...paymentRow(status === 'pending' || status === 'requested' ? 'refund-open' : 'refund-unknown', payment, zone),
      business_date: businessDate,
      amount: `-${decimalText(amount)}`,
      status,
      since: zonedText(since, zone),
      reason,
    }));
}

function drawerRows({number, businessDate, closedAt, zone, drawers, difference: said}: Report): readonly Row[] {
  return drawers.flatMap(({currency, difference}) =>
    difference === null || difference === 0
      ? []
      : [
          {
            code: 'over-short',
            business_date: businessDate,
            z_no: number,
            reference: null,
            tender: 'cash',
            operator: 'cash',
            currency,
            amount: decimalText(inDrawer(currency, difference)),
            status: difference > 0 ? 'over' : 'short',
            since: zonedText(closedAt, zone),
            reason: said?.note ?? null,
          },
        ],
  );
}

/** One row for each day of the journal, with the end of its chain, and one for each source that was not loaded. */
function journalCoverage({events}: Seen, {from, to}: {readonly from: string; readonly to: string}): Table {
  const days: {date: string; first: StoredEvent; last: StoredEvent}[] = [];
  for (const event of events) {
    const day = days.at(-1);
    if (event.type === 'segment-opened' || day === undefined) {
      const date = event.type === 'segment-opened' ? event.data.businessDate : from;
      days.push({date, first: event, last: event});
    } else day.last = event;
  }
  const empty: Record<(typeof coverageColumns)[number], null> = {
    source: null,
    loaded: null,
    from: null,
    to: null,
    first_seq: null,
    last_seq: null,
    count: null,
    head: null,
    note: null,
  };
  const ofJournal = days.map(({date, first, last}) => ({
    ...empty,
    source: 'journal',
    loaded: 'yes',
    from: date,
    to: date,
    first_seq: first.seq,
    last_seq: last.seq,
    count: last.seq - first.seq + 1,
    head: last.hash,
  }));
  const none = {...empty, source: 'journal', loaded: 'yes', from, to, count: 0};
  const others = ['provider', 'payout', 'bank'].map(source => ({...empty, source, loaded: 'no'}));
  return {columns: coverageColumns, rows: [...(ofJournal.length === 0 ? [none] : ofJournal), ...others]};
}
