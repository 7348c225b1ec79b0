import {faultOfAmount, hasCents, inCents} from './amounts.js';
import {fieldsOf, isRefusal, json, type Refusal, refuse, requireTexts} from './answer.js';
import type {Body, ServiceHandler, World} from './call.js';
import {compactDate, spacedTimestamp, startOfDay} from './clock.js';
import {type Database, insertRow, type Paging, pageOfRows, type Rows, randomCode} from './database.js';
import {answerInstead, isFaultBefore, spoil} from './faults/broken-answer.js';
import type {TableRow} from './tables.js';
import {findTransaction, type Transaction} from './transactions.js';

/** The whole part of an amount whose refund ends as Failed, like the digits of a wallet for a collection. */
const failingAmount = 101;

/** `POST /refund-chargeback/refund/merchant/api/refund`: refunds a card payment. It takes no reference: the same call refunds twice. */
export const refundPayment: ServiceHandler = (world, {body, tenant}) => {
  const asked = readRefund(world, body, tenant);
  if (isRefusal(asked)) return asked;
  const fault = faultOfAmount(asked.amount);
  if (fault !== undefined && isFaultBefore(fault)) return answerInstead(fault, world.baseUrl);
  const reference = insertRefund(world.database, asked, world.now);
  const answer = json(200, {
    message: 'Operation Completed',
    data: {
      refund_transaction_reference: reference,
      payment_transaction_reference: asked.payment_transaction_reference,
      status: 'INITIALIZED',
      // The refund is accepted but not done yet. No document says what `successful` is until then, and false promises nothing.
      successful: false,
    },
  });
  return fault === undefined ? answer : spoil(answer, fault);
};

/** No document has the words of these refusals. */
function readRefund(world: World, body: Body, tenant: string): NewRefund | Refusal {
  const {transaction_reference: reference, refund_amount: amount, refund_reason: reason} = body;
  if (typeof reference !== 'string' || reference === '') return refuse(400, 'transaction_reference is required');
  if (typeof amount !== 'number') return refuse(400, 'refund_amount is required');
  if (amount <= 0) return refuse(400, 'refund_amount must be greater than 0');
  if (!hasCents(amount)) return refuse(400, 'refund_amount can have 2 decimals at most');
  if (reason !== undefined && reason !== null && typeof reason !== 'string') {
    return refuse(400, 'refund_reason must be a text');
  }
  const payment = findTransaction(world.database, reference, tenant);
  if (payment === undefined) return refuse(400, 'Transaction not found');
  if (payment.method !== 'card') return refuse(400, 'Only card transactions can be refunded');
  if (payment.status !== 'Completed') return refuse(400, 'Only completed transactions can be refunded');
  const left = inCents(payment.amount) - (refundedCents(world.database).get(reference) ?? 0);
  if (inCents(amount) > left) return refuse(400, 'Refund amount is greater than what is left of the transaction');
  return {
    payment_transaction_reference: reference,
    amount,
    currency: payment.currency,
    reason: reason ?? null,
    ends_as: Math.trunc(amount) === failingAmount ? 'Failed' : 'Success',
  };
}

/** `POST /card/card_charge/refund_status`: the status of a refund, by the service's reference for it. */
export const refundStatus: ServiceHandler = (world, {body, tenant}) => {
  const asked = requireTexts(fieldsOf(body.service_payload), ['refund_transaction_reference']);
  if (isRefusal(asked)) return asked;
  const refund = findRefund(world.database, asked.refund_transaction_reference, tenant);
  if (refund === undefined) return refuse(400, 'Refund not found');
  return json(200, {message: 'Refund fetched successfully', success: true, data: refundRecord(refund)});
};

/** Returns the record of a refund. No document shows one: the names are those of the calls about refunds. */
const refundRecord = (refund: Refund): Readonly<Record<string, unknown>> => ({
  refund_transaction_reference: refund.refund_transaction_reference,
  payment_transaction_reference: refund.payment_transaction_reference,
  refund_amount: refund.amount,
  currency: refund.currency,
  refund_status: refund.status,
  refund_reason: refund.reason,
  created_date: spacedTimestamp(refund.created_at),
});

const usualSize = 20;
const largestSize = 100;

