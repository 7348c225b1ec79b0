import {test as base, describe, expect} from 'vitest';
import {type Client, challenged, enrolment, enrolmentWith, monthly, openSandbox, send, visa} from './support.js';

const test = base.extend('client', () => openSandbox());

const refused = (message: string) => ({success: false, message, data: null});
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
const expiring = (expiry: string) => enrolmentWith({expiryMonth: expiry.slice(0, 2), expiryYear: expiry.slice(3)});
const asked = enrolmentWith({cardNumber: challenged.card.cardNumber});

const recordOf = async (client: Client, id = 1) => (await client.subscription(id)).json.data;

/** Answers the bank's question, which is where the form of the challenge leads. */
async function answerBank(client: Client, formData: string, step: 'approve' | 'decline') {
  const body = new URLSearchParams({creq: formData}).toString();
  const headers = {'Content-Type': 'application/x-www-form-urlencoded'};
  const {location = ''} = (await send(`${client.baseUrl}/3ds/challenge`, {method: 'POST', headers, body})).headers;
  await send(`${location}/${step}`, {method: 'POST', headers, body: 'code=1234'});
  return send(location);
}

test('an enrolment without a trial is charged at once, in the shape of the contract', async ({client}) => {
  const {status, json} = await client.subscribe({...enrolment, firstName: 'Amina', lastName: 'Otieno'});
  expect([status, json.success, json.message]).toEqual([200, true, 'Subscription created successfully']);
  const reference = expect.stringMatching(/^SUB[0-9A-Z]{12}$/);
  expect(Object.entries(json.data.subscription)).toEqual([
    ['id', 1],
    ['customerId', null],
    ['customerEmail', 'amina@example.com'],
    ['firstName', 'Amina'],
    ['lastName', 'Otieno'],
    ['customerAuthorizedAt', time],
    ['status', 'ACTIVE'],
    ['currentPeriodStart', time],
    ['currentPeriodEnd', time],
    ['nextChargeDate', json.data.subscription.currentPeriodEnd],
    ['trialEndDate', null],
    ['pauseResumesAt', null],
    ['pausedAt', null],
    ['cancelAt', null],
    ['cancelledAt', null],
    ['cancellationReason', null],
    ['cardExpiryAlertSent', false],
    ['connectionMode', 'TEST'],
    ['enrollmentReference', expect.stringMatching(/^ENR-[0-9A-Z]{12}$/)],
    ['enrollmentTxnReference', reference],
    ['chargeMode', 'DIRECT_CHARGE'],
    ['metadata', null],
    ['createdAt', time],
    ['updatedAt', time],
    ['customerBearsFee', false],
    ['enrollConfirmed', true],
  ]);
  expect(Object.entries(json.data.chargeResult)).toEqual([
    ['charged', true],
    ['status', 'SUCCESS'],
    ['amount', 100],
    ['fees', 0],
    ['currency', 'NGN'],
    ['transactionReference', json.data.subscription.enrollmentTxnReference],
    ['authCode', expect.stringMatching(/^\d{6}$/)],
    ['chargeMode', 'DIRECT_CHARGE'],
    ['message', 'Approved'],
  ]);
  expect(await recordOf(client)).toEqual(json.data.subscription);
});

test('the enrolment charge is a card payment, found by its reference', async ({client}) => {
  const {enrollmentTxnReference: reference} = (await client.subscribe(enrolment)).json.data.subscription;
  expect((await client.cardStatus(reference)).json.data).toMatchObject({
    merchant_transaction_reference: reference,
    transaction_status: 'Completed',
    amount_received: 100,
    currency: 'NGN',
    sender_name: 'Amina Otieno',
    source_bank_name: 'VISA',
  });
  expect(await client.books()).toEqual([
    {
      transaction_reference: reference,
      method: 'card',
      amount: 100,
      currency: 'NGN',
      status: 'Completed',
      requests: 1,
      refunded: 0,
    },
  ]);
});

