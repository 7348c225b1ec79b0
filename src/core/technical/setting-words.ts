import {amountMarksOf, marketOf, markets} from '../market/markets.js';
import type {Language} from '../messages/messages.js';
import {besideCode, displayNumber} from '../money/display.js';
import {type Currency, decimalText, isCurrency, type Money, parseAmount} from '../money/money.js';
import {Problem} from '../problem.js';
import {isValid} from '../spec/check.js';
import {hasAmounts, type SettingsData, settingFacts, settingSpec, yesOrNo} from './setting-table.js';

/** Returns the values of which a setting has one, as they are typed; undefined if it takes more than a few. */
export function settingChoices(name: string): readonly string[] | undefined {
  const spec = settingSpec(name);
  return (spec?.kind === 'leaf' ? spec.values : undefined) ?? settingFacts(name)?.choices;
}

/** Where amounts in settings are typed and shown: as the shop writes numbers, and in its currency. They are stored as plain decimals. */
export type AmountPlace = {readonly country: string; readonly language: Language};

/** Returns what can be typed for a setting: its choices, or an example; undefined if its name says enough. */
export function settingForm(name: string, place?: AmountPlace): string | undefined {
  const [, ...part] = name.split('.');
  const {example, usual} = settingFacts(name) ?? {};
  const said = typeof example === 'object' ? example[part.join('.')] : example;
  const [, key, sum = ''] = /^(?:KES|([A-Z]+_KE)) (\d+)$/u.exec(said ?? '') ?? [];
  const {currency, networks} = marketOf(place?.country ?? 'KE');
  const keyed = place && key !== undefined ? networks.find(({maximum}) => maximum !== undefined)?.id : currency;
  const own = place && sum !== '' ? keyed && keyedAmount(keyed, parseAmount(sum, currency), place) : said;
  const written = typeof usual === 'number' ? String(usual) : undefined;
  return own ?? settingChoices(name)?.join(' · ') ?? written;
}

