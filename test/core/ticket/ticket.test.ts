import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents, type State} from '../../../src/core/books/state.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import {refundedOf} from '../../../src/core/payment/refund.js';
import {resolvableIn} from '../../../src/core/payment/resolving.js';
import {Problem} from '../../../src/core/problem.js';
import {heldByOpen} from '../../../src/core/shift/ledger.js';
import {reportOf} from '../../../src/core/shift/report.js';
import {decideTicket} from '../../../src/core/ticket/decide.js';
import {lineOf, type SoldItem} from '../../../src/core/ticket/line.js';
import {
  hasTicketsToEnd,
  heldOf,
  isAskedAtOnce,
  isInHand,
  isPaidAtOnce,
  isUnpaidWhole,
  openTickets,
  ticketsToEnd,
} from '../../../src/core/ticket/ticket.js';
import {forAll} from '../../hostile/runs.js';
import {codeOf, given, now, typesOf} from '../deciding.js';
import {Counter, kes} from './ticket-samples.js';

const line = (minor: number) => ({
  ...{kind: 'text' as const, code: null, name: 'Sugar', group: null, unit: null, quantity: '1'},
  ...{unitPrice: kes(minor), listPrice: null, reason: null, discount: null, tax: null, amount: kes(minor)},
});

describe('what is opened', () => {
  it('has a reference of its own, and every payment after it another', () => {
    const till = new Counter();
    const ticket = till.open(1000, {customer: ' Amina ', lines: [line(400), line(600)]});
    expect(till.ticket(ticket)).toMatchObject({status: 'open', customer: 'Amina', description: `Ticket ${ticket}`});
    expect(till.part(ticket, 300) > ticket).toBe(true);
    const sum = till.open(1000, {customer: ' ', description: 'Two loaves'});
    expect(till.ticket(sum)).toMatchObject({customer: undefined, description: 'Two loaves', lines: []});
    expect(till.events.at(-1)?.data).not.toHaveProperty('customer');
  });

  it('is nothing while the till closes', () => {
    const open = {type: 'open', total: kes(1000), lines: [], description: ''} as const;
    expect(codeOf(() => decideTicket(new Counter().state, open, given({isClosing: true})))).toBe('till-closing');
  });

  it('stays as it is when it is told again', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const [opened] = till.events;
    till.part(ticket, 300);
    if (opened?.type === 'ticket-opened') till.write(opened);
    expect(till.standing(ticket)).toEqual([300, 0, 700]);
  });

  it.each([
    ['for nothing', 0, {}, 'amount-not-positive'],
    ['with lines of another sum', 1000, {lines: [line(999)]}, 'ticket-lines-differ'],
    [
      'with a line of another currency',
      1000,
      {lines: [{...line(1000), amount: {currency: 'USD', minor: 1000}}]},
      'line-currency-differs',
    ],
    [
      'with a line that is not its net and its tax',
      1000,
      {lines: [{...line(1000), tax: {rate: '16', included: true, net: kes(900), tax: kes(99)}}]},
      'ticket-lines-differ',
    ],
    [
      'with one such line behind another',
      1000,
      {lines: [line(400), {...line(600), tax: {rate: '16', included: true, net: kes(500), tax: kes(99)}}]},
      'ticket-lines-differ',
    ],
    ['for a card number', 1000, {customer: '4111 1111 1111 1111'}, 'text-has-card'],
    ['described by a card number', 1000, {description: '4111111111111111'}, 'text-has-card'],
    ['with a card number as a reason', 1000, {lines: [{...line(1000), reason: '4111111111111111'}]}, 'text-has-card'],
    ['with a card number as a line', 1000, {lines: [{...line(1000), name: '4111111111111111'}]}, 'text-has-card'],
  ])('is nothing %s', (_name, total, more, code) => expect(codeOf(() => new Counter().open(total, more))).toBe(code));
});

