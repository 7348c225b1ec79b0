import {businessDate} from '../core/day/business-day.js';
import {type AmountRules, markets} from '../core/market/markets.js';
import {type Language, messages} from '../core/messages/messages.js';
import {type Currency, isCurrency, type Money, parseAmount, parseSum} from '../core/money/money.js';
import {Problem} from '../core/problem.js';
import type {Count} from '../core/shift/report-schema.js';
import {cleanText} from '../core/text/text.js';
import {configOf, type Session} from '../session/session.js';

const once = (words: readonly string[]) => [...new Set(words)];
export const networks = once(markets.flatMap(market => market.networks.map(({code}) => code)));
export const currencies = once(markets.map(({currency}) => currency));

export const decimalMarks = ['.', ','] as const;

type Named = {readonly name: string; readonly value: string; readonly language: Language};

/** Throws a one-line `Problem` for a value that an option cannot have. `expected` must not depend on the language. */
export function refuseValue({name, value, language}: Named, expected: string): never {
  const facts = {name, value, expected};
  throw new Problem('unknown-option', {detail: messages(language).help.usage.invalidValue(facts), ...facts});
}

/** The seconds of `--wait`. A command that sends needs at least one, or it would end before its request has left. */
export function secondsFrom(named: Named, least: number): number {
  const seconds = Number(named.value.trim() === '' ? Number.NaN : named.value);
  return seconds >= least && seconds <= 3600 ? seconds : refuseValue(named, `${least}–3600`);
}

/** A whole number from `from` to `to`, both included. */
export function wholeFrom(named: Named, {from, to}: {readonly from: number; readonly to: number}): number {
  const number = Number(named.value.trim() === '' ? Number.NaN : named.value);
  const isOne = Number.isInteger(number) && number >= from && number <= to;
  return isOne ? number : refuseValue(named, `${from}–${to}`);
}

export function portFrom(named: Named): number {
  const port = /^\d{1,5}$/.test(named.value) ? Number(named.value) : Number.NaN;
  return port <= 65_535 ? port : refuseValue(named, '0–65535');
}

/** The file that `--out` names; undefined for standard output, which is the default and `-`. */
export const outFile = (named: string | undefined): string | undefined => (named === '-' ? undefined : named);

export const oneOf = <T extends string>(named: Named, allowed: readonly T[]): T =>
  allowed.find(word => word === named.value) ?? refuseValue(named, allowed.join(' | '));

/** The number of a Z, typed as its number or its name: 41 or Z-0041. */
export function zNumberFrom(typed: string, language: Language): number {
  const [, digits = ''] = /^\s*(?:Z-?)?0*([1-9]\d{0,8})\s*$/i.exec(typed) ?? [];
  return digits === '' ? refuseValue({name: '--z', value: typed, language}, '1, 2, 3…') : Number(digits);
}

/** The day that was typed, otherwise today by `clock`, the shop's if none is given. Throws `Problem` day-invalid. */
export function dayFrom(session: Session, text: string | undefined, clock: string | null = null): string {
  if (text === undefined) return today(session, clock);
  const day = text.trim();
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(day)) return Temporal.PlainDate.from(day).toString();
  } catch {
    // reported below
  }
  throw new Problem('day-invalid', {day: cleanText(text, 40)});
}

function today(session: Session, clock: string | null): string {
  const {zone, dayStartsAt} = configOf(session);
  return businessDate(session.face.world.now(), clock ?? zone, dayStartsAt);
}

/** Returns the days as they are. Throws `Problem` days-reversed if the last day is before the first. */
export function inOrder<Span extends {readonly from: string; readonly to: string}>(span: Span): Span {
  const {from, to} = span;
  if (from > to) throw new Problem('days-reversed', {from, to});
  return span;
}

/** Cash by currency: `KES:1000`, `KES:1000+50`, `KES:1000x3+200x5`, `KES:0` for none. Throws `Problem` count-invalid, count-twice. */
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

const invalid = (text: string): Problem => new Problem('count-invalid', {text: cleanText(text, 60)});

/** An amount, or a sum of amounts, in the currency with this code. Throws `Problem` currency-unknown and those of amounts. */
export const moneyFrom = (amount: string | undefined, currency: string, rules: AmountRules): Money =>
  parseSum(amount ?? '', currencyFrom(currency), rules);

/** The currency with this code, in any case of letters. Throws `Problem` currency-unknown. */
export function currencyFrom(text: string): Currency {
  const code = text.trim().toUpperCase();
  if (!isCurrency(code)) throw new Problem('currency-unknown', {currency: cleanText(code, 20)});
  return code;
}
