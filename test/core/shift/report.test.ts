import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents, type State} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {markets} from '../../../src/core/market/market.js';
import {tenderName} from '../../../src/core/payment/tender.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {isPeriodEmpty} from '../../../src/core/shift/ledger.js';
import {zOf} from '../../../src/core/shift/ledger-schema.js';
import {inDrawer, reportOf, sumLines, takingsOf, zName} from '../../../src/core/shift/report.js';
import {type Report, reportSpec} from '../../../src/core/shift/report-schema.js';
import {parseStrict} from '../../../src/core/spec/check.js';
import {forAll} from '../../hostile/runs.js';
import {answered, event, noAnswer, notSent, record, request} from '../payment/payment-samples.js';

const frame = {
  kind: 'x',
  till: 'T7K',
  shop: 'Duka',
  profile: 'sandbox',
  zone: 'Africa/Nairobi',
  businessDate: '2026-11-20',
  closedAt: Date.UTC(2026, 10, 20, 18),
  head: 'f'.repeat(64),
  difference: null,
  notAsked: 0,
} as const;

const named = (number: number) => `T7K0MZ4K8Q${String(number).padStart(5, '0')}`;

/** A till to which events are told one after the other. */
function told() {
  const state = emptyState();
  let seq = 0;
  const tell = (make: (seq: number) => StoredEvent) => {
    seq += 1;
    foldEvents(state, [make(seq)]);
  };
  const ask = (number: number, person = 'cashier', minor = 20_000) => {
    const reference = named(number);
    const asked = {...request, reference, sale: reference, amount: {currency: 'KES', minor} as const};
    tell(at => event(at, 'requested', asked, person));
    tell(at => event(at, 'sent', {reference}));
  };
  const hear = (number: number, answer: Answer) =>
    tell(at => event(at, 'status-answered', {reference: named(number), question: 'status', repeated: 0, answer}));
  const paid = (number: number, more: Record<string, string | number> = {}) =>
    hear(number, record('Completed', '00', {transaction_reference: named(number), ...more}));
  const cash = (number: number, minor: number, person = 'cashier') => {
    const {network, bankCode, wallet, returnUrl, phone, email, firstName, lastName, ...common} = request;
    const amount = {currency: 'KES', minor} as const;
    const sale = {reference: named(number), sale: named(number), amount, tendered: amount, method: 'cash'} as const;
    tell(at => event(at, 'requested', {...common, ...sale}, person));
  };
  const close = (): Report => {
    const report = reportOf(state, {...frame, kind: 'z'});
    tell(at => event(at, 'z-reported', {report}));
    return report;
  };
  return {state, tell, ask, hear, paid, cash, close, now: () => reportOf(state, {...frame, kind: 'z'})};
}

