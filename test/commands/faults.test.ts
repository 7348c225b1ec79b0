import {cpSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {dateText} from '../../src/core/day/business-day.js';
import {machine} from '../../src/world.js';
import {startLiveService} from '../live-service.js';
import {inShop} from './day-support.js';
import {begin, collectAndLeave, collectAndSettle, collecting, openShop, paymentIn, segmentsOf} from './support.js';
import {keepAnew, newestOf} from './thief.js';

const it = inShop();

const nowhere = {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0'};

describe.concurrent('a service that cannot be reached', () => {
  it('exits 6: nothing was sent, and it may be sent again', async ({shop}) => {
    const {exit, json} = await shop.run(collecting('0712345678'), {environment: nowhere});
    expect(exit).toBe(6);
    expect(json).toMatchObject({status: 'failed', verdict: 'not-paid'});
    expect(json.reason).toContain('nothing was sent (nothing answers at that address)');
    expect(await shop.books()).toEqual([]);
  });

  it('is not known when it is too busy, and the same wallet is not asked again', async ({shop}) => {
    await shop.faults({rules: [{route: 'process-collection', fault: 'rate-limit', seconds: 1}]});
    const {exit, json, err} = await shop.run(collecting('0712345678', '--wait', '4'));
    expect(exit).toBe(3);
    expect(json).toMatchObject({status: 'unknown', verdict: 'not-known', releaseGoods: false});
    expect(err).not.toContain('nothing was sent');
    const again = await shop.run(collecting('0712345678'));
    expect(again).toMatchObject({exit: 2, json: {error: 'earlier-payment', earlier: json.reference}});
    expect(await shop.books()).toEqual([]);
  });

  it('leaves a payment what it is when its status is asked', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    const {exit, json, err} = await shop.run(['status', reference, '--json'], {environment: nowhere});
    expect(exit).toBe(3);
    expect(json).toMatchObject({reference, status: 'pending'});
    expect(err).toContain(
      'The provider gave no answer (nothing answers at that address): this is what the journal says.',
    );
  });

  it('is not known behind a captive portal', async ({shop}) => {
    await shop.faults({rules: [{route: '*', fault: 'captive-portal'}]});
    const {exit, json} = await shop.run(collecting('0712345678', '--wait', '6'));
    expect(exit).toBe(3);
    expect(json.status).toBe('unknown');
  });
});

describe.concurrent('a key or a setting that is wrong', () => {
  it('exits 5 when the service refuses the key', async ({shop}) => {
    const environment = {DUKA_API_KEY: 'PZ78-PKTEST-wrong-wrong', DUKA_BASE_URL: shop.baseUrl};
    const {exit, json, out} = await shop.run(collecting('0712345678'), {environment});
    expect(exit).toBe(5);
    expect(json).toMatchObject({status: 'failed', releaseGoods: false});
    expect(out).not.toContain('wrong-wrong');
    expect(await shop.books()).toEqual([]);
  });

  it('exits 5 when the key is refused for a payment that is open', async ({shop}) => {
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    const environment = {DUKA_API_KEY: 'PZ78-PKTEST-wrong-wrong', DUKA_BASE_URL: shop.baseUrl};
    const {exit, json, err} = await shop.run(['status', reference, '--json'], {environment});
    expect(exit).toBe(5);
    expect(json.status).toBe('pending');
    expect(err).toContain('refused this till’s key');
  });

  it('is not known when the currency is not switched on', async ({shop}) => {
    await shop.faults({switches: {unapproved: ['KES']}});
    const {exit, json} = await shop.run(collecting('0712345678', '--wait', '6'));
    expect(exit).toBe(3);
    expect(json.status).toBe('unknown');
    expect(await shop.books()).toEqual([]);
  });

  it.for([
    ['the e-mail address', {DUKA_ZONE: 'Africa/Nairobi', DUKA_API_KEY: 'PZ78-PKLIVE-0'}, 'DUKA_EMAIL'],
    ['the zone', {DUKA_EMAIL: 'shop@example.com', DUKA_API_KEY: 'PZ78-PKLIVE-0'}, 'DUKA_ZONE'],
  ] as const)('exits 5 and names %s', async ([, environment, name], {shop}) => {
    const {exit, json} = await shop.run(collecting('0712345678'), {environment});
    expect(exit).toBe(5);
    expect(json).toMatchObject({error: 'setting-missing', name});
    expect(await shop.books()).toEqual([]);
  });

  it('exits 5 without a key', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_ZONE: 'Africa/Nairobi', DUKA_EMAIL: 'shop@example.com'}, onTestFinished);
    const {exit, json} = await shop.run(collecting('0712345678', '--profile', 'live'));
    expect(exit).toBe(5);
    expect(json.error).toBe('key-missing');
    expect((await shop.run(['pending'])).exit).toBe(0);
  });

  it('exits 5 in a live home that lost its key, until it is told to practise', async ({onTestFinished, shop}) => {
    const service = await startLiveService(shop.baseUrl, onTestFinished);
    writeFileSync(join(shop.home, 'settings.json'), JSON.stringify(service.settings), {mode: 0o600});
    const shopWords = {DUKA_ZONE: 'Africa/Nairobi', DUKA_EMAIL: 'shop@example.com'};
    const paid = await shop.run(collecting('0712345678'), {environment: {...shopWords, ...service.environment}});
    expect(paid.exit).toBe(0);
    const lost = await shop.run(collecting('0712345679'));
    expect(lost).toMatchObject({exit: 5, json: {error: 'home-was-live', profile: 'live'}});
    expect(await shop.books()).toHaveLength(1);
    expect((await collectAndLeave(shop, collecting('0712345102', '--profile', 'sandbox'))).exit).toBe(130);
  });

  it('exits 5 for an address that is not https', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_API_KEY: 'k'}, onTestFinished);
    const {exit, json} = await shop.run([
      '--profile',
      'sandbox',
      ...collecting('0712345678'),
      '--base-url',
      'http://shop.example',
    ]);
    expect(exit).toBe(5);
    expect(json.error).toBe('base-url-insecure');
  });
});

