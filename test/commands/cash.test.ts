import {describe, it} from 'vitest';
import {setUp} from './card-support.js';
import {openPrinter} from './day-support.js';
import {collectAndLeave, collectAndSettle, collecting, openShop, paymentIn} from './support.js';

const selling = (...more: readonly string[]) => ['cash', 'sale', '--amount', '200', '--json', ...more];

describe.concurrent('cash', () => {
  it('is paid at once, and the change is said large', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const {exit, out, err} = await shop.run(['cash', 'sale', '--amount', '350', '--tendered', '1000']);
    expect({exit, err}).toEqual({exit: 0, err: ''});
    expect(out).toMatch(/^✓ PAID {3}KES 350\.00 {3}Cash {3}T7K\w+\n/);
    expect(out).toMatch(/^ +#+\n +# +CHANGE KES 650\.00 +#\n +#+$/m);
    const french = await shop.run(['cash', 'sale', '--amount', '350', '--lang', 'fr']);
    expect(french.out).toMatch(/^✓ PAYÉ {3}350,00 KES {3}Espèces/);
    expect(french.out).toContain('MONNAIE 0,00 KES');
    expect(await shop.books()).toEqual([]);
  });

  it('that was mobile money is corrected before the close, and all sums follow', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_LANG: 'en'}, onTestFinished);
    await shop.run(['shift', 'open', '--person', 'Amina', '--float', 'KES:0']);
    const {reference} = (await shop.run(selling())).json;
    await shop.run(['cash', 'sale', '--amount', '70']);
    const how = ['--code', 'TKL81FBQX4', '--reason', 'paid by M-Pesa', '--person', 'Amina', '--json'];
    const corrected = await shop.run(['cash', 'correct', reference, ...how]);
    expect(corrected).toMatchObject({exit: 0, json: {method: 'mobile-money', verdict: 'paid', judgedBy: 'Amina'}});
    const again = await shop.run(['cash', 'correct', (await shop.run(selling())).json.reference, ...how]);
    expect(again).toMatchObject({exit: 2, json: {error: 'received-already'}});
    const closed = await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'KES:270', '--json']);
    expect(closed).toMatchObject({exit: 0});
    expect(closed.json.takings).toMatchObject([
      {channelId: 'cash', amount: '270.00', count: 2},
      {channelId: 'by-hand', amount: '200.00', count: 1},
    ]);
    const late = ['cash', 'correct', reference, '--reason', 'too late', '--person', 'Amina', '--json'];
    expect(await shop.run(late)).toMatchObject({exit: 2, json: {error: 'tender-not-corrected'}});
    expect((await shop.run(['receipt', reference])).out).toMatch(/Mobile money, by hand/);
    const rows = (await shop.run(['journal', 'export', '--format', 'csv'])).out;
    expect(rows).toMatch(new RegExp(`${reference}.*By hand`));
    expect(await shop.books()).toEqual([]);
  });

  it('of a Tunisian shop has three decimals, or is refused with both forms', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_COUNTRY: 'TN', DUKA_LANG: 'fr', DUKA_TILL: 'T7K'}, onTestFinished);
    const unclear = await shop.run(['cash', 'sale', '--amount', '1.500']);
    expect(unclear).toMatchObject({exit: 2, err: '✗ « 1.500 » peut se lire de deux façons : tapez 1500 ou 1,500.\n'});
    const sold = await shop.run(['cash', 'sale', '--line', '2x1,250 Pain', '--tendered', '5,000', '--json']);
    expect(sold).toMatchObject({exit: 0, json: {amount: '2.500', change: '2.500', currency: 'TND'}});
    const {sale} = sold.json;
    expect(await shop.run(['cash', 'sale', '--same-as', sale, '--json'])).toMatchObject({
      exit: 0,
      json: {amount: '2.500'},
    });
    const z = await shop.run(['shift', 'z', '--person', 'Amel', '--count', 'TND:5,000', '--json']);
    expect(z).toMatchObject({exit: 0, json: {drawers: [{currency: 'TND', expected: '5.000', difference: '0.000'}]}});
  });

  it('above the ceiling of the shop wants to be said twice, and thousands are read as the shop writes them', async ({
    expect,
    onTestFinished,
  }) => {
    const shop = await openShop({}, onTestFinished);
    setUp(shop, {saleCeiling: {KES: '1000'}});
    const above = ['cash', 'sale', '--amount', '1,250', '--json'];
    expect(await shop.run(above)).toMatchObject({exit: 2, json: {error: 'sale-above-ceiling'}});
    expect(await shop.run([...above, '--anyway'])).toMatchObject({exit: 0, json: {amount: '1250.00'}});
    const ticket = ['ticket', 'open', '--amount', '1,250', '--json'];
    expect(await shop.run(ticket)).toMatchObject({exit: 2, json: {error: 'sale-above-ceiling'}});
    expect(await shop.run([...ticket, '--anyway'])).toMatchObject({exit: 0, json: {total: '1250.00'}});
  });

  it('is in the currency of the country, unless another is named', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_COUNTRY: 'CI', DUKA_LANG: 'en'}, onTestFinished);
    expect(await shop.run(selling())).toMatchObject({exit: 0, json: {amount: '200', currency: 'XOF', country: 'CI'}});
    for (const said of [
      ['--currency', 'usd', '--anyway'],
      ['--currency', 'usd'],
    ])
      expect(await shop.run(selling(...said))).toMatchObject({json: {amount: '200.00', currency: 'USD'}});
  });

  it('of a currency new to the drawer is asked about once, also after a Z', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const paidIn = ['cash', 'in', '--amount', '5', '--currency', 'USD', '--reason', 'coins', '--json'];
    for (const line of [selling('--currency', 'USD'), paidIn])
      expect(await shop.run(line)).toMatchObject({exit: 2, json: {error: 'currency-new', currency: 'USD'}});
    expect(await shop.run([...paidIn, '--anyway'])).toMatchObject({exit: 0});
    expect(await shop.run(['shift', 'z', '--person', 'Amina', '--count', 'USD:5', '--json'])).toMatchObject({exit: 0});
    expect(await shop.run(selling('--currency', 'USD'))).toMatchObject({exit: 0});
    expect(await shop.run(selling('--currency', 'ZAR'))).toMatchObject({json: {error: 'currency-new'}});
  });

  it('ends a sale whose wallet did not answer, and both commands know of both', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {reference: sale} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    const {exit, json} = await shop.run(selling('--sale', sale));
    expect(exit).toBe(0);
    expect(json).toMatchObject({sale, network: null, wallet: null, card: null, tendered: '200.00'});
    const {json: pending} = await shop.run(['pending', '--json']);
    expect(pending).toMatchObject([{reference: sale, method: 'mobile-money', setAside: true, tendered: null}]);
    const status = await shop.run(['status', json.reference, '--json']);
    expect(status).toMatchObject({exit: 0, json: {method: 'cash', status: 'paid', tendered: '200.00'}});
    const {json: events} = await shop.run(['journal', 'show', json.reference, '--json']);
    expect(events.map(({type}: {type: string}) => type)).toEqual(['requested']);
    expect((await shop.run(['why', json.reference, '--json'])).json.steps).toMatchObject([{rule: 'cash-taken'}]);
    const other = await shop.run(selling('--sale', sale, '--amount', '201'));
    expect(other).toMatchObject({exit: 2, json: {error: 'sale-amount-differs'}});
  });

  it('and a wallet that both paid one sale need a person', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {reference: sale} = paymentIn(await collectAndLeave(shop, collecting('0712345678')));
    expect(await shop.run(selling('--sale', sale))).toMatchObject({exit: 0, json: {attention: []}});
    await shop.advance('PT3S');
    const wallet = await shop.run(['status', sale, '--json']);
    expect(wallet).toMatchObject({exit: 4, json: {status: 'paid', sale, attention: ['paid-twice']}});
    expect(wallet.json.say).toBe('Your money has arrived twice. Please ask for one of the two payments back.');
    const receipt = await shop.run(['receipt', sale]);
    expect(receipt.out).toContain('This sale was paid twice');
    expect(receipt.out).not.toContain('Thank you');
  });

  it('is not taken for a sale that is paid', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {reference: sale} = paymentIn(await shop.run(selling()));
    const paid = {exit: 2, json: {error: 'sale-paid', sale, reference: sale}};
    expect(await shop.run(selling('--sale', sale))).toMatchObject(paid);
    expect(await shop.run(collecting('0712345678', '--sale', sale))).toMatchObject(paid);
    expect(await shop.books()).toEqual([]);
  });

  it('goes back for a wallet too, and never more than was paid', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
    const refunding = ['cash', 'refund', reference, '--reason', 'torn'] as const;
    const part = await shop.run([...refunding, '--amount', '50']);
    expect(part.out).toMatch(/^✓ Refund 1 {3}refunded {3}KES 50\.00 {3}torn\n✓ PAID/);
    const more = await shop.run([...refunding, '--amount', '151', '--json']);
    expect(more).toMatchObject({exit: 2, json: {error: 'refund-above-rest', rest: 'KES 150.00'}});
    const rest = await shop.run([...refunding, '--json']);
    expect(rest).toMatchObject({exit: 0, json: {reference, refund: {refund: 2, amount: '150.00'}, payment: {}}});
    expect((await shop.run(['status', reference])).out).toContain('Keep the goods. The full amount was refunded.');
    expect(await shop.refunds()).toEqual([]);
    const {reference: cash} = paymentIn(await shop.run(selling()));
    const sent = await shop.run(['refund', cash]);
    expect(sent).toMatchObject({exit: 2, out: ''});
    expect(sent.err).toContain(`duka cash refund ${cash}. Nothing was sent.`);
  });

  it('is moved with a reason', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    for (const [kind, sentence] of [
      ['in', 'KES 500.00 put into the drawer: coins.'],
      ['out', 'KES 500.00 taken out of the drawer: coins.'],
      ['drop', 'KES 500.00 moved to the safe: coins.'],
    ] as const) {
      const sure = kind === 'drop' ? ['--anyway'] : [];
      const line = ['cash', kind, '--amount', '500', '--reason', 'coins', ...sure];
      expect(await shop.run(line)).toMatchObject({exit: 0, out: `✓ ${sentence}\n`});
      const {json} = await shop.run([...line, '--json']);
      expect(json).toEqual({kind, amount: '500.00', currency: 'KES', reason: 'coins'});
    }
    const {json} = await shop.run(['journal', 'list', '--json']);
    expect(json).toContainEqual(expect.objectContaining({type: 'cash-moved', amount: '500.00', currency: 'KES'}));
  });

  it.for([
    ['drop', 'fr', 'C’est plus que la caisse n’attend dans le tiroir'],
    ['out', 'en', 'This is more cash than the till expects in the drawer'],
  ] as const)(
    'is not moved (%s) where more goes out than is known, unless somebody is sure; no sum is named',
    async ([kind, lang, said], {expect, onTestFinished}) => {
      const shop = await openShop({}, onTestFinished);
      await shop.run(['shift', 'open', '--person', 'Amina', '--float', 'KES:1234']);
      const line = ['cash', kind, '--reason', 'safe', '--lang', lang, '--amount'];
      const refused = await shop.run([...line, '1235', '--json']);
      expect(refused).toMatchObject({exit: 2, json: {error: 'drawer-holds-less'}});
      expect(refused.err).toContain(said);
      expect(refused.err + refused.out).not.toMatch(/1.?234/);
      expect(await shop.run([...line, '1', '--currency', 'USD', '--json'])).toMatchObject({
        json: {error: 'drawer-holds-less'},
      });
      expect(await shop.run([...line, '1234'])).toMatchObject({exit: 0});
      expect(await shop.run([...line, '0.01', '--json'])).toMatchObject({exit: 2});
      expect(await shop.run([...line, '0.01', '--anyway'])).toMatchObject({exit: 0});
      const {json} = await shop.run(['journal', 'list', '--json']);
      const moved = json.filter(({type}: {type: string}) => type === 'cash-moved');
      expect(moved).toMatchObject([{amount: '1234.00', person: 'Amina'}, {amount: '1.00'}]);
    },
  );

  it.for([
    [['sale', '--amount', '200', '--tendered', '199'], 'tendered-too-little', 2],
    [['sale', '--amount', '100', '--tendered', '12345670'], 'change-unlikely', 2],
    [['sale'], 'amount-missing', 2],
    [['sale', '--amount', '200', '--currency', 'XTS'], 'currency-unknown', 2],
    [['sale', '--amount', '200', '--sale', 'T7K0MZ4K8Q2RD'], 'sale-unknown', 2],
    [['refund', 'T7K0MZ4K8Q2RD', '--reason', 'x'], 'payment-unknown', 2],
    [['refund', 'T7K0MZ4K8Q2RD'], 'reason-missing', 2],
    [['in', '--amount', '5'], 'reason-missing', 2],
    [['drop', '--amount', '0', '--reason', 'x'], 'amount-not-positive', 2],
    [['drawer', '--reason', ' '], 'reason-missing', 2],
    [['drawer', '--reason', 'x'.repeat(200)], 'text-too-long', 2],
  ] as const)('is not taken so: %j', async ([line, error, exit], {expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    expect(await shop.run(['cash', ...line, '--json'])).toMatchObject({exit, json: {error}});
    expect((await shop.run(['journal', 'list', '--json'])).json).toEqual([]);
  });
});

