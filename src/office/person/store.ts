import type {NewEvent} from '../../core/events/event.js';
import type {OfficePerson} from '../../core/office/person.js';
import {isSessionOpen, type VainTries} from '../../core/office/sign-in.js';
import {Problem} from '../../core/problem.js';
import type {PersonSession, SignInEntry} from '../../views/office/people.js';
import {type Client, type Database, everyShop} from '../database.js';
import {type Marked, type Marking, marked, unmarked} from '../key.js';
import {recordFacts} from '../records.js';

const entriesKept = 5000;
const dayMs = 86_400_000;

type PersonRow = {readonly id: string; readonly record: Marked<OfficePerson>};
type SessionRow = {
  readonly id: string;
  readonly person: string;
  readonly seen_at: number;
  readonly record: Marked<Omit<PersonSession, 'id' | 'person' | 'seenAt'>>;
};

/** Throws `Problem` office-database-failed if somebody else has written or changed the person. */
function personIn(seal: Marking, {id, record}: PersonRow): OfficePerson {
  const person = unmarked(seal, id, record);
  if (person === undefined) throw new Problem('office-database-failed', {text: 'person'});
  return person;
}

function sessionIn(seal: Marking, {id, person, seen_at: seenAt, record}: SessionRow): PersonSession | undefined {
  const known = unmarked(seal, `${id} ${person}`, record);
  return known && {...known, id, person, seenAt};
}

/** Where an office keeps its people. What they change together takes effect completely or not at all. */
export class PeopleStore {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #seal: Marking;

  constructor(database: Database, now: () => number, seal: Marking) {
    this.#database = database;
    this.#now = now;
    this.#seal = seal;
  }

