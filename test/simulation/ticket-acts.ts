import type {Money} from '../../src/core/money/money.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {owedOf} from '../../src/core/payment/schema.js';
import {mayCorrectTender} from '../../src/core/sale/decide.js';
import {lineOf, tipLine} from '../../src/core/ticket/line.js';
import type {TicketLine} from '../../src/core/ticket/schema.js';
import {mayBePaid, openTickets, paymentsOfTicket, standingOfTicket, type Ticket} from '../../src/core/ticket/ticket.js';
import type {Till} from '../../src/till/till.js';
import type {Act} from './acts.js';
import type {Cashier} from './cashier.js';
import type {Weights} from './chance.js';

/** What a till may refuse of a part, without harm. */
const refused = ['ticket-above-left', 'ticket-paid', 'ticket-abandoned', 'ticket-waiting', 'sale-of-another-ticket'];

/** What a till may refuse of a parked basket that somebody has sold, parked again or dropped meanwhile. */
const gone = ['basket-unknown'];

/** What the service takes back a minute after it was paid. */
const takenBack = '113';

/** What of a split sale the service makes something else of than paid, now and then. */
const endings = ['101', '102', '103', '104', '105', '107', '108', '110', '222', '333', '444', '555', '666', '777'];

const toTicket =
  (act: (cashier: Cashier, till: Till, ticket: Ticket) => unknown): Act =>
  (cashier, till) => {
    const ticket = cashier.chance.pickAny(openTickets(till.state.tickets));
    return ticket !== undefined && act(cashier, till, ticket);
  };

/** A sum in whole shillings: mostly one that there is room for, now and then too much. */
function sumFor({chance}: Cashier, till: Till, ticket: Ticket): number {
  const {left} = standingOfTicket(ticket, till.state.payments);
  const room = Math.floor(left.minor / 100); // a wallet takes no cents
  return chance.isTrue(0.25) ? room + chance.between(0, 2) * 100 : chance.between(1, Math.max(1, room / 100)) * 100;
}

function byWallet(cashier: Cashier, till: Till, {reference}: Ticket, amount: number): void {
  const {chance} = cashier;
  if (amount <= 0) return;
  const [middle, ending] = [chance.between(10, 99), chance.pick(endings)];
  const isTakenBack = amount % 200 === 0;
  const number = `07123${middle}${isTakenBack ? takenBack : ending}`;
  cashier.take(till, {country: 'KE', network: 'SAFKEN', number}, {amount, ticket: reference, more: refused});
  if (!isTakenBack) return;
  cashier.later(30_000, now => payRest(cashier, now, reference));
  cashier.later(120_000, now => checkParts(cashier, now, reference));
}

function payRest(cashier: Cashier, till: Till, reference: string): void {
  const ticket = till.state.tickets.all.get(reference);
  if (ticket === undefined) return;
  inCash(cashier, till, ticket, standingOfTicket(ticket, till.state.payments).left.minor / 100);
}

/** Nobody asks by himself about a payment that is paid. */
function checkParts(cashier: Cashier, till: Till, reference: string): void {
  const {payments, tickets} = till.state;
  const ticket = tickets.all.get(reference);
  for (const {status, request, reference: part} of ticket === undefined ? [] : paymentsOfTicket(ticket, payments))
    if (status === 'paid' && request.method !== 'cash') cashier.perform('check', () => till.check(part));
}

function inCash(cashier: Cashier, till: Till, {reference: ticket}: Ticket, shillings: number, sale?: string): void {
  const amount = {currency: 'KES', minor: Math.round(shillings * 100)} as const;
  const part = {amount, country: 'KE', description: 'a part', ticket, sale} as const;
  if (shillings <= 0) return;
  cashier.perform(
    'cash part',
    async () => {
      const {reference} = await till.takeCash(part);
      if (shillings % 200 === 0) cashier.later(1000, now => giveSomeBack(cashier, now, reference));
    },
    refused,
  );
}

function payOff(cashier: Cashier, till: Till, paysOff: number, shillings: number): void {
  const {chance} = cashier;
  const more = ['account-above-owed'];
  if (chance.isTrue(0.6)) {
    const number = `07123${chance.between(10, 99)}${chance.pick(endings)}`;
    cashier.take(till, {country: 'KE', network: 'SAFKEN', number}, {amount: shillings, paysOff, more});
    return;
  }
  const paid = {amount: {currency: 'KES', minor: shillings * 100}, country: 'KE', description: '', paysOff} as const;
  cashier.perform(
    'paid off',
    async () => {
      const {reference} = await till.takeCash(paid);
      if (chance.isTrue(0.2)) cashier.later(1000, now => giveSomeBack(cashier, now, reference));
    },
    more,
  );
}