describe('a report', () => {
  it('of nothing has nothing in it, and is one that the journal takes', () => {
    const x = reportOf(emptyState(), frame);
    expect(parseStrict(reportSpec())(x)).toEqual(x);
    expect(x).toMatchObject({number: 1, openedAt: null, shift: null, tenders: [], perpetual: [], drawers: []});
    expect([x.fromSeq, x.throughSeq]).toEqual([0, 0]);
  });

  it('sums a network in one line, though it was given another name in the midst of the period', () => {
    const {ask, paid, now} = told();
    ask(1);
    paid(1);
    const network = markets.flatMap(({networks}) => networks).find(({id}) => id === request.network);
    if (network === undefined) throw new Error('the sample has no network');
    const {brand} = network;
    try {
      Object.assign(network, {brand: 'New name'});
      ask(2);
      paid(2);
      const {tenders} = now();
      expect(tenders).toMatchObject([{channel: 'SAFARICOM_KE', total: {currency: 'KES', minor: 40_000}, count: 2}]);
      expect(tenders.map(each => tenderName(each, 'en'))).toEqual(['New name']);
    } finally {
      Object.assign(network, {brand});
    }
  });

  it('sums tenders and cashiers apart, in the order of their names whoever came first', () => {
    const {cash, ask, paid, now} = told();
    cash(1, 500, 'Zawadi');
    ask(2, 'Amina');
    paid(2);
    cash(3, 700, 'Amina');
    const {tenders, cashiers} = now();
    expect(tenders.map(({channel, total, count}) => `${channel} ${total.minor} ${count}`)).toEqual([
      ...['cash 1200 2', 'SAFARICOM_KE 20000 1'],
    ]);
    expect(cashiers.map(({person, total, count}) => `${person} ${total.minor} ${count}`)).toEqual([
      ...['Amina 20700 2', 'Zawadi 500 1'],
    ]);
    expect(takingsOf(now())).toEqual([{currency: 'KES', minor: 21_200, count: 3}]);
  });

  it('adds up stated fees without loss and counts the payments without one', () => {
    const cents = fc.integer({min: 0, max: 2000});
    forAll(fc.array(fc.option(cents), {minLength: 1, maxLength: 20}), fees => {
      const {ask, hear, paid, now} = told();
      for (const [number, fee] of fees.entries()) {
        ask(number);
        if (fee === null)
          hear(
            number,
            answered(200, {
              response_code: '00',
              transaction_reference: named(number),
              transaction_amount: 200,
              transaction_status: 'Completed',
              currency: 'KES',
            }),
          );
        else paid(number, {transaction_fee: fee / 100});
      }
      const [tender] = now().tenders;
      const sum = fees.reduce<number>((total, fee) => total + (fee ?? 0), 0);
      expect(Number(tender?.fee)).toBe(sum / 100);
      expect(tender?.feesUnknown).toBe(fees.filter(fee => fee === null).length);
    });
  });

  it('lists what is open by how much is known of it, and totals none of it', () => {
    const {ask, tell, hear, now} = told();
    for (const number of [1, 2, 3, 4]) ask(number);
    tell(at => event(at, 'answered', {reference: named(2), answer: noAnswer}));
    hear(3, record('Initialized', '09', {transaction_reference: named(3)}));
    hear(4, record('Completed', '00', {transaction_reference: named(4), transaction_amount: 150}));
    const {inFlight, unknown, needsPerson, tenders, perpetual} = now();
    const names = [inFlight, unknown, needsPerson].map(list => list.map(({reference}) => reference));
    expect(names).toEqual([[named(3)], [named(1), named(2)], [named(4)]]);
    expect([tenders, perpetual]).toEqual([[], []]);
  });

  it('counts what was not paid apart from what never left', () => {
    const {ask, tell, hear, now} = told();
    for (const number of [1, 2, 3]) ask(number);
    hear(1, record('Failed', '06', {transaction_reference: named(1)}));
    tell(at => event(at, 'answered', {reference: named(2), answer: notSent}));
    tell(at => event(at, 'set-aside', {reference: named(3)}));
    tell(at => event(at, 'resolved', {reference: named(3), as: 'not-paid', reason: 'seen', evidence: ''}, 'Wanjiru'));
    hear(1, record('Failed', '06', {transaction_reference: named(1)}));
    tell(at => event(at, 'slip-printed', {reference: named(1), kind: 'pending', copy: 0, format: 'text'}));
    expect(now().counts).toMatchObject({notPaid: 2, notSent: 1, setAside: 1, judgements: 1});
    expect(now().people).toEqual(['cashier', 'Wanjiru']);
  });

  it('names everybody who sold, judged, gave money back, moved cash or counted it, once', () => {
    const {cash, tell, close, now} = told();
    const amount = {currency: 'KES', minor: 100} as const;
    const day = {reason: 'broken', businessDate: '2026-11-20'};
    cash(1, 500, 'Amina');
    close();
    tell(at => event(at, 'refund-in-cash', {reference: named(1), refund: 1, amount, ...day}, 'Baraka'));
    tell(at => event(at, 'cash-moved', {kind: 'in', amount, ...day}, 'Zawadi'));
    tell(at => event(at, 'drawer-opened', {reason: 'change'}, 'Baraka'));
    tell(at => event(at, 'cash-counted', {counts: [{currency: 'KES', minor: 1, pieces: []}]}, 'Chidi'));
    tell(at => event(at, 'cash-counted', {counts: [{currency: 'KES', minor: 100, pieces: []}]}, 'Amina'));
    const opened = {total: amount, lines: [], businessDate: day.businessDate, description: ''};
    tell(at => event(at, 'ticket-opened', {ticket: named(9), ...opened}, 'Dalila'));
    tell(at => event(at, 'ticket-abandoned', {ticket: named(9), reason: 'left'}, 'Esi'));
    expect(now().people).toEqual(['Baraka', 'Zawadi', 'Chidi', 'Amina', 'Dalila', 'Esi']);
    expect(now().counts.drawerOpenings).toBe(1);
  });

  it('is the same as an X and as a Z but for its kind, once the drawer is counted', () => {
    const {cash, ask, tell, state} = told();
    cash(1, 500);
    ask(2);
    const z = reportOf(state, {...frame, kind: 'z'});
    expect({...reportOf(state, {...frame, kind: 'x'}), kind: 'z'}).not.toEqual(z);
    tell(at => event(at, 'cash-counted', {counts: [{currency: 'KES', minor: 500, pieces: []}]}));
    expect({...reportOf(state, {...frame, kind: 'x'}), kind: 'z'}).toEqual(reportOf(state, {...frame, kind: 'z'}));
  });

  it('has no trace of how much cash there is, as an X before the drawer is counted', () => {
    const sum = fc.integer({min: 1, max: 1_000_000});
    const sale = fc.record({person: fc.constantFrom('Amina', 'Zawadi'), isWallet: fc.boolean(), cash: sum, other: sum});
    forAll(fc.array(sale, {maxLength: 12}), sum, sum, (sales, moved, refunded) => {
      const sold = (of: (each: (typeof sales)[number]) => number, factor: number) => {
        const {cash, ask, paid, tell, state} = told();
        const money = (minor: number) => ({currency: 'KES', minor}) as const;
        for (const [number, each] of sales.entries()) {
          if (each.isWallet) {
            ask(number, each.person);
            paid(number);
          } else cash(number, of(each), each.person);
        }
        const [first] = sales;
        const about = {reference: named(0), refund: 1, reason: 'torn', businessDate: frame.businessDate};
        if (first !== undefined) tell(at => event(at, 'refund-in-cash', {...about, amount: money(factor)}));
        const movement = {kind: 'in', reason: 'change', businessDate: frame.businessDate} as const;
        tell(at => event(at, 'cash-moved', {...movement, amount: money(moved * factor)}));
        return reportOf(state, {...frame, kind: 'x'});
      };
      expect(sold(({cash}) => cash, 1)).toEqual(sold(({other}) => other, 1 + (refunded % 7)));
    });
  });
});

