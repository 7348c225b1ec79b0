import {createHmac} from 'node:crypto';
import {closeSync, fdatasyncSync, openSync, writeSync} from 'node:fs';
import {mkdir, open} from 'node:fs/promises';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {Low} from 'lowdb';
import {JSONFile} from 'lowdb/node';
import {folding} from '../../../src/core/books/state.js';
import {businessDate} from '../../../src/core/day/business-day.js';
import type {StoredEvent} from '../../../src/core/events/event.js';
import {storedKey} from '../../../src/till/signing.js';
import {type Journal, openJournal} from '../../../store/journal.js';
import type {Bench, Section} from '../bench.js';
import {tillFolder} from '../homes.js';
import {header, till, writeJournal, zone} from '../journals.js';
import {compare, type Limits, type Row} from '../row.js';
import {paidEvent, paymentEvents} from '../sales.js';

const most = (p50: number): Limits => ({of: 'ratio', unit: 'ms', limits: {p50}});
/** The till writes off its main thread, as a FileHandle does; that alone takes 1.5 times the raw system calls. */
const [ofHandle, ofDatabase] = [most(1.2), most(1.5)];
const segments = 200;
/** For a journal whose till has made none yet. */
const newKey = {
  publicKey: 'A'.repeat(43),
  seal: (text: string) => createHmac('sha256', 'bench').update(text).digest('base64url'),
};

/** Something that an event can be made safe in. */
type Contender = {
  /** What has to be there first, which is not counted. */
  readonly prepare?: () => Promise<unknown>;
  readonly append: () => Promise<unknown>;
  readonly close: () => unknown;
  readonly times: number[];
  /** The microseconds of the processor in all. */
  processor?: number;
};
type Sized = Contender & {readonly events: number};

/** One event made to survive a power cut, at several lengths of the journal, in turns with what else could do it. */
export async function measureAppend(bench: Bench): Promise<Section> {
  const {isQuick, homes} = bench;
  const folder = join(bench.folder, 'append');
  await mkdir(folder);
  const sizes = isQuick ? [0, 2000] : [0, 10_000, 100_000];
  const journals = await Promise.all(sizes.map(events => journalOf(join(folder, `journal-${events}`), events)));
  const ours = [...journals, await journalOf(tillFolder(homes.full), homes.events)];
  const lineBytes = await bytesOfAppend(ours[0]?.journal);
  const raw = rawFile(join(folder, 'raw'), lineBytes);
  const handle = await rawHandle(join(folder, 'handle'), lineBytes);
  const databases = [0, homes.events].map(events => database(join(folder, `events-${events}.db`), {events, lineBytes}));
  await inTurns([...ours, raw, handle, ...databases], isQuick ? 300 : 1500, 100);
  const files = await Promise.all(sizes.map(events => jsonFile(join(folder, `lowdb-${events}.json`), events)));
  for (const file of files) await inTurns([file], isQuick ? 3 : appendsOf(file), 1);
  for (const {close} of [...ours, raw, handle, ...databases]) await close();
  return {
    title: 'Journal append (ms)',
    method:
      `The answer to the last question about a sale, ${lineBytes} bytes, is checked, its customer’s number sealed, chained, written and synced with fdatasync, and its number and hash sealed in ` +
      `head.json, one after the other, into journals of ${segments} segments that are open side by side, in turns with the raw system calls on a file of its ` +
      'own with as many bytes, with the same through a FileHandle (off the main thread, as the till must), and with an ' +
      'INSERT of the same text. lowdb’s own JSONFile comes afterwards, since what it writes would slow the rest.',
    rows: rowsOf(ours, {raw, handle, databases, files}),
    notes: [
      'The till writes and syncs off its main thread, so that a slow disk never holds up a frame: two changes of thread ' +
        'are the difference between the first two lines. The rest is the check of the event, the seal of what names its customer, and its two hashes. What the ' +
        'event then means to the till is not counted.',
    ],
  };
}

type Others = {
  readonly raw: Contender;
  readonly handle: Contender;
  readonly databases: readonly Sized[];
  readonly files: readonly Sized[];
};

function rowsOf(ours: readonly Sized[], {raw, handle, databases, files}: Others): readonly Row[] {
  const [empty] = ours;
  const each = ({processor = 0, times}: Contender) => [processor / 1000 / times.length];
  const ofProcessor = compare({
    what: 'processor time of one event appended to 0',
    ours: empty === undefined ? [] : each(empty),
    reference: 'the same by FileHandle',
    theirs: each(handle),
    shares: [0.5],
    isKept: true,
  });
  return [{...ofProcessor, samples: handle.times.length}, ...rowsOfTimes(ours, {raw, handle, databases, files}, empty)];
}

