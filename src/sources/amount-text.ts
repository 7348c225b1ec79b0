import {type Currency, currencies, namesOf, patternOf} from '../core/money/currencies.js';
import {decimalPlaces} from '../core/money/money.js';
import type {Problem} from '../core/problem.js';
import type {Mapping} from '../core/reconcile/rows/row.js';

export type DecimalMark = NonNullable<Mapping['decimalMark']>;

const longestNumber = 60;
const signed = /^(?<sign>[-+]?)\s*(?<body>\d.*?)\s*(?<behind>[-+]|[CD]R?)?$/iu;
const inParentheses = /^\((?<body>\d[^()-]*)\)$/u;
const numeral = /^[\d.,'\u2019 ]+$/u;

/** Splits an amount into its digits with their marks and its sign. `-5`, `5-`, `(5)`, `5 DR` and `-5 DR` are all negative. */
function withoutSign(text: string): {readonly body: string; readonly isNegative: boolean} | undefined {
  if (text.length > longestNumber) return undefined;
  const spaced = text
    .trim()
    .replaceAll(/\p{Zs}/gu, ' ')
    .replace('\u2212', '-');
  const typed = withoutUnit(spaced).amount;
  const negative = inParentheses.exec(typed)?.groups?.['body'];
  if (negative !== undefined) return {body: negative.trim(), isNegative: true};
  const {sign = '', body, behind = ''} = signed.exec(typed)?.groups ?? {};
  const isBehind = behind === '-' || /^d/iu.test(behind);
  const areTwo = sign !== '' && behind !== '' && (behind === '-' || (sign === '-') !== isBehind);
  if (body === undefined || !numeral.test(body) || areTwo) return undefined;
  return {body, isNegative: sign === '-' || isBehind};
}

/** Returns what an amount shows about its file's decimal mark: the mark, `either` (`1,250`), or `undefined` if nothing. */
export function shownMark(text: string): DecimalMark | 'either' | undefined {
  const body = withoutSign(text)?.body;
  const marks: readonly string[] = body?.match(/[.,]/gu) ?? [];
  const last = marks.at(-1) as DecimalMark | undefined;
  if (body === undefined || last === undefined) return undefined;
  const other = last === '.' ? ',' : '.';
  if (marks.includes(other)) return last;
  if (marks.length > 1) return other;
  const [before = '', after = ''] = body.split(last);
  const isThousands = after.length === 3 && /^[1-9]\d{0,2}$/u.test(before);
  if (!isThousands) return last;
  return isOfShillings.test(text) ? other : 'either';
}

/** Amounts written in this form (`/=`, `/-`) have no cents. */
const isOfShillings = /\/[=-]\s*\)?\s*$/u;

/**
 * Returns what the first clear text shows (`clear`), such as the decimal mark of a file, and the first of the texts before it that can be
 * read in two ways (`doubtful`).
 */
export function firstShown<Written extends {readonly text: string}, Shown extends string>(
  written: Iterable<Written>,
  shown: (text: string) => Shown | 'either' | undefined,
): {readonly clear?: Exclude<Shown, 'either'>; readonly doubtful?: Written} {
  let doubtful: Written | undefined;
  for (const each of written) {
    const meant = shown(each.text);
    if (meant === 'either') doubtful ??= each;
    else if (meant !== undefined) return {clear: meant as Exclude<Shown, 'either'>};
  }
  return doubtful === undefined ? {} : {doubtful};
}

/** Whether an amount has a negative sign, whatever its decimal mark is. */
export const isWrittenNegative = (text: string): boolean => withoutSign(text)?.isNegative === true;

/** The form of nearly all amounts. Reading the other forms takes ten times as long. */
const simple: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^-?\d{1,30}(?:\.\d{1,20})?$/,
  ',': /^-?\d{1,30}(?:,\d{1,20})?$/,
};
/** India, and Indian programs in East Africa, group lakhs by two digits: `1,00,000.00`. No other form has such groups. */
const lakhs = String.raw`[1-9]\d?(?:,\d{2})+,\d{3}`;
const forms: Readonly<Record<DecimalMark, RegExp>> = {'.': formWith('.', ','), ',': formWith(',', '.')};

