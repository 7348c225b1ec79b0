import {decimalOf, moneyFrom} from '../money/decimal.js';
import {Problem} from '../problem.js';
import {codeKey, isBarcode, type LabelPattern, type PriceList} from './list.js';
import type {Item} from './schema.js';

/** An item as a scanned code means it, and how much of it. If its label has a price, the item has that code and that price, for one piece. */
type Coded = {readonly item: Item; readonly quantity: string};

const longestLabel = 20;

/**
 * Reads the pattern of a scale's labels: digits as they are, `I` the item's code, `W` the weight in kilograms or `P` the price (with a point
 * where its decimals begin), `C` the check digit, `X` any digit. Throws `Problem` setting-invalid.
 */
export function labelPatternOf(text: string): LabelPattern {
  const pattern = text.trim().toUpperCase();
  const [, amount = ''] =
    /^[\dX]*(?:I+[\dX]*)?((?:W+(?:\.W+)?|P+(?:\.P+)?))[\dX]*(?:I+)?[\dX]*C?$/u.exec(pattern) ?? [];
  const bare = pattern.replace('.', '');
  if (amount === '' || !/^[^I]*I+[^I]*$/u.test(bare) || bare.length < 8 || bare.length > longestLabel)
    throw new Problem('setting-invalid', {name: 'scanner.labels', value: text});
  const form = bare
    .replace(/I+/u, run => `(?<code>_{${run.length}})`)
    .replace(/W+/u, run => `(?<weight>_{${run.length}})`)
    .replace(/P+/u, run => `(?<price>_{${run.length}})`)
    .replaceAll(/[XC_]/gu, String.raw`\d`);
  const [, decimals = ''] = amount.split('.');
  return {form: new RegExp(`^${form}$`, 'u'), point: decimals.length, isChecked: bare.endsWith('C')};
}

/** The mark of its symbology that a scanner may be set to type before a code. */
const aim = /^\][A-Za-z][\dA-Za-z]/u;

/**
 * Returns the item that a code means, as typed or scanned: its code or barcode in any of the forms in which scanners write it, a GS1 code
 * with a weight, a count or a price, or a label of the shop's scales. A box with a code of its own (ITF-14) is no piece of what is in it.
 */
export function codedIn(list: PriceList, code: string): Coded | undefined {
  const bare = code.trim().replace(aim, '');
  const item = itemAt(list, bare);
  if (item !== undefined) return {item, quantity: '1'};
  return /^\(?\d{8}|^\(?01\)/u.test(bare) ? (ofElements(list, bare) ?? ofLabel(list, bare)) : undefined;
}

/** Returns the item of which this code means one: a label with a weight means none, so that nothing is multiplied by it. */
export function itemOf(list: PriceList, code: string): Item | undefined {
  const coded = codedIn(list, code);
  return coded?.quantity === '1' ? coded.item : undefined;
}

/** Returns the item of which this amount, as it is typed, is the code; so few digits as three are an amount in any case. */
export const itemOfAmount = (list: PriceList, typed: string): Item | undefined =>
  /^\d{4,}$/u.test(typed.trim()) ? codedIn(list, typed)?.item : undefined;

function itemAt({byCode}: PriceList, code: string): Item | undefined {
  const own = byCode.get(codeKey(code));
  const [, before, [last = ''] = [], check] = /^([01]\d{5})(\d)(\d)$/u.exec(code) ?? [];
  return own ?? (before === undefined ? undefined : byCode.get(codeKey(`${expanded(before, last)}${check}`)));
}

/** Returns the eleven digits of a UPC-A that UPC-E writes as seven. */
function expanded(before: string, last: string): string {
  const [system = '', a = '', b = '', c = '', d = '', e = ''] = before;
  if (last < '3') return `${system}${a}${b}${last}0000${c}${d}${e}`;
  if (last === '3') return `${system}${a}${b}${c}00000${d}${e}`;
  return last === '4' ? `${system}${a}${b}${c}${d}00000${e}` : `${system}${a}${b}${c}${d}${e}0000${last}`;
}

/** The lengths of what follows an application identifier, by its first two digits. What is not here ends with a separator or the code. */
const fixed: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  11: 6,
  12: 6,
  13: 6,
  15: 6,
  16: 6,
  17: 6,
  20: 2,
  31: 6,
  32: 6,
  33: 6,
  34: 6,
  35: 6,
  36: 6,
  41: 13,
};
const identifier = /^(?:[34][1-6]\d\d|39\d\d|[78]\d{3}|2[345]\d|4\d\d|\d\d)/u;

/** Returns the elements of a GS1 code by their identifiers; undefined if it is none, or a part of it cannot be read. */
function elementsIn(code: string): ReadonlyMap<string, string> | undefined {
  if (code.startsWith('(')) {
    const parts = [...code.matchAll(/\((\d{2,4})\)([^()]+)/gu)];
    return new Map(parts.map(([, name = '', value = '']) => [name, value]));
  }
  const elements = new Map<string, string>();
  for (let rest = code; rest !== ''; ) {
    const [name = ''] = identifier.exec(rest) ?? [];
    const length = fixed[name.slice(0, 2)];
    const [, value = '', after = ''] =
      (length === undefined ? /^([^\u001D]+)\u001D?(.*)$/su : new RegExp(`^(.{${length}})\u001D?(.*)$`, 'su')).exec(
        rest.slice(name.length),
      ) ?? [];
    if (name === '' || value === '') return undefined;
    elements.set(name, value);
    rest = after;
  }
  return elements;
}