it('above the ceiling of the shop is opened once somebody has looked again', () => {
  const above = given({}, {saleCeiling: {KES: 999}});
  const open = (more: object) =>
    typesOf(() =>
      decideTicket(new Counter().state, {type: 'open', total: kes(1000), lines: [], description: '', ...more}, above),
    );
  expect([open({}), open({isSure: false}), open({isSure: true})]).toEqual([
    'sale-above-ceiling',
    'sale-above-ceiling',
    ['ticket-opened'],
  ]);
});

const judgePaid = (till: Counter, reference: string) =>
  till.write({type: 'resolved', data: {reference, as: 'paid', reason: 'seen', evidence: ''}});

describe('what is left', () => {
  /** Each step, and what is paid, may be paid and is left of 1,000 after it. */
  const wallet = 1;
  it.each<[string, (till: Counter, ticket: string) => unknown, readonly [number, number, number]]>([
    ['at first', () => {}, [0, 0, 1000]],
    ['after cash', (till, ticket) => till.part(ticket, 300), [300, 0, 700]],
    ['while a part is asked for', (till, ticket) => till.part(ticket, 300, {by: wallet}), [0, 300, 700]],
    ['while it is waited for', asked, [0, 300, 700]],
    ['once it is paid', paid, [300, 0, 700]],
    ['once it is not', failed, [0, 0, 1000]],
    [
      'after another attempt of a part that may still be paid',
      (till, ticket) => till.part(ticket, 300, {sale: asked(till, ticket)}),
      [300, 0, 700],
    ],
    [
      'while two attempts of a part may be paid',
      (till, ticket) => till.part(ticket, 300, {sale: asked(till, ticket), by: 2}),
      [0, 300, 700],
    ],
    [
      'after two attempts of a part were paid, of which one counts',
      (till, ticket) => {
        const sale = asked(till, ticket);
        till.part(ticket, 300, {sale});
        till.hear(sale, 'Completed');
      },
      [300, 0, 700],
    ],
    [
      'while a part came with another amount',
      (till, ticket) => till.hear(asked(till, ticket), 'Completed', 200),
      [0, 300, 700],
    ],
    [
      'after a receipt for a part',
      (till, ticket) => {
        const reference = till.part(ticket, 300);
        till.write({type: 'slip-printed', data: {reference, kind: 'receipt', copy: 0, format: 'text'}});
        expect(till.state.tickets.beyond.size).toBe(0);
      },
      [300, 0, 700],
    ],
    [
      'after more came in than there was room for, which was given back',
      (till, ticket) => {
        const late = failed(till, ticket, 600);
        till.part(ticket, 500);
        till.hear(late, 'Completed');
        judgePaid(till, late);
        expect([...till.state.tickets.beyond]).toEqual([late]);
        till.giveBack(late);
        expect(till.state.tickets.beyond.size).toBe(0);
      },
      [500, 0, 500],
    ],
    ['after a part was given back', (till, ticket) => till.giveBack(till.part(ticket, 300)), [0, 0, 1000]],
    [
      'after a part that may be paid, and cash',
      (till, ticket) => [asked(till, ticket, 600), till.part(ticket, 400)],
      [400, 600, 0],
    ],
  ])('%s', (_name, steps, standing) => {
    const till = new Counter();
    const ticket = till.open(1000);
    steps(till, ticket);
    expect(till.standing(ticket)).toEqual(standing);
    till.reopen();
    expect(till.standing(ticket)).toEqual(standing);
    till.newDay();
    expect(till.standing(ticket)).toEqual(standing);
  });

  function asked(till: Counter, ticket: string, minor = 300): string {
    const reference = till.part(ticket, minor, {by: wallet});
    till.send(reference);
    return reference;
  }
  function paid(till: Counter, ticket: string, minor = 300): string {
    const reference = asked(till, ticket, minor);
    till.hear(reference, 'Completed');
    return reference;
  }
  function failed(till: Counter, ticket: string, minor = 300): string {
    const reference = asked(till, ticket, minor);
    till.hear(reference, 'Failed');
    return reference;
  }

  it('is all that a part may be', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    till.send(till.part(ticket, 400, {by: 1}));
    expect(() => till.part(ticket, 601)).toThrow(
      expect.objectContaining({
        code: 'ticket-above-left',
        facts: {ticket, amount: 'KES 6.01', left: 'KES 6.00', waiting: 'KES 4.00'},
      }),
    );
    till.part(ticket, 600);
    expect(codeOf(() => till.part(ticket, 1, {by: 2}))).toBe('ticket-above-left');
  });

  it('is nobody’s question while one payment asks for all of it', () => {
    const till = new Counter();
    const isAtOnce = (ticket: string) => isAskedAtOnce(till.ticket(ticket), till.state.payments);
    const [whole, split, none] = [till.open(1000), till.open(1000), till.open(1000)];
    till.send(till.part(whole, 1000, {by: 1}));
    till.send(till.part(split, 300, {by: 2}));
    expect([whole, split, none].map(isAtOnce)).toEqual([true, false, false]);
    till.send(till.part(split, 700, {by: 3}));
    expect(isAtOnce(split)).toBe(false);
  });

  it('is all of it, unpaid, where every payment asks for the whole and none is paid', () => {
    const till = new Counter();
    const all = Array.from({length: 6}, () => till.open(1000)) as [string, ...string[]];
    const [, whole, again, part, cash, mixed] = all;
    const is = (ticket = '') => isUnpaidWhole(till.ticket(ticket), till.state.payments);
    till.part(whole, 1000, {by: 4});
    const first = failed(till, again ?? '', 1000);
    till.part(again, 1000, {by: 2, sale: first});
    till.part(part, 300, {by: 3});
    till.part(cash, 1000);
    failed(till, mixed ?? '', 1000);
    till.part(mixed, 300, {by: 5});
    expect(all.map(is)).toEqual([false, true, true, false, false, false]);
  });

  it('is what a payment in its currency has room for: another is beyond it', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const reference = till.part(undefined, 500);
    const asked = till.state.payments.get(reference)?.request;
    if (asked?.method !== 'cash') throw new Error('no cash');
    const dollars = {currency: 'USD', minor: 500} as const;
    const own = 'T7K0MZ4K8Q2RDZZ';
    const data = {...asked, ticket, amount: dollars, tendered: dollars, reference: own, sale: own};
    till.write({type: 'requested', data});
    expect([...till.state.tickets.beyond, ...till.standing(ticket)]).toEqual([own, 0, 0, 1000]);
  });

  it('is nobody’s to end where all that was asked for has failed, until it is asked for again', () => {
    const till = new Counter();
    const [untouched, declined, deposit] = [till.open(1000), till.open(1000), till.open(1000)];
    const toEnd = () => ticketsToEnd(till.state).map(({reference}) => reference);
    failed(till, declined, 1000);
    paid(till, deposit, 300);
    failed(till, deposit, 700);
    expect(toEnd()).toEqual([untouched, deposit]);
    till.send(till.part(declined, 1000, {by: 2}));
    expect(toEnd()).toEqual([untouched, declined, deposit]);
    till.newDay();
    expect(toEnd()).toEqual([untouched, declined, deposit]);
    const alone = new Counter();
    failed(alone, alone.open(1000), 1000);
    expect([hasTicketsToEnd(till.state), hasTicketsToEnd(alone.state)]).toEqual([true, false]);
    alone.open(1000);
    expect(hasTicketsToEnd(alone.state)).toBe(true);
  });

  it('is nothing once it is paid, and that stays so when a part is given back', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const first = paid(till, ticket, 400);
    till.part(ticket, 600);
    expect(till.ticket(ticket).status).toBe('paid');
    till.giveBack(first);
    expect(till.ticket(ticket)).toMatchObject({status: 'paid', held: {length: 2}});
    expect(codeOf(() => till.part(ticket, 1))).toBe('ticket-paid');
  });

  it('keeps the money that came too late apart, for a person to give back', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const late = failed(till, ticket, 1000);
    till.part(ticket, 1000);
    till.hear(late, 'Completed');
    judgePaid(till, late);
    expect(heldOf(till.ticket(ticket))).toBe(1000);
    expect([...till.state.tickets.beyond]).toEqual([late]);
    till.newDay();
    expect([...till.state.tickets.beyond]).toEqual([late]);
  });

  it('asks a person to see to money that came too late', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const [first, late] = [paid(till, ticket, 600), till.part(ticket, 400, {by: 2})];
    till.send(late);
    till.write({type: 'resolved', data: {reference: late, as: 'not-paid', reason: 'gone', evidence: ''}});
    till.part(ticket, 400);
    judgePaid(till, late);
    expect(till.state.needPerson.has(late)).toBe(true);
    expect(till.state.needPerson.has(first)).toBe(false);
    till.newDay();
    expect(till.state.needPerson.has(late)).toBe(true);
    till.giveBack(late);
    expect(till.state.needPerson.has(late)).toBe(false);
    expect(till.state.tickets.beyond.size).toBe(0);
  });
});

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
    ...{kind, till: 'T7K', shop: 'Duka', profile: 'sandbox', zone: 'Africa/Nairobi', businessDate: '2026-11-20'},
    ...{closedAt: now, head: '', difference: null, notAsked: 0, counts: [{...kes(800), pieces: []}]},
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

