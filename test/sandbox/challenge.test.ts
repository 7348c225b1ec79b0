import {expect, test} from 'vitest';
import {type Client, challenged, openSandbox, type Reply, send, visa} from './support.js';

const formType = {'Content-Type': 'application/x-www-form-urlencoded'};
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const submit = (address: string, fields: Record<string, string> = {}) =>
  send(address, {method: 'POST', headers: formType, body: form(fields)});

/** Charges a card that is challenged and goes where the merchant's form leads. */
async function atTheBank(order: object = challenged) {
  const client = await openSandbox();
  const {json} = await client.chargeCard(order);
  const sentOn = await submit(json.threeDsUrl, {creq: json.formData});
  expect(sentOn.status).toBe(307);
  const page = sentOn.headers.location ?? '';
  return {client, json, page, shown: await submit(page, {creq: json.formData})};
}

/** What the page shows after a step: the bank answers each with a redirect to itself. */
async function after(page: string, step: string, fields?: Record<string, string>): Promise<Reply> {
  const reply = await submit(`${page}/${step}`, fields);
  expect([reply.status, reply.headers.location]).toEqual([303, page]);
  return send(page);
}

/** What a page would post to the one around it. */
function posted({text}: Reply): Record<string, unknown> | undefined {
  const quoted = /data-result="([^"]*)"/.exec(text)?.[1];
  return quoted === undefined ? undefined : JSON.parse(quoted.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}

const recordOf = async (client: Client) => (await client.cardStatus('CARD1')).json.data;

test.each([
  ['4508750015741019', 'VISA'],
  ['5123450000000008', 'MASTERCARD'],
])('%s is sent to its bank, and nothing is paid before', async (cardNumber, network) => {
  const {client, json, shown} = await atTheBank({...challenged, card: {...challenged.card, cardNumber}});
  expect(json).toEqual({
    statusOk: true,
    message: 'Kindly complete 3DS',
    debugMessage: '',
    description: 'Sale CARD1',
    descriptor: 'TEST MERCHANT',
    waitForNotification: true,
    transactionReference: 'CARD1',
    customerReference: 'CARD1',
    do3dsAuth: true,
    threeDsUrl: `${client.baseUrl}/3ds/challenge`,
    formData: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    threeDsHtml: expect.stringContaining(`value="${json.formData}"`),
    paymentCompleted: false,
    amountPaid: 0,
    valueAmount: 0,
  });
  expect(JSON.parse(Buffer.from(json.formData, 'base64').toString())).toMatchObject({
    threeDSServerTransID: expect.any(String),
    acsTransID: expect.any(String),
    messageType: 'CReq',
    challengeWindowSize: '05',
  });
  expect(shown.status).toBe(200);
  for (const words of ['TEST MERCHANT', '24.00 USD', `${network} •••• ${cardNumber.slice(-4)}`]) {
    expect(shown.text).toContain(words);
  }
  expect(shown.text).not.toContain(cardNumber);
  expect(await recordOf(client)).toMatchObject({transaction_status: 'Initialized', amount_received: 0});
  expect((await client.query('CARD1')).json.message).toBe('Transaction not found');
});

test('the bank has an origin of its own, and pages of this machine may frame it', async () => {
  const {client, page, shown} = await atTheBank();
  expect(page).toMatch(/^http:\/\/localhost:\d+\/acs\/[\w-]{36}$/);
  expect(new URL(page).port).toBe(new URL(client.baseUrl).port);
  expect(shown.headers['x-frame-options']).toBeUndefined();
  const policy = shown.headers['content-security-policy'];
  expect(policy).toContain("frame-ancestors 'self' http://127.0.0.1:* http://localhost:*");
  expect(policy).not.toContain('script-src');
  expect(shown.text).not.toContain('<script');
});

test('approving with the right code pays, and the page says so to the one around it', async () => {
  const {client, page} = await atTheBank();
  const shown = await after(page, 'approve', {code: '1234'});
  expect(shown.text).toContain('The payment is approved');
  expect(posted(shown)).toEqual({
    statusOk: true,
    message: 'Approved',
    debugMessage: 'Transaction+Successful',
    description: 'Sale+CARD1',
    descriptor: '+',
    waitForNotification: true,
    transactionReference: 'CARD1',
    customerReference: 'CARD1',
    do3dsAuth: false,
    paymentCompleted: true,
    amountPaid: 24,
    valueAmount: 23.664,
    rrn: expect.stringMatching(/^\d{12}$/),
    payer_name: 'Amina+Otieno',
    source_bank_name: 'VISA',
    payment_date: expect.stringMatching(/^\d{4}-\d\d-\d\d\+\d\d:\d\d:\d\d\.\d+$/),
    created_at: expect.any(String),
  });
  expect(shown.text).toContain('window.parent.postMessage(');
  expect(shown.headers['content-security-policy']).toMatch(/script-src 'sha256-[^']+'/);
  expect(await recordOf(client)).toMatchObject({transaction_status: 'Completed', amount_received: 24});
});

