import {describe, expect} from 'vitest';
import {beginDays, csvRows, inShop} from './day-support.js';
import {collectAndLeave, collecting, openShop, paymentIn} from './support.js';

const it = inShop({DUKA_TILL: 'T7K'});

describe.concurrent('day', () => {
  it('tells a business day offline, whatever happened later', async ({shop, run, nextMorning, today}) => {
    const first = today();
    const {reference: cash} = paymentIn(await run('cash', 'sale', '--amount', '350', '--json'));
    await run(...collecting('0712345678'));
    await run(...collecting('0712345101'));
    const {reference: late} = paymentIn(await run(...collecting('0722456103', '--wait', '8')));
    const {reference: never} = paymentIn(await run(...collecting('0733456102', '--network', 'AIRKEN', '--wait', '8')));
    const open = await run('day', '--json');
    expect(open).toMatchObject({
      exit: 0,
      json: {
        date: first,
        zone: 'Africa/Nairobi',
        totals: [{amount: '200.00', currency: 'KES', count: 1, refunded: '0.00', net: '200.00'}],
        withheld: [{currency: 'KES', sales: 1, refunds: 0}],
        givenBack: 0,
        notPaid: 1,
        pending: [{reference: late}, {reference: never}],
        late: [],
        refunds: [],
        hours: [{currency: 'KES', hours: [{hour: 10, amount: '200.00'}]}],
      },
    });
    expect(open.out).not.toMatch(/\b[35]50\.00\b/);
    const told = await run('day');
    expect(told.out).toMatch(/^Cash KES, not counted yet +1$/m);
    expect(told.out).toMatch(/^Total KES without that cash +1 +KES +200\.00$/m);
    expect(told.out).not.toMatch(/\b[35]50\.00\b/);
    const closing = ['shift', 'z', '--person', 'Amina', '--skip-questions', '--count'];
    expect(await run(...closing, 'KES:350')).toMatchObject({exit: 0});
    expect((await run('day', '--json')).json).toMatchObject({totals: [{amount: '550.00', count: 2}], withheld: []});

    await nextMorning();
    const second = today();
    await run('status', late);
    await run('cash', 'in', '--amount', '100', '--reason', 'change');
    await run('cash', 'refund', cash, '--amount', '50', '--reason', 'torn');
    expect((await run('day', '--json')).json).toMatchObject({
      totals: [],
      refunds: [],
      withheld: [{currency: 'KES', sales: 0, refunds: 1}],
    });
    await run(...closing, 'KES:50');
    await nextMorning();
    await run('cash', 'sale', '--amount', '1');
    const {json} = await run('day', '--date', first, '--json');
    expect(json).toMatchObject({
      takings: [
        {method: 'cash', channel: 'cash', amount: '350.00', count: 1},
        {method: 'mobile-money', channel: 'M-Pesa', amount: '400.00', count: 2},
      ],
      totals: [{amount: '750.00', count: 3}],
      late: [{reference: late, amount: '200.00', paidOn: second}],
      pending: [{reference: never}],
      refunds: [],
    });
    expect((await run('day', '--date', second, '--json')).json).toMatchObject({
      totals: [{amount: '0.00', count: 0, refunded: '50.00', net: '-50.00'}],
      takings: [{method: 'cash', amount: '0.00', count: 0, refunded: '50.00', net: '-50.00'}],
      late: [],
      refunds: [{method: 'cash', amount: '50.00', done: 1, open: 0, failed: 0}],
    });

    const away = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_PROFILE: 'sandbox'};
    const {exit, out, err} = await shop.run(['day', '--date', first, '--lang', 'fr'], {environment: away});
    expect({exit, err}).toEqual({exit: 0, err: ''});
    expect(out).toMatch(/^Espèces +1 +350,00 KES$/m);
    expect(out).toMatch(/^Total KES +3 +750,00 KES$/m);
    expect(out).toMatch(new RegExp(`^Payé le ${second} +200,00 KES\n  ${late}$`, 'm'));
  });

  it('is empty where nothing was sold, and refuses what is no day', async ({onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {exit, out} = await shop.run(['day', '--date', '2020-02-29']);
    expect(exit).toBe(0);
    expect(out).toContain('No takings.');
    expect(await shop.run(['day', '--date', '2020-02-30', '--json'])).toMatchObject({
      exit: 2,
      json: {error: 'day-invalid'},
    });
  });

  it('tells what was closed whole beside cash that is not counted yet', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_LANG: 'en'}, onTestFinished);
    const {run} = await beginDays(shop);
    await run('cash', 'sale', '--amount', '350');
    expect(await run('shift', 'z', '--person', 'Amina', '--count', 'KES:350')).toMatchObject({exit: 0});
    await run('cash', 'sale', '--amount', '99');
    const {out} = await run('day');
    expect(out).toMatch(/^Cash KES, not counted yet +1\n.*\nCash +1 +KES +350\.00$/m);
    // The cash of the closed period is in the total, so it is not said to be without cash.
    expect(out).toMatch(/^Total KES without that cash +1 +KES +350\.00$/m);
    expect(out).not.toMatch(/\b(?:99|449)\.00\b/);
  });

  it('keeps the zone by which the day was lived', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_ZONE: 'Africa/Abidjan'}, onTestFinished);
    await shop.run(['cash', 'sale', '--amount', '5', '--currency', 'KES', '--anyway']);
    const {json: lived} = await shop.run(['day', '--json']);
    expect(lived.zone).toBe('Africa/Abidjan');
    const later = {DUKA_ZONE: 'Africa/Nairobi'};
    const {json} = await shop.run(['day', '--date', lived.date, '--json'], {environment: later});
    expect(json).toEqual(lived);
  });

  it('has a payment that was taken back, in whole sentences', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345113')));
    await shop.advance('PT2M');
    const taken = await shop.run(['status', reference]);
    expect(taken.exit).toBe(1);
    expect(taken.out).toContain('The payment was reversed.\n');
    expect((await shop.run(['status', reference, '--lang', 'fr'])).out).toContain('Le paiement a été annulé.\n');
    expect((await shop.run(['journal', 'export'])).out).toContain(',The payment was reversed.');
  });

  it('has no empty word where the service said none', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345678')));
    const {out} = await shop.run(['reconcile', '--as-of', '2099-01-01T00:00:00Z']);
    expect(out).toMatch(new RegExp(`EXPIRED_UNPAID · info · carried · [\\d,]+ days · ${reference}`));
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/has no final result yet \(“(?:pending|unknown)”\)/);
  });

  it('tells any span by day, method, person and hour, beside the one before', async ({run, nextMorning, today}) => {
    while (/-12-(?:2[5-9]|3)/.test(today())) await nextMorning(); // the week is of one year
    const first = today();
    await run(...collecting('0712345678', '--person', 'Amina'));
    for (let night = 0; night < 7; night += 1) await nextMorning();
    const last = today();
    await run(...collecting('0712345678', '--person', 'Joseph'));
    const span = ['day', '--from', first, '--to', last] as const;
    expect((await run(...span, '--json')).json).toMatchObject({
      totals: [{amount: '400.00', count: 2, net: '400.00'}],
      people: [
        {person: 'Amina', amount: '200.00'},
        {person: 'Joseph', amount: '200.00'},
      ],
      days: [{date: first}, {date: last}],
      hours: [{currency: 'KES', hours: [{hour: 10, amount: '400.00'}]}],
      compared: null,
    });
    expect((await run(...span, '--csv')).out.split('\r\n')).toEqual([
      'date,currency,count,gross,refunds,net,tips,rounding',
      `${first},KES,1,200.00,0.00,200.00,0.00,0.00`,
      `${last},KES,1,200.00,0.00,200.00,0.00,0.00`,
      '',
    ]);
    expect((await run(...span, '--csv', '--by', 'person')).out).toContain('Joseph,KES,1,200.00,0.00,200.00');
    expect((await run(...span, '--csv', '--by', 'method')).out).toContain('M-Pesa,KES,2,400.00,0.00,400.00');
    expect((await run(...span, '--csv', '--by', 'week')).exit).toBe(2);
    const week = await run('day');
    expect(week.out).toMatch(/Compared with \d+ \w+ \d{4}\n/);
    expect((await run('day', '--json')).json).toMatchObject({compared: {from: first, totals: [{net: '200.00'}]}});
    expect((await run('day', '--date', last.slice(0, 4), '--json')).json).toMatchObject({
      to: `${last.slice(0, 4)}-12-31`,
      compared: {to: `${Number(last.slice(0, 4)) - 1}-12-31`, totals: []},
    });
    expect(await run('day', '--date', last.slice(0, 7))).toMatchObject({
      exit: 0,
      out: expect.stringContaining('Net by day'),
    });
    const reversed = ['--from', last, '--to', first, '--json'];
    for (const command of [
      ['day'],
      ['sales'],
      ['reconcile'],
      ['archive'],
      ['journal', 'events'],
      ['journal', 'export'],
    ])
      expect(await run(...command, ...reversed)).toMatchObject({exit: 2, json: {error: 'days-reversed'}});
  });

  it('tells what was sold by group and rate on the day it was paid, once cash is counted', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K', DUKA_LANG: 'en'}, onTestFinished);
    const {run, nextMorning, today} = await beginDays(shop);
    const first = today();
    for (const [name, price, rate] of [
      ['Radio', '1160', '16'],
      ['Gas', '108', '8'],
    ] as const)
      await run(
        'items',
        'add',
        '--name',
        name,
        '--code',
        name,
        '--price',
        price,
        '--group',
        'Home',
        '--tax-rate',
        rate,
      );
    const items = ['--item', 'Radio', '--item', 'Gas', '--line', '50 Bread'];
    const {ticket} = (await run('ticket', 'open', ...items, '--json')).json;
    const pay = (amount: string) => run('cash', 'sale', '--amount', amount, '--ticket', ticket, '--json');
    const close = (counted: string) => run('shift', 'z', '--person', 'Amina', '--skip-questions', '--count', counted);
    await pay('318');
    await close('KES:318');
    await nextMorning();
    await pay('1000');
    expect((await run('day', '--json')).json).toMatchObject({groups: [], taxes: []});
    await close('KES:1000');
    const groups = [
      {group: 'Home', kind: null, currency: 'KES', amount: '1268.00', lines: 2, refunded: '0.00', net: '1268.00'},
      {group: null, kind: null, currency: 'KES', amount: '50.00', lines: 1, refunded: '0.00', net: '50.00'},
    ];
    const before = {group: null, kind: 'other', amount: '-318.00', net: '-318.00'};
    const taxes = [
      {rate: '8', currency: 'KES', gross: '108.00', net: '100.00', tax: '8.00', taxDue: '8.00'},
      {rate: '16', currency: 'KES', gross: '1160.00', net: '1000.00', tax: '160.00', taxDue: '160.00'},
      {rate: null, currency: 'KES', gross: '50.00', net: '50.00', tax: '0.00', taxDue: '0.00'},
    ];
    expect((await run('day', '--json')).json).toMatchObject({
      groups: [...groups, before],
      taxes: [...taxes, {kind: 'other'}],
    });
    expect((await run('day')).out).toMatch(/^Home +2 +KES +1,268\.00\nWithout a group +1 +KES +50\.00$/m);
    expect((await run('day', '--date', first, '--json')).json).toMatchObject({groups: [], taxes: []});
    expect((await run('day', '--from', first, '--json')).json).toMatchObject({groups, taxes});
    await run('cash', 'in', '--amount', '200', '--reason', 'change');
    const parts = (await run('ticket', 'show', ticket, '--json')).json.parts;
    const back = ['cash', 'refund', parts[1].reference, '--reason', 'broken', '--json', '--line'];
    expect((await run(...back, '4')).json).toMatchObject({
      error: 'refund-line-unknown',
      lines: '1 Radio, 2 Gas, 3 Bread',
    });
    expect((await run(...back, '2', '--amount', '5')).json).toMatchObject({error: 'unknown-option'});
    expect((await run(...back, '2')).json).toMatchObject({
      refund: {amount: '108.00', lines: [{line: 2, name: 'Gas', amount: '108.00'}]},
    });
    await run('cash', 'refund', parts[0].reference, '--reason', 'late', '--amount', '20');
    await close('KES:72');
    const table = async (by: string) => csvRows((await run('day', '--from', first, '--csv', '--by', by)).out);
    expect(await table('group')).toEqual(
      [
        ['Home', '2', '1268.00', '108.00', '1160.00'],
        ['', '1', '50.00', '0.00', '50.00'],
        ['refund', '', '0.00', '20.00', '-20.00'],
      ].map(([group, count, gross, refunds, net]) => ({group, currency: 'KES', count, gross, refunds, net})),
    );
    expect((await table('rate')).map(row => [row['rate'], row['gross'], row['refunds'], row['tax_due']])).toEqual([
      ['8', '108.00', '108.00', '0.00'],
      ['16', '1160.00', '0.00', '160.00'],
      ['', '50.00', '0.00', '0.00'],
      ['refund', '0.00', '20.00', ''],
    ]);
    const {out} = await run('shift', 'show', '--z', '3');
    expect(out).toMatch(/^Home +0 +KES +0\.00 *\nHome, net +KES +-108\.00 *\nRefunds without items +KES +-20\.00 *$/m);
  });
});