function formWith(mark: string, thousands: string): RegExp {
  const grouped = String.raw`\d{1,3}(?<group>[${thousands}'\u2019 ])\d{3}(?:\k<group>\d{3})*`;
  const whole = [grouped, ...(thousands === ',' ? [lakhs] : []), String.raw`\d+`].join('|');
  return new RegExp(String.raw`^(?<whole>${whole})(?:[${mark}](?<fraction>\d+))?$`, 'u');
}

/** Like `plainAmount`, but only for amounts of digits with at most a sign and a mark. Returns `undefined` for any other amount. */
export const simpleAmount = (text: string, mark: DecimalMark): string | undefined =>
  simple[mark].test(text) ? withoutNegativeZero(mark === ',' ? text.replace(',', '.') : text) : undefined;

/** Returns the amount as plain decimal text (`"-1250.00"`), or `undefined` if it is not written the way its file writes amounts. */
export function plainAmount(text: string, mark: DecimalMark): string | undefined {
  const known = simpleAmount(text, mark);
  if (known !== undefined) return known;
  const amount = withoutSign(text);
  const {whole, fraction} = forms[mark].exec(amount?.body ?? '')?.groups ?? {};
  if (amount === undefined || whole === undefined) return undefined;
  const digits = whole.replaceAll(/\D/gu, '');
  return withoutNegativeZero(`${amount.isNegative ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`);
}

/** Whether a text is an amount, whatever its decimal mark is. */
export const isAmount = (text: string): boolean =>
  (['.', ','] as const).some(mark => plainAmount(text, mark) !== undefined);

const decimalsIn = (amount: string): string => amount.slice(amount.indexOf('.') + 1 || amount.length);

/** Whether a plain amount has digits that are finer than the smallest coin of its currency. Zeros at the end do not count. */
export function isFinerThan(amount: string, currency: string): boolean {
  const decimals = decimalsIn(amount);
  return decimals !== '' && /[1-9]/.test(decimals.slice(decimalPlaces(currency)));
}

/**
 * Watches the amounts of a file. `12.500` in a currency with two decimals has a zero too many, or is twelve thousand and five hundred. It is
 * read if another amount shows three decimals behind the same mark (`0.500`, `1250.000`), or if the mark is shown at all and the balances
 * hold (`isProved`). Otherwise `end` throws the `Problem` of the first such amount.
 */
export function thirdDecimals() {
  const shown = new Map<DecimalMark, 'mark' | 'third'>();
  const doubts = new Map<DecimalMark, Problem>();
  const note = (text: string, mark: DecimalMark): void => {
    if (shown.get(mark) === 'third' || !text.includes(mark) || shownMark(text) !== mark) return;
    shown.set(mark, three[mark].test(text) ? 'third' : 'mark');
  };
  return {
    /** Takes a text that only shows how amounts are written. */
    note,
    take(text: string, mark: DecimalMark, {amount, currency}: Read, tooFine: () => Problem): void {
      note(text, mark);
      const {length} = decimalsIn(amount);
      if (length !== 3 || decimalPlaces(currency) >= length || shown.get(mark) === 'third') return;
      if (!doubts.has(mark)) doubts.set(mark, tooFine());
    },
    end(isProved: boolean): void {
      for (const [mark, problem] of doubts)
        if (shown.get(mark) !== 'third' && !(isProved && shown.has(mark))) throw problem;
    },
  };
}
type Read = {readonly amount: string; readonly currency: string};
const three: Readonly<Record<DecimalMark, RegExp>> = {'.': /\.\d{3}(?!\d)/u, ',': /,\d{3}(?!\d)/u};

export const negated = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : withoutNegativeZero(`-${amount}`);

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

const withoutNegativeZero = (amount: string): string =>
  amount.startsWith('-') && isZero(amount) ? amount.slice(1) : amount;

/** Above this, the sum of two such numbers could be rounded. */
const largest = 2 ** 50;

