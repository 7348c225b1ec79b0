import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {startLiveService} from '../live-service.js';
import {inShop} from './day-support.js';
import {aminas, enrolled, enrolling, nowhere, planOf} from './subscription-support.js';
import {begin, collecting} from './support.js';

const it = inShop();

describe.concurrent('renewals', () => {
  it('stand on their own line in the day and the X, once each', async ({shop}) => {
    await shop.run(['shift', 'open', '--person', 'Amina']);
    await enrolled(shop, await planOf(shop));
    await shop.advance('P15D');
    for (const _ of [1, 2]) {
      const {exit, out} = await shop.run(['subscription', 'charges', '1']);
      expect(exit).toBe(0);
      expect(out.split('\n')[0]).toBe('Page 1 of 1');
      expect(out.match(/^cycle [123] {2}attempt 1 .* SUCCESS .* USD 12\.50 {2}SUB\w+/gm)).toHaveLength(3);
    }
    expect((await shop.run(['day', '--json'])).json.takings).toMatchObject([
      {method: 'subscription', channel: 'Enrolment', amount: '12.50', count: 1},
      {method: 'subscription', channel: 'Renewal', amount: '25.00', count: 2},
    ]);
    expect((await shop.run(['shift', 'x'])).out).toMatch(/^Renewal +2 +USD 25\.00$/m);
    const list = await shop.run(['subscription', 'list']);
    expect(list.out).toMatch(/^1 {2}amina@example\.com {2}Gym {2}ACTIVE {2}\d{4}-\d\d-\d\d {2}✓ as planned\n$/);
  });

  it('are asked for together by the list', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    await shop.advance('P8D');
    expect((await shop.run(['subscription', 'list'])).out).toContain('? not checked');
    expect((await shop.run(['subscription', 'list', '--charges'])).out).toContain('✓ as planned');
    expect((await shop.run(['day', '--json'])).json.takings[1]).toMatchObject({channel: 'Renewal', count: 1});
  });

  it('come in pages', async ({shop}) => {
    await enrolled(shop, await planOf(shop, '12.50', '--interval', 'DAILY'));
    await shop.advance('P4D');
    const first = await shop.run(['subscription', 'charges', '1', '--size', '2']);
    expect(first.out).toContain('Page 1 of 3');
    expect(first.err).toContain('duka subscription charges 1 --page 2 --size 2');
    const last = await shop.run(['subscription', 'charges', '1', '--page', '3', '--size', '2', '--json']);
    expect(last.json).toMatchObject({subscription: 1, page: 3, pages: 3, isLast: true, fromMemory: false});
    expect(last.json.charges).toMatchObject([{cycleNumber: 5, amount: '12.50', status: 'SUCCESS'}]);
    for (const more of [
      ['--page', '0'],
      ['--size', '101'],
      ['--page', 'x'],
    ])
      expect(await shop.run(['subscription', 'charges', '1', ...more])).toMatchObject({exit: 2});
    // Where the provider knows the parameter by another name, each page would be the first.
    expect(await shop.run(['settings', 'set', 'pageParameters.page', 'a page'])).toMatchObject({exit: 5});
    expect(await shop.run(['settings', 'set', 'pageParameters.page', 'pageNumber'])).toMatchObject({exit: 0});
    expect(await shop.run(['subscription', 'charges', '1', '--size', '2', '--json'])).toMatchObject({exit: 0});
    const second = await shop.run(['subscription', 'charges', '1', '--page', '2', '--size', '2', '--json']);
    expect(second).toMatchObject({exit: 5, json: {error: 'page-differs', page: '1'}});
    expect(second.err).toContain('pageParameters');
  });
});