it('one payment for all of it is paid at once, and several are not', () => {
  const till = new Counter();
  const [once, parts, open] = [till.open(500), till.open(500), till.open(500)];
  till.part(once, 500);
  till.part(parts, 200);
  till.part(parts, 300);
  till.part(open, 200);
  expect([once, parts, open].map(each => isPaidAtOnce(till.ticket(each)))).toEqual([true, false, false]);
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

describe('a part', () => {
  it('is in the currency of its ticket, which is open', () => {
    const till = new Counter();
    const ticket = till.open(1000, {total: {currency: 'USD', minor: 1000}});
    expect(codeOf(() => till.part(ticket, 1))).toBe('ticket-currency-differs');
    expect(codeOf(() => till.part('T7K000000000000', 1))).toBe('ticket-unknown');
  });

  it('is tried again within its own room, of the same ticket', () => {
    const till = new Counter();
    const [ticket, other] = [till.open(1000), till.open(1000)];
    const sale = till.part(ticket, 1000, {by: 1});
    till.send(sale);
    expect(codeOf(() => till.part(other, 1000, {sale}))).toBe('sale-of-another-ticket');
    const next = till.part(undefined, 1000, {sale});
    expect(till.state.payments.get(next)?.request).toMatchObject({ticket, sale});
    expect(till.ticket(ticket).status).toBe('paid');
  });

  it('that never left leaves no more once another has its room', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const unsent = till.part(ticket, 1000, {by: 1});
    till.write({type: 'sent', data: {reference: unsent}});
    till.write({type: 'answered', data: {reference: unsent, answer: {kind: 'not-sent', code: 'ECONNREFUSED'}}});
    till.part(ticket, 500, {by: 2});
    expect(codeOf(() => till.send(unsent))).toBe('ticket-above-left');
  });
});

describe('a ticket is abandoned', () => {
  it('by a named person with a reason, while nothing of it may still be paid', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const part = till.part(ticket, 300, {by: 1});
    expect(codeOf(() => till.abandon(ticket, ' '))).toBe('person-missing');
    expect(codeOf(() => till.abandon(ticket, 'Amina', ''))).toBe('reason-missing');
    expect(() => till.abandon(ticket)).toThrow(
      expect.objectContaining({code: 'ticket-waiting', facts: {ticket, reference: part, status: 'requested'}}),
    );
    till.send(part);
    expect(codeOf(() => till.abandon(ticket))).toBe('ticket-waiting');
    till.hear(part, 'Failed');
    till.abandon(ticket);
    expect(till.ticket(ticket).abandoned).toEqual({person: 'Amina', reason: 'went elsewhere'});
    expect(till.standing(ticket)).toEqual([0, 0, 0]);
    expect(codeOf(() => till.part(ticket, 1))).toBe('ticket-abandoned');
    expect(codeOf(() => till.abandon(ticket))).toBe('ticket-abandoned');
    expect(openTickets(till.state.tickets)).toEqual([]);
    expect(isAskedAtOnce(till.ticket(ticket), till.state.payments)).toBe(false);
  });

  it.each([false, true])('and what comes in for it later is for a person, another day: %s', isAnotherDay => {
    const till = new Counter();
    const ticket = till.open(1000);
    const part = till.part(ticket, 300, {by: 1});
    till.send(part);
    till.hear(part, 'Failed');
    till.abandon(ticket);
    if (isAnotherDay) till.newDay();
    till.hear(part, 'Completed');
    judgePaid(till, part);
    expect([...till.state.tickets.beyond]).toEqual([part]);
  });
});

