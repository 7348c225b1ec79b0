import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe} from 'vitest';
import {charging, piped} from './card-support.js';
import {beginDays, inShop} from './day-support.js';
import {exportLineSchema} from './export-schema.js';
import {collectAndLeave, collecting, paymentIn, type Shop} from './support.js';

const it = inShop({DUKA_LANG: 'en'});

const openTicket = async (shop: Pick<Shop, 'run'>, ...more: readonly string[]): Promise<string> =>
  (await shop.run(['ticket', 'open', '--amount', '1000', '--json', ...more])).json.ticket;
const inCash = (ticket: string, amount: string) => ['cash', 'sale', '--amount', amount, '--ticket', ticket, '--json'];

describe.concurrent('a split sale', () => {
  it('is paid by a wallet and cash, and its goods go when both are paid', async ({expect, shop}) => {
    const ticket = await openTicket(shop, '--customer', 'Amina');
    const cash = await shop.run(inCash(ticket, '300'));
    expect(cash).toMatchObject({exit: 0, json: {ticket, verdict: 'paid', releaseGoods: false}});
    const slip = await shop.run(['receipt', cash.json.reference]);
    expect(slip.out).toMatch(new RegExp(`Split sale +${ticket}\n`));
    expect(slip.out).toMatch(/Total +KES 1,000\.00\n *- Cash +KES 300\.00\n *Left to pay +KES 700\.00\n/);
    const above = await shop.run([
      'collect',
      ...collecting('0712345678', '--ticket', ticket).slice(1),
      '--amount',
      '701',
    ]);
    expect(above).toMatchObject({exit: 2, json: {error: 'ticket-above-left'}});
    expect(await shop.run(inCash(ticket, '700'))).toMatchObject({exit: 0, json: {ticket, releaseGoods: true}});
    const shown = await shop.run(['ticket', 'show', ticket]);
    expect(shown.exit).toBe(0);
    expect(shown.out).toMatch(
      /^Split sale \w+: KES 1,000\.00, paid in full {3}Amina\n {2}Paid KES 1,000\.00, waiting KES 0\.00, left KES 0\.00\n/,
    );
    expect(shown.out.match(/✓ PAID {3}KES [37]00\.00 {3}Cash/g)).toHaveLength(2);
    expect((await shop.run(inCash(ticket, '1'))).json.error).toBe('ticket-paid');
  });

  it('is parked as a basket, sold more, and opened', async ({expect, shop}) => {
    expect(await shop.run(['ticket', 'park', '--line', '2x50 Tea', '--name', 'Table 4', '--json'])).toMatchObject({
      exit: 0,
      json: {number: 1, name: 'Table 4', amount: '100.00', lines: [{name: 'Tea'}]},
    });
    await shop.run(['ticket', 'park', '--parked', '1', '--line', '30 Cake']);
    expect((await shop.run(['ticket', 'parked'])).out).toMatch(/^#1 Table 4 {3}KES 130\.00/);
    const opened = await shop.run(['ticket', 'open', '--parked', '1', '--json']);
    expect(opened.json).toMatchObject({total: '130.00', lines: [{name: 'Tea'}, {name: 'Cake'}]});
    expect((await shop.run(['ticket', 'parked', '--json'])).json).toEqual([]);
    const {ticket} = opened.json;
    await shop.run(inCash(ticket, '100'));
    const more = await shop.run(['ticket', 'add', ticket, '--line', '20 Water', '--json']);
    expect(more).toMatchObject({exit: 0, json: {total: '150.00', paid: '100.00', left: '50.00'}});
    expect((await shop.run(['ticket', 'drop', '1', '--json'])).json.error).toBe('basket-unknown');
    await shop.run(['ticket', 'park', '--line', '50 Bag']);
    expect(await shop.run(['ticket', 'drop', '#2', '--json'])).toMatchObject({exit: 0, json: {number: 2, name: null}});
    expect((await shop.run(['cash', 'sale', '--parked', '2', '--json'])).json.error).toBe('basket-unknown');
  });

  it('is cheaper by a discount on all of it, with a reason', async ({expect, shop}) => {
    const lines = ['--line', '3x33.33 Tea', '--line', '0.01 Sweet', '--discount', '10%'];
    expect((await shop.run(['ticket', 'open', ...lines, '--json'])).json.error).toBe('reason-missing');
    const opened = await shop.run(['ticket', 'open', ...lines, '--discount-reason', 'staff', '--json']);
    expect(opened.json).toMatchObject({total: '90.00', lines: [{discount: '10.00'}, {discount: null}]});
    const sum = ['cash', 'sale', '--amount', '200', '--discount', '50', '--discount-reason', 'staff', '--json'];
    expect((await shop.run(sum)).json).toMatchObject({amount: '150.00', verdict: 'paid'});
  });

  it('is paid in part by card, whose money goes back by itself', async ({expect, shop}) => {
    const ticket = (await shop.run(['ticket', 'open', '--amount', '24', '--currency', 'USD', '--json'])).json.ticket;
    const given = {input: piped()};
    const card = await shop.run(charging('14', '--ticket', ticket), given);
    expect(card).toMatchObject({exit: 0, json: {ticket, isPartPaid: true, releaseGoods: false}});
    const above = await shop.run(charging('11', '--ticket', ticket), {...given});
    expect(above).toMatchObject({exit: 2, json: {error: 'ticket-above-left'}});
    const cash = await shop.run([...inCash(ticket, '10'), '--currency', 'USD', '--anyway']);
    expect(cash).toMatchObject({exit: 0, json: {ticket, isPartPaid: false, releaseGoods: true}});
    const back = await shop.run(['refund', card.json.reference, '--reason', 'torn', '--json']);
    expect(back.exit).toBe(0);
    expect((await shop.run(['ticket', 'show', ticket, '--json'])).json).toMatchObject({
      status: 'paid',
      parts: [{badge: 'given-back'}, {badge: 'paid'}],
    });
  });

  it('has lines, which are its total and hold its tax', async ({expect, shop}) => {
    const lines = ['--line', '3x116 Bread', '--line', '0.25x800 Tomatoes'];
    const opened = await shop.run(['ticket', 'open', ...lines, '--tax-rate', '16', '--json']);
    expect(opened).toMatchObject({
      exit: 0,
      json: {
        total: '548.00',
        lines: [{name: 'Bread', quantity: '3', tax: {rate: '16', net: '300.00', tax: '48.00'}}, {}],
      },
    });
    const {ticket} = opened.json;
    expect((await shop.run(['ticket', 'show', ticket])).out).toMatch(
      / {2}3 x KES 116\.00 Bread {3}KES 348\.00\n {2}0\.25 x KES 800\.00 Tomatoes {3}KES 200\.00\n/,
    );
    const paid = await shop.run(inCash(ticket, '548'));
    expect(paid).toMatchObject({exit: 0, json: {releaseGoods: true}});
    expect((await shop.run(['ticket', 'show', ticket])).out).toMatch(/^Sale \w+: KES 548\.00, paid in full\n/);
    const receipt = (await shop.run(['receipt', paid.json.reference])).out;
    expect(receipt).not.toMatch(/Split sale|Left to pay/);
    expect(receipt).toMatch(
      /3 x KES 116\.00 Bread +KES 348\.00\n *0\.25 x KES 800\.00 Tomatoes +KES 200\.00\n *Total +KES 548\.00\n *Tax included 16% +KES 75\.59\n/,
    );
    expect((await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:548', '--json'])).json).toMatchObject({
      tickets: [{count: 1, paid: '548.00'}],
      groups: [{group: null, currency: 'KES', amount: '548.00', lines: 2}],
      taxes: [{rate: '16', currency: 'KES', gross: '548.00', net: '472.41', tax: '75.59'}],
    });
    expect((await shop.run(['shift', 'show', '--z', '1'])).out).toMatch(
      /TAX \(ITEMISED SALES\)\s*\n *Rate 16% +KES 548\.00\n *Net +KES 472\.41\n *Tax +KES +75\.59\n/,
    );
    const differ = await shop.run(['ticket', 'open', '--amount', '500', ...lines, '--json']);
    expect(differ).toMatchObject({exit: 2, json: {error: 'ticket-lines-differ'}});
    const wrong = await shop.run(['ticket', 'open', '--line', 'Bread', '--json']);
    expect(wrong).toMatchObject({exit: 2, json: {error: 'line-unreadable'}});
    const sum = await shop.run(['ticket', 'open', '--amount', '500', '--tax-rate', '16', '--json']);
    expect(sum).toMatchObject({exit: 2, json: {error: 'tax-rate-without-lines'}});
    const file = join(shop.home, 'settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
    const taxRates = [
      {name: 'VAT', percent: '16', default: true},
      {name: 'Hotel', percent: '8', included: false},
    ];
    writeFileSync(file, JSON.stringify({...settings, taxRates}));
    const room = ['ticket', 'open', '--line', '1x100 Room', '--json'];
    expect((await shop.run(room)).json.lines).toMatchObject([{tax: {rate: '16', included: true}, amount: '100.00'}]);
    const finer = ['--line', '1x100.50 Room', '--amount'];
    expect(await shop.run([...collecting('0712345678', ...finer, '100.50')])).toMatchObject({
      exit: 0,
      json: {amount: '101.00', rounding: '0.50', isPartPaid: false},
    });
    expect((await shop.run([...room, '--tax-rate', 'hotel'])).json).toMatchObject({
      total: '108.00',
      lines: [{tax: {rate: '8', included: false, net: '100.00', tax: '8.00'}}],
    });
  });

  it('has a tip, which is paid with it, stands on the receipt and the Z, and is in the books of nobody’s takings', async ({
    expect,
    shop,
  }) => {
    const tipped = ['cash', 'sale', '--amount', '450', '--tip', '10%', '--json'];
    expect(await shop.run(tipped)).toMatchObject({exit: 2, json: {error: 'tips-off'}});
    expect((await shop.run(['settings', 'set', 'tips', '5, 10'])).exit).toBe(0);
    const paid = await shop.run(tipped);
    expect(paid).toMatchObject({exit: 0, json: {amount: '495.00'}});
    expect((await shop.run(['receipt', paid.json.reference])).out).toMatch(
      /Sale +KES 450\.00\n *Tip +KES 45\.00\n *Total +KES 495\.00\n/,
    );
    const lines = ['--line', '2x100 Tea', '--tip', '50', '--json'];
    expect(await shop.run(['cash', 'sale', ...lines])).toMatchObject({exit: 0, json: {amount: '250.00'}});
    expect(await shop.run(['ticket', 'open', '--amount', '200', ...lines])).toMatchObject({
      exit: 2,
      json: {error: 'ticket-lines-differ'},
    });
    expect(await shop.run(['cash', 'sale', '--amount', '450', '--tip', '451', '--json'])).toMatchObject({
      exit: 2,
      json: {error: 'tip-above-sale'},
    });
    expect((await shop.run(['ticket', 'open', '--amount', '100', '--tip', '5', '--json'])).json).toMatchObject({
      total: '105.00',
      lines: [
        {kind: 'text', amount: '100.00'},
        {kind: 'tip', amount: '5.00'},
      ],
    });
    const late = ['cash', 'sale', '--amount', '50', '--tip', '5', '--ticket', await openTicket(shop), '--json'];
    expect(await shop.run(late)).toMatchObject({exit: 2, json: {error: 'tip-with-ticket'}});
    const z = await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:745', '--json']);
    expect(z.json.groups).toEqual([
      {group: null, kind: null, currency: 'KES', amount: '650.00', lines: 2, refunded: '0.00', net: '650.00'},
      {group: null, kind: 'tip', currency: 'KES', amount: '95.00', lines: 2, refunded: '0.00', net: '95.00'},
    ]);
    expect(z.json.tips).toEqual([
      {
        person: 'cashier',
        method: 'cash',
        channel: 'cash',
        channelId: 'cash',
        currency: 'KES',
        amount: '95.00',
        count: 2,
        refunded: '0.00',
        net: '95.00',
      },
    ]);
    const slip = (await shop.run(['shift', 'show', '--z', '1'])).out;
    expect(slip).toMatch(/Less tips +KES +-95\.00\n *Without tips KES +KES +650\.00\n/);
    expect((await shop.run(['day'])).out).toMatch(
      /Total KES +2 +KES +745\.00.*\n *Less tips +KES +−95\.00\n *Without tips KES +KES +650\.00\n/,
    );
    expect((await shop.run(['day', '--csv'])).out).toMatch(
      /net,tips,rounding\r\n.*,KES,2,745\.00,0\.00,745\.00,95\.00,0\.00\r\n/,
    );
    expect(slip).toMatch(/Without a group.*KES 650\.00\n *Tips +2 +KES +95\.00\n/);
    const [, line = ''] = (await shop.run(['journal', 'export', '--format', 'jsonl'])).out.split('\n');
    expect(exportLineSchema.parse(JSON.parse(line)).sold).toMatchObject([
      {kind: 'text', amount: '450.00'},
      {kind: 'tip', amount: '45.00'},
    ]);
    const book = (await shop.run(['journal', 'export', '--format', 'hledger'])).out;
    expect(book).toMatch(/Income:Sales +-450\.00 KES|Income:Sales +KES -450\.00/);
    expect(book).toMatch(/Liabilities:Tips.*-45\.00/);
  });

  it('goes on beside a part that nobody knows the end of', async ({expect, shop}) => {
    const ticket = await openTicket(shop);
    const part = paymentIn(await collectAndLeave(shop, collecting('0712345102', '--ticket', ticket)));
    expect(part).toMatchObject({ticket, verdict: 'not-known'});
    const {json} = await shop.run(['ticket', 'show', ticket, '--json']);
    expect(json).toMatchObject({status: 'open', paid: '0.00', waiting: '200.00', left: '800.00'});
    expect((await shop.run(inCash(ticket, '801'))).json.error).toBe('ticket-above-left');
    expect(await shop.run(inCash(ticket, '800'))).toMatchObject({exit: 0, json: {releaseGoods: false}});
    const refused = await shop.run(['ticket', 'abandon', ticket, '--person', 'Amina', '--reason', 'left', '--json']);
    expect(refused).toMatchObject({exit: 2, json: {error: 'ticket-waiting'}});
    const again = ['cash', 'sale', '--amount', '200', '--sale', part.reference, '--json'];
    expect(await shop.run(again)).toMatchObject({exit: 0, json: {ticket, releaseGoods: true}});
  });

  it.for([
    ['with lines', ['--line', '200 Sugar']],
    ['of a sum', []],
  ] as const)('asks again for a sale %s whose one payment was reversed', async ([, sold], {expect, shop}) => {
    const {reference, ticket} = paymentIn(await collectAndLeave(shop, [...collecting('0712345113'), ...sold]));
    await shop.advance('PT3S');
    expect((await shop.run(['status', reference, '--json'])).json).toMatchObject({status: 'paid', releaseGoods: true});
    await shop.advance('PT2M');
    const reversed = await shop.run(['status', reference]);
    expect([reversed.exit, reversed.out]).toEqual([4, expect.stringContaining('Paid, then reversed.')]);
    expect((await shop.run(['receipt', reference])).out).toContain('UNDER REVIEW - NOT A RECEIPT');
    expect((await shop.run(['sales'])).out).toContain('CALL MANAGER  KES 200.00');
    const said = ['--person', 'Amina', '--reason', 'the money went back'];
    expect(await shop.run(['resolve', reference, '--as', 'not-paid', ...said])).toMatchObject({exit: 0});
    const open = (await shop.run(['ticket', 'list', '--json'])).json;
    expect(open).toMatchObject(ticket === null ? [] : [{ticket, paid: '0.00', waiting: '0.00', left: '200.00'}]);
    const again = ['cash', 'sale', '--amount', '200', '--sale', reference, '--json'];
    expect(await shop.run(again)).toMatchObject({exit: 0, json: {ticket, releaseGoods: true}});
    expect((await shop.run(again)).json.error).toBe('sale-paid');
    const {json: z} = await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:200', '--json']);
    expect(z.takings).toMatchObject([{channel: 'cash'}, {channel: 'M-Pesa', amount: '200.00'}]);
    expect(z.corrections).toMatchObject([{reference, amount: '-200.00'}]);
    if (ticket !== null) expect(z.tickets).toMatchObject([{count: 1, paid: '200.00', open: '0.00'}]);
  });

  it('may be a deposit, which is paid another day and counts in the Z of that day', async ({expect, shop}) => {
    const days = await beginDays(shop);
    const close = ['shift', 'z', '--person', 'Amina', '--count'];
    const opened = await days.run('ticket', 'open', '--amount', '1000', '--customer', 'Amina, sofa', '--json');
    const {ticket} = opened.json;
    const deposit = (await days.run(...inCash(ticket, '400'))).json.reference;
    expect((await days.run(...close, 'KES:400', '--json')).json.tickets).toEqual([
      {
        currency: 'KES',
        count: 0,
        paid: '0.00',
        before: '0.00',
        taken: '400.00',
        adjusted: '0.00',
        reopened: '0.00',
        beyond: '0.00',
        abandoned: '0.00',
        open: '400.00',
      },
    ]);
    await days.nextMorning();
    await days.nextMorning();
    expect((await days.run('ticket', 'list')).out).toMatch(
      /Amina, sofa\n {2}Paid KES 400\.00, waiting KES 0\.00, left KES 600\.00/,
    );
    expect((await days.run(...inCash(ticket, '600'))).json.releaseGoods).toBe(true);
    expect((await days.run(...close, 'KES:600', '--json')).json.tickets).toMatchObject([
      {count: 1, paid: '1000.00', before: '400.00', taken: '600.00', open: '0.00'},
    ]);
    expect((await days.run('shift', 'show', '--z', '2')).out.replaceAll(/ +/g, ' ')).toContain(
      'ITEMISED AND SPLIT SALES KES \nParts paid before KES 400.00\nParts paid KES 600.00\nPaid in full 1 KES 1,000.00\n',
    );
    await days.nextMorning();
    await days.run('cash', 'sale', '--amount', '5');
    await days.nextMorning();
    await days.run('cash', 'sale', '--amount', '5');
    expect((await days.run('ticket', 'list', '--json')).json).toEqual([]);
    expect((await days.run('receipt', deposit)).out).toMatch(
      new RegExp(`Split sale +${ticket}\n.*Left to pay +KES 0\\.00\n`, 's'),
    );
    const over = await days.run('ticket', 'show', ticket, '--json');
    expect(over).toMatchObject({exit: 0, json: {status: 'paid', parts: [{reference: deposit}, {amount: '600.00'}]}});
    expect((await days.run('status', deposit, '--json')).json).toMatchObject({releaseGoods: true});
    expect((await days.run(...inCash(ticket, '1'))).json.error).toBe('ticket-paid');
    const back = await days.run('cash', 'refund', deposit, '--reason', 'one leg was broken', '--json');
    expect(back).toMatchObject({exit: 0, json: {payment: {reference: deposit, releaseGoods: false}}});
  });

  it('is given up by a named person with a reason', async ({expect, shop}) => {
    const ticket = await openTicket(shop);
    const giveUp = (...more: readonly string[]) => shop.run(['ticket', 'abandon', ticket, '--json', ...more]);
    expect((await giveUp('--reason', 'left')).json.error).toBe('person-missing');
    expect((await giveUp('--person', 'Amina')).json.error).toBe('reason-missing');
    const part = (await shop.run(inCash(ticket, '300'))).json.reference;
    const given = await giveUp('--person', 'Amina', '--reason', 'left');
    expect(given).toMatchObject({exit: 0, json: {status: 'abandoned', abandoned: {person: 'Amina', reason: 'left'}}});
    expect(await shop.run(['ticket', 'show', ticket])).toMatchObject({exit: 1});
    expect((await shop.run(['status', part, '--json'])).json).toMatchObject({verdict: 'paid', releaseGoods: false});
    const {json: report} = await shop.run(['staff', 'report', '--json']);
    expect(report).toContainEqual(expect.objectContaining({person: 'Amina', ticketsAbandoned: 1}));
    expect((await shop.run(['ticket', 'show', 'T7K0MZ4K8Q2RD', '--json'])).json.error).toBe('ticket-unknown');
  });

  it('is before its customer with its parts', async ({expect, shop}) => {
    const ticket = await openTicket(shop);
    await shop.run(inCash(ticket, '300'));
    const interruption = new AbortController();
    const said: string[] = [];
    const display = shop.run(['display'], {interrupted: interruption.signal, onOutput: text => void said.push(text)});
    const sees = (text: string) => expect.poll(() => said.at(-1) ?? '').toContain(text);
    await sees('Split sale of KES 1,000.00   KES 300.00 paid   Left to pay: KES 700.00');
    await shop.run(inCash(ticket, '700'));
    await sees('KES 300.00 paid · KES 700.00 paid   Paid in full.');
    interruption.abort('SIGINT');
    await display;
  });
});
