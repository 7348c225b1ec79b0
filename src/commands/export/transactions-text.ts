import {type Language, loadMessages} from '../../core/messages/messages.js';
import type {Chart} from './charts.js';
import type {Transactions} from './entries.js';

/** The formats of transactions, apart from a table. */
export const transactionFormats = ['hledger', 'ledger', 'beancount', 'fec'] as const;
export type TransactionFormat = (typeof transactionFormats)[number];

/**
 * The chart that was named, or the default: the French chart for the file of the French tax office, otherwise the English one. Throws
 * `Problem` as `readChart` does.
 */
export async function chartFor(format: string, named: string | undefined, language: Language): Promise<Chart> {
  const {readChart} = await import('./chart.js');
  return readChart(named ?? (format === 'fec' ? 'french' : 'english'), language);
}

/**
 * The language of a book. Books are in English, like every export, except the file for the French tax office; the French messages are
 * loaded for it.
 */
export async function languageOf(format: string): Promise<Language> {
  const language = format === 'fec' ? 'fr' : 'en';
  await loadMessages(language);
  return language;
}

/** The transactions in one of the formats. Throws `Problem` unknown-option for a chart that the format cannot have. */
export async function transactionsText(
  format: TransactionFormat,
  transactions: Transactions,
  language: Language,
): Promise<string> {
  switch (format) {
    case 'hledger':
      return (await import('./hledger.js')).hledgerText(transactions);
    case 'ledger':
      return (await import('./hledger.js')).ledgerText(transactions);
    case 'beancount':
      return (await import('./beancount.js')).beancountText(transactions);
    case 'fec':
      return (await import('./fec.js')).fecText(transactions, language);
  }
}