test('declining fails the payment', async () => {
  const {client, page} = await atTheBank();
  const shown = await after(page, 'decline');
  expect(shown.text).toContain('You declined the payment');
  expect(posted(shown)).toEqual({
    statusOk: false,
    message: 'Transaction Failed',
    debugMessage: 'DO_NOT_PROCEED',
    waitForNotification: false,
    transactionReference: 'CARD1',
    do3dsAuth: false,
    paymentCompleted: false,
    amountPaid: 0,
    valueAmount: 0,
  });
  expect(await recordOf(client)).toMatchObject({transaction_status: 'Failed', status_reason: 'DO_NOT_PROCEED'});
});

test('leaving decides nothing: the payment waits, and can still be approved', async () => {
  const {client, page} = await atTheBank();
  const left = await submit(`${page}/later`);
  expect(left.text).toContain('The payment is not decided');
  expect(posted(left)).toBeUndefined();
  await client.advance('P1D');
  expect(await recordOf(client)).toMatchObject({transaction_status: 'Initialized'});
  expect(posted(await after(page, 'approve', {code: '1234'}))).toMatchObject({paymentCompleted: true});
});

test('the third wrong code fails the payment, and a right one comes too late', async () => {
  const {client, page} = await atTheBank();
  for (const code of ['4321', '']) {
    expect((await after(page, 'approve', {code})).text).toContain('This is not the code.');
    expect(await recordOf(client)).toMatchObject({transaction_status: 'Initialized'});
  }
  const shown = await after(page, 'approve', {code: '1111'});
  expect(shown.text).toContain('Your bank could not confirm that it is you');
  expect(posted(shown)).toMatchObject({statusOk: false, debugMessage: 'AUTHENTICATION_FAILED'});
  expect(posted(await after(page, 'approve', {code: '1234'}))).toMatchObject({statusOk: false});
  expect(await recordOf(client)).toMatchObject({transaction_status: 'Failed', status_reason: 'AUTHENTICATION_FAILED'});
});

test('what is decided stays so, whatever is posted again', async () => {
  const {client, json, page} = await atTheBank();
  await after(page, 'approve', {code: '1234'});
  const record = await recordOf(client);
  await after(page, 'decline');
  await after(page, 'approve', {code: '1234'});
  await after(page, 'later');
  expect((await submit(json.threeDsUrl, {creq: json.formData})).headers.location).toBe(page);
  expect(await recordOf(client)).toEqual(record);
  expect(await client.books()).toMatchObject([{status: 'Completed', requests: 1}]);
});

test('what the merchant and the customer wrote cannot become markup, nor break the message', async () => {
  const hostile = `"><script>alert(1)</script>'&`;
  const order = {...challenged, amount: 114, description: hostile, first_name: `\ud800${hostile}`};
  const {page} = await atTheBank({...order, transaction_reference: '"><b>&1'});
  const shown = await after(page, 'approve', {code: '1234'});
  expect(shown.text.match(/<script>/g)).toHaveLength(1);
  expect(shown.text).not.toContain('<b>');
  expect(posted(shown)).toMatchObject({statusOk: true, paymentCompleted: true});
});

test.each([
  ['nothing', {}],
  ['no base64', {creq: '%%%'}],
  ['no JSON', {creq: Buffer.from('hello').toString('base64')}],
  ['a challenge that is none', {creq: Buffer.from('{"acsTransID":"x"}').toString('base64')}],
])('a form with %s leads nowhere', async (_what, fields: Record<string, string>) => {
  const client = await openSandbox();
  expect((await submit(`${client.baseUrl}/3ds/challenge`, fields)).status).toBe(404);
});

test.each(['', '/approve', '/decline', '/later'])('an unknown page is not found: %s', async step => {
  const client = await openSandbox();
  await client.chargeCard(visa);
  expect((await submit(`${client.baseUrl}/acs/null${step}`, {code: '1234'})).status).toBe(404);
});
