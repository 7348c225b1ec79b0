import {readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {foldEvents, folding, recallEvents, type State, stateAfter} from '../../src/core/books/state.js';
import type {NewEvent} from '../../src/core/events/event.js';
import {loadMessages} from '../../src/core/messages/messages.js';
import type {MobileMoneyRequest} from '../../src/core/payment/schema.js';
import {type Attempt, attemptOf, foundOf} from '../../src/core/sale/attempt.js';
import {isFound, linesOfSegment, parseSaleSearch} from '../../src/core/sale/finder.js';
import {type SaleRow, saleOf} from '../../src/core/sale/sale.js';
import {findSales, type SalesWanted} from '../../src/till/sales.js';
import {type ClosedSegment, type Journal, openJournal} from '../../store/journal.js';
import {forAllAsync} from '../hostile/runs.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {clockAt, options, reference, requested, resolved, temporaryFolder} from '../store/support.js';

await loadMessages('en');

const zone = 'Africa/Nairobi';
const wanted = (typed: string, more: Partial<SalesWanted> = {}): SalesWanted => ({
  search: parseSaleSearch(typed),
  limit: 1000,
  ...more,
});

/** A till with a clock that goes from day to day and can be switched off and on again. */
async function openShop(disk?: MemoryDisk, folder = 'shop') {
  const clock = clockAt('2026-11-20T09:00:00Z');
  const how = {...options(folder), ...folding, index: linesOfSegment, ...(disk && {disk}), now: () => clock.now};
  let shop: {readonly journal: Journal; readonly state: State};
  const open = async () => {
    const journal: Journal = await openJournal({...how, onEvents: events => foldEvents(shop.state, events)});
    shop = {journal, state: stateAfter(journal.opening, journal.opening.events)};
  };
  await open();
  return {
    append: (event: NewEvent) => shop.journal.append([event]),
    /** As the till does before it decides about a payment that is not at hand. */
    recall: async (payment: string) => {
      const {journal, state} = shop;
      if (!state.payments.has(payment)) recallEvents(state, await journal.eventsOf(payment));
    },
    find: (asked: SalesWanted) => findSales({...shop, zone}, asked),
    nextDay: () => {
      clock.now += 24 * 3600_000;
    },
    today: () => new Date(clock.now).toISOString().slice(0, 10),
    restart: async () => {
      await shop.journal.close();
      await open();
    },
    close: () => shop.journal.close(),
    readingAll: async (): Promise<State> => {
      const state = stateAfter({carried: [], totals: null}, []);
      for (const day of await shop.journal.segments())
        for await (const event of shop.journal.readSegment(day)) foldEvents(state, [event]);
      return state;
    },
  };
}

/** What a person would find by reading all of the journal. */
function readThrough({payments}: State, {search, limit, from = '', to = '9'}: SalesWanted): readonly SaleRow[] {
  return [...Map.groupBy(payments.values(), ({sale}) => sale).values()]
    .map(own => ({
      row: saleOf(own.map(attemptOf) as [Attempt, ...Attempt[]]),
      texts: own.map(payment => foundOf(payment, zone).texts),
    }))
    .filter(({row, texts}) => isFound(search, {texts, standings: [row.badge]}))
    .map(({row}) => row)
    .filter(({attempts: [{businessDate}]}) => from <= businessDate && businessDate <= to)
    .sort((a, b) => b.attempts[0].seq - a.attempts[0].seq)
    .slice(0, limit);
}

type Sold = {readonly do: 'sell' | 'sell-in-cash'; readonly minor: number; readonly description: string};
type Change = {readonly do: 'try-again' | 'pay' | 'fail' | 'never-leave' | 'give-back'; readonly of: number};
type Step = Sold | Change | {readonly do: 'next-day' | 'restart'};

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('sell', 'sell-in-cash'),
      minor: fc.integer({min: 1, max: 3}),
      description: fc.constantFrom('tea', 'bread'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('try-again', 'pay', 'fail', 'never-leave', 'give-back'),
      of: fc.nat({max: 30}),
    }),
  },
  {weight: 2, arbitrary: fc.record({do: fc.constantFrom('next-day', 'restart')})},
) as fc.Arbitrary<Step>;

