import {describe, it} from 'vitest';
import {collectAndLeave, collectAndSettle, collecting, openShop, paymentIn} from './support.js';

/** Asking the same wallet, or for the same sale, a second time. */
describe.concurrent('the same wallet within the cool-down', () => {
  it('is refused with the earlier payment, of which the service is asked, and nothing is sent', async ({
    expect,
    onTestFinished,
  }) => {
    const shop = await openShop({}, onTestFinished);
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345103')));
    await shop.advance('PT10M');
    const {exit, json, err} = await shop.run(collecting('+254 712 345 103'));
    expect(exit).toBe(2);
    expect(json).toMatchObject({error: 'earlier-payment', earlier: reference, payment: {reference, status: 'paid'}});
    expect(err).toBe(`✗ ${json.message}\n`);
    expect(await shop.books()).toMatchObject([{transaction_reference: reference, requests: 1}]);
  });

  it('is asked again for a reason, which is kept', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const first = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    const second = await collectAndLeave(shop, collecting('0712345102', '--again', 'two coffees'));
    expect(second.exit).toBe(130);
    expect(second.json).toMatchObject({earlier: first.reference, status: 'pending'});
    expect(await shop.books()).toHaveLength(2);
    const {json} = await shop.run(['journal', 'show', second.json.reference, '--json']);
    expect(json[0].data.again).toEqual({reason: 'two coffees', earlier: first.reference});
  });

  it('is refused after a failure too, but not after what never left', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
    const nowhere = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0'};
    const unsent = await shop.run(collecting('0712345101'), {environment: nowhere});
    expect(unsent.exit).toBe(6);
    const declined = await collectAndSettle(shop, collecting('0712345101'));
    expect(declined.exit).toBe(1);
    const again = await shop.run(collecting('0712345101'));
    expect(again).toMatchObject({exit: 2, json: {earlier: paymentIn(declined).reference}});
  });
});

describe.concurrent('another attempt of a sale', () => {
  it('sets the first aside and is paid; when both are, a person must look', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
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
    expect(other.out).toContain('! Two payments of this sale were paid: give one back.');
  });

  it('must ask for the same amount', async ({expect, onTestFinished}) => {
    const shop = await openShop({}, onTestFinished);
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