function rowsOfTimes(
  ours: readonly Sized[],
  {raw, handle, databases, files}: Others,
  empty: Sized | undefined,
): readonly Row[] {
  return ours.flatMap(({events, times}) => {
    const what = `one event appended to ${events.toLocaleString('en')}`;
    const against = (reference: string, other: Contender | undefined, target?: Limits): readonly Row[] =>
      other === undefined
        ? []
        : [compare({what, ours: times, reference, theirs: other.times, ...(target && {target})})];
    const ofSize = (others: readonly Sized[]) => others.find(other => other.events === events);
    return [
      compare({what, ours: times, reference: 'write + fdatasync', theirs: raw.times}),
      ...against('the same by FileHandle', events === 0 ? handle : undefined, ofHandle),
      ...against('node:sqlite, WAL, FULL', ofSize(databases), ofDatabase),
      ...against('lowdb JSONFile, never synced', ofSize(files)),
      ...against('one appended to none', events === ours.at(-1)?.events ? empty : undefined),
    ];
  });
}

/** As many as take a few seconds. */
const appendsOf = ({events}: Sized) => Math.min(200, Math.ceil(400_000 / (events + 1000)));

async function inTurns(contenders: readonly Contender[], rounds: number, warmUps: number): Promise<void> {
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [turn] of contenders.entries()) {
      const contender = contenders[(turn + Math.abs(round)) % contenders.length];
      if (contender === undefined) continue;
      await contender.prepare?.();
      const [begun, before] = [performance.now(), process.cpuUsage()];
      await contender.append();
      if (round < 0) continue;
      contender.times.push(performance.now() - begun);
      const {user, system} = process.cpuUsage(before);
      contender.processor = (contender.processor ?? 0) + user + system;
    }
  }
}

/** The number of the last sale, of which no journal has two, however often it is measured. */
let lastSale = 0;

async function journalOf(folder: string, events: number) {
  const isNew = events > 0 && !folder.endsWith(till);
  if (isNew) await writeJournal(folder, {events, segments, pendingToday: 1, now: Date.now()});
  const journal = await openJournal({
    folder,
    mode: 'write',
    till,
    header,
    businessDate: at => businessDate(at, zone, header.dayStartsAt),
    now: Date.now,
    ...folding,
    key: (await storedKey(folder)) ?? newKey,
  });
  if (events <= 10_000) await journal.verify(); // that what was made for this is what the till would have written
  const prepare = () => {
    lastSale += 1;
    return journal.append(paymentEvents(saleOf(lastSale, true)));
  };
  const append = () => journal.append([paidEvent(saleOf(lastSale))]);
  return {journal, events, prepare, append, close: () => journal.close(), times: [] as number[]};
}

const saleOf = (number: number, isPending = false) => ({
  reference: `T7K${String(number).padStart(12, '0')}`,
  number,
  date: '2026-11-20',
  isPending,
});

async function bytesOfAppend(journal: Journal | undefined): Promise<number> {
  await journal?.append(paymentEvents(saleOf(0)));
  const before = journal?.tail().bytes ?? 0;
  await journal?.append([paidEvent(saleOf(0))]);
  return (journal?.tail().bytes ?? 0) - before;
}

/** The system calls and nothing else, on the main thread. */
function rawFile(path: string, bytes: number): Contender {
  const file = openSync(path, 'a');
  const line = Buffer.alloc(bytes, 'x');
  const append = async () => {
    writeSync(file, line);
    fdatasyncSync(file);
  };
  return {append, close: () => closeSync(file), times: []};
}

async function rawHandle(path: string, bytes: number): Promise<Contender> {
  const file = await open(path, 'a');
  const line = Buffer.alloc(bytes, 'x');
  const append = async () => {
    await file.write(line);
    await file.datasync();
  };
  return {append, close: () => file.close(), times: []};
}

function database(path: string, {events, lineBytes}: {readonly events: number; readonly lineBytes: number}): Sized {
  const file = new DatabaseSync(path);
  file.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE events (seq INTEGER PRIMARY KEY, line TEXT)',
  );
  const line = 'x'.repeat(lineBytes);
  file
    .prepare(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO events SELECT i, ? FROM n WHERE ? > 0',
    )
    .run(events, line, events);
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const insert = file.prepare('INSERT INTO events (line) VALUES (?)');
  return {append: async () => insert.run(line), close: () => file.close(), times: [], events};
}

async function jsonFile(path: string, events: number) {
  const event = {seq: 1, ...paidEvent(saleOf(1))} as unknown as StoredEvent;
  const low = new Low<StoredEvent[]>(
    new JSONFile(path),
    Array.from({length: events}, () => event),
  );
  const append = async () => {
    low.data.push(event);
    await low.write();
  };
  return {append, close: () => undefined, times: [] as number[], events};
}
