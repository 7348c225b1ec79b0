import {expect, it} from 'vitest';
import {openJournal} from '../../store/journal.js';
import {type ChainLink, chainLine, genesis} from '../../store/line.js';
import {stride} from '../hostile/runs.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, collect, options, problemOf, reference, requested, resolved, sent} from './support.js';

const path = '/till/journal/2026-11-20.jsonl';
const noon = Temporal.Instant.from('2026-11-20T12:00:00Z').epochMilliseconds;

async function threeDays() {
  const disk = new MemoryDisk();
  const clock = clockAt('2026-11-20T12:00:00Z');
  const write = options('/till', {disk, now: () => clock.now});
  const journal = await openJournal(write);
  await journal.append([requested(1), sent(1)]);
  clock.set('2026-11-21T12:00:00Z');
  await journal.append([requested(2), resolved(1)]);
  clock.set('2026-11-22T12:00:00Z');
  await journal.append([sent(2)]);
  await journal.close();
  return {disk, write};
}

/** A disk with one segment of these lines, chained as a Duka would that knows what they mean. */
function segmentOf(...drafts: readonly {readonly type: string; readonly data: unknown; readonly v?: number}[]) {
  const header = {...options('').header, businessDate: '2026-11-20', previousSegment: null, previousHead: null};
  let link: ChainLink = genesis;
  const lines = [{type: 'segment-opened', data: header}, ...drafts].map(draft => {
    const line = chainLine(link, noon, {
      till: 'T7K',
      person: 'cashier',
      type: draft.type,
      data: JSON.stringify(draft.data),
    });
    link = {seq: link.seq + 1, head: JSON.parse(line).hash};
    return line;
  });
  return diskWith(Buffer.from(`${lines.join('\n')}\n`));
}

function diskWith(bytes: Buffer): MemoryDisk {
  const disk = new MemoryDisk();
  disk.files.set(path, {bytes, synced: bytes.length});
  return disk;
}

it('finds a flipped bit, wherever it stands, in the right line; only the very last newline reads as torn', {
  tags: ['thorough'],
}, async () => {
  const disk = new MemoryDisk();
  const journal = await openJournal(options('/till', {disk}));
  for (let number = 1; number < 25; number += 1)
    await journal.append([number % 5 === 0 ? requested(number) : sent(number)]);
  await journal.close();
  const whole = disk.files.get(path)?.bytes ?? Buffer.alloc(0);
  let line = 1;
  for (let position = 0; position < whole.length; position += 1) {
    const byte = whole[position] ?? 0;
    const isTried = position % stride === 0 || whole.length - position < 8;
    for (const bit of isTried ? [position % 8, (position + 3) % 8] : []) {
      const flipped = Buffer.from(whole);
      flipped[position] = byte ^ (1 << bit);
      const opening = openJournal(options('/till', {disk: diskWith(flipped)}));
      if (position === whole.length - 1) {
        expect((await opening).opening.tornBytes).toBeGreaterThan(200);
        await (await opening).close();
      } else {
        expect(await problemOf(opening)).toMatchObject({code: 'journal-damaged', segment: '2026-11-20', line});
      }
    }
    if (byte === 10) line += 1;
  }
});

it.each([
  ['is empty', () => Buffer.alloc(0), 1],
  ['lacks its last newline', (bytes: Buffer) => bytes.subarray(0, -1), 3],
] as const)('finds a closed day that %s', async (_, change, line) => {
  const {disk, write} = await threeDays();
  const bytes = change(disk.files.get(path)?.bytes ?? Buffer.alloc(0));
  const journal = await openJournal({...write, mode: 'read'});
  disk.files.set(path, {bytes, synced: bytes.length});
  expect(await problemOf(journal.verify())).toEqual({
    code: 'journal-damaged',
    segment: '2026-11-20',
    line,
    why: 'torn',
  });
});

it('finds a line that is missing, doubled or moved', async () => {
  const disk = segmentOf(...[1, 2, 3, 4].map(number => ({type: 'sent', data: {reference: reference(number)}})));
  const lines = disk.files.get(path)?.bytes.toString().trimEnd().split('\n') ?? [];
  const [a = '', b = '', c = '', d = '', e = ''] = lines;
  const openingOf = async (...some: string[]) =>
    (await problemOf(openJournal(options('/till', {disk: diskWith(Buffer.from(`${some.join('\n')}\n`))})))).line;
  expect(await openingOf(a, c, d, e)).toBe(2);
  expect(await openingOf(a, b, b, c, d, e)).toBe(3);
  expect(await openingOf(a, b, d, c, e)).toBe(3);
  expect(await openingOf(b, c, d, e)).toBe(1);
  expect(await openingOf(a, b, '', c)).toBe(3);
});