it('is not carried once it is over', () => {
  const till = new Counter();
  const [open, paid] = [till.open(1000), till.open(500)];
  const [deposit] = [till.part(open, 200), till.part(paid, 500)];
  till.otherLines(500);
  till.part(undefined, 100);
  till.newDay();
  till.newDay();
  expect([...till.state.tickets.all.keys()]).toEqual([open]);
  expect(till.state.payments.has(deposit)).toBe(true);
  till.part(open, 800);
  till.newDay();
  till.newDay();
  expect(till.state.payments.has(deposit)).toBe(false);
  expect(till.ticket(open).status).toBe('paid'); // a part may be taken back
  till.otherLines(10_000);
  till.part(undefined, 100);
  till.newDay();
  expect(till.state.tickets.all.size).toBe(0);
});

type Step = (till: Counter) => void;
const some = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const ticketsOf = ({state}: Counter) => [...state.tickets.all.keys()];
const parkedIn = ({state}: Counter) => [...state.tickets.parked.keys()];
const paymentsOf = ({state}: Counter) => [...state.payments.keys()];

/** Something done with a ticket of those that are there, or with a payment. */
const withTicket = (act: (till: Counter, ticket: string) => unknown) =>
  fc.nat(9).map(
    (at): Step =>
      till => {
        const ticket = some(ticketsOf(till), at);
        if (ticket !== undefined) act(till, ticket);
      },
  );
