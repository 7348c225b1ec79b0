import {randomBytes} from 'node:crypto';
import type {BackupKey, BackupLock} from '../../store/backup-file.js';
import {hashAfter} from '../../store/line.js';
import type {ZRow} from '../core/books/z-row.js';
import {closeFork, projectedThrough, type TillRecord} from '../core/office/accept.js';
import {chainStart} from '../core/office/chain.js';
import {type GivenCode, joinCodeName, mintJoinCode} from '../core/office/joining.js';
import {checkReach, type ShopReach} from '../core/office/person.js';
import {type ProjectedPayment, projectedFrom} from '../core/office/projected-payment.js';
import {paymentOf, projectionVersion, type StoredLine} from '../core/office/projection.js';
import type {HeadProof} from '../core/office/proof.js';
import {
  type DayTakings,
  isShopName,
  type OfficeStatus,
  type ShopFreshness,
  type TillBooks,
  type TillStanding,
} from '../core/office/view.js';
import type {Payment} from '../core/payment/payment.js';
import {personSaid, reasonSaid} from '../core/payment/said.js';
import {Problem} from '../core/problem.js';
import type {ReconciliationRecords} from '../core/reconcile/records/records.js';
import type {WantedInPasses} from '../core/reconcile/result/day.js';
import type {RecordsCommand} from '../core/reconcile/result/decide.js';
import type {Days} from '../core/reconcile/rows/inputs.js';
import {type FoundAs, standingMark} from '../core/sale/attempt.js';
import type {World} from '../core/world.js';
import {signSeal} from '../print/signature.js';
import {Alerts} from './alerts.js';
import {type OfficeBackup, restoreOfficeBackup, writeOfficeBackup} from './backup.js';
import {booksOf} from './books.js';
import {type Client, type Database, limitedTo, openDatabase} from './database.js';
import {
  bytesOf,
  closeIncident,
  incidentsIn,
  isUnpackable,
  linesFrom,
  lockedRecord,
  type StoredIncident,
  type TillName,
} from './journals.js';
import {checkDatabaseThere, isKeyReadable, keepOfficeKey, type OfficeKey, officeKey} from './key.js';
import {OfficeLists} from './lists.js';
import {type Observation, observationOf, type Refusal, serveMetrics} from './observed.js';
import {Register} from './person/register.js';
import {checkEnterable, runAs, type SystemUser, usualHome} from './postgres.js';
import {Projector} from './projector.js';
import {
  decideOf,
  type EarlierReconciliation,
  earlierOf,
  marksOf,
  recordFacts,
  recordsOf,
  type SeenMark,
  type VerifiedLines,
  verifyRecords,
} from './records.js';
import {proveTill, sealDay} from './roots.js';
import {OfficeServer, type ServePage} from './server.js';
import {freshnessOf, receivablesOf, statusOf, takingsOf, tillsOf} from './status.js';
import {rootedLines, verifiedTill} from './verified.js';

export type OfficePayment = ProjectedPayment & TillName;
type ListedRow = TillName & {readonly digest: string};

export const mostFound = 50;
const mostUnsettled = 200;
const mostExported = 1000;
const exportBytes = 1024 * 1024;

/** How many of the newest payments are searched first: most of what somebody looks for is among them. */
const newestSearched = 5000;

const wholeDate = /^\d{4}-\d\d-\d\d$/;
/** A term that is a date: it is found as the business day, in the order of its index, and in no text. */
const isOfDay = (texts: readonly string[]) => texts.length === 1 && texts.every(text => wholeDate.test(text));

/**
 * The newest payments of which the search text has one text of each term: among the newest of all, or among all. In the order of an index, a
 * text that only old payments have would take a walk past all newer ones, but those of a day. An index has the order of time for one shop that
 * is named by `=`; for a list of one, the database walked past the newer payments of all others.
 */
