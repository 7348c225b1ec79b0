import {Problem} from '../problem.js';
import {isValid} from '../spec/check.js';
import {jsonIn} from '../text/json.js';
import {foldedText} from '../text/text.js';
import {type Item, keptItems} from './schema.js';

/** A price list with the indexes for searching it, which are made once. */
export type PriceList = {
  /** Sorted by name, and by code if the names are the same. */
  readonly items: readonly Item[];
  readonly byCode: ReadonlyMap<string, Item>;
  /** The text in which each item is searched, in the order of `items`. */
  readonly texts: readonly string[];
  readonly labels: readonly LabelPattern[];
};

/** How the labels of a scale are read. `point`: the decimals of the weight or the price. `isChecked`: its last digit is a check digit. */
export type LabelPattern = {readonly form: RegExp; readonly point: number; readonly isChecked: boolean};

/** Whether the last digit of a barcode is the check digit of the others, as GS1 computes it. */
export function isBarcode(digits: string): boolean {
  if (!/^(?:\d{8}|\d{11,14})$/u.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/**
 * Returns a code in the form in which codes are compared: without spaces and in upper case. Scanners and spreadsheets write the zeros before a
 * barcode or leave them out: one of eleven or twelve digits gets them, and one of fourteen loses its first.
 */
export function codeKey(code: string): string {
  const key = code.normalize('NFKC').replaceAll(/\s/gu, '').toUpperCase();
  if (!/^\d{11,14}$/u.test(key)) return key;
  if (/^0\d{13}$/u.test(key)) return key.slice(1);
  return key.length === 12 || isBarcode(key) ? key.padStart(13, '0') : key;
}

export const keysOfItem = ({code, barcode}: Pick<Item, 'code' | 'barcode'>): readonly string[] =>
  barcode === null ? [codeKey(code)] : [...new Set([codeKey(code), codeKey(barcode)])];

/** Returns the price list of these items, whose codes must differ. `labels`: those of the shop's scales. */
export function priceListOf(given: readonly Item[], labels: readonly LabelPattern[] = []): PriceList {
  const items = given.toSorted((a, b) => {
    const [one, other] = a.name === b.name ? [codeKey(a.code), codeKey(b.code)] : [a.name, b.name];
    return one < other ? -1 : 1;
  });
  return {
    items,
    byCode: new Map(items.flatMap(item => keysOfItem(item).map(key => [key, item] as const))),
    texts: items.map(({name, code, barcode, group}) => foldedText([name, code, barcode ?? '', group ?? ''].join(' '))),
    labels,
  };
}

/** Returns the items with all words in name, code, barcode or group; first those whose name, then whose words begin so. */
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

/** Returns the first code that two of the items share. */
export function doubledCode(items: readonly Item[]): string | undefined {
  const known = new Set<string>();
  for (const item of items)
    for (const key of keysOfItem(item)) {
      if (known.has(key)) return key;
      known.add(key);
    }
  return undefined;
}

/** The differences between two price lists, by code. */
export type ItemChanges = {
  readonly added: readonly Item[];
  readonly changed: readonly {readonly before: Item; readonly after: Item}[];
  readonly gone: readonly Item[];
};

export function changesTo(before: readonly Item[], after: readonly Item[]): ItemChanges {
  const were = new Map(before.map(item => [codeKey(item.code), item]));
  const are = new Set(after.map(({code}) => codeKey(code)));
  const known = after.map(item => ({before: were.get(codeKey(item.code)), after: item}));
  return {
    added: known.flatMap(each => (each.before === undefined ? [each.after] : [])),
    changed: known.flatMap(({before: was, after: is}) =>
      was === undefined || textOfItem(was) === textOfItem(is) ? [] : [{before: was, after: is}],
    ),
    gone: before.filter(({code}) => !are.has(codeKey(code))),
  };
}

const textOfItem = ({code, barcode, name, price, unit, group, rate}: Item): string =>
  JSON.stringify({code, barcode, name, price: {currency: price.currency, minor: price.minor}, unit, group, rate});

/** Returns the text in which the list is stored, with one item on each line. It is the same for the same items in any order. */
export function itemsText(items: readonly Item[]): string {
  const lines = items.toSorted((a, b) => (codeKey(a.code) < codeKey(b.code) ? -1 : 1)).map(textOfItem);
  return `{"version":1,"items":[\n${lines.join(',\n')}\n]}\n`;
}

const isKept = isValid(keptItems);

/** Returns the items of a stored list. Throws `Problem` items-newer if it does not have the form of this version. */
export function itemsIn(text: string): readonly Item[] {
  const value = jsonIn(text);
  if (!isKept(value) || value.version !== 1) throw new Problem('items-newer');
  return value.items;
}
