import {randomBytes} from 'node:crypto';
import type {BackupKey, BackupLock} from '../../store/backup-file.js';
import {closeFork, type TillRecord} from '../core/office/accept.js';
import {type GivenCode, joinCodeName, mintJoinCode} from '../core/office/joining.js';
import {checkReach, type ShopReach} from '../core/office/person.js';
import {projectionVersion} from '../core/office/projection.js';
import type {HeadProof} from '../core/office/proof.js';
import {
  type DayTakings,
  isShopName,
  type OfficeStatus,
  type ShopFreshness,
  type TillBooks,
  type TillStanding,
} from '../core/office/view.js';
import {personSaid, reasonSaid} from '../core/payment/said.js';
import {Problem} from '../core/problem.js';
import type {ReconciliationRecords} from '../core/reconcile/records/records.js';
import type {WantedInPasses} from '../core/reconcile/result/day.js';
import type {RecordsCommand} from '../core/reconcile/result/decide.js';
import type {Days} from '../core/reconcile/rows/inputs.js';
import type {World} from '../core/world.js';
import {signSeal} from '../print/signature.js';
import {Alerts} from './alerts.js';
import {type OfficeBackup, restoreOfficeBackup, writeOfficeBackup} from './backup.js';
import {booksOf} from './books.js';
import {type Database, limitedTo, openDatabase} from './database.js';
import {
  bytesOf,
  changeRecord,
  checkedLines,
  closeIncident,
  incidentsIn,
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
import {absentIn, OfficeRows} from './rows.js';
import {OfficeServer, type ServePage} from './server.js';
import {freshnessOf, receivablesOf, statusOf, takingsOf, tillsOf} from './status.js';
import {rootedLines, verifiedTill} from './verified.js';

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
    shop: namedShop,
    reach: 'all',
    world,
    pages,
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
  readonly rows: OfficeRows;
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
    this.rows = new OfficeRows(parts.database);
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
    await this.#database.transaction(client => changeRecord(client, {shop, till}, record => ({...record, key: null})));
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
      if (closed.kind === 'forked') await changeRecord(client, {shop, till}, closeFork);
    });
    this.#projector.notice({shop, till});
  }

  /** A till's journal, checked line by line; `isCounted`: without lines after a fork. Throws `Problem` office-till-unknown, and journal-damaged for the first wrong line. */
  async *journal(till: string, isCounted = false): AsyncIterable<Uint8Array> {
    const record = await this.#recordOf(till);
    for await (const lines of checkedLines(this.#database, record, isCounted)) yield bytesOf(lines);
  }

  /** Reads every line of all tills and the office. Names the first that is not as chained or signed, and counts wrong rows. */
  async verify(): Promise<readonly (TillName & VerifiedLines)[]> {
    const found: (TillName & VerifiedLines)[] = [];
    const rooted = await rootedLines(this.#database, this.#parts.key.publicKey);
    for (const {shop, till} of await this.tills()) {
      const lines = checkedLines(this.#database, await this.#recordOf(till));
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

  /** Of a shop, or of all. */
  async freshness(shop?: string): Promise<readonly ShopFreshness[]> {
    const all = await freshnessOf(this.#database, {now: this.#parts.world.now(), seal: this.register.seal});
    return shop === undefined ? all : all.filter(each => each.shop === shop);
  }

  receivables = () => receivablesOf(this.#database);

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

  #rowsOfTill(till: string) {
    const text = 'select shop, record from till where till = $1 and shop = any($2)';
    return this.#database.ofShops(
      shops => this.#database.query<{shop: string; record: TillRecord}>(text, [till, shops]),
      found => found.length > 0,
    );
  }

  async #recordOf(till: string): Promise<TillRecord> {
    const [row] = await this.#rowsOfTill(till);
    if (row === undefined) throw absentIn(this.#database, new Problem('office-till-unknown', {till}));
    return row.record;
  }
}
