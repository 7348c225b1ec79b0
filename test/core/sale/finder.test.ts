import {expect, test} from 'vitest';
import {type CarriedState, carry, foldEvents, type State, stateAfter} from '../../../src/core/books/state.js';
import type {EventData, EventType, StoredEvent} from '../../../src/core/events/event.js';
import {type Attempt, attemptOf, foundOf} from '../../../src/core/sale/attempt.js';
import {
  isFound,
  linesOfSegment,
  parseSaleSearch,
  type SaleDays,
  SaleFinder,
  type SaleSearch,
  type SegmentLines,
} from '../../../src/core/sale/finder.js';
import {saleOf} from '../../../src/core/sale/sale.js';
import {event, record, request} from '../payment/payment-samples.js';

const zone = 'Africa/Nairobi';
const referenceOf = (number: number) => `T7K0${number}`;
const minorOf = (number: number) => number * 10_000;

/** What is done, as an event without its number and its day. */
type Done = readonly [EventType, object];
const ask = (number: number, more: object = {}): Done => {
  const reference = referenceOf(number);
  const amount = {currency: 'KES', minor: minorOf(number)};
  return ['requested', {...request, reference, sale: reference, description: 'tea', amount, ...more}];
};
const again = (number: number, sale: number, more: object = {}) => ask(number, {sale: referenceOf(sale), ...more});
const about = (type: EventType, number: number, more: object = {}): Done => [
  type,
  {reference: referenceOf(number), ...more},
];
/** Said by the service, so that nothing more is asked about it and its day can be closed. */
const pay = (number: number) =>
  about('status-answered', number, {
    question: 'status',
    repeated: 0,
    answer: record('Completed', '00', {
      transaction_reference: referenceOf(number),
      transaction_amount: minorOf(number) / 100,
    }),
  });
const fail = (number: number) => about('never-left', number);
const giveBack = (number: number) =>
  about('refund-in-cash', number, {
    refund: 1,
    amount: {currency: 'KES', minor: minorOf(number)},
    reason: 'torn',
    businessDate: '2026-11-23',
  });
const open = (number: number, total: number, customer?: string): Done => [
  'ticket-opened',
  {
    ticket: referenceOf(number),
    total: {currency: 'KES', minor: total},
    lines: [],
    customer,
    description: '',
    businessDate: '2026-11-20',
  },
];
const giveUp = (number: number): Done => ['ticket-abandoned', {ticket: referenceOf(number), reason: 'left'}];

/** A till after some days, of which the last is still open: what it has at hand, and the lines of the others, newest first. */
function tillAfter(days: readonly (readonly Done[])[]) {
  const earlier: StoredEvent[] = [];
  const lines: SegmentLines[] = [];
  let kept: CarriedState = {carried: [], totals: null};
  let lastClosed = 0;
  let state: State = stateAfter(kept, []);
  for (const [at, done] of days.entries()) {
    const businessDate = `2026-11-${20 + at}`;
    const header: Done = ['segment-opened', {zone, businessDate}];
    const events = [header, ...done].map(([type, data], place) =>
      event(earlier.length + place + 1, type, {
        ...data,
        ...(type === 'requested' && {businessDate}),
      } as EventData<EventType>),
    );
    // As the till does, what is spoken of and not at hand is recalled from earlier days.
    const spokenOf = new Set(events.map(({data}) => ('reference' in data ? data.reference : undefined)));
    const recalled = earlier.filter(({data}) => 'reference' in data && spokenOf.has(data.reference));
    const before = {...kept, carried: [...new Set([...kept.carried, ...recalled])]};
    state = stateAfter(before, events);
    if (at < days.length - 1) {
      lines.unshift(linesOfSegment(before, events));
      kept = carry(before, events);
      lastClosed = earlier.length + events.length;
    }
    earlier.push(...events);
  }
  return {events: earlier, state, lines, lastClosed};
}
type Till = ReturnType<typeof tillAfter>;

