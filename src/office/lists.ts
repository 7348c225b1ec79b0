import {hash, randomBytes} from 'node:crypto';
import {basename} from 'node:path';
import {promisify} from 'node:util';
import {zstdCompress, zstdDecompress} from 'node:zlib';
import type {NewEvent} from '../core/events/event.js';
import {itemsIn, itemsText} from '../core/item/list.js';
import {readItems} from '../core/item/row.js';
import type {Item} from '../core/item/schema.js';
import {type Currency, isCurrency} from '../core/money/money.js';
import {
  decideTillStaff,
  isTillStaff,
  nextVersion,
  staffListText,
  type TillPerson,
  type TillStaffChange,
} from '../core/office/till-staff.js';
import type {ListVersions} from '../core/office/wire.js';
import {Problem} from '../core/problem.js';
import {type ListKind, listNote} from '../core/staff/signed-list.js';
import {newCode, startText} from '../core/staff/staff.js';
import {jsonIn} from '../core/text/json.js';
import {cleanText} from '../core/text/text.js';
import type {World} from '../core/world.js';
import {type Client, type Database, everyShop} from './database.js';
import {isSignedBy, type OfficeKey} from './key.js';
import {recordFacts} from './records.js';

type Parts = {
  readonly database: Database;
  readonly key: Pick<OfficeKey, 'sign' | 'publicKey'>;
  readonly world: Pick<World, 'now' | 'monotonic'>;
};
/** `sha256` is that of the list as tills check it, which for staff differs by shop. `body` is stored behind the office's signature of the row. */
type Row = {readonly shop: string; readonly kind: ListKind; readonly version: number};
type StoredList = Row & {readonly sha256: string; readonly body: string};
/** A file of prices, for all tills if no shop is named. */
export type SentPrices = {readonly shop: string | null; readonly currency: string; readonly path: string};
/** A price list as the office has it: for all tills if no shop is named. */
type PricesOf = {readonly shop: string | null; readonly version: number; readonly items: readonly Item[]};

