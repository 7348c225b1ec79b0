// @module-tag slow
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {dayJson} from '../../src/core/books/day-json.js';
import type {EventType} from '../../src/core/events/event.js';
import {emptyLedger} from '../../src/core/shift/ledger-schema.js';
import {ownBooks} from '../../src/till/reconcile-books.js';
import {openJournal} from '../../store/journal.js';
import {type ChainLink, chainLine, genesis} from '../../store/line.js';
import {segmentPath} from '../../store/segment.js';
import {cardRequest, refundHistory} from '../core/card/card-samples.js';
import {accepted, noAnswer, notFound, record, request} from '../core/payment/payment-samples.js';
import {runs} from '../hostile/runs.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {options} from '../store/support.js';

/** Two days long before the others, and the open one at the end. */
const dates = ['2026-10-01', '2026-10-02', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'] as const;
const days = {from: '2026-11-20', to: '2026-11-21'};
const payments = 24;

type Draft = {readonly type: EventType; readonly data: object};

/** Of Duka’s form, but for one that another begins with and one that nobody would mint. */
const references = Array.from({length: payments}, (_, number) => {
  const usual = `T7K2PW9XG4N45${String.fromCharCode(65 + number)}H`;
  return number === 22 ? 'T7K2PW9XG4N45A' : number === 23 ? 'ODD00023' : usual;
});

/** A payment's beginning on its day: still pending, paid at once, in cash, or never gone. */
function beginning(number: number, how: number, businessDate: string): readonly Draft[] {
  const reference = references[number] ?? '';
  const own = {reference, sale: references[number - (number % 2)], businessDate};
  const sent: Draft = {type: 'sent', data: {reference}};
  if (how === 0)
    return [
      {type: 'requested', data: {...request, ...own, method: 'cash', tendered: request.amount}},
      {type: 'slip-printed', data: {reference, kind: 'receipt', copy: 0, format: 'text'}},
    ];
  const asked: Draft = {type: 'requested', data: how === 1 ? {...cardRequest, ...own} : {...request, ...own}};
  if (how === 2) return [asked, {type: 'never-left', data: {reference}}];
  const answered: Draft = {type: 'answered', data: {reference, answer: about(reference, accepted())}};
  return how === 3 ? [asked, sent, answered] : [asked, sent, answered, statusOf(reference, 0, 0)];
}

const answers = [
  record('Completed', '00', {transaction_fee: 0.5}),
  record('Reversed', '00'),
  record('Initialized', '09'),
  notFound,
  record('Failed', '00'),
];

function statusOf(reference: string, answer: number, skew: number): Draft {
  const {...told} = about(reference, answers[answer % answers.length]);
  const serverTime = Date.parse('2026-11-20T12:00:00Z') + skew;
  return {
    type: 'status-answered',
    data: {reference, question: 'status', answer: {...told, serverTime}, repeated: skew % 3},
  };
}

/** An answer about this payment, and no other. */
function about(reference: string, answer: (typeof answers)[number] | undefined) {
  return JSON.parse(JSON.stringify(answer).replaceAll(request.reference, JSON.stringify(reference).slice(1, -1)));
}

/** What may be told of any payment, on its own day or later. */
function tellingOf(number: number, what: number, skew: number): readonly Draft[] {
  const reference = references[number] ?? '';
  const refund = {reference, refund: 1 + (skew % 2)};
  const given = {
    ...refund,
    amount: {currency: 'KES', minor: 100},
    reason: `of ${references[0]}`,
    businessDate: dates[4],
  };
  switch (what) {
    case 0:
      return [{type: 'slip-printed', data: {reference, kind: 'receipt', copy: 1, format: 'text'}}];
    case 1:
      return [{type: 'resolved', data: {reference, as: 'paid', reason: 'seen', evidence: ''}}];
    case 2:
      return [{type: 'refund-requested', data: given}];
    case 3:
      return [
        {type: 'refund-requested', data: given},
        {type: 'refund-sent', data: refund},
        {type: 'refund-answered', data: {...refund, answer: noAnswer}},
      ];
    case 4: {
      const row = {serviceReference: 'RF1', amount: 100, status: 'Success', payment: reference};
      const answer = refundHistory(row);
      return [{type: 'refund-status-answered', data: {...refund, question: 'refund-history', answer, repeated: 0}}];
    }
    case 5:
      return [{type: 'refund-in-cash', data: given}];
    case 6:
      return [{type: 'discrepancy-accepted', data: {key: `OK|${reference}`, code: 'OK', reference, note: 'fine'}}];
    case 7:
      return [{type: 'set-aside', data: {reference}}];
    case 8:
      return [{type: 'requested', data: {...request, reference, sale: reference, businessDate: dates[5]}}];
    default:
      return [statusOf(reference, what, skew)];
  }
}

const history = fc.record({
  begun: fc.array(fc.record({how: fc.nat({max: 5}), isBackdated: fc.boolean()}), {
    minLength: payments,
    maxLength: payments,
  }),
  told: fc.array(
    fc.record({
      number: fc.nat({max: payments - 1}),
      day: fc.nat({max: 5}),
      isEarly: fc.boolean(),
      what: fc.nat({max: 13}),
      skew: fc.nat(9000),
    }),
    {maxLength: 50},
  ),
  escaped: fc.array(fc.nat({max: 200}), {maxLength: 100}),
  named: fc.array(fc.nat({max: payments - 1}), {maxLength: 16}),
  zs: fc.array(fc.nat({max: 200}), {maxLength: 3}),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** What each day of a history writes. */
function draftsOf({begun, told}: Pick<History, 'begun' | 'told'>): readonly (readonly Draft[])[] {
  const begins = (number: number) => (number * 5) % dates.length;
  return dates.map((date, day) => {
    const tell = (isEarly: boolean) =>
      told.flatMap(({number, what, skew, ...on}) => {
        const isBefore = on.isEarly && what !== 8; // nobody writes so, but it can be read
        const telling = isBefore ? on.day : Math.max(begins(number), on.day);
        return telling === day && isBefore === isEarly ? tellingOf(number, what, skew) : [];
      });
    const begin = begun.flatMap(({how, isBackdated}, number) =>
      begins(number) === day ? beginning(number, how, isBackdated ? dates[0] : date) : [],
    );
    return [...tell(true), ...begin, ...tell(false)];
  });
}

/** The journal, line by line as a till writes it; the lines of some numbers spell a letter in JSON’s other way. */
function diskOf(written: readonly (readonly Draft[])[], escaped: readonly number[]): MemoryDisk {
  const disk = new MemoryDisk();
  let link: ChainLink = genesis;
  let previous: {previousSegment: string | null; previousHead: string | null} = {
    previousSegment: null,
    previousHead: null,
  };
  for (const [day, date] of dates.entries()) {
    const header = {...options('').header, businessDate: date, ...previous};
    const drafts: readonly Draft[] = [{type: 'segment-opened', data: header}, ...(written[day] ?? [])];
    const lines = drafts.map(({type, data}, index) => {
      const json = JSON.stringify(data);
      const isEscaped = escaped.includes(link.seq + 1) && index > 0;
      const spelt = isEscaped ? json.replace('"reference":"T', String.raw`"reference":"\u0054`) : json;
      const at = Temporal.Instant.from(`${date}T12:00:00Z`).epochMilliseconds + index * 1000;
      const line = chainLine(link, at, {till: 'T7K', person: 'cashier', type, data: spelt});
      link = {seq: link.seq + 1, head: line.slice(-66, -2)};
      return `${line}\n`;
    });
    previous = {previousSegment: date, previousHead: link.head};
    write(disk, segmentPath('/till', date), Buffer.from(lines.join('')));
  }
  return disk;
}

function write(disk: MemoryDisk, path: string, bytes: Buffer): void {
  disk.files.set(path, {bytes, synced: bytes.length});
}

const how = (disk: MemoryDisk) => options('/till', {disk, digest: dayJson});

/** Makes the summaries and digests of the closed days. */
async function keptBeside(disk: MemoryDisk): Promise<void> {
  const journal = await openJournal(how(disk));
  await journal.close();
}

function withoutDigests(disk: MemoryDisk): MemoryDisk {
  const other = new MemoryDisk();
  for (const [path, {bytes}] of disk.files) if (!path.endsWith('.digest.json')) write(other, path, bytes);
  return other;
}

/** The books, how many events were read, and the days whose every line was made into an event. */
async function booksOf(disk: MemoryDisk, {zs, named}: Pick<History, 'zs' | 'named'>, mode: 'read' | 'write' = 'read') {
  const journal = await openJournal({...how(disk), mode});
  const read: string[] = [];
  const watching = {
    segments: () => journal.segments(),
    segmentsOf: journal.segmentsOf.bind(journal),
    digestOf: (date: string) => journal.digestOf(date),
    readNaming: journal.readNaming.bind(journal),
    keepDigest: journal.keepDigest.bind(journal),
    eventsOf: (reference: string) => journal.eventsOf(reference),
    readPieces: (date: string) => {
      read.push(date);
      return journal.readPieces(date);
    },
  };
  const made = zs.toSorted((a, b) => a - b).map((throughSeq, index) => ({number: index + 1, throughSeq}));
  const ledger = {...emptyLedger, zs: made} as unknown as typeof emptyLedger;
  let events = 0;
  const books = await ownBooks(
    {till: 'T7K', profile: 'sandbox', journal: watching, state: {ledger}},
    {
      days,
      named: new Set(named.map(number => references[number] ?? '')),
      onEvents: count => {
        events += count;
      },
    },
  );
  await journal.close();
  return {...books, events, read};
}

it('are the same with the digests of closed days as without them, in the same order', async () => {
  const law = fc.asyncProperty(history, async told => {
    const disk = diskOf(draftsOf(told), told.escaped);
    await keptBeside(disk);
    const {read, ...books} = await booksOf(disk, told);
    const {read: readWithout, ...without} = await booksOf(withoutDigests(disk), told);
    expect(books).toEqual(without);
    expect(read.filter(date => date !== dates[5])).toEqual([]);
    expect(new Set(readWithout).size).toBeGreaterThan(3);
  });
  await fc.assert(law, {...runs(60, 2000), seed: 11});
});

it('are made of the lines once where a digest was lost, which is then there again', async () => {
  const disk = diskOf(
    dates.map((date, day) => beginning(day, 0, date)),
    [],
  );
  await keptBeside(disk);
  const {read: _, ...books} = await booksOf(disk, {zs: [], named: []});
  const lost = withoutDigests(disk);
  const reads: (readonly string[])[] = [];
  for (const mode of ['read', 'write', 'write'] as const) {
    const {read, ...again} = await booksOf(lost, {zs: [], named: []}, mode);
    expect(again).toEqual(books);
    reads.push(read);
  }
  const everyNearDay = dates.slice(2).toReversed();
  expect(reads).toEqual([everyNearDay, everyNearDay, [dates[5]]]);
});

it('are the same of a journal with a changed byte, and say so', async () => {
  const law = fc.asyncProperty(history, fc.nat({max: 2}), fc.nat(), fc.nat({max: 7}), async (told, day, at, bit) => {
    const disk = diskOf(draftsOf(told), told.escaped);
    await keptBeside(disk);
    const path = segmentPath('/till', dates[day + 2] ?? '');
    const bytes = Buffer.from(disk.files.get(path)?.bytes ?? []);
    const place = at % bytes.length;
    bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
    write(disk, path, bytes);
    const {read, ...books} = await booksOf(disk, told);
    const {read: _, ...without} = await booksOf(withoutDigests(disk), told);
    expect(books).toEqual(without);
    expect(books.chain.state).toBe('broken');
  });
  await fc.assert(law, {...runs(50, 2000), seed: 12});
});

it('find a payment whose letters a line spells in another way', async () => {
  const reference = references[0] ?? '';
  const neverLeft: Draft = {type: 'never-left', data: {reference}};
  const begun: Draft = {type: 'requested', data: {...request, reference, sale: reference, businessDate: dates[3]}};
  const days = [[], [], [], [begun, neverLeft], [{type: 'set-aside' as const, data: {reference}}], []];
  const disk = diskOf(days, [6]);
  expect(`${disk.files.get(segmentPath('/till', dates[3]))?.bytes}`).toContain(
    String.raw`"type":"never-left","data":{"reference":"\u0054`,
  );
  await keptBeside(disk);
  const {payments: found, read} = await booksOf(disk, {zs: [], named: []});
  expect(found).toMatchObject([{reference, status: 'failed'}]);
  expect(read).toEqual([dates[5]]);
});

it('tell the line of the damage, with everything before it', async () => {
  const disk = diskOf(
    dates.map((date, day) => beginning(day, 0, date)),
    [],
  );
  await keptBeside(disk);
  const path = segmentPath('/till', dates[3]);
  const text = `${disk.files.get(path)?.bytes}`;
  write(disk, path, Buffer.from(text.replace('"format":"text"', '"format":"html"')));
  const {chain, payments: found} = await booksOf(disk, {zs: [], named: []});
  expect(chain).toEqual({till: 'T7K', state: 'broken', seq: 12});
  expect(found.map(payment => payment.reference)).toEqual([5, 4, 3, 2].map(number => references[number]));
});
