import {execFile} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {createServer} from 'node:http';
import {type AddressInfo, createServer as createSocketServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, inject, it, onTestFinished} from 'vitest';
import {harmlessEnvironment, reviewConfinement} from '../../src/commands/review/confinement.js';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import {dateText} from '../../src/core/day/business-day.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {momentFrom, openReview} from '../../src/till/review.js';
import {forAllAsync} from '../hostile/runs.js';
import {temporaryFolder} from '../store/support.js';
import {home, run} from '../terminal/terminal.js';
import {openBusyShop} from '../till/busy-shop.js';
import {run as runHere} from './support.js';

/** What a program might do to the world around it; each says what came of it. */
const probe = `
import {createRequire} from 'node:module';
import net from 'node:net';
import http from 'node:http';
import dgram from 'node:dgram';
import dns from 'node:dns/promises';
import fs from 'node:fs';
import {spawn, execFileSync} from 'node:child_process';
import {Worker} from 'node:worker_threads';
const [, , given] = process.argv;
const {port, socket, exports, journal, outside} = JSON.parse(given);
const told = {};
let thrown = () => undefined; // a refused listener throws beside its event
const settle = (emitter, good) => new Promise((resolve, reject) => {
  emitter.once(good, () => resolve('done'));
  emitter.once('error', reject);
  thrown = reject;
});
const attempt = async (name, act) => {
  try { await act(); told[name] = 'done'; } catch (error) { told[name] = error.cause?.code ?? error.code ?? error.name; }
};
process.on('uncaughtException', error => thrown(error));
await attempt('connect', () => settle(net.connect(port, '127.0.0.1'), 'connect'));
await attempt('unix socket', () => settle(net.connect(socket), 'connect'));
await attempt('http', () => settle(http.get({host: '127.0.0.1', port}), 'response'));
await attempt('fetch', () => fetch('http://127.0.0.1:' + port));
await attempt('lookup', () => dns.lookup('localhost'));
await attempt('resolve', () => Promise.race([dns.resolve4('localhost').catch(error => {
  if (error.code === 'ERR_ACCESS_DENIED') throw error;
})]));
await attempt('listen', async () => { const server = net.createServer(); server.listen(0, '127.0.0.1'); await settle(server, 'listening'); });
await attempt('datagram', () => new Promise((resolve, reject) => {
  const socket = dgram.createSocket('udp4');
  socket.once('error', reject);
  socket.send('x', port, '127.0.0.1', error => (error ? reject(error) : resolve()));
}));
await attempt('spawn', () => settle(spawn(process.execPath, ['-v']), 'exit'));
await attempt('exec', () => execFileSync(process.execPath, ['-v']));
await attempt('replace itself', () => { if (given.includes('"free"')) return; process.execve(process.execPath, [process.execPath, '-v'], {}); });
await attempt('worker', () => settle(new Worker('0', {eval: true}), 'exit'));
await attempt('inspector', async () => (await import('node:inspector')).open(0));
await attempt('sqlite', async () => { const {DatabaseSync} = await import('node:sqlite'); new DatabaseSync(outside + '.db').close(); });
await attempt('write outside', () => fs.writeFileSync(outside, 'x'));
await attempt('write into the journal', () => fs.appendFileSync(journal + '/journal/2026-11-20.jsonl', ''));
await attempt('remove from the journal', () => fs.rmSync(journal + '/journal/2026-11-20.jsonl.copy'));
await attempt('link out of the exports', () => { fs.mkdirSync(exports, {recursive: true}); fs.symlinkSync(outside, exports + '/link'); });
await attempt('read elsewhere', () => fs.readFileSync('/etc/hostname'));
await attempt('read the journal', () => fs.readFileSync(journal + '/journal/2026-11-20.jsonl'));
await attempt('write into the exports', () => { fs.mkdirSync(exports, {recursive: true}); fs.writeFileSync(exports + '/a.csv', 'x'); });
await attempt('write up from the exports', () => fs.writeFileSync(exports + '/../escaped', 'x'));
process.stdout.write(JSON.stringify(told));
process.exit(0);
`;

