import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {CashRequest} from '../../../src/core/payment/schema.js';
import {dayReport, hoursByKind, netHours, personKey, tenderKey, withNet} from '../../../src/core/present/day-report.js';
import {emptyLedger} from '../../../src/core/shift/ledger-schema.js';
import {accepted, event, record, reference, request} from '../payment/payment-samples.js';

const day = {date: '2026-11-20', zone: 'Africa/Nairobi', dayStartsAt: '00:00'};
const names = ['T7K0MZ4K8Q2RDWA', 'T7K0MZ4K8Q2RDWB', 'T7K0MZ4K8Q2RDWC'] as const;
const hours = 3600;

function cash(seq: number, name: string, minor: number, businessDate = day.date): StoredEvent {
  const amount = {currency: 'KES', minor} as const;
  const {country, again} = request;
  const data: CashRequest = {
    method: 'cash',
    reference: name,
    sale: name,
    amount,
    tendered: amount,
    country,
    again,
    description: '',
    businessDate,
  };
  return event(seq, 'requested', data);
}

const about = (name: string) => ({transaction_reference: name});
const said = (seq: number, status: string, code: string, name: string = reference) =>
  event(seq, 'status-answered', {
    reference: name,
    question: 'status',
    answer: record(status, code, about(name)),
    repeated: 0,
  });
const asked = (seq: number, name: string = reference) => [
  event(seq, 'requested', {...request, reference: name, sale: name}),
  event(seq + 1, 'sent', {reference: name}),
  event(seq + 2, 'answered', {reference: name, answer: accepted(about(name))}),
];
const refunded = (seq: number, name: string, minor: number, businessDate = day.date) =>
  event(seq, 'refund-in-cash', {
    reference: name,
    refund: 1,
    amount: {currency: 'KES', minor},
    reason: 'torn',
    businessDate,
  });

const counted = (seq: number) =>
  event(seq, 'cash-counted', {counts: [{currency: 'KES', minor: 0, pieces: []}]}, 'Amina');

/** With what is in the drawer counted, so that its cash is told. */
function reportOf(...events: readonly StoredEvent[]) {
  const state = emptyState();
  foldEvents(state, [...events, counted(events.length + 1)]);
  return dayReport([...state.payments.values()], day, state.ledger);
}

