import {expect} from 'vitest';
import type {AccountsBeside} from '../../../src/core/account/account.js';
import {type AccountCommand, decideAccount, decideShared} from '../../../src/core/account/decide.js';
import {totalsSpec} from '../../../src/core/books/projections.js';
import {
  type CarriedState,
  carry,
  emptyState,
  foldEvents,
  type State,
  stateAfter,
} from '../../../src/core/books/state.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import type {PendingEvent} from '../../../src/core/journal/decision.js';
import type {Money, PayableSteps} from '../../../src/core/money/money.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import type {Order} from '../../../src/core/payment/schema.js';
import {decideRefund, type RefundOptions} from '../../../src/core/refund/decide.js';
import {decidePayment} from '../../../src/core/sale/decide.js';
import {heldByOpen} from '../../../src/core/shift/ledger.js';
import {parseStrict} from '../../../src/core/spec/check.js';
import {decideTicket} from '../../../src/core/ticket/decide.js';
import type {SoldItem} from '../../../src/core/ticket/line.js';
import type {TicketLine} from '../../../src/core/ticket/schema.js';
import {heldOf, openTickets, standingOfTicket, type Ticket} from '../../../src/core/ticket/ticket.js';
import {given, now} from '../deciding.js';
import {accepted, record} from '../payment/payment-samples.js';

export const kes = (minor: number): Money => ({currency: 'KES', minor});

/** Where cents are coins, so that what is not about rounding can do with small figures. */
const cents: PayableSteps = {cashStep: {KES: 1}, walletStep: {KES: 1}};

type AtHome = {readonly beside?: readonly AccountsBeside[]};

/** What a till knows of customers, as the other tills of the home read it. */
export const besideOf = ({state: {accounts, payments}}: Counter): AccountsBeside => ({till: 'T8K', accounts, payments});

/** A till that knows its events alone: what it decides stands in its journal, from which it can be made again. */
export class Counter {
  readonly #steps: PayableSteps;

  state: State = emptyState();
  events: StoredEvent[] = [];
  /** All lines since the journal began. */
  readonly journal: StoredEvent[] = [];
  #before: CarriedState = {carried: [], totals: null};
  #seq = 0;

  constructor(steps = cents) {
    this.#steps = steps;
  }

