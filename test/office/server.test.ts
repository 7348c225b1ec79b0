import {randomBytes} from 'node:crypto';
import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {zstdCompressSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {type HeadOffice, openOffice} from '../../src/office/program.js';
import {machine} from '../../src/world.js';
import {joined, journalBytes, shopJournal} from './support.js';

const home = mkdtempSync(join(tmpdir(), 'duka-head-'));
const place = {home, beside: home, url: undefined, shop: 'corner', world: machine};
let office: HeadOffice;
let url = '';

beforeAll(async () => {
  office = await openOffice(place);
  ({url} = await office.serve(0));
}, 60_000);
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
    const found = await office.payments('');
    expect(found).toHaveLength(40);
    const {payment, lines} = await office.payment(found[0]?.reference ?? '');
    expect(lines.map(line => JSON.parse(line).data.reference)).toEqual([payment.reference]);
    const second = await openOffice(place); // beside the one that runs, over its database
    expect(await bytesIn('T7K', second)).toBe(journal.bytes());
    expect(await second.payments('')).toEqual(found);
    await second.rebuild();
    expect(await second.payments('')).toEqual(found);
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
    await office.closeIncident('T7K', fork?.number ?? 0, {person: 'Amina', note: 'the old machine is off'});
    expect(await office.tills()).toMatchObject([{isHalted: false}]);
    await expect(office.closeIncident('T7K', fork?.number ?? 0, {person: 'Amina', note: 'x'})).rejects.toMatchObject({
      code: 'office-incident-unknown',
    });
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
    expect((await put(Buffer.alloc(9 * 1024 * 1024))).status).toBe(413);
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
    expect(await bytesIn('T7K')).toBe(before);
  });

  it('takes no more of a till that was revoked', async () => {
    const {journal, shipOnce} = await till();
    await office.revoke('T7K');
    await journal.sell(1);
    expect(await shipOnce()).toMatchObject({kind: 'trouble', trouble: 'refused'});
    await expect(office.revoke('T9X')).rejects.toMatchObject({code: 'office-till-unknown'});
  });
});
