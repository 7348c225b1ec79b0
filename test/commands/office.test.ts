import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {machine} from '../../src/world.js';
import {begin, openShop, paymentIn, segmentsOf} from './support.js';

test('an office is started, joined and sent a journal; it tells of tills, takings, payments, Zs, and gives the journal back', async ({
  onTestFinished,
}) => {
  const begun = machine.now();
  const home = mkdtempSync(join(tmpdir(), 'duka-head-'));
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  const shop = await openShop({DUKA_TILL: 'T7K', DUKA_OFFICE_HOME: home}, onTestFinished);
  expect((await shop.run(['office', 'start', '--help'])).out).toContain('7878');
  const running = begin(shop, ['office', 'start', '--port', '0', '--metrics', '0', '--shop', 'corner', '--json']);
  await running.until('The office serves tills');
  const [url = ''] = /http:\S+\d/.exec(running.said()) ?? [];
  expect(running.said()).toContain(`Its key and its database are in ${home}.`);
  const json = async (...line: readonly string[]) => (await shop.run(['office', ...line, '--json'])).json;
  const {code} = (await json('till', 'add')) as {code: string};
  expect((await shop.run(['office', 'till', 'add'])).out).toContain('for a till of shop.');
  const {reference} = paymentIn(await shop.run(['cash', 'sale', '--amount', '250', '--tendered', '300', '--json']));
  await shop.run(['shift', 'z', '--person', 'Amina', '--skip-questions', '--count', 'KES:250']);
  expect(await shop.run(['join', url, code, '--json'])).toMatchObject({exit: 0});
  expect((await shop.run(['join', url, code, '--json'])).exit).not.toBe(0);
  expect(await json('status')).toMatchObject({tills: 1, heardToday: 0, silent: [], unheard: ['T7K']});
  expect((await shop.run(['office', 'doctor'])).out).toMatch(/^\? Tills +Nothing received yet: T7K\./m);
  expect(await shop.run(['ship', '--once', '--json'])).toMatchObject({exit: 0});
  expect((await shop.run(['ship', '--once'])).err).toContain(`office of shop at ${url}, until it has every line.`);
  await expect.poll(() => json('z')).toMatchObject({zs: [{till: 'T7K', number: 1, differs: []}]});
  const asOf = /^shop: 1 of 1 till in contact within 24 hours;/m;
  for (const command of ['z', 'payments']) expect((await shop.run(['office', command])).out).toMatch(asOf);
  expect(await json('tills')).toMatchObject([{till: 'T7K', isHalted: false, isRevoked: false}]);
  const freshness = [{shop: 'shop', tills: 1, heardToday: 1, behind: 0, oldest: expect.any(String), heldBack: []}];
  const searched = await json('payments', '--search', reference);
  expect(searched).toMatchObject({payments: [{reference}], freshness});
  const [{businessDate}] = (searched as {payments: [{businessDate: string}]}).payments;
  expect(await json('today', '--date', businessDate)).toMatchObject({
    zone: 'Africa/Nairobi',
    takings: [{shop: 'shop', method: 'cash', currency: 'KES', paid: 1, amount: '250.00', refunded: '0.00'}],
    freshness: [{shop: 'shop', tills: 1, heardToday: 1, behind: 0}],
  });
  expect(await shop.run(['office', 'today', '--shop', 'other', '--json'])).toMatchObject({
    exit: 2,
    json: {error: 'office-shop-unknown'},
  });
  expect(await json('today', '--date', '2026-13-40')).toMatchObject({error: 'day-invalid'});
  expect(await shop.run(['office', 'till', 'add', '--shop', 'no shop', '--json'])).toMatchObject({
    exit: 2,
    json: {error: 'unknown-option'},
  });
  expect((await shop.run(['office', 'today', '--date', businessDate])).out).toMatch(
    /^shop {2}Cash +1 +KES 250\.00 +KES 250\.00\n\nHour .*\n\d\d:00 +1 +KES 250\.00 +KES 250\.00\n\nshop: 1 of 1 till /m,
  );
  expect(await json('status')).toMatchObject({
    shops: 1,
    tills: 1,
    heardToday: 1,
    linesBehind: 0,
    openIncidents: 0,
    silent: [],
    unheard: [],
    root: null,
    database: {bytes: expect.any(Number), freeBytes: expect.any(Number)},
  });
  expect((await shop.run(['office', 'status'])).out).toMatch(
    /^Tills +1 till of 1 shop, 1 in contact within 24 hours;.*\nLines +\d+; all are in/m,
  );
  // Whatever day has begun meanwhile, these are of the one on which all of it began, or of two days later.
  const atBegin = {...machine, now: () => begun};
  const later = {...machine, now: () => begun + 2 * 86_400_000};
  const doctor = async (world = atBegin) => {
    const {json: told} = await shop.run(['office', 'doctor', '--json'], {world});
    return told as {ok: boolean; checks: readonly {name: string; state: string}[]};
  };
  expect(await doctor()).toMatchObject({ok: true});
  expect(await json('prove', '--till', 'T7K', '--z', '1')).toMatchObject({error: 'office-root-missing'});
  // The day is over for the next office over these tables, which signs for it.
  const {openOffice} = await import('../../src/office/program.js');
  const place = {home, beside: home, url: undefined, shop: 'shop'};
  const now = await openOffice({...place, world: atBegin});
  await now.tend();
  expect((await now.status()).root).toBeNull(); // of the day before it had any till
  expect((await doctor()).checks).toContainEqual(expect.objectContaining({name: 'root', state: 'ok'}));
  await now.close();
  const next = await openOffice({...place, world: later});
  await next.tend();
  await next.tend();
  await next.close();
  // A clock that is years off is told, and nothing is called fine that is told by it.
  const off = (years: number) => ({...machine, now: () => begun + years * 365 * 86_400_000});
  const standing = async (years: number) => {
    const {checks} = await doctor(off(years));
    return Object.fromEntries(checks.map(({name, state}) => [name, state]));
  };
  expect(await standing(0)).toMatchObject({clock: 'ok', root: 'warning'});
  expect(await standing(9)).toMatchObject({clock: 'warning', root: 'unknown'});
  expect(await standing(-9)).toMatchObject({clock: 'bad', root: 'warning'});
  expect((await shop.run(['office', 'today'], {world: off(9)})).err).toContain('clock is wrong');
  expect((await shop.run(['office', 'today'], {world: off(0)})).err).toBe('');
  const proof = join(home, 'proof.json');
  const proving = ['office', 'prove', '--till', 'T7K', '--z', 'Z-0001', '--out', proof];
  expect(await shop.run([...proving, '--json'])).toMatchObject({json: {error: 'office-root-missing'}});
  expect(await shop.run(proving, {world: later})).toMatchObject({exit: 0});
  expect((await shop.run(['journal', 'verify', '--proof', proof, '--json'])).json).toMatchObject({ok: true});
  writeFileSync(proof, readFileSync(proof, 'utf8').replace(/"seq": \d+/, '"seq": 1'));
  expect((await shop.run(['journal', 'verify', '--proof', proof, '--json'])).exit).not.toBe(0);
  expect(await json('prove', '--till', 'T7K', '--z', '2')).toMatchObject({error: 'office-z-unknown'});
  expect(await json('payment', 'T7K000000000000')).toMatchObject({error: 'office-payment-unknown'});
  expect(await json('till', 'add', '--for', 'X9')).toMatchObject({error: 'office-till-unknown'});
  expect(await json('rebuild')).toEqual({rebuilt: true});
  expect(await json('prove', '--till', 'T7X')).toMatchObject({error: 'office-till-unknown'});
  for (const words of ['kes 250', 'cash paid', reference.toLowerCase()])
    expect(await json('payments', '--search', words)).toMatchObject({payments: [{reference}]});
  for (const words of ['lines', 'kes 251.00', 'not paid', '%'])
    expect(await json('payments', '--search', words)).toEqual({payments: [], searched: null, freshness});
  expect(await json('payments', '--shop', 'shop')).toMatchObject({payments: [{reference}]});
  expect(await json('payments', '--shop', 'other')).toMatchObject({error: 'office-shop-unknown'});
  const told = await shop.run(['office', 'payment', reference]);
  expect(told.out).toMatch(/ {2}shop\/T7K {2}paid {2}KES 250\.00/);
  expect(told.out).toContain('"type":"requested"');
  expect(told.out).toMatch(/^shop\/T7K: books up to line \d+, last contact 20/m);
  const {json: why} = await shop.run(['why', reference, '--json']);
  expect(await json('payment', reference)).toMatchObject({
    reference,
    why,
    journal: [{type: 'requested'}],
    books: {seq: expect.any(Number), heardAt: expect.any(String)},
  });
  expect(await json('z', '--till', 't7k')).toMatchObject({zs: [{till: 'T7K', agrees: true}], freshness});
  expect(await json('z', '--till', 'B2')).toMatchObject({error: 'office-till-unknown'});
  expect(await json('verify')).toMatchObject([{till: 'T7K', wrong: null}]);
  expect(await json('incidents')).toEqual([]);
  const {bytes} = await shop.run(['office', 'export', '--till', 'T7K']);
  const own = segmentsOf(shop)
    .map(path => readFileSync(path))
    .join('');
  const sum = (of: string | Uint8Array) => createHash('sha256').update(of).digest('hex');
  expect(own.startsWith(Buffer.from(bytes).toString())).toBe(true);
  expect(sum(bytes)).toBe(sum(own.slice(0, bytes.length)));
  expect(await shop.run(['office', 'till', 'revoke', 'T9X', '--json'])).toMatchObject({
    exit: 2,
    json: {error: 'office-till-unknown'},
  });
  expect((await shop.run(['office', 'incident', 'close', 'T7K', '1', '--reason', 'x', '--json'])).json.error).toBe(
    'person-missing',
  );
  const identity = join(home, 'owner.key');
  const {recipient} = (await shop.run(['backup', 'key', identity, '--json'])).json as {recipient: string};
  const {file} = (await json('backup', `${home}/`, '--recipient', recipient)) as {file: string};
  expect(file).toMatch(/duka-office-\d{8}T\d{6}Z\.age$/);
  expect((await doctor()).checks).toContainEqual(expect.objectContaining({name: 'backup', state: 'ok'}));
  expect(await json('restore', file, '--identity', identity)).toMatchObject({error: 'office-at-work'});
  // Who watches sees it, and what changes.
  const watched = {until: new AbortController()};
  const seen = shop.run(['office', 'watch', '--json'], {
    interrupted: watched.until.signal,
    onOutput: text => text.includes('"tills"') && watched.until.abort(),
  });
  const {out: shown} = await seen;
  expect(JSON.parse(shown.split('\n')[0] ?? '')).toMatchObject({status: {tills: 1}, takings: expect.any(Array)});
  expect(shown).not.toContain('"minor"');
  const [metrics = ''] = /http:\S+metrics/.exec(running.said()) ?? [];
  expect(await (await fetch(metrics)).text()).toMatch(/^duka_office_tills 1$/m);
  running.interrupt();
  const {exit, json: started} = await running.ended;
  expect({exit, started}).toMatchObject({exit: 0, started: {url, shop: 'corner'}});
  expect(await json('tills')).toMatchObject([{till: 'T7K'}]); // its database starts for one command, too
  // What a till had sent is there, and in a backup, although it was revoked.
  expect(await json('till', 'revoke', 'T7K')).toEqual({till: 'T7K', isRevoked: true});
  const again = join(home, 'again.age');
  expect(await json('backup', again, '--recipient', recipient)).toMatchObject({file: again, tills: 1});
});
