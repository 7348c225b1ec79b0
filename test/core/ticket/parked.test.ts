import {describe, expect, it} from 'vitest';
import {lineOf, type SoldItem, tipLine} from '../../../src/core/ticket/line.js';
import {parkedName} from '../../../src/core/ticket/ticket.js';
import {codeOf} from '../deciding.js';
import {Counter, kes} from './ticket-samples.js';

const sold = (minor: number, more: Partial<SoldItem> = {}) =>
  lineOf({
    kind: 'item',
    code: null,
    name: 'Soap',
    group: null,
    unit: null,
    quantity: '1',
    unitPrice: kes(minor),
    taxRate: '16',
    taxIncluded: true,
    ...more,
  });
const parkedIn = ({state}: Counter) => [...state.tickets.parked.values()].map(parkedName);

describe('a parked basket', () => {
  it('stays parked over a power cut and a new day, until it is sold', () => {
    const till = new Counter();
    const number = till.park([sold(500)], 'Table 4');
    till.park([sold(300)]);
    till.reopen();
    till.newDay();
    expect(parkedIn(till)).toEqual(['#1 Table 4', '#2']);
    till.open(500, {lines: [sold(500)], parked: number});
    expect(parkedIn(till)).toEqual(['#2']);
    till.newDay();
    expect(parkedIn(till)).toEqual(['#2']);
  });

  it('keeps its number when it is parked again, and no other basket ever gets it', () => {
    const till = new Counter();
    const first = till.park([sold(500)]);
    expect(till.park([sold(700)], 'Amina', first)).toBe(first);
    expect(parkedIn(till)).toEqual(['#1 Amina']);
    till.drop([sold(700)], first);
    till.newDay();
    expect(parkedIn(till)).toEqual([]);
    expect(till.park([sold(500)])).toBe(2);
  });

  it('is sold, added, parked again or dropped once', () => {
    const till = new Counter();
    const number = till.park([sold(500)]);
    const ticket = till.open(100);
    till.extend(ticket, [sold(500)], number);
    expect(parkedIn(till)).toEqual([]);
    const lines = [sold(500)];
    expect(codeOf(() => till.open(500, {lines, parked: number}))).toBe('basket-unknown');
    expect(codeOf(() => till.extend(ticket, lines, number))).toBe('basket-unknown');
    expect(codeOf(() => till.park(lines, '', number))).toBe('basket-unknown');
    expect(codeOf(() => till.drop(lines, number))).toBe('basket-unknown');
  });

  it('never has a card number for a name', () =>
    expect(codeOf(() => new Counter().park([sold(500)], '4012 0010 3714 1112'))).toBe('text-has-card'));
});

describe('more is sold on an open ticket', () => {
  it('of which a part is paid: what is left grows by the lines', () => {
    const till = new Counter();
    const ticket = till.open(1000, {lines: [sold(1000)]});
    till.part(ticket, 600);
    till.extend(ticket, [sold(250), sold(100)]);
    expect(till.standing(ticket)).toEqual([600, 0, 750]);
    till.reopen();
    expect(till.standing(ticket)).toEqual([600, 0, 750]);
    till.part(ticket, 750);
    expect(till.ticket(ticket)).toMatchObject({status: 'paid', total: kes(1350)});
    expect(till.state.ledger.period.sold.groups).toMatchObject([{total: kes(1350), count: 3}]);
  });

  it('while all of it is waited for: what comes in pays a part', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const wallet = till.part(ticket, 1000, {by: 1});
    till.send(wallet);
    till.extend(ticket, [sold(250)]);
    expect(till.standing(ticket)).toEqual([0, 1000, 250]);
    till.hear(wallet, 'Completed');
    expect(till.ticket(ticket)).toMatchObject({status: 'open', lines: [{amount: kes(1000)}, {amount: kes(250)}]});
    till.part(ticket, 250);
    expect(till.ticket(ticket).status).toBe('paid');
  });

  it('but not once it was paid, and nothing that a ticket cannot have', () => {
    const till = new Counter();
    const ticket = till.open(1000);
    const gift = lineOf({...sold(100), taxRate: null, taxIncluded: true}, {discount: kes(100), reason: 'a gift'});
    expect(codeOf(() => till.extend(ticket, [tipLine(kes(50))]))).toBe('tip-with-ticket');
    expect(codeOf(() => till.extend(ticket, [gift]))).toBe('amount-not-positive');
    const dollars = sold(0, {unitPrice: {currency: 'USD', minor: 100}});
    expect(codeOf(() => till.extend(ticket, [dollars]))).toBe('line-currency-differs');
    till.part(ticket, 1000);
    expect(codeOf(() => till.extend(ticket, [sold(250)]))).toBe('ticket-paid');
    expect(codeOf(() => till.extend('T7KNOTHING0000', [sold(250)]))).toBe('ticket-unknown');
  });
});