const asked = fc.record({
  typed: fc
    .array(
      fc.constantFrom(
        'paid',
        'not paid',
        'waiting',
        'unknown',
        'sending',
        'tea',
        'bre',
        '1',
        '00',
        '.5',
        't7k',
        'kes',
        'zz',
        'call',
        'refunded',
      ),
      {maxLength: 2},
    )
    .map(words => words.join(' ')),
  limit: fc.constantFrom(1, 2, 5, 1000),
  from: fc.option(fc.integer({min: 20, max: 24}), {nil: undefined}),
  to: fc.option(fc.integer({min: 20, max: 24}), {nil: undefined}),
});

const eventOf = (number: number, sale: string, today: string, more: object = {}): NewEvent =>
  requested(number, {reference: reference(number), sale, businessDate: today, ...more});

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Does the steps; each of an earlier payment is about one of those that were asked for so far. */
async function play(shop: Shop, steps: readonly Step[]): Promise<void> {
  let sold = 0;
  for (const each of steps) {
    if (each.do === 'next-day') shop.nextDay();
    else if (each.do === 'restart') await shop.restart();
    else if (each.do === 'sell' || each.do === 'sell-in-cash') {
      sold += 1;
      await shop.append(saleEvent(sold, each, shop.today()));
    } else if ('of' in each && sold > 0) {
      await shop.append(await changeOf(shop, each, {of: 1 + (each.of % sold), next: sold + 1}));
      if (each.do === 'try-again') sold += 1;
    }
  }
}

function saleEvent(number: number, {do: how, minor, description}: Sold, today: string): NewEvent {
  const amount = {currency: 'KES', minor} as const;
  const event = eventOf(number, reference(number), today, {amount, description});
  if (how === 'sell') return event;
  const {sale, country} = event.data as MobileMoneyRequest;
  const own = {reference: reference(number), sale, country, amount, description, businessDate: today, again: null};
  return {...event, data: {...own, method: 'cash', tendered: amount}} as NewEvent;
}

async function changeOf(shop: Shop, change: Change, {of, next}: {readonly of: number; readonly next: number}) {
  const businessDate = shop.today();
  await shop.recall(reference(of));
  switch (change.do) {
    case 'try-again': {
      const {payments} = await shop.readingAll();
      return eventOf(next, payments.get(reference(of))?.sale ?? '', businessDate);
    }
    case 'never-leave':
      return {type: 'never-left', person: 'Amina', data: {reference: reference(of)}} as NewEvent;
    case 'give-back': {
      const given = {refund: 1, amount: {currency: 'KES', minor: 1}, reason: 'torn', businessDate};
      return {type: 'refund-in-cash', person: 'Amina', data: {reference: reference(of), ...given}} as NewEvent;
    }
    default: {
      const {data, ...event} = resolved(of);
      return {...event, data: {...data, as: change.do === 'pay' ? 'paid' : 'not-paid'}} as NewEvent;
    }
  }
}

describe('the sales of a till', () => {
  it('are those that are found by reading the whole journal, whatever was closed since and changed later', {
    tags: ['slow'],
  }, async () => {
    const steps = fc.array(step, {maxLength: 25});
    const questions = fc.array(asked, {minLength: 1, maxLength: 6});
    await forAllAsync({numRuns: 300}, steps, questions, async (done, asking) => {
      const shop = await openShop(new MemoryDisk());
      await play(shop, done);
      const all = await shop.readingAll();
      for (const {typed, limit, from, to} of asking) {
        const days = {...(from && {from: `2026-11-${from}`}), ...(to && {to: `2026-11-${to}`})};
        const question = wanted(typed, {limit, ...days});
        const truth = readThrough(all, {...question, limit: 1000});
        expect(await shop.find(question)).toEqual({
          rows: truth.slice(0, limit),
          isAll: truth.length <= limit,
          unread: [],
        });
      }
      await shop.close();
    });
  });

  it('stand as they do today, though they were closed and changed in days that are over', async () => {
    const shop = await openShop(new MemoryDisk());
    const day = [{do: 'sell-in-cash', minor: 1, description: 'tea'}, {do: 'next-day'}] as const;
    await play(shop, [...day, ...day, {do: 'give-back', of: 0}, ...day, {do: 'try-again', of: 1}, ...day, ...day]);
    await shop.restart();
    const found = async (typed: string) => (await shop.find(wanted(typed))).rows.map(({sale}) => sale);
    expect(await found('refunded')).toEqual([reference(1)]);
    expect(await found('paid tea')).not.toContain(reference(1));
    expect(await found('T7K00000004')).toEqual([reference(2)]);
    await shop.close();
  });
});

