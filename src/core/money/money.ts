import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import {type Currency, currencies, currencyFacts, factsOf} from './currencies.js';

export {type Currency, currencies};

/** An amount in the smallest unit of its currency (cents, kobo; whole francs and Ugandan shillings), as a safe integer. */
export type Money = {readonly currency: Currency; readonly minor: number};

/** Whether a text is the ISO 4217 code of a currency in which people pay, in capitals. */
export const isCurrency = (text: string): text is Currency => Object.hasOwn(currencyFacts, text);

export const decimalsOf = (currency: Currency): 0 | 2 | 3 => factsOf(currency).decimals;

/** Units in which nobody pays but that a file of a bank may have. */
const decimalsOfFunds: Readonly<Record<string, number>> = {CLF: 4, UYW: 4, UYI: 0};

/** The number of digits after the decimal mark of any currency, by ISO 4217; two for a text that is not a currency. */
export const decimalPlaces = (code: string): number =>
  isCurrency(code) ? decimalsOf(code) : (decimalsOfFunds[code] ?? 2);

const longestAmount = 40;
const plainAmount = /^(?<sign>[-\u2212])?(?<whole>\d+)(?:[.,](?<fraction>\d+))?$/u;
const telephoneNumber = /^0\d{6}/u;
const severalMarks = /^\d+(?:[.,]\d+){2,}$/u;

export type ThousandsMark = ',' | '.';
/**
 * How a shop writes amounts. `thousandsMark`: its mark between thousands; without it, every mark is a decimal mark. `decimalMark`: the one
 * with which three decimals are written; without it, either is, as in texts that no person types.
 */
export type AmountMarks = {
  readonly thousandsMark?: ThousandsMark | undefined;
  readonly decimalMark?: ThousandsMark | undefined;
};
/** `mayBeZero`: zero is accepted too, because a plan may cost nothing. */
type AmountOptions = AmountMarks & {readonly mayBeZero?: boolean};

/** Digits in groups of three, and then, after the other mark, decimals. */
const grouped: Readonly<Record<ThousandsMark, RegExp>> = {
  ',': /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,3})?$/u,
  '.': /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,3})?$/u,
};

/**
 * Reads an amount as a person types it: digits and one decimal mark (`.` or `,`). Spaces anywhere are dropped. An amount that can be read
 * in two ways is refused and never guessed: `1.500` may mean 1500 or 1.5. `1,500` is 1500 if the shop writes thousands in this way. In a
 * currency of three decimals, `1.500` is 1.5 if the shop writes decimals in this way. Throws a `Problem`: `amount-missing`,
 * `amount-not-a-number`, `amount-not-positive`, `amount-ambiguous` (also facts `large` and `small`, which say either without doubt),
 * `amount-too-fine` (facts `amount`, `currency`, `step`) or `amount-above-maximum` (facts `amount`, `maximum`).
 */
export function parseAmount(
  text: string,
  currency: Currency,
  {mayBeZero = false, thousandsMark: mark, decimalMark}: AmountOptions = {},
): Money {
  const said = text.trim().replaceAll(/\p{Zs}/gu, '');
  const typed = mark !== undefined && grouped[mark].test(said) ? said.replaceAll(mark, '') : said;
  if (typed === '') throw new Problem('amount-missing', undefined, {currency});
  const amount = cleanText(text, longestAmount);
  const facts = {amount, currency, step: moneyText({currency, minor: 1})};
  const {sign, whole, fraction = ''} = plainAmount.exec(typed)?.groups ?? {};
  if (severalMarks.test(typed)) throw ambiguous(typed, facts, decimalMark);
  if (whole === undefined || telephoneNumber.test(whole) || typed.length > longestAmount)
    throw new Problem('amount-not-a-number', facts);
  if (sign !== undefined) throw new Problem('amount-not-positive', undefined, facts);
  const decimals = decimalsOf(currency);
  const isClear = decimals === 3 && (decimalMark === undefined || typed.includes(decimalMark));
  if (fraction.length === 3 && !isClear && /^[1-9]\d{0,2}$/u.test(whole)) throw ambiguous(typed, facts, decimalMark);
  if (fraction.length > decimals) throw new Problem('amount-too-fine', facts);
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (minor === 0n && !mayBeZero) throw new Problem('amount-not-positive', undefined, facts);
  if (minor > Number.MAX_SAFE_INTEGER) {
    throw new Problem(
      'amount-above-maximum',
      {maximum: moneyText({currency, minor: Number.MAX_SAFE_INTEGER})},
      {amount},
    );
  }
  return {currency, minor: Number(minor)};
}

type AmountFacts = {readonly amount: string; readonly currency: Currency; readonly step: string};

/** Names how to type either amount that may be meant: `small` is `none` if the currency has no such amount, `large` if there are no groups. */
function ambiguous(typed: string, facts: AmountFacts, decimalMark: ThousandsMark = '.'): Problem {
  const [, whole, fraction = ''] = /^(\d{1,3})[.,](\d{3})$/u.exec(typed) ?? [];
  const decimals = decimalsOf(facts.currency);
  const isPayable = whole !== undefined && decimals > 0 && /^0*$/u.test(fraction.slice(decimals));
  const small = isPayable ? whole + decimalMark + fraction.slice(0, decimals) : 'none';
  const large = /^\d{1,3}(?:[.,]\d{3})+$/u.test(typed) ? typed.replaceAll(/[.,]/gu, '') : 'none';
  return new Problem('amount-ambiguous', {amount: facts.amount, large, small}, facts);
}

