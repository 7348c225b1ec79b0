import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openMailServer} from '../print/mail-server.js';
import {setUp} from './card-support.js';
import {everyByte, openShop, paymentIn} from './support.js';

const cash = ['cash', 'sale', '--amount', '250', '--tendered', '250', '--json'];

test('a receipt leaves by e-mail once, waits while there is no link, and is not sent again where it may have arrived', async ({
  onTestFinished,
}) => {
  const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
  const {reference} = paymentIn(await shop.run(cash));
  const to = ['--to', 'wanjiru@example.com', '--json'];
  const mail = (...more: string[]) => shop.run(['receipt', reference, ...to, ...more]);
  expect(await mail()).toMatchObject({exit: 2, json: {error: 'mail-missing'}});

  const server = await openMailServer({user: {name: 'till', password: 'a secret word'}}, onTestFinished);
  const set = (name: string, value: string) => shop.run(['settings', 'set', name, value, '--json']);
  expect(await set('mail.host', '127.0.0.1')).toMatchObject({exit: 0});
  expect(await mail()).toMatchObject({exit: 2, json: {error: 'mail-missing'}});
  for (const [name, value] of [
    ['mail.from', 'till@shop.example'],
    ['mail.user', 'till'],
    ['mail.port', '9'],
  ] as const)
    expect((await set(name, value)).json).toMatchObject({changes: [{name}]});
  const queued = await mail();
  expect(queued).toMatchObject({exit: 0, json: {reference, status: 'waiting', attempts: 0, copy: 0}});
  expect(queued.err).toContain('The receipt waits');
  expect(await mail()).toMatchObject({exit: 2, json: {error: 'mail-under-way'}});

  await set('mail.port', `${server.port}`);
  const check = async () => {
    const {json} = await shop.run(['doctor', '--json']);
    return json.checks.find(({name}: {name: string}) => name === 'mail');
  };
  expect(await check()).toMatchObject({state: 'warning', facts: {host: '127.0.0.1', count: 1}});
  expect((await shop.run(['mail', 'send', '--json'])).json).toMatchObject({error: 'mail-password-missing'});
  await shop.run(['mail', 'password', '--pin-stdin'], {input: 'another word\n'});
  expect(await shop.run(['mail', 'send', '--json'])).toMatchObject({exit: 6, json: {error: 'mail-login-refused'}});
  expect(server.taken).toEqual([]);
  expect(await shop.run(['mail', 'password', '--pin-stdin'], {input: 'a secret word\n'})).toMatchObject({exit: 0});
  const secret = join(shop.home, 'sandbox/T7K/mail-password');
  expect(statSync(secret).mode & 0o077).toBe(0);
  expect((await shop.run(['mail', 'send', '--json'])).json).toMatchObject([
    {reference, status: 'accepted', attempts: 1},
  ]);
  expect(server.taken).toMatchObject([{to: ['wanjiru@example.com']}]);
  expect(await check()).toMatchObject({state: 'ok', facts: {count: 0}});
  expect(server.taken[0]?.text).toContain('Subject: Duka: receipt');
  expect(await mail()).toMatchObject({exit: 2, json: {error: 'mail-sent'}});
  expect(await mail('--resend')).toMatchObject({exit: 0, json: {status: 'accepted', copy: 1}});

  server.set({cuts: true, user: {name: 'till', password: 'a secret word'}});
  const {exit, json} = await mail('--resend');
  expect({exit, json}).toMatchObject({exit: 3, json: {status: 'unknown'}});
  expect((await shop.run(['mail', 'send', '--json'])).json).toEqual([]);
  expect(server.taken).toHaveLength(3);
  expect((await shop.run(['mail', 'list'])).out.split('\n')[1]).toMatch(/wanjiru@example\.com +may have arrived/);
  // Somebody else's server is told nothing before the owner accepts it: no password, no address.
  const file = join(shop.home, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({...settings, mail: {...settings.mail, host: 'localhost'}}));
  server.set({user: {name: 'till', password: 'a secret word'}});
  const kept = await mail('--resend');
  expect(kept).toMatchObject({exit: 0, json: {status: 'waiting', attempts: 0}});
  expect(kept.err).toContain('(localhost) was changed outside of this till');
  expect((await shop.run(['mail', 'send', '--json'])).json).toMatchObject({error: 'mail-changed-outside'});
  expect(server.taken).toHaveLength(3);
  await shop.run(['settings', 'accept']);
  expect((await shop.run(['mail', 'send', '--json'])).json).toMatchObject([{status: 'accepted'}]);
  expect(everyByte(shop.home).replace(readFileSync(secret, 'utf8'), '')).not.toContain('a secret word');
});

test('what the server refuses is said, and what is not paid has no receipt', async ({onTestFinished}) => {
  const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
  const server = await openMailServer({refusesAddress: 550}, onTestFinished);
  setUp(shop, {mail: {host: '127.0.0.1', port: server.port, from: 'till@shop.example'}});
  const {reference} = paymentIn(await shop.run(cash));
  const refused = await shop.run(['receipt', reference, '--to', 'nobody@example.com']);
  expect(refused).toMatchObject({exit: 2});
  expect(refused.out).toContain('refused');
  expect((await shop.run(['receipt', reference, '--to', 'no address', '--json'])).json.error).toBe('email-invalid');
  expect((await shop.run(['receipt', reference, '--to', 'other@example.com', '--json'])).json.status).toBe('refused');
});
