import type {AmountRules} from '../core/market/markets.js';
import {type Currency, isCurrency, type Money, parseAmount, parseSum} from '../core/money/money.js';
import {Problem} from '../core/problem.js';
import type {Count} from '../core/shift/report-schema.js';
import {cleanText} from '../core/text/text.js';

/**
 * Reads the cash of a drawer, one text for each currency: `KES:1000`, `KES:1000+50`, or by pieces `KES:1000x3+200x5`. `KES:0` means that
 * there is none of that currency. Throws `Problem` count-invalid, count-twice, and the problems of amounts.
 */
export function countsFrom(typed: readonly string[], rules: AmountRules): readonly Count[] {
  const counts = typed.map(each => countFrom(each, rules));
  for (const [index, {currency}] of counts.entries())
    if (counts.some((other, place) => place < index && other.currency === currency))
      throw new Problem('count-twice', {currency});
  return counts;
}

function countFrom(text: string, rules: AmountRules): Count {
  const [, code = '', rest = ''] = /^\s*([A-Za-z]{3})\s*:(.+)$/.exec(text) ?? [];
  const currency = code.toUpperCase();
  if (!isCurrency(currency)) throw code === '' ? invalid(text) : new Problem('currency-unknown', {currency});
  if (/^\s*0+(?:[.,]0+)?\s*$/.test(rest)) return {currency, minor: 0, pieces: []};
  if (!/x/i.test(rest)) return {...parseSum(rest, currency, rules), pieces: []};
  const pieces = rest.split('+').map(part => {
    const [, worth = '', count = ''] = /^([^x]+)x\s*(\d{1,7})\s*$/i.exec(part) ?? [];
    if (worth === '') throw invalid(text);
    return {minor: parseAmount(worth, currency, rules).minor, count: Number(count)};
  });
  const minor = pieces.reduce((sum, piece) => sum + piece.minor * piece.count, 0);
  if (!Number.isSafeInteger(minor)) throw invalid(text);
  return {currency, minor, pieces};
}

function invalid(text: string): Problem {
  return new Problem('count-invalid', {text: cleanText(text, 60)});
}

/** An amount, or a sum of amounts, in the currency with this code. Throws `Problem` currency-unknown and those of amounts. */
export const moneyFrom = (amount: string | undefined, currency: string, rules: AmountRules): Money =>
  parseSum(amount ?? '', currencyFrom(currency), rules);

/** The currency with this code, in any case of letters. Throws `Problem` currency-unknown. */
export function currencyFrom(text: string): Currency {
  const code = text.trim().toUpperCase();
  if (!isCurrency(code)) throw new Problem('currency-unknown', {currency: cleanText(code, 20)});
  return code;
}
