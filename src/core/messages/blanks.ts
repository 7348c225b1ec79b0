import {cleanText} from '../text/text.js';

// What the compiled sentences call. An `Intl` object costs up to a millisecond: each is made at its first use.
const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** A value in a blank; foreign text cannot move the cursor or break a line. */
export function text(value: string | number | undefined): string {
  if (value === undefined) return '?';
  return typeof value === 'number' ? String(value) : cleanText(value, 200);
}

/** A number as the language writes it; no language of the till groups fewer than four digits. */
export function count(language: string, value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(value);
}

type Forms = Readonly<Record<string, () => string>> & {readonly other: () => string};

/** The form that the language has for a number: the exact one (`=0`) before the rule's. */
export function plural(language: string, value: number, forms: Forms): string {
  const exact = forms[`=${value}`];
  if (exact !== undefined) return exact();
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  return (forms[rule.select(value)] ?? forms.other)();
}

export const choice = (value: string, forms: Forms): string => (forms[value] ?? forms.other)();
