import {hash, randomUUID} from 'node:crypto';
import {setImmediate as turn} from 'node:timers/promises';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {dayJson} from '../../src/core/books/day-json.js';
import {emptyState, folding, recallEvents, type State, stateAfter} from '../../src/core/books/state.js';
import {isSettled} from '../../src/core/payment/follow-up.js';
import {linesOfSegment} from '../../src/core/sale/finder.js';
import {wholeDay} from '../../src/till/days.js';
import {findSales} from '../../src/till/sales.js';
import {type Journal, type JournalKey, type JournalOptions, openJournal} from '../../store/journal.js';
import {sealed} from '../../store/key.js';
import {runs, stride} from '../hostile/runs.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {options, problemOf, requested, resolved, sent} from '../store/support.js';
import {type Happening, happening, Shop} from './shop-days.js';
import {nairobi} from './still-shop.js';

type Reading = {readonly journal: Journal; readonly state: State};

async function reading(disk: MemoryDisk): Promise<Reading> {
  const journal = await openJournal(options('/till', {disk, mode: 'read', ...folding, index: linesOfSegment}));
  return {journal, state: stateAfter(journal.opening, journal.opening.events)};
}

/** The same disk without what is kept of the open day. */
function withoutSummary(disk: MemoryDisk): MemoryDisk {
  const bare = new MemoryDisk();
  const newest =
    [...disk.files.keys()]
      .filter(path => path.endsWith('.jsonl'))
      .sort()
      .at(-1) ?? '';
  for (const [path, file] of disk.files)
    if (path !== newest.replace('jsonl', 'summary.json')) bare.files.set(path, {...file});
  return bare;
}

const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/** What the till knows beside the payments, of the days that are complete. */
const books = ({
  days,
  wholeFrom,
  open,
  needPerson,
  tickets,
  payments,
  sales,
  byPayer,
  version,
  leftOut,
  ...more
}: State) => ({
  ...more,
  wholeFrom,
  open: [...open].sort(),
  needPerson: [...needPerson].sort(),
  beyond: tickets.beyond,
  parked: tickets.parked,
  ticketsOpen: tickets.open,
  days: sorted(days).filter(([date]) => date >= wholeFrom),
});

/** The payments that the open day is about, and those that are not settled, with the order in which they are known. */
function paymentsOf({payments, sales, byPayer}: State, events: Journal['opening']['events']) {
  const named = new Set(events.map(({data}) => ('reference' in data ? data.reference : undefined)));
  const wanted = new Set(
    [...payments.values()].filter(each => !isSettled(each) || named.has(each.reference)).map(each => each.reference),
  );
  const among = (known: ReadonlyMap<string, readonly string[]>) =>
    sorted(known)
      .map(([name, all]) => [name, all.filter(each => wanted.has(each))] as const)
      .filter(([, all]) => all.length > 0);
  return {
    payments: sorted(payments).filter(([each]) => wanted.has(each)),
    sales: among(sales),
    byPayer: among(byPayer),
  };
}

/** Opens the journal by the summary and without it, and compares all that either knows. Returns whether payments were left out. */
async function compare(disk: MemoryDisk): Promise<boolean> {
  const short = await reading(disk);
  const whole = await reading(withoutSummary(disk));
  const isLess = short.state.payments.size < whole.state.payments.size;
  expect(whole.journal.opening.day).toBeUndefined();
  expect(books(short.state)).toEqual(books(whole.state));
  for (const [reference, payment] of whole.state.payments) {
    const atHand = short.state.payments.get(reference);
    if (atHand === undefined) expect(isSettled(payment), reference).toBe(true);
    else expect(atHand).toEqual(payment);
    const read = emptyState();
    recallEvents(read, await short.journal.eventsOf(reference));
    expect(read.payments.get(reference)).toEqual(payment);
  }
  const wanted = {search: [], limit: 1000} as const;
  const sales = await findSales({...whole, zone: nairobi.zone}, wanted);
  expect(await findSales({...short, zone: nairobi.zone}, wanted)).toEqual(sales);
  await wholeDay(short);
  expect(short.state.leftOut).toBeUndefined();
  const {events} = whole.journal.opening;
  expect(paymentsOf(short.state, events)).toEqual(paymentsOf(whole.state, events));
  expect(books(short.state)).toEqual(books(whole.state));
  expect(await short.journal.verify()).toEqual(await whole.journal.verify());
  return isLess;
}