const mostOfOne = /^\d{1,4}$/u;

/**
 * Reads an amount, or a sum of amounts as a person adds up a purchase: `250+300`, `3x120`, `2×99.50+50`. `x`, `×` or `*` separates the
 * quantity and the price of one, in either order. Throws the `Problem`s of `parseAmount` for each amount and for the sum.
 */
export function parseSum(text: string, currency: Currency, {thousandsMark, decimalMark}: AmountMarks = {}): Money {
  const parts = text.split('+').map(part => part.split(/[x×*]/iu));
  const read = (amount: string) => parseAmount(amount, currency, {thousandsMark, decimalMark});
  if (parts.flat().length === 1) return read(text);
  return atMostSafe(
    currency,
    parts.reduce((sum, part) => sum + productOf(part, read, notASum(text, currency)), 0n),
  );
}

/** Returns a computed sum as an amount that may be requested. Throws `Problem` amount-not-positive, amount-above-maximum. */
export const atMostSafe = (currency: Currency, minor: bigint): Money =>
  parseAmount(moneyTextOf(currency, minor), currency);

function productOf(factors: readonly string[], read: (text: string) => Money, notOne: Problem): bigint {
  const [first = '', second] = factors.map(each => each.trim());
  if (factors.length > 2 || first === '' || second === '') throw notOne;
  if (second === undefined) return BigInt(read(first).minor);
  const [count, price] = mostOfOne.test(first) ? [first, second] : [second, first];
  if (!mostOfOne.test(count)) throw notOne;
  return BigInt(count) * BigInt(read(price).minor);
}

const notASum = (text: string, currency: Currency) =>
  new Problem('amount-not-a-number', {amount: cleanText(text, longestAmount)}, {currency});

/** Writes minor units as text, even beyond the safe integers, which `parseAmount` then refuses. */
function moneyTextOf(currency: Currency, minor: bigint): string {
  const decimals = decimalsOf(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns the amount with every decimal of the currency and without grouping: `"200.00"`, `"5000"`. */
export function decimalText({currency, minor}: Money): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const sign = minor < 0 ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns the shortest decimal text, which has the form of a number in the service's JSON: `"200"`, `"12.5"`. */
export function jsonAmount(money: Money): string {
  const text = decimalText(money);
  return text.includes('.') ? text.replace(/\.?0+$/u, '') : text;
}

/** Returns the amount for a problem's facts and where no language is known: `"KES 1250.00"`. `problemText` translates it. */
export const moneyText = (money: Money): string => `${money.currency} ${decimalText(money)}`;

/** Adds two amounts. Throws a `TypeError` for two currencies and a `RangeError` beyond the safe integers; both are bugs in Duka. */
export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} cannot be added`);
  const minor = a.minor + b.minor;
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${a.currency} ${a.minor} + ${b.minor} is not exact`);
  return {currency: a.currency, minor};
}

/** Returns one sum for each currency that occurs, sorted by its code. */
export function sumByCurrency(list: readonly Money[]): Money[] {
  const sums = new Map<Currency, Money>();
  for (const money of list) {
    const sum = sums.get(money.currency);
    sums.set(money.currency, sum === undefined ? money : addMoney(sum, money));
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/**
 * Refuses a sale above the shop's ceiling until a person confirms the amount. A sale is confirmed only once: its next attempts and the
 * parts of a ticket belong to an amount that was confirmed. Throws `Problem` sale-above-ceiling (facts `amount`, `ceiling`).
 */
export function checkCeiling(
  amount: Money,
  {saleCeiling}: {readonly saleCeiling: Readonly<Record<string, number>>},
): void {
  const minor = saleCeiling[amount.currency];
  if (minor !== undefined && amount.minor > minor)
    throw new Problem('sale-above-ceiling', {amount: moneyText(amount), ceiling: moneyText({...amount, minor})});
}

/** The smallest note or coin of a currency, in minor units: the step of what can be paid in cash. */
export function smallestPieceOf(currency: Currency): number {
  const {notes, coins} = factsOf(currency);
  const smallest = `${notes} ${coins}`.trim().split(' ').at(-1);
  return Math.round(Number(smallest) * 10 ** decimalsOf(currency));
}

/** The largest note of a currency, in minor units. */
export const largestNoteOf = (currency: Currency): number =>
  Number.parseInt(factsOf(currency).notes, 10) * 10 ** decimalsOf(currency);

/** Returns the multiple of a step nearest to an amount, half up; one that is not zero becomes at least one step, unless it may be zero. */
export function toStep({currency, minor}: Money, step: number, {mayBeZero = false} = {}): Money {
  const least = mayBeZero || minor === 0 ? 0 : step;
  return {currency, minor: Math.max(least, Math.floor((minor + step / 2) / step) * step)};
}

/** Returns the multiple of a step that is nearest to an amount and not above it. */
export const downToStep = ({currency, minor}: Money, step: number): Money => ({
  currency,
  minor: Math.floor(minor / step) * step,
});

/** The steps that the shop has set in place of the usual ones, in minor units by currency. */
export type PayableSteps = Readonly<Record<'cashStep' | 'walletStep', Readonly<Record<string, number>>>>;

/** The step of what is paid in cash, in minor units. */
export const cashStepOf = (currency: Currency, {cashStep}: Pick<PayableSteps, 'cashStep'>): number =>
  cashStep[currency] ?? smallestPieceOf(currency);