/** Returns the value that is meant by words such as `5, 10, 15` or `KES 50`; undefined if the setting has no such words. */
export function valueInWords(name: string, typed: string, place: AmountPlace): unknown {
  if (/^\s*[[{]/u.test(typed)) return undefined; // JSON, with a mistake
  if (hasAmounts(name)) return amountsIn(name, typed, place);
  const spec = settingSpec(name);
  const parts = typed
    .split(/[,;\n]/u)
    .map(part => part.trim())
    .filter(part => part !== '');
  if (spec === yesOrNo) return {yes: true, no: false}[typed.trim().toLowerCase()];
  if (name === 'taxRates') return parts.map(taxRateIn);
  if (spec?.kind === 'list') {
    const words = parts.flatMap(part => part.split(/\s+/u));
    return isValid(spec.of)(1) ? words.map(word => Number(word.replace(/%$/u, ''))) : words;
  }
  if (spec?.kind !== 'dictionary') return undefined;
  return Object.fromEntries(
    parts.map(part => {
      const [, key = part, value = ''] = /^([^=]*?)\s*=\s*(.*)$/u.exec(part) ?? /^(\S+)\s+(.*)$/u.exec(part) ?? [];
      return [key, spec.of.kind === 'list' ? value.split(/\s+/u) : value];
    }),
  );
}

/** Returns the amounts that are meant, as they are stored; undefined if one of them is none, or if a list may as well be one amount. */
function amountsIn(name: string, typed: string, place: AmountPlace): unknown {
  const market = marketOf(place.country);
  const marks = amountMarksOf(market.country, place.language);
  const stored = (text: string, currency: Currency) => shortDecimal(parseAmount(text, currency, marks));
  const parts = typed
    .split(/[;\n]|,\s+|,(?=\p{L})/u)
    .map(part => part.trim())
    .filter(part => part !== '');
  if (name === 'quickAmounts') {
    const pieces = typed.split(/[,\s]+/u);
    const isUnclear = parts.length === 1 && pieces.length > 1 && pieces.every(piece => /^[1-9]\d*$/u.test(piece));
    return isUnclear ? undefined : unlessWrong(() => parts.map(part => stored(part, market.currency)));
  }
  return unlessWrong(() =>
    Object.fromEntries(
      parts.map(part => {
        const {first, text = part, last} = keyed.exec(part)?.groups ?? {};
        const key = (first ?? last ?? market.currency).toUpperCase();
        const currency = currencyOf(key);
        if (currency === undefined || (first ?? last) !== (last ?? first))
          throw new Problem('setting-invalid', {name, value: key});
        return [key, stored(text, currency)];
      }),
    ),
  );
}

const keyed = /^(?:(?<first>\p{L}[\p{L}\d_]*)[\s=]+)?(?<text>[\d\p{Zs}.,]+?)(?:\p{Zs}*(?<last>\p{L}[\p{L}\d_]*))?$/u;

/** The currency that stands beside an amount, or that of the network; undefined for what is neither. */
const currencyOf = (key: string): Currency | undefined =>
  isCurrency(key) ? key : markets.find(({networks}) => networks.some(({id}) => id === key))?.currency;

function unlessWrong<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Returns stored amounts as the shop writes them; undefined if one of them is none. */
function amountWords(value: unknown, place: AmountPlace): string | undefined {
  const {currency} = marketOf(place.country);
  return unlessWrong(() => {
    if (Array.isArray(value))
      return value.map(each => shortAmount(parseAmount(String(each), currency), place)).join(', ');
    const pairs = Object.entries(value as Readonly<Record<string, unknown>>);
    return pairs
      .map(([key, each]) => keyedAmount(key, parseAmount(String(each), currencyOf(key) ?? currency), place))
      .join(', ');
  });
}

/** `KES 50,000`, `50 000 MZN`, `SAFARICOM_KE 70,000`. */
const keyedAmount = (key: string, money: Money, place: AmountPlace): string =>
  (isCurrency(key)
    ? besideCode(key, shortAmount(money, place), place.language)
    : `${key} ${shortAmount(money, place)}`
  ).replaceAll(/\p{Zs}/gu, ' ');

const shortAmount = (money: Money, {language}: AmountPlace): string =>
  displayNumber(shortDecimal(money), language).replaceAll(/\p{Zs}/gu, ' ');

const shortDecimal = (money: Money): string => decimalText(money).replace(/\.0+$/u, '');

/** Returns a value as a person reads and types it: what `valueInWords` reads, or else JSON. */
export function wordsOf(name: string, value: unknown, place: AmountPlace): string {
  if (typeof value === 'string') return value;
  if (hasAmounts(name)) return amountWords(value, place) ?? JSON.stringify(value);
  const words = listed(name, value);
  const read = words === undefined ? undefined : valueInWords(name, words, place);
  return words !== undefined && JSON.stringify(read) === JSON.stringify(value) ? words : JSON.stringify(value);
}

function listed(name: string, value: unknown): string | undefined {
  if (Array.isArray(value))
    return value.map(each => (name === 'taxRates' ? taxRateText(each as TaxRate) : String(each))).join(', ');
  if (typeof value !== 'object' || value === null) return undefined;
  const pairs = Object.entries(value).map(([key, each]) => {
    const text = Array.isArray(each) ? each.join(' ') : String(each);
    return /\s/u.test(key) ? `${key} = ${text}` : `${key} ${text}`;
  });
  return pairs.join(', ');
}

/** `VAT 16 *, levy 2 +`: a star marks the rate of goods without one, a plus a rate that is added to the price. */
function taxRateIn(text: string): object {
  const {
    name = text,
    percent = '',
    marks = '',
  } = /^(?<name>.+?)\s+(?<percent>[\d.]+)\s*%?\s*(?<marks>[*+\s]*)$/u.exec(text)?.groups ?? {};
  const added = marks.includes('+') ? {included: false} : {};
  return {name, percent, ...added, ...(marks.includes('*') ? {default: true} : {})};
}

type TaxRate = NonNullable<SettingsData['taxRates']>[number];

const taxRateText = ({name, percent, included, default: isUsual}: TaxRate): string =>
  [name, percent, isUsual === true && '*', included === false && '+'].filter(text => text).join(' ');
