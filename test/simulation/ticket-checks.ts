import {isDeepStrictEqual} from 'node:util';
import type {State} from '../../src/core/books/state.js';
import {isOpen, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {isRefundedWhole, worthBackOf} from '../../src/core/payment/refund.js';
import {isSold, owedOf} from '../../src/core/payment/schema.js';
import {expectedIn} from '../../src/core/shift/drawer-cash.js';
import type {TicketSums} from '../../src/core/shift/ledger-schema.js';
import {heldOf, openTickets, type Ticket} from '../../src/core/ticket/ticket.js';
import type {Counter} from './counter.js';
import type {Findings} from './findings.js';

const isInHand = (payment: Payment) => payment.status === 'paid' && !isRefundedWhole(payment);

/**
 * Whether what a payment may bring was told, as far as the till could know when it asked for the next part: the service had
 * not said that it failed, nobody had settled it, and nothing of it was given back.
 */
const isAsAsked = ({finals, resolution, refunds}: Payment) =>
  !finals.failed && resolution === undefined && refunds.length === 0;

/**
 * What is asked for the parts of a ticket never comes to more than its total, as long as each of them is as it was asked;
 * one attempt of a part counts. What is in hand beyond the total is shown to a person.
 */
export function checkTickets({id, till, log}: Counter, findings: Findings): void {
  if (till === undefined) return;
  const {payments, needPerson, tickets} = till.state;
  const asked = new Map<string, Map<string, number>>();
  /** Where some of a part was given back, the rest is asked again, although another attempt of the part may still come. */
  const changed = new Set([...payments.values()].filter(each => !isAsAsked(each)).map(({sale}) => sale));
  const inHand = new Map<string, Payment[]>();
  for (const payment of payments.values()) {
    const {ticket} = payment.request;
    if (ticket === undefined) continue;
    if (isInHand(payment)) inHand.set(ticket, [...(inHand.get(ticket) ?? []), payment]);
    const mayCome = isInHand(payment) || isOpen(payment) || verdictOf(payment) === 'needs-person';
    if (!mayCome || changed.has(payment.sale)) continue;
    const sales = asked.get(ticket) ?? new Map<string, number>();
    asked.set(ticket, sales.set(payment.sale, Math.max(sales.get(payment.sale) ?? 0, owedOf(payment.request).minor)));
  }
  for (const [reference, ticket] of tickets.all) {
    const {total} = ticket;
    const sum = [...(asked.get(reference)?.values() ?? [])].reduce((all, minor) => all + minor, 0);
    if (sum > total.minor) findings.report('ticket-above-total', `${id} ${reference}: ${sum} of ${total.minor}`);
    const sales = new Set(ticket.held.map(({sale}) => sale));
    if (heldOf(ticket) > total.minor || sales.size < ticket.held.length)
      findings.report('ticket-above-total', `${id} ${reference}: counts ${heldOf(ticket)} of ${total.minor}`);
    const had = inHand.get(reference) ?? [];
    const left = had.map(payment => owedOf(payment.request).minor - worthBackOf(payment, 'done').minor);
    const beyond = sumOf(left) - total.minor;
    if (beyond > 0 && !had.some(payment => needPerson.has(payment.reference)))
      findings.report('ticket-above-total', `${id} ${reference}: ${beyond} too much, and nobody is told`);
  }
  checkReturned(id, till.state, findings);
  for (const ticket of tickets.all.values())
    if (ticket.status !== 'abandoned') checkInHand(id, ticket, till.state, findings);
  checkHeld(id, till.state, findings);
  checkOwed(id, log.state, findings);
  if (
    log.state.lastSeq === till.state.lastSeq &&
    !isDeepStrictEqual(plain(till.state.accounts), plain(log.state.accounts))
  )
    findings.report('state-differs', `${id}: what customers owe`);
  if (log.state.lastSeq === till.state.lastSeq && log.state.tickets.beyond.size !== tickets.beyond.size)
    findings.report('state-differs', `${id}: what is beyond the tickets`);
}

const worthOf = ({amount, rounding}: Payment['refunds'][number]) => amount.minor - (rounding?.minor ?? 0);
const isAllBack = ({request, refunds}: Payment) =>
  sumOf(refunds.filter(({status}) => status === 'done').map(worthOf)) >= owedOf(request).minor;

/**
 * An open ticket holds what is in hand of its parts, and a paid ticket has all of its total in hand, but for what went back after it was
 * paid. A person’s word on a refund may prove wrong.
 */
function checkInHand(id: string, ticket: Ticket, {payments, tickets}: State, findings: Findings): void {
  const {reference, status, total, asked, endedSeq = 0} = ticket;
  const parts = asked.flatMap(each => payments.get(each) ?? []);
  // What came back whole lacks nothing if its payment is taken back as well: then a person decides about that payment.
  const known = parts.filter(each => (isSold(each) || isAllBack(each)) && !tickets.beyond.has(each.reference));
  if (
    parts.length < asked.length ||
    parts.some(({refunds}) => refunds.some(({resolution}) => resolution !== undefined))
  )
    return;
  const isBefore = ({steps}: Payment, number: number) =>
    steps.some(({seq, facts}) => facts['refund'] === number && (status === 'open' || seq < endedSeq));
  const back = known.flatMap(payment =>
    payment.refunds.filter(each => each.status === 'done' && isBefore(payment, each.number)),
  );
  const inHand = sumOf(known.map(({request}) => owedOf(request).minor)) - sumOf(back.map(worthOf));
  if (status === 'open' ? heldOf(ticket) !== inHand : ticket.held.length > 1 && inHand < total.minor)
    findings.report('ticket-without-money', `${id} ${reference} ${status}: ${inHand} of ${total.minor} in hand`);
}

/** Of no line comes back more than was sold, unless a person’s word that it did not come back was taken back. */
function checkReturned(id: string, {payments, tickets}: State, findings: Findings): void {
  for (const [reference, {lines, asked}] of tickets.all) {
    const refunds = asked.flatMap(each => payments.get(each)?.refunds ?? []);
    if (refunds.some(({resolution}) => resolution !== undefined)) continue;
    const back = refunds.flatMap(({status, lines: its}) => (status === 'failed' ? [] : its));
    for (const [at, {quantity, amount}] of lines.entries()) {
      const own = back.filter(({line}) => line === at + 1);
      const many = sumOf(own.map(each => Number(each.quantity)));
      const minor = sumOf(own.map(each => each.amount.minor));
      if (many > Number(quantity) || minor > amount.minor)
        findings.report('line-back-twice', `${id} ${reference}: ${many} and ${minor} of line ${at + 1}`);
    }
  }
}

/**
 * Each customer owes what was sold on the book, less what came back and what was paid, by the payments of the whole journal; the period says
 * the same, and nothing of it is among what was taken.
 */
function checkOwed(id: string, {payments, accounts, ledger}: State, findings: Findings): void {
  const all = [...payments.values()];
  const worth = (payment: Payment) => owedOf(payment.request).minor - worthBackOf(payment, 'done').minor;
  for (const {account, balance} of Object.values(accounts)) {
    const sold = all.filter(({request}) => request.method === 'account' && request.account === account);
    const paid = all.filter(({request, status}) => request.paysOff === account && status === 'paid');
    const owed = sumOf(sold.map(worth)) - sumOf(paid.map(worth));
    if (owed !== balance) findings.report('z-sums', `${id}: customer ${account} owes ${owed}, and ${balance} is told`);
  }
  const owed = sumOf(Object.values(accounts).map(({balance}) => balance));
  const {before, sold, returned, paid} = ledger.period.accounts['KES'] ?? {before: 0, sold: 0, returned: 0, paid: 0};
  if (before + sold - returned - paid !== owed)
    findings.report('z-sums', `${id}: customers owe ${owed}, the period says otherwise`);
  if (Object.values(ledger.period.tenders).some(({method}) => method === 'account'))
    findings.report('z-sums', `${id}: what is on the book is told as taken`);
}

/** What the period has counted of open tickets is what they hold. */
function checkHeld(id: string, {ledger, tickets}: State, findings: Findings): void {
  const held = openTickets(tickets).reduce((sum, ticket) => sum + heldOf(ticket), 0);
  const sums = ledger.period.tickets['KES'];
  const counted = sums === undefined ? 0 : heldIn(sums);
  if (held !== counted) findings.report('z-sums', `${id}: open tickets hold ${held}, the period says ${counted}`);
  const drawer = ledger.period.drawers['KES'];
  if (drawer !== undefined && expectedIn(drawer) % 100 !== 0)
    findings.report('z-sums', `${id}: no coins can pay the ${expectedIn(drawer)} of the drawer`);
}

const heldIn = ({before, taken, adjusted, reopened, beyond, abandoned, paid}: TicketSums): number =>
  before + taken + adjusted + reopened - beyond - abandoned - paid;

/** A till that has opened knows the tickets of the whole journal that are open. */
export function checkTicketsOnOpen({id, till, log}: Counter, findings: Findings): void {
  if (till === undefined) return;
  const [own, whole] = [openTickets(till.state.tickets), openTickets(log.state.tickets)];
  if (!isDeepStrictEqual(plain(own), plain(whole)))
    findings.report('state-differs', `${id}: the tickets that are open`);
}

/** As it is kept beside a segment. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Every Z ties tickets to payments and to lines, and what open ones held at its end is what the next one begins with. */
export function checkTicketsOfReports({id, log}: Counter, findings: Findings): void {
  let before = 0;
  for (const event of log.events) {
    if (event.type !== 'z-reported') continue;
    const {number, tickets = []} = event.data.report;
    const its = tickets.find(({currency}) => currency === 'KES');
    const ties = (its?.before ?? 0) + (its?.taken ?? 0) + (its?.adjusted ?? 0) + (its?.reopened ?? 0);
    const held = (its?.beyond ?? 0) + (its?.abandoned ?? 0) + (its?.paid ?? 0) + (its?.open ?? 0);
    if ((its?.before ?? 0) !== before || ties !== held)
      findings.report('z-sums', `${id} Z ${number}: tickets ${ties} and ${held}, ${before} before`);
    before = its?.open ?? 0;
    const {groups = [], taxes = []} = event.data.report;
    const sums = [groups.map(({total}) => total.minor), taxes.map(({gross}) => gross.minor)].map(sumOf);
    if (sums.some(sum => sum !== (its?.paid ?? 0)))
      findings.report('z-sums', `${id} Z ${number}: lines of ${sums.join(' and ')} of tickets of ${its?.paid}`);
  }
  checkSold({id, log}, findings);
}

/** What is sold and what came back of a group, of a rate, and each tip is in one Z: that of the period in which it was paid or given back. */
function checkSold({id, log}: Pick<Counter, 'id' | 'log'>, findings: Findings): void {
  const [told, due] = [toldIn(log), dueIn(log)];
  if (told.text() !== due.text())
    findings.report('z-sums', `${id}: the Zs have lines of ${told.text()}, the tickets ${due.text()}`);
}

function toldIn({events}: Counter['log']): Sums {
  const told = new Sums();
  for (const event of events) {
    if (event.type !== 'z-reported') continue;
    const {groups = [], taxes = [], tips = [], rounding = []} = event.data.report;
    for (const {total, back} of rounding) told.add('rounding', total.minor - (back?.minor ?? 0));
    for (const {group, kind, total, back} of groups)
      told.add(`${kind ?? 'group'} ${group}`, total.minor - (back?.minor ?? 0));
    for (const {person, method, total} of tips) told.add(`tip of ${person} by ${method}`, total.minor);
    for (const {rate, back, ...figures} of taxes)
      for (const what of ['gross', 'net', 'tax'] as const)
        told.add(`${what} at ${rate}`, figures[what].minor - (back?.[what].minor ?? 0));
  }
  return told;
}

function dueIn({state: {tickets, payments}}: Counter['log']): Sums {
  const due = new Sums();
  for (const {soldBy, lines, total} of tickets.all.values()) {
    if (soldBy === undefined) continue;
    const by = payments.get(soldBy);
    const without = {kind: 'sum', group: null, amount: total, tax: null};
    for (const {kind, group, amount, tax} of lines.length === 0 ? [without] : lines) {
      due.add(`${kind === 'tip' ? kind : 'group'} ${group}`, amount.minor);
      if (kind === 'tip') due.add(`tip of ${by?.person} by ${by?.request.method}`, amount.minor);
      due.add(`gross at ${tax?.rate ?? null}`, amount.minor);
      due.add(`net at ${tax?.rate ?? null}`, amount.minor - (tax?.tax.minor ?? 0));
      due.add(`tax at ${tax?.rate ?? null}`, tax?.tax.minor ?? 0);
    }
  }
  for (const {refunds} of payments.values()) {
    for (const {kind, group, amount, tax} of refunds.flatMap(({status, lines}) => (status === 'done' ? lines : []))) {
      due.add(`${kind ?? 'group'} ${group}`, -amount.minor);
      due.add(`gross at ${tax?.rate ?? null}`, -amount.minor);
      due.add(`net at ${tax?.rate ?? null}`, -(tax?.net ?? amount).minor);
      due.add(`tax at ${tax?.rate ?? null}`, -(tax?.tax.minor ?? 0));
    }
  }
  for (const payment of payments.values()) due.add('rounding', roundedIn(payment));
  return due;
}

/** What a payment was rounded by, once it was taken, less what its refunds were rounded by. */
const roundedIn = ({request, paidSeq, refunds}: Payment): number =>
  (paidSeq === undefined ? 0 : (request.rounding?.minor ?? 0)) -
  sumOf(refunds.map(({status, rounding}) => (status === 'done' ? (rounding?.minor ?? 0) : 0)));

const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);

class Sums {
  readonly #of = new Map<string, number>();

  add(name: string, minor: number): void {
    this.#of.set(name, (this.#of.get(name) ?? 0) + minor);
  }

  /** What is nothing is not there. */
  text(): string {
    return JSON.stringify([...this.#of].filter(([, minor]) => minor !== 0).sort());
  }
}
