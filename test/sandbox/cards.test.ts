import {test as base, describe, expect} from 'vitest';
import {type CardOrder, challenged, kenya, openSandbox, visa} from './support.js';

const test = base.extend('client', () => openSandbox());

const refused = (debugMessage: string, transactionReference = 'CARD1') => ({
  statusOk: false,
  message: 'Transaction Failed',
  debugMessage,
  waitForNotification: false,
  transactionReference,
  do3dsAuth: false,
  paymentCompleted: false,
  amountPaid: 0,
  valueAmount: 0,
});

const withCard = (card: object): CardOrder => ({...visa, card: {...visa.card, ...card}});
const expiring = (expiry: string) => withCard({expiryMonth: expiry.slice(0, 2), expiryYear: expiry.slice(3)});

describe('an approved charge', () => {
  test.each([
    ['4012000033330026', 'VISA'],
    ['5111111111111118', 'MASTERCARD'],
  ])('of %s is complete at once, in the documented shape', async (cardNumber, network) => {
    const client = await openSandbox();
    const {status, json} = await client.chargeCard(withCard({cardNumber}));
    expect([status, json]).toEqual([
      200,
      {
        statusOk: true,
        message: 'Approved',
        debugMessage: 'Transaction Successful',
        description: 'Sale CARD1',
        descriptor: ' ',
        waitForNotification: true,
        transactionReference: 'CARD1',
        customerReference: 'CARD1',
        do3dsAuth: false,
        paymentCompleted: true,
        amountPaid: 24,
        valueAmount: 23.664,
        rrn: expect.stringMatching(/^\d{12}$/),
      },
    ]);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
    expect((await client.cardStatus('CARD1')).json).toEqual({
      message: 'Transaction fetched successfully',
      success: true,
      data: {
        transaction_reference: expect.stringMatching(/^P-C-/),
        amount_received: 24,
        transaction_fee: 0,
        transaction_status: 'Completed',
        sender_name: 'Amina Otieno',
        sender_account_number: null,
        source_bank_name: network,
        initiated_date: time,
        current_status_date: time,
        currency: 'USD',
        session_id: json.rrn,
        merchant_transaction_reference: 'CARD1',
        transaction_type: 'Card',
        virtual_account_number: null,
        status_reason: 'Payment Approved',
      },
    });
    expect(await client.books()).toEqual([
      {
        transaction_reference: 'CARD1',
        method: 'card',
        amount: 24,
        currency: 'USD',
        status: 'Completed',
        requests: 1,
        refunded: 0,
      },
    ]);
  });

  test('without a service_type, and of a naira card with its PIN', async ({client}) => {
    const naira = {...visa, currency: 'NGN', amount: 1500.5, card: {...visa.card, pin: '4321'}};
    const {json} = await client.post('/card/card_charge/', {service_payload: naira});
    expect(json).toMatchObject({paymentCompleted: true, amountPaid: 1500.5, valueAmount: 1479.493});
  });

  test('is found by the query by the merchant’s reference', async ({client}) => {
    await client.chargeCard(visa);
    expect((await client.query('CARD1')).json).toEqual((await client.cardStatus('CARD1')).json);
  });
});

describe('the expiry drives the outcome', () => {
  test.each([
    ['05/39', 'DECLINED'],
    ['04/27', 'Expired card'],
    ['11/25', 'Expired card'],
  ])('%s is refused: %s', async (expiry, reason) => {
    const client = await openSandbox();
    const {status, json} = await client.chargeCard(expiring(expiry));
    expect([status, json]).toEqual([400, refused(reason)]);
    expect((await client.cardStatus('CARD1')).json.data).toMatchObject({
      transaction_status: 'Failed',
      status_reason: reason,
      amount_received: 0,
    });
    expect(await client.books()).toMatchObject([{status: 'Failed', requests: 1}]);
  });

  test.each([
    ['08/28', 'TIMED_OUT', 'Completed', 24, 'Payment Approved'],
    ['05/37', 'UNKNOWN', 'Completed', 24, 'Payment Approved'],
    ['01/37', 'ACQUIRER_SYSTEM_ERROR', 'Failed', 0, 'ACQUIRER_SYSTEM_ERROR'],
    ['02/37', 'UNSPECIFIED_FAILURE', 'Failed', 0, 'UNSPECIFIED_FAILURE'],
  ])('%s answers %s and turns out %s', async (expiry, word, ending, received, reason) => {
    const client = await openSandbox();
    const {status, json} = await client.chargeCard(expiring(expiry));
    expect([status, json]).toEqual([400, refused(word)]);
    expect((await client.cardStatus('CARD1')).json.data).toMatchObject({
      transaction_status: 'Initialized',
      status_reason: 'Awaiting customer to complete payment',
      amount_received: 0,
    });
    expect((await client.query('CARD1')).json.message).toBe('Transaction not found');
    await client.advance('PT2S');
    expect((await client.cardStatus('CARD1')).json.data).toMatchObject({
      transaction_status: ending,
      status_reason: reason,
      amount_received: received,
    });
  });

  test('any other expiry is good to the end of its month', async ({client}) => {
    const {now} = (await client.get('/sandbox/clock')).json;
    const month = Temporal.Instant.from(now).toZonedDateTimeISO('Africa/Lagos').toPlainDate().toString().slice(2, 7);
    const expiry = `${month.slice(3)}/${month.slice(0, 2)}`;
    expect((await client.chargeCard(expiring(expiry))).json.paymentCompleted).toBe(true);
    await client.advance('P1M');
    const {json} = await client.chargeCard({...expiring(expiry), transaction_reference: 'CARD2'});
    expect(json.debugMessage).toBe('Expired card');
  });

  test('a card that is refused is not challenged', async ({client}) => {
    const declined = {...challenged.card, expiryMonth: '05'};
    expect((await client.chargeCard({...challenged, card: declined})).json).toEqual(refused('DECLINED'));
  });
});

