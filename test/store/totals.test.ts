// @module-tag slow

import {beforeEach, describe, expect, it} from 'vitest';
import {foldVersion, projections, type StoredTotals} from '../../src/core/books/projections.js';
import {folding, stateAfter} from '../../src/core/books/state.js';
import {type JournalOptions, openJournal} from '../../store/journal.js';
import {summaryText} from '../../store/summary.js';
import {eventsOn} from '../till/card-till.js';
import {kes, openStillShop, stillWorld} from '../till/still-shop.js';
import {MemoryDisk} from './memory-disk.js';
import {clockAt, options, watched} from './support.js';

const day = 24 * 60 * 60_000;
const days = 40;
const summaryOf = (date: string) => `/till/journal/${date}.summary.json`;

let disk: MemoryDisk;
let write: JournalOptions;

/** Days of cash sales of a rising amount, closed every third evening; the last day is open. */
beforeEach(async () => {
  disk = new MemoryDisk();
  const world = stillWorld();
  const {till} = await openStillShop({disk, world});
  for (let number = 1; number <= days; number += 1) {
    const {reference} = await till.takeCash({amount: kes(number * 100), country: 'KE', description: ''});
    if (number % 5 === 0) await till.refundInCash(reference, {amount: kes(100), reason: 'broken'});
    if (number % 3 === 0) {
      await till.countDrawer('Wanjiru', [{...kes(0), pieces: []}]);
      await till.reportZ({person: 'Wanjiru', note: 'to the bank', approver: 'Amina', notAsked: 0});
    }
    world.pass(day);
  }
  await till.close();
  const clock = clockAt('2026-12-31T12:00:00Z');
  write = options('/till', {disk, now: () => clock.now, ...folding});
});

const wholeFold = () => stateAfter({carried: [], totals: null}, eventsOn(disk)).ledger;
const dates = () => [...disk.files.keys()].filter(path => path.endsWith('.jsonl')).map(path => path.slice(-16, -6));
const closedDates = () => dates().sort().slice(0, -1);
const textOf = (path: string) => disk.files.get(path)?.bytes.toString() ?? expect.fail(`no ${path}`);
const put = (path: string, text: string) => disk.writeTextAtomically(path, text);

/** The ledger of a journal that is opened now, and which of its segments were read. */
async function reopened(more: Partial<JournalOptions> = {}) {
  const {disk: watching, calls} = watched(() => {}, disk);
  const journal = await openJournal({...write, disk: watching, ...more});
  const {ledger} = stateAfter(journal.opening, journal.opening.events);
  await journal.close();
  const read = calls.filter(({call}) => call === 'open to read').map(({path}) => path.slice(-16, -6));
  return {ledger, read: [...new Set(read)]};
}

const totalsOn = (date: string) => JSON.parse(textOf(summaryOf(date))).totals as StoredTotals;

/** Changes a summary and makes its own hash fit, as a program of another version would have written it. */
async function rewrite(date: string, change: object): Promise<void> {
  const {seal: _, ...summary} = JSON.parse(textOf(summaryOf(date)));
  await put(summaryOf(date), summaryText({...summary, ...change}, undefined));
}

