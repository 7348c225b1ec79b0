import {inspect} from 'node:util';
import {describe, expect, test} from 'vitest';
import {createService} from '../../src/api/service.js';
import type {Service} from '../../src/core/endpoints/service.js';
import type {Answer} from '../../src/core/service/answer.js';
import {closedPort, type Reply, serve, serveRaw, serviceAt, testKey, testKeyBase64} from './local-server.js';
import {momo, otp} from './samples.js';

/** Everything that a log, a crash report or a journal could make of a value. */
function written(value: unknown): string {
  const options = {depth: Infinity, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null};
  const parts = [inspect(value, options), String(value), JSON.stringify(value)];
  if (value instanceof Error) parts.push(String(value.stack), inspect(value.cause, options));
  return parts.join('\n');
}

function expectNoSecret(value: unknown): void {
  const text = written(value);
  expect(text).not.toContain(testKey);
  expect(text).not.toContain(testKeyBase64.replace(/=+$/, ''));
  expect(text).not.toContain(testKey.slice(12, 30));
}

const answer = async (reply: Reply, call: (service: Service) => Promise<Answer>) =>
  call(serviceAt((await serve(reply)).url));
const collect = (service: Service) => service.collect(momo);

describe('the key is not in', () => {
  test('the service', () => expectNoSecret(serviceAt('https://example.com')));

  test('what is thrown when the service cannot be made, or is asked for what it cannot write', async () => {
    const settings = {baseUrl: 'https://example.com', key: testKey, tenant: 'test', version: '1'} as const;
    for (const wrong of [
      {baseUrl: 'http://example.com'},
      {baseUrl: testKey},
      {baseUrl: `ftp://${testKey}`},
      {scheme: `Payaza ${testKeyBase64}`},
    ]) {
      try {
        createService({...settings, ...wrong});
        expect.unreachable();
      } catch (error) {
        expectNoSecret(error);
      }
    }
    expectNoSecret(
      await serviceAt(settings.baseUrl)
        .collect({...momo, amount: {currency: 'KES', minor: 0.5}})
        .catch((error: unknown) => error),
    );
  });

  test('what comes of a request that failed', async () => {
    const reset = await serveRaw(socket => socket.resetAndDestroy());
    const noise = await serveRaw(socket => socket.end(`${testKey} ${testKeyBase64}`));
    const refused = `http://127.0.0.1:${await closedPort()}`;
    for (const url of [reset.url, noise.url, refused]) {
      const service = serviceAt(url);
      expectNoSecret(await service.collect(momo));
      expectNoSecret(await service.status(momo));
      expectNoSecret(service);
    }
  });

  test('a request that cannot even be written', async () => {
    const service = serviceAt('http://127.0.0.1:9', {productId: 'line\r\nbreak'});
    expect(await service.collect(momo)).toEqual({kind: 'not-sent', code: 'ERR_INVALID_CHAR'});
  });
});

describe('an echo is hidden', () => {
  test('of the key, in JSON', async () => {
    const echo = {
      message: `Key ${testKey} is wrong`,
      headers: {authorization: `Payaza ${testKeyBase64}`, [testKey]: [testKeyBase64]},
      nested: [[`x${testKey.toLowerCase()}y`]],
    };
    const came = await answer({status: 401, body: JSON.stringify(echo).replaceAll('/', '\\/')}, collect);
    expectNoSecret(came);
    expect(came).toMatchObject({
      body: {
        message: 'Key [key] is wrong',
        headers: {authorization: 'Payaza [key]', '[key]': ['[key]']},
        nested: [['x[key]y']],
      },
    });
  });

  test.each([
    ['plain', `Authorization: Payaza ${testKeyBase64}<br>`, 'Authorization: Payaza [key]<br>'],
    ['as an HTML entity', testKeyBase64.replaceAll('=', '&#61;'), '[key]'],
    ['in a URL', `?key=${encodeURIComponent(testKeyBase64)}&a`, '?key=[key]&a'],
    ['the key itself', `<i>${testKey}</i>`, '<i>[key]</i>'],
    ['the key with entities', `<i>${testKey.replaceAll('-', '&#x2D;')}</i>`, '<i>[key]</i>'],
    ['in JSON that is cut', `{"key":"${testKey.replaceAll('-', '\\u002d')}","a`, '{"key":"[key]","a'],
    ['at the edge of the excerpt', `${'x'.repeat(190)}${testKey}`, `${'x'.repeat(190)}[key]`],
    ['kept apart by what nobody sees', testKey.split('').join('\u200B'), '[key]'],
    ['broken over lines', testKeyBase64.replaceAll(/.{20}/g, '$&\r\n'), '[key]'],
    [
      'cut in the middle, kept apart',
      `${'x'.repeat(180)}${testKey.split('').join('\u200B')}`,
      `${'x'.repeat(180)}[key]`,
    ],
    ['somebody else’s header', 'Bearer abcdef0123456789.xyz_-~ and more', '[key] and more'],
  ])('of the key, in text: %s', async (_name, body, text) => {
    const came = await answer({status: 400, body}, collect);
    expectNoSecret(came);
    expect(came).toMatchObject({text});
  });

  test('and what only looks a little like one is not', async () => {
    const message = 'Payaza collection: approve the Payaza transaction. Bearer instrumentality. PZ78-PKTEST';
    expect(await answer({body: JSON.stringify({message})}, collect)).toMatchObject({body: {message}});
  });

  test('of a one-time password', async () => {
    const echo = {
      response_message: 'OTP 4567 is wrong (otp_code=4567, sent "4567")',
      otp_code: 4567,
      text: '4567',
      longer: ['14567', '45678', 4567.5, '12.4567'],
      transaction_reference: otp.reference,
      payment_token: otp.paymentToken,
      payee: otp.payee,
    };
    expect(await answer({body: JSON.stringify(echo)}, service => service.processOtp(otp))).toMatchObject({
      body: {
        ...echo,
        response_message: 'OTP [code] is wrong (otp_code=[code], sent "[code]")',
        otp_code: '[code]',
        text: '[code]',
      },
    });
  });

  test('of a one-time password, in a page', async () => {
    const came = await answer({status: 500, body: '<pre>otp_code=4567;</pre>'}, service => service.processOtp(otp));
    expect(came).toMatchObject({text: '<pre>otp_code=[code];</pre>'});
  });

  test('of a one-time password that begins with noughts and comes back as a number', async () => {
    const call = (service: Service) => service.processOtp({...otp, code: '0456'});
    expect(await answer({body: '{"otp_code":456,"text":"0456"}'}, call)).toMatchObject({
      body: {otp_code: '[code]', text: '[code]'},
    });
  });

  test('of a one-time password with signs of a pattern in it', async () => {
    const call = (service: Service) => service.processOtp({...otp, code: 'a.(b'});
    expect(await answer({body: '{"text":"code a.(b or axxb"}'}, call)).toMatchObject({
      body: {text: 'code [code] or axxb'},
    });
  });
});
