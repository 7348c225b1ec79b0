import {json, text} from '../answer.js';
import type {OwnHandler, World} from '../call.js';
import {decimalsOf} from '../fixtures/countries.js';
import {listRefunds, refundedCents} from '../refunds/refund-records.js';
import {spacedTimestamp} from '../timestamps.js';
import {listTransactions, type Transaction} from '../transactions.js';

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