it.each([
  ['not-json', (body: string) => body.replace('{"seq":2', '{seq:2')],
  ['not-an-event', (body: string) => body.replace('"person":"cashier",', '')],
  ['not-an-event', (body: string) => body.replace(/"data":.*$/, '"data":null}')],
  ['wrong-number', (body: string) => body.replace('"seq":2', '"seq":3')],
] as const)('says %s of a line whose hash was made to fit', async (why, change) => {
  const {hash} = await import('node:crypto');
  const disk = segmentOf({type: 'sent', data: {reference: reference(1)}});
  const [header = '', second = ''] = disk.files.get(path)?.bytes.toString().split('\n') ?? [];
  const body = change(second.replace(/,"hash":"\w+"\}$/, '}'));
  const sum = hash('sha256', JSON.parse(header).hash + body);
  const bytes = Buffer.from(`${header}\n${body.slice(0, -1)},"hash":"${sum}"}\n`);
  expect(await problemOf(openJournal(options('/till', {disk: diskWith(bytes)})))).toEqual({
    code: 'journal-damaged',
    segment: '2026-11-20',
    line: 2,
    why,
  });
});

it('says wrong-header of a first line that is none', async () => {
  const line = chainLine(genesis, noon, {
    till: 'T7K',
    person: 'cashier',
    type: 'sent',
    data: JSON.stringify({reference: reference(1)}),
  });
  const opening = openJournal(options('/till', {disk: diskWith(Buffer.from(`${line}\n`))}));
  expect(await problemOf(opening)).toMatchObject({line: 1, why: 'wrong-header'});
});

it('says wrong-header of one that claims another place in the chain', async () => {
  const header = {...options('').header, businessDate: '2026-11-20', previousSegment: '2026-11-19', previousHead: null};
  const draft = {till: 'T7K', person: 'cashier', type: 'segment-opened', data: JSON.stringify(header)};
  const opening = openJournal(options('/till', {disk: diskWith(Buffer.from(`${chainLine(genesis, noon, draft)}\n`))}));
  expect(await problemOf(opening)).toMatchObject({line: 1, why: 'wrong-header'});
});

it('tells bytes apart that read as the same text', async () => {
  const disk = segmentOf({type: 'odd', data: {text: '\uFFFD'}});
  const hex = disk.files.get(path)?.bytes.toString('hex').replace('efbfbd', 'ff') ?? '';
  const opening = openJournal(options('/till', {disk: diskWith(Buffer.from(hex, 'hex'))}));
  expect(await problemOf(opening)).toMatchObject({line: 2, why: 'not-text'});
});

it('only reads a journal with events of types that it does not know, and finds their payment', async () => {
  const disk = segmentOf(
    {type: 'blessed', data: {reference: reference(1), by: ['the owner']}},
    {type: 'odd', data: {}},
  );
  const journal = await openJournal(options('/till', {disk}));
  const [event] = await journal.eventsOf(reference(1));
  expect(event).toMatchObject({seq: 2, type: 'blessed', data: {by: ['the owner']}});
  await expect(journal.append([sent(1)])).rejects.toMatchObject({code: 'journal-newer'});
  expect(await journal.verify()).toMatchObject({events: 3});
  await journal.close();
});

it('only reads where a later version has written, and repairs nothing there', async () => {
  const disk = segmentOf({type: 'sent', data: {reference: reference(1)}});
  const [header = ''] = disk.files.get(path)?.bytes.toString().split('\n') ?? [];
  const {hash} = await import('node:crypto');
  const body = `{"seq":2,"v":3,"at":"x","till":"T7K","person":"cashier","type":"sent","data":{"how":"by pigeon"}}`;
  const sum = hash('sha256', JSON.parse(header).hash + body);
  const bytes = Buffer.from(`${header}\n${body.slice(0, -1)},"hash":"${sum}"}\n{"torn`);
  const newer = diskWith(bytes);
  const journal = await openJournal(options('/till', {disk: newer}));
  expect(journal.readOnly).toBe(true);
  expect(journal.opening.events.map(({v}) => v)).toEqual([1, 3]);
  expect(journal.opening.tornBytes).toBe(6);
  expect(await problemOf(journal.append([sent(1)]))).toEqual({code: 'journal-newer', version: 3});
  await journal.close();
  expect(newer.files.get(path)?.bytes).toEqual(bytes);
});

