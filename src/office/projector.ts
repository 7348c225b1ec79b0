import {projectedThrough, type TillRecord} from '../core/office/accept.js';
import {projectedFrom} from '../core/office/projected-payment.js';
import {
  type Projected,
  Projection,
  projectionVersion,
  type StoredLine,
  type StoredProjection,
} from '../core/office/projection.js';
import {isPrompt} from './commit.js';
import type {Client, Database} from './database.js';
import {linesFrom, type TillName} from './journals.js';

const bytesTogether = 1024 * 1024;
const mostAtHand = 500;
/** About as much work as one step of a till that has been away. */
const promptTogether = 16;
/** While the database writes the rows of one till, the lines of another are folded. */
const stepsTogether = 3;

/**
 * Makes rows of what tills send, by their own fold: the rows, the cursor and what is kept of the fold are one transaction. By another version
 * of the fold everything is made again beside the rows of the one before.
 */
export class Projector {
  readonly #database: Database;
  readonly #atHand = new Map<string, Projection>();
  /** Those that sell now, and those that have more to read: one of these has its turn after so many of the others. */
  readonly #prompt = new Map<string, TillName>();
  readonly #late = new Map<string, TillName>();
  readonly #failed = new Set<TillName>();
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** There is something new of a till: about so many bytes of lines, or nobody knows how many. */
  notice(till: TillName, bytes = Number.POSITIVE_INFINITY): void {
    const name = `${till.shop}/${till.till}`;
    if (!this.#late.has(name)) (isPrompt(bytes) ? this.#prompt : this.#late).set(name, till);
    this.#work = this.#work.then(() => this.#drain());
  }

  /** Tries those again whose rows could not be made. */
  async retry(): Promise<void> {
    const failed = [...this.#failed];
    this.#failed.clear();
    for (const till of failed) this.notice(till);
    await this.#work;
  }

  /** All that every till has sent and no row says yet. */
  async catchUp(): Promise<void> {
    for (const till of await this.#database.query<TillName>('select shop, till from till')) this.notice(till);
    await this.#work;
  }

  /** Takes all rows away, those of earlier versions too, and makes them again. */
  async rebuild(): Promise<void> {
    await this.#work;
    this.#atHand.clear();
    await this.#database.transaction(async client => {
      for (const table of ['till_fold', 'payment', 'till_day', 'z'])
        await client.query(`delete from ${table} where fold <= $1`, [projectionVersion]);
    });
    await this.catchUp();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #drain(): Promise<void> {
    while (!this.#isStopped && this.#prompt.size + this.#late.size > 0) {
      const prompt = [...this.#prompt].slice(0, promptTogether);
      const late = [...this.#late].slice(0, prompt.length > 0 ? 1 : stepsTogether);
      const turns = [...new Map([...prompt, ...late])];
      const takeTurns = async () => {
        for (let turn = turns.shift(); turn !== undefined && !this.#isStopped; turn = turns.shift())
          await this.#takeTurn(...turn);
      };
      await Promise.all(Array.from({length: stepsTogether}, takeTurns));
    }
  }

  /** One step of a till. */
  async #takeTurn(name: string, till: TillName): Promise<void> {
    this.#prompt.delete(name);
    this.#late.delete(name);
    try {
      if (await this.#step(name, till)) this.#late.set(name, till);
    } catch (error) {
      this.#failed.add(till); // the next notice, `retry` or the next start tries it again
      await this.#tell(till, error);
    }
  }

  /** Kept where who asks how the office stands finds it; nothing of a line's own text is in it. */
  async #tell({shop, till}: TillName, error: unknown): Promise<void> {
    const {name, code} = error as {readonly name?: string; readonly code?: string};
    await this.#database
      .query(
        `insert into till_fold (shop, till, fold, seq, kept, trouble) values ($1, $2, $3, 0, $4, $5)
         on conflict (shop, till, fold) do update set trouble = excluded.trouble`,
        [shop, till, projectionVersion, JSON.stringify(new Projection().keep()), code ?? name ?? 'unknown'],
      )
      .catch(() => undefined); // a database that is gone has none of it: who asks hears that first
  }

  /** Projects the next lines of a till; whether there may be more. */
  async #step(name: string, till: TillName): Promise<boolean> {
    try {
      return await this.#database.transaction(async client => {
        // Another office over this database, or one that makes the rows again, may have gone on: the row says how far they are.
        const stored = await this.#kept(client, till);
        const atHand = this.#atHand.get(name);
        const projection = atHand?.seq === stored.seq ? atHand : new Projection(stored);
        this.#remember(name, projection);
        const {rows} = await client.query('select record from till where shop = $1 and till = $2', [
          till.shop,
          till.till,
        ]);
        const record = (rows[0] as {record: TillRecord} | undefined)?.record;
        const through = record === undefined ? 0 : projectedThrough(record);
        const lines = await linesFrom(asked(client), till, {from: projection.seq + 1, through, most: bytesTogether});
        if (lines.length === 0) return false;
        const projected = projection.take(lines, await earlierLines(asked(client), till, projection.missing(lines)));
        await keepRows(client, till, projected);
        const next = projection.keep();
        await client.query(
          `insert into till_fold (shop, till, fold, seq, kept) values ($1, $2, $3, $4, $5)
           on conflict (shop, till, fold) do update set seq = excluded.seq, kept = excluded.kept, trouble = null`,
          [till.shop, till.till, projectionVersion, projection.seq, JSON.stringify(next)],
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
  async #kept(client: Client, {shop, till}: TillName): Promise<StoredProjection> {
    const nothing = new Projection().keep();
    await client.query(
      'insert into till_fold (shop, till, fold, seq, kept) values ($1, $2, $3, 0, $4) on conflict do nothing',
      [shop, till, projectionVersion, JSON.stringify(nothing)],
    );
    const {rows} = await client.query(
      'select kept from till_fold where shop = $1 and till = $2 and fold = $3 for update',
      [shop, till, projectionVersion],
    );
    return (rows[0] as {kept: StoredProjection} | undefined)?.kept ?? nothing;
  }
}

/** A step has one connection for all that it asks: two each would leave none for any, once as many steps as there are had one. */
const asked = (client: Client): Pick<Database, 'query'> => ({
  query: async (text, values = []) => (await client.query(text, [...values])).rows,
});

async function earlierLines(
  database: Pick<Database, 'query'>,
  till: TillName,
  references: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredLine[]>> {
  const found = new Map<string, readonly StoredLine[]>();
  for (const reference of references) {
    const [row] = await database.query<{digest: string}>(
      'select digest from payment where shop = $1 and till = $2 and fold = $3 and reference = $4',
      [till.shop, till.till, projectionVersion, reference],
    );
    const lines: StoredLine[] = [];
    for (const seq of row === undefined ? [] : projectedFrom(row.digest).lines)
      lines.push(...(await linesFrom(database, till, {from: seq, through: seq, most: 1})));
    found.set(reference, lines);
  }
  return found;
}

async function keepRows(client: Client, {shop, till}: TillName, {payments, days, zs}: Projected): Promise<void> {
  const own = [shop, till, projectionVersion];
  // All of them in one statement: one by one they took more time than all else.
  if (payments.length > 0)
    await client.query(
      `insert into payment (shop, till, fold, reference, business_date, requested_at, digest, search)
       select $1, $2, $3, * from unnest($4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[])
       on conflict (shop, till, fold, reference) do update set digest = excluded.digest, search = excluded.search`,
      [
        ...own,
        payments.map(({reference}) => reference),
        payments.map(({businessDate}) => businessDate),
        payments.map(({requestedAt}) => requestedAt),
        payments.map(({digest}) => digest),
        payments.map(({search}) => search),
      ],
    );
  const sums = days.map(({method, channel, ...day}) => ({
    ...day,
    place: `${method} ${channel}`,
    tender: {method, channel},
  }));
  if (sums.length > 0)
    await client.query(
      `insert into till_day (shop, till, fold, business_date, place, currency, quarter, tender, paid, minor, not_paid, refunds, refunded)
       select $1, $2, $3, "businessDate", place, currency, quarter, tender, paid, minor, "notPaid", refunds, refunded
       from json_to_recordset($4) as each ("businessDate" text, place text, currency text, quarter bigint, tender jsonb, paid bigint,
         minor bigint, "notPaid" bigint, refunds bigint, refunded bigint)
       on conflict (shop, till, fold, business_date, place, currency, quarter) do update set paid = till_day.paid + excluded.paid,
         minor = till_day.minor + excluded.minor, not_paid = till_day.not_paid + excluded.not_paid,
         refunds = till_day.refunds + excluded.refunds, refunded = till_day.refunded + excluded.refunded`,
      [...own, JSON.stringify(sums)],
    );
  for (const z of zs)
    await client.query(
      `insert into z (shop, till, fold, number, row) values ($1, $2, $3, $4, $5)
       on conflict (shop, till, fold, number) do update set row = excluded.row`,
      [shop, till, projectionVersion, z.number, JSON.stringify(z)],
    );
}