describe('the plan', () => {
  test('is an existing one by its code, whatever else is in the request', async ({client}) => {
    const {planCode} = (await client.createPlan({...monthly, amount: 7.5, currency: 'USD'})).json.data;
    const {data} = (await client.subscribe({...enrolment, planCode})).json;
    expect(data.chargeResult).toMatchObject({amount: 7.5, currency: 'USD', chargeMode: 'TOKENIZATION'});
    expect((await client.plans()).json.data.totalElements).toBe(1);
  });

  test.each([undefined, null, ''])('is made from the request where planCode is %j', async planCode => {
    const client = await openSandbox();
    await client.subscribe({...enrolment, planCode});
    const {content} = (await client.subscriptions()).json.data;
    expect(content).toMatchObject([{subscription: {id: 1}, plan: {name: 'Basic Monthly', amount: 100}}]);
    expect((await client.plan(content[0].plan.planCode)).json.data).toEqual(content[0].plan);
  });

  test('is not found', async ({client}) => {
    const {status, json} = await client.subscribe({...enrolment, planCode: 'PLAN-XY99ZZ00'});
    expect([status, json]).toEqual([404, refused('Subscription plan not found')]);
  });
});

test.each([true, false])('the card may be present or not: %s', async present => {
  const client = await openSandbox();
  expect((await client.subscribe(enrolmentWith({present}))).json.data.subscription.status).toBe('ACTIVE');
});

describe('what is refused leaves no row and no plan', () => {
  const {cardDetails: _card, ...withoutCard} = enrolment;
  test.each([
    ['no e-mail', {...enrolment, customerEmail: undefined}, 'customerEmail is required'],
    ['no address', {...enrolment, customerEmail: 'amina'}, 'customerEmail must be an email address'],
    ['a name that is none', {...enrolment, firstName: 7}, 'firstName must be a text'],
    ['no card', withoutCard, 'cardDetails is required'],
    ['no number', enrolmentWith({cardNumber: ''}), 'cardDetails.cardNumber is required'],
    ['no code', enrolmentWith({securityCode: undefined}), 'cardDetails.securityCode is required'],
    [
      'a month',
      enrolmentWith({expiryMonth: '13'}),
      "Value '13' is invalid. cardDetails.expiryMonth must be two digits.",
    ],
    ['no holder', enrolmentWith({cardHolderName: 7}), 'cardDetails.cardHolderName must be a text'],
    ['present', enrolmentWith({present: 'yes'}), 'cardDetails.present must be true or false'],
    ['no plan', {...enrolment, interval: undefined}, 'interval is required'],
    ['another currency', {...enrolment, currency: 'KES'}, 'currency must be NGN or USD'],
    [
      'an unknown card',
      enrolmentWith({cardNumber: '4012001111111111'}),
      "Value '401200xxxxxx1111' is invalid. Unable to determine card payment.",
    ],
  ])('%s', async (_what, order, message) => {
    const client = await openSandbox();
    const {status, json} = await client.subscribe(order);
    expect([status, json]).toEqual([400, refused(message)]);
    expect(await client.books()).toEqual([]);
    expect((await client.plans()).json.data.totalElements).toBe(0);
  });

  test('an account that is not approved for the currency', async ({client}) => {
    await client.faults({switches: {unapproved: ['NGN']}});
    expect((await client.subscribe(enrolment)).json).toEqual(refused('Service Unavailable'));
    expect((await client.subscribe({...enrolment, currency: 'USD'})).json.success).toBe(true);
  });
});

describe('a customer has one subscription that has not ended', () => {
  const second = {...enrolment, customerEmail: 'AMINA@example.com'};

  test('a second one is a conflict, and nothing is charged', async ({client}) => {
    await client.subscribe(enrolment);
    const {status, json} = await client.subscribe(second);
    expect([status, json]).toEqual([409, refused('Customer already has an active subscription')]);
    expect(await client.books()).toHaveLength(1);
    expect((await client.subscribe({...enrolment, customerEmail: 'other@example.com'})).status).toBe(200);
  });

  test.each([
    ['INCOMPLETE', expiring('05/39')],
    ['REQUIRES_ACTION', asked],
    ['TRIALING', {...enrolment, trialPeriodDays: 3}],
  ])('also while it is %s, until it is cancelled', async (status, order) => {
    const client = await openSandbox();
    const {subscription} = (await client.subscribe(order)).json.data;
    expect(subscription.status).toBe(status);
    expect((await client.subscribe(second)).status).toBe(409);
    await client.cancel(subscription.id);
    expect((await client.subscribe(second)).status).toBe(200);
  });
});

