import type {Tenant} from '../authentication.js';
import type {CardNetwork} from '../cards/test-cards.js';
import type {Database} from '../database.js';
import type {Paging, Rows} from '../paging.js';
import type {Period} from './periods.js';

/**
 * The statuses of a subscription. `COMPLETED`, after the last cycle, is the sandbox's own word: no document has one. `PAST_DUE` comes from
 * the notes.
 */
export const subscriptionStatuses = [
  'INCOMPLETE',
  'TRIALING',
  'REQUIRES_ACTION',
  'ACTIVE',
  'PAST_DUE',
  'PAUSED',
  'CANCELLED',
  'COMPLETED',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** What is fixed when a card is enrolled, by the names of the table. Instants are virtual epoch milliseconds. */
type Enrolled = {
  readonly plan_id: number;
  readonly tenant: Tenant;
  readonly customer_email: string;
  readonly customer_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly payer_name: string;
  readonly card_network: CardNetwork;
  readonly card_last_four: string;
  /** `MM/YY`. */
  readonly card_expiry: string;
  readonly charge_mode: ChargeMode;
  readonly enrollment_reference: string;
  readonly enrollment_txn_reference: string;
  readonly trial_ends_at: number | null;
  readonly created_at: number;
};

type Standing = Period & {
  readonly status: SubscriptionStatus;
  readonly anchor_at: number;
  readonly due_at: number | null;
  readonly authorized_at: number | null;
  readonly paused_at: number | null;
  readonly cancelled_at: number | null;
  readonly cancellation_reason: string | null;
  readonly expiry_alert_sent: number;
  readonly updated_at: number;
};

export type ChargeMode = 'DIRECT_CHARGE' | 'TOKENIZATION' | 'AGREEMENT_BASED';

/** A subscription in the books. */
export type Subscription = {readonly id: number} & Enrolled & Standing;

const terminal = "('CANCELLED', 'COMPLETED')";

export function insertSubscription(database: Database, row: Omit<Subscription, 'id'>): Subscription {
  const names = Object.keys(row);
  const inserted = database
    .prepare(`INSERT INTO subscriptions (${names.join()}) VALUES (${names.map(name => `:${name}`).join()}) RETURNING *`)
    .get(row);
  return inserted as Subscription;
}

/** Changes the standing of a subscription at an instant, and returns the changed subscription. */
export function changeSubscription(
  database: Database,
  subscription: Subscription,
  changes: Partial<Omit<Standing, 'updated_at'>>,
  at: number,
): Subscription {
  const set = {...changes, updated_at: at};
  const names = Object.keys(set);
  const changed = database
    .prepare(`UPDATE subscriptions SET ${names.map(name => `${name} = :${name}`).join()} WHERE id = :id RETURNING *`)
    .get({...set, id: subscription.id});
  return changed as Subscription;
}

/** Returns the subscription with the number, if it belongs to this tenant. `id` is text from a path. */
export function findSubscription(database: Database, id: string, tenant: string): Subscription | undefined {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const query = database.prepare('SELECT * FROM subscriptions WHERE id = ? AND tenant = ?');
  return query.get(Number(id), tenant) as Subscription | undefined;
}

/** Whether the customer has a subscription that has not ended. The case of the e-mail address makes no difference. */
export function hasSubscription(database: Database, email: string, tenant: string): boolean {
  const query = database.prepare(
    `SELECT 1 FROM subscriptions WHERE lower(customer_email) = lower(?) AND tenant = ? AND status NOT IN ${terminal}`,
  );
  return query.get(email, tenant) !== undefined;
}

/** Returns a page of a tenant's subscriptions of one status, or of all, in the order in which they were made. */
export function pageOfSubscriptions(
  database: Database,
  wanted: {readonly tenant: string; readonly status: string | null},
  {page, size}: Paging,
): Rows<Subscription> {
  const filter = 'FROM subscriptions WHERE tenant = :tenant AND status = coalesce(:status, status)';
  const rows = database
    .prepare(`SELECT * ${filter} ORDER BY id LIMIT :size OFFSET :skipped`)
    .all({...wanted, size, skipped: page * size}) as Subscription[];
  const {total} = database.prepare(`SELECT count(*) AS total ${filter}`).get({...wanted}) as {total: number};
  return {rows, total};
}

/** Returns the subscriptions for which something has fallen due by an instant, in the order of their instants. */
export function dueSubscriptions(database: Database, at: number): Subscription[] {
  return database
    .prepare('SELECT * FROM subscriptions WHERE due_at <= ? ORDER BY due_at, id')
    .all(at) as Subscription[];
}
