import {describe, expect, it} from 'vitest';
import {decideTicket} from '../../../src/core/ticket/decide.js';
import {
  hasTicketsToEnd,
  heldOf,
  isAskedAtOnce,
  isPaidAtOnce,
  isUnpaidWhole,
  openTickets,
  ticketsToEnd,
} from '../../../src/core/ticket/ticket.js';
import {codeOf, given, typesOf} from '../deciding.js';
import {Counter, judgePaid, kes} from './ticket-samples.js';

const line = (minor: number) => ({
  kind: 'text' as const,
  code: null,
  name: 'Sugar',
  group: null,
  unit: null,
  quantity: '1',
  unitPrice: kes(minor),
  listPrice: null,
  reason: null,
  discount: null,
  tax: null,
  amount: kes(minor),
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

it('one payment for all of it is paid at once, and several are not', () => {
  const till = new Counter();
  const [once, parts, open] = [till.open(500), till.open(500), till.open(500)];
  till.part(once, 500);
  till.part(parts, 200);
  till.part(parts, 300);
  till.part(open, 200);
  expect([once, parts, open].map(each => isPaidAtOnce(till.ticket(each)))).toEqual([true, false, false]);
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
