import {afterEach, describe, expect, it} from 'vitest';
import * as z from 'zod';
import {cursorIn, cursorText} from '../../src/core/office/api.js';
import {visitorRights} from '../../src/core/staff/visitor-schema.js';
import {officeOfFile, owner} from '../browser/office-page.js';

const opened = officeOfFile();
afterEach(() => opened().signIn(owner));

const tokenOf = (rights: string = visitorRights.join(), shops: 'all' | string[] = 'all') =>
  opened().office.register.tokens.make('A program', {rights, shops}, 'Amina');
const ask = (path: string, token?: string, headers = {}) =>
  fetch(`${opened().url}/api/v1${path}`, {
    headers: {...(token !== undefined && {authorization: `Bearer ${token}`}), ...headers},
  });

type Document = {
  readonly openapi: string;
  readonly paths: Record<
    string,
    {get: {responses: Record<string, {content: Record<string, {schema: Parameters<typeof z.fromJSONSchema>[0]}>}>}}
  >;
};
const document = async () => (await (await ask('/openapi.json')).json()) as Document;
/** The check of an answer by another reader of schemas than ours. */
const schemaOf = ({paths}: Document, path: string, status = '200') => {
  const [content] = Object.values(paths[path]?.get.responses[status]?.content ?? {});
  return z.fromJSONSchema(content?.schema ?? {not: {}});
};

const days = 'from=2000-01-01&to=2100-01-01';

it.each([
  ['/payments', `?${days}`, 'payments'],
  ['/days', '', 'takings'],
  ['/zs', '', 'zs'],
  ['/tills', '', 'tills'],
  ['/incidents', '', 'incidents'],
])('answers %s as its document says', async (path, query, list) => {
  const answer = await ask(path + query, await tokenOf());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  const body = (await answer.json()) as Record<string, unknown[]>;
  const schema = schemaOf(await document(), path);
  expect(schema.safeParse(body)).toMatchObject({success: true});
  // The check can fail: every member that the document has is asked for.
  for (const name of Object.keys(body)) expect(schema.safeParse({...body, [name]: undefined}).success).toBe(false);
  if (path !== '/incidents') expect(body[list]?.length).toBeGreaterThan(0);
});

it('refuses as its document says, and says no more than it has to', async () => {
  const all = await tokenOf();
  const told = await document();
  expect(told.openapi).toBe('3.1.0');
  const cases: [string, string | undefined, number][] = [
    ['/tills', undefined, 401],
    ['/tills', 'duka_wrong', 401],
    ['/tills', await tokenOf('payments'), 403],
    ['/exports/payments.csv', await tokenOf('payments'), 403],
    ['/nothing', all, 404],
    ['/toString', all, 404],
    ['/exports/people.csv', all, 404],
    ['/payments?from=x', all, 400],
    ['/payments?cursor=x', all, 400],
    ['/zs?cursor=W10=', all, 400],
    [`/zs?cursor=${cursorText(['a', 'b', 'c'])}`, all, 400],
  ];
  for (const [path, token, status] of cases) {
    const answer = await ask(path, token);
    expect([path, answer.status]).toEqual([path, status]);
    expect(schemaOf(told, '/tills', 'default').safeParse(await answer.json()).success).toBe(true);
  }
  const post = await fetch(`${opened().url}/api/v1/tills`, {method: 'POST', headers: {authorization: `Bearer ${all}`}});
  expect(post.status).toBe(405);
  // Behind a proxy that was asked without TLS, the token could be read on the way.
  expect((await ask('/tills', all, {'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http'})).status).toBe(403);
  // A session is no token, and a token is no session.
  opened().signIn(undefined);
  const page = await fetch(`${opened().url}/tills`, {redirect: 'manual', headers: {authorization: `Bearer ${all}`}});
  expect(page.status).toBe(303);
});

it('has of other shops than those of the token nothing at all', async () => {
  const token = await tokenOf(visitorRights.join(), ['ngong']);
  for (const path of [`/payments?${days}`, '/days', '/zs', '/tills', '/incidents', `/exports/payments.jsonl?${days}`]) {
    const text = await (await ask(path, token)).text();
    expect(text).not.toContain('westlands');
    if (!path.startsWith('/incidents')) expect(text).toContain('ngong');
  }
  const {payments} = (await (await ask(`/payments?${days}&shop=westlands`, token)).json()) as {payments: unknown[]};
  expect(payments).toEqual([]);
});

it('goes on after its cursor, without a gap and without a payment twice', async () => {
  const token = await tokenOf();
  type Part = {payments: {businessDate: string; reference: string; till: string}[]; next: string | null};
  const read = async (query: string) => (await (await ask(`/payments?${days}${query}`, token)).json()) as Part;
  const whole = await read('');
  const at = whole.payments[4];
  if (at === undefined) throw new Error('too few payments');
  const after = encodeURIComponent(cursorText([at.businessDate, at.reference, at.till]));
  expect((await read(`&cursor=${after}`)).payments).toEqual(whole.payments.slice(5));
  expect((await read(`&cursor=${encodeURIComponent(whole.next ?? '')}`)).payments).toEqual([]);
  expect(cursorIn(whole.next ?? '')).toBeDefined();
});

it('exports the same bytes as the page', async () => {
  const token = await tokenOf('exports');
  for (const name of ['payments.csv', 'payments.jsonl'])
    expect(await (await ask(`/exports/${name}?${days}`, token)).text()).toBe(
      await (await fetch(`${opened().url}/exports/${name}?${days}`)).text(),
    );
});

describe('a token', () => {
  it('is kept as its hash alone, and is good for nothing once it is revoked', async () => {
    const {office} = opened();
    const secret = await tokenOf('tills');
    expect(JSON.stringify(await office.register.tokens.all())).not.toContain(secret);
    expect((await ask('/tills', secret)).status).toBe(200);
    for (const {id} of await office.register.tokens.all()) await office.register.tokens.revoke(id, 'Amina');
    expect((await ask('/tills', secret)).status).toBe(401);
    expect((await office.verify()).every(({wrong}) => wrong === null)).toBe(true);
    await expect(tokenOf('payments, refunds')).rejects.toMatchObject({code: 'setting-invalid'});
    await expect(tokenOf('')).rejects.toMatchObject({code: 'setting-invalid'});
  });
});