describe.concurrent('a journal that cannot be written', () => {
  it('exits 7 where another command has it, and reading commands answer from it', async ({shop}) => {
    const busy = begin(shop, collecting('0712345102', '--wait', '300'));
    await busy.until('Waiting for the customer');
    const second = await shop.run(collecting('0712345678'));
    expect(second).toMatchObject({exit: 7, json: {error: 'journal-locked', command: 'duka collect', pid: process.pid}});
    const since = Temporal.Instant.from(second.json.since);
    const clock = since.toZonedDateTimeISO('Africa/Nairobi').toPlainTime().toString({smallestUnit: 'minute'});
    expect(second.err).toContain(`(duka collect, process ${process.pid}, since ${clock})`);
    const tomorrow = {...machine, now: () => machine.now() + 24 * 3_600_000};
    const later = await shop.run([...collecting('0712345678'), '--lang', 'fr'], {world: tomorrow});
    const day = dateText(since.toZonedDateTimeISO('Africa/Nairobi').toPlainDate().toString(), 'fr');
    expect(later.err).toContain(`depuis ${day}, ${clock})`);
    const pending = await shop.run(['pending', '--json']);
    expect(pending.json).toMatchObject([{status: 'pending'}]);
    const [{reference}] = pending.json;
    const status = await shop.run(['status', reference, '--json']);
    expect(status).toMatchObject({exit: 3, json: {reference, status: 'pending'}});
    expect(status.err).toContain('open in another window (duka collect');
    expect(await shop.run(['pending', '--watch', '--json'])).toMatchObject({exit: 0, json: [{reference}]});
    expect((await shop.run(['otp', reference, '4567', '--json'])).exit).toBe(7);
    expect((await shop.run(['journal', 'verify'])).exit).toBe(0);
    busy.interrupt();
    expect((await busy.ended).exit).toBe(130);
    expect(await shop.books()).toHaveLength(1);
  });

  it('exits 7 and names the place where it is damaged', async ({shop}) => {
    await collectAndLeave(shop, collecting('0712345102'));
    const [path = ''] = segmentsOf(shop);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"minor":20000', '"minor":10000'));
    const day = path.slice(-'2026-11-20.jsonl'.length, -'.jsonl'.length);
    for (const line of [collecting('0712345678'), ['journal', 'verify', '--json'], ['pending', '--json']]) {
      const {exit, json} = await shop.run(line);
      expect(exit).toBe(7);
      expect(json).toMatchObject({error: 'journal-damaged', segment: day, line: 3});
    }
    expect(await shop.books()).toHaveLength(1);
  });

  it('reports a torn last line, and goes on without it', async ({shop}) => {
    await collectAndSettle(shop, collecting('0712345678'));
    const [path = ''] = segmentsOf(shop);
    writeFileSync(path, '{"seq":99,"v":1', {flag: 'a'});
    const verified = await shop.run(['journal', 'verify', '--json']);
    expect(verified).toMatchObject({exit: 0, json: {ok: true, segments: 1, tornBytes: 15}});
    expect(verified.err).toContain('15 bytes of an unfinished line');
    const next = await collectAndLeave(shop, collecting('0712345102'));
    expect(next.exit).toBe(130);
    expect(next.err).toContain('15 bytes of an unfinished line');
    expect((await shop.run(['journal', 'verify', '--json'])).json).toMatchObject({ok: true, tornBytes: 0});
  });

  it('exits 7 before anything is sent', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    writeFileSync(join(shop.home, 'sandbox', 'T7K'), 'a file where a folder should be');
    const {exit, json} = await shop.run(collecting('0712345678'));
    expect(exit).toBe(7);
    expect(json.error).toBe('journal-not-writable');
    expect(await shop.books()).toEqual([]);
  });

  it('exits 7 and names the payment when it breaks after the sending', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
    const busy = begin(shop, collecting('0712345110'));
    await busy.until('Sending the request');
    while ((await shop.books()).length === 0) await machine.sleep(20);
    for (const path of segmentsOf(shop)) rmSync(path);
    const {exit, json, err} = await busy.ended;
    expect(exit).toBe(7);
    const [row] = await shop.books();
    expect(json).toMatchObject({error: 'journal-not-writable', reference: row?.transaction_reference});
    expect(err).toContain('Do not charge again');
  });
});

