import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect} from 'vitest';
import {inShop} from './day-support.js';
import {nowhere, planOf} from './subscription-support.js';
import {begin, collecting, openShop} from './support.js';

const it = inShop();

const gym = [
  'plan',
  'create',
  '--name',
  'Gym',
  '--amount',
  '12,5',
  '--currency',
  'usd',
  '--interval',
  'weekly',
] as const;

describe.concurrent('plan create', () => {
  it('makes a plan, says what it costs, and gives its code to copy', async ({shop}) => {
    const {exit, out, err} = await shop.run([
      ...gym,
      '--trial-days',
      '7',
      '--billing-limit',
      '12',
      '--description',
      'Mornings',
    ]);
    expect(exit).toBe(0);
    const [head, description, code] = out.split('\n');
    expect([head, description]).toEqual(['Gym   USD 12.50 every week   7 days free, 12 times   ACTIVE', '  Mornings']);
    expect(code).toMatch(/^PLAN-\w+$/);
    expect(err).toContain('Nothing is charged until a customer is enrolled');
    expect(err).toContain(`--plan ${code} --card-stdin`);
    expect((await shop.run(['plan', 'show', code ?? '', '--json'])).json).toMatchObject({
      planCode: code,
      amount: '12.50',
      currency: 'USD',
      interval: 'WEEKLY',
      intervalCount: 1,
      trialPeriodDays: 7,
      billingLimit: 12,
    });
  });

  it('speaks French', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_LANG: 'fr'}, onTestFinished);
    const {out, err} = await shop.run([...gym, '--trial-days', '7']);
    expect(out).toContain('Gym   12,50 USD chaque semaine   7 jours gratuits   ACTIVE');
    expect(err).toContain('✓ La formule est créée.');
  });

  it.for([
    ['plan-name-missing', ['--name', ' ']],
    ['interval-unknown', ['--interval', 'FORTNIGHTLY']],
    ['days-invalid', ['--trial-days', '-1']],
    ['cycles-invalid', ['--billing-limit', '0']],
    ['amount-ambiguous', ['--amount', '1.500']],
    ['card-currency-not-taken', ['--currency', 'KES']],
  ] as const)('refuses %s before it asks, and exits 2', async ([code, more], {shop}) => {
    expect(await shop.run([...gym, ...more, '--json'])).toMatchObject({exit: 2, json: {error: code}});
    expect((await shop.run(['plan', 'list', '--json'])).json).toEqual([]);
  });

  it('exits 1 for what the service refuses', async ({onTestFinished, shop}) => {
    const refusing = createServer((_, response) => {
      response.writeHead(400, {'content-type': 'application/json'});
      response.end(JSON.stringify({success: false, message: 'amount is too small'}));
    });
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void refusing.close());
    const {port} = refusing.address() as AddressInfo;
    const environment = {...nowhere, DUKA_BASE_URL: `http://127.0.0.1:${port}`};
    const ran = await shop.run([...gym, '--json'], {environment});
    expect(ran).toMatchObject({exit: 1, json: {error: 'plan-refused'}});
    expect(ran.err).toBe('✗ The provider did not create the plan: amount is too small. Nothing is charged.\n');
  });

  it('exits 3 where nobody knows whether it was made, and it is found in the list', async ({shop}) => {
    await shop.faults({rules: [{route: 'create-plan', fault: 'drop-after'}]});
    expect(await shop.run([...gym, '--json'])).toMatchObject({exit: 3, json: {error: 'plan-unclear'}});
    expect((await shop.run(['plan', 'list', '--json'])).json).toMatchObject([{name: 'Gym', amount: '12.50'}]);
  });

  it('exits 6 where nothing was sent, and 5 for a key that is refused', async ({shop}) => {
    expect(await shop.run(gym, {environment: nowhere})).toMatchObject({exit: 6});
    const refused = {...nowhere, DUKA_BASE_URL: shop.baseUrl};
    expect(await shop.run([...gym, '--json'], {environment: refused})).toMatchObject({
      exit: 5,
      json: {error: 'key-refused'},
    });
  });
});

describe.concurrent('plan show and list', () => {
  it('exit 1 for a code that the service does not know', async ({shop}) => {
    const ran = await shop.run(['plan', 'show', 'PLAN-NONE', '--json']);
    expect(ran).toMatchObject({exit: 1, json: {error: 'plan-unknown', plan: 'PLAN-NONE'}});
    expect(ran.err.trim().split('\n')).toHaveLength(1);
  });

  it('tell what the till remembers where the service has no list', async ({shop}) => {
    const code = await planOf(shop);
    await shop.faults({switches: {withoutOptional: true}});
    const {exit, out, err} = await shop.run(['plan', 'list']);
    expect({exit, err}).toEqual({
      exit: 0,
      err: '! The provider has no such list: these are the ones this till has seen.\n',
    });
    expect(out).toBe(`Gym  USD 12.50 every week    ACTIVE  ${code}\n`);
  });

  it('tell it offline, and say why', async ({shop}) => {
    const code = await planOf(shop);
    const list = await shop.run(['plan', 'list', '--json'], {environment: nowhere});
    expect(list).toMatchObject({exit: 0, json: [{planCode: code}]});
    expect(list.err).toContain('(nothing answers at that address)');
    expect(list.err).toContain('From this till’s memory');
    expect(await shop.run(['plan', 'show', code, '--json'], {environment: nowhere})).toMatchObject({exit: 0});
    expect(await shop.run(['plan', 'show', 'PLAN-NONE'], {environment: nowhere})).toMatchObject({exit: 6, out: ''});
  });

  it('read the journal beside a till that is at work', async ({shop}) => {
    const code = await planOf(shop);
    const selling = begin(shop, collecting('0712345102'));
    await selling.until('Waiting for the customer');
    const list = await shop.run(['plan', 'list', '--json']);
    expect(list).toMatchObject({exit: 0, json: [{planCode: code}]});
    expect(list.err).toContain('This till is open in another window');
    expect(await shop.run(['plan', 'show', code])).toMatchObject({exit: 0});
    const unseen = await shop.run(['plan', 'show', 'PLAN-NONE', '--json']);
    expect(unseen).toMatchObject({exit: 1, json: {error: 'plan-not-seen'}});
    selling.interrupt();
    await selling.ended;
  });

  it('say which subcommands there are', async ({shop}) =>
    expect((await shop.run(['plan'])).err).toContain('duka plan create | show | list'));
});