describe('what is paid after its Z', () => {
  it('is in the takings of the next, and points to the one it was sold under', () => {
    const {ask, paid, cash, close, now, state} = told();
    ask(1);
    ask(2);
    close();
    ask(3);
    paid(1);
    const second = close();
    expect(second).toMatchObject({late: [{reference: named(1), z: 1}], tenders: [{count: 1}]});
    cash(4, 100);
    paid(2);
    paid(3);
    expect(now().late).toMatchObject([
      {reference: named(2), z: 1},
      {reference: named(3), z: 2},
    ]);
    expect(takingsOf(now())).toEqual([{currency: 'KES', minor: 40_100, count: 3}]);
    expect([1, second.fromSeq, second.throughSeq, second.throughSeq + 1].map(seq => zOf(state.ledger, seq))).toEqual([
      ...[1, 1, 2, null],
    ]);
  });

  it('and is then no longer paid is a correction that points to where it was taken', () => {
    const {ask, paid, hear, tell, close, now} = told();
    ask(1);
    paid(1);
    close();
    hear(1, record('Reversed', '06', {transaction_reference: named(1)}));
    const minus = {currency: 'KES', minor: -20_000};
    expect(now()).toMatchObject({tenders: [], corrections: [{reference: named(1), amount: minus, z: 1}]});
    expect(now().perpetual).toEqual([{currency: 'KES', sales: 20_000, refunds: 0, corrections: -20_000}]);
    close();
    tell(at => event(at, 'resolved', {reference: named(1), as: 'paid', reason: 'seen', evidence: ''}, 'Wanjiru'));
    expect(now()).toMatchObject({tenders: [], corrections: [{amount: {minor: 20_000}, z: 1}]});
    expect(sumLines(now().corrections)).toEqual([{currency: 'KES', minor: 20_000, count: 1}]);
    expect(now().perpetual).toEqual([{currency: 'KES', sales: 20_000, refunds: 0, corrections: 0}]);
  });
});