describe.concurrent('a mistake of Duka’s own', () => {
  it('keeps its details in a file of the user’s and says one line', async ({onTestFinished}) => {
    const shop = await openShop({DUKA_API_KEY: 'PZ78-PKTEST-hidden-hidden'}, onTestFinished);
    const random = () => {
      throw new Error('no more chance for PZ78-PKTEST-hidden-hidden and 254712345678');
    };
    const line = ['--profile', 'sandbox', ...collecting('0712345678')];
    const {exit, json, err} = await shop.run(line, {world: {...machine, random}});
    expect(exit).toBe(2);
    expect(json).toEqual({error: 'bug', message: err.slice(2).trimEnd()});
    const file = join(shop.home, 'mistakes.log');
    expect(err).toContain(file);
    const details = readFileSync(file, 'utf8');
    expect(details).toContain('no more chance for [key] and [digits]');
    expect(details).toMatch(/^\s+at /m);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('exits 3 once money was asked for', async ({shop}) => {
    let hasBegun = false;
    const sleep = (...given: Parameters<typeof machine.sleep>) => {
      if (hasBegun) throw new Error('no more sleep');
      return machine.sleep(...given);
    };
    const onComplaint = () => {
      hasBegun = true;
    };
    const {exit, json} = await shop.run(collecting('0712345678'), {world: {...machine, sleep}, onComplaint});
    expect(exit).toBe(3);
    expect(json).toMatchObject({error: 'bug'});
    expect(json.reference).toMatch(/^[A-Z0-9]{13,15}$/);
  });
});

it.concurrent('leaves a payment as it is at Ctrl-C', async ({onTestFinished}) => {
  const shop = await openShop({}, onTestFinished);
  const busy = begin(shop, collecting('0712345103'));
  await busy.until('Waiting for the customer');
  busy.interrupt();
  const {exit, json, err} = await busy.ended;
  expect(exit).toBe(130);
  expect(json.status).toBe('pending');
  expect(err).toContain('Interrupted. The payment stays as it is.');
  await shop.advance('PT10M');
  expect(await shop.run(['status', json.reference])).toMatchObject({exit: 0});
});

it.concurrent('finishes what a killed command left', async ({onTestFinished}) => {
  const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
  const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
  const [path = ''] = segmentsOf(shop);
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${lines.slice(0, 4).join('\n')}\n`);
  keepAnew(shop); // it was killed before it wrote the others
  expect(lines[3]).toContain('"type":"sent"');
  const pending = await shop.run(['pending', '--json']);
  expect(pending.json).toMatchObject([{reference, status: 'sent', verdict: 'not-known'}]);
  expect(await shop.run(['status', reference, '--json'])).toMatchObject({exit: 0, json: {status: 'paid'}});
  expect(await shop.books()).toMatchObject([{requests: 1}]);
});

it.concurrent('asks about what a copied home had not sent: its till may have gone on', async ({onTestFinished}) => {
  const shop = await openShop({DUKA_TILL: 'T7K'}, onTestFinished);
  const {reference} = paymentIn(await collectAndSettle(shop, collecting('0712345678')));
  const path = newestOf(shop);
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines[2]).toContain('"type":"requested"');
  writeFileSync(path, `${lines.slice(0, 3).join('\n')}\n`);
  keepAnew(shop);
  const folder = join(shop.home, 'sandbox', 'T7K');
  const copy = join(shop.home, 'copied');
  cpSync(folder, copy, {recursive: true}); // as a backup made at that moment
  await shop.run(['cash', 'sale', '--amount', '5']);
  expect((await shop.run(['journal', 'show', reference])).out).toContain('never-left');
  rmSync(folder, {recursive: true});
  cpSync(copy, folder, {recursive: true});
  expect(await shop.run(['status', reference, '--json'])).toMatchObject({exit: 0, json: {status: 'paid'}});
  expect(await shop.books()).toMatchObject([{requests: 1}]);
});
