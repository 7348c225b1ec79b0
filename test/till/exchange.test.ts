import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import {type Basket, soldLines, textLine, withLine} from '../../src/core/item/basket.js';
import {openTickets, standingOfTicket} from '../../src/core/ticket/ticket.js';
import type {Till} from '../../src/till/till.js';
import {eventsOn} from './card-till.js';
import {kes, openStillShop} from './still-shop.js';

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
const cashIn = (till: Till) => {
  const {sales = 0, refunds = 0} = till.state.ledger.period.drawers['KES'] ?? {};
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
    ).toMatchObject({
      data: {exchange: reference},
    });
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
