import {isDeepStrictEqual} from 'node:util';
import {checkpointIn} from '../core/office/checkpoint.js';
import {Projection, projectionVersion, type StoredLine} from '../core/office/projection.js';
import {dayOfHeads} from '../core/office/proof.js';
import {jsonIn} from '../core/text/json.js';
import {type Client, type Database, everyShop} from './database.js';
import {hashIn, linesFrom, type TillName} from './journals.js';
import {isSignedBy, sha256} from './key.js';
import {asked, bytesTogether, earlierLines} from './projector.js';
import {damageIn, type VerifiedLines} from './records.js';

/** By till (`shop/till`), the hash of each line that a root names; null if that root is not as the office signed it. */
type RootedLines = ReadonlyMap<string, ReadonlyMap<number, string | null>>;

/** Reads all roots and what they were made of, and checks both with the office's public key. */
export async function rootedLines(database: Database, publicKey: string): Promise<RootedLines> {
  const roots = await database.query<{day: string; note: string; signature: string}>(
    'select day, note, signature from day_root where shop = $1',
    [everyShop],
  );
  const rows = await database.query<{day: string; note: string}>('select day, note from day_checkpoint');
  const found = new Map<string, Map<number, string | null>>();
  for (const [day, notes] of Map.groupBy(rows, row => row.day)) {
    const root = roots.find(each => each.day === day);
    const heads = notes.flatMap(({note}) => checkpointIn(note) ?? []);
    const isSigned =
      root !== undefined &&
      dayOfHeads(day, heads, sha256).note === root.note &&
      isSignedBy(publicKey, root.note, root.signature);
    for (const {shop, till, seq, head} of heads) {
      const name = `${shop}/${till}`;
      const lines = found.get(name) ?? new Map<number, string | null>();
      found.set(name, lines.set(seq, isSigned && lines.get(seq) !== null ? head : null));
    }
  }
  return found;
}

/** Whether a till's lines are chained, signed and as its rows say. `lines` throws `Problem` journal-damaged for the first wrong one. */
export async function verifiedTill(
  database: Database,
  till: TillName,
  {lines, rooted}: {readonly lines: AsyncIterable<readonly StoredLine[]>; readonly rooted: RootedLines},
): Promise<VerifiedLines> {
  const named = rooted.get(`${till.shop}/${till.till}`) ?? new Map<number, string | null>();
  const has = new Set<number>();
  let last = 0;
  try {
    for await (const some of lines)
      for (const {seq, bytes} of some) {
        last = seq;
        if (named.get(seq) === hashIn(bytes)) has.add(seq);
      }
  } catch (error) {
    const wrong = Number(damageIn(error).facts['line']);
    return {lines: wrong - 1, wrong};
  }
  const other = [...named.keys()].filter(seq => !has.has(seq)).sort((a, b) => a - b)[0];
  if (other !== undefined) return {lines: Math.min(last, other - 1), wrong: other};
  const rows = await database.transaction(client => wrongRows(client, till));
  return {lines: last, wrong: null, ...(rows === 0 ? {} : {rows})};
}

const columns = {
  payment: 'reference as key, business_date, requested_at, records, search, standing, digest',
  till_day:
    "concat_ws(' ', business_date, place, currency, quarter) as key, tender, paid, minor, not_paid, refunds, refunded",
  z: 'number as key, row',
} as const;
type Values = readonly unknown[];
const rowsAtOnce = 5000;

/** How many rows of a till are not what its lines say: changed, missing, or of nothing that the till has sent. */
async function wrongRows(client: Client, {shop, till}: TillName): Promise<number> {
  await client.query('set transaction isolation level repeatable read, read only');
  const own = [shop, till, projectionVersion];
  const {rows: cursors} = await client.query<{seq: number}>(
    'select seq from till_fold where shop = $1 and till = $2 and fold = $3',
    own,
  );
  const told = await rowsOfLines(client, {shop, till}, cursors[0]?.seq ?? 0);
  let wrong = 0;
  for (const [table, wanted] of Object.entries(columns)) {
    await client.query(
      `declare rows_of_${table} no scroll cursor for select ${wanted} from ${table}
       where shop = ${client.escapeLiteral(shop)} and till = ${client.escapeLiteral(till)} and fold = ${projectionVersion}`,
    );
    for (;;) {
      const {rows} = await client.query<Values[]>({
        text: `fetch ${rowsAtOnce} from rows_of_${table}`,
        rowMode: 'array',
      });
      if (rows.length === 0) break;
      for (const [key, ...values] of rows as unknown as readonly Values[]) {
        const name = `${table} ${key}`;
        if (!isDeepStrictEqual(told.get(name), values)) wrong += 1;
        told.delete(name);
      }
    }
  }
  return wrong + told.size;
}

/** The rows that a till's lines make, up to one of them, by table and key. */
async function rowsOfLines(client: Client, till: TillName, through: number): Promise<Map<string, Values>> {
  const rows = new Map<string, Values>();
  const projection = new Projection();
  const digestOf = async (reference: string) => rows.get(`payment ${reference}`)?.[5] as string | undefined;
  while (projection.seq < through) {
    const wanted = {from: projection.seq + 1, through, most: bytesTogether};
    const lines = await linesFrom(asked(client), till, wanted);
    if (lines.length === 0) break;
    const earlier = await earlierLines(asked(client), till, {references: projection.missing(lines), digestOf});
    const {payments, days, zs} = projection.take(lines, earlier);
    for (const {reference, businessDate, requestedAt, records, search, standing, digest} of payments) {
      const known = rows.get(`payment ${reference}`) ?? [businessDate, requestedAt, records];
      rows.set(`payment ${reference}`, [...known.slice(0, 3), search, standing, digest]);
    }
    for (const {method, channel, businessDate, currency, quarter, paid, minor, notPaid, refunds, refunded} of days) {
      const key = `till_day ${businessDate} ${method} ${channel} ${currency} ${quarter}`;
      const known = rows.get(key)?.slice(1) as readonly number[] | undefined;
      const sums = [paid, minor, notPaid, refunds, refunded].map((sum, at) => sum + (known?.[at] ?? 0));
      rows.set(key, [{method, channel}, ...sums]);
    }
    for (const z of zs) rows.set(`z ${z.number}`, [jsonIn(JSON.stringify(z))]);
    projection.keep();
  }
  return rows;
}
