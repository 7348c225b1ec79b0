import {appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {checkpointNote} from '../../src/core/office/checkpoint.js';
import {countersignedText} from '../../src/core/office/witness.js';
import {isSignedBy, makeOwnKey, signText} from '../../src/shipper/office.js';
import {openBook, type WitnessBook} from '../../src/witness/book.js';
import {openShop, run} from '../commands/support.js';
import {Chance} from '../simulation/chance.js';
import {SimulatedDisk} from '../simulation/disk.js';
import {startOffice} from './office.js';

const office = makeOwnKey();
const other = makeOwnKey();
const since = '2026-11-23T08:00:00.000Z';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'duka-witness-'));
  onTestFinished(() => rmSync(made, {recursive: true, force: true}));
  return made;
}

async function bookIn(place: string, offices = [office.publicKey]): Promise<WitnessBook> {
  const book = await openBook(place, offices, since);
  onTestFinished(() => book.close());
  return book;
}

const signed = (seq: number, head = 'a', {by = office, till = 'T7K', shop = 'corner'} = {}) => {
  const note = checkpointNote({shop, till, key: '0'.repeat(16), seq, head: head.repeat(64), at: since});
  return {note, signature: signText(note, by.privateKey)};
};

describe('a witness', () => {
  it('signs what goes on, each till by itself, and what it has signed again', async () => {
    const book = await bookIn(folder());
    for (const each of [
      signed(3),
      signed(3),
      signed(9),
      signed(2, 'b', {till: 'X1'}),
      signed(1, 'c', {shop: 'mall'}),
    ]) {
      const outcome = await book.countersign(each);
      if (outcome.kind !== 'signed') throw new Error(outcome.kind);
      expect(isSignedBy(book.publicKey, countersignedText(each.note), outcome.signature)).toBe(true);
    }
    expect(await book.countersign(signed(8))).toMatchObject({kind: 'older', known: {seq: 9}});
    expect(await book.countersign(signed(9, 'b'))).toMatchObject({kind: 'other-line', known: {seq: 9}});
    expect(await book.countersign(signed(10, 'b', {by: other}))).toEqual({kind: 'unknown-office'});
    expect(await book.countersign({...signed(10), signature: ''})).toEqual({kind: 'unknown-office'});
    expect(await book.countersign({note: 'duka.head/1\n', signature: ''})).toEqual({kind: 'no-checkpoint'});
  });

  it('signs one line of a number, whoever asks at once', async () => {
    const book = await bookIn(folder());
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map(head => book.countersign(signed(5, head))));
    expect(outcomes.map(({kind}) => kind).toSorted()).toEqual(['other-line', 'other-line', 'other-line', 'signed']);
  });

  it('knows all of it after a restart and a crash, by one file for its owner alone', async () => {
    const place = folder();
    const first = await openBook(place, [office.publicKey], since);
    for (let seq = 1; seq <= 20; seq += 1) await first.countersign(signed(seq));
    await expect(openBook(place, [office.publicKey], since)).rejects.toMatchObject({code: 'journal-locked'});
    await first.close();
    const path = join(place, 'witness.jsonl');
    appendFileSync(path, '{"office":"');
    const again = await openBook(place, [office.publicKey], since);
    expect(again.publicKey).toBe(first.publicKey);
    expect(await again.countersign(signed(19))).toMatchObject({kind: 'older', known: {seq: 20}});
    expect(await again.countersign(signed(21))).toMatchObject({kind: 'signed'});
    await again.close();
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4); // its key, the newest note when it opened, the next
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(place).filter(name => !name.startsWith('lock') && name !== 'holder.json')).toEqual([
      'witness.jsonl',
    ]);
  });

  it('writes nothing behind a line that its disk has not taken whole, and knows all that it has signed when there is room', async () => {
    const place = folder();
    const disk = new SimulatedDisk(new Chance('witness'));
    const seen = disk.seenBy(async () => undefined);
    const book = await openBook(place, [office.publicKey], since, seen);
    await book.countersign(signed(3));
    disk.isFull = true;
    await expect(book.countersign(signed(4))).rejects.toMatchObject({code: 'ENOSPC'});
    disk.isFull = false;
    disk.failsNextSync = true;
    await expect(book.countersign(signed(4, 'b'))).rejects.toMatchObject({code: 'EIO'});
    expect(await book.countersign(signed(5))).toMatchObject({kind: 'signed'});
    await book.close();
    const again = await openBook(place, [office.publicKey], since, seen);
    expect(await again.countersign(signed(4, 'b'))).toMatchObject({kind: 'older', known: {seq: 5}});
    expect(await again.countersign(signed(6))).toMatchObject({kind: 'signed'});
    await again.close();
  });

  it('goes on with no file that somebody has changed', async () => {
    const place = folder();
    const book = await openBook(place, [office.publicKey], since);
    await book.countersign(signed(7));
    await book.close();
    const path = join(place, 'witness.jsonl');
    const whole = readFileSync(path, 'utf8');
    for (const changed of [whole.replace('\\n7\\n', '\\n5\\n'), whole.slice(whole.indexOf('\n') + 1), 'x\n']) {
      writeFileSync(path, changed);
      await expect(openBook(place, [office.publicKey], since)).rejects.toMatchObject({code: 'file-damaged'});
    }
    writeFileSync(path, whole);
    expect(await (await bookIn(place)).countersign(signed(6))).toMatchObject({kind: 'older'});
  });

  it('is served and asked by command, and tells a till that went back', async () => {
    const head = await startOffice();
    onTestFinished(() => head.close());
    const shop = await openShop({DUKA_TILL: 'T7K'});
    await shop.run(['cash', 'sale', '--amount', '200']);
    await shop.run(['join', head.url, head.code()]);
    await shop.run(['ship', '--once']);
    const leaving = new AbortController();
    const ready = Promise.withResolvers<{url: string; key: string}>();
    const place = folder();
    const serving = run(['witness', 'serve', '--office', head.key, '--data', place, '--port', '0'], {
      interrupted: leaving.signal,
      onOutput: text => ready.resolve(JSON.parse(text)),
    });
    const {url, key} = await ready.promise;
    expect(await (await fetch(`${url}/v1/witness`)).json()).toEqual({key});
    const {json, exit} = await shop.run(['witness', 'ask', url, '--key', key, '--json']);
    expect({exit, json}).toMatchObject({exit: 0, json: {seq: head.recordOf('T7K')?.seq, key}});
    expect(isSignedBy(key, countersignedText(json.note), json.signature)).toBe(true);
    expect(isSignedBy(head.key, json.note, json.office)).toBe(true);
    const elsewhere = await shop.run(['witness', 'ask', url, '--key', other.publicKey, '--json']);
    expect(elsewhere).toMatchObject({exit: 5, json: {error: 'witness-refused', why: 'key'}});

    const kept = join(shop.home, 'sandbox', 'T7K', 'office.json');
    const older = readFileSync(kept);
    await shop.run(['cash', 'sale', '--amount', '200']);
    await shop.run(['ship', '--once']);
    expect(await shop.run(['witness', 'ask', url])).toMatchObject({exit: 0});
    writeFileSync(kept, older);
    expect(await shop.run(['witness', 'ask', url, '--json'])).toMatchObject({
      exit: 4,
      json: {error: 'witness-differs'},
    });

    for (const [body, status] of [
      ['{}', 422],
      ['x'.repeat(9000), 422],
      [JSON.stringify(signed(1)), 401],
    ] as const)
      expect((await fetch(`${url}/v1/countersign`, {method: 'POST', body})).status).toBe(status);
    expect((await fetch(`${url}/etc/passwd`)).status).toBe(404);
    leaving.abort();
    expect((await serving).exit).toBe(0);
    expect(await shop.run(['witness', 'ask', url, '--json'])).toMatchObject({
      exit: 6,
      json: {error: 'witness-unreachable'},
    });
    expect((await run(['witness', 'serve'], {})).exit).toBe(2);
    expect((await run(['witness', 'serve', '--office', 'short'], {})).exit).toBe(2);
  });
});
