import {test as base, describe, expect} from 'vitest';
import {kenya, openSandbox, orange, send, southAfrica} from './support.js';

const test = base.extend('client', () => openSandbox());

const walletEnding = (digits: string) => ({...kenya, customer_number: `254712345${digits}`});

/** Status text and code of the record after each push of the clock. */
async function evolution(digits: string, pushes: readonly string[]) {
  const client = await openSandbox();
  await client.charge(walletEnding(digits)).catch(() => undefined);
  const seen: string[] = [];
  for (const push of pushes) {
    await client.advance(push);
    const {json} = await client.status('REF1');
    seen.push(`${json.transaction_status ?? json.response_message} ${json.response_code} ${json.transaction_amount}`);
  }
  return {seen, books: await client.books(), client};
}

describe('what a wallet ends in decides how its payment goes', () => {
  test.each([
    ['678', 'paid', ['PT0S', 'PT2S'], ['Initialized 09 200', 'Completed 00 200']],
    ['101', 'the customer declines', ['PT0S', 'PT2S'], ['Initialized 09 200', 'Failed 06 200']],
    ['102', 'never answers', ['PT2S', 'P365D'], ['Initialized 09 200', 'Initialized 09 200']],
    ['103', 'paid after 10 minutes', ['PT9M50S', 'PT10S'], ['Initialized 09 200', 'Completed 00 200']],
    ['104', 'a smaller amount is paid', ['PT0S', 'PT2S'], ['Initialized 09 200', 'Completed 00 100']],
    ['112', 'an unheard-of status', ['PT0S', 'PT2S', 'P1D'], ['Initialized 09 200', 'Zamani 77 200', 'Zamani 77 200']],
    ['113', 'reversed', ['PT2S', 'PT50S', 'PT10S'], ['Completed 00 200', 'Completed 00 200', 'Reversed 06 200']],
    [
      '115',
      'failed, then completed',
      ['PT2S', 'PT50S', 'PT10S'],
      ['Failed 06 200', 'Failed 06 200', 'Completed 00 200'],
    ],
  ])('%s: %s', async (digits, _meaning, pushes, expected) => {
    const {seen, books} = await evolution(digits, pushes);
    expect(seen).toEqual(expected);
    expect(books).toHaveLength(1);
  });

  test.each([
    ['105', 'socket hang up'],
    ['107', 'Internal Server Error'],
    ['109', 'cut'],
  ])('%s: processed, the answer is lost (%s), paid', async (digits, fault) => {
    const client = await openSandbox();
    const outcome = await client.charge(walletEnding(digits)).then(
      reply => (reply.complete ? reply.json.message : 'cut'),
      (error: Error) => error.message,
    );
    expect(outcome).toBe(fault);
    expect(await client.books()).toMatchObject([{transaction_reference: 'REF1', status: 'Initialized', requests: 1}]);
    await client.advance('PT2S');
    expect((await client.status('REF1')).json).toMatchObject({transaction_status: 'Completed', response_code: '00'});
  });

  test.each([
    ['116', 429, {message: 'Too many requests'}],
    ['117', 400, {response_code: '06', transaction_reference: expect.not.stringMatching('REF1')}],
    ['118', 400, {response_code: '09', transaction_reference: 'REF1', success: false}],
    ['119', 400, {response_code: '06', response_message: 'Previous attempt DECLINED, current one is being processed'}],
  ])('%s: processed, and answered as if it were not, paid', async (digits, status, said) => {
    const client = await openSandbox();
    const reply = await client.charge(walletEnding(digits));
    expect([reply.status, reply.json]).toEqual([status, expect.objectContaining(said)]);
    await client.advance('PT2S');
    expect((await client.status('REF1')).json).toMatchObject({transaction_status: 'Completed', response_code: '00'});
  });

  test.each([
    ['120', {currency: 'KES'}],
    ['121', {status: false, success: false}],
    ['122', {transaction_reference: 'REF1'}],
    ['123', {transaction_reference: 'REF1'}],
    ['124', {transaction_amount: 0, transaction_fee: 200}],
    ['125', {transaction_reference: 'REF1'}],
  ])('%s: not paid, and for a minute the record says so', async (digits, odd) => {
    const client = await openSandbox();
    await client.charge(walletEnding(digits));
    const reply = await client.status('REF1');
    expect(reply.status).toBe(digits === '125' ? 206 : 200);
    expect(reply.json).toMatchObject({transaction_status: 'Completed', response_code: '00', ...odd});
    expect(Object.hasOwn(reply.json, 'transaction_reference')).toBe(digits !== '120');
    expect(Object.hasOwn(reply.json, 'currency')).toBe(digits !== '123');
    expect(reply.text.includes('"transaction_status":"Failed","transaction_status":"Completed"')).toBe(
      digits === '122',
    );
    await client.advance('PT1M');
    expect((await client.status('REF1')).json).toMatchObject({transaction_status: 'Initialized', currency: 'KES'});
  });

  test('106: reset before anything is processed', async ({client}) => {
    await expect(client.charge(walletEnding('106'))).rejects.toThrow('read ECONNRESET');
    expect(await client.books()).toEqual([]);
    expect((await client.status('REF1')).json).toEqual({
      response_code: '96',
      response_message: 'Transaction not found',
    });
  });

  test('108: a proxy answers 502 with HTML and nothing is processed', async ({client}) => {
    const reply = await client.charge(walletEnding('108'));
    expect(reply.status).toBe(502);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(await client.books()).toEqual([]);
  });

  test('109: the stated length is longer than what was sent', async ({client}) => {
    const reply = await client.charge(walletEnding('109'));
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(Buffer.byteLength(reply.text));
    expect(reply.text).toMatch(/^\{"response_code":"09"/);
  });

  test('110: processed at once and paid while the answer is awaited; closing does not wait', async ({client}) => {
    const waiting = client.charge(walletEnding('110')).catch((error: NodeJS.ErrnoException) => error.code);
    await expect.poll(client.books).toHaveLength(1);
    await client.advance('PT2S');
    expect((await client.status('REF1')).json.transaction_status).toBe('Completed');
    await client.sandbox.close();
    expect(await waiting).toBe('ECONNRESET');
  });

  test('111: three status queries are refused first, the merchant query is not', async ({client}) => {
    await client.charge(walletEnding('111'));
    await client.advance('PT2S');
    for (let asked = 0; asked < 3; asked += 1) {
      const reply = await client.status('REF1');
      expect(reply.status).toBe(400);
      expect(reply.json).toEqual({response_code: '96', response_message: 'INVALID COUNTRY CODE'});
      expect((await client.query('REF1')).json.data.transaction_status).toBe('Completed');
    }
    expect((await client.status('REF1')).json.transaction_status).toBe('Completed');
  });

  test('112 has no end date and is not found by the merchant query', async () => {
    const {client} = await evolution('112', ['PT2S']);
    expect((await client.status('REF1')).json.end_date).toBe('null');
    expect((await client.query('REF1')).status).toBe(404);
  });

  test('114: every text that a person reads is hostile, and it is paid', async ({client}) => {
    const {json: accepted} = await client.charge(walletEnding('114'));
    await client.advance('PT2S');
    const {json: record} = await client.status('REF1');
    const {data} = (await client.query('REF1')).json;
    expect(record).toMatchObject({transaction_status: 'Completed', response_code: '00', transaction_amount: 200});
    const texts = [
      accepted.response_message,
      accepted.before_payment_instruction,
      accepted.after_payment_instruction,
      record.payer_name,
      data.sender_name,
      data.status_reason,
    ];
    for (const words of texts) {
      expect(words).toHaveLength(10_000);
      for (const mark of ['\u001b[2J', '\r\n', '\u202e', '\u0000', '\u009b', '\u2066']) expect(words).toContain(mark);
    }
  });

  test('104 halves to what the currency can express', async ({client}) => {
    await client.charge({
      ...kenya,
      amount: 0.25,
      customer_number: '233201234104',
      customer_bank_code: 'MTN',
      currency_code: 'GHS',
      country_code: 'GH',
    });
    await client.charge({...walletEnding('104'), amount: 5, transaction_reference: 'REF2'});
    await client.advance('PT2S');
    expect((await client.books()).map((row: {amount: number}) => row.amount)).toEqual([0.12, 2]);
  });
});

describe('endings of payments that wait for the customer', () => {
  test('ZAR goes by the phone number, since it has no wallet', async ({client}) => {
    const {json} = await client.charge({...southAfrica, customer_phone_number: '27113785101'});
    await client.advance('PT1H');
    expect((await client.status('REF1', 'ZA')).json.transaction_status).toBe('Initialized');
    await send(`${json.payment_completion_url}/approve`, {method: 'POST'});
    await client.advance('PT2S');
    expect((await client.status('REF1', 'ZA')).json).toMatchObject({transaction_status: 'Failed', response_code: '06'});
  });

  test('where the link to the page is lost with the answer, the payment is paid without it', async ({client}) => {
    await expect(client.charge({...southAfrica, customer_phone_number: '27113785105'})).rejects.toThrow();
    await client.advance('PT2S');
    expect((await client.status('REF1', 'ZA')).json.transaction_status).toBe('Completed');
  });

  test.each([
    ['105', 'Completed'],
    ['106', 'Initialized'],
    ['107', 'Completed'],
    ['108', 'Initialized'],
    ['101', 'Failed'],
    ['103', 'Initialized'],
  ])('an Orange wallet ending in %s acts after the right code: %s', async (digits, status) => {
    const client = await openSandbox();
    const wallet = `2250700000${digits}`;
    const {json} = await client.charge({...orange, customer_number: wallet});
    expect(json).toMatchObject({response_code: '09', requires_otp: true});
    const otp = {
      payment_token: json.payment_token,
      otp_code: '4567',
      payee: wallet,
      payment_method: 'ORANGE_CI',
      transaction_reference: 'REF1',
      transaction_channel: 'MOMCIV',
      country_code: 'CI',
    };
    await client.otp(otp).catch(() => undefined);
    await client.advance('PT2S');
    expect((await client.status('REF1', 'CI')).json.transaction_status).toBe(status);
  });
});