describe('a first charge that does not succeed', () => {
  test.each([
    ['05/39', 'DECLINED', true],
    ['04/27', 'Expired card', false],
  ])('%s: the subscription stays INCOMPLETE, and says why (%s)', async (expiry, reason, isRetriable) => {
    const client = await openSandbox();
    const {status, json} = await client.subscribe(expiring(expiry));
    expect([status, json.success]).toEqual([200, true]);
    expect(json.data.subscription).toMatchObject({
      status: 'INCOMPLETE',
      customerAuthorizedAt: null,
      enrollConfirmed: false,
      nextChargeDate: isRetriable ? time : null,
    });
    expect(json.data.chargeResult).toMatchObject({charged: false, status: 'FAILED', authCode: null, message: reason});
    expect(await client.books()).toMatchObject([{status: 'Failed'}]);
    expect((await client.charges(1)).json.data.content).toMatchObject([{status: 'FAILED', isRetriable}]);
  });

  test('a wrong security code cannot be tried again: nobody keeps it', async ({client}) => {
    await client.subscribe(enrolmentWith({securityCode: '999'}));
    expect((await client.charges(1)).json.data.content).toMatchObject([
      {failureReason: 'INVALID_CSC', isRetriable: false, nextRetryAt: null},
    ]);
  });

  test.each([
    ['08/28', 'TIMED_OUT', 'ACTIVE', 'SUCCESS'],
    ['05/37', 'UNKNOWN', 'ACTIVE', 'SUCCESS'],
    ['01/37', 'ACQUIRER_SYSTEM_ERROR', 'INCOMPLETE', 'FAILED'],
    ['02/37', 'UNSPECIFIED_FAILURE', 'INCOMPLETE', 'FAILED'],
  ])('%s: %s is not known at first, then %s', async (expiry, reason, standing, charge) => {
    const client = await openSandbox();
    const {data} = (await client.subscribe(expiring(expiry))).json;
    expect(data.chargeResult).toMatchObject({charged: false, status: 'PENDING', message: reason});
    expect(data.subscription).toMatchObject({status: 'INCOMPLETE', nextChargeDate: null});
    expect((await client.charges(1)).json.data.content).toMatchObject([{status: 'PENDING', respCode: null}]);
    await client.advance('PT2S');
    expect(await recordOf(client)).toMatchObject({status: standing, nextChargeDate: time});
    expect((await client.charges(1)).json.data.content).toMatchObject([{status: charge}]);
  });
});

describe('a trial', () => {
  const order = {...enrolment, trialPeriodDays: 14};

  test('enrols the card at once and charges nothing', async ({client}) => {
    const {data} = (await client.subscribe(order)).json;
    expect(data.chargeResult).toBeNull();
    expect(data.subscription).toMatchObject({
      status: 'TRIALING',
      enrollConfirmed: true,
      trialEndDate: time,
      currentPeriodEnd: data.subscription.trialEndDate,
      nextChargeDate: data.subscription.trialEndDate,
    });
    expect(await client.books()).toEqual([]);
    expect((await client.charges(1)).json.data).toMatchObject({content: [], empty: true});
    const {status} = await client.cardStatus(data.subscription.enrollmentTxnReference);
    expect(status).toBe(400);
  });

  test('asks nobody’s bank: the card is charged when nobody is there', async ({client}) => {
    const {data} = (await client.subscribe({...asked, trialPeriodDays: 14})).json;
    expect([data.subscription.status, data.do3dsAuth]).toEqual(['TRIALING', undefined]);
  });

  test.each([
    ['an expired card', {expiryMonth: '04', expiryYear: '27'}, 'Expired card'],
    ['a wrong code', {securityCode: '999'}, 'INVALID_CSC'],
  ])('does not begin with %s', async (_what, card, message) => {
    const client = await openSandbox();
    const {status, json} = await client.subscribe({...enrolmentWith(card), trialPeriodDays: 14});
    expect([status, json]).toEqual([400, refused(message)]);
    expect((await client.subscriptions()).json.data.totalElements).toBe(0);
  });
});