export function paymentsQuery(
  patterns: readonly (readonly string[])[],
  shops: readonly string[],
  {from = 0, isAmongAll = true}: {readonly from?: number; readonly isAmongAll?: boolean} = {},
): {
  readonly text: string;
  readonly values: readonly unknown[];
} {
  const isOne = shops.length === 1;
  const values: unknown[] = [projectionVersion, isOne ? shops[0] : shops];
  const rows = `fold = $1 and shop = ${isOne ? '$2' : 'any($2)'}`;
  const terms = patterns.map(texts => {
    const each = texts.map(text => {
      values.push(isOfDay(texts) ? text : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);
      return isOfDay(texts) ? `business_date = $${values.length}` : `search like $${values.length}`;
    });
    return ` and (${each.join(' or ')})`;
  });
  const page = `limit ${mostFound} offset ${from}`;
  const time = patterns.some(isOfDay) ? 'requested_at' : 'requested_at + 0';
  const text = isAmongAll
    ? `select shop, till, digest from payment where ${rows}${terms.join('')} order by ${time} desc, reference, till ${page}`
    : `select shop, till, digest from (
         select shop, till, digest, search, business_date, requested_at, reference from payment where ${rows}
           order by requested_at desc, reference, till limit ${newestSearched}
       ) as newest where true${terms.join('')} order by requested_at desc, reference, till ${page}`;
  return {text, values};
}

const isFound = (rows: readonly object[]) => rows.length > 0;

const among = (shops: readonly string[], named: string | undefined): readonly string[] =>
  named === undefined ? shops : shops.filter(shop => shop === named);

function checkShop(name: string, value: string): void {
  if (!isShopName(value)) throw new Problem('setting-invalid', {name, value});
}

/** Opens an office, its key and its database. Throws `Problem` setting-invalid for a shop's name, and as `officeKey` and `openDatabase` do. */
export async function openOffice({
  home: named,
  beside,
  url,
  shop: namedShop,
  world,
  pages,
}: {
  /** Undefined for the usual place, which is `beside` if the database's user can reach it. */
  readonly home: string | undefined;
  readonly beside: string;
  readonly url: string | undefined;
  /** The shop of a joining code if none is named. */
  readonly shop: string | undefined;
  readonly world: Pick<World, 'now' | 'monotonic' | 'sleep'>;
  readonly pages?: Parts['pages'];
}): Promise<HeadOffice> {
  if (namedShop !== undefined) checkShop('DUKA_OFFICE_SHOP', namedShop);
  const home = named ?? usualHome(beside);
  if (url === undefined) {
    checkEnterable(home);
    checkDatabaseThere(home);
  }
  const database = await openDatabase({home, url});
  const key = await officeKey(home, database).catch(async error => {
    await database.close();
    throw error;
  });
  return new HeadOffice({
    database,
    key,
    home,
    disk: url === undefined ? home : undefined,
    ...{shop: namedShop, reach: 'all', world, pages},
  });
}

/** What an office works on. `disk` is the folder of an embedded database; `shop` is that of a joining code if none is named. */
type Parts = {
  readonly database: Database;
  readonly key: OfficeKey;
  readonly home: string;
  readonly disk: string | undefined;
  readonly shop: string | undefined;
  /** The shops that it is limited to, with all that is read and changed. */
  readonly reach: ShopReach;
  readonly world: Pick<World, 'now' | 'monotonic' | 'sleep'>;
  /** Makes what answers people. Without it, only tills are answered. */
  readonly pages?: ((office: HeadOffice, parts: {readonly world: Parts['world']}) => ServePage) | undefined;
};