/** Runs the probe with those options of Node, in the very places that a review is given. */
async function probed(isFree: boolean): Promise<Readonly<Record<string, string>>> {
  const folder = realpathSync(home());
  const [program, journal, exports] = ['program', 'till', 'exports'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(program);
  mkdirSync(join(journal, 'journal'), {recursive: true});
  writeFileSync(join(journal, 'journal/2026-11-20.jsonl'), 'x\n');
  writeFileSync(join(journal, 'journal/2026-11-20.jsonl.copy'), 'x\n');
  writeFileSync(join(program, 'probe.mjs'), probe);
  const server = createServer((_, answer) => answer.end('here')).listen(0, '127.0.0.1');
  const socket = join(folder, 'socket');
  const other = createSocketServer(connection => connection.end()).listen(socket);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    other.close();
  });
  await new Promise(resolve => server.once('listening', resolve));
  const {port} = server.address() as AddressInfo;
  const options = isFree ? [] : reviewConfinement({program, journal, exports});
  const given = JSON.stringify({
    port,
    socket,
    exports,
    journal,
    outside: join(folder, 'outside'),
    ...(isFree && {free: 1}),
  });
  const args = [...options, join(program, 'probe.mjs'), given];
  const {stdout} = await promisify(execFile)(process.execPath, args, {env: {PATH: process.env['PATH'] ?? ''}});
  if (!isFree) expect(readdirSync(folder).sort()).toEqual(['exports', 'program', 'socket', 'till']);
  return JSON.parse(stdout) as Record<string, string>;
}

describe('the process of a review', () => {
  it('cannot connect, resolve names, listen, start programs or threads, or write outside its folder', async () => {
    const {'read the journal': read, 'write into the exports': write, sqlite, ...refused} = await probed(false);
    expect([read, write, sqlite]).toEqual(['done', 'done', 'ERR_UNKNOWN_BUILTIN_MODULE']);
    expect(Object.keys(refused)).toHaveLength(19);
    expect(new Set(Object.values(refused)), JSON.stringify(refused)).toEqual(new Set(['ERR_ACCESS_DENIED']));
  });

  it('could do all of it without those options: the probe is one', async () => {
    const told = await probed(true);
    expect(Object.entries(told).filter(([, result]) => result !== 'done')).toEqual([]);
  });

  it('knows of the environment what a terminal needs, and no key', () => {
    const environment = {
      TERM: 'xterm',
      LC_ALL: 'C',
      DUKA_API_KEY: 'PZ78-secret',
      NODE_OPTIONS: '--allow-net',
      HOME: '/root',
    };
    expect(harmlessEnvironment(environment)).toEqual({TERM: 'xterm', LC_ALL: 'C'});
  });
});

let folder: string;
let whole: readonly StoredEvent[];
let close: () => Promise<void> = async () => undefined;

/** Three days of a shop in which some pay late, some never, and some after an answer was lost. */
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'duka-review-')));
  const shop = await openBusyShop(folder);
  for (const sales of [24, 6]) {
    await shop.sell(sales, 40);
    await shop.untilMorning();
  }
  await shop.sell(5, 20);
  const segments = await shop.journal.segments();
  whole = (await Promise.all(segments.map(day => Array.fromAsync(shop.journal.readSegment(day))))).flat();
  close = () => shop.till.close();
});
afterAll(async () => {
  await close();
  rmSync(folder, {recursive: true, force: true, maxRetries: 3});
});

async function reviewed(place = folder) {
  const review = await openReview(place);
  await review.load(() => undefined);
  return review;
}

/** The journal folded by hand up to an event. */
function foldedTo(seq: number) {
  const state = emptyState();
  foldEvents(
    state,
    whole.filter(event => event.seq <= seq),
  );
  return state;
}

