import {sandboxApiKey} from '../../src/sandbox/authentication.js';
import {type Database, openDatabase} from '../../src/sandbox/database.js';
import {dispatch, type WholeRequest} from '../../src/sandbox/dispatch.js';
import {listRefunds, type Refund} from '../../src/sandbox/refunds/refund-records.js';
import {listTransactions} from '../../src/sandbox/transactions.js';
import type {Chance} from './chance.js';

export type Reply = ReturnType<typeof dispatch>['answer'];

/** A payment in the service's books, with all that it ever was there. Amounts are in major units. */
export type Entry = {
  readonly reference: string;
  readonly currency: string;
  readonly status: string;
  readonly amount: number;
  /** The amounts with which it was ever Completed. */
  readonly paid: ReadonlySet<number>;
  readonly hasFailed: boolean;
};

/** The sandbox prepares each statement each time that it needs it, which is most of what a call costs. */
function withKeptStatements(database: Database): Database {
  const kept = new Map<string, ReturnType<Database['prepare']>>();
  const prepare: Database['prepare'] = database.prepare.bind(database);
  database.prepare = query => {
    const statement = kept.get(query) ?? prepare(query);
    kept.set(query, statement);
    return statement;
  };
  return database;
}

const address = 'http://127.0.0.1:4010';

/** The sandbox's own logic over books of its own, called in this process. */
export class SimulatedService {
  readonly #database = withKeptStatements(openDatabase(':memory:'));
  readonly authorization = `Payaza ${Buffer.from(sandboxApiKey).toString('base64')}`;
  readonly address = address;
  readonly entries = new Map<string, Entry>();
  refunds: readonly Refund[] = [];
  /** Grows with every change of the books. */
  changes = 0;
  /** Told of every payment that is new in the books. */
  onEntry: (entry: Entry) => void = () => undefined;
  onRefunds: () => void = () => undefined;

  answer(request: WholeRequest): Reply {
    const {answer} = dispatch(this.#database, {baseUrl: address, bankUrl: address}, request);
    this.#look();
    return answer;
  }

  /** A customer who waits on a page, if any does, goes on there. */
  letCustomerAct(chance: Chance): string | undefined {
    const paths = [
      ...this.#tokens("SELECT page_token AS token FROM collections WHERE waits_for = 'page'").map(
        token => `/pay/${token}`,
      ),
      ...this.#tokens(
        `SELECT challenge_token AS token FROM cards JOIN transactions USING (transaction_reference)
         WHERE challenge_token IS NOT NULL AND status = 'Initialized'`,
      ).map(token => `/acs/${token}`),
    ];
    const path = chance.pickAny(paths);
    if (path === undefined) return undefined;
    const does = chance.pick(['approve', 'approve', 'decline']);
    const text = new URLSearchParams({code: chance.pick(['1234', '1234', '9999'])}).toString();
    const url = new URL(`${path}/${does}`, address);
    this.answer({method: 'POST', url, headers: {'content-type': 'application/x-www-form-urlencoded'}, text});
    return `${path.slice(0, 4)} ${does}`;
  }

  close(): void {
    this.#database.close();
  }

  #tokens(query: string): string[] {
    return (this.#database.prepare(query).all() as {token: string}[]).map(({token}) => token);
  }

  #look(): void {
    const {written} = this.#database.prepare('SELECT total_changes() AS written').get() as {written: number};
    if (written === this.changes) return;
    this.changes = written;
    for (const {transaction_reference: reference, currency, status, amount} of listTransactions(this.#database)) {
      const known = this.entries.get(reference);
      if (known?.status === status && known.amount === amount) continue;
      const entry: Entry = {
        reference,
        currency,
        status,
        amount,
        paid: status === 'Completed' ? new Set([...(known?.paid ?? []), amount]) : (known?.paid ?? new Set()),
        hasFailed: (known?.hasFailed ?? false) || !['Initialized', 'Completed', 'Zamani'].includes(status),
      };
      this.entries.set(reference, entry);
      if (known === undefined) this.onEntry(entry);
    }
    this.refunds = listRefunds(this.#database);
    this.onRefunds();
  }
}
