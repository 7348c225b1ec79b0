import {chmod, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {constants, zstdCompressSync} from 'node:zlib';
import {newTill} from '../../../src/core/office/accept.js';
import {offeredLines, uploadBytesMax} from '../../../src/core/office/chain.js';
import {dictionary} from '../../../src/core/office/dictionary.js';
import {CommitQueue} from '../../../src/office/commit.js';
import {type Database, openDatabase} from '../../../src/office/database.js';
import {decideRequest} from '../../../src/office/journals.js';
import {OfficeSeal} from '../../../src/office/person/secrets.js';
import {Projector} from '../../../src/office/projector.js';
import {unpacked} from '../../../src/office/server.js';
import {freshnessOf, statusOf} from '../../../src/office/status.js';
import {machine} from '../../../src/world.js';
import {genesis, hashAfter} from '../../../store/line.js';
import {segmentFolder} from '../../../store/segment.js';
import type {Bench, Section} from '../bench.js';
import {writeJournal} from '../journals.js';
import {compare, type Limits, type Row, type Times, timed} from '../row.js';
import {measureOfficeBooks} from './office-books.js';
import {measureFlood, measureTillOfOffice} from './office-till.js';

/** Lines that a till sends at once, as it has them. */
type Upload = {readonly prev: string; readonly bytes: Buffer; readonly packed: Buffer; readonly last: number};
type Measured = {readonly database: Database; readonly uploads: readonly Upload[]; readonly isQuick: boolean};

const shop = 'bench';
const shared = Buffer.from(dictionary.text);
/** As a till packs them. */
const level = {[constants.ZSTD_c_compressionLevel]: 9};
const atMost = (limits: Readonly<Record<string, number>>, of: Limits['of'] = 'value', unit = 'ms'): Limits => ({
  of,
  unit,
  limits,
});
const alone = [0.5] as const;

/** What an office does with the journals of its tills, beside what the same database does with the same bytes and nothing else. */
export async function measureOffice(bench: Bench): Promise<Section> {
  const {folder, isQuick, programs} = bench;
  const journal = join(folder, 'office-journal');
  await writeJournal(journal, {events: isQuick ? 500 : 5000, segments: 5, pendingToday: 1, now: Date.now()});
  const lines = await linesOf(journal);
  const uploads = uploadsOf(lines, uploadBytesMax);
  // Beside everything else that is measured: its user may not enter the folder of a run.
  const home = await mkdtemp(join(tmpdir(), 'duka-bench-office-'));
  try {
    const begun = performance.now();
    let database = await openDatabase({home, url: undefined});
    const cold = performance.now() - begun;
    const measured = {database, uploads, isQuick};
    const rows = [
      ...(await acceptRows(measured, lines, home)),
      ...(await liveRows(measured, lines, 'L')),
      ...(await backlogRows(measured, lines)),
      ...(await questionRows(measured)),
    ];
    const recovered = await recoveryOf(database, home);
    await database.close();
    const again = performance.now();
    database = await openDatabase({home, url: undefined});
    const started = performance.now() - again;
    await database.close();
    const once = (what: string, ms: number, limit: number): Row =>
      compare({what, ours: [ms], reference: '', theirs: [], shares: alone, target: atMost({p50: limit})});
    return {
      title: 'Head office (ms)',
      method:
        `An embedded PostgreSQL. ${tillsOf(isQuick)} tills offer ${lines.length.toLocaleString('en')} events each in requests of 256 KB; every request is unpacked, every line parsed for its number and hashed, ` +
        'and the request kept as its till has packed it and committed with the till’s row, by the commit queue that serves tills. Times are for 1,000 events, in turns with a COPY of the same lines from a file on the ' +
        'server’s own disk into a table without an index; rows are made while more is accepted, as an office does. HTTP and signatures are not counted, nor what reads the file.',
      rows: [
        ...rows,
        once('first start, files made', cold, 3000),
        once('start', started, 3000),
        once('serving again after a kill', recovered, 5000),
        ...(await measureOfficeBooks({isQuick, programs})),
        ...(await measureTillOfOffice(bench)),
        ...(await measureFlood({isQuick, programs})),
      ],
      notes: [
        'In a profile, 1,000 events take a processor 4.5 ms to be accepted, two fifths of it the hashes of their lines and their unpacking; to read and fold them and to make their rows takes 16 ms of the office’s one thread, a quarter of it ' +
          'to parse them and a sixth to clear up after it, and to write the rows 6 of PostgreSQL: the thread is the limit.',
        'Seen means that the rows of a payment are in the tables that the office’s commands read; 200 tills sell at once, four events a payment.',
      ],
    };
  } finally {
    await rm(home, {recursive: true, force: true});
  }
}

const tillsOf = (isQuick: boolean) => (isQuick ? 4 : 20);

async function linesOf(journal: string): Promise<readonly string[]> {
  const names = (await readdir(segmentFolder(journal))).filter(name => name.endsWith('.jsonl')).sort();
  const texts = await Promise.all(names.map(name => readFile(join(segmentFolder(journal), name), 'utf8')));
  return texts.join('').trimEnd().split('\n');
}

const hashIn = (line: string): string => /"hash":"([0-9a-f]{64})"\}$/.exec(line)?.[1] ?? '';

