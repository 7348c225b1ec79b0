import {Problem} from '../problem.js';
import {fits} from '../spec/check.js';
import {foldedText} from '../text/text.js';
import {type Item, keptItems} from './schema.js';

/** A price list with the indexes by which it is searched, made once. */
export type PriceList = {
  /** By name. */
  readonly items: readonly Item[];
  readonly byCode: ReadonlyMap<string, Item>;
  /** What each item is searched in, in the order of `items`. */
  readonly texts: readonly string[];
};

/** More than any shop has; a file of more is another file. */
export const mostItems = 200_000;

/**
 * A code as it is compared: however it is spaced, in either case, and a barcode of twelve digits as the thirteen with a
 * nought before them that some scanners make of it.
 */
export function codeKey(code: string): string {
  const key = code.normalize('NFKC').replaceAll(/\s/gu, '').toUpperCase();
  return /^\d{12}$/.test(key) ? `0${key}` : key;
}

/** Under what an item is found at once: its code and its barcode. */
export const keysOfItem = ({code, barcode}: Pick<Item, 'code' | 'barcode'>): readonly string[] =>
  barcode === null ? [codeKey(code)] : [...new Set([codeKey(code), codeKey(barcode)])];

/** The list of items whose codes differ. */
export function priceListOf(given: readonly Item[]): PriceList {
  const items = given.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    items,
    byCode: new Map(items.flatMap(item => keysOfItem(item).map(key => [key, item] as const))),
    texts: items.map(({name, code, barcode, group}) => foldedText([name, code, barcode ?? '', group ?? ''].join(' '))),
  };
}

/** The item of a code or barcode, as it is typed or scanned. */
export const itemOf = ({byCode}: PriceList, code: string): Item | undefined => byCode.get(codeKey(code));

/**
 * The items that have all words of a text in their name, code, barcode or group: those whose name begins with it come first, then
 * those of which the words begin words.
 */
export function searchItems({items, texts}: PriceList, text: string, most = Number.POSITIVE_INFINITY): readonly Item[] {
  const folded = foldedText(text).trim();
  const words = folded.split(/\s+/u);
  const first: Item[] = [];
  const second: Item[] = [];
  const rest: Item[] = [];
  for (const [at, item] of items.entries()) {
    const searched = texts[at] ?? '';
    if (!words.every(word => searched.includes(word))) continue;
    if (searched.startsWith(folded)) first.push(item);
    else (words.every(word => searched.includes(` ${word}`) || searched.startsWith(word)) ? second : rest).push(item);
    if (first.length === most) break;
  }
  return [...first, ...second, ...rest].slice(0, most);
}

/** The first code that two of the items have. */
export function doubledCode(items: readonly Item[]): string | undefined {
  const known = new Set<string>();
  for (const item of items)
    for (const key of keysOfItem(item)) {
      if (known.has(key)) return key;
      known.add(key);
    }
  return undefined;
}

/** What of a list another one does not have: by code. */
export type ItemChanges = {
  readonly added: readonly Item[];
  readonly changed: readonly {readonly before: Item; readonly after: Item}[];
  readonly gone: readonly Item[];
};

/** What becomes of a list by another in its place. */
export function changesTo(before: readonly Item[], after: readonly Item[]): ItemChanges {
  const were = new Map(before.map(item => [codeKey(item.code), item]));
  const are = new Set(after.map(({code}) => codeKey(code)));
  const known = after.map(item => ({before: were.get(codeKey(item.code)), after: item}));
  return {
    added: known.flatMap(each => (each.before === undefined ? [each.after] : [])),
    changed: known.flatMap(({before: was, after: is}) =>
      was === undefined || isSame(was, is) ? [] : [{before: was, after: is}],
    ),
    gone: before.filter(({code}) => !are.has(codeKey(code))),
  };
}

const textOfItem = ({code, barcode, name, price, unit, group, rate}: Item): string =>
  JSON.stringify({code, barcode, name, price: {currency: price.currency, minor: price.minor}, unit, group, rate});

const isSame = (one: Item, other: Item): boolean => textOfItem(one) === textOfItem(other);

/** The list as it is kept, an item on each line; the same for the same items in whatever order. */
export function itemsText(items: readonly Item[]): string {
  const lines = items.toSorted((a, b) => (codeKey(a.code) < codeKey(b.code) ? -1 : 1)).map(textOfItem);
  return `{"version":1,"items":[\n${lines.join(',\n')}\n]}\n`;
}

const isKept = fits(keptItems);

/** The items of a kept list. Throws `Problem` items-newer for one of a later version. */
export function itemsIn(text: string): readonly Item[] {
  const value: unknown = JSON.parse(text);
  if (!isKept(value) || value.version !== 1) throw new Problem('items-newer');
  return value.items;
}
