import {decimalsOf, isCurrency} from '../../core/money/money.js';
import type {Book} from './book.js';
import {accountsOf, type Chart} from './chart.js';
import {type BookEntry, entriesOf, type Posting, type Remark, sumOf} from './entries.js';
import {aboutLines, amountText, currenciesOf, plainWords} from './hledger.js';

/**
 * The book as Beancount reads it, for `bean-check`. A balance there is that of a day's beginning, so that the last Z of
 * each day is held against the drawer of the next morning, with what was taken after it.
 */
export function beancountText(book: Book, chart: Chart): string {
  const accounts = accountsOf(chart, book.about.till);
  const entries = entriesOf(book, accounts);
  const first = entries[0]?.date ?? '1970-01-01';
  const currencies = currenciesOf(entries);
  const roots = Object.entries(chart.roots).map(([kind, name]) => `option "name_${kind}" "${name}"`);
  const operating = currencies.map(currency => `option "operating_currency" "${currency}"`);
  return `${[
    [...aboutLines(book), `option "title" "${plainWords(book.about.shop)}"`, ...roots, ...operating].join('\n'),
    ...currencies.map(currency => `${first} commodity ${currency}\n  precision: ${decimalsIn(currency)}`),
    ...accounts.used().map(([name]) => `${first} open ${name}`),
    ...entries.map(entry => ('remark' in entry ? `; nothing moved ${plainWords(entry.remark)}` : transaction(entry))),
    ...balancesOf(entries),
  ].join('\n\n')}\n`;
}

const decimalsIn = (currency: string) => (isCurrency(currency) ? decimalsOf(currency) : 2);

function transaction({date, isSettled, code, text, facts, postings}: BookEntry): string {
  const metadata = Object.entries(facts).flatMap(([name, fact]) =>
    fact === null || fact === '' ? [] : [`  ${name}: "${plainWords(String(fact))}"`],
  );
  return [
    `${date} ${isSettled ? '*' : '!'} "${plainWords(text)}" ^${code.replaceAll(/[^\w-]/g, '-')}`,
    `  code: "${plainWords(code)}"`,
    ...metadata,
    ...postings.map(posting => `  ${posting.account}  ${amountText(posting)}`),
  ].join('\n');
}

/** What each drawer holds the morning after a Z: nothing of what the Z counted, and all that came later that day. */
function balancesOf(entries: readonly (BookEntry | Remark)[]): readonly string[] {
  const last = new Map<string, {readonly held: Posting; readonly place: number; readonly date: string}>();
  for (const [place, entry] of entries.entries()) {
    if (!('held' in entry) || entry.held === undefined) continue;
    last.set(`${entry.date} ${entry.held.currency}`, {held: entry.held, place, date: entry.date});
  }
  return [...last.values()].map(({held, place, date}) => {
    const end = entries.findIndex((entry, at) => at > place && entry.date !== date);
    const later = entries.slice(place + 1, end === -1 ? undefined : end);
    const amounts = later
      .flatMap(entry => ('postings' in entry ? entry.postings : []))
      .filter(({account, currency}) => account === held.account && currency === held.currency)
      .map(({amount}) => amount);
    const morning = Temporal.PlainDate.from(date).add({days: 1}).toString();
    return `${morning} balance ${held.account}  ${amountText({amount: sumOf(amounts), currency: held.currency})}`;
  });
}