function uploadsOf(lines: readonly string[], most: number): readonly Upload[] {
  const found: Upload[] = [];
  let [prev, first, size] = [genesis.head, 0, 0];
  for (const [at, line] of lines.entries()) {
    size += Buffer.byteLength(line) + 1;
    const next = lines[at + 1];
    if (next !== undefined && size + Buffer.byteLength(next) < most) continue;
    const bytes = Buffer.from(`${lines.slice(first, at + 1).join('\n')}\n`);
    found.push({prev, bytes, packed: zstdCompressSync(bytes, {dictionary: shared, params: level}), last: at + 1});
    [prev, first, size] = [hashIn(line), at + 1, 0];
  }
  return found;
}

async function joinTills(database: Database, tills: readonly string[]): Promise<void> {
  for (const till of tills) {
    const record = newTill(shop, till, 'key');
    await database.query('insert into till (shop, till, seq, head, record) values ($1, $2, $3, $4, $5)', [
      ...[shop, till, record.seq, record.head, JSON.stringify(record)],
    ]);
  }
}

async function send(
  {group, projector}: Pick<Office, 'group'> & Partial<Office>,
  till: string,
  {prev, bytes: sent, packed}: Upload,
): Promise<void> {
  const bytes = unpacked(packed, true);
  if (bytes.length !== sent.length) throw new Error('not what was packed');
  const upload = {key: 'key', asked: {seq: 0, turns: 0}, prev, read: offeredLines(bytes, prev, hashAfter)};
  await group.run(
    async client => {
      const decision = await decideRequest(client, {shop, till}, {upload, packed}, Date.now());
      if (decision?.answer.kind !== 'kept') throw new Error(`not kept: ${JSON.stringify(decision?.answer)}`);
    },
    {bytes: bytes.length, partition: till},
  );
  projector?.notice({shop, till}, bytes.length);
}

