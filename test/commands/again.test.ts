import {describe, expect} from 'vitest';
import {machine} from '../../src/world.js';
import {inShop} from './day-support.js';
import {collectAndLeave, collectAndSettle, collecting, paymentIn} from './support.js';

const it = inShop();

/** Asking the same wallet, or for the same sale, a second time. */
describe.concurrent('the same wallet', () => {
  it('is refused with see earlier, of which the service is asked, and nothing is sent', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345103')));
    await shop.advance('PT10M');
    const {exit, json, err} = await shop.run(collecting('+254 712 345 103'));
    expect(exit).toBe(2);
    expect(json).toMatchObject({error: 'earlier-payment', earlier: reference, payment: {reference, status: 'paid'}});
    expect(err).toBe(`✗ ${json.message}\n`);
    expect(await shop.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
  });

  it('is asked again for a reason, which is kept', async ({shop}) => {
    const first = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    const second = await collectAndLeave(shop, collecting('0712345102', '--again', 'two coffees'));
    expect(second.exit).toBe(130);
    expect(second.json).toMatchObject({earlier: first.reference, status: 'pending'});
    expect(await shop.books()).toHaveLength(2);
    const {json} = await shop.run(['journal', 'show', second.json.reference, '--json']);
    expect(json[0].data.again).toEqual({reason: 'two coffees', earlier: first.reference});
  });

  it('is refused for as long as the earlier request is open', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    for (const age of [13, 60, 26 * 60, 8 * 24 * 60]) {
      const world = {...machine, now: () => machine.now() + age * 60_000};
      const again = await shop.run(collecting('0712345102'), {world});
      expect(again).toMatchObject({exit: 2, json: {error: 'earlier-payment', earlier: reference}});
    }
    expect(await shop.books()).toHaveLength(1);
  });

  it('is asked again without a reason after a refusal, and after what never left', async ({shop}) => {
    const nowhere = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0'};
    expect((await shop.run(collecting('0712345101'), {environment: nowhere})).exit).toBe(6);
    for (const _ of ['once', 'and once more'])
      expect(await shop.run(collecting('0712345101'))).toMatchObject({exit: 1, json: {status: 'failed'}});
    expect(await shop.books()).toHaveLength(2);
  });

  it('that has just paid the same sum is asked only when that is meant, and is warned about', async ({shop}) => {
    const first = await shop.run(collecting('0712345678'));
    expect(first).toMatchObject({exit: 0, json: {warnings: []}});
    expect(await shop.run(collecting('0712345678'))).toMatchObject({exit: 2, json: {error: 'paid-just-now'}});
    const again = await shop.run([...collecting('0712345678'), '--anyway']);
    const {reference, amount, currency} = paymentIn(first);
    const message = expect.stringMatching(/^This number paid KES [\d.]+ at \d\d:\d\d\.$/);
    const warning = {code: 'earlier-payment', message, reference, status: 'paid', amount, currency};
    expect(again).toMatchObject({exit: 0, json: {status: 'paid', warnings: [warning]}});
    expect(again.err).toContain(`! ${again.json.warnings[0].message}\n`);
    const other = await shop.run(['collect', '--json', '--phone', '0712345678', '--amount', '317']);
    expect(other).toMatchObject({exit: 0, json: {warnings: []}});
    expect(await shop.books()).toHaveLength(3);
  });
});

describe.concurrent('another attempt of a sale', () => {
  it('sets the first aside and is paid; when both are, a person must look', async ({shop}) => {
    const first = paymentIn(await collectAndLeave(shop, collecting('0712345103')));
    const second = await collectAndSettle(shop, collecting('0712345678', '--sale', first.reference));
    expect(second).toMatchObject({exit: 0, json: {sale: first.sale, status: 'paid', attention: []}});
    const meanwhile = await shop.run(['status', first.reference, '--json']);
    expect(meanwhile).toMatchObject({exit: 3, json: {setAside: true, status: 'pending'}});
    await shop.advance('PT10M');
    const both = await shop.run(['status', first.reference, '--json']);
    expect(both).toMatchObject({exit: 4, json: {status: 'paid', attention: ['paid-twice']}});
    const other = await shop.run(['status', paymentIn(second).reference]);
    expect(other.exit).toBe(4);
    expect(other.out).toContain('! This sale was paid twice. Refund one payment.');
  });

  it('must ask for the same amount', async ({shop}) => {
    const first = paymentIn(await collectAndLeave(shop, collecting('0712345103')));
    const {exit, json} = await shop.run([
      'collect',
      '--json',
      '--phone',
      '0712345678',
      '--amount',
      '201',
      '--sale',
      first.sale,
    ]);
    expect(exit).toBe(2);
    expect(json.error).toBe('sale-amount-differs');
    expect(await shop.books()).toHaveLength(1);
  });
});
