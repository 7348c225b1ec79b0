import {digestFrom} from '../core/books/day-json.js';
import {projectedThrough, type TillRecord} from '../core/office/accept.js';
import {isStoredProjection, projectionVersion, type StoredProjection} from '../core/office/projection.js';
import {profileOf, type TillBooks} from '../core/office/view.js';
import {daysNear, type WantedInPasses} from '../core/reconcile/result/day.js';
import type {ChainState, Days} from '../core/reconcile/rows/inputs.js';
import {type LocalPayment, localFrom, type PaymentDigest} from '../core/reconcile/rows/local.js';
import type {Client, Database} from './database.js';
import {hashesOf} from './journals.js';

type TillRow = {
  readonly shop: string;
  readonly till: string;
  readonly record: TillRecord;
  readonly seen_at: Date | null;
  readonly kept: StoredProjection | null;
};
type DigestRow = readonly [shop: string, till: string, digest: string];
type NamedDigest = {readonly shop: string; readonly till: string; readonly digest: PaymentDigest};
type Book = {readonly payments: LocalPayment[]; readonly read: (digest: PaymentDigest) => LocalPayment};

/** How many references one query asks for, and how many rows it fetches at a time. */
const namedAtOnce = 10_000;
const rowsAtOnce = 5000;

/**
 * The payments that the tills of some shops have for some days and for what files name: all as of one moment, each till with how far its
 * rows go. Lines without rows yet are not included, so the rows have to be made first. Payments that the first pass takes are in no list.
 */
export async function booksOf(
  database: Database,
  shops: readonly string[],
  {days, firstPass}: WantedInPasses,
): Promise<readonly TillBooks[]> {
  return database.transaction(async client => {
    await client.query('set transaction isolation level repeatable read, read only');
    const tills = await tillsOf(client, shops);
    const bookOf = new Map<string, Book>();
    const books: TillBooks[] = [];
    for (const till of tills) {
      const payments: LocalPayment[] = [];
      const standing = await standingOf(client, till);
      books.push({...standing, payments});
      const {profile} = standing;
      const origin = {till: till.till, z: await zsOf(client, till), ...(profile && {profile})};
      bookOf.set(nameOf(till), {payments, read: digest => localFrom(digest, origin)});
    }
    const pass = firstPass(profileOf(books));
    const take = (rows: readonly NamedDigest[]) => {
      for (const row of rows) {
        const book = bookOf.get(nameOf(row));
        const payment = book?.read(row.digest);
        if (payment !== undefined && !pass.take(payment)) book?.payments.push(payment);
      }
    };
    const near = daysNear(days);
    for await (const rows of digestsNear(client, shops, near)) take(rows);
    for await (const rows of digestsNamed(client, {shops, named: pass.missing(), near})) take(rows);
    const held = new Map(
      books.map(({shop: of, till, payments}) => [`${of}/${till}`, new Set(payments.map(({reference}) => reference))]),
    );
    for await (const rows of digestsNamed(client, {shops, named: pass.givenBack(), near: null}))
      for (const row of rows) {
        const book = bookOf.get(nameOf(row));
        if (held.get(nameOf(row))?.has(row.digest.reference) === false) book?.payments.push(book.read(row.digest));
      }
    return books;
  });
}

const nameOf = ({shop, till}: {readonly shop: string; readonly till: string}) => `${shop}/${till}`;

async function tillsOf(client: Client, shops: readonly string[]): Promise<readonly TillRow[]> {
  const {rows} = await client.query(
    `select till.shop, till.till, till.record, till.seen_at, till_fold.kept from till
     left join till_fold on till_fold.shop = till.shop and till_fold.till = till.till and till_fold.fold = $1
     where till.shop = any($2) order by till.shop, till.till`,
    [projectionVersion, shops],
  );
  return (rows as readonly TillRow[]).map(row => ({...row, kept: isStoredProjection(row.kept) ? row.kept : null}));
}

