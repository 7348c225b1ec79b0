import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import {type Basket, soldLines, textLine, totalOf, withLine} from '../../src/core/item/basket.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {slipText} from '../../src/core/slip/slip.js';
import {openTickets, standingOfTicket} from '../../src/core/ticket/ticket.js';
import type {Till} from '../../src/till/till.js';
import {cardOf} from '../core/card/plain-card.js';
import {card, cardOrder, eventsOn} from './card-till.js';
import {kes, nairobi, obedientService, openStillShop} from './still-shop.js';

const selling = (total: number, ...texts: readonly string[]) => {
  const basket = texts.reduce<Basket>((filled, text) => withLine(filled, textLine(text, 'KES', [])), {
    currency: 'KES',
    lines: [],
  });
  return {lines: soldLines(basket), total: kes(total), description: ''};
};
const sold = async (till: Till) => {
  const sells = selling(20_000, '2x50 Shirt', '100 Hat');
  return (await till.takeCash({amount: kes(20_000), country: 'KE', description: '', sells})).reference;
};
const cashIn = (till: Till, currency: Currency = 'KES') => {
  const {sales = 0, refunds = 0} = till.state.ledger.period.drawers[currency] ?? {};
  return sales - refunds;
};
const shirtBack = {lines: [{line: 1, quantity: '1'}], reason: 'another size'};