type Days = SaleDays & {readonly limit: number};

function find({state, lines, lastClosed}: Till, search: SaleSearch, days: Days = {limit: 1000}) {
  const finder = new SaleFinder(search, days);
  finder.takeAtHand(state, {zone, lastClosed});
  for (const each of lines) finder.takeSegment(each);
  return finder.rows;
}
const foundBy = (till: Till, typed: string) =>
  find(till, parseSaleSearch(typed)).map(({attempts}) => attempts.map(({reference}) => Number(reference.slice(4))));

/** What a person would find by reading every payment of the journal. */
function readThrough({events}: Till) {
  const state = stateAfter({carried: [], totals: null}, []);
  foldEvents(state, events);
  const all = [...Map.groupBy(state.payments.values(), ({sale}) => sale).values()]
    .map(own => ({
      row: saleOf(own.map(attemptOf) as [Attempt, ...Attempt[]]),
      texts: own.map(each => foundOf(each, zone).texts),
    }))
    .sort((a, b) => b.row.attempts[0].seq - a.row.attempts[0].seq);
  return (search: SaleSearch, {limit, from = '', to = '9'}: Days) =>
    all
      .filter(({row, texts}) => isFound(search, {texts, standings: [row.badge]}))
      .map(({row}) => row)
      .filter(({attempts: [{businessDate}]}) => from <= businessDate && businessDate <= to)
      .slice(0, limit);
}

/** Tried again on the same day and on later ones, ended and given back later, beside sales that were left as they were. */
const fourDays = () =>
  tillAfter([
    [
      ...[ask(10), pay(10)],
      ...[ask(11), fail(11), again(12, 11, {description: 'bread'}), fail(12)],
      ...[ask(13), pay(13), ask(14), ask(15), fail(15)],
      ...[ask(16), pay(16), ask(17, {description: 'bread'}), fail(17)],
      ...[ask(18), fail(18), again(19, 18, {description: 'milk'}), pay(19)],
    ],
    [
      ...[ask(20), fail(20), again(21, 20), again(22, 15), pay(22), fail(14)],
      ...[again(23, 11), fail(23), ask(24), pay(24), ask(25), pay(25), ask(26), fail(26)],
    ],
    [giveBack(10), pay(21), again(30, 14), pay(30), giveBack(24), again(31, 11), pay(31), ask(32), pay(32)],
    [ask(40), pay(40), ask(41), giveBack(13), again(42, 41), again(43, 20), pay(43)],
  ]);

test('sales of days that are over stand as they do today, the newest first', () => {
  const till = fourDays();
  expect(foundBy(till, '')).toEqual([
    ...[[41, 42], [40], [32], [26], [25], [24], [20, 21, 43]],
    ...[[18, 19], [17], [16], [15, 22], [14, 30], [13], [11, 12, 23, 31], [10]],
  ]);
  expect(foundBy(till, 'refunded')).toEqual([[24], [13], [10]]);
  expect(foundBy(till, 'not paid')).toEqual([[26], [17]]);
  expect(foundBy(till, 'bread')).toEqual([[17], [11, 12, 23, 31]]);
  expect(foundBy(till, 'tea milk')).toEqual([[18, 19]]);
  expect(foundBy(till, 'call manager')).toEqual([[20, 21, 43]]);
  expect(foundBy(till, 'zz')).toEqual([]);
});

const questions = [
  ...['', 'paid', 'not paid', 'refunded', 'call manager', 'tea', 'bread', 'tea paid', 'paid bread', 'zz', '100'],
  ...['kes 200', 't7k01 tea', 't7k011 t7k031', 'kes tea paid', '14:00', 'milk', 'tea milk paid', 'bread not paid'],
];