describe.concurrent('subscription show', () => {
  it('has every field, the plan, and a sentence for what differs', async ({shop}) => {
    const planCode = await planOf(shop);
    await enrolled(shop, planCode);
    const {exit, out, err} = await shop.run(['subscription', 'show', '1']);
    expect(exit).toBe(0);
    expect(out).toContain(`  plan                    Gym, USD 12.50 every week, ${planCode}\n`);
    expect(out).toMatch(/^ {2}charge mode +TOKENIZATION$/m);
    expect(out).toMatch(/^Next charge: \d{4}-\d\d-\d\d \d\d:\d\d\nEvery charge came as planned\.\n$/m);
    expect(err).toBe('Of this till: its renewals are recorded as payments.\n');
    const french = await shop.run(['subscription', 'show', '1', '--lang', 'fr']);
    expect(french.out).toMatch(/^ {2}mode de prélèvement +TOKENIZATION$/m);
    expect(french.out).toContain('Tous les prélèvements ont eu lieu comme prévu.');
  });

  it('adds one that was made elsewhere, whose later renewals count', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    const other = ['--till', 'XYZ'];
    const elsewhere = await shop.run(['subscription', 'show', '1', ...other, '--json']);
    expect(elsewhere.json).toMatchObject({id: 1, own: false});
    expect(elsewhere.err).toContain('duka subscription show 1 --add');
    const added = await shop.run(['subscription', 'show', '1', '--add', ...other]);
    expect(added.err).toContain('✓ It is this till’s own from now on');
    await shop.advance('P8D');
    await shop.run(['subscription', 'charges', '1', ...other]);
    expect((await shop.run(['day', '--json', ...other])).json.takings).toMatchObject([{channel: 'Renewal', count: 1}]);
  });

  it('exits 1 for an unknown id, and 2 for what is none', async ({shop}) => {
    for (const line of [
      ['show', '99'],
      ['charges', '99'],
    ]) {
      const ran = await shop.run(['subscription', ...line, '--json']);
      expect(ran).toMatchObject({exit: 1, json: {error: 'subscription-unknown', id: 99}});
      expect(ran.err.trim().split('\n')).toHaveLength(1);
    }
    for (const id of ['x', '0', '1.5']) {
      const ran = await shop.run(['subscription', 'show', id, '--json']);
      expect(ran).toMatchObject({exit: 2, json: {error: 'subscription-id-invalid'}});
    }
  });

  it('warns of a subscription of another environment', async ({onTestFinished, shop}) => {
    const service = await startLiveService(shop.baseUrl, onTestFinished);
    writeFileSync(join(shop.home, 'settings.json'), JSON.stringify(service.settings), {mode: 0o600});
    const environment = {DUKA_ZONE: 'Africa/Nairobi', ...service.environment};
    const live = {...shop, run: (line: readonly string[], more = {}) => shop.run(line, {environment, ...more})};
    await live.run(enrolling(await planOf(live)), {input: aminas()});
    const {json, err} = await live.run(['subscription', 'show', '1', '--json']);
    expect(json).toMatchObject({connectionMode: 'TEST'});
    expect(err).toContain('! The provider keeps it as TEST, and this till works in live');
  });
});

describe.concurrent('pause, resume and cancel', () => {
  it('change it, and say what that means', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    const paused = await shop.run(['subscription', 'pause', '1', '--until', '2099-01-01', '--reason', 'travels']);
    expect(paused).toMatchObject({exit: 0, out: expect.stringContaining('1   PAUSED   amina@example.com   Gym')});
    expect(paused.err).toBe('✓ Paused until 2099-01-01 00:00: nothing is charged before. The card stays enrolled.\n');
    const resumed = await shop.run(['subscription', 'resume', '1', '--json']);
    expect(resumed).toMatchObject({exit: 0, json: {id: 1, status: 'ACTIVE', pausedAt: null, unclearChange: null}});
    const again = await shop.run(['subscription', 'resume', '1', '--json']);
    expect(again).toMatchObject({exit: 1, json: {error: 'subscription-refused'}});
    expect(again.err).toBe('✗ The provider refused: Only a paused subscription can be resumed. Nothing was changed.\n');
    const silent = await shop.run(['subscription', 'cancel', '1', '--json']);
    expect(silent).toMatchObject({exit: 2, json: {error: 'reason-missing'}});
    const cancelled = await shop.run(['subscription', 'cancel', '1', '--reason', 'moved away', '--lang', 'fr']);
    expect(cancelled).toMatchObject({exit: 0, out: expect.stringContaining('1   CANCELLED')});
    expect(cancelled.err).toContain('✓ Résilié : plus rien n’est débité');
    const shown = await shop.run(['subscription', 'show', '1', '--json']);
    expect(shown.json).toMatchObject({cancellationReason: 'moved away', nextCharge: null, drift: [{kind: 'ended'}]});
  });

  it('refuse a day that is none, and an id that the service does not know', async ({shop}) => {
    const noDay = await shop.run(['subscription', 'pause', '1', '--until', 'tomorrow']);
    expect(noDay).toMatchObject({exit: 2, err: expect.stringContaining('2026-08-01')});
    const unknown = await shop.run(['subscription', 'cancel', '99', '--reason', 'x', '--json']);
    expect(unknown).toMatchObject({exit: 1, json: {error: 'subscription-refused'}});
    expect((await shop.run(['subscription', 'list', '--json'])).json).toEqual([]);
  });

  it('exit 3 where nobody knows whether it was done, and show says so', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    await shop.faults({rules: [{route: 'cancel-subscription', fault: 'reset-before'}]});
    const lost = await shop.run(['subscription', 'cancel', '1', '--reason', 'moved', '--json']);
    expect(lost).toMatchObject({exit: 3, json: {error: 'subscription-unclear', id: 1}});
    const shown = await shop.run(['subscription', 'show', '1', '--json']);
    expect(shown.json).toMatchObject({status: 'ACTIVE', unclearChange: 'cancel'});
    expect(shown.err).toContain('Not known yet whether it was cancelled');
    await shop.faults({rules: [{route: 'cancel-subscription', fault: 'drop-after'}]});
    expect((await shop.run(['subscription', 'cancel', '1', '--reason', 'moved'])).exit).toBe(3);
    const done = await shop.run(['subscription', 'show', '1', '--json']);
    expect(done.json).toMatchObject({status: 'CANCELLED', unclearChange: null});
    expect(done.err).not.toContain('Nobody knows');
  });

  it('exit 6 where nothing was sent', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    const ran = await shop.run(['subscription', 'pause', '1', '--json'], {environment: nowhere});
    expect(ran).toMatchObject({exit: 6, json: {error: 'service-unreachable'}});
  });
});

