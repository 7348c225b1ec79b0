import {isReference} from '../../journal/reference.js';
import {addDecimals, compareDecimals, type Decimal, sumDecimals, zero} from '../../money/decimal.js';
import {decimalPlaces} from '../../money/money.js';
import {validateFreeText} from '../../payment/order.js';
import {Problem} from '../../problem.js';
import {always, count, object, optional, orNull, type Specified, someText, text} from '../../spec/spec.js';
import {type DecimalAmount, DecimalSums, magnitude, numberIn} from './amount.js';
import type {Acceptance, Finding, ReconciliationLine} from './discrepancy.js';

/** What a named person says about bank entries whose text contains these words. */
export const ruleSpec = object({
  text: someText('in capitals and without accents; `*` stands for anything'),
  amount: orNull(text('only this one, a decimal in major units'), 'any amount'),
  tolerance: orNull(
    text('how far an amount may be from the expected one: `1 %`, or a decimal in major units'),
    'no difference',
  ),
  account: orNull(
    text('of such entries in the shop’s books'),
    'the rule only accepts differences within the tolerance',
  ),
  split: optional(always('the account is several ones, each with its part: see `partsIn`'), 'it is one account'),
  who: text(),
  when: text(),
  learned: optional(count('the number of acceptances from which it was learned'), 'it was typed'),
});
export type ShopRule = Specified<typeof ruleSpec>;

/** The part of a rule that a person states. */
export type RuleSaid = Pick<ShopRule, 'text' | 'amount' | 'tolerance' | 'account' | 'split' | 'learned'>;

/** What was accepted often enough for a rule: a text of bank entries, and as account the note, if it was the same each time. */
export type RuleOffer = {readonly text: string; readonly count: number; readonly account: string | null};

const shortestText = 3;
const longestText = 80;
const decimal = /^\d{1,15}(?:\.\d{1,6})?$/u;
const percent = /^(?<share>\d{1,2}(?:\.\d{1,4})?) ?%$/u;

/** A text of a bank in the form in which rules see it. */
export const plainText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().replaceAll(/\s+/gu, ' ').trim();

/** An account that takes part of a bank entry. */
export type Part = {
  readonly account: string;
  /** Its percentage of the entry; null for the part that takes the rest. */
  readonly percent: string | null;
  /** The rate in percent of the tax that the part includes; null for none. */
  readonly tax: string | null;
};

/** The money of a part, with its tax apart and the rate of that. */
export type Share = {readonly account: string; readonly net: Decimal; readonly tax: Decimal; readonly rate: string};

const part =
  /^(?<account>(?:[^%()]|\([^%()]*\))+?)(?: (?<percent>\d{1,2}(?:[.,]\d{1,4})?) ?%)?(?: \((?:tax|vat|taxe|tva|kodi|imposto|iva) (?<tax>\d{1,2}(?:[.,]\d{1,4})?) ?%\))?$/iu;
const hundred: Decimal = {digits: 100n, scale: 0};

/** Whether an account as it was typed says percentages, so that it has to be read with `partsIn`. */
export const isSplit = (account: string): boolean => /\d ?%/u.test(account);

/** The parts of `Rent 80% (tax 16%) + Water`: one account takes the rest, any may include tax. Null if it is not the whole. */
export function partsIn(text: string): readonly Part[] | null {
  const parts: Part[] = [];
  for (const typed of text.replaceAll(/\s+/gu, ' ').split('+')) {
    const {account, percent, tax} = part.exec(typed.trim())?.groups ?? {};
    if (account === undefined) return null;
    parts.push({account, percent: percent?.replace(',', '.') ?? null, tax: tax?.replace(',', '.') ?? null});
  }
  const percents = parts.flatMap(({percent}) => (percent === null ? [] : [numberIn(percent)]));
  const isWhole =
    percents.length === parts.length - 1 &&
    percents.every(({digits}) => digits > 0n) &&
    compareDecimals(sumDecimals(percents), hundred) < 0;
  return isWhole ? parts : null;
}

/** Shares out an amount to the last minor unit: percentages rounded down, the rest takes what is left, tax to the nearest. */
export function sharesOf(parts: readonly Part[], {currency, value}: DecimalAmount): readonly Share[] {
  const scale = Math.max(decimalPlaces(currency), value.scale);
  const whole = value.digits * 10n ** BigInt(scale - value.scale);
  const decimal = (digits: bigint) => addDecimals({digits, scale}, zero);
  const percentages = parts.map(({percent}) => {
    const {digits, scale: places} = numberIn(percent ?? '0');
    return (whole * digits) / (100n * 10n ** BigInt(places));
  });
  const rest = percentages.reduce((left, each) => left - each, whole);
  return parts.map(({account, percent, tax: ofPart}, at) => {
    const rate = ofPart ?? '0';
    const gross = percent === null ? rest : (percentages[at] ?? 0n);
    const tax = taxIn(gross, numberIn(rate));
    return {account, net: decimal(gross - tax), tax: decimal(tax), rate};
  });
}