function ofElements(list: PriceList, code: string): Coded | undefined {
  const elements = elementsIn(code);
  const trade = elements?.get('01') ?? '';
  if (elements === undefined || !/^\d{14}$/u.test(trade) || !isBarcode(trade)) return undefined;
  const measured = [...elements].find(([name]) => /^(?:310|392)\d$/u.test(name));
  // The digit 9 says that the amount differs from one to the next: the item is the one whose barcode has no such digit.
  const digits = trade.slice(1, -1);
  const base = Array.from({length: 10}, (_, check) => `${digits}${check}`).find(isBarcode) ?? '';
  const item =
    itemAt(list, trade) ?? (measured !== undefined && trade.startsWith('9') ? itemAt(list, base) : undefined);
  if (item === undefined) return undefined;
  const [name = '', value = ''] = measured ?? [];
  const point = Number(name.at(-1));
  if (name.startsWith('392')) return atPrice(item, `(01)${trade}(${name})${value}`, pointed(value, point));
  if (name.startsWith('310')) return weighed(item, pointed(value, point));
  return {item, quantity: String(Number(elements.get('30') ?? elements.get('37') ?? '1'))};
}

function ofLabel(list: PriceList, code: string): Coded | undefined {
  for (const {form, point, isChecked} of list.labels) {
    const {code: its = '', weight, price = ''} = form.exec(code)?.groups ?? {};
    const item = its === '' || (isChecked && !isBarcode(code)) ? undefined : labelled(list, its);
    if (item !== undefined)
      return weight === undefined ? atPrice(item, code, pointed(price, point)) : weighed(item, pointed(weight, point));
  }
  return undefined;
}

const labelled = (list: PriceList, code: string): Item | undefined =>
  list.byCode.get(codeKey(code)) ?? list.byCode.get(codeKey(code.replace(/^0+/u, '')));

const pointed = (digits: string, point: number): string =>
  point === 0 ? digits : `${digits.slice(0, -point).padStart(1, '0')}.${digits.slice(-point).padStart(point, '0')}`;

/** A weight is believed only of what is sold by the kilogram. */
function weighed(item: Item, kilograms: string): Coded | undefined {
  const isSoldSo = /^k(?:g|ilos?|ilogram.*)\.?$/iu.test(item.unit ?? '');
  const quantity = kilograms.replace(/^0+(?=\d)/u, '').replace(/\.?0+$/u, '');
  return isSoldSo && Number(kilograms) > 0 ? {item, quantity} : undefined;
}

function atPrice(item: Item, code: string, price: string): Coded | undefined {
  const decimal = decimalOf(price);
  const money = decimal && moneyFrom(decimal, item.price.currency);
  if (money === undefined || money.minor <= 0) return undefined;
  return {item: {...item, code, barcode: null, unit: null, price: money}, quantity: '1'};
}

/** Returns what a scanner types before a code that it has typed; undefined if the code is unknown. A symbology's mark does not count. */
export function scannerPrefix(list: PriceList, typed: string): string | undefined {
  const bare = typed.trim();
  return Array.from({length: longestPrefix + 1}, (_, length) => bare.slice(0, length)).find(prefix => {
    const code = bare.slice(prefix.length).replace(aim, '');
    return codedIn(list, code) !== undefined || isBarcode(code);
  });
}

/** Returns the mark of its symbology (AIM) with which a code begins, which the till reads apart. */
export const symbologyMark = (code: string): string | undefined => aim.exec(code)?.[0];

/** The setting has no longer one. */
const longestPrefix = 8;

/** How the shop's scanner is set up: what it types before a code, and how it ends one. With `none` the end is a pause. */
export type ScannerSettings = {readonly prefix: string; readonly suffix: 'enter' | 'tab' | 'none'};

/** Characters that a machine may be typing, with the times of the first and the last one. What has the same chunk arrived together. */
export type Burst = {readonly text: string; readonly first: number; readonly last: number; readonly chunk: number};

/** The milliseconds that a scanner takes for a character at most. No person types so many characters as fast. */
const mostPerCharacter = 35;
/** The milliseconds after which no key ends a code any more, however long the code is. */
const latestEnd = 500;
/** The milliseconds for which a slow line may hold back the rest of a code. After a scan, no person touches a key as fast. */
const longestCut = 300;
/** Fewer characters than this may be two fingers that touched keys at the same time. */
const fewest = 4;
/** More characters than any code has. */
const longest = 64;

/** Returns the burst after more characters. Its whole length counts, because machine and line may hold back characters. */
export function burstAfter(
  burst: Burst | undefined,
  {text, chunk}: {readonly text: string; readonly chunk: number},
  now: number,
): Burst {
  const isGoingOn = burst !== undefined && isAsFast(burst, chunk, now, text.length);
  const first = isGoingOn ? burst.first : now;
  return {text: ((isGoingOn ? burst.text : '') + text).slice(-longest), first, last: now, chunk};
}

/** `more`: how many characters have arrived with this chunk. So many at once are from a machine, as are those before them. */
function isAsFast({text, first, last, chunk: its}: Burst, chunk: number, now: number, more = 0): boolean {
  if (chunk === its || now - first <= mostPerCharacter * text.length) return true;
  return now - last <= longestCut && Math.max(text.length, more) >= fewest;
}

/** Returns the code that a scanner typed, without its prefix, at the key that ends it; undefined if a person may have typed it. */
export function codeOf(
  burst: Burst | undefined,
  {chunk, now, prefix}: {readonly chunk: number; readonly now: number; readonly prefix: string},
): string | undefined {
  if (burst === undefined || !isAsFast(burst, chunk, now)) return undefined;
  if (chunk !== burst.chunk && now - burst.last > latestEnd) return undefined;
  const isMarked = prefix !== '' && burst.text.startsWith(prefix);
  const code = burst.text.slice(isMarked ? prefix.length : 0).trim();
  return code.length >= (isMarked ? 1 : fewest) ? code : undefined;
}
