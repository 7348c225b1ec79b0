import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {Problem} from '../../src/core/problem.js';
import {compareBooks, compareReported, readWholeJournal, type WholeJournal} from '../../src/selftest/compare.js';
import type {Books} from '../../src/selftest/practice-service.js';
import type {Acknowledged} from '../../src/selftest/shop.js';
import {machine} from '../../src/world.js';
import {charge, paidByCard} from './card-support.js';
import {collectAndLeave, collectAndSettle, collecting, paymentIn, type Shop, startShop} from './support.js';

/** One of each kind, by real commands against a real service. */
const payments = {paid: '', declined: '', lost: '', card: '', refused: '', cash: ''};
let shop: Shop;
let journal: WholeJournal;
let books: Books;

const read = () => {
  const environment = {DUKA_HOME: shop.home, DUKA_TILL: 'T7K', DUKA_ZONE: 'Africa/Nairobi'};
  const startSandbox = () => Promise.reject(new Error('a reader needs no service'));
  return readWholeJournal({environment, world: machine, version: '0.0.0', startSandbox});
};

beforeAll(async () => {
  shop = await startShop({DUKA_TILL: 'T7K', DUKA_ZONE: 'Africa/Nairobi'});
  payments.paid = paymentIn(await collectAndSettle(shop, collecting('254712345678'))).reference;
  payments.declined = paymentIn(await collectAndSettle(shop, collecting('254712345101'))).reference;
  payments.lost = paymentIn(await collectAndLeave(shop, collecting('254712345106'))).reference;
  payments.card = await paidByCard(shop, '400');
  payments.refused = paymentIn(await charge(shop, '30', {expiryMonth: '05'})).reference;
  await shop.run(['refund', payments.card, '--amount', '10', '--json']);
  payments.cash = paymentIn(await shop.run(['cash', 'sale', '--amount', '350', '--json'])).reference;
  await shop.run(['status', payments.lost]);
  journal = await read();
  books = {transactions: await shop.books(), refunds: await shop.refunds()} as Books;
});
afterAll(() => shop.close());

/** The journal as it would have been with other lines; nobody asks such lines for their hashes. */
function withEvents(change: (events: readonly StoredEvent[]) => readonly StoredEvent[]): WholeJournal {
  const events = change(journal.events);
  const state = emptyState();
  foldEvents(state, events);
  return {...journal, events, state};
}

type Kind = keyof typeof payments;
const without = (kind: Kind, ...types: readonly string[]) =>
  withEvents(events =>
    events.filter(({type, data}) => {
      const isAbout = 'reference' in data && data.reference === payments[kind];
      return !isAbout || (types.length > 0 && !types.includes(type));
    }),
  );
const withRows = (change: (row: Books['transactions'][number]) => object | undefined): Books => ({
  ...books,
  transactions: books.transactions.flatMap(row => {
    const changed = change(row);
    return changed === undefined ? [] : [{...row, ...changed}];
  }),
});
const row = (kind: Kind, changed: object | undefined) =>
  withRows(({transaction_reference: reference}) => (reference === payments[kind] ? changed : {}));
const names = (told: {readonly state: WholeJournal['state']}, of: Books = books) =>
  compareBooks(told, of).map(({reference, name}) => [reference, name]);

it('finds nothing in books that agree', () => {
  expect(journal.state.payments.size).toBe(6);
  expect(books.transactions.length).toBe(4);
  expect(books.refunds.length).toBe(1);
  expect(compareBooks(journal, books)).toEqual([]);
});

it.each<[string, Kind, () => Books]>([
  ['asked-twice', 'paid', () => row('paid', {requests: 2})],
  ['row-doubled', 'card', () => ({...books, transactions: books.transactions.flatMap(each => twice(each))})],
  ['paid-here-only', 'paid', () => row('paid', undefined)],
  ['failed-without-proof', 'declined', () => row('declined', undefined)],
  ['ends-differ', 'paid', () => row('paid', {status: 'Initialized'})],
  ['ends-differ', 'paid', () => row('paid', {status: 'Failed'})],
  ['ends-differ', 'paid', () => row('paid', {status: 'Reversed'})],
  ['paid-there-only', 'declined', () => row('declined', {status: 'Completed'})],
  ['amounts-differ', 'paid', () => row('paid', {amount: 199})],
  ['amounts-differ', 'paid', () => row('paid', {currency: 'UGX'})],
  ['paid-there-only', 'refused', () => row('refused', {status: 'Completed'})],
  ['paid-there-only', 'lost', () => withLost({status: 'Completed'})],
  ['row-of-cash', 'cash', () => ({...books, transactions: [...books.transactions, rowOf('cash')]})],
  ['refund-doubled', 'card', () => ({...books, refunds: books.refunds.flatMap(each => [each, each])})],
  ['refunds-differ', 'card', () => ({...books, refunds: []})],
  ['refunds-differ', 'card', () => ({...books, refunds: books.refunds.map(each => ({...each, status: 'Failed'}))})],
])('finds that the service’s books were doctored: %s (%s)', (name, kind, doctored) => {
  expect(names(journal, doctored())).toEqual([[payments[kind], name]]);
});

