import {applyDueChanges} from '../changes.js';
import type {Database} from '../database.js';
import {bill, settleCharges} from './billing.js';
import {dueSubscriptions} from './subscription-records.js';

/**
 * Applies everything that has fallen due by `now`, one instant after the other, since what happens at one of them decides what falls due
 * next. Every request does this first, so the sandbox needs no timer, and its answers depend only on the clock.
 */
export function letDueHappen(database: Database, now: number): void {
  // A decision on a page of the bank has no later instant to wait for.
  settleCharges(database);
  for (let at = nextInstant(database, now); at !== undefined; at = nextInstant(database, now)) {
    applyDueChanges(database, at);
    settleCharges(database);
    for (const subscription of dueSubscriptions(database, at)) bill(database, subscription, at);
  }
  applyDueChanges(database, now);
}

/** Returns the next instant, `now` at the latest, at which a payment or a subscription changes; undefined if there is none. */
function nextInstant(database: Database, now: number): number | undefined {
  const {at} = database
    .prepare(
      `SELECT min(due_at) AS at FROM (SELECT min(due_at) AS due_at FROM changes
         UNION ALL SELECT min(due_at) FROM subscriptions WHERE due_at IS NOT NULL)`,
    )
    .get() as {at: number | null};
  return at === null || at > now ? undefined : at;
}