/** The tax in an amount that includes it. */
function taxIn(gross: bigint, {digits, scale}: Decimal): bigint {
  const taxed = 100n * 10n ** BigInt(scale) + digits;
  const half = gross < 0n ? -taxed : taxed;
  return (2n * gross * digits + half) / (2n * taxed);
}

/**
 * A rule in the form in which it is recorded. Throws `Problem` rule-invalid for a text of fewer than three letters or more than 80
 * characters, an amount or a tolerance that is none, or a rule with neither account nor tolerance; split-invalid for parts that are not
 * the whole of an entry; text-has-card, text-too-long. A note that became an account is never read as parts.
 */
export function ruleSaid({text: typed, amount, tolerance, account, learned}: RuleSaid): RuleSaid {
  const text = plainText(typed);
  const refuse = (field: keyof RuleSaid, value: string): never => {
    throw new Problem('rule-invalid', {field, value});
  };
  for (const words of [text, account ?? '']) validateFreeText(words);
  if (text.length > longestText || text.replaceAll(/[^\p{L}]/gu, '').length < shortestText) refuse('text', text);
  if (amount !== null && !decimal.test(amount)) refuse('amount', amount);
  if (tolerance !== null && !decimal.test(tolerance) && !percent.test(tolerance)) refuse('tolerance', tolerance);
  const named = account?.trim() ?? '';
  if (named === '' && tolerance === null) refuse('account', named);
  const split = !learned && isSplit(named);
  if (split && partsIn(named) === null) throw new Problem('split-invalid', {value: named});
  return {
    text,
    amount,
    tolerance,
    account: named === '' ? null : named,
    ...(split && {split}),
    ...(learned && {learned}),
  };
}

/** How far from `base` an amount may be. */
function allowance(tolerance: string | null, base: Decimal): Decimal {
  if (tolerance === null) return zero;
  const {share} = percent.exec(tolerance)?.groups ?? {};
  if (share === undefined) return numberIn(tolerance);
  const {digits, scale} = numberIn(share);
  const whole = magnitude(base);
  return {digits: digits * whole.digits, scale: scale + whole.scale + 2};
}

const isNear = (a: Decimal, b: Decimal, tolerance: string | null): boolean =>
  compareDecimals(magnitude(addDecimals(a, {digits: -b.digits, scale: b.scale})), allowance(tolerance, b)) <= 0;

/** Finds the rule that covers an entry. The longest text is the most specific; the order of the rules does not matter. */
export type RuleReader = {
  /** The rule that gives the account of an entry that belongs to no payout. */
  readonly ofEntry: (narration: string, amount: Decimal) => ShopRule | undefined;
  /** The rule that accepts an entry whose amount differs from its payout's. */
  readonly ofDifference: (narration: string, amount: Decimal, expected: Decimal) => ShopRule | undefined;
};

