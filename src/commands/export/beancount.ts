import {decimalsOf, isCurrency} from '../../core/money/money.js';
import {type BookEntry, type Posting, type Remark, sumOf, type Transactions} from './entries.js';
import {aboutLines, amountText, currenciesOf, factText, payeeText, plainWords} from './hledger.js';

/**
 * Transactions for Beancount, valid for `bean-check`. A balance in Beancount is that of the beginning of a day. So the last Z of each day
 * is compared with the drawer of the next morning, plus what was taken after the Z.
 */
export function beancountText(transactions: Transactions): string {
  const {entries, accounts, roots, title} = transactions;
  const first = entries[0]?.date ?? '1970-01-01';
  const currencies = currenciesOf(entries);
  const named = Object.entries(roots).map(([kind, name]) => `option "name_${kind}" "${name}"`);
  const operating = currencies.map(currency => `option "operating_currency" "${currency}"`);
  return `${[
    [...aboutLines(transactions), `option "title" "${plainWords(title)}"`, ...named, ...operating].join('\n'),
    ...currencies.map(currency => `${first} commodity ${currency}\n  precision: ${decimalsIn(currency)}`),
    ...accounts.map(([name]) => `${first} open ${name}`),
    ...entries.map(entry => ('remark' in entry ? `; nothing moved ${plainWords(entry.remark)}` : transaction(entry))),
    ...balancesOf(entries),
  ].join('\n\n')}\n`;
}

const decimalsIn = (currency: string) => (isCurrency(currency) ? decimalsOf(currency) : 2);

function transaction(entry: BookEntry): string {
  const {date, isSettled, code, text, facts, postings} = entry;
  const metadata = Object.entries(facts).flatMap(([name, fact]) =>
    fact === null || fact === '' ? [] : [`  ${name}: "${factText(name, fact)}"`],
  );
  return [
    `${date} ${isSettled ? '*' : '!'} "${payeeText(entry)}" "${plainWords(text)}" ^${code.replaceAll(/[^\w-]/g, '-')}`,
    `  code: "${plainWords(code)}"`,
    ...metadata,
    ...postings.map(posting => `  ${posting.account}  ${amountText(posting)}`),
  ].join('\n');
}

/** The entry that states what was held also moves it to the safe. So the next morning's balance is what came later that day. */
function balancesOf(entries: readonly (BookEntry | Remark)[]): readonly string[] {
  const last = new Map<string, {readonly held: Posting; readonly place: number; readonly date: string}>();
  for (const [place, entry] of entries.entries()) {
    if (!('held' in entry) || entry.held === undefined) continue;
    last.set(`${entry.date} ${entry.held.account} ${entry.held.currency}`, {held: entry.held, place, date: entry.date});
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
