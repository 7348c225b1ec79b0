import {eventSpec, type StoredEvent} from '../events/event.js';
import {currency} from '../money/schema.js';
import {type PaymentStatus, paymentStatuses} from '../payment/payment.js';
import {method} from '../payment/schema.js';
import {type DayDigest, digestOfDay} from '../reconcile/result/day.js';
import {localRefunds, type PaymentDigest} from '../reconcile/rows/local.js';
import {isValid} from '../spec/check.js';
import {
  count,
  finite,
  json,
  leaf,
  list,
  object,
  oneOf,
  orNull,
  type Specified,
  text,
  textOrZero,
  tuple,
} from '../spec/spec.js';
import {jsonIn} from '../text/json.js';

const areRefunds = isValid(localRefunds);

/** A payment of a digest as a list, a third of the size that names would take. Lines count from that of the payment. */
const rowItems = (statuses: readonly PaymentStatus[]) =>
  [
    text('our reference'),
    textOrZero('the provider’s reference, 0: the same'),
    count('the line of the payment'),
    orNull(count('lines from there to the one with which it was paid'), 'it was not'),
    orNull(count('lines from there to its last answer'), 'none came'),
    textOrZero('the rule of that answer, 0: none came'),
    finite('when it was asked for'),
    text('its business date'),
    method,
    oneOf(statuses, 'its status'),
    currency(),
    count('its amount, in minor units'),
    orNull(text('the stated fee'), 'none was stated'),
    orNull(text('the payer'), 'nobody knows'),
    orNull(text('the status of the last record'), 'there is none'),
    textOrZero('the amount of that record, 0: it has none'),
    textOrZero('the currency of that record, 0: it has none'),
    orNull(finite('our clock less the service’s, in seconds'), 'no answer told the time'),
    leaf<Specified<typeof localRefunds> | 0>(
      'refunds, or 0',
      value => value === 0 || areRefunds(value),
      '0: there are none',
    ),
  ] as const;
/** On a closed day, payments without a result have no row. */
const row = tuple(rowItems(['paid', 'failed']));
type Row = Specified<typeof row>;

const isDay = isValid(object({payments: list(row), events: list(eventSpec)}));
const isRowAndMore = isValid(tuple([...rowItems(paymentStatuses), json<unknown>('what follows the payment')]));

/** What is kept of a closed day's events, as JSON; `dayDigestFrom` reads it. Throws as `digestOfDay` does. */
export function dayJson(dayEvents: readonly StoredEvent[]): unknown {
  const {payments, events} = digestOfDay(dayEvents);
  return {payments: payments.map(rowOf), events};
}

/** Reads what was kept of a day; null if it does not have that shape. */
export const dayDigestFrom = (kept: unknown): DayDigest | null =>
  isDay(kept) ? {payments: kept.payments.map(paymentFrom), events: kept.events} : null;

/** One payment in the form of its day's digest, followed by `more`. `digestFrom` reads the payment, `digestAndMore` both. */
export const digestText = (payment: PaymentDigest, more: unknown): string => JSON.stringify([...rowOf(payment), more]);

export const digestFrom = (text: string): PaymentDigest => digestAndMore(text).digest;

/** Reads both the payment and what follows it. Throws a `TypeError` for any other text. */
export function digestAndMore(text: string): {readonly digest: PaymentDigest; readonly more: unknown} {
  const found = jsonIn(text);
  if (!isRowAndMore(found)) throw new TypeError('no payment in the form of a digest');
  const [more] = found.slice(-1);
  return {digest: paymentFrom(found), more};
}

function rowOf(payment: PaymentDigest): Row {
  const {reference, providerReference, seq, paidSeq, answer, requestedAt, businessDate, method, status} = payment;
  const {amount, fee, payer, record, skewSeconds, refunds} = payment;
  return [
    reference,
    providerReference === reference ? 0 : providerReference,
    seq,
    paidSeq === null ? null : paidSeq - seq,
    answer === null ? null : answer.seq - seq,
    answer?.rule ?? 0,
    requestedAt,
    businessDate,
    method,
    status,
    amount.currency,
    amount.minor,
    fee,
    payer,
    record?.status ?? null,
    record?.amount ?? 0,
    record?.currency ?? 0,
    skewSeconds,
    refunds.length === 0 ? 0 : refunds,
  ];
}

const noRefunds: PaymentDigest['refunds'] = [];

function paymentFrom(given: readonly [...Row, ...unknown[]]): PaymentDigest {
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
  ] = given;
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
    record: recordStatus === null ? null : recordFrom(recordStatus, recordAmount, recordCurrency),
    payer,
    digits: method === 'mobile-money' ? (payer ?? '') : '',
    refunds: refunds === 0 ? noRefunds : refunds,
    answer: answeredAfter === null || rule === 0 ? null : {seq: seq + answeredAfter, rule},
    skewSeconds,
  };
}

function recordFrom(status: string, amount: string | 0, currency: string | 0): NonNullable<PaymentDigest['record']> {
  return {status, ...(amount === 0 ? {} : {amount}), ...(currency === 0 ? {} : {currency})};
}