/** The id of a till is unique in the whole office, whatever its shop. */
export class HeadOffice {
  readonly publicKey: string;
  /** The folder with its key, and with its database if that is the embedded one. */
  readonly home: string;
  readonly hasOwnDatabase: boolean;
  readonly register: Register;
  readonly alerts: Alerts;
  readonly lists: OfficeLists;
  readonly #parts: Parts;
  readonly #database: Database;
  readonly #projector: Projector;
  /** The one server for tills of this process, if it serves them, and that of the figures. */
  #tillServer: OfficeServer | undefined;
  #metrics: {readonly close: () => Promise<void>} | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#database = parts.database;
    this.#projector = new Projector(parts.database, parts.world);
    this.publicKey = parts.key.publicKey;
    this.home = parts.home;
    this.register = new Register(parts);
    this.alerts = new Alerts(parts, this.register.seal);
    this.lists = new OfficeLists(parts);
    this.hasOwnDatabase = parts.disk !== undefined;
  }

  /** The user without rights to serve tills as, for an administrator, else undefined. Throws `Problem` office-root without one. */
  servesAs(): SystemUser | undefined {
    return runAs();
  }

  /** Serves tills, and makes rows of what they send, until the office is closed. `onRefusal` hears the first refusal of each kind. */
  async serve(port: number, onRefusal?: (refusal: Refusal) => void): Promise<OfficeServer> {
    const {database, key, world} = this.#parts;
    const onJournal = (till: TillName, bytes: number) => this.#projector.notice(till, bytes);
    const onPage = this.#parts.pages?.(this, {world});
    const parts = {database, key, port, world, onJournal, onRefusal, onPage, lists: this.lists};
    this.#tillServer = await OfficeServer.open(parts);
    this.#projector.catchUp().catch(() => undefined); // the status counts the lines that are behind, or says that the database is gone
    return this.#tillServer;
  }

  /** Serves the observations to this machine, until the office is closed. */
  async serveMetrics(port: number): Promise<{readonly url: string}> {
    const served = await serveMetrics(port, () => this.observe());
    this.#metrics = served;
    return served;
  }

  /** The shop of a joining code if none is named: that of the till if one is named, that of the setting, or the only one. */
  async shopFor(till: string | null): Promise<string> {
    const {shop: named} = this.#parts;
    const shops =
      till === null
        ? (await this.#database.query<{name: string}>('select name from shop')).map(({name}) => name)
        : (await this.#rowsOfTill(till)).map(({shop}) => shop);
    const only = shops.length === 1 ? shops[0] : undefined;
    return (till === null ? (named ?? only) : (only ?? named)) ?? 'shop';
  }

  /** A new joining code for a till of a shop; for one till only if it is named. Throws `Problem` setting-invalid for a shop's name, and as `checkReach` does. */
  async code(till: string | null, named?: string): Promise<string> {
    const shop = named ?? (await this.shopFor(till));
    checkShop('--shop', shop);
    checkReach(this.#parts.reach, [shop]);
    const code = mintJoinCode(randomBytes(5), this.#parts.key.digest);
    const given: GivenCode = {code, shop, till, madeAt: this.#parts.world.now(), tries: 0, isUsed: false};
    await this.#database.query(
      'insert into join_code (shop, name, given) values ($1, $2, $3) on conflict (shop, name) do update set given = excluded.given',
      [shop, joinCodeName(code), JSON.stringify(given)],
    );
    return code;
  }

  /** This office as somebody sees it who may look at these shops only. */
  seenWith(reach: ShopReach): HeadOffice {
    if (reach === 'all') return this;
    return new HeadOffice({...this.#parts, reach, shop: reach[0], database: limitedTo(this.#database, reach)});
  }

  /** A text that is another one when there are new rows or incidents, or when an incident was closed. */
  async changeMark(): Promise<string> {
    const found = await this.#database.ofShops(shops =>
      Promise.all([
        this.#database.query('select sum(seq) from till_fold where fold = $1 and shop = any($2)', [
          ...[projectionVersion, shops],
        ]),
        this.#database.query('select count(*), count(closed_at) as closed from incident where shop = any($1)', [shops]),
      ]),
    );
    return JSON.stringify(found);
  }

  tills(): Promise<readonly TillStanding[]> {
    return tillsOf(this.#database);
  }

  /** The shops that are missing in anything that was read so far, since a node of the database does not answer. */
  missing(): readonly string[] {
    return this.#database.missing();
  }

  /** Refuses everything that is sent for this till from now on. Throws `Problem` office-till-unknown. */
  async revoke(till: string): Promise<void> {
    const {shop} = await this.#recordOf(till);
    await this.#database.transaction(client => change(client, {shop, till}, record => ({...record, key: null})));
  }

  /** Newest first. */
  async incidents(): Promise<readonly StoredIncident[]> {
    return this.#database.ofShops(shops => incidentsIn(this.#database, shops, this.register.seal));
  }

  /**
   * Records that a person has looked at an incident. Closing a fork lets rows be made again; a payment that was made twice is left out of all
   * sums unless it `counts`, since its money came twice. Throws `Problem` office-incident-unknown.
   */
  async closeIncident(
    till: string,
    number: number,
    said: {readonly person: string; readonly note: string; readonly counts?: boolean},
  ): Promise<void> {
    const {shop} = await this.#recordOf(till);
    await this.#database.transaction(async client => {
      const of = {shop, till, number, now: this.#parts.world.now()};
      const closed = await closeIncident(client, of, {...said, seal: this.register.seal});
      if (closed === undefined) throw new Problem('office-incident-unknown', {till, number});
      if (closed.kind === 'forked') await change(client, {shop, till}, closeFork);
    });
    this.#projector.notice({shop, till});
  }

  /** A till's journal, checked line by line; `isCounted`: without lines after a fork. Throws `Problem` office-till-unknown, and journal-damaged for the first wrong line. */
  async *journal(till: string, isCounted = false): AsyncIterable<Uint8Array> {
    for await (const lines of this.#linesOf(till, isCounted)) yield bytesOf(lines);
  }

  /** Reads every line of all tills and the office. Names the first that is not as chained or signed, and counts wrong rows. */
  async verify(): Promise<readonly (TillName & VerifiedLines)[]> {
    const found: (TillName & VerifiedLines)[] = [];
    const rooted = await rootedLines(this.#database, this.#parts.key.publicKey);
    for (const {shop, till} of await this.tills()) {
      const lines = this.#linesOf(till);
      found.push({shop, till, ...(await verifiedTill(this.#database, {shop, till}, {lines, rooted}))});
    }
    return [...found, ...(await verifyRecords(this.#database))];
  }

  rebuild(): Promise<void> {
    return this.#projector.rebuild();
  }

  /** Signs the root of the day before, once, and tries again to make rows that failed. To be called from time to time. */
  async tend(): Promise<void> {
    await this.#projector.retry();
    await sealDay(this.#parts, this.#parts.world.now());
  }

  /** The proof of a till's lines or of a Z. Throws `Problem` office-till-unknown, and as `proveTill` does. */
  async prove(till: string, z: number | undefined): Promise<HeadProof> {
    return proveTill(this.#parts, await this.#recordOf(till), {z, now: this.#parts.world.now()});
  }

  status(): Promise<OfficeStatus> {
    const {disk, world} = this.#parts;
    return statusOf(this.#database, {disk, now: world.now(), seal: this.register.seal});
  }

  async observe(): Promise<Observation> {
    const traffic = this.#tillServer?.traffic ?? {answers: {}, queue: 0};
    return observationOf(await this.status(), traffic, this.#parts.world.now());
  }

  taken = (date: string): Promise<DayTakings> => takingsOf(this.#database, date, this.register.seal);

  /** What came in on a day, and how current that is. */
  async takings(date: string): Promise<DayTakings & {readonly freshness: readonly ShopFreshness[]}> {
    return {...(await this.taken(date)), freshness: await this.freshness()};
  }

  /** The time zone of the till that was heard from last, of a shop or of all; null if no till has stated one. */
  async zone(shop: string | undefined): Promise<string | null> {
    const [row] = await this.#rows<{zone: string}>(
      `select kept -> 'segment' ->> 'zone' as zone from till
         join till_fold on till_fold.shop = till.shop and till_fold.till = till.till
         where fold = $1 and kept -> 'segment' ->> 'zone' is not null and till.shop = any($2)
         order by seen_at desc nulls last limit 1`,
      {shop},
    );
    return row?.zone ?? null;
  }

  /** Of a shop, or of all. */
  async freshness(shop?: string): Promise<readonly ShopFreshness[]> {
    const all = await freshnessOf(this.#database, {now: this.#parts.world.now(), seal: this.register.seal});
    return shop === undefined ? all : all.filter(each => each.shop === shop);
  }

  /** The newest payments, of a shop or of all, that match one text of each term, as `patternsOf` makes them of what a person types. */
  async payments(patterns: readonly (readonly string[])[], shop?: string, from = 0): Promise<readonly OfficePayment[]> {
    const rows = await this.#database.ofShops(async shops => {
      const find = (isAmongAll: boolean) => {
        const {text, values} = paymentsQuery(patterns, among(shops, shop), {from, isAmongAll});
        return this.#database.query<ListedRow>(text, values);
      };
      const newest = patterns.some(isOfDay) ? [] : await find(false);
      return newest.length === mostFound ? newest : find(true);
    });
    return rows.map(namedPayment);
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
    const patterns = states.map(state => `%${standingMark(state)}%`);
    const rows = await this.#rows<ListedRow>(
      `select shop, till, digest from payment where fold = $1 and shop = any($2) and search like any($3)
         order by requested_at, reference, till limit ${mostUnsettled}`,
      {values: [patterns]},
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
    if (row === undefined) throw this.#absent(new Problem('office-payment-unknown', {reference}));
    const lines: StoredLine[] = [];
    const payment = namedPayment(row);
    for (const seq of payment.lines)
      lines.push(...(await linesFrom(this.#database, row, {from: seq, through: seq, most: 1})));
    const told = paymentOf(reference, lines);
    if (told === undefined) throw new Problem('office-payment-unknown', {reference});
    return {payment, told, lines: lines.map(({bytes}) => Buffer.from(bytes).toString())};
  }

  receivables = () => receivablesOf(this.#database);

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

  /** What people have said about what needs a person. Throws as `recordsOf` does. */
  marks(): Promise<readonly SeenMark[]> {
    return marksOf(this.#database);
  }

  /** Records that a person has seen something. Throws `Problem` person-missing, reason-missing, text-has-card and text-too-long. */
  async markSeen({key, person: name, note}: Omit<SeenMark, 'at'>): Promise<void> {
    const [person, said] = [personSaid(name), reasonSaid(note)];
    const event = {type: 'attention-seen', person, data: {key, note: said}} as const;
    await this.#database.transaction(client => recordFacts(client, this.#parts.world.now(), [event]));
  }

  /** Writes everything that the office has into a new encrypted file. Throws `Problem` as `writeOfficeBackup` does. */
  backup(file: string, lock: BackupLock): Promise<OfficeBackup> {
    const {database, key, world} = this.#parts;
    return writeOfficeBackup({database, privateKey: key.privateKey}, {now: world.now(), lock}, file);
  }

  /** Restores a backup into this empty office, which has to be opened again afterwards. Throws as `restoreOfficeBackup` does. */
  async restore(file: string, key: BackupKey): Promise<OfficeBackup> {
    const done = await restoreOfficeBackup(this.#database, {file, key}, own => keepOfficeKey(this.home, own));
    await this.#projector.catchUp();
    return done;
  }

  /** The books of the tills of a shop, or of all, for the days and what is named, including what arrived last. */
  async books(shop: string | undefined, wanted: WantedInPasses): Promise<readonly TillBooks[]> {
    await this.#projector.catchUp();
    // What a node has that does not answer would be missed everywhere in a reconciliation.
    const shops = shop === undefined ? await this.#database.ofShops(async all => all) : [shop];
    return booksOf(this.#database, shops, wanted);
  }

  /** Whether another process of this user could be this office. */
  isKeyReadable(): boolean {
    return isKeyReadable(this.home);
  }

  /** Vouches for a sealed reconciliation with this SHA-256, in hexadecimal. */
  signSeal(sha256: string): string {
    return signSeal({till: '', office: this.publicKey, sha256}, this.#parts.key.privateKey);
  }

  /** What the reconciliations of a shop, or of all together, have left. Throws as `recordsOf` does. */
  records(shop: string | undefined): Promise<ReconciliationRecords> {
    return recordsOf(this.#database, shop);
  }

  /** Like `earlierOf`. */
  earlier(shop: string | undefined, days: Days): Promise<EarlierReconciliation | null> {
    return earlierOf(this.#database, shop, days);
  }

  /** Decides on a command about these records. Throws as `decideOf` does. */
  decide(shop: string | undefined, command: RecordsCommand): Promise<void> {
    return decideOf(this.#database, {shop, now: this.#parts.world.now()}, command);
  }

  async close(): Promise<void> {
    await this.#metrics?.close();
    await this.#tillServer?.close();
    await this.#projector.stop();
    await this.#database.close();
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

  #rowsOfTill(till: string) {
    const text = 'select shop, record from till where till = $1 and shop = any($2)';
    return this.#database.ofShops(
      shops => this.#database.query<{shop: string; record: TillRecord}>(text, [till, shops]),
      isFound,
    );
  }

  async #recordOf(till: string): Promise<TillRecord> {
    const [row] = await this.#rowsOfTill(till);
    if (row === undefined) throw this.#absent(new Problem('office-till-unknown', {till}));
    return row.record;
  }

  /** What was not found may be where no node answers. */
  #absent(problem: Problem): Problem {
    return this.missing().length === 0 ? problem : new Problem('office-node-unreachable');
  }

  /** The lines of a till's journal, each checked as it is read. Throws `Problem` journal-damaged for the first that is not as it was. */
  async *#linesOf(till: string, isCounted = false): AsyncGenerator<readonly StoredLine[]> {
    const record = await this.#recordOf(till);
    const {shop, head} = record;
    const seq = isCounted ? projectedThrough(record) : record.seq;
    const damaged = (line: number) => new Problem('journal-damaged', {segment: `${shop}/${till}`, line, why: 'hash'});
    let at = chainStart;
    while (at.seq < seq) {
      const wanted = {from: at.seq + 1, through: seq, most: exportBytes};
      const lines = await linesFrom(this.#database, {shop, till}, wanted).catch(error => {
        throw isUnpackable(error) ? damaged(wanted.from) : error;
      });
      if (lines.length === 0) throw damaged(wanted.from);
      for (const {seq: number, bytes} of lines) {
        const hash = hashAfter(at.head, bytes);
        if (hash === undefined || number !== at.seq + 1) throw damaged(at.seq + 1);
        at = {seq: number, head: hash};
      }
      if (at.seq === record.seq && at.head !== head) throw damaged(seq);
      yield lines;
    }
  }
}

const namedPayment = ({shop, till, digest}: ListedRow): OfficePayment => ({shop, till, ...projectedFrom(digest)});

/** Changes the record as it is in its locked row, so that neither this change nor what a till sends meanwhile is lost. */
async function change(client: Client, till: TillName, how: (record: TillRecord) => TillRecord): Promise<void> {
  const before = await lockedRecord(client, till);
  if (before === null) throw new Problem('office-till-unknown', till);
  await client.query('update till set record = $3 where shop = $1 and till = $2', [
    ...[till.shop, till.till, JSON.stringify(how(before))],
  ]);
}