/** How long what was read of the versions is used, in milliseconds. */
const freshMs = 1000;
const pricesBytesMax = 48 * 1024 * 1024;
const [compressed, unpacked] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** What an office keeps for all its tills: who works there, and what is sold at which price. It signs them when a till asks. */
export class OfficeLists {
  readonly #parts: Parts;
  #rows: readonly Row[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The versions for the tills of a shop. Another process may have changed a list. */
  async versions(shop: string): Promise<ListVersions> {
    const now = this.#parts.world.monotonic();
    if (now - this.#readAt >= freshMs) {
      this.#readAt = now;
      this.#reading = this.#read().catch(() => undefined); // tills are told at the next contact
    }
    await this.#reading;
    return {staff: rowFor(this.#rows, shop, 'staff')?.version, items: rowFor(this.#rows, shop, 'items')?.version};
  }

  async #read(): Promise<void> {
    this.#rows = await this.#parts.database.query<Row>('select shop, kind, version from shipped_list');
  }

  /** A list for the tills of a shop, signed now; undefined if the office has none. */
  async signed(shop: string, kind: ListKind) {
    const found = await this.#parts.database.query<StoredList>(
      'select shop, kind, version, sha256, body from shipped_list where shop = any($1) and kind = $2',
      [[shop, everyShop], kind],
    );
    const stored = rowFor(found, shop, kind);
    if (stored === undefined) return undefined;
    const row = this.#own(stored);
    const {version} = row;
    const text = kind === 'staff' ? staffListText(peopleIn(row), shop) : undefined;
    const sha256 = text === undefined ? row.sha256 : hash('sha256', text);
    const body = text === undefined ? row.body : (await compressed(text)).toString('base64');
    const at = Temporal.Instant.fromEpochMilliseconds(this.#parts.world.now()).toString({smallestUnit: 'second'});
    const note = listNote({kind, shop, version, at, sha256});
    return {note, signature: this.#parts.key.sign(note), body};
  }

  async staff(): Promise<readonly TillPerson[]> {
    const [row] = await this.#parts.database.query<StoredList>(
      "select shop, kind, version, sha256, body from shipped_list where shop = $1 and kind = 'staff'",
      [everyShop],
    );
    return peopleIn(row && this.#own(row)).toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** Adds somebody. Returns the code with which the person begins at each till. Throws as `decideTillStaff` does. */
  async add(given: Pick<TillPerson, 'name' | 'role' | 'shops'>, by: string): Promise<string> {
    const code = newCode(randomBytes);
    const id = randomBytes(9).toString('base64url');
    await this.#change({...given, type: 'add', id, start: startOf(code)}, by);
    return code;
  }

  /** Returns a new code for somebody, who sets a PIN with it at each till again. Throws as `decideTillStaff` does. */
  async renew(id: string, version: number | undefined, by: string): Promise<string> {
    const code = newCode(randomBytes);
    await this.#change({type: 'change', id, version, start: startOf(code)}, by);
    return code;
  }

  /** Throws as `decideTillStaff` does, and `Problem` office-shop-new. */
  async change(change: Exclude<TillStaffChange, {type: 'add'}>, by: string): Promise<void> {
    await this.#change(change, by);
  }

  async #change(change: TillStaffChange, by: string): Promise<void> {
    await this.#checkShops(('shops' in change && change.shops) || []);
    await this.#write('staff', async (client, rows, version) => {
      const row = rows.find(({shop}) => shop === everyShop);
      const {people, about} = decideTillStaff(peopleIn(row && this.#own(row)), change, version);
      await this.#keepRow(client, {shop: everyShop, kind: 'staff', version, sha256: '', body: JSON.stringify(people)});
      const {id, name, role, shops, isLocked} = about;
      const state = change.type === 'remove' ? 'removed' : isLocked ? 'locked' : 'active';
      const hasNewCode = 'start' in change && change.start !== undefined;
      return {
        type: 'tills-staff-changed',
        person: by,
        data: {id, name, role, ...(shops && {shops}), state, hasNewCode, version},
      } as const;
    });
  }

  /** Reads a file of prices, and puts them in force. Throws as `readPrices` and `setPrices` do. */
  async setPricesOf(
    {shop, currency, path}: SentPrices,
    by: string,
  ): Promise<{readonly file: string; readonly items: number}> {
    const {items, file} = await readPrices(path, currency);
    await this.setPrices({shop, items, file}, by);
    return {file, items: items.length};
  }

  /** Puts a price list in force for a shop, or for all in place of every other. Throws `Problem` prices-too-large, office-shop-new. */
  async setPrices(
    {shop, items, file}: {shop: string | null; items: readonly Item[]; file: string},
    by: string,
  ): Promise<void> {
    await this.#checkShops(shop === null ? [] : [shop]);
    const text = itemsText(items);
    if (Buffer.byteLength(text) > pricesBytesMax) throw new Problem('prices-too-large', {file});
    const sha256 = hash('sha256', text);
    const body = (await compressed(text)).toString('base64');
    await this.#write('items', async (client, rows, version) => {
      const isSame = rows.some(row => row.shop === (shop ?? everyShop) && row.sha256 === sha256);
      if (isSame && (shop !== null || rows.length === 1)) return undefined; // the same file was sent twice
      for (const row of shop === null ? rows : [])
        await client.query('delete from shipped_list where shop = $1 and kind = $2', [row.shop, row.kind]);
      await this.#keepRow(client, {shop: shop ?? everyShop, kind: 'items', version, sha256, body});
      return {
        type: 'tills-items-changed',
        person: by,
        data: {shop, version, sha256, items: items.length, file},
      } as const;
    });
  }

