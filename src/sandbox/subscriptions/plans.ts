import {hasCents, written} from '../amounts.js';
import {isRefusal, json, type Refusal, refuse} from '../answer.js';
import type {Body, ServiceHandler, Tenant} from '../call.js';
import {later, timestamp} from '../clock.js';
import {type Database, insertRow, type Paging, pageOfRows, type Rows, randomCode, updateRow} from '../database.js';
import type {TableRow} from '../tables.js';

/** `POST /subscription/api/v1/subscription-plans`. It takes no reference, so the same call twice makes two plans. */
export const createPlan: ServiceHandler = (world, {body, tenant}) => {
  const asked = readPlan(body);
  if (isRefusal(asked)) return asked;
  const plan = insertPlan(world.database, asked, tenant, world.now);
  return json(200, {success: true, message: 'Subscription plan created successfully', data: planRecord(plan)});
};

export const showPlan: ServiceHandler = (world, {values, tenant}) => {
  const plan = findPlan(world.database, values.planCode ?? '', tenant);
  if (plan === undefined) return noSuchPlan();
  return json(200, {success: true, message: 'Subscription plan fetched successfully', data: planRecord(plan)});
};

/** `PATCH /subscription/api/v1/subscription-plans/{planCode}`: name, description, trial and limit (documented). */
export const updatePlan: ServiceHandler = (world, {values, body, tenant}) => {
  const plan = findPlan(world.database, values.planCode ?? '', tenant);
  if (plan === undefined) return noSuchPlan();
  const changes = readPlanChanges(body, plan);
  if (isRefusal(changes)) return changes;
  const changed = updateRow(world.database, 'plans', plan.id, {...changes, updated_at: world.now});
  return json(200, {success: true, message: 'Subscription plan updated successfully', data: planRecord(changed)});
};

/** `GET /subscription/api/v1/subscription-plans?page&size`. */
export const listPlans: ServiceHandler = (world, {query, tenant}) => {
  const paging = readPaging(query);
  if (isRefusal(paging)) return paging;
  const data = pageOf(pageOfPlans(world.database, tenant, paging), paging, planRecord);
  return json(200, {success: true, message: 'Subscription plans fetched successfully', data});
};

/** Returns the plan resource. No document says what billingDaysOfWeek and metadata hold. */
export const planRecord = (plan: Plan): Readonly<Record<string, unknown>> => ({
  id: plan.id,
  name: written(plan.name, plan.amount),
  description: written(plan.description, plan.amount),
  amount: plan.amount,
  currency: plan.currency,
  interval: plan.interval,
  intervalCount: 1,
  trialPeriodDays: plan.trial_period_days,
  billingLimit: plan.billing_limit,
  status: 'ACTIVE',
  planCode: plan.plan_code,
  billingDaysOfWeek: null,
  metadata: null,
  createdAt: timestamp(plan.created_at),
  updatedAt: timestamp(plan.updated_at),
});

export const noSuchPlan = () => refuse(404, 'Subscription plan not found');

const longestText = 255;

/** The sandbox's own limits, since no document names any. They keep every instant within the range of a calendar. */
const longestTrial = 3650;
const largestLimit = 10_000;

const fixed = ['amount', 'currency', 'interval'];

type Terms = Pick<NewPlan, 'trial_period_days' | 'billing_limit'>;

/** Returns the fields of a plan, or a refusal for the first bad field. No document says which fields are required. */
export function readPlan(body: Body): NewPlan | Refusal {
  const {name, description = '', amount, currency, interval} = body;
  const texts = checkTexts({name, description});
  if (texts !== undefined) return texts;
  if (typeof amount !== 'number') return refuse(400, 'amount is required');
  if (amount < 0) return refuse(400, 'amount must be greater than or equal to 0');
  if (!hasCents(amount)) return refuse(400, 'amount can have 2 decimals at most');
  if (typeof currency !== 'string' || currency === '') return refuse(400, 'currency is required');
  if (!/^[A-Z]{3}$/.test(currency)) return refuse(400, 'currency must be a 3-letter ISO 4217 code');
  if (interval === undefined) return refuse(400, 'interval is required');
  if (!isInterval(interval)) return refuse(400, `interval must be one of ${intervals.join(', ')}`);
  const terms = readTerms(body, {trial_period_days: 0, billing_limit: null});
  if (isRefusal(terms)) return terms;
  return {name: name as string, description: description as string, amount, currency, interval, ...terms};
}

/** Returns the changes of a plan, or a refusal. Its amount, currency and interval cannot change: customers have agreed to them. */
function readPlanChanges(body: Body, present: Terms): PlanChanges | Refusal {
  const changed = fixed.find(field => body[field] !== undefined);
  if (changed !== undefined) return refuse(400, `${changed} cannot be changed`);
  const {name, description} = body;
  const given = {...(name === undefined ? {} : {name}), ...(description === undefined ? {} : {description})};
  const texts = checkTexts(given);
  if (texts !== undefined) return texts;
  const terms = readTerms(body, present);
  return isRefusal(terms) ? terms : {...(given as PlanChanges), ...terms};
}