describe('the parts of a ticket of a day that is over', () => {
  const ticket = reference(7);
  const total = {currency: 'KES', minor: 50_000} as const;
  const part = (number: number, wallet: string, minor: number): NewEvent =>
    requested(number, {ticket, wallet, phone: wallet, amount: {currency: 'KES', minor}});
  const opened = (businessDate: string): NewEvent => ({
    type: 'ticket-opened',
    data: {ticket, total, businessDate, lines: [], customer: 'Wanjiru', description: 'Shoes'},
    person: 'Amina',
  });

  it('have its total in their index, also where only one of them is found', async () => {
    const shop = await openShop(new MemoryDisk());
    await shop.append(opened(shop.today()));
    for (const event of [part(8, '254722999888', 20_000), resolved(8)]) await shop.append(event);
    shop.nextDay();
    for (const event of [part(9, '254733000111', 30_000), resolved(9)]) await shop.append(event);
    for (const _ of [1, 2, 3]) {
      shop.nextDay();
      await shop.append(eventOf(20 + _, reference(20 + _), shop.today()));
    }
    await shop.restart();
    const found = async (typed: string) =>
      (await shop.find(wanted(typed))).rows.map(({sale, badge, ticket: row}) => ({sale, badge, total: row?.total}));
    expect(await found('shoes')).toEqual([]);
    const whole = {sale: ticket, badge: 'judged-paid', total};
    expect(await found('500')).toEqual([whole]);
    expect(await found('wanjiru')).toEqual([whole]);
    expect(await found('254733000111')).toEqual([whole]);
    expect(await found(ticket)).toEqual([whole]);
    expect(await found('254722999888')).toEqual([whole]);
    await shop.close();
  });
});

describe('a split sale whose rest was not paid', () => {
  it('is found by the word for that while it is open, with all of its parts, and after it was given up', async () => {
    const shop = await openShop(new MemoryDisk());
    const money = (minor: number) => ({currency: 'KES', minor}) as const;
    const open = (number: number): NewEvent => ({
      type: 'ticket-opened',
      data: {
        ticket: reference(number),
        total: money(50_000),
        businessDate: shop.today(),
        lines: [],
        customer: 'Wanjiru',
        description: 'Shoes',
      },
      person: 'Amina',
    });
    const part = (number: number, ticket: number) =>
      requested(number, {ticket: reference(ticket), amount: money(20_000)});
    for (const event of [open(7), part(8, 7), resolved(8), part(9, 7)]) await shop.append(event);
    for (const event of [open(17), part(18, 17), resolved(18)]) await shop.append(event);
    await shop.append({
      type: 'ticket-abandoned',
      data: {ticket: reference(17), reason: 'changed her mind'},
      person: 'Amina',
    } as NewEvent);
    const found = async () =>
      (await shop.find(wanted('part paid'))).rows.map(({sale, ticket}) => [sale, ticket?.parts.length]);
    const both = [
      [reference(17), 1],
      [reference(7), 2],
    ];
    expect(await found()).toEqual(both);
    shop.nextDay();
    await shop.append(eventOf(30, reference(30), shop.today()));
    await shop.restart();
    expect(await found()).toEqual(both);
    for (const event of [resolved(9), requested(31, {ticket: reference(7), amount: money(10_000)}), resolved(31)])
      await shop.append(event);
    expect(await found()).toEqual([both[0]]);
    await shop.close();
  });
});