/** Some of what was sold on the book comes back. One person presses once, or twice at once. */
function takeOff(cashier: Cashier, till: Till, reference: string): void {
  const back = {amount: {currency: 'KES', minor: 5000}, reason: 'came back'} as const;
  for (let times = cashier.chance.between(1, 2); times > 0; times -= 1)
    cashier.perform('off the book', () => till.refundInCash(reference, back));
}

/** All but a shilling of a part. */
function giveSomeBack(cashier: Cashier, till: Till, reference: string): void {
  const amount = till.state.payments.get(reference)?.request.amount;
  if (amount === undefined) return;
  const some = {...amount, minor: amount.minor - 100};
  cashier.perform(
    'some of a part back',
    () => till.refundInCash(reference, {amount: some, reason: 'changed'}),
    refusedOfLines,
  );
}

/** Of some totals a sum alone; of the others lines of two rates, of no rate, of a group or none, and of some a tip. */
function linesOf({currency, minor}: Money): readonly TicketLine[] {
  if (minor % 20_000 === 0) return [];
  const line = (group: string | null, taxRate: string | null, price: number, discount = 0) =>
    lineOf(
      {
        kind: 'item',
        code: null,
        name: 'Thing',
        group,
        unit: null,
        quantity: '1',
        unitPrice: {currency, minor: price + discount},
        taxRate,
        taxIncluded: true,
      },
      discount === 0 ? {} : {discount: {currency, minor: discount}, reason: 'a regular'},
    );
  const tip = minor % 30_000 === 0 ? [tipLine({currency, minor: 5000})] : [];
  const rest = minor - 20_000 - 5000 * tip.length;
  return [line('Food', '8', 10_001), line('Home', '16', 9999, 500), line(null, null, rest), ...tip];
}

/** What a scale adds, which no coin pays. */
const centsOf = ({chance}: Cashier): number => chance.pick([0, 0, 49, 98]);

