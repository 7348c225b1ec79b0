import {appendFileSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {parseSearch} from '../../src/core/books/search.js';
import type {NewEvent} from '../../src/core/events/event.js';
import {openReview} from '../../src/till/review.js';
import {openJournal} from '../../store/journal.js';
import {chainLine} from '../../store/line.js';
import {segmentPath} from '../../store/segment.js';
import {clockAt, options, reference, requested, sent, temporaryFolder} from '../store/support.js';

/** A till's folder with a journal of these events, whose chain is whole. */
async function journalOf(events: readonly NewEvent[]): Promise<string> {
  const folder = temporaryFolder();
  const journal = await openJournal(options(folder));
  await journal.append(events);
  await journal.close();
  return folder;
}

async function reviewed(folder: string) {
  const review = await openReview(folder);
  await review.load(() => undefined);
  return review;
}

const statuses = (review: Awaited<ReturnType<typeof reviewed>>) => {
  const moment = review.latest();
  return Array.from({length: moment.count}, (_, number) => review.row(number, moment)).map(row => [
    row.reference,
    row.status,
  ]);
};

it('believes nothing from a payment on that is asked for a second time, whatever the chain says', async () => {
  const review = await reviewed(await journalOf([requested(1), sent(1), requested(1), requested(2)]));
  expect(review.damage()).toEqual({segment: '2026-11-20', line: 4, why: 'asked-for-twice'});
  expect(statuses(review)).toEqual([[reference(1), 'sent']]);
});

it('believes nothing from an event on that makes no sense, and shows all before it', async () => {
  const folder = await journalOf([requested(1), sent(1)]);
  const path = segmentPath(folder, '2026-11-20');
  const head = /"hash":"(\w+)"\}\n$/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const data = JSON.stringify({...requested(2).data, amount: {currency: 'KES', minor: 0.5}});
  const forged = {till: 'T7K', person: 'cashier', type: 'requested', data};
  appendFileSync(path, `${chainLine({seq: 3, head}, Date.UTC(2026, 10, 20, 12), forged)}\n`);
  const review = await reviewed(folder);
  expect(review.damage()).toEqual({segment: '2026-11-20', line: 4, why: 'not-an-event'});
  expect(statuses(review)).toEqual([[reference(1), 'sent']]);
});

it('finds the words of a day wherever its events are, and no words of another day', async () => {
  const folder = temporaryFolder();
  const clock = clockAt('2026-11-21T12:00:00Z');
  const journal = await openJournal(options(folder, {now: () => clock.now}));
  await journal.append([sent(1)]);
  clock.set('2026-11-20T12:00:00Z'); // the clock was a day ahead: its segment goes on
  await journal.append([sent(2)]);
  await journal.close();
  const review = await reviewed(folder);
  const found = async (day: string) => {
    const all = await Array.fromAsync(review.findWords(parseSearch('T7K'), review.latest(), day));
    return all.flatMap(each => each.found.map(({event}) => event)).filter(({type}) => type === 'sent');
  };
  for (const [day, number] of [
    ['2026-11-20', 2],
    ['2026-11-21', 1],
  ] as const)
    expect(await found(day)).toMatchObject([{data: {reference: reference(number)}}]);
});
