import type {NewPlan} from '../../src/core/endpoints/subscription/plans.js';
import {interpretNewPlan, type Plan, planBody} from '../../src/core/endpoints/subscription/plans.js';
import {sandboxApiKey} from '../../src/sandbox/call.js';
import {type Database, openDatabase} from '../../src/sandbox/database.js';
import {listRefunds, type Refund} from '../../src/sandbox/refunds.js';
import {dispatch, type WholeRequest} from '../../src/sandbox/server.js';
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

/** A subscription in the service's books. */
export type Booked = {readonly id: number; readonly email: string};

/** A charge of a subscription that succeeded; the amount is in major units. */
export type BookedCharge = {readonly reference: string; readonly amount: number; readonly currency: string};

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
  readonly subscriptions = new Map<number, Booked>();
  /** Told of every subscription that is new in the books. */
  onSubscription: (subscription: Booked) => void = () => undefined;
  plans: readonly Plan[] = [];
  hasList = true;

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

  /** Makes the plans that customers are enrolled on. Without a list it offers none of the calls that no contract promises. */
  offerPlans(plans: readonly NewPlan[], hasList: boolean): void {
    this.plans = plans.map(plan => this.#makePlan(plan));
    this.hasList = hasList;
    this.#post('/sandbox/faults', {switches: {withoutOptional: !hasList}});
  }

  /** Time passes for the service alone: pages run out, and what is to be charged by then is. */
  passDays(days: number): void {
    this.#post('/sandbox/clock', {advance: `P${days}D`});
  }

  /** The charges of a subscription that succeeded, oldest first. */
  chargesOf(id: number): readonly BookedCharge[] {
    const query = this.#database.prepare(
      `SELECT transaction_reference AS reference, amount, currency
       FROM subscription_charges JOIN transactions USING (transaction_reference)
       WHERE subscription_id = ? AND subscription_charges.status = 'SUCCESS' ORDER BY subscription_charges.id`,
    );
    return query.all(id) as BookedCharge[];
  }

  /** The subscription that a payment was charged for; undefined for any other payment. */
  subscriptionOf(reference: string): Booked | undefined {
    const query = this.#database.prepare(
      'SELECT subscription_id AS id FROM subscription_charges WHERE transaction_reference = ?',
    );
    const row = query.get(reference) as {id: number} | undefined;
    return row && this.subscriptions.get(row.id);
  }

  /** The payments that the books call paid or failed by now. */
  ended(): ReadonlySet<string> {
    const isEnded = ({status}: Entry) => status === 'Completed' || status === 'Failed';
    return new Set([...this.entries.values()].filter(isEnded).map(({reference}) => reference));
  }

  close(): void {
    this.#database.close();
  }

  #makePlan(plan: NewPlan): Plan {
    const {status, body} = this.#post('/subscription/api/v1/subscription-plans', planBody(plan));
    const outcome = interpretNewPlan({kind: 'answered', http: status, body: JSON.parse(body)});
    if (outcome.kind !== 'made') throw new Error(`no plan was made: ${body}`);
    return outcome.plan;
  }

  #post(path: string, content: unknown): Reply {
    const headers = {'content-type': 'application/json', authorization: this.authorization};
    return this.answer({method: 'POST', url: new URL(path, address), headers, text: JSON.stringify(content)});
  }

  #lookForSubscriptions(): void {
    if (this.plans.length === 0) return;
    const query = this.#database.prepare('SELECT id, lower(customer_email) AS email FROM subscriptions ORDER BY id');
    for (const subscription of query.all() as Booked[]) {
      if (this.subscriptions.has(subscription.id)) continue;
      this.subscriptions.set(subscription.id, subscription);
      this.onSubscription(subscription);
    }
  }

  #tokens(query: string): string[] {
    return (this.#database.prepare(query).all() as {token: string}[]).map(({token}) => token);
  }

  #look(): void {
    const {written} = this.#database.prepare('SELECT total_changes() AS written').get() as {written: number};
    if (written === this.changes) return;
    this.changes = written;
    this.#lookForSubscriptions();
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
