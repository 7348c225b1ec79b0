import {plainAmount} from '../../core/reconcile/rows/amount.js';
import type {BookEntry, Transactions} from './entries.js';
import {columnsOf, type Table} from './table.js';

const columns = columnsOf('date code payee text account kind currency debit credit status key');

/** Transactions as a table with a row for each posting: what is added to an account is its debit, what is taken from it its credit. */
export function postingTable({entries, accounts}: Transactions): Table<(typeof columns)[number]> {
  const kinds = new Map(accounts);
  const booked = entries.filter(entry => 'postings' in entry) as readonly BookEntry[];
  const rows = booked.flatMap(({date, code, payee, text, facts, postings}) =>
    postings.map(({account, amount, currency}) => {
      const figure = plainAmount({currency, value: amount});
      const isCredit = figure.startsWith('-');
      return {
        date,
        code,
        payee,
        text,
        account,
        kind: kinds.get(account) ?? null,
        currency,
        debit: isCredit ? null : figure,
        credit: isCredit ? figure.slice(1) : null,
        status: facts['status'] ?? null,
        key: facts['key'] ?? null,
      };
    }),
  );
  return {columns, rows};
}