  async people(): Promise<readonly OfficePerson[]> {
    const rows = await this.#database.query<PersonRow>('select id, record from person where shop = $1', [everyShop]);
    return rows
      .map(row => personIn(this.#seal, row))
      .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  }

  async sessions(): Promise<readonly PersonSession[]> {
    const rows = await this.#database.query<SessionRow>(
      'select id, person, seen_at, record from person_session where shop = $1 order by seen_at desc',
      [everyShop],
    );
    const sessions = rows.flatMap(row => sessionIn(this.#seal, row) ?? []);
    return sessions.filter(each => isSessionOpen(each, this.#now()));
  }

  /** A session with its person, however long ago it was used. */
  async session(id: string): Promise<{readonly session: PersonSession; readonly person: OfficePerson} | undefined> {
    const [row] = await this.#database.query<SessionRow & {readonly of: Marked<OfficePerson>}>(
      `select each.id, person, seen_at, each.record, person.record as of from person_session as each
         join person on person.shop = each.shop and person.id = each.person where each.shop = $1 and each.id = $2`,
      [everyShop, id],
    );
    const session = row && sessionIn(this.#seal, row);
    return row && session && {session, person: personIn(this.#seal, {id: row.person, record: row.of})};
  }

  async tries(about: readonly string[]): Promise<readonly VainTries[]> {
    const rows = await this.#database.query<{record: VainTries}>(
      'select record from sign_in_try where shop = $1 and about = any($2)',
      [everyShop, about],
    );
    return rows.map(({record}) => record);
  }

  /** Notes that a session was used. False if it was noted or ended meanwhile. */
  async seen(
    {id, person, seenAt: before, startedAt, agent}: PersonSession,
    {seenAt, address}: Pick<PersonSession, 'seenAt' | 'address'>,
  ): Promise<boolean> {
    const rows = await this.#database.query(
      'update person_session set seen_at = $3, record = $4 where shop = $1 and id = $2 and seen_at = $5 returning id',
      [everyShop, id, seenAt, marked(this.#seal, `${id} ${person}`, {startedAt, address, agent}), before],
    );
    return rows.length > 0;
  }

  /** The newest lines of the log: about these names, or about everybody. */
  async log(most: number, names: readonly string[] | null): Promise<readonly SignInEntry[]> {
    const rows = await this.#database.query<{entry: SignInEntry}>(
      `select entry from sign_in_log where shop = $1 and ($3::text[] is null or entry ->> 'name' = any($3))
         order by seq desc limit $2`,
      [everyShop, most, names],
    );
    return rows.map(({entry}) => entry);
  }

  /** Changes are made one after the other, in all processes of the office, so that what one has read is still so when it writes. */
  change<T>(work: (changing: PeopleChange) => Promise<T>): Promise<T> {
    return this.#database.transaction(async client => {
      await client.query('select pg_advisory_xact_lock(6845364)');
      return work(new PeopleChange(client, this.#now(), this.#seal));
    });
  }
}

export class PeopleChange {
  readonly #client: Client;
  readonly #now: number;
  readonly #seal: Marking;

  constructor(client: Client, now: number, seal: Marking) {
    this.#client = client;
    this.#now = now;
    this.#seal = seal;
  }

  async people(): Promise<readonly OfficePerson[]> {
    const {rows} = await this.#client.query<PersonRow>('select id, record from person where shop = $1', [everyShop]);
    return rows.map(row => personIn(this.#seal, row));
  }

  async keep(person: OfficePerson): Promise<void> {
    await this.#client.query(
      `insert into person (shop, id, record) values ($1, $2, $3)
         on conflict (shop, id) do update set record = excluded.record`,
      [everyShop, person.id, marked(this.#seal, person.id, person)],
    );
  }

  async remove(id: string): Promise<void> {
    await this.#client.query('delete from person where shop = $1 and id = $2', [everyShop, id]);
    await this.endSessions(id);
  }

  async endSessions(person: string): Promise<void> {
    await this.#client.query('delete from person_session where shop = $1 and person = $2', [everyShop, person]);
  }

  async endSession(id: string, person: string): Promise<void> {
    await this.#client.query('delete from person_session where shop = $1 and id = $2 and person = $3', [
      ...[everyShop, id, person],
    ]);
  }

  /** Keeps a new session, and forgets those that have ended. */
  async keepSession({id, person, seenAt, ...record}: PersonSession): Promise<void> {
    await this.#client.query('delete from person_session where shop = $1 and seen_at < $2', [
      ...[everyShop, this.#now - dayMs],
    ]);
    await this.#client.query(
      `insert into person_session (shop, id, person, seen_at, record) values ($1, $2, $3, $4, $5)
         on conflict (shop, id) do nothing`,
      [everyShop, id, person, seenAt, marked(this.#seal, `${id} ${person}`, record)],
    );
  }

  async tries(about: string): Promise<VainTries | undefined> {
    const {rows} = await this.#client.query<{record: VainTries}>(
      'select record from sign_in_try where shop = $1 and about = $2',
      [everyShop, about],
    );
    return rows[0]?.record;
  }

  async keepTries(about: string, tries: VainTries): Promise<void> {
    await this.#client.query('delete from sign_in_try where shop = $1 and at < $2', [everyShop, this.#now - dayMs]);
    await this.#client.query(
      `insert into sign_in_try (shop, about, at, record) values ($1, $2, $3, $4)
         on conflict (shop, about) do update set at = excluded.at, record = excluded.record`,
      [everyShop, about, tries.at, JSON.stringify(tries)],
    );
  }

  async addresses(): Promise<number> {
    const {rows} = await this.#client.query<{count: number}>(
      "select count(*)::bigint as count from sign_in_try where shop = $1 and about like 'address:%'",
      [everyShop],
    );
    return rows[0]?.count ?? 0;
  }

  async forgetTries(about: string): Promise<void> {
    await this.#client.query('delete from sign_in_try where shop = $1 and about = $2', [everyShop, about]);
  }

  async note(entry: Omit<SignInEntry, 'at'>): Promise<void> {
    const {rows} = await this.#client.query<{last: number}>(
      'select coalesce(max(seq), 0)::bigint as last from sign_in_log where shop = $1',
      [everyShop],
    );
    const seq = (rows[0]?.last ?? 0) + 1;
    const at = Temporal.Instant.fromEpochMilliseconds(this.#now).toString({smallestUnit: 'second'});
    await this.#client.query('insert into sign_in_log (shop, seq, entry) values ($1, $2, $3)', [
      ...[everyShop, seq, JSON.stringify({at, ...entry})],
    ]);
    await this.#client.query('delete from sign_in_log where shop = $1 and seq <= $2', [everyShop, seq - entriesKept]);
  }

  /** A line of the office's own chain. */
  async state(event: NewEvent): Promise<void> {
    await recordFacts(this.#client, this.#now, [event]);
  }
}
