import type {StoredEvent} from '../journal/event.js';
import {isAsItsType} from '../journal/event-shape.js';
import {isCurrency} from '../money/money.js';
import type {Rule} from '../payment/timeline.js';
import {type DayDigest, digestOfDay} from './day.js';
import type {LocalRefund, PaymentDigest} from './local.js';

/**
 * A payment of a digest as a list, since names would be two thirds of a file of a hundred thousand. In this order: our
 * reference, the provider's if it is another, its line, lines from there to that with which it was paid, and to that of its
 * last answer with the rule of it; when it was asked for, its business date, method, status, currency and minor units; the
 * stated fee; the payer; the status, amount and currency of the last record; our clock less the service's; its refunds.
 */
type Row = readonly unknown[];

/** What is kept of a closed day's events, as JSON; `dayDigestFrom` reads it. Throws as `digestOfDay` does. */
export function dayJson(dayEvents: readonly StoredEvent[]): unknown {
  const {payments, events} = digestOfDay(dayEvents);
  return {payments: payments.map(rowOf), events};
}

/**
 * Reads what was kept of a day; null for what is not of that shape. Each value is looked at by hand: a schema takes longer
 * for a hundred thousand payments than all the rest of their reading.
 */
export function dayDigestFrom(kept: unknown): DayDigest | null {
  if (!isObject(kept)) return null;
  const {payments: rows, events} = kept;
  if (!Array.isArray(rows) || !Array.isArray(events) || !events.every(isEvent)) return null;
  const payments: PaymentDigest[] = [];
  for (const row of rows) {
    const payment = Array.isArray(row) ? paymentFrom(row) : null;
    if (payment === null) return null;
    payments.push(payment);
  }
  return {payments, events};
}

function rowOf(payment: PaymentDigest): Row {
  const {reference, providerReference, seq, paidSeq, answer, requestedAt, businessDate, method, status} = payment;
  const {amount, fee, payer, record, skewSeconds, refunds} = payment;
  return [
    reference,
    providerReference === reference ? 0 : providerReference,
    seq,
    paidSeq === null ? null : paidSeq - seq,
    ...(answer === null ? [null, 0] : [answer.seq - seq, answer.rule]),
    requestedAt,
    businessDate,
    method,
    status,
    amount.currency,
    amount.minor,
    fee,
    payer,
    ...(record === null ? [null, 0, 0] : [record.status, record.amount ?? 0, record.currency ?? 0]),
    skewSeconds,
    refunds.length === 0 ? 0 : refunds,
  ];
}

const noRefunds: readonly LocalRefund[] = [];

function paymentFrom(row: Row): PaymentDigest | null {
  const [
    reference,
    named,
    seq,
    paidAfter,
    answeredAfter,
    rule,
    requestedAt,
    businessDate,
    method,
    status,
    currency,
    minor,
    fee,
    payer,
    recordStatus,
    recordAmount,
    recordCurrency,
    skewSeconds,
    refunds,
  ] = row;
  if (!isText(reference) || !(named === 0 || isText(named)) || !isCount(seq)) return null;
  if (!(paidAfter === null || isCount(paidAfter)) || !isNumber(requestedAt) || !isText(businessDate)) return null;
  if (!isMethod(method) || !(status === 'paid' || status === 'failed')) return null;
  if (!isText(currency) || !isCurrency(currency) || !isCount(minor) || !isTextOrNull(fee) || !isTextOrNull(payer))
    return null;
  if (!(skewSeconds === null || isNumber(skewSeconds))) return null;
  if (!(refunds === 0 || (Array.isArray(refunds) && refunds.every(isRefund)))) return null;
  const answer = answerFrom(seq, answeredAfter, rule);
  const record = recordFrom(recordStatus, recordAmount, recordCurrency);
  if (answer === undefined || record === undefined) return null;
  return {
    reference,
    seq,
    paidSeq: paidAfter === null ? null : seq + paidAfter,
    providerReference: named === 0 ? reference : named,
    method,
    status,
    amount: {currency, minor},
    requestedAt,
    businessDate,
    fee,
    record,
    payer,
    digits: method === 'mobile-money' ? (payer ?? '') : '',
    refunds: refunds === 0 ? noRefunds : refunds,
    answer,
    skewSeconds,
  };
}

function answerFrom(seq: number, after: unknown, rule: unknown): PaymentDigest['answer'] | undefined {
  if (after === null) return null;
  return isCount(after) && isText(rule) ? {seq: seq + after, rule: rule as Rule} : undefined;
}

/** Nought stands for what the service did not say. */
function recordFrom(status: unknown, amount: unknown, currency: unknown): PaymentDigest['record'] | undefined {
  if (status === null) return null;
  if (!isText(status) || !(amount === 0 || isText(amount)) || !(currency === 0 || isText(currency))) return undefined;
  if (amount !== 0 && currency !== 0) return {status, amount, currency};
  return {status, ...(amount === 0 ? {} : {amount}), ...(currency === 0 ? {} : {currency})};
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isMethod = (value: unknown): value is PaymentDigest['method'] =>
  value === 'mobile-money' || value === 'card' || value === 'cash' || value === 'subscription';

function isRefund(value: unknown): value is LocalRefund {
  if (!isObject(value)) return false;
  const {number, method, amount, status, businessDate, serviceReference} = value;
  if (!isObject(amount) || !isText(amount['currency']) || !isCurrency(amount['currency'])) return false;
  return (
    isCount(number) &&
    isText(method) &&
    isCount(amount['minor']) &&
    isText(status) &&
    isText(businessDate) &&
    isTextOrNull(serviceReference)
  );
}

function isEvent(value: unknown): value is StoredEvent {
  if (!isObject(value)) return false;
  const {seq, v, at, person, type, data} = value;
  const isText = typeof at === 'string' && typeof person === 'string' && typeof type === 'string';
  return isText && isCount(seq) && isCount(v) && isObject(data) && isAsItsType(value as unknown as StoredEvent);
}
