import {readItems} from '../core/item/row.js';
import type {Item} from '../core/item/schema.js';
import {type Currency, isCurrency} from '../core/money/money.js';
import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';

/** Reads prices as a till does. Throws as `readItemFile` does, and `Problem` items-file-wrong, items-file-empty, currency-unknown. */
export async function readPrices(
  {path, name}: {readonly path: string; readonly name: string},
  currency: string,
): Promise<{readonly items: readonly Item[]; readonly file: string}> {
  if (!isCurrency(currency)) throw new Problem('currency-unknown', {currency: cleanText(currency, 10)});
  const {readItemFile} = await import('../sources/item-file.js');
  const file = cleanText(name, 100) || 'prices';
  const {items, faults} = readItems((await readItemFile(path)).rows, {currency: currency as Currency, rates: []});
  const [first] = faults;
  if (first !== undefined) throw new Problem('items-file-wrong', {file, count: faults.length, line: first.line});
  if (items.length === 0) throw new Problem('items-file-empty', {file});
  return {items, file};
}