it('begins a period with the first thing that a Z would tell, which no report and no copy of one is', () => {
  const state: State = emptyState();
  const report = reportOf(state, {...frame, kind: 'z'});
  foldEvents(state, [event(1, 'z-reported', {report}), event(2, 'x-reported', {report: {...report, kind: 'x'}})]);
  expect(state.ledger.period.firstAt).toBeNull();
  foldEvents(state, [
    event(3, 'report-printed', {z: 1, copy: 0, format: 'text'}),
    event(4, 'clock-confirmed', {skewSeconds: 0}),
  ]);
  expect(isPeriodEmpty(state.ledger)).toBe(true);
  expect(state.ledger.zs).toMatchObject([{number: 1, printed: 1}]);
  foldEvents(state, [event(5, 'drawer-opened', {reason: 'change'})]);
  expect(isPeriodEmpty(state.ledger)).toBe(false);
  expect(reportOf(state, frame).openedAt).toBe(Date.UTC(2026, 10, 20, 11, 0, 5));
});

it('begins with what was sold before the shift was opened, since that is in its takings', () => {
  const till = told();
  till.cash(1, 5000);
  const shift = {shift: 1, floats: [], zone: 'Africa/Nairobi', dayStartsAt: '00:00'};
  till.tell(seq => event(seq, 'shift-opened', shift, 'Amina'));
  const now = till.now();
  expect(takingsOf(now)).toMatchObject([{count: 1}]);
  expect(now).toMatchObject({shift: 1, openedAt: Date.UTC(2026, 10, 20, 11, 0, 1)});
});

it('tells of a drawer that has to be counted nothing of what was sold in its currency, but of tips those not in cash', () => {
  const {state, tell} = told();
  const money = (currency: 'KES' | 'USD', minor: number) => ({currency, minor});
  const moved = {kind: 'in', reason: 'change', businessDate: '2026-11-20'} as const;
  tell(at => event(at, 'cash-moved', {...moved, amount: money('KES', 5)}));
  const tip = (method: 'cash' | 'card', currency: 'KES' | 'USD', count = 1) => ({
    person: 'Amina',
    method,
    channel: method,
    total: money(currency, 3),
    count,
    back: money(currency, 1),
  });
  const both = ['KES', 'USD'] as const;
  const sold = {
    groups: both.map(currency => ({group: 'Tea', total: money(currency, 9), count: 1})),
    taxes: both.map(currency => {
      const gross = money(currency, 9);
      return {rate: '0', gross, net: gross, tax: money(currency, 0)};
    }),
    tips: [tip('cash', 'KES'), tip('card', 'KES'), tip('card', 'KES', 0), tip('cash', 'USD'), tip('card', 'USD', 0)],
    rounding: both.map(currency => ({total: money(currency, 0), count: 1})),
  };
  const sums = {before: 0, taken: 9, adjusted: 0, reopened: 0, beyond: 0, abandoned: 0, paid: 9, count: 1};
  const period = {...state.ledger.period, sold, tickets: {USD: sums, KES: sums}};
  const of = (kind: 'x' | 'z') => reportOf({...state, ledger: {...state.ledger, period}}, {...frame, kind});
  const {back: _, ...untold} = tip('card', 'KES');
  expect(of('x')).toMatchObject({
    tickets: [{currency: 'USD', open: 0}],
    groups: [{total: {currency: 'USD'}}],
    taxes: [{gross: {currency: 'USD'}}],
    rounding: [{total: {currency: 'USD'}}],
  });
  expect(of('x').tips).toStrictEqual([untold, tip('cash', 'USD'), tip('card', 'USD', 0)]);
  expect(of('z')).toMatchObject({tickets: [{currency: 'KES'}, {currency: 'USD'}], tips: sold.tips});
  const abroad = {...period, sold: {...sold, tips: [{...untold, total: money('USD', 3)}]}};
  const {tips} = reportOf({...state, ledger: {...state.ledger, period: abroad}}, {...frame, kind: 'x'});
  expect(tips?.[0]).not.toHaveProperty('back');
});

