import {describe, expect, it} from 'vitest';
import {digestFrom} from '../../../src/core/books/day-json.js';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {standInOf} from '../../../src/core/journal/customers.js';
import {projectedFrom} from '../../../src/core/office/projected-payment.js';
import {
  isStoredProjection,
  type Projected,
  Projection,
  projectionVersion,
  type StoredLine,
} from '../../../src/core/office/projection.js';
import {dayFold} from '../../../src/core/reconcile/result/day.js';
import {reportOf} from '../../../src/core/shift/report.js';
import type {Report} from '../../../src/core/shift/report-schema.js';
import {accepted, event, record, request} from '../payment/payment-samples.js';

const reference = 'T7K0MZ4K8AAAAAA';
const paid: readonly StoredEvent[] = [
  event(1, 'requested', {...request, reference, sale: reference}),
  event(2, 'sent', {reference}),
  event(3, 'answered', {reference, answer: accepted({transaction_reference: reference})}),
  event(4, 'status-answered', {
    reference,
    question: 'status',
    answer: record('Completed', '00', {transaction_reference: reference}),
    repeated: 0,
  }),
];
const back = event(5, 'refund-in-cash', {
  reference,
  refund: 1,
  amount: request.amount,
  reason: 'returned',
  businessDate: '2026-11-21',
});
const lineOf = (each: object): StoredLine => ({
  seq: (each as StoredEvent).seq,
  bytes: Buffer.from(JSON.stringify(each)),
});
const lines = (events: readonly object[]) => events.map(lineOf);
const shown = ({payments}: Projected) => payments.map(({digest}) => projectedFrom(digest));
const digestsIn = ({payments}: Projected) => payments.map(({digest}) => digestFrom(digest));

const frame = {
  till: 'T7K',
  shop: 'Duka',
  profile: 'sandbox',
  zone: 'Africa/Nairobi',
  businessDate: '2026-11-20',
  closedAt: 0,
  head: '',
  difference: null,
  notAsked: 0,
} as const;
function reportAfter(events: readonly StoredEvent[]): Report {
  const state = emptyState();
  foldEvents(state, events);
  return reportOf(state, {...frame, kind: 'z'});
}

