import type {ZRow} from '../core/books/z-row.js';
import {type ProjectedPayment, projectedFrom} from '../core/office/projected-payment.js';
import {paymentOf, projectionVersion, type StoredLine} from '../core/office/projection.js';
import type {Payment} from '../core/payment/payment.js';
import {Problem} from '../core/problem.js';
import type {Days} from '../core/reconcile/rows/inputs.js';
import type {FoundAs} from '../core/sale/attempt.js';
import type {SaleSearch} from '../core/sale/finder.js';
import {type Database, everyShop} from './database.js';
import {linesFrom, type TillName} from './journals.js';

export type OfficePayment = ProjectedPayment & TillName;
/** What a search has found; `searched` is how many of the newest payments it looked at, null if no other can match. */
type FoundPayments = {readonly payments: readonly OfficePayment[]; readonly searched: number | null};
type ListedRow = TillName & {readonly digest: string};

export const mostFound = 50;
const mostUnsettled = 200;
const mostExported = 1000;

/**
 * How many of the newest payments are searched first: most of what somebody looks for is among them. It is also how many a search may find
 * among all before they would have to be read to find the newest of them.
 */
const newestSearched = 5000;

/** A word that the index of texts cannot find: its entries have three characters. */
const shortest = 3;
const isShort = ({texts, standings}: SaleSearch[number]) =>
  standings.length === 0 && texts.some(text => text.length < shortest);

/** Of so many shops each has a walk of its own, from its newest payment on: one for all would go past what others have sold. */
const mostApart = 20;

const wholeDate = /^\d{4}-\d\d-\d\d$/;
/** A term that is a date: it is found as the business day, in the order of its index, and in no text. */
const isOfDay = ({texts}: SaleSearch[number]) => texts.length === 1 && texts.every(text => wholeDate.test(text));

/**
 * The newest payments that a search finds: among the newest of these shops, or among all. Among all, the order of an index of time would make
 * a text that only old payments have a walk past all newer ones; but not for a day, whose index has it. Without a day, `found` is how many
 * there are, of which no more than `newestSearched` and one are read.
 */
export function paymentsQuery(
  search: SaleSearch,
  shops: readonly string[],
  {from = 0, isAmongAll = true}: {readonly from?: number; readonly isAmongAll?: boolean} = {},
): {readonly text: string; readonly values: readonly unknown[]} {
  const values: unknown[] = [projectionVersion];
  const placed = (value: unknown) => `$${values.push(value)}`;
  const terms = search.map(term => {
    const {texts, standings} = term;
    if (isOfDay(term)) return ` and business_date = ${placed(texts[0])}`;
    const found = texts.map(text => `search like ${placed(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)}`);
    if (standings.length > 0) found.push(`standing = any(${placed(standings)})`);
    return ` and (${found.join(' or ')})`;
  });
  const page = `limit ${mostFound} offset ${from}`;
  if (isAmongAll) {
    const which = `where fold = $1 and shop = any(${placed(shops)})${terms.join('')}`;
    const order = `order by requested_at desc, reference, till ${page}`;
    if (search.some(isOfDay)) return {text: `select shop, till, digest from payment ${which} ${order}`, values};
    const text = `select shop, till, digest, count(*) over () as found from
      (select shop, till, digest, requested_at, reference from payment ${which} limit ${newestSearched + 1}) as matching ${order}`;
    return {text, values};
  }
  const newest = `order by requested_at desc, reference, till limit ${search.length === 0 ? from + mostFound : newestSearched}`;
  const walk = (which: string) =>
    `(select shop, till, digest, search, standing, requested_at, reference from payment where fold = $1 and shop ${which} ${newest})`;
  const isApart = shops.length > 0 && shops.length <= mostApart;
  const walks = isApart ? shops.map(shop => walk(`= ${placed(shop)}`)) : [walk(`= any(${placed(shops)})`)];
  const text = `select shop, till, digest from (select * from (${walks.join(' union all ')}) as each ${newest}) as newest
    where true${terms.join('')} order by requested_at desc, reference, till ${page}`;
  return {text, values};
}

const isFound = (rows: readonly object[]) => rows.length > 0;

const among = (shops: readonly string[], named: string | undefined): readonly string[] =>
  named === undefined ? shops : shops.filter(shop => shop === named);

