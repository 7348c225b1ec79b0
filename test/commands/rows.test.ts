import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {collecting, harmfulIn, paymentIn, type Ran, type Row, type Shop, segmentsOf, startShop} from './support.js';

/** The sandbox's table: what each ending of a wallet does, as a script sees it. */
type Case = {
  readonly ending: string;
  readonly status: string;
  readonly exit: number;
  readonly rows: number;
  /** Seconds for the command where it ends by its own patience alone. */
  readonly wait?: number;
  readonly later?: {readonly after: string; readonly status: string; readonly exit: number};
};

const cases: readonly Case[] = [
  {ending: '101', status: 'failed', exit: 1, rows: 1},
  {ending: '102', status: 'pending', exit: 3, rows: 1, wait: 7},
  {ending: '103', status: 'pending', exit: 3, rows: 1, wait: 7, later: {after: 'PT10M', status: 'paid', exit: 0}},
  {ending: '104', status: 'mispaid', exit: 4, rows: 1},
  {ending: '105', status: 'paid', exit: 0, rows: 1},
  {ending: '106', status: 'unknown', exit: 3, rows: 0, wait: 7, later: {after: 'P1D', status: 'unknown', exit: 3}},
  {ending: '107', status: 'paid', exit: 0, rows: 1},
  {ending: '108', status: 'unknown', exit: 3, rows: 0, wait: 7, later: {after: 'P1D', status: 'unknown', exit: 3}},
  {ending: '109', status: 'paid', exit: 0, rows: 1},
  {ending: '110', status: 'paid', exit: 0, rows: 1},
  {ending: '111', status: 'paid', exit: 0, rows: 1},
  {ending: '112', status: 'pending', exit: 3, rows: 1, wait: 12},
  {ending: '113', status: 'paid', exit: 0, rows: 1, later: {after: 'PT62S', status: 'disputed', exit: 4}},
  {ending: '114', status: 'paid', exit: 0, rows: 1},
  {ending: '115', status: 'failed', exit: 1, rows: 1, later: {after: 'PT62S', status: 'disputed', exit: 4}},
];

type Outcome = {
  readonly ran: Ran;
  readonly books: readonly Row[];
  /** What came in answer to the charge, as the journal has it. */
  readonly answers: readonly string[];
  readonly later: Ran | undefined;
};

const outcomes = new Map<string, Outcome>();
const shops: Shop[] = [];

beforeAll(async () => {
  await Promise.all(cases.map(async row => outcomes.set(row.ending, await play(row))));
});
afterAll(async () => {
  await Promise.all(shops.map(shop => shop.close()));
});

async function play({ending, wait = 30, later}: Case): Promise<Outcome> {
  const shop = await startShop();
  shops.push(shop);
  const ran = await shop.run(collecting(`254712345${ending}`, '--wait', String(wait)));
  const {reference} = paymentIn(ran);
  const left = {ran, books: await shop.books(), answers: answersIn(shop)};
  if (later === undefined) return {...left, later: undefined};
  await shop.advance(later.after);
  const asked = await shop.run(['status', reference, '--json']);
  return {...left, later: asked};
}

const answersIn = (shop: Shop) =>
  segmentsOf(shop).flatMap(path => [
    ...readFileSync(path, 'utf8')
      .matchAll(/"type":"answered".*?"kind":"([\w-]+)"/g)
      .map(([, kind = '']) => kind),
  ]);

function outcome(ending: string): Outcome {
  const found = outcomes.get(ending);
  if (found === undefined) throw new Error(`row ${ending} did not run`);
  return found;
}

describe.each(cases)('a wallet that ends in $ending', ({ending, status, exit, rows}) => {
  it(`comes to ${status} with exit code ${exit}`, () => {
    const {ran} = outcome(ending);
    expect(ran.json).toMatchObject({status, releaseGoods: status === 'paid', currency: 'KES', amount: '200.00'});
    expect(ran.exit).toBe(exit);
  });

  it(`leaves ${rows} rows in the books, and was asked for once at most`, () => {
    const {books} = outcome(ending);
    expect(books).toHaveLength(rows);
    for (const {requests} of books) expect(requests).toBe(1);
  });

  it('says nothing that could move a cursor', () => {
    const {ran} = outcome(ending);
    expect(harmfulIn(ran.out + ran.err)).toBeUndefined();
  });
});

const laterCases = cases.flatMap(({ending, later}) => (later === undefined ? [] : [{ending, ...later}]));

it.each(laterCases)('$ending is $status after $after, with exit code $exit', ({ending, status, exit}) => {
  const {later} = outcome(ending);
  expect(later?.json).toMatchObject({status});
  expect(later?.exit).toBe(exit);
});

describe('what else a script reads', () => {
  it('shows an unheard-of status raw', () => {
    expect(outcome('112').ran.json).toMatchObject({provider: {status: 'Zamani', code: '77'}});
    expect(outcome('112').ran.json.reason).toContain('Zamani');
  });

  it('leaves once it is paid, though the first answer has not come', () => {
    const {ran, answers} = outcome('110');
    expect(ran.json).toMatchObject({status: 'paid'});
    expect(answers).toEqual(['no-answer']);
  });

  it('says that nobody watches when it leaves before the end', () => {
    const {ran} = outcome('102');
    expect(ran.err).toContain(`duka status ${paymentIn(ran).reference}`);
    expect(outcome('105').ran.err).not.toContain('duka status');
  });

  it('names the payment on standard error before it is sent', () => {
    const {ran} = outcome('106');
    expect(ran.err.split('\n')[0]).toContain(paymentIn(ran).reference);
  });

  it('gives a payment in one shape', () => {
    const {ran} = outcome('104');
    expect(Object.keys(ran.json)).toEqual([
      'reference',
      'sale',
      'ticket',
      'method',
      'status',
      'verdict',
      'badge',
      'judgedBy',
      'releaseGoods',
      'isPartPaid',
      'attention',
      'amount',
      'currency',
      'country',
      'network',
      'wallet',
      'tendered',
      'card',
      'subscription',
      'transactionReference',
      'refunds',
      'reason',
      'say',
      'next',
      'setAside',
      'createdAt',
      'businessDate',
      'provider',
      'warnings',
    ]);
    expect(ran.json).toMatchObject({
      method: 'mobile-money',
      verdict: 'needs-person',
      attention: [],
      country: 'KE',
      network: 'SAFKEN',
      wallet: '254712345104',
      reason: 'Paid KES 100.00. Requested KES 200.00.',
      next: {kind: 'none'},
      setAside: false,
      provider: {status: 'Completed', code: '00', amount: '100', fee: '0'},
    });
  });
});
