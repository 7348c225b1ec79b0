import {describe, it} from 'vitest';
import {beginDays} from './day-support.js';
import {collecting, openShop, paymentIn} from './support.js';

describe.concurrent('sales', () => {
  it('lists and searches the sales of every day, the newest first', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_PERSON: 'Amina'}, onTestFinished);
    const {run, nextMorning, today} = await beginDays(shop);
    const first = today();
    const {reference: cash} = paymentIn(await run('cash', 'sale', '--amount', '350', '--json'));
    const {reference: paid} = paymentIn(await run(...collecting('0712345678')));
    const {reference: never} = paymentIn(await run(...collecting('0712345101')));
    await nextMorning();
    await run('cash', 'refund', cash, '--amount', '350', '--reason', 'torn');
    await nextMorning();
    const {reference: newest} = paymentIn(await run('cash', 'sale', '--amount', '99', '--json'));
    const found = async (...more: string[]) => {
      const {json} = await run('sales', '--json', ...more);
      return json.sales.map(({reference}: {readonly reference: string}) => reference);
    };
    expect(await found()).toEqual([newest, never, paid, cash]);
    expect(await found('--search', 'not paid')).toEqual([never]);
    expect(await found('--search', '345678')).toEqual([paid]); // fewer digits stand in a reference by chance
    expect(await found('--search', 'refunded')).toEqual([cash]);
    expect(await found('--search', 'cash')).toEqual([newest, cash]);
    expect(await found('--day', first)).toEqual([never, paid, cash]);
    expect(await found('--from', today())).toEqual([newest]);
    expect(await found('--to', first, '--limit', '1')).toEqual([never]);
    const {json} = await run('sales', '--json', '--search', paid);
    expect(json).toEqual({
      sales: [
        expect.objectContaining({
          sale: paid,
          badge: 'paid',
          reference: paid,
          date: first,
          amount: '200.00',
          currency: 'KES',
          method: 'mobile-money',
          channel: 'M-Pesa',
          payer: '…345 678',
          person: expect.any(String),
          attempts: [expect.objectContaining({reference: paid, badge: 'paid'})],
        }),
      ],
      isAll: true,
      unread: [],
    });
    const told = await run('sales', '--limit', '2');
    expect(told.out).toMatch(new RegExp(`✓ PAID .* KES 99\\.00 .* ${newest}\n`));
    expect(told.out).toContain(first);
    expect(told.out).not.toMatch(/254712345678|0712 ?345 ?678/);
    expect(told.err).toContain('--limit');
    expect((await run('sales', '--search', 'nowhere')).out).toBe('No sale matches “nowhere”.\n');
  });

  it('shows a sale in parts as one row with its parts under it, also once over', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {run, nextMorning} = await beginDays(shop);
    const {ticket} = (await run('ticket', 'open', '--amount', '1000', '--json')).json;
    const part = async (amount: string) =>
      paymentIn(await run('cash', 'sale', '--amount', amount, '--ticket', ticket, '--json'));
    const {reference: deposit} = await part('300');
    await run('cash', 'sale', '--amount', '50');
    expect((await run('sales')).out).toMatch(
      new RegExp(`\\? PART PAID +KES 1,000\\.00 .* ${ticket} +1 part\n.* ✓ PAID +KES 300\\.00 .* ${deposit}`),
    );
    expect((await run('status', deposit, '--json')).json).toMatchObject({isPartPaid: true, status: 'paid'});
    expect((await run('status', deposit)).out).toContain('✓ PART PAID');
    await nextMorning();
    const {reference: rest} = await part('700');
    await nextMorning();
    expect((await run('sales', '--json', '--limit', '3')).json.sales).toMatchObject([
      {
        ticket,
        sale: ticket,
        badge: 'paid',
        isPartPaid: false,
        amount: '1000.00',
        attempts: [{reference: deposit}, {reference: rest}],
      },
      {ticket: null, isPartPaid: false, amount: '50.00'},
    ]);
    expect((await run('status', deposit, '--json')).json).toMatchObject({isPartPaid: false});
  });

  it('refuses what it cannot read', async ({expect, onTestFinished}) => {
    const {run} = await openShop({}, onTestFinished);
    expect(await run(['sales'])).toMatchObject({exit: 0, out: 'No sales yet.\n'});
    const refused = async (...options: string[]) => {
      const {exit, err} = await run(['sales', ...options]);
      return [exit, err];
    };
    expect(await refused('--limit', '0')).toEqual([2, expect.stringContaining('--limit')]);
    expect(await refused('--limit', 'x')).toEqual([2, expect.stringContaining('--limit')]);
    expect(await refused('--day', 'yesterday')).toEqual([2, expect.stringContaining('yesterday')]);
    expect(await refused('--from', '2026-11-21', '--to', '2026-11-20')).toEqual([2, expect.stringContaining('11-21')]);
  });
});