it('gives unlikely change only if a person is sure', async ({expect, onTestFinished}) => {
  const shop = await openShop({}, onTestFinished);
  const line = ['cash', 'sale', '--amount', '100', '--tendered', '5000', '--json'];
  expect(await shop.run(line)).toMatchObject({exit: 2, json: {error: 'change-unlikely'}});
  expect(await shop.run([...line, '--anyway'])).toMatchObject({exit: 0, json: {change: '4900.00'}});
});

describe.concurrent('the drawer', () => {
  it('is noted as opened, and opened where a printer can', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const line = ['cash', 'drawer', '--reason', 'change for a note'];
    const {exit, out} = await shop.run(line);
    expect({exit, out}).toEqual({
      exit: 0,
      out: '✓ Saved: the drawer was opened (change for a note). There is no printer that can open it.\n',
    });
    const printer = await openPrinter(onTestFinished);
    setUp(shop, {printer: {address: printer.address, drawer: true}});
    expect(await shop.run([...line, '--json'])).toMatchObject({exit: 0, json: {opened: true}});
    expect([...printer.printed().subarray(0, 2)]).toEqual([0x1b, 0x70]);
    expect((await shop.run(['shift', 'x', '--json'])).json.counts.drawerOpenings).toBe(2);
  });

  it('is noted before a printer that is away', async ({expect, onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    setUp(shop, {printer: {address: '127.0.0.1:1', drawer: true}});
    const {exit, json} = await shop.run(['cash', 'drawer', '--reason', 'stuck', '--json']);
    expect({exit, error: json.error}).toEqual({exit: 6, error: 'printer-unreachable'});
    expect((await shop.run(['journal', 'list'])).out).toContain('drawer-opened');
  });
});