  write(...decided: readonly PendingEvent<StoredEvent>[]): readonly StoredEvent[] {
    const written = decided.map(({type, data, person = 'cashier'}): StoredEvent => {
      this.#seq += 1;
      const at = new Date(now + this.#seq * 1000).toISOString();
      const event = {seq: this.#seq, v: 1, at, till: 'T7K', person, hash: '', type, data};
      return JSON.parse(JSON.stringify(event)) as StoredEvent;
    });
    this.events.push(...written);
    this.journal.push(...written);
    foldEvents(this.state, written);
    return written;
  }

  #given() {
    const chance = (count: number) => new Uint8Array(count).fill(7).fill(this.#seq % 251, 0, 1);
    return given({now: now + this.#seq * 1000, chance}, this.#steps);
  }

  open(total: number, more: object = {}): string {
    const command = {type: 'open' as const, total: kes(total), lines: [], description: '', ...more};
    const [event] = this.write(...decideTicket(this.state, command, this.#given()));
    if (event?.type !== 'ticket-opened') throw new Error('no ticket was opened');
    return event.data.ticket;
  }

  abandon(ticket: string, person = 'Amina', reason = 'went elsewhere'): void {
    this.write(...decideTicket(this.state, {type: 'abandon', ticket, person, reason}, this.#given()));
  }

  /** Sells more on a ticket. */
  extend(ticket: string, lines: readonly TicketLine[], parked?: number): void {
    this.write(...decideTicket(this.state, {type: 'extend', ticket, lines, parked}, this.#given()));
  }

  /** Puts a basket aside; its number. */
  park(lines: readonly TicketLine[], name = '', parked?: number): number {
    const [event] = this.write(...decideTicket(this.state, {type: 'park-basket', lines, name, parked}, this.#given()));
    if (event?.type !== 'basket-parked') throw new Error('nothing was parked');
    return event.data.number;
  }

  drop(lines: readonly TicketLine[], parked?: number): void {
    this.write(...decideTicket(this.state, {type: 'drop-basket', lines, parked}, this.#given()));
  }

  /** Asks for a part; the reference of its payment. */
  part(
    ticket: string | undefined,
    minor: number,
    more: {sale?: string; by?: 'cash' | number; again?: string; paysOff?: number; isSure?: boolean} & AtHome = {},
  ): string {
    const {sale, by = 'cash', again, ...others} = more;
    const base = {amount: kes(minor), country: 'KE', description: ''};
    const wallet = `2547000000${String(by).padStart(2, '0')}`;
    const asked: Order =
      by === 'cash'
        ? {...base, method: 'cash', tendered: kes(minor)}
        : {
            ...base,
            method: 'mobile-money',
            network: 'SAFARICOM_KE',
            bankCode: 'SAFKEN',
            wallet,
            phone: wallet,
            email: 'shop@example.com',
            firstName: 'Customer',
            lastName: 'Duka',
            returnUrl: null,
          };
    const command = {type: 'begin' as const, asked, sale, ticket, again, ...others};
    const event = this.write(...decidePayment(this.state, command, this.#given())).at(-1);
    if (event?.type !== 'requested') throw new Error('nothing was begun');
    return event.data.reference;
  }

  /** Lets a customer buy on the book, or changes an account; its number. */
  setAccount(limit: number, more: Partial<AccountCommand> = {}): number {
    const command = {name: 'Njeri', phone: '0712345678', limit: kes(limit), ...more};
    const [event] = this.write(...decideAccount(this.state, command, this.#given()));
    if (event?.type !== 'account-set') throw new Error('no account was set');
    return event.data.account;
  }

  /** Takes over what another till of the home knows of customers. */
  share(...others: readonly Counter[]): void {
    this.write(...decideShared(this.state, {beside: others.map(besideOf)}));
  }

  /** Sells on the book; the reference of the sale. */
  onBook(
    account: number,
    minor: number,
    more: {ticket?: string; sale?: string; isSure?: boolean} & AtHome = {},
  ): string {
    const asked = {method: 'account', account, amount: kes(minor), country: 'KE', description: ''} as const;
    const event = this.write(...decidePayment(this.state, {type: 'begin', asked, ...more}, this.#given())).at(-1);
    if (event?.type !== 'requested') throw new Error('nothing was begun');
    return event.data.reference;
  }

  send(reference: string, answer = accepted({transaction_reference: reference})): void {
    this.write(...decidePayment(this.state, {type: 'submit', reference}, this.#given()));
    this.write({type: 'answered', data: {reference, answer}});
  }

  hear(reference: string, status: 'Completed' | 'Failed', minor = this.#askedFor(reference)): void {
    const told = {transaction_reference: reference, transaction_amount: minor / 100};
    const answer = record(status, status === 'Completed' ? '00' : '06', told);
    this.write({type: 'status-answered', data: {reference, question: 'status', answer, repeated: 0}});
  }

  #askedFor(reference: string): number {
    return this.state.payments.get(reference)?.request.amount.minor ?? 0;
  }

  /** Records that a payment was made in another way. */
  correct(reference: string, code = ''): void {
    const said = {code, person: 'Amina', reason: 'wrong key'};
    this.write(...decidePayment(this.state, {type: 'correct-tender', reference, ...said}, this.#given()));
  }

  giveBack(reference: string): void {
    const payment = this.state.payments.get(reference);
    if (payment === undefined) return;
    const {amount, businessDate} = payment.request;
    const refund = payment.refunds.length + 1;
    this.write({type: 'refund-in-cash', data: {reference, refund, amount, reason: 'changed', businessDate}});
  }

  /** Gives money back as a person asks for it; the number of the refund. `isPending`: nobody knows yet whether it was made. */
  refund(reference: string, options: Pick<RefundOptions, 'amount' | 'lines'> = {}, isPending = false): number {
    const seen = this.state.payments.get(reference);
    if (seen === undefined) throw new Error(`${reference} is not at hand`);
    const command = {type: 'give-back', way: 'cash', seen, history: undefined, reason: 'changed', ...options} as const;
    const [event] = decideRefund(this.state, command, this.#given());
    if (event?.type === 'refund-on-book') this.write(event);
    if (event?.type === 'refund-on-book') return event.data.refund;
    if (event?.type !== 'refund-in-cash') throw new Error('nothing was given back');
    this.write(isPending ? {type: 'refund-requested', data: event.data} : event);
    return event.data.refund;
  }

  /** The service's word on a refund that nobody knew the end of. */
  hearRefund(reference: string, refund: number, as: 'done' | 'failed'): void {
    this.write({type: 'refund-resolved', data: {reference, refund, as, reason: 'seen', evidence: ''}});
  }

  /** Lines that have nothing to do with tickets. */
  otherLines(count: number): void {
    this.#seq += count;
  }

  /** The power was cut after the newest line: the till is made again of its journal. */
  reopen(): void {
    this.state = stateAfter(this.#before, this.events);
  }

  /** A new segment of the journal: only what is carried over is at hand. */
  newDay(): void {
    const {carried, totals} = carry(this.#before, this.events);
    this.#before = {carried, totals: parseStrict(totalsSpec, 'totals')(JSON.parse(JSON.stringify(totals)))};
    this.events = [];
    this.reopen();
  }

  ticket(reference: string): Ticket {
    const ticket = this.state.tickets.all.get(reference);
    if (ticket === undefined) throw new Error(`${reference} is not at hand`);
    return ticket;
  }

  /** Minor units that are paid, may still be paid, and are left. */
  standing(reference: string): readonly [paid: number, waiting: number, left: number] {
    const {paid, waiting, left} = standingOfTicket(this.ticket(reference), this.state.payments);
    return [paid.minor, waiting.minor, left.minor];
  }
}

export const judgePaid = (till: Counter, reference: string) =>
  till.write({type: 'resolved', data: {reference, as: 'paid', reason: 'seen', evidence: ''}});

export const soap: SoldItem = {
  kind: 'item',
  code: null,
  name: 'Soap',
  group: null,
  unit: null,
  quantity: '1',
  unitPrice: kes(100),
  taxRate: null,
  taxIncluded: true,
};

/** What the period has counted is what the tickets hold, and what they were for comes to what they were paid with. */
export function checkSums({state}: Counter): void {
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
export function checkWhole({state, journal}: Counter): void {
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