describe('the report of a day', () => {
  it('sums what is paid by tender and currency, and lists what is open without summing it', () => {
    const [first, second, third] = names;
    const report = reportOf(
      cash(1, first, 35_000),
      ...asked(2),
      said(5, 'Completed', '00'),
      cash(6, second, 5000),
      ...asked(7, third),
    );
    expect(report.takings).toEqual([
      {method: 'cash', channel: 'cash', total: {currency: 'KES', minor: 40_000}, count: 2},
      {method: 'mobile-money', channel: 'SAFARICOM_KE', total: {currency: 'KES', minor: 20_000}, count: 1},
    ]);
    expect(report.totals).toEqual([{currency: 'KES', minor: 60_000, count: 3, refunded: 0, net: 60_000}]);
    expect(report.pending).toEqual([{reference: third, amount: {currency: 'KES', minor: 20_000}, status: 'pending'}]);
    expect(report.late).toEqual([]);
    expect(report.hours).toEqual([{currency: 'KES', hours: [{hour: 14, minor: 60_000}]}]);
  });

  it('counts what was not paid, and names what needs a person', () => {
    const [first, second] = names;
    const report = reportOf(
      ...asked(1, first),
      said(4, 'Failed', '06', first),
      ...asked(5, second),
      said(8, 'Completed', '00', second),
      said(9, 'Failed', '06', second),
    );
    expect(report).toMatchObject({notPaid: 1, totals: [], takings: [], hours: []});
    expect(report.needsPerson).toMatchObject([{reference: second, status: 'disputed'}]);
  });

  it('keeps the date of a payment that was paid on a later one, and says so', () => {
    const report = reportOf(...asked(1), said(30 * hours, 'Completed', '00'));
    expect(report.totals).toMatchObject([{minor: 20_000, count: 1}]);
    expect(report.late).toMatchObject([{reference, paidOn: '2026-11-21'}]);
    expect(report.hours).toMatchObject([{hours: [{hour: 14, minor: 20_000}]}]);
  });

  it('has the refunds of the day, of payments of whatever day, and no other', () => {
    const [first, second, third] = names;
    const report = reportOf(
      cash(1, first, 35_000, '2026-11-18'),
      cash(2, second, 5000),
      cash(3, third, 7000),
      refunded(4, first, 10_000),
      refunded(5, second, 5000),
      refunded(6, third, 7000, '2026-11-21'),
    );
    expect(report.refunds).toEqual([
      {method: 'cash', total: {currency: 'KES', minor: 15_000}, done: 2, open: 0, failed: 0},
    ]);
    expect(report.totals).toEqual([{currency: 'KES', minor: 12_000, count: 2, refunded: 15_000, net: -3000}]);
    expect(report.givenBack).toBe(2);
    const net = withNet(report.takings, report.back.takings, tenderKey);
    expect(net).toEqual([
      {
        method: 'cash',
        channel: 'cash',
        total: {currency: 'KES', minor: 12_000},
        count: 2,
        refunded: 15_000,
        net: -3000,
      },
    ]);
    expect(withNet(report.people, report.back.people, personKey).reduce((sum, each) => sum + each.net, 0)).toBe(-3000);
  });

  it('takes a refund off the way and the person by which the sale was taken, also of a day without such sales', () => {
    const [first, second] = names;
    const report = reportOf(
      ...asked(1, first).map(each => ({...each, person: 'Amina'})),
      said(4, 'Completed', '00', first),
      cash(5, second, 4000, '2026-11-18'),
      refunded(6, first, 5000),
      refunded(7, second, 1000),
    );
    expect(withNet(report.takings, report.back.takings, tenderKey)).toMatchObject([
      {method: 'cash', total: {minor: 0}, count: 0, refunded: 1000, net: -1000},
      {method: 'mobile-money', total: {minor: 20_000}, count: 1, refunded: 5000, net: 15_000},
    ]);
    expect(withNet(report.people, report.back.people, personKey)).toMatchObject([
      {person: 'Amina', refunded: 5000, net: 15_000},
      {refunded: 1000, net: -1000},
    ]);
    expect(report.totals).toMatchObject([{refunded: 6000, net: 14_000}]);
    expect(netHours(report, 'KES')).toEqual([{currency: 'KES', hour: 14, minor: 20_000, refunded: 6000, net: 14_000}]);
  });

  it('has the hours of a day that starts in the morning in their order, also those in which money was only given back', () => {
    const sold = [23, 0, 1].map(hour => ({hour, minor: hour}));
    const night = {
      hours: [{currency: 'KES', hours: sold}],
      back: {hours: [{currency: 'KES', hours: [{hour: 2, minor: 3}]}]},
    } as const;
    expect(netHours(night, 'KES', '06:00').map(({hour, net}) => [hour, net])).toEqual([
      [23, 23],
      [0, 0],
      [1, 1],
      [2, -3],
    ]);
  });

  it('has cash in no sum before its drawer is counted, and no trace of how much it is', () => {
    const [first, second, third] = names;
    const uncounted = (minor: number, back: number) => {
      const state = emptyState();
      const sold = [
        cash(1, first, minor),
        cash(2, second, 2 * minor),
        ...asked(3, third),
        said(6, 'Completed', '00', third),
      ];
      foldEvents(state, [...sold, refunded(7, first, back)]);
      return dayReport([...state.payments.values()], day, state.ledger);
    };
    const report = uncounted(35_000, 100);
    expect(report).toEqual(uncounted(123, 1));
    expect(report).toMatchObject({
      takings: [{method: 'mobile-money', count: 1}],
      totals: [{currency: 'KES', minor: 20_000, count: 1, refunded: 0, net: 20_000}],
      withheld: [{currency: 'KES', sales: 2, refunds: 1}],
      refunds: [],
      hours: [{currency: 'KES', hours: [{hour: 14, minor: 20_000}]}],
    });
  });

  it('has the hours of both kinds less what was given back on the day, cash once the drawer is counted', () => {
    const [first, second, third] = names;
    const state = emptyState();
    foldEvents(state, [
      cash(1, first, 9000, '2026-11-18'),
      cash(2, second, 9000),
      refunded(3, first, 700),
      refunded(4, second, 800, '2026-11-21'),
    ]);
    foldEvents(state, [...asked(5, third), said(8, 'Completed', '00', third)]);
    const hours = () => hoursByKind([...state.payments.values()], day, {currency: 'KES', ledger: state.ledger});
    expect(hours()).toEqual([{hour: 14, service: 20_000, cash: 0}]);
    foldEvents(state, [counted(9)]);
    expect(hours()).toEqual([{hour: 14, service: 20_000, cash: 9000 - 700}]);
  });

  it('tells what was paid from what was not, in the order in which it was asked, whatever the order of the payments', () => {
    const [first, second, third] = names;
    const state = emptyState();
    const others = ['T7K0MZ4K8Q2RDWD', 'T7K0MZ4K8Q2RDWE'] as const;
    foldEvents(state, [
      ...asked(1, first),
      ...asked(4, second),
      ...others.flatMap((name, at) => [...asked(7 + 4 * at, name), said(10 + 4 * at, 'Failed', '06', name)]),
      cash(15, third, 7000),
      refunded(16, third, 100),
      counted(17),
    ]);
    const report = dayReport([...state.payments.values()].toReversed(), day, state.ledger);
    expect(report).toMatchObject({notPaid: 2, givenBack: 0, needsPerson: []});
    expect(report.pending.map(each => each.reference)).toEqual([first, second]);
  });

  it('has the refunds that are done apart from those that are open and those that failed', () => {
    const refund = (seq: number, number: number, minor: number) =>
      event(seq, 'refund-requested', {
        reference,
        refund: number,
        amount: {currency: 'KES', minor},
        reason: 'torn',
        businessDate: day.date,
      });
    const never = (seq: number, number: number) => event(seq, 'refund-never-left', {reference, refund: number});
    const report = reportOf(
      ...asked(1),
      said(4, 'Completed', '00'),
      refund(5, 1, 700),
      refund(6, 2, 800),
      never(7, 2),
      refund(8, 3, 900),
      never(9, 3),
      refund(10, 4, 50),
      event(11, 'refund-resolved', {reference, refund: 4, as: 'done', evidence: '', reason: 'seen'}),
    );
    expect(report.refunds).toEqual([
      {method: 'card', total: {currency: 'KES', minor: 50}, done: 1, open: 1, failed: 2},
    ]);
    expect(report.back.takings).toMatchObject([{total: {minor: 50}, count: 1}]);
    expect(report.totals).toMatchObject([{refunded: 50, net: 19_950}]);
  });

  it('counts what is withheld by currency, and not what may be told', () => {
    const [first, second, third] = names;
    const inDollars = {
      ...cash(1, first, 500).data,
      amount: {currency: 'USD', minor: 500},
      tendered: {currency: 'USD', minor: 500},
    };
    const state = emptyState();
    foldEvents(state, [
      event(1, 'requested', inDollars as CashRequest),
      cash(2, second, 7000),
      cash(3, third, 8000),
      event(4, 'refund-in-cash', {
        reference: first,
        refund: 1,
        amount: {currency: 'USD', minor: 20},
        reason: 'torn',
        businessDate: day.date,
      }),
      refunded(5, second, 100),
    ]);
    const payments = [...state.payments.values()];
    expect(dayReport(payments, day, state.ledger).withheld).toEqual([
      {currency: 'KES', sales: 2, refunds: 1},
      {currency: 'USD', sales: 1, refunds: 1},
    ]);
    foldEvents(state, [counted(6)]);
    expect(dayReport(payments, day, state.ledger)).toMatchObject({
      withheld: [{currency: 'USD', sales: 1, refunds: 1}],
      refunds: [{total: {currency: 'KES', minor: 100}}],
    });
  });

  it('has the hours of each currency up to its own last', () => {
    const [first, second, third] = names;
    const dollars = {currency: 'USD', minor: 500} as const;
    const state = emptyState();
    foldEvents(state, [
      cash(1, first, 700),
      cash(2 + 2 * hours, second, 800),
      event(3 + 4 * hours, 'requested', {
        ...cash(3, third, 500).data,
        amount: dollars,
        tendered: dollars,
      } as CashRequest),
      event(4 + 4 * hours, 'cash-counted', {
        counts: [
          {currency: 'KES', minor: 0, pieces: []},
          {currency: 'USD', minor: 0, pieces: []},
        ],
      }),
    ]);
    const report = dayReport([...state.payments.values()], day, state.ledger);
    expect(report.hours.map(each => [each.currency, each.hours.map(({hour}) => hour)])).toEqual([
      ['KES', [14, 15, 16]],
      ['USD', [18]],
    ]);
  });

  it('nets each currency by itself', () => {
    const sum = (currency: 'KES' | 'USD', minor: number) => ({person: 'Amina', total: {currency, minor}, count: 1});
    const net = withNet([sum('KES', 500), sum('USD', 40)], [sum('USD', 3), sum('KES', 100)], personKey);
    expect(net.map(each => [each.total.currency, each.refunded, each.net])).toEqual([
      ['KES', 100, 400],
      ['USD', 3, 37],
    ]);
  });

  describe('says what a ticket was for', () => {
    const [first, second] = names;
    const sold = (total: number, ...events: readonly StoredEvent[]) => {
      const ticket = event(1, 'ticket-opened', {
        ticket: 'T7K0MZ4K8Q2RD',
        total: {currency: 'KES', minor: total},
        lines: [],
        description: 'Shoes',
        businessDate: day.date,
      });
      const state = emptyState();
      foldEvents(state, [ticket, ...events]);
      const payments = [...state.payments.values()];
      return dayReport(payments, day, state.ledger, state.tickets.all.values()).sold.groups.map(
        each => each.total.minor,
      );
    };
    const part = (seq: number, name: string, minor: number, date = day.date) => {
      const {data} = cash(seq, name, minor, date);
      return event(seq, 'requested', {...data, ticket: 'T7K0MZ4K8Q2RD'} as CashRequest);
    };
    const momoPart = (seq: number) => {
      const [requested, ...others] = asked(seq);
      return [
        {...requested, data: {...requested?.data, ticket: 'T7K0MZ4K8Q2RD'}} as StoredEvent,
        ...others,
        said(seq + 3, 'Completed', '00'),
      ];
    };

    it.each<[what: string, total: number, events: readonly StoredEvent[], wanted: readonly number[]]>([
      ['that is paid in the drawer and counted', 900, [part(2, first, 900), counted(3)], [900]],
      ['that is paid in two parts', 900, [part(2, first, 400), part(3, second, 500), counted(4)], [900]],
      ['that is paid in part', 900, [part(2, first, 400), counted(3)], []],
      ['that nobody has paid', 900, [counted(2)], []],
      ['whose drawer is not counted', 900, [part(2, first, 900)], []],
      [
        'whose last part is of another day',
        900,
        [part(2, first, 400), part(3, second, 500, '2026-11-21'), counted(4)],
        [],
      ],
      ['that is paid by telephone', 20_000, momoPart(2), [20_000]],
      ['of which a part is in a drawer that is not counted', 20_500, [part(2, first, 500), ...momoPart(3)], []],
      ['of which that part is counted', 20_500, [part(2, first, 500), ...momoPart(3), counted(7)], [20_500]],
    ])('%s', (_, total, events, wanted) => expect(sold(total, ...events)).toEqual(wanted));
  });

  it('begins with the shop’s own start of the day', () => {
    const state = emptyState();
    foldEvents(state, [...asked(1), said(12 * hours, 'Completed', '00')]); // two in the morning in Nairobi
    const payments = [...state.payments.values()];
    expect(dayReport(payments, day, emptyLedger).late).toHaveLength(1);
    expect(dayReport(payments, {...day, dayStartsAt: '04:00'}, emptyLedger).late).toEqual([]);
  });

  it('is empty for a day without payments', () =>
    expect(reportOf()).toEqual({
      ...day,
      sold: {groups: [], taxes: [], tips: [], rounding: []},
      takings: [],
      people: [],
      totals: [],
      accounts: [],
      withheld: [],
      givenBack: 0,
      notPaid: 0,
      back: {takings: [], people: [], hours: []},
      pending: [],
      needsPerson: [],
      refunds: [],
      late: [],
      hours: [],
    }));
});
