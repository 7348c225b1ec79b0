import {describe, expect, it} from 'vitest';
import {reportOf} from '../../../src/core/shift/report.js';
import {lineOf} from '../../../src/core/ticket/line.js';
import {ticketsToEnd} from '../../../src/core/ticket/ticket.js';
import {now} from '../deciding.js';
import {Counter, checkSums, checkWhole, judgePaid, kes, soap} from './ticket-samples.js';

describe('what is in hand', () => {
  type Whole = {readonly till: Counter; readonly ticket: string; readonly first: string};
  type Parts = Whole & {readonly second: string};
  const amount = (minor: number) => ({amount: kes(minor)});
  const first = 60_000;
  const pay = (till: Counter, ticket: string, minor: number, by = 1) => {
    const part = till.part(ticket, minor, {by});
    till.send(part);
    till.hear(part, 'Completed');
    return part;
  };
  /** 1,000.00 in two parts: 600.00 by wallet, and 400.00 in cash after `between`. */
  function split(between: (parts: Whole) => void = () => {}): Parts {
    const till = new Counter();
    const ticket = till.open(100_000);
    const parts = {till, ticket, first: pay(till, ticket, first)};
    between(parts);
    return {...parts, second: till.part(ticket, 40_000)};
  }
  /** 1,000.00 by one wallet. */
  function whole(): Parts {
    const till = new Counter();
    const ticket = till.open(100_000);
    return {till, ticket, first: pay(till, ticket, 100_000), second: ''};
  }
  /** The service takes the payment back, and a person says that the money is gone. */
  function lost<T extends Whole>(sale: T): T {
    sale.till.hear(sale.first, 'Failed');
    const said = {as: 'not-paid', reason: 'gone', evidence: ''} as const;
    sale.till.write({type: 'resolved', data: {reference: sale.first, ...said}});
    return sale;
  }

  const taken = ({till, first}: Whole) => till.hear(first, 'Failed');
  const early = (between: (sold: Whole) => void) => () => split(between);
  const refunded = (minor?: number) =>
    early(each => each.till.refund(each.first, minor === undefined ? {} : amount(minor)));
  const nothingMore = () => {};
  const pending = early(({till, first}) => till.refund(first, amount(10_000), true));
  /** How it is sold, and what comes after. */
  it.each<[string, () => Parts, (sold: Parts) => unknown, 'open' | 'paid', readonly [number, number, number]]>([
    ['a part that was given back but for a cent', refunded(59_999), nothingMore, 'open', [40_001, 0, 59_999]],
    ['a part that was given back whole', refunded(), nothingMore, 'open', [40_000, 0, 60_000]],
    ['a part of which a refund has no result', pending, () => {}, 'open', [90_000, 10_000, 0]],
    [
      'a part of which a refund was not made after all',
      pending,
      each => each.till.hearRefund(each.first, 1, 'failed'),
      'paid',
      [100_000, 0, 0],
    ],
    ['a part that the service takes back after the whole was paid', split, taken, 'open', [40_000, 60_000, 0]],
    ['that part once a person has found that it is not paid', split, lost, 'open', [40_000, 0, 60_000]],
    [
      'that part, asked for again and paid',
      split,
      each => pay(lost(each).till, each.ticket, 60_000, 3),
      'paid',
      [100_000, 0, 0],
    ],
    [
      'goods that came back after the whole was paid',
      split,
      each => each.till.refund(each.first, amount(10_000)),
      'paid',
      [90_000, 0, 0],
    ],
    [
      'the same, and then the other part taken back',
      split,
      each => [each.till.refund(each.second, amount(10_000)), taken(each)],
      ...(['open', [30_000, 60_000, 10_000]] as const),
    ],
    ['a sale of one payment that is taken back', whole, taken, 'open', [0, 100_000, 0]],
    ['that sale, once a person says that the money is gone', whole, lost, 'open', [0, 0, 100_000]],
    [
      'that sale, asked for again in two parts',
      whole,
      each => [pay(lost(each).till, each.ticket, 60_000, 3), each.till.part(each.ticket, 40_000)],
      ...(['paid', [100_000, 0, 0]] as const),
    ],
    ['goods of a sale of one payment that came back', whole, each => each.till.giveBack(each.first), 'paid', [0, 0, 0]],
  ])('counts %s', (_, sell, act, status, standing) => {
    const sold = sell();
    act(sold);
    const {till, ticket} = sold;
    for (const again of [() => {}, () => till.reopen(), () => till.newDay()]) {
      again();
      expect([till.ticket(ticket).status, till.standing(ticket)]).toEqual([status, standing]);
      checkWhole(till);
      checkSums(till);
    }
  });

  it('ties a Z out when a sale that an earlier Z told is open again, and when it is paid again', () => {
    const {till, ticket, first: lost} = split();
    till.write({type: 'z-reported', data: {report: reportOn(till, 'z')}});
    till.hear(lost, 'Failed');
    expect(reportOn(till, 'z').tickets).toMatchObject([
      {paid: 0, count: 0, adjusted: -60_000, reopened: 100_000, open: 40_000},
    ]);
    judgePaid(till, lost);
    expect(reportOn(till, 'z').tickets).toMatchObject([{paid: 0, count: 0, adjusted: 0, open: 0}]);
    expect(till.ticket(ticket)).toMatchObject({status: 'paid', soldBy: expect.any(String)});
    expect(reportOn(till, 'z').groups).toBeUndefined(); // it is sold once
  });

  it('beyond the total is for a person when a refund was not made after all', () => {
    const {
      till,
      ticket,
      first: part,
    } = split(each => {
      const refund = each.till.refund(each.first, amount(10_000), true);
      each.till.hearRefund(each.first, refund, 'done');
      each.till.part(each.ticket, 10_000);
    });
    expect(till.ticket(ticket).status).toBe('paid');
    till.write({
      type: 'refund-answered',
      data: {reference: part, refund: 1, answer: {kind: 'not-sent', code: 'ECONNREFUSED'}},
    });
    expect([till.ticket(ticket).status, till.state.needPerson.has(part)]).toEqual(['paid', true]);
    checkSums(till);
    checkWhole(till);
  });

  it.each([
    ['of several parts', split, 10_000, 40_000],
    ['of one payment', whole, 500, 0],
  ])('opens a sale %s again only as long as every reader of the journal still follows it', (_, sell, lines, left) => {
    const {till, ticket, first: gone} = sell();
    till.otherLines(lines);
    till.hear(gone, 'Failed');
    expect(till.ticket(ticket).status).toBe('paid');
    expect(till.standing(ticket)[0]).toBe(left);
    checkSums(till);
  });

  it('is among the open sales when a sale of one payment is lost, until its rest is given up', () => {
    const {till, ticket, first: gone} = lost(whole());
    expect(ticketsToEnd(till.state).map(({reference}) => reference)).toEqual([ticket]);
    till.part(ticket, 30_000);
    till.abandon(ticket);
    expect([ticketsToEnd(till.state), till.state.needPerson.has(gone)]).toEqual([[], false]);
    checkSums(till);
  });
});

