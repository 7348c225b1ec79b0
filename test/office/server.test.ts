import {randomBytes} from 'node:crypto';
import {cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {zstdCompressSync} from 'node:zlib';
import {generateX25519Identity, identityToRecipient} from 'age-encryption';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {type DayRoot, isInDay, rootIn} from '../../src/core/office/proof.js';
import {noRecords} from '../../src/core/reconcile/records/records.js';
import {sha256} from '../../src/office/key.js';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {openLink} from '../../src/shipper/link.js';
import {Office} from '../../src/shipper/office.js';
import {ship} from '../../src/shipper/ship.js';
import {machine} from '../../src/world.js';
import {officeHome} from './office-home.js';
import {joined, journalBytes, shopJournal} from './support.js';

const home = await officeHome('head');
const place = {home, beside: home, url: undefined, shop: 'corner', world: machine};
let office: HeadOffice;
let url = '';

beforeAll(async () => {
  office = await openOffice(place);
  ({url} = await office.serve(0));
});
afterAll(async () => {
  await office.close();
  rmSync(home, {recursive: true, force: true});
});

async function bytesIn(till: string, from: HeadOffice = office): Promise<string> {
  const parts: Buffer[] = [];
  for await (const each of from.journal(till)) parts.push(Buffer.from(each));
  return Buffer.concat(parts).toString();
}

/** A till that has joined; each test's is a shop's of its own code. */
async function till(folder?: string) {
  const journal = await shopJournal(folder);
  const code = await office.code('T7K');
  return {journal, ...(await joined(journal.folder, {url, code: () => code}))};
}

describe('an office over its own database', () => {
  it('has a till’s very bytes, rows of them, and finds all of it again when it starts anew', async () => {
    const {journal, shipOnce} = await till();
    await journal.sell(40);
    expect(await shipOnce()).toMatchObject({kind: 'all'});
    expect(await bytesIn('T7K')).toBe(journal.bytes());
    await expect
      .poll(async () => (await office.tills())[0])
      .toMatchObject({till: 'T7K', rows: journal.tail().seq, isHalted: false});
    const found = await office.rows.payments([]);
    expect(found.payments).toHaveLength(40);
    const {payment, lines} = await office.rows.payment(found.payments[0]?.reference ?? '');
    expect(lines.map(line => JSON.parse(line).data.reference)).toEqual([payment.reference]);
    const second = await openOffice(place); // beside the one that runs, over its database
    expect(await bytesIn('T7K', second)).toBe(journal.bytes());
    expect(await second.rows.payments([])).toEqual(found);
    await second.rebuild();
    expect(await second.rows.payments([])).toEqual(found);
    await second.close();
    expect(await office.verify()).toMatchObject([{till: 'T7K', lines: journal.tail().seq, wrong: null}]);
    // A copy of it that sells on is a fork: kept apart, reported, and in no sum.
    const copy = mkdtempSync(join(tmpdir(), 'duka-copy-'));
    onTestFinished(() => rmSync(copy, {recursive: true, force: true}));
    cpSync(journal.folder, copy, {recursive: true});
    await journal.sell(2);
    expect(await shipOnce()).toMatchObject({kind: 'all'});
    const own = await bytesIn('T7K');
    const other = await shopJournal(copy);
    await other.sell(3);
    const code = await office.code('T7K');
    const forked = await joined(copy, {url, code: () => code});
    expect(await forked.shipOnce()).toMatchObject({kind: 'trouble', trouble: 'forked'});
    expect(await bytesIn('T7K')).toBe(own);
    expect(own).toBe(journalBytes(journal.folder));
    expect((await office.incidents()).map(({what}) => what.kind)).toContain('forked');
    expect(await office.tills()).toMatchObject([{isHalted: true, branches: 1}]);
    const fork = (await office.incidents()).find(({what}) => what.kind === 'forked');
    const held = {till: 'T7K', why: 'halted', incident: fork?.number};
    expect(await office.freshness()).toMatchObject([{shop: 'corner', heldBack: [held]}]);
    await office.closeIncident('T7K', fork?.number ?? 0, {person: 'Amina', note: 'the old machine is off'});
    expect(await office.tills()).toMatchObject([{isHalted: false}]);
    expect(await office.freshness()).toMatchObject([{shop: 'corner', heldBack: []}]);
    await expect(office.closeIncident('T7K', fork?.number ?? 0, {person: 'Amina', note: 'x'})).rejects.toThrow(
      'office-incident-unknown',
    );
  });

  it('looks at nothing of what no till has signed, and goes on', async () => {
    const before = await bytesIn('T7K');
    const head = '0'.repeat(64);
    const nonce = async () => ((await (await fetch(`${url}/v1/nonce`)).json()) as {nonce: string}).nonce;
    const put = async (body: Uint8Array, headers: Record<string, string> = {}) =>
      fetch(`${url}/v1/journal?prev=${head}`, {
        method: 'PUT',
        body: body as never,
        headers: {'duka-nonce': await nonce(), ...headers},
      });
    const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024));
    for (const body of [new Uint8Array(), randomBytes(999), bomb])
      expect((await put(body, {'duka-till': 'corner/T7K', 'duka-key': '0'.repeat(16)})).status).toBe(401);
    expect((await put(randomBytes(9), {'duka-nonce': 'x'})).status).toBe(401);
    expect((await put(Buffer.alloc(9 * 1024 * 1024))).status).toBe(401);
    const join = async (body: unknown) =>
      (await fetch(`${url}/v1/join`, {method: 'POST', body: JSON.stringify(body)})).status;
    for (const body of [
      null,
      {},
      {code: 'AAAA-AAAA-AAAA-AAAA', till: 'T7K', key: 'x', proof: 'x'},
      {till: "';drop table till"},
    ])
      expect([400, 401]).toContain(await join(body));
    expect((await fetch(`${url}/v1/journal?claimed=-1&head=x`)).status).toBe(401);
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
    // The service's own word that a payment is paid is nobody's line: only its till may ask.
    const found = await office.rows.payments([]);
    const hook = JSON.stringify({transaction_reference: found.payments[0]?.reference, transaction_status: 'Completed'});
    for (const path of ['/hooks/payaza', '/hooks', '/v1/journal'])
      expect((await fetch(url + path, {method: 'POST', body: hook})).status).toBe(404);
    expect(await office.rows.payments([])).toEqual(found);
    expect(await bytesIn('T7K')).toBe(before);
  });

  it('has the tills of several shops, each under a code of its own', async () => {
    const journal = await shopJournal();
    const code = await office.code(null, 'mall');
    await expect(joined(journal.folder, {url, code: () => code})).rejects.toMatchObject({code: 'office-refused'});
    const {own, shipOnce} = await joined(journal.folder, {url, code: () => code, till: 'T8K'});
    expect(own.shop).toBe('mall');
    await journal.sell(3);
    expect(await shipOnce()).toMatchObject({kind: 'all'});
    expect(await bytesIn('T8K')).toBe(journal.bytes());
    expect(await office.tills()).toMatchObject([
      {shop: 'corner', till: 'T7K'},
      {shop: 'mall', till: 'T8K'},
    ]);
    await expect.poll(async () => (await office.rows.payments([], 'mall')).payments).toHaveLength(3);
    expect((await office.takings('2026-11-20')).freshness).toMatchObject([{shop: 'corner'}, {shop: 'mall', tills: 1}]);
    expect(await office.status()).toMatchObject({shops: 2, tills: 2, behind: 0});
    expect((await office.incidents()).filter(({what}) => what.kind === 'two-tills')).toMatchObject([{shop: 'corner'}]);
    await expect(office.code(null, "mall'; drop")).rejects.toMatchObject({code: 'setting-invalid'});
    expect(await Promise.all([office.shopFor(null), office.shopFor('T8K')])).toEqual(['corner', 'mall']);
    // The root of the day is over all of them.
    const later = await openOffice({
      ...place,
      shop: undefined,
      world: {...machine, now: () => machine.now() + 86_400_000},
    });
    expect(await later.shopFor(null)).toBe('shop');
    await later.tend();
    const proof = await later.prove('T8K', undefined);
    expect(proof).toMatchObject({index: 1, root: {note: expect.stringMatching(/\n2\n[0-9a-f]{64}\n$/)}});
    expect(isInDay({proof, root: rootIn(proof.root.note) as DayRoot}, sha256)).toBe(true);
    await later.close();
  });

  it('is put back from a backup: every journal byte for byte, incidents, roots and its key; a till sends what came after', async () => {
    const journal = await shopJournal();
    const code = await office.code(null, 'mall');
    const {shipOnce, own, shipper} = await joined(journal.folder, {url, code: () => code, till: 'T9K'});
    await journal.sell(2);
    await shipOnce();
    const folder = mkdtempSync(join(tmpdir(), 'duka-office-backup-'));
    onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
    const file = join(folder, 'office.age');
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
    const lock = {kind: 'recipients', recipients: [await identityToRecipient(identity)]} as const;
    const secret = {kind: 'identity', identity} as const;
    const rule = {text: 'SMS CHARGE', account: '631', amount: null, tolerance: null};
    await office.decide(undefined, {type: 'add-rule', rule, person: 'Amina'});
    await office.alerts.set({webhook: 'https://example.com/'}, {person: 'Amina', language: 'en'});
    const {rows} = await office.backup(file, lock);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).includes('"seq"')).toBe(false);
    await expect(office.backup(file, lock)).rejects.toMatchObject({code: 'file-exists'});
    await journal.sell(3);
    await shipOnce(); // what the backup does not have
    const elsewhere = await officeHome('head');
    onTestFinished(() => rmSync(elsewhere, {recursive: true, force: true}));
    const next = await openOffice({...place, home: elsewhere, beside: elsewhere});
    await next.alerts.set({webhook: 'https://example.net/'}, {person: 'Esi', language: 'en'});
    await next.register.add('Esi', {role: 'owner', shops: 'all'}, 'Esi');
    await expect(next.restore(file, {...secret, identity: other})).rejects.toThrow('backup-locked');
    const whole = readFileSync(file);
    for (const at of [whole.length >> 1, whole.length - 20]) {
      const changed = join(folder, `changed-${at}`);
      writeFileSync(changed, whole.with(at, (whole[at] ?? 0) ^ 1));
      await expect(next.restore(changed, secret)).rejects.toMatchObject({code: 'backup-damaged'});
      writeFileSync(changed, whole.subarray(0, at));
      await expect(next.restore(changed, secret)).rejects.toMatchObject({code: 'backup-damaged'});
    }
    expect(await next.tills()).toEqual([]);
    expect(await next.restore(file, secret)).toMatchObject({rows});
    await expect(next.restore(file, secret)).rejects.toMatchObject({code: 'office-not-empty'});
    await next.close();
    const tomorrow = {...machine, now: () => machine.now() + 86_400_000};
    const restored = await openOffice({...place, home: elsewhere, beside: elsewhere, world: tomorrow});
    onTestFinished(() => restored.close());
    expect(restored.publicKey).toBe(office.publicKey);
    for (const {till: name, seq} of await restored.tills()) {
      const all = await bytesIn(name);
      const had = await bytesIn(name, restored);
      expect(all.startsWith(had)).toBe(true);
      expect(had.split('\n')).toHaveLength(seq + 1);
    }
    expect((await restored.verify()).map(({wrong}) => wrong)).toEqual([null, null, null, null]);
    expect(await restored.incidents()).toEqual(await office.incidents());
    expect((await restored.alerts.settings()).webhook).toBe('https://example.com/');
    // Nobody of the office that was there before has a record under this key.
    expect(await restored.register.people()).toEqual([]);
    expect(await restored.register.inviteFirst()).toBeDefined();
    expect(await restored.records(undefined)).toMatchObject({rules: [{text: 'SMS CHARGE', account: '631'}]});
    expect(await restored.records('mall')).toEqual(noRecords);
    await expect(office.prove('T8K', undefined)).rejects.toMatchObject({code: 'office-root-missing'}); // its day is not over
    const later = await openOffice({...place, world: tomorrow});
    expect(await restored.prove('T8K', undefined)).toEqual(await later.prove('T8K', undefined));
    await later.close();
    // The till knows what the office had signed for, and sends it again.
    const {url: again} = await restored.serve(0);
    const link = await openLink(again, machine);
    onTestFinished(() => link.close());
    expect(await ship({...(await shipper()), office: new Office(link, own)})).toMatchObject({kind: 'all'});
    expect(await bytesIn('T9K', restored)).toBe(await bytesIn('T9K'));
    expect((await restored.incidents())[0]?.what.kind).toBe('office-rolled-back');
  });

  it('takes nothing of a machine that was replaced, gives it no line, and says that it sells on', async () => {
    const journal = await shopJournal();
    const [code, again] = [await office.code(null), await office.code(null)];
    const {shipOnce, shipper} = await joined(journal.folder, {url, code: () => code, till: 'R1K'});
    await journal.sell(2);
    await shipOnce();
    const heard = async () => (await office.tills()).find(({till: name}) => name === 'R1K');
    const before = await heard();
    const forIt = await office.code('R1K');
    await expect(joined((await shopJournal()).folder, {url, code: () => again, till: 'R1K'})).rejects.toThrow(
      'office-refused',
    );
    await joined((await shopJournal()).folder, {url, code: () => forIt, till: 'R1K'});
    await journal.sell(1);
    expect(await shipOnce()).toEqual({kind: 'trouble', trouble: 'refused', detail: 'unknown-key'});
    expect(await (await shipper()).office.lines(1, 1024)).toMatchObject({http: 401});
    expect(await heard()).toMatchObject({seq: before?.seq, heardAt: before?.heardAt, isHalted: false});
    const {seq} = journal.tail();
    const found = (await office.incidents()).filter(({till: name}) => name === 'R1K').map(({what}) => what);
    expect(found).toMatchObject([{kind: 'old-key', claim: {seq}}, {kind: 'key-gone'}, {kind: 'two-tills'}]);
  });

  it('takes no more of a till that was revoked', async () => {
    const {journal, shipOnce} = await till();
    const waitedFor = async () => (await office.freshness()).find(({shop}) => shop === 'corner');
    const before = await waitedFor();
    await office.revoke('T7K');
    expect((await waitedFor())?.tills).toBe((before?.tills ?? 0) - 1);
    expect((await office.status()).revoked).toBe(1);
    await journal.sell(1);
    expect(await shipOnce()).toMatchObject({kind: 'trouble', trouble: 'refused'});
    expect((await office.incidents())[0]).toMatchObject({till: 'T7K', what: {kind: 'old-key'}});
    await expect(office.revoke('T9X')).rejects.toMatchObject({code: 'office-till-unknown'});
  });
});