  async prices(): Promise<readonly PricesOf[]> {
    const rows = await this.#parts.database.query<StoredList>(
      "select shop, kind, version, sha256, body from shipped_list where kind = 'items' order by shop",
    );
    return Promise.all(
      rows.map(async row => {
        const {shop, version, body} = this.#own(row);
        const text = await unpacked(Buffer.from(body, 'base64'), {maxOutputLength: 2 * pricesBytesMax});
        return {shop: shop === everyShop ? null : shop, version, items: itemsIn(text.toString())};
      }),
    );
  }

  /** A row without the signature. Throws `Problem` office-database-failed if somebody else has written or changed it: tills get none of it. */
  #own(row: StoredList): StoredList {
    const [signature = ''] = row.body.split(' ', 1);
    const own = {...row, body: row.body.slice(signature.length + 1)};
    if (!isSignedBy(this.#parts.key.publicKey, storedText(own), signature))
      throw new Problem('office-database-failed', {text: 'shipped_list'});
    return own;
  }

  async #keepRow(client: Client, row: StoredList): Promise<void> {
    await client.query(
      `insert into shipped_list (shop, kind, version, sha256, body) values ($1, $2, $3, $4, $5)
       on conflict (shop, kind) do update set version = excluded.version, sha256 = excluded.sha256, body = excluded.body`,
      [row.shop, row.kind, row.version, row.sha256, `${this.#parts.key.sign(storedText(row))} ${row.body}`],
    );
  }

  /** Throws `Problem` office-shop-new for a shop without a till or a joining code, in an office that has those of others. */
  async #checkShops(shops: readonly string[]): Promise<void> {
    const rows = await this.#parts.database.query<Pick<Row, 'shop'>>(
      'select shop from till union select shop from join_code order by shop',
    );
    const known = rows.map(({shop}) => shop);
    const unknown = shops.find(shop => !known.includes(shop));
    if (unknown === undefined || known.length === 0) return;
    throw new Problem('office-shop-new', {shop: unknown, shops: known.join(', ')});
  }

  /** One change at a time, in all processes of the office; the line of the office's chain is written with it. */
  async #write(
    kind: ListKind,
    work: (client: Client, rows: readonly StoredList[], version: number) => Promise<NewEvent | undefined>,
  ): Promise<void> {
    const {database, world} = this.#parts;
    await database.transaction(async client => {
      await client.query('select pg_advisory_xact_lock(6845365)');
      const {rows} = await client.query<StoredList>(
        'select shop, kind, version, sha256, body from shipped_list where kind = $1',
        [kind],
      );
      const version = nextVersion(Math.max(0, ...rows.map(row => row.version)), world.now());
      const event = await work(client, rows, version);
      if (event !== undefined) await recordFacts(client, world.now(), [event]);
    });
    await this.#read();
  }
}

const storedText = ({shop, kind, version, sha256, body}: StoredList): string =>
  `duka.stored-list/1\n${shop}\n${kind}\n${version}\n${sha256}\n${hash('sha256', body)}\n`;

const startOf = (code: string): string => hash('sha256', startText(code));

/** The list of the shop itself, or else that of all shops. */
const rowFor = <R extends Row>(rows: readonly R[], shop: string, kind: ListKind): R | undefined =>
  rows.find(row => row.kind === kind && row.shop === shop) ??
  rows.find(row => row.kind === kind && row.shop === everyShop);

/** The people as they were stored. Throws `Problem` office-database-failed if they are not. */
function peopleIn(row: StoredList | undefined): readonly TillPerson[] {
  const people = row === undefined ? [] : jsonIn(row.body);
  if (!isTillStaff(people)) throw new Problem('office-database-failed', {text: 'shipped_list'});
  return people;
}

/** Reads prices as a till does. Throws as `readItemFile` does, and `Problem` items-file-wrong, items-file-empty, currency-unknown. */
export async function readPrices(
  path: string,
  currency: string,
): Promise<{readonly items: readonly Item[]; readonly file: string}> {
  if (!isCurrency(currency)) throw new Problem('currency-unknown', {currency: cleanText(currency, 10)});
  const {readItemFile} = await import('../sources/item-file.js');
  const file = cleanText(basename(path), 100);
  const {items, faults} = readItems((await readItemFile(path)).rows, {currency: currency as Currency, rates: []});
  const [first] = faults;
  if (first !== undefined) throw new Problem('items-file-wrong', {file, count: faults.length, line: first.line});
  if (items.length === 0) throw new Problem('items-file-empty', {file});
  return {items, file};
}
