import {test as base, describe, expect} from 'vitest';
import {kenya, openSandbox, orange, southAfrica, wave} from './support.js';

const test = base.extend('client', () => openSandbox());

describe('process-collection', () => {
  test('answers the fields of the notes in the order of the service', async ({client}) => {
    const reply = await client.charge(kenya);
    expect(reply.status).toBe(200);
    expect(reply.headers.date).toBeDefined();
    expect(Object.entries(reply.json)).toEqual([
      ['response_code', '09'],
      ['response_message', 'PENDING'],
      ['transaction_reference', 'REF1'],
      ['requires_otp', false],
      ['otp_length', 0],
      ['before_payment_instruction', expect.any(String)],
      ['after_payment_instruction', expect.any(String)],
      ['payment_token', expect.stringMatching(/^[0-9a-f-]{36}$/)],
      ['payee', '+254712345678'],
      ['payment_method', 'PAYAZA'],
      ['transaction_channel', 'SAFKEN'],
      ['redirect_customer_to_url_processing', false],
    ]);
  });

  test.each([
    ['KE', 'KES', 'AIRKEN', '254100000000'],
    ['GH', 'GHS', 'VOD', '233201234567'],
    ['UG', 'UGX', 'MTNUGA', '256770000000'],
    ['TZ', 'TZS', 'VODTZA', '255750000000'],
    ['LR', 'LRD', 'ORALBR', '231770000000'],
    ['CI', 'XOF', 'MOMCIV', '2250004768076'],
    ['BJ', 'XOF', 'MTNBEN', '2290178943124'],
    ['CD', 'CDF', 'VODCOD', '243970000000'],
    ['CM', 'XAF', 'ORACMR', '237690000000'],
    ['ZM', 'ZMW', 'MTNZMB', '260970000000'],
    ['SL', 'SLE', 'ORASLE', '23278943124'],
  ])('collects in %s (%s, %s)', async (country_code, currency_code, customer_bank_code, customer_number) => {
    const client = await openSandbox();
    const body = {...kenya, country_code, currency_code, customer_bank_code, customer_number};
    expect((await client.charge(body)).json).toMatchObject({response_code: '09', requires_otp: false});
    await client.advance('PT2S');
    expect((await client.status('REF1', country_code)).json).toMatchObject({
      transaction_status: 'Completed',
      currency: currency_code,
      payer_account_number: customer_number,
    });
  });

  test.each([
    ['2251114462945', 'ORANGE_CI', true],
    ['2250700000000', 'ORANGE_CI', true],
    ['2250500000000', 'MTN_CI', false],
    ['2250100000000', 'MOOV_CI', false],
    ['2250004768076', 'MTN_CI', false],
  ])('MOMCIV: %s is %s', async (customer_number, payment_method, requires_otp) => {
    const client = await openSandbox();
    const {json} = await client.charge({...orange, customer_number});
    expect(json).toMatchObject({payment_method, requires_otp, otp_length: requires_otp ? 4 : 0});
    expect(json.before_payment_instruction).toMatch(/Composez|Une demande/);
  });

  test('refuses a reference that was used, and counts every request for it', async ({client}) => {
    await client.charge(kenya);
    for (const body of [kenya, {...kenya, amount: 5000}, {transaction_reference: 'REF1'}]) {
      const reply = await client.charge(body);
      expect(reply.status).toBe(400);
      expect(reply.json).toEqual({response_code: '06', response_message: 'Transaction reference already exists'});
    }
    expect(await client.books()).toEqual([
      {
        transaction_reference: 'REF1',
        method: 'mobile-money',
        amount: 200,
        currency: 'KES',
        status: 'Initialized',
        requests: 4,
      },
    ]);
  });

  test('refuses a currency that the operator has not approved, with 96', async ({client}) => {
    await client.faults({switches: {unapproved: ['KES', 'GHS']}});
    const reply = await client.charge(kenya);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({response_code: '96', response_message: 'Service Unavailable'});
    expect((await client.charge(southAfrica)).json.response_code).toBe('09');
    expect(await client.books()).toHaveLength(1);
  });
});