const withPayment = <T>(chance: fc.Arbitrary<T>, act: (till: Counter, payment: Payment, more: T) => unknown) =>
  fc.tuple(fc.nat(9), chance).map(
    ([at, more]): Step =>
      till => {
        const payment = till.state.payments.get(some(paymentsOf(till), at) ?? '');
        if (payment !== undefined) act(till, payment, more);
      },
  );
const nothing = fc.constant(null);

/** What a cashier may do, and what the service may say, in any order. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({min: 1, max: 9}).map(
    (total): Step =>
      till =>
        void till.open(total * 100),
  ),
  fc.array(fc.record({group: fc.constantFrom(null, 'Food', 'Home'), taxRate: fc.constantFrom(null, '8', '16')})).map(
    (all): Step =>
      till => {
        const lines = all.map(each => lineOf({...soap, ...each}));
        if (lines.length > 0) till.open(lines.length * 100, {lines});
      },
  ),
  fc.record({at: fc.nat(9), taxRate: fc.constantFrom(null, '8', '16')}).map(
    ({at, taxRate}): Step =>
      till => {
        const ticket = some(ticketsOf(till), at);
        if (ticket !== undefined) till.extend(ticket, [lineOf({...soap, taxRate})], some(parkedIn(till), at));
      },
  ),
  fc.record({at: fc.nat(3), does: fc.constantFrom('park', 'again', 'sell', 'drop')}).map(
    ({at, does}): Step =>
      till => {
        const parked = does === 'park' ? undefined : some(parkedIn(till), at);
        const lines = [lineOf(soap)];
        if (does === 'sell') till.open(100, {lines, parked});
        else if (does === 'drop') till.drop(lines, parked);
        else till.park(lines, 'Table 4', parked);
      },
  ),
  fc
    .record({
      at: fc.nat(9),
      hundreds: fc.integer({min: 1, max: 9}),
      by: fc.nat(5),
      again: fc.boolean(),
      sale: fc.nat(9),
    })
    .map(
      ({at, hundreds, by, again, sale}): Step =>
        till => {
          const ticket = some(ticketsOf(till), at);
          const earlier = again ? some(paymentsOf(till), sale) : undefined;
          const first = till.state.payments.get(earlier ?? '');
          const minor = first?.request.amount.minor ?? hundreds * 100;
          const more = {by: by === 0 ? ('cash' as const) : by, again: 'another one'};
          if (ticket !== undefined)
            till.part(first === undefined ? ticket : undefined, minor, first ? {...more, sale: first.sale} : more);
        },
    ),
  withPayment(nothing, (till, {reference}) => till.correct(reference)),
  withPayment(nothing, (till, {reference}) => till.send(reference)),
  withPayment(fc.boolean(), (till, {reference, request, sends}, isPaid) => {
    if (request.method === 'mobile-money' && sends.begun > 0) till.hear(reference, isPaid ? 'Completed' : 'Failed');
  }),
  withPayment(nothing, (till, payment) => isInHand(payment) && till.giveBack(payment.reference)),
  withPayment(
    fc.record({minor: fc.integer({min: 1, max: 250}), isPending: fc.boolean()}),
    (till, {reference}, {minor, isPending}) => till.refund(reference, {amount: kes(minor)}, isPending),
  ),
  withPayment(fc.constantFrom('done' as const, 'failed' as const), (till, {reference, refunds}, as) => {
    const refund = refunds.find(each => !each.isProven);
    if (refund !== undefined) till.hearRefund(reference, refund.number, as);
  }),
  withTicket((till, ticket) => till.abandon(ticket)),
  withPayment(fc.constantFrom('paid' as const, 'not-paid' as const), (till, payment, as) => {
    const data = {reference: payment.reference, as, reason: 'seen', evidence: ''};
    if (resolvableIn(payment, 0) !== undefined) till.write({type: 'resolved', data});
  }),
  fc.constant<Step>(till => till.reopen()),
  fc.constant<Step>(till => till.newDay()),
);

function checkTickets(till: Counter): void {
  for (const [reference, {total, status, held, lines}] of till.state.tickets.all) {
    if (lines.length > 0) expect(lines.reduce((sum, {amount}) => sum + amount.minor, 0)).toBe(total.minor);
    const [paid, waiting, left] = till.standing(reference);
    expect(paid).toBeLessThanOrEqual(total.minor);
    if (status === 'open') expect(left).toBe(Math.max(0, total.minor - paid - waiting));
    if (status === 'paid' && held.every(each => till.state.payments.get(each.reference)?.refunds.length === 0))
      expect(paid).toBe(total.minor);
  }
  for (const payment of till.state.payments.values()) {
    const {reference, request} = payment;
    const ticket = till.state.tickets.all.get(request.ticket ?? '');
    if (ticket?.status !== 'open') continue;
    const counted = ticket.held.find(each => each.reference === reference);
    const isBeyond = till.state.tickets.beyond.has(reference);
    expect(counted !== undefined || isBeyond).toBe(isInHand(payment));
    const inHand = request.amount.minor - refundedOf(payment, 'done').minor;
    if (counted !== undefined && !isBeyond) expect(counted.minor).toBe(inHand);
  }
}

const soap: SoldItem = {
  ...{kind: 'item', code: null, name: 'Soap', group: null, unit: null, quantity: '1', unitPrice: kes(100)},
  ...{taxRate: null, taxIncluded: true},
};

/** What the period has counted is what the tickets hold, and what they were for comes to what they were paid with. */
function checkSums({state}: Counter): void {
  const {groups, taxes} = state.ledger.period.sold;
  const paid = state.ledger.period.tickets['KES']?.paid ?? 0;
  expect(groups.reduce((sum, {total}) => sum + total.minor, 0)).toBe(paid);
  expect(taxes.reduce((sum, {gross}) => sum + gross.minor, 0)).toBe(paid);
  for (const {gross, net, tax} of taxes) expect(net.minor + tax.minor).toBe(gross.minor);
  const open = openTickets(state.tickets).reduce((sum, ticket) => sum + heldOf(ticket), 0);
  const sums = state.ledger.period.tickets['KES'];
  expect(sums === undefined ? 0 : heldByOpen(sums)).toBe(open);
}