describe('an exchange', () => {
  it('of goods that cost more leaves the difference to pay by any method', async () => {
    const {till, disk} = await openStillShop();
    const reference = await sold(till);
    const made = await till.exchange(reference, {...shirtBack, sells: selling(8000, '80 Coat')});
    expect(made).toMatchObject({back: kes(5000), sold: kes(8000), refund: 1});
    const ticket = till.state.tickets.all.get(made.ticket);
    expect(ticket && standingOfTicket(ticket, till.state.payments)).toMatchObject({paid: kes(5000), left: kes(3000)});
    expect(cashIn(till)).toBe(20_000);
    await till.takeCash({amount: kes(3000), country: 'KE', description: '', ticket: made.ticket});
    expect(till.state.tickets.all.get(made.ticket)?.status).toBe('paid');
    expect(cashIn(till)).toBe(23_000);
    expect(
      eventsOn(disk).find(({type, data}) => type === 'ticket-opened' && data.ticket === made.ticket),
    ).toMatchObject({data: {exchange: reference}});
  });

  it('of goods that cost less gives the difference, and of what costs the same nothing', async () => {
    const {till} = await openStillShop();
    const reference = await sold(till);
    const cheap = await till.exchange(reference, {...shirtBack, sells: selling(3000, '30 Scarf')});
    expect(till.state.tickets.all.get(cheap.ticket)?.status).toBe('paid');
    expect(cashIn(till)).toBe(18_000);
    const same = await till.exchange(reference, {...shirtBack, sells: selling(5000, '50 Shirt')});
    expect(till.state.tickets.all.get(same.ticket)?.status).toBe('paid');
    expect(cashIn(till)).toBe(18_000);
  });

  it('of a sale on the book, for which no money came in, is refused, and nothing of it is recorded', async () => {
    const {till, disk} = await openStillShop();
    await till.setAccount({name: 'Njeri', phone: '0712345678', limit: kes(20_000)});
    const sells = selling(20_000, '2x50 Shirt', '100 Hat');
    const onBook = {account: 1, amount: sells.total, country: 'KE', description: '', sells} as const;
    const reference = await till.takeOnBook(onBook);
    const {length} = eventsOn(disk);
    const exchanged = till.exchange(reference, {...shirtBack, sells: selling(8000, '80 Coat')});
    await expect(exchanged).rejects.toMatchObject({code: 'exchange-on-book'});
    expect(eventsOn(disk)).toHaveLength(length);
  });

  it.each<[by: 'cash' | 'card', price: string, out: string, step?: number]>([
    ['cash', '59.51', '30.49'],
    ['cash', '59.51', '59.51'],
    ['cash', '59.51', '59.20'],
    ['cash', '59.51', '60.49'],
    ['cash', '59.51', '60.51'],
    ['cash', '19.99', '0.30'],
    ['card', '59.51', '30.49'],
    ['card', '59.51', '59.30'],
    ['card', '59.51', '59.51'],
    ['card', '59.51', '61'],
    ['card', '59.51', '30.49', 5],
    ['card', '59.51', '59.48', 5],
    ['card', '59.51', '59.51', 5],
    ['card', '59.51', '59.53', 5],
    ['card', '59.51', '61', 5],
    ['cash', '59.51', '59.53', 5],
  ])('of a sale by %s with a line of %s for one of %s says what the books say', async (by, price, out, step = 100) => {
    const {service, accounts} = obedientService();
    const currency = by === 'card' ? 'NGN' : 'KES';
    const {till} = await openStillShop({service, place: {...nairobi, cashStep: {[currency]: step}}});
    const sellsOf = (text: string) => {
      const basket = withLine({currency, lines: []}, textLine(text, currency, []));
      return {lines: soldLines(basket), total: totalOf(basket), description: ''};
    };
    const sells = sellsOf(`2x${price} Shirt`);
    const order = {amount: sells.total, country: 'KE', description: '', sells} as const;
    const total = String(sells.total.minor / 100);
    const charged = async () => {
      const ticket = await till.openTicket(sells);
      const {reference, finished} = await till.charge(cardOrder(total, currency), cardOf(card), {ticket});
      await finished;
      Object.assign(accounts.get(reference) ?? {}, {says: 'Completed'});
      await till.check(reference);
      return reference;
    };
    const reference = by === 'cash' ? (await till.takeCash(order)).reference : await charged();
    const before = cashIn(till, currency);
    const made = await till.exchange(reference, {...shirtBack, sells: sellsOf(`${out} Coat`)});
    const left = () => {
      const ticket = till.state.tickets.all.get(made.ticket);
      return ticket?.status === 'paid' ? 0 : ticket && standingOfTicket(ticket, till.state.payments).left.minor;
    };
    expect([left(), before - cashIn(till, currency) + 0]).toEqual([
      made.toPay.minor,
      made.toPay.minor > 0 ? 0 : made.toGive.minor,
    ]);
    expect([made.toGive.minor % step, Math.abs(cashIn(till, currency)) % step]).toEqual([0, 0]); // the drawer gives and holds coins
    // What is neither paid nor given is told as the rounding of the part that what came back pays.
    const part = till.state.payments.get(till.state.tickets.all.get(made.ticket)?.asked[0] ?? '');
    const {rounding} = part?.request ?? {};
    expect(made.sold.minor - made.back.minor + (rounding?.minor ?? 0)).toBe(made.toPay.minor - made.toGive.minor);
    const slip =
      part === undefined
        ? ''
        : slipText(await till.receiptOf(part, 42), 42)
            .join('\n')
            .replaceAll('-', '−');
    const shown = (money: Money) => displayMoney(money, 'en').replaceAll('\u00A0', ' ');
    expect(slip.match(/^Exchange of +(\S+)/m)?.[1]).toBe(reference);
    expect(slip).toMatch(new RegExp(`Came back +${shown({...made.back, minor: -made.back.minor})}`));
    const [label, sum] = made.toGive.minor > 0 ? (['given', made.toGive] as const) : (['to pay', made.toPay] as const);
    expect(slip).toMatch(new RegExp(`Difference ${label} +${shown(sum)}`));
    if (rounding !== undefined) expect(slip).toContain('Rounding');
    if (made.toPay.minor > 0)
      await till.takeCash({...order, sells: undefined, amount: made.toPay, ticket: made.ticket});
    expect(left()).toBe(0);
  });

  it('takes no more back than was sold, and then records nothing', async () => {
    const {till, disk} = await openStillShop();
    const reference = await sold(till);
    const sells = selling(3000, '30 Scarf');
    const before = eventsOn(disk).length;
    const tooMany = {lines: [{line: 1, quantity: '3'}], reason: 'another size', sells};
    await expect(till.exchange(reference, tooMany)).rejects.toMatchObject({code: 'refund-line-above-left'});
    const unfit = {...shirtBack, sells: {...sells, total: kes(1)}};
    await expect(till.exchange(reference, unfit)).rejects.toMatchObject({code: 'ticket-lines-differ'});
    expect(eventsOn(disk)).toHaveLength(before);
  });

  it('that the power cut after any of its lines is ended by paying the rest, with the drawer right', async () => {
    const {till, disk} = await openStillShop();
    const reference = await sold(till);
    const before = eventsOn(disk).length;
    await till.exchange(reference, {...shirtBack, sells: selling(8000, '80 Coat')});
    const cutAfter = (lines: number) => {
      const state = emptyState();
      foldEvents(state, eventsOn(disk).slice(0, before + lines));
      const [open] = openTickets(state.tickets);
      const {sales = 0, refunds = 0} = state.ledger.period.drawers['KES'] ?? {};
      return [open && standingOfTicket(open, state.payments).left.minor, sales - refunds];
    };
    expect([1, 2, 3].map(cutAfter)).toEqual([
      [8000, 20_000],
      [8000, 15_000],
      [3000, 20_000],
    ]);
  });
});
