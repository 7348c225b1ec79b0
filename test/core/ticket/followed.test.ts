import {expect, it} from 'vitest';
import {sumLine} from '../../../src/core/item/basket.js';
import {customerTicket, follow, nothingFollowed} from '../../../src/core/present/customer-display.js';
import {tipLine} from '../../../src/core/ticket/line.js';
import {Counter, kes} from './ticket-samples.js';

/** What a customer sees of the ticket of a payment, by the journal of a till. */
function shown(till: Counter, reference: string) {
  const followed = nothingFollowed();
  for (const event of till.events) follow(followed, event);
  const payment = till.state.payments.get(reference);
  return {followed, seen: payment && customerTicket(followed, payment)};
}

it('a customer sees the parts that are paid or may be, and what is left', () => {
  const till = new Counter();
  const ticket = till.open(1000);
  const cash = till.part(ticket, 300);
  const part = till.part(ticket, 200, {by: 1});
  till.send(part);
  const failed = till.part(ticket, 100, {by: 2});
  till.send(failed);
  till.hear(failed, 'Failed');
  const parts = [
    {amount: kes(300), isPaid: true},
    {amount: kes(200), isPaid: false},
  ];
  expect(shown(till, cash).seen).toEqual({total: kes(1000), left: kes(500), parts});
  till.hear(part, 'Completed');
  expect(shown(till, part).seen?.parts).toEqual(parts.map(each => ({...each, isPaid: true})));
});

it('a customer sees what of it is a tip, and no attempt that another took the place of', () => {
  const till = new Counter();
  const lines = [sumLine(kes(1000), 'Sale').line, tipLine(kes(100))];
  const ticket = till.open(1100, {lines});
  const first = till.part(ticket, 200, {by: 1});
  till.send(first);
  const second = till.part(ticket, 200, {by: 2, sale: first});
  const parts = [{amount: kes(200), isPaid: false}];
  expect(shown(till, second).seen).toEqual({total: kes(1100), left: kes(900), tip: kes(100), parts});
});

it('a customer sees of a part what is left of it after a refund', () => {
  const till = new Counter();
  const ticket = till.open(1000);
  const cash = till.part(ticket, 600);
  till.refund(cash, {amount: kes(599)});
  expect(shown(till, cash).seen).toEqual({total: kes(1000), left: kes(999), parts: [{amount: kes(1), isPaid: true}]});
});

it('a sale of its own has no ticket', () => {
  const till = new Counter();
  till.open(1000);
  const {followed, seen} = shown(till, till.part(undefined, 300));
  expect([seen, followed.payments.size]).toEqual([undefined, 0]);
});

it('a ticket that was opened before the reader began has nothing to show', () => {
  const till = new Counter();
  const ticket = till.open(1000);
  const part = till.part(ticket, 300, {by: 1});
  till.send(part);
  till.hear(part, 'Failed');
  till.abandon(ticket);
  const followed = nothingFollowed();
  for (const event of till.events.slice(1)) follow(followed, event);
  const payment = followed.payments.get(part);
  expect([payment?.status, payment && customerTicket(followed, payment)]).toEqual(['failed', undefined]);
});

it('what is over is forgotten with the next ticket, and what is open is not', () => {
  const till = new Counter();
  const [first, second] = [till.open(1000), till.open(500)];
  till.part(first, 1000);
  const open = till.part(second, 200);
  expect([...shown(till, open).followed.tickets.all.keys()]).toEqual([first, second]);
  const third = till.open(700);
  const {followed} = shown(till, open);
  expect([...followed.tickets.all.keys()]).toEqual([second, third]);
  expect([...followed.payments.keys()]).toEqual([open]);
});