it('hears at the first contact that a till was put back, also from one that sends now and then', async () => {
  const [own, older] = [await officeHome('head'), mkdtempSync(join(tmpdir(), 'duka-older-'))];
  onTestFinished(() => {
    for (const folder of [own, older]) rmSync(folder, {recursive: true, force: true});
  });
  const alone = await openOffice({...place, home: own, beside: own});
  onTestFinished(() => alone.close());
  const served = await alone.serve(0);
  const journal = await shopJournal();
  const code = await alone.code(null);
  const {shipOnce} = await joined(journal.folder, {url: served.url, code: () => code});
  await journal.sell(3);
  cpSync(journal.folder, older, {recursive: true});
  await journal.sell(2);
  expect(await shipOnce()).toMatchObject({kind: 'all'});
  const beside = await openOffice({...place, home: own, beside: own, shop: undefined});
  onTestFinished(() => beside.close());
  expect(await beside.shopFor(null), 'the only shop that there is').toBe('corner');
  await journal.close();
  rmSync(journal.folder, {recursive: true});
  cpSync(older, journal.folder, {recursive: true});
  for (let times = 0; times < 2; times += 1) {
    expect(await shipOnce()).toMatchObject({kind: 'trouble', trouble: 'till-behind'});
    expect((await alone.incidents()).map(({what}) => what.kind)).toEqual(['rolled-back']);
  }
});
