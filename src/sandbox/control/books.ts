import {json, text} from '../answer.js';
import type {OwnHandler} from '../call.js';
import {decimalsOf} from '../fixtures/countries.js';
import {spacedTimestamp} from '../timestamps.js';
import {listTransactions, type Transaction} from '../transactions.js';

/**
 * `GET /sandbox/transactions`: the books, oldest first. `requests` counts how often a charge was asked for a reference.
 * With `?format=csv` they are a file such as a provider hands out, with amounts as decimal text.
 */
export const showBooks: OwnHandler = (world, {query}) => {
  const format = query.get('format') ?? 'json';
  const transactions = listTransactions(world.database);
  if (format === 'json') return json(200, transactions.map(entry));
  if (format === 'csv') return text(200, 'text/csv', csv(transactions));
  return json(400, {message: 'format is json or csv', status: false});
};

function entry({transaction_reference, method, amount, currency, status, requests}: Transaction) {
  return {transaction_reference, method, amount, currency, status, requests};
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
