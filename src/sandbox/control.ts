import * as z from 'zod';
import {type Answer, json, text} from './answer.js';
import type {OwnHandler, World} from './call.js';
import {advanceClock, spacedTimestamp} from './clock.js';
import {decimalsOf} from './countries.js';
import {faultSettingsSchema, readFaultSettings, writeFaultSettings} from './faults/fault-settings.js';
import {listRefunds, refundedCents} from './refunds.js';
import {letDueHappen} from './subscriptions/billing.js';
import {listTransactions, type Transaction} from './transactions.js';

/**
 * `GET /sandbox/transactions`: the books, oldest first. `requests` counts the charge requests for a reference. The row of a card also says
 * how much of it is `refunded` or about to be. With `?format=csv` the books are a file like those of a provider, with amounts as decimal
 * text.
 */
export const showBooks: OwnHandler = (world, {query}) => {
  const format = query.get('format') ?? 'json';
  const transactions = listTransactions(world.database);
  if (format === 'json') return json(200, entries(world, transactions));
  if (format === 'csv') return text(200, 'text/csv', csv(transactions));
  return json(400, {message: 'format is json or csv', status: false});
};

/** `GET /sandbox/refunds`: the refunds, oldest first. Each was requested once: a repeated call makes another refund. */
export const showRefunds: OwnHandler = world =>
  json(
    200,
    listRefunds(world.database).map(
      ({refund_transaction_reference, payment_transaction_reference, amount, currency, status}) => ({
        refund_transaction_reference,
        payment_transaction_reference,
        amount,
        currency,
        status,
        requests: 1,
      }),
    ),
  );

function entries({database}: World, transactions: readonly Transaction[]) {
  const refunded = refundedCents(database);
  return transactions.map(({transaction_reference, method, amount, currency, status, requests}) => ({
    transaction_reference,
    method,
    amount,
    currency,
    status,
    requests,
    ...(method === 'card' ? {refunded: (refunded.get(transaction_reference) ?? 0) / 100} : {}),
  }));
}

function csv(transactions: readonly Transaction[]): string {
  const lines = transactions.map(({transaction_reference, amount, currency, status, fee, changed_at}) => {
    const digits = decimalsOf(currency);
    const date = spacedTimestamp(changed_at);
    return [transaction_reference, amount.toFixed(digits), currency, status, fee.toFixed(digits), date]
      .map(cell)
      .join();
  });
  return ['transaction_reference,amount,currency,status,fee,date', ...lines, ''].join('\n');
}

function cell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const body = z.strictObject({
  advance: z.string().transform((written, context) => {
    const milliseconds = lengthOf(written);
    if (milliseconds !== undefined && milliseconds >= 0) return milliseconds;
    context.addIssue({code: 'custom', message: 'not an ISO 8601 duration such as PT10M or P1D, forwards'});
    return z.NEVER;
  }),
});

/** `POST /sandbox/clock {"advance": "PT10M"}`: advances the clock and applies everything that falls due by then. Answers `{"now"}`. */
export const moveClock: OwnHandler = (world, {text}) => {
  const asked = readControl(body, text);
  if ('refused' in asked) return asked.refused;
  const now = advanceClock(world.database, asked.value.advance);
  if (now === undefined) return json(400, {message: 'the clock cannot go that far ahead', status: false});
  letDueHappen(world.database, now);
  return json(200, {now: written(now)});
};

/** `GET /sandbox/clock`: the virtual time as a UTC instant. */
export const showClock: OwnHandler = world => json(200, {now: written(world.now)});

function written(epochMilliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toString({fractionalSecondDigits: 3});
}

/** Returns a duration in milliseconds; its months and years begin in January 2026. Undefined if the text is not a duration. */
function lengthOf(duration: string): number | undefined {
  try {
    const relativeTo = Temporal.PlainDate.from('2026-01-01');
    return Math.round(Temporal.Duration.from(duration).total({unit: 'milliseconds', relativeTo}));
  } catch {
    return undefined;
  }
}

/** `POST /sandbox/faults`: replaces the rules and switches, and answers with the new ones. */
export const setFaults: OwnHandler = (world, {text}) => {
  const asked = readControl(faultSettingsSchema, text);
  if ('refused' in asked) return asked.refused;
  writeFaultSettings(world.database, asked.value);
  return json(200, asked.value);
};

/** `GET /sandbox/faults`: the present rules and switches. */
export const showFaults: OwnHandler = world => json(200, readFaultSettings(world.database));

/** Reads a body by its schema; an empty body is read as `{}`. The answer to a bad one says what is wrong with it. */
function readControl<T>(schema: z.ZodType<T>, body: string): {readonly value: T} | {readonly refused: Answer} {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body === '' ? '{}' : body);
  } catch {
    return {refused: json(400, {message: 'the body is not JSON', status: false})};
  }
  const result = schema.safeParse(parsed);
  if (result.success) return {value: result.data};
  return {refused: json(400, {message: z.prettifyError(result.error), status: false})};
}
