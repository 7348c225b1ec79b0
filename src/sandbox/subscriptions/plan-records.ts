import type {Tenant} from '../authentication.js';
import type {Database} from '../database.js';
import type {Paging, Rows} from '../paging.js';
import {randomCode} from '../random-code.js';
import type {Interval} from './periods.js';

/** A plan in the books, by the names of the table. Instants are virtual epoch milliseconds. */
export type Plan = {
  readonly id: number;
  readonly plan_code: string;
  readonly tenant: Tenant;
  readonly name: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly interval: Interval;
  readonly trial_period_days: number;
  /** The number of cycles to charge; null for no end. */
  readonly billing_limit: number | null;
  readonly created_at: number;
  readonly updated_at: number;
};

/** The fields that can be set when a plan is made. */
export type NewPlan = Omit<Plan, 'id' | 'plan_code' | 'tenant' | 'created_at' | 'updated_at'>;

/** The fields that can be changed later (documented). */
export type PlanChanges = Partial<Pick<Plan, 'name' | 'description' | 'trial_period_days' | 'billing_limit'>>;

export function insertPlan(database: Database, plan: NewPlan, tenant: Tenant, now: number): Plan {
  const row = database
    .prepare(
      `INSERT INTO plans (plan_code, tenant, name, description, amount, currency, interval, trial_period_days,
         billing_limit, created_at, updated_at)
       VALUES (:code, :tenant, :name, :description, :amount, :currency, :interval, :trial_period_days, :billing_limit,
         :now, :now)
       RETURNING *`,
    )
    .get({...plan, code: newCode(), tenant, now});
  return row as Plan;
}

export function changePlan(database: Database, plan: Plan, changes: PlanChanges, now: number): Plan {
  const {id, name, description, trial_period_days, billing_limit} = {...plan, ...changes};
  const row = database
    .prepare(
      `UPDATE plans
       SET name = :name, description = :description, trial_period_days = :trial_period_days,
         billing_limit = :billing_limit, updated_at = :now
       WHERE id = :id RETURNING *`,
    )
    .get({id, name, description, trial_period_days, billing_limit, now});
  return row as Plan;
}

/** Returns the plan with a code, if it belongs to this tenant. */
export function findPlan(database: Database, code: string, tenant: string): Plan | undefined {
  const query = database.prepare('SELECT * FROM plans WHERE plan_code = ? AND tenant = ?');
  return query.get(code, tenant) as Plan | undefined;
}

/** Returns the plan of a subscription. */
export function planOf(database: Database, {plan_id: id}: {readonly plan_id: number}): Plan {
  return database.prepare('SELECT * FROM plans WHERE id = ?').get(id) as Plan;
}

/** Returns a page of a tenant's plans, in the order in which they were made. */
export function pageOfPlans(database: Database, tenant: string, {page, size}: Paging): Rows<Plan> {
  const rows = database
    .prepare('SELECT * FROM plans WHERE tenant = ? ORDER BY id LIMIT ? OFFSET ?')
    .all(tenant, size, page * size) as Plan[];
  const {total} = database.prepare('SELECT count(*) AS total FROM plans WHERE tenant = ?').get(tenant) as {
    total: number;
  };
  return {rows, total};
}

/** Returns a code with the form of the documented example, `PLAN-XY99ZZ00`. */
function newCode(): string {
  return `PLAN-${randomCode(8)}`;
}