it('has its sums in one order, what was counted again as a Z, and the keys and the witness since the Z before', () => {
  const {state} = told();
  const kes = (minor: number) => ({currency: 'KES', minor}) as const;
  const usd = (minor: number) => ({currency: 'USD', minor}) as const;
  const tender = (
    method: 'cash' | 'card',
    channel: string,
    total: Report['tenders'][number]['total'],
    count: number,
  ) => ({method, channel, total, count, fee: '0', feesUnknown: 0});
  const refund = (method: 'cash' | 'card', total: Report['tenders'][number]['total']) => ({
    method,
    total,
    done: 1,
    requested: 1,
    failed: 0,
  });
  const first = [{currency: 'KES', counted: 4, difference: -1}] as const;
  const period = {
    ...state.ledger.period,
    fromSeq: 5,
    tenders: {
      a: tender('cash', 'cash', usd(9), 7),
      b: tender('card', 'visa', kes(9), 3),
      c: tender('cash', 'cash', kes(5), 2),
      d: tender('card', 'amex', kes(1), 1),
    },
    refunds: {a: refund('cash', kes(2)), b: refund('card', usd(2)), c: refund('card', kes(2))},
    drawers: {KES: {float: 1, sales: 5, refunds: 0, paidIn: 0, paidOut: 0, drops: 0}},
    countings: {times: 2, first},
  };
  const zero = {sales: 0, refunds: 0, corrections: 0};
  const key = (publicKey: string, fromSeq: number, previous: string | null, signature: string | null = null) => ({
    publicKey,
    fromSeq,
    previous,
    signature,
  });
  const of = (kind: 'x' | 'z', times = 2) =>
    reportOf(
      {
        ...state,
        keys: [key('A', 6, null), key('B', 5, 'A', 's'), key('C', 6, 'B', 's'), key('D', 7, 'C')],
        technical: {...state.technical, witnessed: {seq: 9}},
        ledger: {...state.ledger, period: {...period, countings: {times, first}}, perpetual: {USD: zero, KES: zero}},
      } as unknown as State,
      {...frame, kind},
    );
  const named = ({tenders, refunds}: Report) => [
    tenders.map(({channel, total}) => `${channel} ${total.currency}`),
    refunds.map(({method, total}) => `${method} ${total.currency}`),
  ];
  expect(named(of('z'))).toEqual([
    ['amex KES', 'visa KES', 'cash KES', 'cash USD'],
    ['card KES', 'cash KES', 'card USD'],
  ]);
  expect(named(of('x'))).toEqual([
    ['amex KES', 'visa KES', 'cash USD'],
    ['card KES', 'card USD'],
  ]);
  expect(of('x').uncounted).toEqual([{currency: 'KES', float: 1, cashSales: 2}]);
  expect(of('z')).toMatchObject({
    newKeys: [
      {publicKey: 'C', isSigned: true},
      {publicKey: 'D', isSigned: false},
    ],
    witnessed: 9,
    recount: {times: 2, first},
    perpetual: [{currency: 'KES'}, {currency: 'USD'}],
  });
  for (const plain of [of('x'), of('z', 1)]) expect(plain).not.toHaveProperty('recount');
  for (const name of ['newKeys', 'witnessed', 'tickets']) expect(reportOf(state, frame)).not.toHaveProperty(name);
  expect(() => inDrawer('XXX', 1)).toThrow('there is no currency XXX');
});

it('names who did what, those known by a number too', () => {
  const {state, tell, now} = told();
  expect(now()).not.toHaveProperty('acts');
  tell(at => event(at, 'drawer-opened', {reason: 'change'}, 'Zawadi'));
  const acts = {...state.ledger.period.acts, '2': state.ledger.period.acts['"Zawadi"']} as never;
  const staff = {
    ...state.staff,
    people: [
      {number: 1, name: 'Baraka'},
      {number: 2, name: 'Amina'},
    ],
  } as never;
  const ledger = {...state.ledger, period: {...state.ledger.period, acts}};
  const report = reportOf({...state, ledger, staff}, {...frame, kind: 'z'});
  expect(report.acts?.map(({person, drawerOpenings}) => [person, drawerOpenings])).toEqual([
    ['Amina', 1],
    ['Zawadi', 1],
  ]);
  const nobody = reportOf({...state, ledger, staff: {...state.staff, people: []}}, {...frame, kind: 'z'});
  expect(nobody.acts?.map(({person}) => person)).toEqual(['Zawadi']);
});

it('names a Z as people say it, without end', () =>
  expect([1, 413, 9999, 10_000].map(zName)).toEqual(['Z-0001', 'Z-0413', 'Z-9999', 'Z-10000']));