it('a day that is opened by the summary of its first lines is what all its lines say', {tags: ['slow']}, async () => {
  let opened = 0;
  const rare = ['crash', 'pass', 'judge', 'refund judged']; // the simulation has power cuts; nights pass now and then
  const calm = happening.filter(({kind}) => !rare.includes(kind));
  const any = fc.oneof(
    {weight: 30, arbitrary: calm},
    happening.filter(({kind}) => kind !== 'crash'),
  );
  const some = fc.array(any, {minLength: 8, maxLength: 20, size: 'max'});
  const between: readonly Happening[] = Array.from({length: 26}, () => ({kind: 'cash', minor: 90_000}));
  const lines = fc.integer({min: 1, max: 30});
  const property = fc.asyncProperty(some, some, lines, async (first, last, linesPerSummary) => {
    const shop = new Shop({...nairobi, dayStartsAt: '04:00'}, linesPerSummary);
    await shop.open();
    for (const each of [...first, ...between, ...last]) {
      await shop.happen(each); // what is settled at first is left out
      await turn(); // lines are summed up while nothing else is to be done
    }
    await shop.till.close();
    if (await compare(shop.disk)) opened += 1;
  });
  await fc.assert(property, runs(20, 3000));
  expect(opened).toBeGreaterThan(8);
});

const keyed = (publicKey: string) => ({publicKey, seal: (text: string) => `${hash('sha256', publicKey + text)}`});
const own = keyed('A'.repeat(43));
const other = 'a'.repeat(64);
const [date, path, summary] = ['2026-11-20', '/till/journal/2026-11-20.jsonl', '/till/journal/2026-11-20.summary.json'];

