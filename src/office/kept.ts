import {isValid} from '../core/spec/check.js';
import type {Spec} from '../core/spec/spec.js';
import {type Client, type Database, everyShop} from './database.js';

/** Records of one kind that belong to the whole office. One that is not as specified was written by another version, and is none. */
export class Kept<T> {
  readonly #database: Database;
  readonly #kind: string;
  readonly #is: (value: unknown) => value is T;

  constructor(database: Database, kind: string, spec: Spec<T>) {
    this.#database = database;
    this.#kind = kind;
    this.#is = isValid(spec);
  }

  async all(): Promise<readonly {readonly id: string; readonly record: T}[]> {
    return this.#recordsIn(
      await this.#database.query<{id: string; record: unknown}>(
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
      return work(client, this.#recordsIn(rows));
    });
  }

  async put(client: Client, id: string, record: T): Promise<void> {
    await client.query(
      `insert into office_record (shop, kind, id, record) values ($1, $2, $3, $4)
         on conflict (shop, kind, id) do update set record = excluded.record`,
      [everyShop, this.#kind, id, JSON.stringify(record)],
    );
  }

  async remove(client: Client, ids: readonly string[]): Promise<void> {
    await client.query('delete from office_record where shop = $1 and kind = $2 and id = any($3)', [
      ...[everyShop, this.#kind, ids],
    ]);
  }

  #recordsIn(rows: readonly {readonly id: string; readonly record: unknown}[]) {
    return rows.flatMap(({id, record}) => (this.#is(record) ? [{id, record}] : []));
  }
}