/** `isPayment` recognises references of the till's payments. No rule covers an entry that names one. */
export function ruleReader(rules: readonly ShopRule[], isPayment: (reference: string) => boolean): RuleReader {
  const sorted = rules
    .toSorted((a, b) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
    .map(rule => ({rule, sign: signOf(rule.text)}));
  const found = (narration: string, holds: (rule: ShopRule) => boolean): ShopRule | undefined => {
    if (sorted.length === 0) return undefined;
    const text = plainText(narration);
    const rule = sorted.find(each => holds(each.rule) && each.sign.test(text))?.rule;
    const namesPayment =
      rule !== undefined && text.split(/[^A-Z0-9]+/u).some(word => isReference(word) && isPayment(word));
    return namesPayment ? undefined : rule;
  };
  return {
    ofEntry: (narration, amount) =>
      found(
        narration,
        rule =>
          rule.account !== null &&
          (rule.amount === null || isNear(magnitude(amount), numberIn(rule.amount), rule.tolerance)),
      ),
    ofDifference: (narration, amount, expected) =>
      found(narration, ({tolerance}) => tolerance !== null && isNear(amount, expected, tolerance)),
  };
}

/** Matches whole words, so that `FEE` is not found in `COFFEE`. */
function signOf(text: string): RegExp {
  const pattern = text.split('*').map(part => part.replaceAll(/[.+?^${}()|[\]\\]/gu, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern.join('.*')}(?![\\p{L}\\p{N}])`, 'u');
}

/** What a rule covered. It is always shown, however many entries it covers. */
export type RuleUse = Pick<ShopRule, 'text' | 'account' | 'who' | 'learned'> & {
  readonly entries: number;
  readonly amounts: readonly DecimalAmount[];
};

type ByRule = Pick<Finding, 'reason' | 'facts' | 'delta' | 'provider'>;

/** The rules that cover something, in the order of their texts. */
export function ruleUses(...told: readonly Iterable<ByRule>[]): readonly RuleUse[] {
  const byRule = new Map<string, {readonly first: ByRule; entries: number; readonly sums: DecimalSums}>();
  for (const findings of told)
    for (const finding of findings) {
      if (finding.reason !== 'by-rule') continue;
      const text = String(finding.facts?.['rule'] ?? '');
      const use = byRule.getOrInsertComputed(text, () => ({first: finding, entries: 0, sums: new DecimalSums()}));
      use.entries += 1;
      const amount = finding.delta ?? finding.provider;
      if (amount !== null) use.sums.add(amount.currency, amount.value);
    }
  return [...byRule]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, {first, entries, sums}]) => {
      const {account = '', who = '', learned} = first.facts ?? {};
      return {
        text,
        account: account === '' ? null : String(account),
        who: String(who),
        ...(learned && {learned: Number(learned)}),
        entries,
        amounts: sums.amounts,
      };
    });
}

/** The number of similar acceptances from which a rule is worth offering. */
const fewest = 3;

/** What persons accepted again and again and no rule covers. Acceptances recorded without a text take it from present lines. */
export function ruleOffers(
  {accepted, rules}: {readonly accepted: readonly Acceptance[]; readonly rules: readonly ShopRule[]},
  lines: Iterable<Pick<ReconciliationLine, 'key' | 'acceptance' | 'reason' | 'facts'>> = [],
): readonly RuleOffer[] {
  const texts = new Map(
    accepted.flatMap(({key, text = ''}) => (text === '' ? [] : [[key, commonText(text)] as const])),
  );
  const isTextless = accepted.some(({key, text}) => text === undefined && key.startsWith('BANK_EXTRA:'));
  for (const line of isTextless ? lines : [])
    if (line.acceptance !== null && !texts.has(line.key)) texts.set(line.key, entryText(line));
  const byText = new Map<string, {count: number; readonly notes: Set<string>; note: string}>();
  for (const {key, note} of accepted) {
    const text = texts.get(key) ?? '';
    if (text === '') continue;
    const like = byText.getOrInsertComputed(text, () => ({count: 0, notes: new Set(), note: ''}));
    like.count += 1;
    like.notes.add(plainText(note));
    like.note = note.trim();
  }
  const signs = rules.map(rule => signOf(rule.text));
  return [...byText]
    .filter(([text, {count}]) => count >= fewest && !signs.some(sign => sign.test(text)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, {count, notes, note}]) => ({text, count, account: notes.size === 1 ? note : null}));
}

/** The text of the bank entry of a line, from which a rule may be learned; empty if the line has none. */
export const entryText = ({reason, facts}: Pick<ReconciliationLine, 'reason' | 'facts'>): string =>
  reason === 'credit-unexplained' || reason === 'not-in-these-sources'
    ? commonText(String(facts['narration'] ?? ''))
    : '';

/** The months in the till's languages, in full or abbreviated, without accents. */
const month =
  /^(?:JAN(?:UARY|VIER|EIRO|UARI)?|FEV(?:RIER|EREIRO)?|FEB(?:RUARY|RUARI)?|MAR(?:CH|S|CO|CHI)?|A(?:PR(?:IL|ILI)?|VR(?:IL)?|BR(?:IL)?)|MA(?:Y|I|IO)|JUN(?:E|HO|I)?|JUIN|JUL(?:Y|HO|AI)?|JUIL(?:LET)?|A(?:UG(?:UST)?|OUT|GO(?:STO|STI)?)|SEPT?(?:EMBER|EMBRE|EMBA)?|SETEMBRO|O(?:CT(?:OBER|OBRE)?|UT(?:UBRO)?|KT(?:OBA)?)|NOV(?:EMBER|EMBRE|EMBRO|EMBA)?|DE[CZS](?:EMBER|EMBRE|EMBRO|EMBA)?)\.?$/u;

/** The words before the first that is a month or not only letters, if they make a rule: they can be typed in any shell. */
export function commonText(narration: string): string {
  const words = plainText(narration).split(' ');
  const differs = words.findIndex(word => month.test(word) || !/^\p{L}[\p{L}./&-]*$/u.test(word));
  const text = (differs < 0 ? words : words.slice(0, differs)).join(' ').trim().slice(0, longestText);
  return text.replaceAll(/[^\p{L}]/gu, '').length < shortestText ? '' : text;
}