/** `GET /refund-chargeback/refund/merchant/api/refund_history`: newest first, both days included. Absent parameters do not filter. */
export const refundHistory: ServiceHandler = (world, {query, tenant}) => {
  const wanted = readFilter(query, tenant);
  if (isRefusal(wanted)) return wanted;
  const page = readCount(query.get('page'), 1);
  if (page === undefined) return refuse(400, 'page must be a number from 1');
  const size = readCount(query.get('size'), usualSize);
  if (size === undefined || size > largestSize) return refuse(400, `size must be a number from 1 to ${largestSize}`);
  const {rows: refunds, total} = pageOfRefunds(world.database, wanted, {page: page - 1, size});
  return json(200, {
    message: 'Refunds fetched successfully',
    success: true,
    data: {content: refunds.map(refundRecord), page, size, totalElements: total, totalPages: Math.ceil(total / size)},
  });
};

function readFilter(query: URLSearchParams, tenant: string): RefundFilter | Refusal {
  const [from, to] = [query.get('from'), query.get('to')];
  const since = from === null ? 0 : startOfDay(from);
  if (since === undefined) return refuse(400, 'from must be a date such as 2026-03-11');
  const before = to === null ? Number.MAX_SAFE_INTEGER : startOfDay(to, 1);
  if (before === undefined) return refuse(400, 'to must be a date such as 2026-03-11');
  const status = query.get('refund_status');
  if (status !== null && !refundStatuses.includes(status)) {
    return refuse(400, `refund_status must be one of ${refundStatuses.join(', ')}`);
  }
  return {tenant, since, before, currency: query.get('currency'), status};
}

function readCount(text: string | null, usual: number): number | undefined {
  if (text === null) return usual;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

type RefundRow = TableRow<'refunds'>;

/** A refund in the books, with the currency of its payment. */
export type Refund = Omit<RefundRow, 'ends_as' | 'due_at'> & Pick<Transaction, 'currency'>;

const refundStatuses: readonly string[] = ['Initialized', 'Success', 'Failed'] satisfies RefundRow['status'][];

type NewRefund = Pick<
  Refund & RefundRow,
  'payment_transaction_reference' | 'amount' | 'currency' | 'reason' | 'ends_as'
>;

/** The filter of a list of refunds. Both instants are epoch milliseconds; `before` is exclusive. */
type RefundFilter = {
  readonly tenant: string;
  readonly since: number;
  readonly before: number;
  readonly currency: string | null;
  readonly status: string | null;
};

/** The time until a refund ends. */
const settlingMilliseconds = 1000;

const refundsQuery = `SELECT refunds.refund_transaction_reference, payment_transaction_reference, refunds.amount,
    currency, reason, refunds.status, created_at
  FROM refunds JOIN transactions ON transaction_reference = payment_transaction_reference`;

const filter = `WHERE tenant = :tenant AND created_at >= :since AND created_at < :before
  AND currency = coalesce(:currency, currency) AND refunds.status = coalesce(:status, refunds.status)`;

/** Enters a refund as Initialized, and returns its reference. */
function insertRefund(database: Database, {currency, ...refund}: NewRefund, now: number): string {
  const reference = newReference(currency, now);
  const row = {...refund, refund_transaction_reference: reference, created_at: now, due_at: now + settlingMilliseconds};
  insertRow(database, 'refunds', row);
  return reference;
}

function findRefund(database: Database, reference: string, tenant: string): Refund | undefined {
  const query = database.prepare(`${refundsQuery} WHERE refund_transaction_reference = ? AND tenant = ?`);
  return query.get(reference, tenant) as Refund | undefined;
}

export const listRefunds = (database: Database): Refund[] =>
  database.prepare(`${refundsQuery} ORDER BY created_at, refunds.rowid`).all() as Refund[];

/** Newest first. */
const pageOfRefunds = (database: Database, wanted: RefundFilter, paging: Paging): Rows<Refund> =>
  pageOfRows(
    database,
    {query: `${refundsQuery} ${filter}`, order: 'created_at DESC, refunds.rowid DESC', values: wanted},
    paging,
  );

/** Returns the cents that are refunded, or about to be, by the reference of the payment. A payment without refunds is not included. */
export function refundedCents(database: Database): ReadonlyMap<string, number> {
  const rows = database
    .prepare(
      `SELECT payment_transaction_reference AS reference, sum(CAST(round(amount * 100) AS INTEGER)) AS cents
       FROM refunds WHERE status <> 'Failed' GROUP BY payment_transaction_reference`,
    )
    .all() as {reference: string; cents: number}[];
  return new Map(rows.map(({reference, cents}) => [reference, cents]));
}

/** `RF20231112-Q232USD` is the documented example. References here have the same form, but are longer to be unique. */
const newReference = (currency: string, now: number): string => `RF${compactDate(now)}-Q${randomCode(9)}${currency}`;