test('whatever is asked for is found as by reading all of the journal, of all days and of some', () => {
  const till = fourDays();
  const truth = readThrough(till);
  for (const typed of questions) {
    const search = parseSaleSearch(typed);
    for (const days of [{}, {from: '2026-11-21'}, {to: '2026-11-20'}, {from: '2026-11-21', to: '2026-11-22'}])
      for (const limit of [1, 1000])
        expect(find(till, search, {limit, ...days}), JSON.stringify({typed, limit, ...days})).toEqual(
          truth(search, {limit, ...days}),
        );
  }
});

/** Tickets whose parts are paid on one day or on two, of which one is given up, one is open and one was paid at once. */
const inParts = (...today: readonly Done[]) =>
  tillAfter([
    [
      ...[open(10, 310_000, 'Wanjiru'), ask(11, {ticket: referenceOf(10)}), pay(11)],
      ...[open(12, 700_000, 'Diallo'), ask(13, {ticket: referenceOf(12)}), pay(13), giveUp(12)],
      ...[open(14, 450_000, 'Amara'), ask(15, {ticket: referenceOf(14)}), pay(15)],
      ...[open(16, 170_000), ask(17, {ticket: referenceOf(16)}), pay(17), ask(18), pay(18)],
    ],
    [ask(20, {ticket: referenceOf(10)}), pay(20), ask(21), fail(21)],
    today,
  ]);

test('a part that is paid of a sale that is not is found as such, whether its ticket is at hand or over', () => {
  expect(foundBy(inParts(), 'part paid')).toEqual([[15], [13]]);
  const rest = [ask(30, {ticket: referenceOf(14)}), pay(30)];
  expect(foundBy(inParts(...rest), 'part paid')).toEqual([[13]]);
  expect(foundBy(inParts(giveUp(14)), 'part paid')).toEqual([[15], [13]]);
  expect(foundBy(inParts(pay(21)), 'part paid')).toEqual([[15], [13]]);
});

test('a part is found by its ticket, as it stood when the part was last spoken of', () => {
  const till = inParts();
  expect(foundBy(till, 'wanjiru')).toEqual([[20], [11]]);
  expect(foundBy(till, 'amara')).toEqual([[15]]);
  expect(foundBy(till, '4500')).toEqual([[15]]);
  const given = inParts(giveBack(13));
  expect([foundBy(given, 'diallo'), foundBy(given, 'part paid')]).toEqual([[[13]], [[15]]]);
  const [part] = find(till, parseSaleSearch('t7k013'));
  expect(part?.shown.ticketKept).toEqual({total: {currency: 'KES', minor: 700_000}, status: 'abandoned'});
});

test('a segment has no line of what it does not speak of, and of earlier sales apart', () => {
  const [second, first] = tillAfter([[ask(10), ask(11), pay(11)], [ask(20), pay(20)], []]).lines;
  expect([first?.own.split('\n').length, first?.earlier]).toEqual([3, '']);
  expect([second?.own.split('\n').length, second?.earlier]).toEqual([2, '']);
});

test('lines that are none are passed over', () => {
  const till = tillAfter([[ask(10), pay(10)], []]);
  const lines = till.lines.map(({own}) => ({own: `${own}rubbish\t\nt7k09 rubbish\t\n`, earlier: 'rubbish\n\n'}));
  expect(foundBy({...till, lines}, '')).toEqual([[10]]);
  expect(foundBy({...till, lines}, 'rubbish')).toEqual([]);
});

test('what is at hand is found by its ticket as long as that is at hand too', () => {
  const till = tillAfter([[open(10, 310_000, 'Wanjiru'), ask(11, {ticket: referenceOf(10)})]]);
  expect(foundBy(till, 'wanjiru')).toEqual([[11]]);
  const {tickets, ...rest} = till.state;
  const without = {...rest, tickets: {...tickets, all: new Map()}};
  expect([foundBy({...till, state: without}, 'wanjiru'), foundBy(till, 'wanjiru')]).toEqual([[], [[11]]]);
});