describe('what is kept of the first lines of the open day', () => {
  const how = (disk: MemoryDisk, more: Partial<JournalOptions> = {}) =>
    options('/till', {disk, ...folding, key: own, linesPerSummary: 4, ...more});
  const textOf = (disk: MemoryDisk, file = summary) =>
    disk.files.get(file)?.bytes.toString() ?? expect.fail(`no ${file}`);

  /** A day of eleven lines, of which some are summed up. */
  async function begun(): Promise<MemoryDisk> {
    const disk = new MemoryDisk();
    const journal = await openJournal(how(disk));
    for (let number = 0; number < 5; number += 1) {
      await journal.append([requested(number), resolved(number)]);
      await turn();
    }
    await journal.close();
    return disk;
  }
  const opened = async (disk: MemoryDisk, more: Partial<JournalOptions> = {}) => {
    const journal = await openJournal(how(disk, more));
    const {day, events} = journal.opening;
    const state = stateAfter(journal.opening, events);
    await journal.close();
    return {summedUp: day?.seq ?? 0, events: events.length, books: books(state)};
  };
  /** Writes another summary, sealed as its writer can. */
  const rewritten = (disk: MemoryDisk, change: object, {key}: {readonly key?: JournalKey} = {key: own}) => {
    const {seal: _, ...content} = JSON.parse(textOf(disk));
    return disk.writeTextAtomically(summary, sealed({...content, ...change}, key));
  };

  it('stands for them, which are not read line by line', async () => {
    const disk = await begun();
    const {summedUp, events} = await opened(disk);
    expect(summedUp).toBeGreaterThan(3);
    expect(summedUp + events).toBe(11);
    await disk.remove(summary);
    expect(await opened(disk)).toMatchObject({summedUp: 0, events: 11});
  });

  it.each<[string, (disk: MemoryDisk) => Promise<unknown>]>([
    ['missing', disk => disk.remove(summary)],
    ['empty', disk => disk.writeTextAtomically(summary, '')],
    ['cut short', disk => disk.writeTextAtomically(summary, textOf(disk).slice(0, -2))],
    [
      'half-written by a writer that was killed',
      async disk => {
        await disk.rename(summary, `${summary}.${randomUUID()}.tmp`);
      },
    ],
    ['changed by hand', disk => disk.writeTextAtomically(summary, textOf(disk).replace('"shifts":0', '"shifts":9'))],
    ['of a later format', disk => rewritten(disk, {format: 2})],
    ['of a later fold', disk => rewritten(disk, {fold: 99})],
    ['of another segment', disk => rewritten(disk, {segment: '2026-11-19'})],
    ['after another day', disk => rewritten(disk, {firstSeq: 2})],
    ['that of a closed day', disk => rewritten(disk, {within: undefined})],
    ['sealed by nobody', disk => rewritten(disk, {}, {})],
    ['sealed by another till', disk => rewritten(disk, {}, {key: keyed('B'.repeat(43))})],
  ])('is not used where it is %s, and is made again', async (_, spoil) => {
    const disk = await begun();
    const {books: before} = await opened(disk);
    await spoil(disk);
    expect(await opened(disk)).toEqual({summedUp: 0, events: 11, books: before});
    const journal = await openJournal(how(disk));
    await journal.append([sent(1)]);
    await journal.close();
    expect(await opened(disk)).toMatchObject({summedUp: 12, events: 0});
    expect([...disk.files.keys()].filter(file => file.endsWith('.tmp'))).toEqual([]);
  });

  it.each<[string, string, (disk: MemoryDisk) => Promise<unknown>]>([
    [
      'says that the till wrote other lines',
      'rewritten',
      disk => rewritten(disk, {head: other, within: {...JSON.parse(textOf(disk)).within, sum: other}}),
    ],
    [
      'says that it wrote more lines',
      'cut-short',
      async disk => {
        const [line = '', ...lines] = textOf(disk, path).split('\n');
        await disk.writeTextAtomically(path, `${[line, ...lines.slice(0, 2)].join('\n')}\n`);
        await disk.remove('/till/head.json');
      },
    ],
  ])('is told as damage where it %s', async (_, why, spoil) => {
    const disk = await begun();
    await spoil(disk);
    expect(await problemOf(openJournal(how(disk, {opensUnproved: true})))).toMatchObject({
      code: 'journal-damaged',
      segment: date,
      why,
    });
  });

  it('does not hide a changed byte from an opening, wherever it stands', async () => {
    const disk = await begun();
    const {bytes} = disk.files.get(path) ?? expect.fail('no lines');
    for (let at = 0; at < bytes.length; at += stride * 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      disk.files.set(path, {bytes: changed, synced: changed.length});
      expect(await problemOf(openJournal(how(disk, {mode: 'read'}))), `byte ${at}`).toMatchObject({
        code: 'journal-damaged',
      });
    }
  });

  it('is put right by verifying, also where whoever had the key has forged it', async () => {
    const disk = await begun();
    const {books: before} = await opened(disk);
    const {totals} = JSON.parse(textOf(disk));
    await rewritten(disk, {totals: {...totals, ledger: {...totals.ledger, shifts: 9}}});
    expect((await opened(disk)).books).not.toEqual(before);
    const journal = await openJournal(how(disk));
    await journal.verify();
    await journal.close();
    expect((await opened(disk)).books).toEqual(before);
  });

  it('is replaced by the summary of the whole day when the next one begins', async () => {
    const disk = await begun();
    const whole = withoutSummary(disk);
    for (const each of [disk, whole]) {
      const journal = await openJournal(
        how(each, {businessDate: () => '2026-11-21', digest: dayJson, index: linesOfSegment}),
      );
      await journal.append([sent(2)]);
      await journal.close();
    }
    for (const kind of ['summary.json', 'digest.json', 'index.txt'])
      expect(textOf(disk, `/till/journal/${date}.${kind}`)).toBe(textOf(whole, `/till/journal/${date}.${kind}`));
  });
});