/** Whole journals, at one and at four connections, with and without their rows. */
async function acceptRows(
  {database, uploads, isQuick}: Measured,
  lines: readonly string[],
  home: string,
): Promise<readonly Row[]> {
  const file = join(home, 'lines.csv');
  const quoted = (line: string) => `"${line.replaceAll('"', '""')}"`;
  await writeFile(file, lines.map(line => `T7K,${quoted(line)}\n`).join(''));
  await chmod(file, 0o644);
  const copies = tillsOf(isQuick);
  const thousands = (copies * lines.length) / 1000;
  const rows: Row[] = [];
  for (const connections of [1, 4]) {
    const [accepted, copied, projected]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < (isQuick ? 1 : 3); round += 1) {
      await database.query('create table raw_line (till text, line text)');
      const copying = performance.now();
      await inParallel(connections, copies, () => database.query(`copy raw_line from '${file}' with (format csv)`));
      copied.push((performance.now() - copying) / thousands);
      await database.query('drop table raw_line');
      const accept = async (prefix: string, projector?: Projector) => {
        const tills = Array.from({length: copies}, (_, at) => `${prefix}${connections}R${round}N${at}`);
        await joinTills(database, tills);
        const groups = Array.from({length: connections}, () => new CommitQueue(database, machine));
        const begun = performance.now();
        await Promise.all(
          tills.map(async (till, number) => {
            const group = groups[number % connections] as CommitQueue;
            for (const upload of uploads) await send({group, ...(projector && {projector})}, till, upload);
          }),
        );
        await projector?.retry(); // all that it was told of is done with it
        return (performance.now() - begun) / thousands;
      };
      accepted.push(await accept('C'));
      if (connections === 1) projected.push(await accept('P', new Projector(database, machine)));
    }
    const against = (what: string, ours: Times, most: number) =>
      compare({
        what: `${what}, ${connections} at once`,
        ours,
        reference: 'COPY of the same lines',
        theirs: copied,
        shares: alone,
        target: atMost({p50: most}, 'ratio'),
      });
    rows.push(against('1,000 events accepted', accepted, 1));
    if (connections === 1) rows.push(against('1,000 events accepted and their rows made', projected, 3.33));
  }
  return rows;
}

async function inParallel(connections: number, times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({length: connections}, async () => {
      for (; left > 0; ) {
        left -= 1;
        await work();
      }
    }),
  );
}

type Office = {readonly group: CommitQueue; readonly projector: Projector};

/** Tills that come back with what they have kept, while the others sell. */
async function backlogRows({database, uploads, isQuick}: Measured, lines: readonly string[]): Promise<readonly Row[]> {
  const office = {group: new CommitQueue(database, machine), projector: new Projector(database, machine)};
  const away = Array.from({length: isQuick ? 20 : 200}, (_, at) => `B${at}`);
  await joinTills(database, away);
  const leaving = new AbortController();
  const begin = Promise.withResolvers<void>();
  const selling = liveRows({database, uploads, isQuick}, lines, 'M', {
    office,
    until: leaving.signal,
    onBegun: begin.resolve,
  });
  await begin.promise;
  const begun = performance.now();
  await Promise.all(
    away.map(async till => {
      for (const upload of uploads) await send(office, till, upload);
    }),
  );
  const all = uploads.at(-1)?.last ?? 0;
  const left = () =>
    database.query(
      "select 1 from till left join till_fold using (shop, till) where till like 'B%' and coalesce(till_fold.seq, 0) < $1 limit 1",
      [all],
    );
  while ((await left()).length > 0) await machine.sleep(50);
  const took = performance.now() - begun;
  leaving.abort();
  const events = away.length * all;
  const what = `of ${away.length} tills with ${events.toLocaleString('en')} events kept through an outage, 1,000 events and their rows`;
  const perThousand = compare({
    what,
    ours: [(took / events) * 1000],
    reference: '',
    theirs: [],
    shares: alone,
    target: atMost({p50: 20}),
  });
  return [perThousand, ...(await selling)];
}

/**
 * Payments of 200 tills as they are made: from the request to what the office's commands read. `beside` is an office that has other work until it says
 * that this is over.
 */