describe('a projection', () => {
  it('has a row of a payment, with every line that speaks of it and no more of who paid than people know', () => {
    const payments = shown(new Projection().take(lines([...paid, back])));
    expect(payments).toMatchObject([
      {
        reference,
        businessDate: '2026-11-20',
        status: 'paid',
        verdict: 'paid',
        method: 'mobile-money',
        minor: request.amount.minor,
        refunded: request.amount.minor,
        paidSeq: 4,
        lines: [1, 2, 3, 4, 5],
      },
    ]);
    expect(JSON.stringify(payments)).not.toContain(request.phone);
  });

  it('tells nothing of who paid where that is sealed: a mask of letters would look like somebody’s number', () => {
    const sealed = {phone: standInOf('~7exh3RsqmVd3G'), wallet: standInOf('~7exh3RsqmVd3G')};
    const asked = event(1, 'requested', {...request, ...sealed, reference, sale: reference});
    expect(shown(new Projection().take(lines([asked, ...paid.slice(1)])))).toMatchObject([
      {reference, verdict: 'paid', payer: ''},
    ]);
  });

  it('has of a payment what reconciliation compares, as it is read from the journal, wherever it is gone on from', () => {
    const day = dayFold(() => true);
    for (const each of [...paid, back]) day.take(each);
    const {payments: digests} = day.end(new Map());
    expect(digestsIn(new Projection().take(lines([...paid, back])))).toEqual(digests);
    const projection = new Projection();
    projection.take(lines(paid.slice(0, 3)));
    const again = new Projection(JSON.parse(JSON.stringify(projection.keep())));
    expect(digestsIn(again.take(lines([...paid.slice(3), back])))).toEqual(digests);
  });

  it('adds to the day of the sale, and to that of the refund', () => {
    const {days} = new Projection().take(lines([...paid, back]));
    const {currency, minor} = request.amount;
    expect(days).toMatchObject([
      {businessDate: '2026-11-20', currency, paid: 1, minor, refunded: 0},
      {businessDate: '2026-11-21', currency, paid: 0, minor: 0, refunds: 1, refunded: minor},
    ]);
  });

  it('asks for the earlier lines of what was settled, and goes on as if it had never let go of them', () => {
    const projection = new Projection();
    projection.take(lines(paid));
    const other = event(5, 'requested', {...request, reference: 'T7K0MZ4K9BBBBBB', sale: 'T7K0MZ4K9BBBBBB'});
    projection.take(lines([other]));
    const again = new Projection(JSON.parse(JSON.stringify(projection.keep())));
    const late = {...back, seq: 6};
    expect(again.missing(lines([late]))).toEqual([reference]);
    expect(again.take(lines([late]), new Map([[reference, lines(paid)]])).payments).toEqual(
      new Projection().take(lines([...paid, other, late])).payments.filter(row => row.reference === reference),
    );
  });

  it.each([
    ['of the sums', {}, []],
    ['of other takings', {tenders: []}, ['tenders']],
    ['with another number', {number: 7}, ['number']],
    ['of lines that are to come', {throughSeq: 40}, ['throughSeq']],
    ['that leaves lines out', {throughSeq: 2}, ['throughSeq']],
    ['of other sums since the beginning', {perpetual: []}, ['perpetual']],
  ] as const)('says of a Z %s in what it differs', (_, changed, differs) => {
    const report = {...reportAfter(paid), ...changed};
    const {zs} = new Projection().take(lines([...paid, event(5, 'z-reported', {report: report as Report})]));
    expect(zs).toMatchObject([{number: report.number, seq: 5, differs}]);
  });

  it.each([
    ['no JSON', {seq: 5, bytes: Buffer.from('{"seq":5')}],
    ['no text', {seq: 5, bytes: Buffer.from([0x22, 0xff, 0x22])}],
    ['an event with other members than its own', lineOf({...back, data: {reference}})],
    ['an event with another number', {...lineOf(back), bytes: Buffer.from(JSON.stringify({...back, seq: 9}))}],
    ['a second request of one payment', lineOf({...paid[0], seq: 5})],
  ])('ends at a line that is %s, and keeps what was before', (_, line) => {
    const projection = new Projection();
    const payments = shown(projection.take([...lines(paid), line, lineOf({...back, seq: 6})]));
    expect(projection.trouble).toEqual({kind: 'unreadable', seq: 5});
    expect(projection.seq).toBe(6);
    expect(payments).toMatchObject([{refunded: 0, lines: [1, 2, 3, 4]}]);
    expect(new Projection(projection.keep()).trouble).toEqual({kind: 'unreadable', seq: 5});
  });

  it.each([
    ['an event that this version does not know', {...back, type: 'weighed', data: {grams: 12}}],
    ['a later version of the format', {...back, v: 2, type: 'weighed', data: {}}],
  ])('passes over %s, and says from where on', (_, newer) => {
    const projection = new Projection();
    const payments = shown(projection.take(lines([...paid, newer, {...back, seq: 6}])));
    expect(projection.trouble).toEqual({kind: 'newer', seq: 5});
    expect(payments).toMatchObject([{refunded: request.amount.minor}]);
  });

  it('takes the next line and no other', () => {
    const projection = new Projection();
    projection.take(lines(paid));
    expect(() => projection.take(lines([{...back, seq: 6}]))).toThrow(RangeError);
    expect(() => projection.take(lines([paid[3] ?? {}]))).toThrow(RangeError);
  });

  it('goes on from what it has kept in its own form, and from nothing else', () => {
    const projection = new Projection();
    projection.take(lines([...paid, back]));
    const kept = JSON.parse(JSON.stringify(projection.keep()));
    const others = [
      null,
      {...kept, fold: projectionVersion + 1},
      {...kept, seq: -1},
      {...kept, carried: [{}]},
      {...kept, totals: {...kept.totals, ledger: {}}},
    ];
    expect([new Projection().keep(), kept, ...others].map(isStoredProjection)).toEqual([
      ...[true, true],
      ...others.map(() => false),
    ]);
  });
});
