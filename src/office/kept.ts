import {isValid} from '../core/spec/check.js';
import type {Spec} from '../core/spec/spec.js';
import {type Client, type Database, everyShop} from './database.js';
import {type Marked, type Marking, marked, unmarked} from './key.js';

/**
 * Records of one kind that belong to the whole office. One that this office has not stored itself is none, nor is one that is not as
 * specified, which another version has written.
 */
export class Kept<T extends object> {
  readonly #database: Database;
  readonly #kind: string;
  readonly #is: (value: unknown) => value is T;
  readonly #seal: Marking;

  constructor(database: Database, {kind, spec, seal}: {kind: string; spec: Spec<T>; seal: Marking}) {
    this.#database = database;
    this.#kind = kind;
    this.#is = isValid(spec);
    this.#seal = seal;
  }

  async all(): Promise<readonly {readonly id: string; readonly record: T}[]> {
    return this.#recordsIn(
      await this.#database.query<Row>(
        'select id, record from office_record where shop = $1 and kind = $2 order by id',
        [everyShop, this.#kind],
      ),
    );
  }

  /** Changes are made one after the other, in all processes of the office. */
  change<R>(
    work: (client: Client, records: readonly {readonly id: string; readonly record: T}[]) => Promise<R>,
  ): Promise<R> {
    return this.#database.transaction(async client => {
      await client.query('select pg_advisory_xact_lock(6845365, hashtext($1))', [this.#kind]);
      const {rows} = await client.query(
        'select id, record from office_record where shop = $1 and kind = $2 order by id',
        [...[everyShop, this.#kind]],
      );
      return work(client, this.#recordsIn(rows as Row[]));
    });
  }

  async put(client: Client, id: string, record: T): Promise<void> {
    await client.query(
      `insert into office_record (shop, kind, id, record) values ($1, $2, $3, $4)
         on conflict (shop, kind, id) do update set record = excluded.record`,
      [everyShop, this.#kind, id, marked(this.#seal, this.#nameOf(id), record)],
    );
  }

  async remove(client: Client, ids: readonly string[]): Promise<void> {
    await client.query('delete from office_record where shop = $1 and kind = $2 and id = any($3)', [
      ...[everyShop, this.#kind, ids],
    ]);
  }

  #nameOf = (id: string): string => `${this.#kind} ${id}`;

  #recordsIn(rows: readonly Row[]) {
    return rows.flatMap(({id, record}) => {
      const own = unmarked(this.#seal, this.#nameOf(id), record);
      return this.#is(own) ? [{id, record: own}] : [];
    });
  }
}

type Row = {readonly id: string; readonly record: Marked<object>};