async function liveRows(
  {database, isQuick}: Measured,
  lines: readonly string[],
  prefix: string,
  beside?: {readonly office: Office; readonly until: AbortSignal; readonly onBegun: () => void},
): Promise<readonly Row[]> {
  const single = uploadsOf(lines, 4000);
  const tills = Array.from({length: 200}, (_, at) => `${prefix}${at}`);
  await joinTills(database, tills);
  const {group, projector} = beside?.office ?? {
    group: new CommitQueue(database, machine),
    projector: new Projector(database, machine),
  };
  const [acknowledged, seen]: [number[], number[]] = [[], []];
  const waiting = new Map<string, {readonly last: number; readonly begun: number}[]>();
  const next = new Map<string, number>();
  const end = performance.now() + (isQuick ? 2000 : 15_000);
  const isAtEnd = () => beside?.until.aborted ?? performance.now() >= end;
  let isOver = false;
  const watching = (async () => {
    while (!isOver || [...waiting.values()].some(list => list.length > 0)) {
      const rows = await database.query<{till: string; seq: number}>(
        'select till, seq from till_fold where till like $1',
        [`${prefix}%`],
      );
      const now = performance.now();
      for (const {till, seq} of rows) {
        const list = waiting.get(till) ?? [];
        while ((list[0]?.last ?? Number.MAX_SAFE_INTEGER) <= seq) seen.push(now - (list.shift()?.begun ?? now));
      }
      await machine.sleep(5);
    }
  })();
  const sending = new Map<string, Promise<void>>();
  let events = 0;
  const start = performance.now();
  beside?.onBegun();
  for (let number = 0; !isAtEnd(); number += 1) {
    const till = tills[number % tills.length] ?? '';
    const upload = single[next.get(till) ?? 0];
    if (upload === undefined) break;
    const before = single[(next.get(till) ?? 0) - 1]?.last ?? 0;
    next.set(till, (next.get(till) ?? 0) + 1);
    events += upload.last - before;
    const begun = performance.now();
    waiting.set(till, [...(waiting.get(till) ?? []), {last: upload.last, begun}]);
    // A till has one request on its way, and the next waits for its answer.
    const sent = (sending.get(till) ?? Promise.resolve())
      .then(() => send({group, projector}, till, upload))
      .then(() => void acknowledged.push(performance.now() - begun));
    sent.catch(() => undefined); // it is waited for at the end
    sending.set(till, sent);
    const due = start + (events / 800) * 1000;
    await machine.sleep(Math.max(0, due - performance.now()));
  }
  await Promise.all(sending.values());
  isOver = true;
  await watching;
  await projector.stop();
  const row = (what: string, ours: Times, target?: Limits) =>
    compare({
      what: `${what}, 800 events a second${beside ? ' while those come back' : ''}`,
      ours,
      reference: '',
      theirs: [],
      ...(target && {target}),
    });
  return [row('acknowledged', acknowledged), row('seen', seen, atMost(beside ? {p99: 3000} : {p50: 300, p99: 1000}))];
}

/** What people ask, of an office of 2,500 tills. */
async function questionRows({database, isQuick}: Measured): Promise<readonly Row[]> {
  await database.query(
    `insert into till (shop, till, seq, head, record) select 'other', 'Q' || each, 0, '', record from till, generate_series(1, 2500) as each
     where till = 'L0'`,
  );
  await database.query("insert into shop (name) values ($1), ('other')", [shop]);
  const seal = new OfficeSeal({privateKey: 'of the bench'});
  const page = await timed(isQuick ? 5 : 100, async () => {
    await freshnessOf(database, {now: Date.now(), seal});
    await statusOf(database, {disk: undefined, now: Date.now(), seal});
  });
  return [compare({what: 'how 2,500 tills stand', ours: page, reference: '', theirs: [], target: atMost({p99: 50})})];
}

async function recoveryOf(database: Database, home: string): Promise<number> {
  const startedAt = async () => (await database.query('select pg_postmaster_start_time()::text as at'))[0]?.['at'];
  const before = await startedAt();
  const pid = Number((await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const begun = performance.now();
  process.kill(pid, 'SIGKILL');
  for (;;) {
    const now = await startedAt().catch(() => before);
    if (now !== before) return performance.now() - begun;
    await machine.sleep(10);
  }
}