/** Returns a plain amount as a whole number of thousandths, or `undefined` if it is finer than that, or too large to be exact. */
export function thousandths(plain: string): number | undefined {
  const at = plain.indexOf('.');
  if (at !== -1 && plain.length - at > 4 && /[1-9]/.test(plain.slice(at + 4))) return undefined;
  const whole = Math.round(Number(plain) * 1000);
  return Math.abs(whole) < largest ? whole + 0 : undefined;
}

/** Returns thousandths as plain decimal text, with two decimals, or three if needed. */
export function plainOf(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(4, '0');
  const fraction = digits.slice(-3).replace(/0$/, '');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -3)}.${fraction}`;
}

/** Codes that are words too: in a text they name a currency only where it is the whole cell. */
const words: readonly Currency[] = [
  'ALL',
  'BAM',
  'BOB',
  'COP',
  'CUP',
  'GEL',
  'MOP',
  'MUR',
  'PEN',
  'RON',
  'SOS',
  'TOP',
  'TRY',
];

/** The currencies that a heading, a text beside an amount, or a notice may name. */
export const accountCurrencies: readonly Currency[] = currencies.filter(currency => !words.includes(currency));

const names = namesOf(accountCurrencies);

/** The currencies that a code or another name may mean. Empty if the text is neither. */
export const currenciesNamed = (unit: string): readonly string[] => names.get(unit.toLowerCase()) ?? [];

const name = patternOf(names);
const before = new RegExp(String.raw`^(?<start>[-+(]?)\s*(?<unit>${name})\.?\s*(?<rest>[-+(]?\d.*)$`, 'iu');
const behind = new RegExp(String.raw`^(?<rest>.*\d)\s*(?<unit>${name})\.?(?<end>\)?)$`, 'iu');

/** Splits an amount from its currency's name (`KES 1,250.00`, `1 250 FCFA`), and returns what the name may mean. */
export function withoutUnit(text: string): {readonly amount: string; readonly currencies?: readonly string[]} {
  if (!/[\p{L}\p{Sc}¢/]/u.test(text)) return {amount: text};
  const meant = (unit: string) => currenciesNamed(unit.replace(/\s/, ' '));
  const {start = '', unit: first, rest = text} = before.exec(text)?.groups ?? {};
  const {unit: last, rest: body = rest, end = ''} = behind.exec(rest)?.groups ?? {};
  const amount = `${start}${body}${end}`;
  if (first !== undefined && last !== undefined) {
    const may = meant(last);
    return {amount, currencies: meant(first).filter(each => may.includes(each))};
  }
  const unit = first ?? last;
  return unit === undefined ? {amount: text} : {amount, currencies: meant(unit)};
}

/** Signs that several countries use for their money, even if the table above lists only one currency for them. */
const ofSeveral = /(?:^|[^a-z])(?:us)?\$|(?<!\p{L})r(?!\p{L})|(?<!gh)¢/iu;

/** The currency that a cell of a column of currencies names; `usual` if several are meant (`FCFA`), undefined if none or another. */
export function currencyInCell(cell: string, usual: string | null): string | undefined {
  const text = cell.trim().replace(/\.$/u, '').replaceAll(/\s+/gu, ' ');
  const may = ofSeveral.test(text) ? [] : currenciesNamed(text);
  const [only, second] = may;
  if (only !== undefined && second === undefined) return only;
  if (usual !== null && may.includes(usual)) return usual;
  return may.length === 0 && /^[A-Za-z]{3}$/u.test(text) ? text.toUpperCase() : undefined;
}

/** The one currency that a column's amounts name, even if only some do. Returns null if none, or more than one may be meant. */
export function currencyOfAmounts(cells: readonly string[]): string | null {
  let common: readonly string[] | undefined;
  for (const cell of cells) {
    const {currencies: may} = withoutUnit(cell.trim());
    if (may === undefined) continue;
    if (ofSeveral.test(cell)) return null;
    common = common === undefined ? may : common.filter(each => may.includes(each));
  }
  const [only, ...others] = common ?? [];
  return only !== undefined && others.length === 0 ? only : null;
}