/** A till that has read only what was carried over knows what a reader of the whole journal knows. */
function checkWhole({state, journal}: Counter): void {
  const whole = emptyState();
  foldEvents(whole, journal);
  const {tenders, drawers} = whole.ledger.period;
  const taken = [...whole.payments.values()].filter(({paidSeq}) => paidSeq !== undefined);
  const sumIn = (of: readonly Payment[]) => of.reduce((sum, {request}) => sum + request.amount.minor, 0);
  expect(Object.values(tenders).reduce((sum, {total}) => sum + total.minor, 0)).toBe(sumIn(taken));
  const cash = taken.filter(({request}) => request.method === 'cash');
  expect(tenders['cash cash KES']?.total.minor ?? 0).toBe(sumIn(cash));
  expect(drawers['KES']?.sales ?? 0).toBe(sumIn(cash));
  const known = ({tickets, ledger}: State) => [
    ...[openTickets(tickets), [...tickets.beyond].sort(), ledger.period.tickets],
    ...[[...tickets.parked.values()], tickets.lastParked],
  ];
  expect(known(state)).toEqual(known(whole));
}

describe('whatever is done and heard, in any order, with the power cut between any two lines', () => {
  it('counts no more for a ticket than its total, and each sum once', {tags: ['slow']}, () =>
    forAll({numRuns: 400}, fc.array(step, {maxLength: 40}), steps => {
      const till = new Counter();
      for (const act of steps) {
        const before = till.events.length;
        const problem = problemOf(() => act(till));
        if (problem !== undefined) expect(till.events.length).toBe(before);
        checkTickets(till);
        checkSums(till);
        checkWhole(till);
      }
    }),
  );

  it('asks for no more than is left, so that only what came late is beyond it', {tags: ['slow']}, () =>
    forAll({numRuns: 400}, fc.array(step, {maxLength: 40}), steps => {
      const till = new Counter();
      for (const act of steps) {
        problemOf(() => act(till));
        for (const reference of till.state.tickets.beyond) {
          const payment = till.state.payments.get(reference);
          const isLate =
            payment?.finals.failed === true || payment?.isSuperseded === true || payment?.refunds.length !== 0;
          expect(isLate || payment?.resolution !== undefined || isOfSuperseded(till, reference)).toBe(true);
        }
      }
    }),
  );
});

/** Another attempt of its sale was waited for no more when it was begun. */
function isOfSuperseded({state}: Counter, reference: string): boolean {
  const sale = state.payments.get(reference)?.sale ?? '';
  return (state.sales.get(sale) ?? []).some(each => state.payments.get(each)?.isSuperseded === true);
}

function problemOf(act: () => void): Problem | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

it('tells what was sold only with its cash counted, and in one period alone', () => {
  const till = new Counter();
  const ticket = till.open(200, {lines: [lineOf({...soap, group: 'Home', taxRate: '16'}), lineOf(soap)]});
  till.part(ticket, 200);
  const report = (kind: 'x' | 'z') =>
    reportOf(till.state, {
      ...{kind, till: 'T7K', shop: 'Duka', profile: 'sandbox', zone: 'Africa/Nairobi', businessDate: '2026-11-20'},
      ...{closedAt: now, head: 'f'.repeat(64), difference: null, notAsked: 0},
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