describe('refusals of the acquirer leave a failed row', () => {
  test.each([
    ['a wrong security code', withCard({securityCode: '999'}), 'INVALID_CSC'],
    ['more than any account holds', {...visa, amount: 10_000_000.01}, 'Insufficient funds'],
  ])('%s', async (_what, order, reason) => {
    const client = await openSandbox();
    expect((await client.chargeCard(order)).json).toEqual(refused(reason));
    expect(await client.books()).toMatchObject([{status: 'Failed'}]);
  });
});

test('a reference is charged once, whatever the method', async ({client}) => {
  await client.chargeCard(visa);
  const {status, json} = await client.chargeCard(withCard({expiryMonth: '05'}));
  const words = 'There is already an authentication outcome associated with the supplied transaction ID.';
  expect([status, json]).toEqual([400, refused(`Value 'CARD1' is invalid. ${words}`)]);
  expect(await client.books()).toMatchObject([{status: 'Completed', requests: 2}]);
});

describe('what is refused leaves no row', () => {
  const {card: _card, ...withoutCard} = visa;
  test.each([
    ['an unknown card', withCard({cardNumber: '4012001111111111'}), /^Value '401200xxxxxx1111' is invalid\. Unable to/],
    ['no card number at all', withCard({cardNumber: 'hello'}), /^Value 'xxxx' is invalid\. Unable to determine/],
    ['no card', withoutCard, /^card is required$/],
    ['no first name', {...visa, first_name: ' '}, /^first_name is required$/],
    ['no last name', {...visa, last_name: undefined}, /^last_name is required$/],
    ['no e-mail', {...visa, email_address: 'amina'}, /^Value 'amina' is invalid\. email_address/],
    ['no phone', {...visa, phone_number: 'none'}, /^Value 'none' is invalid\. phone_number/],
    ['no description', {...visa, description: ''}, /^description is required$/],
    ['an amount in text', {...visa, amount: '24'}, /^amount is required$/],
    ['nothing', {...visa, amount: 0}, /^Value '0' is invalid\. amount must be greater than 0/],
    ['less than a cent', {...visa, amount: 1.001}, /^Value '1\.001' is invalid\. amount can have 2 decimals/],
    ['another currency', {...visa, currency: 'KES'}, /^Value 'KES' is invalid\. currency must be NGN or USD/],
    ['a month of one digit', withCard({expiryMonth: '1'}), /^Value '1' is invalid\. card\.expiryMonth/],
    ['a month too many', withCard({expiryMonth: '13'}), /^Value '13' is invalid\. card\.expiryMonth/],
    ['a year of four digits', withCard({expiryYear: '2039'}), /^Value '2039' is invalid\. card\.expiryYear/],
    ['no code', withCard({securityCode: ''}), /^card\.securityCode is required$/],
    ['a code of letters', withCard({securityCode: 'abc'}), /^Value 'xxx' is invalid\. card\.securityCode/],
    ['a naira card without its PIN', {...visa, currency: 'NGN'}, /^card\.pin is required$/],
    ['a PIN of letters', {...withCard({pin: 'abcd'}), currency: 'NGN'}, /^Value 'xxxx' is invalid\. card\.pin/],
    ['a callback to nowhere', {...visa, callback_url: 'shop'}, /^Value 'shop' is invalid\. callback_url/],
  ])('%s', async (_what, order, words) => {
    const client = await openSandbox();
    const {status, json} = await client.chargeCard(order);
    expect([status, json]).toEqual([400, {...refused(''), debugMessage: expect.stringMatching(words)}]);
    expect(await client.books()).toEqual([]);
    expect((await client.cardStatus('CARD1')).json).toEqual({
      message: 'Invalid transaction reference',
      error_code: 'INVALID_REF',
    });
  });

  test('a reference of 16 characters, while 15 are taken', async ({client}) => {
    const {json} = await client.chargeCard({...visa, transaction_reference: 'A234567890123456'});
    const words = "Value 'A234567890123456' is invalid. transaction_reference cannot be longer than 15 characters.";
    expect(json).toEqual(refused(words, 'A234567890123456'));
    expect((await client.chargeCard({...visa, transaction_reference: 'A23456789012345'})).status).toBe(200);
  });

  test('a currency that is not approved', async ({client}) => {
    await client.faults({switches: {unapproved: ['NGN']}});
    const naira = {...visa, currency: 'NGN', card: {...visa.card, pin: '4321'}};
    expect((await client.chargeCard(naira)).json).toEqual(refused('Service Unavailable'));
    expect(await client.books()).toEqual([]);
    expect((await client.chargeCard(visa)).status).toBe(200);
  });

  test.each([
    ['no payload', {}, 'service_payload is required'],
    ['another service', {service_type: 'Loan', service_payload: visa}, 'service_type must be Account'],
  ])('%s', async (_what, body, words) => {
    const client = await openSandbox();
    expect((await client.post('/live/card/card_charge/', body)).json.debugMessage).toBe(words);
    expect(await client.books()).toEqual([]);
  });
});

test('the status query of an unknown reference, of none and of a collection', async ({client}) => {
  await client.charge(kenya);
  const unknown = {message: 'Invalid transaction reference', error_code: 'INVALID_REF'};
  for (const reference of ['CARD1', 'REF1']) {
    const reply = await client.cardStatus(reference);
    expect([reply.status, reply.json]).toEqual([400, unknown]);
  }
  const {status, json} = await client.cardStatus('');
  expect([status, json]).toEqual([400, {message: 'transaction_reference is required', success: false}]);
});
