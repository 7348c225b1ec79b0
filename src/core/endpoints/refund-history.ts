import * as z from 'zod';
import {decimalFrom, decimalOf, equalDecimals} from '../money/decimal.js';
import type {Answer, Call, Json} from '../service/answer.js';
import {asString, type Body, isObject} from '../service/body.js';
import {anything, flag, integer, reading} from '../service/members.js';
import {successBody} from '../service/reply.js';
import {
  isAmong,
  type RefundAnswer,
  type RefundAsked,
  refundOfRow,
  refundStand,
  refundWord,
  type Stand,
} from './refund.js';

/** Asks for the refunds of a range of days. The call moves no money. */

/** Days are `YYYY-MM-DD`, both included. Pages are numbered from 1. */
export type RefundHistory = {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly page: number;
  readonly size: number;
};

export const refundHistoryRequest = ({from, to, currency, page, size}: RefundHistory): Call => ({
  path: '/refund-chargeback/refund/merchant/api/refund_history',
  query: {from, to, currency, page: String(page), size: String(size)},
});

/** A refund in the history. `payment` is the reference of the payment; `amount` is a decimal text in major units. */
export type RefundRow = {
  readonly serviceReference: string;
  readonly payment: string;
  readonly amount: string;
  readonly currency?: string;
  readonly status: Stand;
  readonly text: string;
};

/** `isWhole`: according to the answer, no page comes after this one. `unread`: how many rows were left out. */
type RefundPage = {readonly rows: readonly RefundRow[]; readonly isWhole: boolean; readonly unread: number};

/**
 * Reads a page of the refund history; undefined if the answer is not one. A row that does not say which refund it is,
 * of which payment and of how much, is left out. So if a refund is not among the rows, that proves nothing.
 */
export function interpretRefundHistory(answer: Answer): RefundPage | undefined {
  const page = historyPage(answer);
  if (page === undefined || (answer.kind === 'answered' && answer.doubled === true)) return undefined;
  const rows = page.records.flatMap(record => rowOf(record) ?? []);
  return {rows, isWhole: page.isWhole, unread: page.records.length - rows.length};
}

/**
 * Finds the refund of exactly this amount of the payment. If the service's reference was heard, it is the row with that reference;
 * otherwise it is a row whose reference is not among those already `known`. Returns `several` if the rows do not say which one it is.
 */
export function findRefund(
  rows: readonly RefundRow[],
  {payment, amount, known, serviceReference}: RefundAsked & {readonly serviceReference?: string | undefined},
): RefundRow | 'none' | 'several' {
  const wanted = decimalFrom(amount);
  const candidates = rows.filter(row => {
    const given = decimalOf(row.amount);
    const currency = row.currency?.trim().toUpperCase() ?? amount.currency; // the question was only for this currency
    const isSame = given !== undefined && equalDecimals(given, wanted) && currency === amount.currency;
    const isFree =
      serviceReference === undefined
        ? !isAmong(known, row.serviceReference)
        : isAmong(new Set([serviceReference]), row.serviceReference);
    return isSame && row.payment === payment && isFree;
  });
  const [first] = candidates;
  if (first === undefined) return 'none';
  const own = new Set([first.serviceReference]);
  return candidates.every(row => isAmong(own, row.serviceReference)) ? first : 'several';
}

/**
 * Combines the pages of the history, in their order, into one answer. It contains only the rows about the payment, as they came, because
 * the journal keeps no refunds of other payments. If a page is not a history, that page is the answer, and the till reads no further.
 */
export function historyAbout(
  answers: readonly Answer[],
  payment: string,
): {readonly answer: Answer; readonly isWhole: boolean} {
  const seen = new Set<string>();
  const content: Body[] = [];
  let isWhole = false;
  for (const answer of answers) {
    const page = historyPage(answer);
    if (page === undefined) return {answer, isWhole: true};
    const fresh = page.records.filter(record => !seen.has(JSON.stringify(record)));
    for (const record of fresh) seen.add(JSON.stringify(record));
    content.push(...fresh.filter(record => paymentOf(refundOfRow(record)) === payment));
    // Without this, the till would never stop asking a service that returns the same page again and again.
    isWhole = page.isWhole || fresh.length === 0;
  }
  const last = answers.at(-1);
  if (last?.kind !== 'answered') throw new RangeError('a history without a page');
  const {text: _, ...answered} = last;
  const bytes = answers.reduce((sum, answer) => sum + (answer.kind === 'answered' ? (answer.bytes ?? 0) : 0), 0);
  const doubled = answers.some(answer => answer.kind === 'answered' && answer.doubled);
  const body = {data: {content, last: isWhole}};
  return {answer: {...answered, body, bytes, ...(doubled ? {doubled} : {})}, isWhole};
}

type HistoryPage = {readonly records: readonly Body[]; readonly isWhole: boolean};

const pageAnswer = reading(
  z.object({
    /** The rows are the body's `data`, or the `content` or `data` of the page. */
    content: anything,
    data: anything,
    /** Whether no page comes after this one. If the member is missing, the counts decide. */
    last: flag,
    size: integer,
    totalPages: integer,
    /** `page` is numbered from 1, as in the samples of the request; `number` is numbered from 0. */
    page: integer,
    number: integer,
  }),
);
type PageAnswer = ReturnType<typeof pageAnswer>;

function historyPage(answer: Answer): HistoryPage | undefined {
  const body = successBody(answer);
  if (body === undefined) return undefined;
  const data = body['data'];
  const page = pageAnswer(isObject(data) ? data : body);
  const list = [data, page.content, page.data].find(isList);
  return list === undefined ? undefined : {records: list.filter(isObject), isWhole: isLast(page, list.length)};
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

function isLast(page: PageAnswer, length: number): boolean {
  const {last, size, totalPages: total} = page;
  if (last !== undefined) return last;
  const number = pageNumber(page);
  if (length === 0 || (size !== undefined && length < size)) return true;
  return total !== undefined && (total <= 1 || (number !== undefined && number >= total));
}

function pageNumber({page, number}: PageAnswer): number | undefined {
  return page ?? (number === undefined ? undefined : number + 1);
}

const paymentOf = (refund: RefundAnswer) =>
  refund.payment_transaction_reference ?? refund.merchant_transaction_reference ?? refund.transaction_reference;

function rowOf(record: Body): RefundRow | undefined {
  const refund = refundOfRow(record);
  const serviceReference = refund.refund_transaction_reference ?? refund.refund_reference;
  const payment = paymentOf(refund);
  const amount = asString(refund.refund_amount) ?? asString(refund.amount);
  if (serviceReference === undefined || payment === undefined || decimalOf(amount) === undefined) return undefined;
  const [text, currency] = [refundWord(refund) ?? '', asString(refund.currency) ?? asString(refund.currency_code)];
  const status = refundStand(text);
  return {serviceReference, payment, amount: amount ?? '', ...(currency === undefined ? {} : {currency}), status, text};
}
