import {foldVersion} from '../core/journal/state.js';
import {projectedThrough, type TillRecord} from '../core/office/accept.js';
import {type KeptLine, type KeptProjection, type Projected, Projection} from '../core/office/projection.js';
import type {Client, Database} from './database.js';
import {linesFrom, type TillName} from './journals.js';

const bytesTogether = 1024 * 1024;
const mostAtHand = 500;

/**
 * Makes rows of what tills send, by their own fold: the rows, the cursor and what is kept of the fold are one transaction. By another version
 * of the fold everything is made again beside the rows of the one before.
 */
export class Projector {
  readonly #database: Database;
  readonly #atHand = new Map<string, Projection>();
  readonly #noticed = new Map<string, TillName>();
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** There is something new of a till. */
  notice(till: TillName): void {
    this.#noticed.set(`${till.shop}/${till.till}`, till);
    this.#work = this.#work.then(() => this.#drain()).catch(() => undefined); // the next notice, or the next start, tries again
  }

  /** All that every till has sent and no row says yet. */
  async catchUp(): Promise<void> {
    for (const till of await this.#database.query<TillName>('select shop, till from till')) this.notice(till);
    await this.#work;
  }

  /** Takes all rows of this version of the fold away, and makes them again. */
  async rebuild(): Promise<void> {
    await this.#work;
    this.#atHand.clear();
    await this.#database.transaction(async client => {
      for (const table of ['till_fold', 'payment', 'till_day', 'z'])
        await client.query(`delete from ${table} where fold = $1`, [foldVersion]);
    });
    await this.catchUp();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #drain(): Promise<void> {
    for (const [name, till] of this.#noticed) {
      this.#noticed.delete(name);
      while (!this.#isStopped && (await this.#step(name, till)));
    }
  }

  /** Projects the next lines of a till; whether there may be more. */
  async #step(name: string, till: TillName): Promise<boolean> {
    try {
      return await this.#database.transaction(async client => {
        // Another office over this database, or one that makes the rows again, may have gone on: the row says how far they are.
        const kept = await this.#kept(client, till);
        const atHand = this.#atHand.get(name);
        const projection = atHand?.seq === kept.seq ? atHand : new Projection(kept);
        this.#remember(name, projection);
        const {rows} = await client.query('select record from till where shop = $1 and till = $2', [
          till.shop,
          till.till,
        ]);
        const record = (rows[0] as {record: TillRecord} | undefined)?.record;
        const through = record === undefined ? 0 : projectedThrough(record);
        const lines = await linesFrom(this.#database, till, {from: projection.seq + 1, through, most: bytesTogether});
        if (lines.length === 0) return false;
        const projected = projection.take(lines, await this.#earlier(till, projection.missing(lines)));
        await keepRows(client, till, projected);
        const next = projection.keep();
        await client.query(
          `insert into till_fold (shop, till, fold, seq, kept) values ($1, $2, $3, $4, $5)
           on conflict (shop, till, fold) do update set seq = excluded.seq, kept = excluded.kept`,
          [till.shop, till.till, foldVersion, projection.seq, JSON.stringify(next)],
        );
        return projection.seq < through;
      });
    } catch (error) {
      this.#atHand.delete(name); // it has taken what no row says
      throw error;
    }
  }

  #remember(name: string, projection: Projection): void {
    this.#atHand.delete(name);
    this.#atHand.set(name, projection);
    const oldest = this.#atHand.size > mostAtHand ? this.#atHand.keys().next().value : undefined;
    if (oldest !== undefined) this.#atHand.delete(oldest);
  }

  /** The row is this transaction's, so that two offices over one database do not add the same lines to the days. */
  async #kept(client: Client, {shop, till}: TillName): Promise<KeptProjection> {
    const nothing = new Projection().keep();
    await client.query(
      'insert into till_fold (shop, till, fold, seq, kept) values ($1, $2, $3, 0, $4) on conflict do nothing',
      [shop, till, foldVersion, JSON.stringify(nothing)],
    );
    const {rows} = await client.query(
      'select kept from till_fold where shop = $1 and till = $2 and fold = $3 for update',
      [shop, till, foldVersion],
    );
    return (rows[0] as {kept: KeptProjection} | undefined)?.kept ?? nothing;
  }

  async #earlier(till: TillName, references: readonly string[]): Promise<ReadonlyMap<string, readonly KeptLine[]>> {
    const found = new Map<string, readonly KeptLine[]>();
    for (const reference of references) {
      const [row] = await this.#database.query<{lines: readonly number[]}>(
        "select row -> 'lines' as lines from payment where shop = $1 and till = $2 and fold = $3 and reference = $4",
        [till.shop, till.till, foldVersion, reference],
      );
      const lines: KeptLine[] = [];
      for (const seq of row?.lines ?? [])
        lines.push(...(await linesFrom(this.#database, till, {from: seq, through: seq, most: 1})));
      found.set(reference, lines);
    }
    return found;
  }
}

async function keepRows(client: Client, {shop, till}: TillName, {payments, days, zs}: Projected): Promise<void> {
  for (const payment of payments)
    await client.query(
      `insert into payment (shop, till, fold, reference, business_date, requested_at, verdict, row) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (shop, till, fold, reference) do update set verdict = excluded.verdict, row = excluded.row`,
      [
        shop,
        till,
        foldVersion,
        payment.reference,
        payment.businessDate,
        payment.requestedAt,
        payment.verdict,
        JSON.stringify(payment),
      ],
    );
  for (const {method, channel, businessDate, currency, quarter, paid, minor, notPaid, refunds, refunded} of days)
    await client.query(
      `insert into till_day (shop, till, fold, business_date, place, currency, quarter, tender, paid, minor, not_paid, refunds, refunded)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (shop, till, fold, business_date, place, currency, quarter) do update set paid = till_day.paid + excluded.paid,
         minor = till_day.minor + excluded.minor, not_paid = till_day.not_paid + excluded.not_paid,
         refunds = till_day.refunds + excluded.refunds, refunded = till_day.refunded + excluded.refunded`,
      [
        ...[shop, till, foldVersion, businessDate, `${method} ${channel}`, currency, quarter],
        ...[JSON.stringify({method, channel}), paid, minor, notPaid, refunds, refunded],
      ],
    );
  for (const z of zs)
    await client.query(
      `insert into z (shop, till, fold, number, row) values ($1, $2, $3, $4, $5)
       on conflict (shop, till, fold, number) do update set row = excluded.row`,
      [shop, till, foldVersion, z.number, JSON.stringify(z)],
    );
}
