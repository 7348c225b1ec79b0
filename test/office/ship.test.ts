import {appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {exitCodes} from '../../src/core/problem.js';
import type {World} from '../../src/core/world.js';
import {JournalLines} from '../../src/shipper/journal-lines.js';
import {readStanding, type ShipperStanding} from '../../src/shipper/kept.js';
import {runShipper} from '../../src/shipper/run.js';
import {type Shipped, ship} from '../../src/shipper/ship.js';
import {officeProblem} from '../../src/till/office.js';
import {machine} from '../../src/world.js';
import {type Disk, nodeDisk} from '../../store/disk.js';
import {segmentPath} from '../../store/segment.js';
import {startOffice} from './office.js';
import {joined, shopJournal} from './support.js';

async function shop() {
  const office = await startOffice();
  onTestFinished(() => office.close());
  const journal = await shopJournal();
  const till = await joined(journal.folder, office);
  const standing = () => readStanding(journal.folder, office.key);
  return {office, journal, standing, ...till};
}

const troubleOf = (shipped: Shipped) => (shipped.kind === 'trouble' ? shipped.trouble : shipped.kind);

describe('the shipper', () => {
  it('sends the journal to its last byte, over several days, and nothing twice', async () => {
    const {office, journal, shipOnce, standing} = await shop();
    await journal.sell(700); // more than one request takes
    journal.clock.set('2026-11-21T12:00:00Z');
    await journal.sell(3);
    journal.clock.set('2026-11-23T12:00:00Z');
    await journal.sell(2);
    expect(await shipOnce()).toEqual({kind: 'all'});
    expect(office.bytesOf('T7K')).toBe(journal.bytes());
    const {seq, head} = journal.tail();
    expect(await standing()).toMatchObject({seq, head, trouble: null, rolledBack: null});
    const before = office.requests.length;
    expect(await shipOnce()).toEqual({kind: 'all'});
    expect(office.requests.slice(before).map(({method}) => method)).toEqual(['GET', 'GET']); // a nonce, and where it stands
    expect(office.incidents).toEqual([]);
    expect(statSync(join(journal.folder, 'office.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(journal.folder, 'office-key.pem')).mode & 0o777).toBe(0o600);
  });

  it('sends the journal though a full disk keeps it from saying how it stands', async () => {
    const {office, journal, shipOnce, standing} = await shop();
    await journal.sell(3);
    mkdirSync(join(journal.folder, 'office.json'));
    expect(await shipOnce()).toEqual({kind: 'all'});
    expect(office.bytesOf('T7K')).toBe(journal.bytes());
    expect(await standing()).toBeUndefined();
  });

  it('waits for a disk that does not give its lines, and says so', async () => {
    const {office, journal, shipper, standing} = await shop();
    await journal.sell(3);
    let failures = 3;
    const open: Disk['open'] = async (path, mode) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('an unreadable sector'), {code: 'EIO'});
      return nodeDisk.open(path, mode);
    };
    const lines = new JournalLines(journal.folder, {...nodeDisk, open});
    expect(await ship(await shipper({lines}))).toEqual({kind: 'trouble', trouble: 'unreadable', detail: 'EIO'});
    expect((await standing())?.trouble).toMatchObject({kind: 'unreadable'});
    const leaving = new AbortController();
    const onStanding = ({seq}: ShipperStanding) => seq === journal.tail().seq && leaving.abort();
    await ship(await shipper({lines, once: false, signal: leaving.signal, onStanding}));
    expect(office.bytesOf('T7K')).toBe(journal.bytes());
    expect((await standing())?.trouble).toBeNull();
  });

  it('sends what is sold while it runs, and stops when it is told to', async () => {
    const {office, journal, shipper} = await shop();
    await journal.sell(1);
    const leaving = new AbortController();
    const heard = Promise.withResolvers<void>();
    const running = ship(
      await shipper({once: false, signal: leaving.signal, onStanding: ({seq}) => seq === 7 && heard.resolve()}),
    );
    await journal.sell(5);
    await heard.promise;
    leaving.abort();
    expect(await running).toEqual({kind: 'stopped'});
    expect(office.bytesOf('T7K')).toBe(journal.bytes());
  });

  it('says from the first request to its end that it is at work, so that no second one is started', async () => {
    const {office, journal, shipper, standing} = await shop();
    await journal.sell(3);
    const seen: unknown[] = [];
    office.behave(() => {
      seen.push(JSON.parse(readFileSync(join(journal.folder, 'office.json'), 'utf8')).atWork?.pid);
      return undefined;
    });
    await ship(await shipper());
    expect(new Set(seen)).toEqual(new Set([process.pid]));
    expect(await standing()).not.toHaveProperty('atWork');
  });

  it('sends what was sold when it was about to end, since nobody starts another one then', async () => {
    const {office, journal, shipper, standing} = await shop();
    await journal.sell(3);
    const parts = await shipper();
    let looks = 0;
    const {lines} = parts;
    const read = lines.standing.bind(lines);
    lines.standing = async () => {
      const found = await read();
      looks += 1;
      if (looks === 2) await journal.sell(1); // the last look of what it sends
      return found;
    };
    expect(await ship(parts)).toEqual({kind: 'all'});
    expect(office.bytesOf('T7K')).toBe(journal.bytes());
    expect(await standing()).not.toHaveProperty('atWork');
  });

  it('ends by itself though the office never answers, if it was given a time', async () => {
    const {journal, own} = await shop();
    await journal.sell(3);
    const silent = createServer();
    const url = await new Promise<string>(resolve => {
      silent.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`));
    });
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const asked = new Promise(resolve => silent.once('request', resolve));
    const world: World = {
      ...machine,
      sleep: async (milliseconds, signal) => {
        if (milliseconds !== 120_000) return machine.sleep(milliseconds, signal);
        await asked;
      },
    };
    const {shop: name, office, till} = own;
    const told = {folder: journal.folder, url, shop: name, office, till, once: true, endsAfter: 120_000} as const;
    const parts = {world, signal: new AbortController().signal, write: () => undefined, complain: () => undefined};
    expect(await runShipper({...told, untilInputEnds: false, tells: 'nothing'}, parts)).toBe(exitCodes.interrupted);
  });

  it('never sends what the disk may take back: a torn line, nor one beyond what the till says it has', async () => {
    const {office, journal, shipOnce} = await shop();
    await journal.sell(3);
    const whole = journal.bytes();
    const path = segmentPath(journal.folder, '2026-11-20');
    const last = whole.split('\n').at(-2) ?? '';
    appendFileSync(path, `${last.replace('"seq":4', '"seq":5')}\n{"seq":6,`);
    expect(await shipOnce()).toEqual({kind: 'all'});
    expect(office.bytesOf('T7K')).toBe(whole);
  });

  it.each<[string, {http: number; body: object; headers?: Record<string, string>}, string]>([
    ['a proxy’s page', {http: 200, body: Buffer.from('<html>Sign in to the Wi-Fi</html>')}, 'unclear'],
    ['a gateway', {http: 502, body: {}}, 'unclear'],
    ['a queue that is full', {http: 503, body: {}, headers: {'retry-after': '7'}}, 'busy'],
    ['too many requests', {http: 429, body: {}}, 'busy'],
    ['a key that is no longer let in', {http: 401, body: {why: 'revoked'}}, 'refused'],
    ['lines that it takes for damaged', {http: 422, body: {line: 2, why: 'wrong-hash'}}, 'damaged'],
    [
      'a position that nobody has signed',
      {http: 200, body: {seq: 2, head: 'a'.repeat(64), branches: [], known: true}},
      'unclear',
    ],
    [
      'a position under another’s signature',
      {
        http: 200,
        body: {seq: 1, head: 'a'.repeat(64), branches: [], known: true, checkpoint: {note: 'x', signature: 'AAAA'}},
      },
      'unclear',
    ],
    ['a flood', {http: 200, body: Buffer.alloc(1_000_000, ' ')}, 'unreachable'],
  ])('is told of %s, keeps no checkpoint, and gets through afterwards', async (_, answer, trouble) => {
    const {office, journal, shipOnce, standing} = await shop();
    await journal.sell(2);
    office.behave(({path}) => (path === '/v1/nonce' ? undefined : answer));
    expect(troubleOf(await shipOnce())).toBe(trouble);
    expect(await standing()).toMatchObject({checkpoint: null, trouble: {kind: trouble}});
    office.behave(() => undefined);
    expect(await shipOnce()).toEqual({kind: 'all'});
    expect(await standing()).toMatchObject({seq: 3, trouble: null});
    expect(office.bytesOf('T7K')).toBe(journal.bytes());
  });

  it('halves what is too large until it fits', async () => {
    const {office, journal, shipOnce} = await shop();
    await journal.sell(200);
    const sizes: number[] = [];
    office.behave(({method}) => {
      const refuses = method === 'PUT' && sizes.length < 3;
      if (method === 'PUT') sizes.push(1);
      return refuses ? {http: 413, body: {}} : undefined;
    });
    expect(await shipOnce()).toEqual({kind: 'all'});
    expect(office.bytesOf('T7K')).toBe(journal.bytes());
    expect(sizes.length).toBeGreaterThan(5);
  });

  it('finds an office that was put back, and gives it again what it had', async () => {
    const {office, journal, shipOnce, standing} = await shop();
    await journal.sell(9);
    await shipOnce();
    office.rollBack('T7K', 4);
    expect(await shipOnce()).toEqual({kind: 'all'});
    expect(office.bytesOf('T7K')).toBe(journal.bytes());
    const found = await standing();
    expect(found).toMatchObject({seq: 10, rolledBack: {from: 10, to: 4}, trouble: null});
    if (found === undefined) throw new Error('nothing was kept');
    const at = Date.parse(found.rolledBack?.at ?? '');
    expect(officeProblem(found, at)).toMatchObject({code: 'office-rolled-back', facts: {from: 10, to: 4}});
    expect(officeProblem(found, at + 8 * 86_400_000)).toBeUndefined(); // told long enough
    expect(office.incidents.map(({kind}) => kind)).toEqual(['office-rolled-back']);
  });

  it('says when the till has less than the office, and leaves both as they are', async () => {
    const {office, journal, shipOnce, standing} = await shop();
    await journal.sell(4);
    await journal.close();
    const older = `${journal.folder}-older`;
    cpSync(journal.folder, older, {recursive: true});
    onTestFinished(() => rmSync(older, {recursive: true, force: true}));
    await journal.open();
    await journal.sell(4);
    await shipOnce();
    const whole = journal.bytes();
    await journal.close();
    rmSync(journal.folder, {recursive: true});
    cpSync(older, journal.folder, {recursive: true});
    expect(troubleOf(await shipOnce())).toBe('till-behind');
    expect(await standing()).toMatchObject({trouble: {kind: 'till-behind', detail: '9'}});
    expect(office.bytesOf('T7K')).toBe(whole);
    expect(office.incidents.map(({kind}) => kind)).toEqual(['rolled-back']);
    // It sells on: the office keeps that apart.
    await journal.open();
    await journal.sell(7);
    expect(troubleOf(await shipOnce())).toBe('forked');
    const kept = await standing();
    expect(kept && officeProblem(kept, 0)).toMatchObject({code: 'office-forked'});
    expect(office.bytesOf('T7K')).toBe(whole);
    expect(`${whole.split('\n').slice(0, 5).join('\n')}\n${office.bytesOf('T7K', 1)}`).toBe(journal.bytes());
    expect([...new Set(office.incidents.map(({kind}) => kind))]).toEqual(['rolled-back', 'forked']);
  });

  it('takes a newest line that a power cut has put back for no rollback', async () => {
    const {office, journal, shipOnce} = await shop();
    await journal.sell(2);
    const head = readFileSync(join(journal.folder, 'head.json'));
    await journal.sell(2);
    await shipOnce();
    writeFileSync(join(journal.folder, 'head.json'), head);
    expect(await shipOnce()).toEqual({kind: 'all'});
    expect(office.incidents).toEqual([]);
  });

  it('believes nothing that was kept about another office, or by another hand', async () => {
    const {office, journal, shipOnce, standing} = await shop();
    await journal.sell(2);
    await shipOnce();
    const path = join(journal.folder, 'office.json');
    const kept = readFileSync(path, 'utf8');
    for (const changed of ['', '{}', kept.slice(0, -20), kept.replace('duka.head/1', 'duka.head/2')]) {
      writeFileSync(path, changed);
      expect(await shipOnce()).toEqual({kind: 'all'});
      expect(await standing()).toMatchObject({seq: 3, trouble: null});
    }
    expect(office.incidents).toEqual([]);
    expect(await readStanding(journal.folder, 'x'.repeat(43))).toBeUndefined();
  });

  it('tells of a journal that was cut behind its back, and sends none of it', async () => {
    const {office, journal, shipOnce} = await shop();
    await journal.sell(2);
    await shipOnce();
    const had = office.bytesOf('T7K');
    await journal.sell(2);
    const path = segmentPath(journal.folder, '2026-11-20');
    const text = readFileSync(path, 'utf8');
    truncateSync(path, 0);
    writeFileSync(path, text.replaceAll('"seq":4', '"seq":9'));
    expect(troubleOf(await shipOnce())).toBe('damaged');
    expect(office.bytesOf('T7K')).toBe(had);
  });
});
