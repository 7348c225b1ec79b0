import {describe, expect, test} from 'vitest';
import type {Collection} from '../../src/core/endpoints/collect.js';
import type {Service} from '../../src/core/endpoints/service.js';
import type {Money} from '../../src/core/money/money.js';
import {cardOf} from '../core/card/plain-card.js';
import {serve, serviceAt} from './local-server.js';
import {account, card, charge, momo, otp, refund, xof, zar} from './samples.js';
import {asked, order, product, question, requestOf, tenant} from './seen-request.js';

const collection = (given: Collection) => requestOf(service => service.collect(given));
const collectPath = '/subsidiary/collections/v1/process-collection';

describe('a collection', () => {
  test('by mobile money', async () =>
    expect(await collection(momo)).toEqual(
      order(
        collectPath,
        '{"amount":200,"customer_number":"254712345678","transaction_reference":"DK17VH3QX0A9BC2",' +
          '"transaction_description":"Sale DK17VH3QX0A9BC2","customer_bank_code":"SAFKEN","currency_code":"KES",' +
          '"customer_email":"shop@example.com","customer_first_name":"Customer","customer_last_name":"Duka la Amani",' +
          '"customer_phone_number":"254712345678","country_code":"KE"}',
      ),
    ));

  const xofBody =
    '{"amount":350,"customer_number":"2251114462945","transaction_reference":"DK17VH3QX0A9BC2",' +
    '"transaction_description":"Sale DK17VH3QX0A9BC2","customer_bank_code":"MOMCIV","currency_code":"XOF",' +
    '"customer_email":"shop@example.com","customer_first_name":"Customer","customer_last_name":"Duka la Amani",' +
    '"customer_phone_number":"2251114462945","country_code":"CI"';

  test('in XOF', async () => expect(await collection(xof)).toEqual(order(collectPath, `${xofBody}}`)));

  test('in XOF with an address to return to, for Wave', async () =>
    expect(await collection({...xof, returnUrl: 'https://shop.example/back'})).toEqual(
      order(collectPath, `${xofBody},"redirect_url":"https://shop.example/back"}`),
    ));

  test('in ZAR: no customer_number, and three addresses', async () =>
    expect(await collection(zar)).toEqual(
      order(
        collectPath,
        '{"amount":12.5,"transaction_reference":"DK17VH3QX0A9BC2","transaction_description":"Sale DK17VH3QX0A9BC2",' +
          '"customer_bank_code":"EFTZAR","currency_code":"ZAR","customer_email":"shop@example.com",' +
          '"customer_first_name":"Customer","customer_last_name":"Duka la Amani","customer_phone_number":"27113785456",' +
          '"country_code":"ZA","redirect_url":"https://shop.example/back?sale=1",' +
          '"cancel_url":"https://shop.example/back?sale=1","error_url":"https://shop.example/back?sale=1"}',
      ),
    ));

  test('with names that are not ASCII', async () => {
    const {headers, body} = await collection({...momo, firstName: 'Ọlá', lastName: '李 "Duka"'});
    expect(JSON.parse(body)).toMatchObject({customer_first_name: 'Ọlá', customer_last_name: '李 "Duka"'});
    expect(headers).toMatchObject({'content-length': String(Buffer.byteLength(body))});
  });

  test.each<[Money, string]>([
    [{currency: 'KES', minor: 10}, '0.1'],
    [{currency: 'KES', minor: 1250}, '12.5'],
    [{currency: 'KES', minor: 20_000}, '200'],
    [{currency: 'KES', minor: 99_999_999_999}, '999999999.99'],
    [{currency: 'UGX', minor: 9_007_199_254_740_991}, '9007199254740991'],
  ])('of %j, as %s', async (amount, digits) =>
    expect((await collection({...momo, amount})).body).toMatch(`{"amount":${digits},`),
  );

  test.each([0.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %d cents is not asked: JSON would write other digits',
    async minor => {
      const server = await serve({body: '{}'});
      await expect(serviceAt(server.url).collect({...momo, amount: {currency: 'KES', minor}})).rejects.toThrow(
        RangeError,
      );
      expect(server.seen).toEqual([]);
    },
  );

  test('by a page from which nobody would come back is not asked', async () => {
    const server = await serve({body: '{}'});
    await expect(serviceAt(server.url).collect({...zar, returnUrl: null})).rejects.toThrow('no return address');
    expect(server.seen).toEqual([]);
  });
});

test('a one-time password', async () =>
  expect(await requestOf(service => service.processOtp(otp))).toEqual(
    order(
      '/subsidiary/collections/v1/process-otp',
      '{"payment_token":"0c7a4567-5f0e-4d59-9a3b-6f2d8e1b4567","otp_code":"4567","payee":"+2251114462945",' +
        '"payment_method":"ORANGE_CI","transaction_reference":"DK17VH3QX0A9BC2","transaction_channel":"MOMCIV",' +
        '"country_code":"CI"}',
    ),
  ));

describe('a question', () => {
  test('for the status of a collection', async () => {
    const seen = await requestOf(service => service.status({reference: 'DK17VH3QX0A9BC2', country: 'KE'}));
    const path = '/subsidiary/collections/v1/check-status';
    expect(seen).toEqual(question(`${path}?transaction_reference=DK17VH3QX0A9BC2&country_code=KE`, product));
  });

  test('by merchant reference: neither tenant nor product', async () => {
    const seen = await requestOf(service => service.merchantReference({reference: 'DK17VH3QX0A9BC2'}));
    const path = '/merchant-collection/transfer_notification_controller/merchant/transaction-query';
    expect(seen).toEqual(question(`${path}?merchant_reference=DK17VH3QX0A9BC2`, {}));
  });

  test('for the banks of a currency: the tenant, no product', async () => {
    const seen = await requestOf(service => service.banks('XAF'));
    expect(seen).toEqual(question('/payaza-account/api/v1/mainaccounts/merchant/banks/XAF', tenant));
  });

  test('for the holder of an account: a POST that moves nothing, with the tenant', async () => {
    const seen = await requestOf(service => service.accountHolder(account));
    const body = '{"service_payload":{"currency":"NGN","bank_code":"000013","account_number":"0123456789"}}';
    expect(seen).toEqual(asked('/payaza-account/api/v1/mainaccounts/merchant/provider/enquiry', body, tenant));
  });

  test('keeps what it asks about inside its place', async () => {
    const banks = await requestOf(service => service.banks('X/F?a=b'));
    expect(banks.url).toBe('/payaza-account/api/v1/mainaccounts/merchant/banks/X%2FF%3Fa%3Db');
    const status = await requestOf(service => service.status({reference: 'A&country_code=GH#', country: 'KE'}));
    expect(status.url).toMatch(/\?transaction_reference=A%26country_code%3DGH%23&country_code=KE$/);
  });
});

describe('of cards, with the key alone in the headers', () => {
  const chargePath = '/card/card_charge/';
  const refundPath = '/refund-chargeback/refund/merchant/api';
  const payload = (more: string) =>
    '{"service_type":"Account","service_payload":{"first_name":"Customer","last_name":"Duka la Amani",' +
    '"email_address":"shop@example.com","phone_number":"254712345678","amount":24,' +
    '"transaction_reference":"DK17VH3QX0A9BC2","currency":"USD","description":"Sale DK17VH3QX0A9BC2",' +
    `"card":{"cardNumber":"4508750015741019","expiryMonth":"01","expiryYear":"39","securityCode":"100"${more}}}`;

  test('a charge', async () =>
    expect(await requestOf(service => service.charge(charge, cardOf(card)))).toEqual(
      order(chargePath, payload('}'), {}),
    ));

  test('a charge with a PIN and an address for the end of it; the holder is on the card alone', async () => {
    const full = {...card, pin: '1234', holder: 'AMINA W'};
    const callbackUrl = 'https://shop.example/end';
    expect(await requestOf(service => service.charge({...charge, callbackUrl}, cardOf(full)))).toEqual(
      order(chargePath, payload(',"pin":"1234"},"callback_url":"https://shop.example/end"'), {}),
    );
  });

  test('a refund', async () => {
    const body = '{"transaction_reference":"DK17VH3QX0A9BC2","refund_amount":10.5,"refund_reason":"Came back"}';
    expect(await requestOf(service => service.refund(refund))).toEqual(order(`${refundPath}/refund`, body, {}));
  });

  test('a refund without a reason', async () => {
    const body = '{"transaction_reference":"DK17VH3QX0A9BC2","refund_amount":10.5}';
    const {body: sent} = await requestOf(service => service.refund({...refund, reason: ''}));
    expect(sent).toBe(body);
  });

  test('the status of a card payment, which is a POST that moves nothing', async () => {
    const body = '{"service_payload":{"transaction_reference":"DK17VH3QX0A9BC2"}}';
    const seen = await requestOf(service => service.cardStatus({reference: charge.reference}));
    expect(seen).toEqual(asked(`${chargePath}transaction_status`, body));
  });

  test('the status of a refund', async () => {
    const body = '{"service_payload":{"refund_transaction_reference":"RF20231112-Q232USD"}}';
    const seen = await requestOf(service => service.refundStatus({refundReference: 'RF20231112-Q232USD'}));
    expect(seen).toEqual(asked(`${chargePath}refund_status`, body));
  });

  const days = {from: '2026-11-19', to: '2026-11-20', currency: 'USD', page: 2, size: 100} as const;

  test('a page of refunds', async () => {
    const path = `${refundPath}/refund_history?from=2026-11-19&to=2026-11-20&currency=USD&page=2&size=100`;
    expect(await requestOf(service => service.refundHistory(days))).toEqual(question(path, {}));
  });

  test.each<[string, (service: Service) => Promise<unknown>]>([
    ['charge', service => service.charge(charge, cardOf(card))],
    ['card status', service => service.cardStatus({reference: charge.reference})],
    ['refund', service => service.refund(refund)],
    ['refund status', service => service.refundStatus({refundReference: 'RF-1'})],
    ['refund history', service => service.refundHistory(days)],
  ])('names the tenant where that is set: %s', async (_name, call) => {
    const {headers} = await requestOf(call, {tenantOnCards: true});
    expect(headers).toMatchObject(tenant);
    expect(headers).not.toHaveProperty('x-productid');
  });

  test.each([0.5, 1e21, Number.NaN])('of %d cents nothing is asked: JSON would write other digits', async minor => {
    const server = await serve({body: '{}'});
    const service = serviceAt(server.url);
    const amount = {currency: 'USD', minor} as const;
    await expect(service.charge({...charge, amount}, cardOf(card))).rejects.toThrow(RangeError);
    await expect(service.refund({...refund, amount})).rejects.toThrow(RangeError);
    expect(server.seen).toEqual([]);
  });
});

describe('settings', () => {
  test('of the live tenant, another product and another scheme', async () => {
    const options = {
      tenant: 'live',
      productId: 'pos',
      scheme: 'Bearer',
      version: '2.0.1',
      key: 'PZ78-PKLIVE-é',
    } as const;
    expect((await requestOf(service => service.collect(momo), options)).headers).toMatchObject({
      authorization: `Bearer ${Buffer.from('PZ78-PKLIVE-é').toString('base64')}`,
      'x-tenantid': 'live',
      'x-productid': 'pos',
      'user-agent': 'duka/2.0.1',
    });
  });

  test.each(['/live', '/live/', '/a/b//'])('of a base address with the path %s', async path => {
    const server = await serve({body: '{}'});
    const service = serviceAt(`${server.url}${path}`);
    await service.collect(momo);
    await service.banks('KES');
    const prefix = path.replace(/\/+$/, '');
    expect(server.seen.map(({url}) => url)).toEqual([
      `${prefix}/subsidiary/collections/v1/process-collection`,
      `${prefix}/payaza-account/api/v1/mainaccounts/merchant/banks/KES`,
    ]);
  });
});