describe('a card whose bank asks', () => {
  test('waits for the cardholder, with the names of a card charge', async ({client}) => {
    const {status, json} = await client.subscribe(asked);
    expect([status, json.success, json.message]).toEqual([200, true, 'Kindly complete 3DS']);
    expect(json.data).toMatchObject({
      subscription: {status: 'REQUIRES_ACTION', enrollConfirmed: false, chargeMode: 'AGREEMENT_BASED'},
      chargeResult: {charged: false, status: 'PENDING', message: 'Kindly complete 3DS'},
      do3dsAuth: true,
      threeDsUrl: `${client.baseUrl}/3ds/challenge`,
      formData: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      threeDsHtml: expect.stringContaining(`value="${json.data.formData}"`),
    });
    await client.advance('P1D');
    expect(await recordOf(client)).toMatchObject({status: 'REQUIRES_ACTION', nextChargeDate: null});
    expect(await client.books()).toMatchObject([{status: 'Initialized'}]);
  });

  test('is ACTIVE once he has approved, from that moment on', async ({client}) => {
    const {data} = (await client.subscribe(asked)).json;
    await client.advance('P1D');
    expect((await answerBank(client, data.formData, 'approve')).text).toContain('The payment is approved');
    const {enrollmentTxnReference} = data.subscription;
    expect((await client.cardStatus(enrollmentTxnReference)).json.data.transaction_status).toBe('Completed');
    const record = await recordOf(client);
    expect(record).toMatchObject({status: 'ACTIVE', enrollConfirmed: true, nextChargeDate: record.currentPeriodEnd});
    expect(record.currentPeriodStart > data.subscription.currentPeriodStart).toBe(true);
    expect((await client.charges(1)).json.data.content).toMatchObject([{cycleNumber: 1, status: 'SUCCESS'}]);
  });

  test('stays INCOMPLETE when he declines', async ({client}) => {
    const {data} = (await client.subscribe(asked)).json;
    await answerBank(client, data.formData, 'decline');
    expect(await recordOf(client)).toMatchObject({status: 'INCOMPLETE', nextChargeDate: null});
    expect((await client.charges(1)).json.data.content).toMatchObject([
      {status: 'FAILED', failureReason: 'DO_NOT_PROCEED', isRetriable: false},
    ]);
  });

  test('cannot be approved any more once the subscription is cancelled', async ({client}) => {
    const {data} = (await client.subscribe(asked)).json;
    await client.cancel(1);
    await answerBank(client, data.formData, 'approve');
    expect(await recordOf(client)).toMatchObject({status: 'CANCELLED'});
    expect(await client.books()).toMatchObject([{status: 'Failed'}]);
  });
});

describe('the amount of the plan decides how the call goes', () => {
  const outcomeOf = (call: ReturnType<Client['subscribe']>) =>
    call.then(
      reply => (reply.complete ? reply.json.message : 'cut'),
      (error: Error) => error.message,
    );

  const lost = [
    [105, 'socket hang up'],
    [107.5, 'Internal Server Error'],
    [109.99, 'cut'],
  ] as const;

  test.each(lost)('%f: enrolled and charged, and the answer is lost (%s)', async (amount, told) => {
    const client = await openSandbox();
    const {planCode} = (await client.createPlan({...monthly, amount})).json.data;
    expect(await outcomeOf(client.subscribe({...enrolment, planCode}))).toBe(told);
    expect(await client.books()).toMatchObject([{amount, status: 'Completed'}]);
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE', customerEmail: 'amina@example.com'});
  });

  test.each(lost)('%f with a card whose bank asks: paid 2 s later without its question', async (amount, told) => {
    const client = await openSandbox();
    expect(await outcomeOf(client.subscribe({...asked, amount}))).toBe(told);
    expect(await recordOf(client)).toMatchObject({status: 'INCOMPLETE'});
    await client.advance('PT2S');
    expect(await recordOf(client)).toMatchObject({status: 'ACTIVE'});
  });

  test('106: reset before anything is processed', async ({client}) => {
    expect(await outcomeOf(client.subscribe({...enrolment, amount: 106}))).toBe('read ECONNRESET');
    expect((await client.subscriptions()).json.data.totalElements).toBe(0);
    expect(await client.books()).toEqual([]);
  });

  test('110: enrolled, while the answer is still under way', async ({client}) => {
    const call = client.subscribe({...enrolment, amount: 110});
    await expect.poll(() => recordOf(client)).toMatchObject({status: 'ACTIVE'});
    await Promise.all([expect(call).rejects.toThrow(), client.sandbox.close()]);
  });
});

test('a card payment and a subscription do not get in each other’s way', async ({client}) => {
  await client.subscribe(enrolment);
  await client.chargeCard(visa);
  expect(await client.books()).toHaveLength(2);
});
