import {cleanText} from '../text/text.js';

type Marks = {readonly tag: string; readonly decimalMark: string; readonly groupMark: string};

// An `Intl` object costs up to a millisecond, so each is made when it is first used.
const rules = new Map<string, Intl.PluralRules>();

/** Returns a value for a blank. Foreign text is cleaned, so that it can neither move the cursor nor break a line. */
export const text = (value: string | number): string =>
  typeof value === 'number' ? String(value) : cleanText(value, 200);

export const count = (marks: Marks, value: number): string => numberText(String(value), marks);

/** Returns plain decimal text as the language writes it, in groups of three: `"-1250.00"` as `"−1,250.00"`. */
export function numberText(decimal: string, {decimalMark, groupMark}: Omit<Marks, 'tag'>): string {
  const [whole = '', fraction] = decimal.replace('-', '−').split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, groupMark);
  return fraction === undefined ? grouped : `${grouped}${decimalMark}${fraction}`;
}

type Forms = Readonly<Record<string, () => string>> & {readonly other: () => string};

/** Returns the form that the language has for a number. An exact form (`=0`) takes precedence over the plural rule. */
export function plural({tag}: Marks, value: number, forms: Forms): string {
  const exact = forms[`=${value}`];
  if (exact !== undefined) return exact();
  const rule = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, rule);
  return (forms[rule.select(value)] ?? forms.other)();
}

export const choice = (value: string, forms: Forms): string => (forms[value] ?? forms.other)();

/** Keeps an area of a catalogue that was just made. */
export function kept<A extends string, C extends object>(catalogue: object, area: A, made: Readonly<Record<A, C>>): C {
  Object.defineProperty(catalogue, area, {value: made[area]});
  return made[area];
}