async function standingOf(client: Client, row: TillRow): Promise<Omit<TillBooks, 'payments'>> {
  const {shop, till, record, seen_at: seen, kept} = row;
  const seq = kept?.seq ?? 0;
  const head =
    seq === record.seq ? record.head : ((await hashesOf(client, record, [{from: seq, through: seq}]))(0, seq) ?? null);
  return {
    shop,
    till,
    profile: kept?.segment?.profile ?? null,
    zone: kept?.segment?.zone ?? null,
    chain: chainOf(row),
    seq,
    head,
    heardAt: seen?.toISOString() ?? null,
  };
}

/** The books contain nothing after a fork, and no lines that cannot be read. */
function chainOf({till, record, kept}: TillRow): ChainState {
  const trouble = kept?.trouble ?? null;
  if (trouble?.kind === 'unreadable') return {till, state: 'broken', seq: trouble.seq};
  if (record.haltedAt !== null) return {till, state: 'broken', seq: record.haltedAt + 1};
  const seq = kept?.seq ?? 0;
  return seq < projectedThrough(record) ? {till, state: 'gap', seq: seq + 1} : {till, state: 'whole', seq: null};
}

/** A function like `zOf`: the Z that counts a line. */
async function zsOf(client: Client, {shop, till}: TillRow): Promise<(seq: number) => number | null> {
  const {rows} = await client.query(
    `select number, (row ->> 'throughSeq')::bigint as through from z where shop = $1 and till = $2 and fold = $3 order by number`,
    [shop, till, projectionVersion],
  );
  const zs = rows as readonly {number: number; through: number}[];
  return seq => zs.find(({through}) => seq <= through)?.number ?? null;
}

/** Yields the digests of the days, one fetch at a time, and fetches the next ones meanwhile. */
async function* digestsNear(
  client: Client,
  shops: readonly string[],
  {from, to}: Days,
): AsyncGenerator<readonly NamedDigest[]> {
  await client.query('set local cursor_tuple_fraction = 1'); // all of them will be fetched
  await client.query(
    `declare near no scroll cursor for
     select shop, till, digest from payment where fold = ${projectionVersion} and shop in (${shops.map(shop => client.escapeLiteral(shop)).join(', ')})
       and business_date between '${from}' and '${to}'`,
  );
  const fetch = () => {
    const rows = rowsOf(client, `fetch ${rowsAtOnce} from near`);
    rows.catch(() => undefined); // the `await` below reports it
    return rows;
  };
  for (let next = fetch(); ; ) {
    const rows = await next;
    if (rows.length === 0) break;
    next = fetch();
    yield readRows(rows);
  }
  await client.query('close near');
}

/** Yields the named digests, of days other than those in `near`, or of all days. */
async function* digestsNamed(
  client: Client,
  {
    shops,
    named,
    near,
  }: {readonly shops: readonly string[]; readonly named: Iterable<string>; readonly near: Days | null},
): AsyncGenerator<readonly NamedDigest[]> {
  for (const references of inParts(named, namedAtOnce))
    yield readRows(
      await rowsOf(
        client,
        `select shop, till, digest from payment where fold = $1 and shop = any($2) and reference = any($3)
         and ($4::text is null or not business_date between $4 and $5)`,
        [projectionVersion, shops, references, near?.from ?? null, near?.to ?? null],
      ),
    );
}

function* inParts<T>(items: Iterable<T>, most: number): Generator<readonly T[]> {
  let part: T[] = [];
  for (const item of items) {
    if (part.push(item) < most) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

async function rowsOf(client: Client, text: string, values: readonly unknown[] = []): Promise<readonly DigestRow[]> {
  const {rows} = await client.query<DigestRow[]>({text, values: [...values], rowMode: 'array'});
  return rows as unknown as readonly DigestRow[];
}

const readRows = (rows: readonly DigestRow[]): readonly NamedDigest[] =>
  rows.map(([shop, till, digest]) => ({shop, till, digest: digestFrom(digest)}));