it('is not polluted by a line that names __proto__', async () => {
  const data = JSON.parse(
    '{"reference":"T7K00000001","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  );
  const journal = await openJournal(options('/till', {disk: segmentOf({type: 'sent', data})}));
  const [event] = await journal.eventsOf(reference(1));
  expect(JSON.stringify(event?.data)).toBe(JSON.stringify(data));
  expect(({} as {polluted?: boolean}).polluted).toBeUndefined();
  await journal.append([sent(2)]);
  expect((await journal.verify()).events).toBe(3);
  await journal.close();
});

it('verifies the links between segments', async () => {
  const {disk, write} = await threeDays();
  const middle = disk.files.get('/till/journal/2026-11-21.jsonl');
  if (middle === undefined) throw new Error('no segment');
  const whole = middle.bytes;
  const journal = await openJournal(write);
  expect(await journal.verify()).toMatchObject({segments: 3, events: 8});
  middle.bytes = whole.subarray(0, whole.lastIndexOf(10, whole.length - 2) + 1); // a whole line is missing at the end
  const cut = {code: 'journal-damaged', segment: '2026-11-21', line: 3, why: 'cut-short'};
  expect(await problemOf(collect(journal.readSegment('2026-11-21')))).toEqual(cut);
  expect(await problemOf(journal.eventsOf(reference(2)))).toEqual(cut);
  expect(await problemOf(journal.verify())).toMatchObject({segment: '2026-11-22', line: 1});
  disk.files.delete('/till/journal/2026-11-21.jsonl');
  expect(await problemOf(journal.verify())).toMatchObject({segment: '2026-11-21', line: 1, why: 'missing'});
  await journal.close();
  expect(await problemOf(openJournal(write))).toMatchObject({segment: '2026-11-22', line: 1});
});

it('finds that the open segment lost a whole line while it was open', async () => {
  const {disk, write} = await threeDays();
  const journal = await openJournal(write);
  const open = disk.files.get('/till/journal/2026-11-22.jsonl');
  if (open === undefined) throw new Error('no segment');
  open.bytes = open.bytes.subarray(0, open.bytes.indexOf(10) + 1);
  const cut = {code: 'journal-damaged', segment: '2026-11-22', line: 2, why: 'cut-short'};
  expect(await problemOf(journal.verify())).toEqual(cut);
  expect(await problemOf(collect(journal.readSegment('2026-11-22')))).toEqual(cut);
  await journal.close();
});

it('finds damage in a segment that nobody reads: a reader when it is verified, a till before it sells', async () => {
  const {disk, write} = await threeDays();
  const first = disk.files.get(path);
  if (first === undefined) throw new Error('no segment');
  first.bytes.writeUInt8(first.bytes.readUInt8(700) ^ 1, 700); // it may be any letter of a sealed text
  const found = {code: 'journal-damaged', segment: '2026-11-20'};
  const journal = await openJournal({...write, mode: 'read'});
  expect(await problemOf(journal.verify())).toMatchObject(found);
  await journal.close();
  expect(await problemOf(openJournal(write))).toMatchObject(found);
});

it('misses a closed segment that is gone, and one that is another whole one, before a till sells', async () => {
  const {disk, write} = await threeDays();
  const [first, second] = ['2026-11-20', '2026-11-21'].map(date => `/till/journal/${date}.jsonl`);
  const whole = disk.files.get(first ?? '');
  disk.files.delete(first ?? '');
  expect(await problemOf(openJournal(write))).toMatchObject({segment: '2026-11-20', why: 'missing'});
  if (whole !== undefined) disk.files.set(first ?? '', {...whole});
  await (await openJournal(write)).close();
  const other = disk.files.get(second ?? '');
  if (whole !== undefined && other !== undefined) disk.files.set(second ?? '', {...whole});
  expect(await problemOf(openJournal(write))).toMatchObject({code: 'journal-damaged'});
});