const reportOn = (till: Counter, kind: 'x' | 'z') =>
  reportOf(till.state, {
    kind,
    till: 'T7K',
    shop: 'Duka',
    profile: 'sandbox',
    zone: 'Africa/Nairobi',
    businessDate: '2026-11-20',
    closedAt: now,
    head: '',
    difference: null,
    notAsked: 0,
    counts: [{...kes(800), pieces: []}],
  });

it('what was paid, contradicted and then judged paid is taken once, and the other parts stay', () => {
  const till = new Counter();
  const ticket = till.open(1000);
  const other = till.part(ticket, 200);
  const part = till.part(ticket, 300, {by: 1});
  till.send(part);
  till.hear(part, 'Completed');
  const heldNow = () => till.ticket(ticket).held.map(({reference, minor}) => [reference, minor]);
  expect(heldNow()).toEqual([
    [other, 200],
    [part, 300],
  ]);
  till.hear(part, 'Failed');
  expect(heldNow()).toEqual([[other, 200]]);
  expect(reportOn(till, 'z').tickets).toMatchObject([{taken: 500, adjusted: -300, open: 200}]);
  judgePaid(till, part);
  expect(heldNow()).toEqual([
    [other, 200],
    [part, 300],
  ]);
  expect(reportOn(till, 'z').tickets).toMatchObject([{taken: 500, adjusted: 0, open: 500}]);
});

it('what an open ticket holds at a Z is what it held before the next', () => {
  const till = new Counter();
  const [first, second] = [till.open(1000), till.open(500)];
  till.part(first, 300);
  till.part(second, 500);
  expect(reportOn(till, 'z').tickets).toMatchObject([{before: 0, taken: 800, paid: 500, count: 1, open: 300}]);
  till.write({type: 'z-reported', data: {report: reportOn(till, 'z')}});
  till.part(first, 700);
  expect(reportOn(till, 'z').tickets).toMatchObject([{before: 300, taken: 700, paid: 1000, count: 1, open: 0}]);
  till.write({type: 'z-reported', data: {report: reportOn(till, 'z')}});
  expect(reportOn(till, 'z').tickets).toBeUndefined();
});

it('tells what was sold only with its cash counted, and in one period alone', () => {
  const till = new Counter();
  const ticket = till.open(200, {lines: [lineOf({...soap, group: 'Home', taxRate: '16'}), lineOf(soap)]});
  till.part(ticket, 200);
  const report = (kind: 'x' | 'z') =>
    reportOf(till.state, {
      kind,
      till: 'T7K',
      shop: 'Duka',
      profile: 'sandbox',
      zone: 'Africa/Nairobi',
      businessDate: '2026-11-20',
      closedAt: now,
      head: 'f'.repeat(64),
      difference: null,
      notAsked: 0,
    });
  expect(report('x')).toMatchObject({groups: [], taxes: []});
  till.write({type: 'cash-counted', data: {counts: [{currency: 'KES', minor: 200, pieces: []}]}});
  const sold = {
    groups: [
      {group: 'Home', total: kes(100), count: 1},
      {group: null, total: kes(100), count: 1},
    ],
    taxes: [
      {rate: '16', gross: kes(100), net: kes(86), tax: kes(14)},
      {rate: null, gross: kes(100), net: kes(100), tax: kes(0)},
    ],
  };
  expect(report('x')).toMatchObject(sold);
  expect(report('z')).toMatchObject(sold);
  till.newDay();
  expect(report('z')).toMatchObject(sold);
  till.write({type: 'z-reported', data: {report: report('z')}});
  expect(report('z').groups).toBeUndefined();
});
