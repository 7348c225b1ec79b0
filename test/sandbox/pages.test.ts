import {expect, test} from 'vitest';
import {openSandbox, send, southAfrica, wave} from './support.js';

const hostile = {transaction_description: '</dd><script>alert(1)</script>"\' & co', transaction_reference: 'R<b>1'};

async function redirected(body: object) {
  const client = await openSandbox();
  const {json} = await client.charge(body);
  expect(json).toMatchObject({response_code: '09', redirect_customer_to_url_processing: true});
  return {client, page: json.payment_completion_url as string};
}

test('Wave: the page is in French, approving leads back to the shop and the payment falls due', async () => {
  const {client, page} = await redirected(wave);
  expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{32}$/);
  const shown = await send(page);
  expect(shown.status).toBe(200);
  expect(shown.text).toContain('<html lang="fr">');
  expect(shown.text).toContain('350 XOF');
  expect(shown.text).toContain('Sale REF1');
  expect(shown.text.match(/<form method="post"/g)).toHaveLength(2);
  const reply = await send(`${page}/approve`, {method: 'POST'});
  expect([reply.status, reply.headers.location]).toEqual([303, 'https://shop.example/paid?order=7&x=%3Cy%3E']);
  expect((await client.status('REF1', 'CI')).json.transaction_status).toBe('Initialized');
  await client.advance('PT2S');
  expect((await client.status('REF1', 'CI')).json.transaction_status).toBe('Completed');
});

test.each(['EFTZAR', 'CPZZAR'])('ZAR %s: declining leads to cancel_url and fails the payment', async bank => {
  const {client, page} = await redirected({...southAfrica, customer_bank_code: bank});
  const shown = await send(page);
  expect(shown.text).toContain('<html lang="en">');
  expect(shown.text).toContain('99,95 ZAR');
  const reply = await send(`${page}/decline`, {method: 'POST'});
  expect([reply.status, reply.headers.location]).toEqual([303, 'https://shop.example/cancelled']);
  expect((await client.status('REF1', 'ZA')).json).toMatchObject({transaction_status: 'Failed', response_code: '06'});
});

test('a second answer changes nothing', async () => {
  const {client, page} = await redirected(southAfrica);
  await send(`${page}/approve`, {method: 'POST'});
  const reply = await send(`${page}/decline`, {method: 'POST'});
  expect([reply.status, reply.headers.location]).toEqual([303, page]);
  const shown = await send(page);
  expect(shown.text).not.toContain('<form');
  expect(shown.text).toContain('href="https://shop.example/paid"');
  await client.advance('PT2S');
  expect((await client.status('REF1', 'ZA')).json.transaction_status).toBe('Completed');
});

test('what the merchant wrote cannot become markup, and nothing on the page may run or load', async () => {
  const {page} = await redirected({...southAfrica, ...hostile});
  const {text, headers} = await send(page);
  expect(text).not.toMatch(/<script|<b>/);
  expect(text).toContain('&lt;/dd&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39; &amp; co');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
  );
  expect(headers['content-security-policy']).toContain('https://shop.example');
});

test('an unknown page is not found, and the return page says that it can be closed', async () => {
  const client = await openSandbox();
  expect((await send(`${client.baseUrl}/pay/nothing`)).status).toBe(404);
  expect((await send(`${client.baseUrl}/pay/nothing/approve`, {method: 'POST'})).status).toBe(404);
  expect((await send(`${client.baseUrl}/sandbox/return`)).text).toContain('You can close this page.');
});