describe('a split sale that is at hand', () => {
  it('is found by the total and the customer that its row shows, whatever its parts are', async () => {
    const shop = await openShop(new MemoryDisk());
    const ticket = reference(7);
    const total = {currency: 'KES', minor: 50_000} as const;
    const data = {ticket, total, businessDate: shop.today(), lines: [], customer: 'Wanjiru', description: 'Shoes'};
    await shop.append({type: 'ticket-opened', data, person: 'Amina'});
    await shop.append(requested(8, {ticket, amount: {currency: 'KES', minor: 20_000}}));
    await shop.append(resolved(8));
    for (const typed of ['500', 'wanj', '200'])
      expect((await shop.find(wanted(typed))).rows).toMatchObject([{sale: ticket, ticket: {total, isPartPaid: true}}]);
    expect((await shop.find(wanted('300'))).rows).toEqual([]);
    await shop.close();
  });
});

describe('the index of a closed segment', () => {
  async function filled() {
    const folder = temporaryFolder();
    const shop = await openShop(undefined, folder);
    for (let number = 1; number <= 3; number += 1) {
      await shop.append(eventOf(number, reference(number), shop.today()));
      shop.nextDay();
    }
    await shop.restart();
    const file = join(folder, 'journal', '2026-11-20.index.txt');
    const found = async () => (await shop.find(wanted(''))).rows.map(({sale}) => sale);
    return {shop, file, found, folder};
  }
  const all = [reference(3), reference(2), reference(1)];

  it('is made when the next one begins, and can be read by its owner alone', async () => {
    const {file, folder, shop} = await filled();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('254712345678');
    expect(readdirSync(join(folder, 'journal')).filter(name => name.endsWith('.index.txt'))).toHaveLength(2);
    await shop.close();
  });

  it.each<[string, (file: string) => void]>([
    ['missing', file => rmSync(file)],
    ['cut short', file => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -1))],
    ['tampered with', file => writeFileSync(file, readFileSync(file, 'utf8').replace('254712345678', '254712345679'))],
    ['of another day', file => writeFileSync(file, readFileSync(file.replace('-20', '-21'), 'utf8'))],
    ['of another fold', file => writeFileSync(file, readFileSync(file, 'utf8').replace(/"fold":\d+/, '"fold":0'))],
    ['no index', file => writeFileSync(file, 'x')],
  ])('that is %s is made again from the lines', async (_, spoil) => {
    const {file, found, shop} = await filled();
    const before = readFileSync(file, 'utf8');
    expect(await found()).toEqual(all);
    spoil(file);
    expect(await found()).toEqual(all);
    expect(readFileSync(file, 'utf8')).toBe(before);
    await shop.close();
  });

  it('is made once by a journal that only reads, also beside one that is of no use', async () => {
    const {file, folder, shop} = await filled();
    await shop.close();
    rmSync(file);
    const reader = await openJournal({...options(folder), mode: 'read', ...folding, index: linesOfSegment});
    const [segment] = (await reader.closedSegments()) as [ClosedSegment];
    const made = await reader.indexOf(segment);
    expect(await reader.indexOf(segment)).toBe(made);
    writeFileSync(file, 'x');
    const again = await reader.indexOf(segment);
    expect(await reader.indexOf(segment)).toBe(again);
    expect(again).toEqual(made);
    await reader.close();
  });

  it('is not made of a damaged day, which is named: all other sales are found', async () => {
    const {file, folder, shop} = await filled();
    rmSync(file);
    const lines = join(folder, 'journal', '2026-11-20.jsonl');
    const text = readFileSync(lines, 'utf8');
    writeFileSync(lines, text.replace('SAFKEN', 'SAFKEM'));
    const {rows, unread} = await shop.find(wanted(''));
    expect(rows.map(({sale}) => sale)).toEqual([reference(3), reference(2)]);
    expect(unread).toEqual(['2026-11-20']);
    await shop.close();
  });
});