describe('the till as it was', () => {
  it('is the fold of the events up to then', async () => {
    const review = await reviewed();
    expect(review.progress().events).toBe(whole.length);
    await forAllAsync({numRuns: 60}, fc.integer({min: 1, max: whole.length}), async seq => {
      const moment = await review.asOf(seq);
      const {payments, days} = foldedTo(seq);
      const rows = Array.from({length: moment.count}, (_, number) => review.row(number, moment));
      expect(rows.map(({reference, status, badge}) => [reference, status, badge])).toEqual(
        [...payments.values()].map(payment => [payment.reference, payment.status, badgeOf(payment)]),
      );
      for (const row of review.days(moment)) {
        const totals = days.get(row.day);
        expect(row.statuses.get('paid') ?? 0).toBe(totals?.paid ?? 0);
        expect(row.paid.get('KES') ?? 0).toBe(totals?.sums.get('KES')?.minor ?? 0);
      }
      const number = seq % Math.max(1, moment.count);
      if (moment.count === 0) return;
      const {payment, events} = await review.open(number, moment);
      expect(payment).toEqual(payments.get(payment.reference));
      expect(events).toEqual(
        whole.filter(each => each.seq <= seq && 'reference' in each.data && each.data.reference === payment.reference),
      );
    });
  });

  it('can be asked for by the time of a day', async () => {
    const review = await reviewed();
    const [first] = whole.filter(({type}) => type === 'requested');
    const day = first?.at.slice(0, 10) ?? '';
    for (const time of ['08:05', '8:05', '08:07:30', '23:59', '00:00']) {
      const from = Date.parse(`${day}T${time.padStart(5, '0')}+03:00`);
      const end = from + (time.length > 5 ? 1000 : 60_000);
      const seq = whole.filter(({at}) => at.startsWith(day) && Date.parse(at) < end).at(-1)?.seq ?? 0;
      expect((await momentFrom(review, time, day)).seq, time).toBe(seq);
    }
    expect(await momentFrom(review, '00:00', day)).toMatchObject({seq: 0, at: null, count: 0});
    for (const {seq, at} of whole.filter(event => event.at.startsWith(day))) {
      const {hour, minute, second} = Temporal.Instant.from(at).toZonedDateTimeISO('Africa/Nairobi');
      const [minutes, seconds] = [
        [hour, minute],
        [hour, minute, second],
      ].map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'));
      for (const named of [minutes, seconds])
        expect((await momentFrom(review, named ?? '', day)).seq, named).toBeGreaterThanOrEqual(seq);
    }
    for (const wrong of ['', '25:00', '0', 'noon', '14:02:99'])
      await expect(momentFrom(review, wrong, day)).rejects.toMatchObject({code: 'moment-invalid'});
  });
});