export const ticketActs = {
  'open a ticket': (cashier, till) => {
    const total = {currency: 'KES', minor: cashier.chance.between(4, 12) * 10_000 + centsOf(cashier)} as const;
    const order = {total, lines: linesOf(total), description: '', customer: 'a table'};
    cashier.perform('open ticket', () => till.openTicket(order));
  },
  'pay a part': toTicket((cashier, till, ticket) => byWallet(cashier, till, ticket, sumFor(cashier, till, ticket))),
  'pay two parts at once': toTicket((cashier, till, ticket) => {
    for (const amount of [sumFor(cashier, till, ticket), sumFor(cashier, till, ticket)])
      byWallet(cashier, till, ticket, amount);
  }),
  'pay a part in cash': toTicket((cashier, till, ticket) =>
    inCash(cashier, till, ticket, sumFor(cashier, till, ticket)),
  ),
  'pay a part and at once in cash': toTicket((cashier, till, ticket) => {
    const {left} = standingOfTicket(ticket, till.state.payments);
    byWallet(cashier, till, ticket, Math.floor(left.minor / 100));
    inCash(cashier, till, ticket, left.minor / 100);
  }),
  'pay what is waited for in cash': toTicket((cashier, till, ticket) => {
    const waiting = cashier.chance.pickAny(paymentsOfTicket(ticket, till.state.payments).filter(mayBePaid));
    if (waiting === undefined) return false;
    return inCash(cashier, till, ticket, owedOf(waiting.request).minor / 100, waiting.sale);
  }),
  'abandon a ticket': toTicket((cashier, till, {reference}) =>
    cashier.perform('abandon', () => till.abandonTicket(reference, {person: 'Wanjiru', reason: 'left'}), refused),
  ),
  'sell more on a ticket': toTicket((cashier, till, {reference}) => {
    const lines = linesOf({currency: 'KES', minor: cashier.chance.between(3, 6) * 10_000}).filter(
      ({kind}) => kind !== 'tip',
    );
    cashier.perform('extend', () => till.extendTicket(reference, {lines}), [...refused, 'amount-not-positive']);
  }),
  'park a basket': (cashier, till) => {
    const lines = linesOf({currency: 'KES', minor: 50_000});
    const [basket] = cashier.chance.isTrue(0.5) ? till.parkedBaskets() : [];
    cashier.perform('park', () => till.parkBasket({lines, parked: basket?.number, name: 'a table'}), gone);
  },
  'end a parked basket': (cashier, till) => {
    const [basket] = till.parkedBaskets();
    if (basket === undefined) return false;
    const {lines, number: parked, total} = basket;
    if (cashier.chance.isTrue(0.2)) return cashier.perform('drop', () => till.dropBasket({lines, parked}), gone);
    const sells = {total, lines, description: '', parked};
    // One person presses once, or twice at once.
    for (let times = cashier.chance.between(1, 2); times > 0; times -= 1)
      cashier.perform('sell parked', () => till.takeCash({amount: total, country: 'KE', description: '', sells}), gone);
  },
  'sell on the book': (cashier, till) => {
    const {chance} = cashier;
    const account = chance.between(1, 2);
    const amount = {currency: 'KES', minor: chance.between(1, 9) * 10_000} as const;
    const sold = {account, amount, country: 'KE', description: '', isSure: chance.isTrue(0.3)} as const;
    const customer = {name: `Njeri ${account}`, phone: `071234567${account}`, limit: {...amount, minor: 200_000}};
    cashier.perform('on the book', async () => {
      if (till.state.accounts[account] === undefined) await till.setAccount(customer);
      const reference = await till.takeOnBook(sold);
      if (chance.isTrue(0.2)) cashier.later(1000, now => takeOff(cashier, now, reference));
    }, ['account-known', 'account-unknown', 'account-above-limit']);
  },
  'pay off what is owed': (cashier, till) => {
    const {chance} = cashier;
    const {account, balance = 0} = chance.pickAny(Object.values(till.state.accounts)) ?? {};
    if (account === undefined || balance <= 0) return false;
    // One person asks once, or twice at once: in cash, and wallets that answer in all ways.
    for (let times = chance.between(1, 2); times > 0; times -= 1)
      payOff(cashier, till, account, Math.ceil((balance * chance.pick([0.3, 0.6, 1])) / 100));
  },
  'correct how it was paid': (cashier, till) => {
    const payment = cashier.payment(each => mayCorrectTender(till.state, each));
    if (payment === undefined) return false;
    const said = {code: '', person: 'Wanjiru', reason: 'wrong key'};
    // One person presses once, or twice at once.
    for (let times = cashier.chance.between(1, 2); times > 0; times -= 1)
      cashier.perform('correct', () => till.correctTender(payment.reference, said), ['tender-not-corrected']);
  },
  'sell lines and have some back': (cashier, till) => {
    const {chance} = cashier;
    const amount = {currency: 'KES', minor: chance.between(2, 6) * 20_000 + 10_000 + centsOf(cashier)} as const;
    const sells = {total: amount, lines: linesOf(amount), description: ''};
    cashier.perform('cash sale of lines', async () => {
      const {reference} = await till.takeCash({amount, country: 'KE', description: '', sells});
      for (let time = chance.between(1, 3); time > 0; time -= 1)
        cashier.later(chance.between(0, 3000), now => giveLineBack(cashier, now, reference));
    });
  },
  'exchange what was sold': (cashier, till) => {
    const {chance} = cashier;
    const sold = cashier.payment(each => {
      const ticket = till.state.tickets.all.get(each.request.ticket ?? '');
      return each.status === 'paid' && ticket?.status === 'paid' && ticket.lines.length > 0;
    });
    if (sold === undefined) return false;
    const total = {currency: 'KES', minor: chance.between(3, 6) * 10_000 + centsOf(cashier)} as const;
    const sells = {total, lines: linesOf(total), description: ''};
    const order = {lines: [{line: chance.between(1, 3)}], reason: 'another size', sells};
    // One person presses once, or twice at once; what the power leaves of it is paid like any other split sale.
    for (let times = chance.between(1, 2); times > 0; times -= 1)
      cashier.perform('exchange', async () => {
        const {ticket} = await till.exchange(sold.reference, order);
        cashier.later(1000, now => payRest(cashier, now, ticket));
      }, [...refusedOfLines, ...refused]);
  },
  'give a line back': (cashier, till) => {
    const {all} = till.state.tickets;
    const isSold = ({status, request}: Payment) =>
      status === 'paid' && all.get(request.ticket ?? '')?.status === 'paid';
    const payment = cashier.payment(isSold);
    return payment !== undefined && giveLineBack(cashier, till, payment.reference);
  },
} satisfies Record<string, Act>;

/** What a till may refuse of a refund by lines, without harm. */
const refusedOfLines = [
  'refund-lines-not-sold',
  'refund-line-unknown',
  'refund-line-above-left',
  'amount-not-positive',
];

/** One person presses once, or twice at once. */
function giveLineBack(cashier: Cashier, till: Till, reference: string): void {
  const {chance} = cashier;
  const lines = [{line: chance.between(1, 3), ...(chance.isTrue(0.5) ? {quantity: '0.5'} : {})}];
  for (let times = chance.between(1, 2); times > 0; times -= 1)
    cashier.perform('lines back', () => till.refundInCash(reference, {lines, reason: 'came back'}), refusedOfLines);
}

export const usualTicketActs: Weights<keyof typeof ticketActs> = {
  'open a ticket': 16,
  'pay a part': 24,
  'pay two parts at once': 12,
  'pay a part in cash': 9,
  'pay a part and at once in cash': 9,
  'pay what is waited for in cash': 12,
  'abandon a ticket': 6,
  'sell more on a ticket': 6,
  'sell on the book': 12,
  'pay off what is owed': 12,
  'correct how it was paid': 4,
  'park a basket': 6,
  'end a parked basket': 5,
  'sell lines and have some back': 9,
  'exchange what was sold': 6,
  'give a line back': 4,
};