/** What the rows say that the office has made of its tills' lines. */
export class OfficeRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The newest payments, of a shop or of all, that a search finds. */
  async payments(search: SaleSearch, shop?: string, from = 0): Promise<FoundPayments> {
    return this.#database.ofShops(async all => {
      const shops = among(all, shop).filter(each => each !== everyShop);
      const find = (isAmongAll: boolean) => {
        const {text, values} = paymentsQuery(search, shops, {from, isAmongAll});
        return this.#database.query<ListedRow & {readonly found?: number}>(text, values);
      };
      const isOneDay = search.some(isOfDay);
      const newest = isOneDay ? [] : await find(false);
      const isFull = newest.length === mostFound || search.length === 0;
      if (isFull) return {payments: newest.map(namedPayment), searched: null};
      const rows = !isOneDay && search.some(isShort) ? undefined : await find(true);
      if (rows !== undefined && (rows[0]?.found ?? 0) <= newestSearched)
        return {payments: rows.map(namedPayment), searched: null};
      const isMore = rows !== undefined || (await this.#hasMoreThan(newestSearched, shops));
      return {payments: newest.map(namedPayment), searched: isMore ? newestSearched : null};
    });
  }

  async #hasMoreThan(count: number, shops: readonly string[]): Promise<boolean> {
    const text = 'select 1 from payment where fold = $1 and shop = any($2) limit 1 offset $3';
    return (await this.#database.query(text, [projectionVersion, shops, count])).length > 0;
  }

  /** The payments of some days, of a shop or of all, in parts: by day and reference, after a day, a reference and a till. */
  async *paymentsOf(
    {from, to}: Days,
    shop: string | undefined,
    after: readonly string[] = ['', '', ''],
  ): AsyncGenerator<readonly OfficePayment[]> {
    let last = after;
    for (;;) {
      const rows = await this.#rows<ListedRow & {business_date: string; reference: string}>(
        `select shop, till, business_date, reference, digest from payment
           where fold = $1 and shop = any($2) and business_date between $3 and $4
             and (business_date, reference, till) > ($5, $6, $7)
           order by business_date, reference, till limit ${mostExported}`,
        {shop, values: [from, to, ...last]},
      );
      const newest = rows.at(-1);
      if (newest === undefined) return;
      yield rows.map(namedPayment);
      last = [newest.business_date, newest.reference, newest.till];
    }
  }

  /** The payments in any of these states, those that have been in it longest first. */
  async paymentsIn(states: readonly FoundAs[]): Promise<readonly OfficePayment[]> {
    const rows = await this.#rows<ListedRow>(
      `select shop, till, digest from payment where fold = $1 and shop = any($2) and standing = any($3)
         order by requested_at, reference, till limit ${mostUnsettled}`,
      {values: [states]},
    );
    return rows.map(namedPayment);
  }

  /** A payment with its lines as the till wrote them, and as it results from these lines. Throws `Problem` office-payment-unknown. */
  async payment(
    reference: string,
  ): Promise<{readonly payment: OfficePayment; readonly told: Payment; readonly lines: readonly string[]}> {
    // No till can speak for another till's payment: the till whose id begins the reference comes first.
    const [row] = await this.#rows<ListedRow>(
      `select shop, till, digest from payment where fold = $1 and shop = any($2) and reference = $3
         order by till = $4 desc, shop, till limit 1`,
      {values: [reference, reference.slice(0, -12)], isWhole: isFound},
    );
    if (row === undefined) throw absentIn(this.#database, new Problem('office-payment-unknown', {reference}));
    const lines: StoredLine[] = [];
    const payment = namedPayment(row);
    for (const seq of payment.lines)
      lines.push(...(await linesFrom(this.#database, row, {from: seq, through: seq, most: 1})));
    const told = paymentOf(reference, lines);
    if (told === undefined) throw new Problem('office-payment-unknown', {reference});
    return {payment, told, lines: lines.map(({bytes}) => Buffer.from(bytes).toString())};
  }

  async zs(): Promise<readonly (ZRow & TillName)[]> {
    const rows = await this.#rows<TillName & {row: ZRow}>(
      'select shop, till, row from z where fold = $1 and shop = any($2) order by shop, till, number desc',
    );
    return rows.map(({shop, till, row}) => ({shop, till, ...row}));
  }

  /** The tills that have no Z for a day before `today`, each since the first such day. */
  async unclosed(today: string): Promise<readonly (TillName & {readonly since: string})[]> {
    return this.#rows(
      `select till_day.shop, till_day.till, min(business_date) as since from till_day
         left join (select shop, till, max(row ->> 'businessDate') as day from z where fold = $1 group by shop, till) as last
           on last.shop = till_day.shop and last.till = till_day.till
         where fold = $1 and till_day.shop = any($2) and business_date < $3 and business_date > coalesce(last.day, '')
         group by till_day.shop, till_day.till order by till_day.shop, till_day.till`,
      {values: [today]},
    );
  }

  /** The time zone of the till that was heard from last, of a shop or of all; null if no till has stated one. */
  async zone(shop: string | undefined): Promise<string | null> {
    const [row] = await this.#rows<{zone: string}>(
      `select kept -> 'segment' ->> 'zone' as zone from till
         join till_fold on till_fold.shop = till.shop and till_fold.till = till.till
         where fold = $1 and kept -> 'segment' ->> 'zone' is not null and till.shop = any($2)
         order by seen_at desc nulls last, till.shop, till.till limit 1`,
      {shop},
    );
    return row?.zone ?? null;
  }

  /** Reads rows of this version of the fold (`$1`) and of the shops, or the one named (`$2`); `values` are the others, from `$3`. */
  #rows<Row extends object>(
    text: string,
    {
      shop,
      values = [],
      isWhole,
    }: {shop?: string | undefined; values?: readonly unknown[]; isWhole?: typeof isFound} = {},
  ): Promise<readonly Row[]> {
    const read = (shops: readonly string[]) =>
      this.#database.query<Row>(text, [projectionVersion, among(shops, shop), ...values]);
    return this.#database.ofShops(read, isWhole);
  }
}

const namedPayment = ({shop, till, digest}: ListedRow): OfficePayment => ({shop, till, ...projectedFrom(digest)});

/** What was not found may be where no node answers. */
export const absentIn = (database: Database, problem: Problem): Problem =>
  database.missing().length === 0 ? problem : new Problem('office-node-unreachable');