describe.concurrent('without what a service may lack', () => {
  it('goes by its charges and its own memory', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    await shop.faults({switches: {withoutOptional: true}});
    const list = await shop.run(['subscription', 'list', '--json']);
    expect(list).toMatchObject({exit: 0, json: [{id: 1, customerEmail: 'amina@example.com'}]});
    expect(list.err).toContain('The provider has no such list');
    expect(await shop.run(['subscription', 'show', '1', '--json'])).toMatchObject({exit: 0, json: {id: 1, drift: []}});
    const pause = await shop.run(['subscription', 'pause', '1', '--json']);
    expect(pause).toMatchObject({exit: 1, json: {error: 'call-not-offered'}});
    const cancel = await shop.run(['subscription', 'cancel', '1', '--reason', 'moved', '--json']);
    expect(cancel).toMatchObject({exit: 0, json: {status: 'CANCELLED'}});
    expect(await shop.run(['subscription', 'show', '99', '--json'])).toMatchObject({exit: 1});
  });

  it('tells offline what the journal has, and says why', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    await shop.run(['subscription', 'charges', '1']);
    for (const line of [['list'], ['show', '1'], ['charges', '1']]) {
      const ran = await shop.run(['subscription', ...line], {environment: nowhere});
      expect(ran.exit).toBe(0);
      expect(ran.out).toMatch(/amina@example\.com|^cycle 1 {2}attempt 1/);
      expect(ran.err).toContain('From this till’s memory');
    }
    const kept = await shop.run(['subscription', 'charges', '1', '--json'], {environment: nowhere});
    expect(kept.json).toMatchObject({fromMemory: true, charges: [{cycleNumber: 1, status: 'SUCCESS'}]});
    expect(await shop.run(['subscription', 'show', '99'], {environment: nowhere})).toMatchObject({exit: 6, out: ''});
  });

  it('reads the journal beside a till that is at work', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    const selling = begin(shop, collecting('0712345102'));
    await selling.until('Waiting for the customer');
    for (const line of [['list'], ['show', '1'], ['charges', '1']]) {
      const ran = await shop.run(['subscription', ...line]);
      expect(ran.exit).toBe(0);
      expect(ran.err).toContain('This till is open in another window');
    }
    const unseen = await shop.run(['subscription', 'show', '99', '--json']);
    expect(unseen).toMatchObject({exit: 1, json: {error: 'subscription-not-seen'}});
    expect(await shop.run(['subscription', 'cancel', '1', '--reason', 'x'])).toMatchObject({exit: 7});
    selling.interrupt();
    await selling.ended;
  });

  it('finds by state and by words', async ({shop}) => {
    await enrolled(shop, await planOf(shop));
    const count = async (...more: readonly string[]) =>
      (await shop.run(['subscription', 'list', ...more, '--json'])).json.length;
    expect([await count('--status', 'active'), await count('--status', 'PAUSED')]).toEqual([1, 0]);
    expect([
      await count('--search', 'amina'),
      await count('--search', 'gym'),
      await count('--search', 'otieno'),
    ]).toEqual([1, 1, 0]);
    expect((await shop.run(['subscription', 'list', '--search', 'otieno'])).out).toBe('No subscriptions match.\n');
  });
});