describe('the totals beside closed segments', () => {
  it('are what a fold from the first line makes of them, and nothing else is read', async () => {
    expect(closedDates()).toHaveLength(days - 1);
    const {ledger, read} = await reopened();
    expect(ledger).toEqual(wholeFold());
    expect(ledger).toMatchObject({z: 13, perpetual: {KES: {sales: 82_000, refunds: 800}}});
    expect(read).toEqual([dates().sort().at(-1)]);
  });

  it('are known as they were when any segment began', async () => {
    const journal = await openJournal({...write, mode: 'read'});
    const [first = '', second = ''] = dates().sort();
    const last = dates().sort().at(-1) ?? '';
    expect(await journal.totalsBefore(first)).toBeNull();
    const ledgerBefore = async (date: string) =>
      stateAfter({carried: [], totals: await journal.totalsBefore(date)}, []).ledger;
    expect(await ledgerBefore(second)).toMatchObject({z: 0, perpetual: {KES: {sales: 100}}});
    expect(await ledgerBefore(last)).toMatchObject({z: 13, perpetual: {KES: {sales: 78_000}}});
    await journal.close();
  });

  it('let an X after many closed days say what a fold from the first line says', async () => {
    const world = stillWorld(Date.UTC(2027, 0, 2));
    const {till} = await openStillShop({disk, world});
    await till.takeCash({amount: kes(700), country: 'KE', description: ''});
    await till.countDrawer('Amina', [{...kes(0), pieces: []}]); // before it is counted, cash is in no sum of an X
    const x = await till.reportX();
    expect(x).toMatchObject({
      number: 14,
      tenders: [{total: kes(4700), count: 2}],
      fromSeq: till.state.ledger.zs.at(-1)?.throughSeq,
    });
    expect(x.perpetual).toEqual([{currency: 'KES', ...wholeFold().perpetual['KES']}]);
    expect(till.state.ledger).toEqual(wholeFold());
  });

  it.each<[string, (date: string) => Promise<void>]>([
    ['missing', async date => disk.remove(summaryOf(date))],
    ['empty', async date => put(summaryOf(date), '')],
    ['cut short', async date => put(summaryOf(date), textOf(summaryOf(date)).slice(0, -2))],
    [
      'changed by hand',
      async date => put(summaryOf(date), textOf(summaryOf(date)).replace(/"sales":\d+/, '"sales":999999')),
    ],
    ['of a later format', async date => rewrite(date, {format: 2})],
    ['of a later fold', async date => rewrite(date, {fold: foldVersion + 1})],
    ['without totals', async date => rewrite(date, {totals: undefined})],
    ...Object.keys(projections).flatMap(name =>
      [undefined, {z: 99}].map((value): [string, (date: string) => Promise<void>] => [
        `${value === undefined ? 'without' : 'with another form of'} ${name}`,
        async date => rewrite(date, {totals: {...totalsOn(date), [name]: value}}),
      ]),
    ),
  ])('are made again, and kept, where a summary is %s', async (_, spoil) => {
    const before = closedDates().map(date => textOf(summaryOf(date)));
    const ledger = wholeFold();
    for (const date of closedDates().slice(-3)) await spoil(date);
    expect((await reopened()).ledger).toEqual(ledger);
    expect(closedDates().map(date => textOf(summaryOf(date)))).toEqual(before);
    expect((await reopened()).read).toHaveLength(1);
  });

  it('are made again from the first line when every summary is of another fold or gone', async () => {
    const ledger = wholeFold();
    for (const date of closedDates()) await rewrite(date, {fold: foldVersion + 1});
    expect((await reopened()).ledger).toEqual(ledger);
    for (const date of closedDates()) await disk.remove(summaryOf(date));
    expect((await reopened()).ledger).toEqual(ledger);
    expect((await reopened()).read).toHaveLength(1);
  });

  it('are right in a reader, which mends nothing', async () => {
    const ledger = wholeFold();
    for (const date of closedDates().slice(20)) await disk.remove(summaryOf(date));
    const names = [...disk.files.keys()];
    expect((await reopened({mode: 'read'})).ledger).toEqual(ledger);
    expect([...disk.files.keys()]).toEqual(names);
  });

  it('that were changed with their hash are put right by verifying', async () => {
    const ledger = wholeFold();
    const last = closedDates().at(-1) ?? '';
    await rewrite(last, {totals: {...totalsOn(last), ledger: {...ledger, z: 99}}});
    expect((await reopened()).ledger.z).toBe(99);
    const journal = await openJournal(write);
    await journal.verify();
    await journal.close();
    expect((await reopened()).ledger).toEqual(ledger);
  });

  it('grow with Zs and tenders, never with payments', async () => {
    const {till} = await openStillShop({disk, world: stillWorld(Date.UTC(2027, 0, 2))});
    const sell = () => till.takeCash({amount: kes(100), country: 'KE', description: ''});
    const size = () => JSON.stringify(till.state.ledger).length;
    await sell();
    const small = size();
    for (let sale = 0; sale < 200; sale += 1) await sell();
    expect(size() - small).toBeLessThan(20);
  });
});