const badFields: readonly (readonly [string, object, RegExp])[] = [
  ...Object.keys(kenya).map(name => [`no ${name}`, {...kenya, [name]: undefined}, RegExp(name, 'i')] as const),
  ['a blank name', {...kenya, customer_first_name: ' '}, /customer_first_name is required/],
  ['an amount that is text', {...kenya, amount: '200'}, /amount is required/],
  ['amount 0', {...kenya, amount: 0}, /greater than 0/],
  ['a negative amount', {...kenya, amount: -5}, /greater than 0/],
  ['cents of KES', {...kenya, amount: 200.5}, /0 decimals/],
  ['cents of XOF', {...wave, amount: 350.01}, /0 decimals/],
  ['thousandths of ZAR', {...southAfrica, amount: 1.005}, /2 decimals/],
  ['an endless amount', {...kenya, amount: 1e21}, /decimals/],
  ['a plus sign', {...kenya, customer_number: '+25471234567'}, /only be numbers/],
  ['a digit too few', {...kenya, customer_number: '25471234567'}, /12 digits/],
  ['a digit too many for Sierra Leone', {...kenya, ...sierra('232789431240')}, /11 digits/],
  ['the short Ivorian test number', {...orange, customer_number: '225000476807'}, /13 digits/],
  ['another country’s number', {...kenya, customer_number: '255712345678'}, /begin with 254/],
  ['Benin without 01', {...kenya, ...benin('2296178943124')}, /begin with 22901/],
  ['an unheard-of country', {...kenya, country_code: 'XX'}, /INVALID COUNTRY CODE/],
  ['a currency of another country', {...kenya, currency_code: 'GHS'}, /currency_code GHS is not valid/],
  ['an unknown currency', {...kenya, currency_code: 'USD'}, /currency_code USD is not valid/],
  ['an unknown bank code', {...kenya, customer_bank_code: 'NOPE'}, /Bank code is not correct/],
  ['a bank code of another country', {...orange, customer_bank_code: 'MTNBEN'}, /Bank code is not correct/],
  ['an inactive network', {...kenya, customer_bank_code: 'TKASHKEN'}, /not available/],
  ['a blocked network', {...kenya, ...ghana('GMYGHA')}, /not available/],
  ['an address without @', {...kenya, customer_email: 'shop'}, /customer_email/],
  ['a phone of letters', {...kenya, customer_phone_number: 'call me now'}, /customer_phone_number/],
  ['a long reference', {...kenya, transaction_reference: 'R'.repeat(101)}, /longer than 100/],
  ['a long description', {...kenya, transaction_description: 'd'.repeat(256)}, /longer than 255/],
  ['Wave without redirect_url', {...wave, redirect_url: undefined}, /redirect_url is required/],
  ['ZAR without cancel_url', {...southAfrica, cancel_url: undefined}, /cancel_url is required/],
  ['ZAR without error_url', {...southAfrica, error_url: undefined}, /error_url is required/],
  ['a redirect_url that is none', {...wave, redirect_url: 'the shop'}, /not a valid URL/],
];

function sierra(customer_number: string) {
  return {customer_number, country_code: 'SL', currency_code: 'SLE', customer_bank_code: 'ORASLE'};
}

function benin(customer_number: string) {
  return {customer_number, country_code: 'BJ', currency_code: 'XOF', customer_bank_code: 'MTNBEN'};
}

function ghana(customer_bank_code: string) {
  return {customer_number: '233201234567', country_code: 'GH', currency_code: 'GHS', customer_bank_code};
}

describe('a bad field is refused with 06 and HTTP 400, and leaves nothing in the books', () => {
  test.each(badFields)('%s', async (_what, body, message) => {
    const client = await openSandbox();
    const reply = await client.charge(body);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({response_code: '06', response_message: expect.stringMatching(message)});
    expect(await client.books()).toEqual([]);
  });

  test.each([
    ['redirect_url', {...wave, redirect_url: 'http://shop.example/'}],
    ['cancel_url', {...southAfrica, cancel_url: 'http://shop.example/'}],
    ['redirect_url', {...wave, redirect_url: 'javascript:alert(1)'}],
    ['redirect_url', {...wave, redirect_url: 'http://127.0.0.1:8080/elsewhere'}],
    ['redirect_url', {...orange, redirect_url: 'http://shop.example/'}],
  ])('a %s that is not https is answered with 403', async (name, body) => {
    const client = await openSandbox();
    const reply = await client.charge(body);
    expect(reply.status).toBe(403);
    expect(reply.json).toEqual({response_code: '06', response_message: `${name} must be an https URL`});
  });

  test('the sandbox’s own return page needs no https', async ({client}) => {
    const redirect_url = `${client.baseUrl}/sandbox/return`;
    expect((await client.charge({...wave, redirect_url})).json.response_code).toBe('09');
  });
});

