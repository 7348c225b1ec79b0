import {hash} from 'node:crypto';
import {join} from 'node:path';
import {asProblem} from '../../store/as-problem.js';
import {nodeDisk} from '../../store/disk.js';
import type {State} from '../core/books/state.js';
import {shownCode} from '../core/item/basket.js';
import {
  changesTo,
  codeKey,
  doubledCode,
  type ItemChanges,
  itemsIn,
  itemsText,
  type LabelPattern,
  type PriceList,
  priceListOf,
} from '../core/item/list.js';
import {type ItemFault, readItems} from '../core/item/row.js';
import type {Item} from '../core/item/schema.js';
import {marketOf} from '../core/market/markets.js';
import {Problem} from '../core/problem.js';
import type {SignedList} from '../core/staff/signed-list.js';
import type {TaxRate} from '../core/ticket/line.js';
import type {ItemFileChoice} from '../sources/item-file.js';
import type {TillContext} from './context.js';
import {record, withMutex} from './handler.js';

/** The folder of a journal, and what the journal says of its price list. */
type ItemsReading = {
  readonly folder: string;
  readonly state: Pick<State, 'items'>;
  /** How the labels of the shop's scales are read, for a reader that sells. */
  readonly labels?: readonly LabelPattern[];
};

const noItems = priceListOf([]);

/** A file is named by its hash, and in force by the line that names it: after a power cut, either the old list or the new one. */
const pathOf = (folder: string, sha256: string): string => join(folder, 'items', `${sha256}.json`);

/** A till's price list; empty if it has none. Throws `Problem` items-changed-by-hand for another than the journal names, items-newer. */
export async function readPriceList({folder, state: {items}, labels}: ItemsReading): Promise<PriceList> {
  if (items === null) return noItems;
  const path = pathOf(folder, items.sha256);
  const text = await nodeDisk.readText(path).catch(() => null);
  if (text === null || hash('sha256', text) !== items.sha256) throw new Problem('items-changed-by-hand', {file: path});
  return priceListOf(itemsIn(text), labels);
}

/** The price list of an open till, which is read once, and again when it has changed. Throws as `readPriceList` does. */
export async function items(context: TillContext): Promise<PriceList> {
  const sha256 = context.state.items?.sha256;
  const atHand = itemsAtHand(context);
  if (atHand !== undefined) return atHand;
  const {folder, labels} = context.settings;
  const list = await readPriceList({folder, state: context.state, labels});
  context.priceList = {sha256, list};
  context.changed();
  return list;
}

/** The price list if it is already in memory, returned at once, because it is needed at every key press. */
export function itemsAtHand({priceList, state}: Pick<TillContext, 'priceList' | 'state'>): PriceList | undefined {
  if (state.items === null) return noItems;
  return priceList?.sha256 === state.items.sha256 ? priceList.list : undefined;
}

/** A file read as the next price list: what it changes, and every line of it that is wrong. */
export type ItemImport = {
  readonly file: string;
  readonly items: readonly Item[];
  readonly faults: readonly ItemFault[];
  readonly changes: ItemChanges;
  /** Column headings that are not used. */
  readonly unused?: readonly string[];
};

/** Reads a file of prices and changes nothing. Throws as `readItemFile` and `readPriceList` do. */
export async function readItemImport(
  reading: ItemsReading & {readonly country: string; readonly taxRates: readonly TaxRate[]},
  path: string,
  choice: ItemFileChoice,
): Promise<ItemImport> {
  const {readItemFile} = await import('../sources/item-file.js'); // a till that only sells reads no tables
  const {name: file, rows, unused} = await readItemFile(path, choice);
  const {items: read, faults} = readItems(rows, {
    currency: marketOf(reading.country).currency,
    rates: reading.taxRates,
  });
  // An import replaces a list that was changed by hand, so that is no error here.
  const before = await readPriceList(reading).catch(unlessByHand);
  return {file, items: read, faults, changes: changesTo(before.items, read), unused};
}

function unlessByHand(error: unknown): PriceList {
  if (error instanceof Problem && error.code === 'items-changed-by-hand') return noItems;
  throw error;
}

/** Replaces the price list. Throws `Problem` items-file-wrong if a line is wrong, items-file-empty, and the journal's problems. */
export async function importItems(context: TillContext, {file, items: read, faults}: ItemImport): Promise<ItemChanges> {
  const [first] = faults;
  if (first !== undefined) throw new Problem('items-file-wrong', {file, count: faults.length, line: first.line});
  if (read.length === 0) throw new Problem('items-file-empty', {file});
  return withMutex(context, async () => {
    const before = await items(context).catch(unlessByHand);
    return replace(context, {before: before.items, after: read, file});
  });
}

/** Adds an item to the price list, or replaces the item with the same code. Throws `Problem` item-code-taken, and as `items` does. */
export const addItem = async (context: TillContext, item: Item): Promise<ItemChanges> =>
  withMutex(context, async () => {
    const {items: before} = await items(context);
    const others = before.filter(({code}) => codeKey(code) !== codeKey(item.code));
    const after = [...others, item];
    const doubled = doubledCode(after);
    if (doubled !== undefined) throw new Problem('item-code-taken', {item: doubled});
    return replace(context, {before, after, file: null});
  });

/** Removes an item from the price list. Throws `Problem` item-unknown, and as `items` does. */
export const takeItemOff = async (context: TillContext, code: string): Promise<Item> =>
  withMutex(context, async () => {
    const list = await items(context);
    const item = list.byCode.get(codeKey(code));
    if (item === undefined) throw new Problem('item-unknown', {item: shownCode(code)});
    await replace(context, {before: list.items, after: list.items.filter(each => each !== item), file: null});
    return item;
  });

/** Replaces the price list with that of the head office, which has signed it. The caller holds the mutex. */
export async function replaceByOffice(context: TillContext, after: readonly Item[], list: SignedList): Promise<void> {
  const before = await items(context).catch(unlessByHand);
  await replace(context, {before: before.items, after, file: null, list});
}

type Replaced = {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  readonly file: string | null;
  readonly list?: SignedList;
};

/** Writes the file first and then the line that names it: whatever happens between the two, the previous list stays in force. */
async function replace(context: TillContext, {before, after, file, list}: Replaced): Promise<ItemChanges> {
  if (context.writeFailure !== undefined) throw context.writeFailure;
  const changes = changesTo(before, after);
  const text = itemsText(after);
  const sha256 = hash('sha256', text);
  const {folder} = context.settings;
  try {
    await nodeDisk.makeFolder(join(folder, 'items'));
    await nodeDisk.writeTextAtomically(pathOf(folder, sha256), text, {durable: true});
  } catch (error) {
    throw asProblem(error);
  }
  const [added, changed, gone] = [changes.added.length, changes.changed.length, changes.gone.length];
  const data = {sha256, items: after.length, added, changed, gone, file, ...(list && {list})};
  await record(context, {type: 'items-changed', data});
  context.priceList = {sha256, list: priceListOf(after)};
  await forgetOthers(folder, sha256).catch(() => undefined); // they only take up space
  context.changed();
  return changes;
}

async function forgetOthers(folder: string, sha256: string): Promise<void> {
  const own = join(folder, 'items');
  for (const name of await nodeDisk.list(own)) if (!name.startsWith(sha256)) await nodeDisk.remove(join(own, name));
}