function checkTexts(texts: {readonly name?: unknown; readonly description?: unknown}): Refusal | undefined {
  for (const [field, value] of Object.entries(texts)) {
    const isEmpty = typeof value !== 'string' || (field === 'name' && value.trim() === '');
    if (isEmpty) return refuse(400, field === 'name' ? 'name is required' : `${field} must be a text`);
    if (value.length > longestText) return refuse(400, `${field} cannot be longer than ${longestText} characters`);
  }
  return undefined;
}

/** An empty billingLimit means no end (documented). */
function readTerms({trialPeriodDays, billingLimit}: Body, usual: Terms): Terms | Refusal {
  const days = trialPeriodDays ?? usual.trial_period_days;
  if (!isCount(days, 0, longestTrial)) {
    return refuse(400, `trialPeriodDays must be a whole number from 0 to ${longestTrial}`);
  }
  const empty = billingLimit === null || billingLimit === '';
  const limit = billingLimit === undefined ? usual.billing_limit : empty ? null : billingLimit;
  if (limit !== null && !isCount(limit, 1, largestLimit)) {
    return refuse(400, `billingLimit must be a whole number from 1 to ${largestLimit}, or empty`);
  }
  return {trial_period_days: days, billing_limit: limit};
}

const isCount = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;

const isInterval = (value: unknown): value is Interval => intervals.some(interval => interval === value);

export type Plan = TableRow<'plans'>;

/** The fields that can be set when a plan is made. */
export type NewPlan = Omit<Plan, 'id' | 'plan_code' | 'tenant' | 'created_at' | 'updated_at'>;

type PlanChanges = Partial<Pick<Plan, 'name' | 'description' | 'trial_period_days' | 'billing_limit'>>;

export const insertPlan = (database: Database, plan: NewPlan, tenant: Tenant, now: number): Plan =>
  insertRow(database, 'plans', {...plan, plan_code: newCode(), tenant, created_at: now, updated_at: now});

export function findPlan(database: Database, code: string, tenant: string): Plan | undefined {
  const query = database.prepare('SELECT * FROM plans WHERE plan_code = ? AND tenant = ?');
  return query.get(code, tenant) as Plan | undefined;
}

export const planOf = (database: Database, {plan_id: id}: {readonly plan_id: number}): Plan =>
  database.prepare('SELECT * FROM plans WHERE id = ?').get(id) as Plan;

const pageOfPlans = (database: Database, tenant: string, paging: Paging): Rows<Plan> =>
  pageOfRows(database, {query: 'SELECT * FROM plans WHERE tenant = :tenant', order: 'id', values: {tenant}}, paging);

/** Returns a code with the form of the documented example, `PLAN-XY99ZZ00`. */
const newCode = (): string => `PLAN-${randomCode(8)}`;

const spans = {
  DAILY: {days: 1},
  WEEKLY: {days: 7},
  MONTHLY: {months: 1},
  QUARTERLY: {months: 3},
  ANNUAL: {months: 12},
} as const satisfies Readonly<Record<Plan['interval'], object>>;

type Interval = Plan['interval'];

const intervals = Object.keys(spans) as readonly Interval[];

/** A billing period. `period` counts from 0; both instants are epoch milliseconds. */
export type Period = {readonly period: number; readonly period_starts_at: number; readonly period_ends_at: number};

/** Returns a numbered period, calculated from the anchor, so that those begun on the 31st return to it after a shorter month. */
export const periodOf = (interval: Interval, anchor: number, period: number): Period => ({
  period,
  period_starts_at: startOf(interval, anchor, period),
  period_ends_at: startOf(interval, anchor, period + 1),
});

/** Returns the first period from `period` on that has not ended by an instant. */
export function periodAt(interval: Interval, anchor: number, period: number, at: number): Period {
  let found = periodOf(interval, anchor, period);
  while (found.period_ends_at <= at) found = periodOf(interval, anchor, found.period + 1);
  return found;
}

function startOf(interval: Interval, anchor: number, period: number): number {
  const span: {readonly days?: number; readonly months?: number} = spans[interval];
  return later(anchor, {days: (span.days ?? 0) * period, months: (span.months ?? 0) * period});
}

/** The usual size is documented. */
const usualSize = 20;
const largestSize = 100;

const unsorted = {sorted: false, unsorted: true, empty: true};

export function readPaging(query: URLSearchParams): Paging | Refusal {
  const page = query.get('page') ?? '0';
  if (!/^\d{1,6}$/.test(page)) return refuse(400, 'page must be a number from 0');
  const size = Number(/^\d{1,3}$/.exec(query.get('size') ?? String(usualSize))?.[0] ?? 0);
  if (size < 1 || size > largestSize) return refuse(400, `size must be a number from 1 to ${largestSize}`);
  return {page: Number(page), size};
}

/** Returns a page in exactly the shape of the service's interface. */
export function pageOf<Row>({rows, total}: Rows<Row>, {page, size}: Paging, record: (row: Row) => unknown) {
  const totalPages = Math.ceil(total / size);
  return {
    content: rows.map(record),
    pageable: {sort: unsorted, pageNumber: page, pageSize: size, offset: page * size, paged: true, unpaged: false},
    totalElements: total,
    totalPages,
    numberOfElements: rows.length,
    size,
    number: page,
    first: page === 0,
    last: page >= totalPages - 1,
    empty: rows.length === 0,
    sort: unsorted,
  };
}