describe('status', () => {
  test('the record is the contract’s, before and after payment', async ({client}) => {
    await client.charge(kenya);
    const before = (await client.status('REF1')).json;
    expect(Object.entries(before)).toEqual([
      ['response_code', '09'],
      ['transaction_reference', 'REF1'],
      ['transaction_amount', 200],
      ['transaction_fee', 0],
      ['transaction_status', 'Initialized'],
      ['payer_name', 'Amina Otieno'],
      ['payer_account_number', '254712345678'],
      ['start_date', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)],
      ['end_date', 'null'],
      ['currency', 'KES'],
    ]);
    await client.advance('PT5M');
    const after = (await client.status('REF1')).json;
    expect(after).toMatchObject({response_code: '00', transaction_status: 'Completed'});
    // Paid when it fell due, not when somebody asked.
    expect(Temporal.PlainDateTime.from(after.start_date).until(after.end_date).total('seconds')).toBe(2);
    expect(await client.books()).toMatchObject([{status: 'Completed', requests: 1}]);
  });

  test('times are Lagos time', async ({client}) => {
    await client.charge(kenya);
    const {now} = (await client.get('/sandbox/clock')).json;
    const {start_date} = (await client.status('REF1')).json;
    const lagos = Temporal.Instant.from(now).toZonedDateTimeISO('UTC').toPlainDateTime().add({hours: 1});
    expect(Math.abs(lagos.until(start_date).total('seconds'))).toBeLessThan(60);
  });

  test.each([
    ['transaction_reference=REF1&country_code=GH', 'INVALID COUNTRY CODE'],
    ['transaction_reference=REF1&country_code=ke', 'INVALID COUNTRY CODE'],
    ['transaction_reference=REF2&country_code=KE', 'Transaction not found'],
    ['transaction_reference=REF1', 'country_code is required'],
    ['country_code=KE', 'transaction_reference is required'],
  ])('%s is answered %s, with 96', async (parameters, message) => {
    const client = await openSandbox();
    await client.charge(kenya);
    const reply = await client.get(`/subsidiary/collections/v1/check-status?${parameters}`);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({response_code: '96', response_message: message});
  });

  test('statusCountries: others are refused while the merchant query still answers', async ({client}) => {
    const {customer_number: _none, ...cameroon} = {...kenya, currency_code: 'XAF', country_code: 'CM'};
    await client.charge({...cameroon, customer_number: '237690000000', customer_bank_code: 'MTNCMR'});
    await client.charge({...kenya, transaction_reference: 'REF2'});
    await client.faults({switches: {statusCountries: ['GH', 'TZ', 'UG', 'KE']}});
    await client.advance('PT2S');
    expect((await client.status('REF1', 'CM')).json.response_message).toBe('INVALID COUNTRY CODE');
    expect((await client.query('REF1')).json.data.transaction_status).toBe('Completed');
    expect((await client.status('REF2', 'KE')).json.transaction_status).toBe('Completed');
  });
});

describe('the query by the merchant’s reference', () => {
  test('finds nothing until the customer has paid, then the card family’s record', async ({client}) => {
    await client.charge(kenya);
    const before = await client.query('REF1');
    expect(before.status).toBe(404);
    expect(before.json).toEqual({message: 'Transaction not found', success: false});
    await client.advance('PT2S');
    const {json} = await client.query('REF1');
    expect(json).toMatchObject({success: true, message: expect.any(String)});
    expect(Object.entries(json.data)).toEqual([
      ['transaction_reference', expect.stringMatching(/^P-C-/)],
      ['amount_received', 200],
      ['transaction_fee', 0],
      ['transaction_status', 'Completed'],
      ['sender_name', 'Amina Otieno'],
      ['sender_account_number', '254712345678'],
      ['source_bank_name', 'Safaricom M-Pesa'],
      ['initiated_date', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)],
      ['current_status_date', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)],
      ['currency', 'KES'],
      ['session_id', expect.stringMatching(/^\d+$/)],
      ['merchant_transaction_reference', 'REF1'],
      ['transaction_type', 'Mobile Money'],
      ['virtual_account_number', null],
      ['status_reason', 'Payment Approved'],
    ]);
  });

  test('the current status has the date at which it came about', async ({client}) => {
    await client.charge(kenya);
    await client.advance('PT1H');
    const {initiated_date, current_status_date} = (await client.query('REF1')).json.data;
    expect(Temporal.PlainDateTime.from(initiated_date).until(current_status_date).total('seconds')).toBe(2);
  });

  test('a failed payment still shows the amount that was asked', async ({client}) => {
    await client.charge({...kenya, customer_number: '254712345101'});
    await client.advance('PT2S');
    expect((await client.query('REF1')).json.data).toMatchObject({transaction_status: 'Failed', amount_received: 200});
  });
});

describe('the documented approval call', () => {
  test('pays an open collection at once, even one that nobody would ever answer', async ({client}) => {
    await client.charge({...kenya, customer_number: '254712345102'});
    const reply = await client.approve({transaction_reference: 'REF1', country_code: 'KE'});
    expect(reply.json).toEqual({response_code: '00', response_message: 'Transaction approved'});
    expect((await client.status('REF1')).json.transaction_status).toBe('Completed');
    const again = await client.approve({transaction_reference: 'REF1', country_code: 'KE'});
    expect(again.status).toBe(400);
    expect(again.json).toEqual({response_code: '06', response_message: 'Transaction is already Completed'});
  });

  test.each([
    [{transaction_reference: 'REF1'}, 'country_code is required'],
    [{country_code: 'KE'}, 'transaction_reference is required'],
    [{transaction_reference: 'REF1', country_code: 'GH'}, 'INVALID COUNTRY CODE'],
    [{transaction_reference: 'REF9', country_code: 'KE'}, 'Transaction not found'],
  ])('%j is refused', async (body, message) => {
    const client = await openSandbox();
    await client.charge(kenya);
    const reply = await client.approve(body);
    expect(reply.status).toBe(400);
    expect(reply.json.response_message).toBe(message);
  });
});