describe('duka journal review', () => {
  const reviewing = (...args: readonly string[]) =>
    run(home(), ['journal', 'review', ...args], {DUKA_API_KEY: 'PZ78-secret'});
  const linesOf = (out: string) =>
    out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));

  it('prints days, payments and events of a folder that no till knows, as JSON Lines', async () => {
    const {exit, out} = await reviewing('--folder', folder, '--json');
    expect(exit).toBe(0);
    const [about, ...days] = linesOf(out);
    expect(about).toMatchObject({kind: 'journal', till: 'T7K', events: whole.length, damage: null, asOf: null});
    const counted = foldedTo(whole.length);
    expect(days.map(({day, payments}) => [day, payments])).toEqual(
      [...counted.days.keys()]
        .sort()
        .reverse()
        .map(day => [day, whole.filter(each => each.type === 'requested' && each.data.businessDate === day).length]),
    );
    const {reference} = [...counted.payments.values()][3] ?? {};
    const found = linesOf(
      (await reviewing('--folder', join(folder, 'journal'), '--search', `${reference}`, '--json')).out,
    );
    expect(found.slice(1)).toMatchObject([{kind: 'payment', reference, currency: 'KES', verdict: 'paid'}]);
    const events = linesOf(
      (await reviewing('--folder', folder, '--search', `${reference} completed`, '--events', '--json')).out,
    );
    expect(events.slice(1).every(({kind, data}) => kind === 'event' && data.reference === reference)).toBe(true);
    expect(events.length).toBeGreaterThan(1);
  });

  it('says which moment it shows, also the one before the first event', async () => {
    const [first] = whole;
    const day = first?.at.slice(0, 10) ?? '';
    const before = ['--folder', folder, '--day', day, '--at', '00:00'];
    expect(linesOf((await reviewing(...before, '--json')).out)).toMatchObject([{asOf: {seq: 0, at: null}}]);
    expect((await reviewing(...before)).error).toContain(
      `HISTORY: the till at 00:00 of the business day ${dateText(day, 'en')}: before its first event.\n`,
    );
    expect((await reviewing('--folder', folder, '--at', '1')).error).toMatch(/HISTORY: the till after event 1, /);
  });

  it('follows no link out of its folders', async () => {
    const away = realpathSync(home());
    const copy = join(away, 'copy');
    cpSync(folder, copy, {recursive: true, filter: path => !/lock/.test(path)});
    const [segment = ''] = readdirSync(join(copy, 'journal')).filter(name => name.endsWith('.jsonl'));
    renameSync(join(copy, 'journal', segment), join(away, segment));
    symlinkSync(join(away, segment), join(copy, 'journal', segment));
    const linked = await reviewing('--folder', copy, '--json');
    expect(linked.exit).toBe(7);
    expect(linesOf(linked.out)[0]).toMatchObject({events: 0, damage: {line: 1, why: 'ELOOP'}});
    expect(linked.error).toContain('a link to somewhere else');

    const till = join(away, 'till');
    mkdirSync(till);
    symlinkSync(join(folder, 'journal'), join(till, 'journal'));
    expect(JSON.parse((await reviewing('--folder', till, '--json')).out).error).toBe('review-nothing-there');
    // The folder itself is named by whoever asks, by whatever name.
    symlinkSync(folder, join(away, 'by-another-name'));
    expect((await reviewing('--folder', join(away, 'by-another-name'), '--json')).exit).toBe(0);

    symlinkSync(away, join(away, 'out'));
    const out = await reviewing('--folder', folder, '--out', join(away, 'out'), '--json');
    expect([out.exit, JSON.parse(out.out)]).toMatchObject([5, {error: 'folder-unusable', code: 'ELOOP'}]);
  });

  it('stops at damage, points at it, and leaves with 7', async () => {
    const copy = join(realpathSync(home()), 'stick');
    cpSync(folder, copy, {recursive: true, filter: path => !/lock/.test(path)});
    const [, second = ''] = readdirSync(join(copy, 'journal')).filter(name => name.endsWith('.jsonl'));
    const path = join(copy, 'journal', second);
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[4] = lines[4]?.replace('"till":"T7K"', '"till":"T7X"') ?? '';
    writeFileSync(path, lines.join('\n'));
    const before = readdirSync(copy, {recursive: true});
    const {exit, out, error} = await reviewing('--folder', copy, '--json');
    expect(exit).toBe(7);
    const damage = {segment: second.slice(0, 10), line: 5, why: 'wrong-hash'};
    const [about, ...days] = linesOf(out);
    expect(about.damage).toEqual(damage);
    expect(days.map(({state}) => state)).toEqual(['unread', 'damaged', 'whole']);
    expect(error).toContain(`Damaged in ${damage.segment}, line 5: it is not what was written.`);
    expect(readdirSync(copy, {recursive: true})).toEqual(before);
  });

  it('writes nothing, says so, and needs neither settings nor a lock', async () => {
    const place = realpathSync(home());
    const {exit, error} = await run(place, ['journal', 'review', '--folder', folder]);
    expect([exit, error]).toEqual([0, 'Uses no network and writes only what you export.\n']);
    expect(readdirSync(place)).toEqual([]);
  });

  it('says in one line what it cannot be asked', async () => {
    expect(await reviewing('--folder', temporaryFolder(), '--json')).toMatchObject({
      exit: 2,
      error: expect.stringMatching(/^✗ No journal in/),
    });
    expect(await reviewing('--folder', folder, '--at', 'noon')).toMatchObject({exit: 2, out: ''});
    expect(await reviewing('--folder', '/tmp/a*')).toMatchObject({exit: 5});
  });

  it('starts the confined process with what was asked, and never works outside of it', async () => {
    const told: unknown[] = [];
    const startConfined = async (what: unknown) => {
      told.push(what);
      return 0 as const;
    };
    const environment = {DUKA_HOME: home(), DUKA_API_KEY: 'PZ78-secret', TERM: 'vt220'};
    await runHere(['journal', 'review', '--folder', 'copy', '--out', 'there', '--search=-5', '--json'], {
      environment,
      startConfined,
    });
    expect(told).toEqual([
      {
        journal: join(process.cwd(), 'copy'),
        exports: join(process.cwd(), 'there'),
        words: [
          'journal',
          'review',
          '--search=-5',
          `--folder=${join(process.cwd(), 'copy')}`,
          `--out=${join(process.cwd(), 'there')}`,
          '--lang=en',
          '--json',
        ],
        environment: {TERM: 'vt220'},
      },
    ]);
    expect(existsSync('there')).toBe(false);
    expect(inject('duka')).toMatch(/duka\.js$/);
  });
});