const twice = (each: Books['transactions'][number]) =>
  each.transaction_reference === payments.card ? [each, each] : [each];
const rowOf = (kind: Kind) => {
  const [first] = books.transactions;
  if (first === undefined) throw new Error('the books are empty');
  return {...first, transaction_reference: payments[kind]};
};
const withLost = (changed: object): Books => ({
  ...books,
  transactions: [...books.transactions, {...rowOf('lost'), ...changed}],
});

it.each<[string, Kind, () => WholeJournal]>([
  ['row-without-line', 'paid', () => without('paid')],
  ['left-unwritten', 'paid', () => without('paid', 'sent')],
  ['paid-there-only', 'paid', () => without('paid', 'status-answered')],
  ['ends-differ', 'declined', () => without('declined', 'status-answered')],
  ['not-asked', 'lost', () => without('lost', 'status-answered')],
  ['left-open', 'lost', () => without('lost', 'sent', 'answered', 'status-answered')],
])('finds that lines of the journal are gone: %s (%s)', (name, kind, doctored) => {
  expect(names(doctored())).toContainEqual([payments[kind], name]);
});

it('finds a refund that the service made and the journal never sent', () => {
  const doctored = without('card', 'refund-requested', 'refund-sent', 'refund-answered', 'refund-status-answered');
  expect(names(doctored).map(([, name]) => name)).toContain('refund-doubled');
  expect(names(without('card')).map(([, name]) => name)).toContain('refund-without-line');
});

it('finds one sale that became two payments', () => {
  const asTheFirst = withEvents(events =>
    events.map(event =>
      event.type === 'requested' && event.data.reference === payments.card
        ? {...event, data: {...event.data, description: `Sale ${payments.paid}`}}
        : event,
    ),
  );
  expect(names(asTheFirst)).toEqual([[payments.card, 'sold-twice']]);
});

it('finds that something that the cashier was told is gone or taken back', () => {
  const last = journal.events.at(-1);
  if (last === undefined) throw new Error('the journal is empty');
  const told = (status: string, reference = payments.paid): Acknowledged => {
    return {what: 'acknowledged', reference, status, refunds: [], seq: last.seq, head: last.hash};
  };
  expect(compareReported(journal, [told('requested'), told('sent'), told('pending'), told('paid')])).toEqual([]);
  const found = (among: WholeJournal, ...all: readonly Acknowledged[]) =>
    compareReported(among, all).map(({name}) => name);
  expect(found(journal, told('failed'))).toEqual(['told-and-taken-back']);
  expect(found(without('paid', 'status-answered'), told('paid'))).toEqual(['told-and-taken-back']);
  expect(found(without('paid'), told('paid'))).toEqual(['told-and-lost']);
  expect(
    found(
      withEvents(events => events.slice(0, -1)),
      told('paid'),
    ),
  ).toEqual(['told-and-lost']);
  expect(found(journal, {...told('paid'), head: '0'.repeat(64)})).toEqual(['told-and-lost']);
  expect(compareReported(journal, [{...told('paid', payments.card), refunds: ['failed']}])).toHaveLength(1);
});

it('believes no journal of which a line was taken out', async () => {
  const folder = join(shop.home, 'sandbox', 'T7K', 'journal');
  const file = join(folder, readdirSync(folder).find(name => name.endsWith('.jsonl')) ?? '');
  const whole = readFileSync(file, 'utf8');
  const lines = whole.split('\n');
  writeFileSync(file, lines.toSpliced(4, 1).join('\n'));
  try {
    await expect(read()).rejects.toSatisfy(error => error instanceof Problem && error.code === 'journal-damaged');
  } finally {
    writeFileSync(file, whole);
  }
});
