import creditCardType from 'credit-card-type';
import {passesLuhn} from './card-numbers.js';
import {fieldReader, firstProblem} from './form.js';
import {Problem} from './problem.js';

/**
 * A card as it is sent: digits alone, month and year of two digits each. It lives in memory for one request and is in no
 * event, no log and no error; what remains of it is its `CardMark`.
 */
export type Card = {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly securityCode: string;
  readonly pin?: string;
  readonly holder?: string;
};

/** What may be kept of a card: its brand as people say it, and the last four digits. */
export type CardMark = {readonly brand: string; readonly lastFour: string};

/** A card as a person typed it, with or without spaces and slashes; every text may be empty or wrong. */
export type CardForm = {
  readonly number: string;
  /** `MM/YY`, or the four digits alone; a year of four digits is read too. */
  readonly expiry: string;
  readonly securityCode: string;
  readonly pin: string;
  readonly holder: string;
};
export type CardField = keyof CardForm;
export const emptyCard: CardForm = {number: '', expiry: '', securityCode: '', pin: '', holder: ''};

/** `month` is the present one, `YYYY-MM`. A PIN is `asked` for naira cards where the merchant lets cashiers take one. */
export type CardRules = {readonly month: string; readonly pin: 'asked' | 'none'};
export type CardReading = {readonly card?: Card; readonly problems: Readonly<Partial<Record<CardField, Problem>>>};

const spaces = /[\s\p{Zs}\p{Cf}./-]/gu;
const longestHolder = 60;

/**
 * Reads a card form into a card, or into one problem per bad field, before anything is sent. No problem repeats what was
 * typed.
 */
export function readCard(form: CardForm, rules: CardRules): CardReading {
  const {problems, attempt, hasProblems} = fieldReader<CardField>();
  const number = attempt('number', () => readNumber(form.number));
  const expiry = attempt('expiry', () => readExpiry(form.expiry, rules.month));
  const securityCode = attempt('securityCode', () => readSecurityCode(form.securityCode, number ?? ''));
  const pin = attempt('pin', () => readPin(form.pin, rules.pin));
  const holder = attempt('holder', () => readHolder(form.holder));
  if (hasProblems() || !number || !expiry || !securityCode) return {problems};
  const optional = {...(pin ? {pin} : {}), ...(holder ? {holder} : {})};
  return {card: {number, ...expiry, securityCode, ...optional}, problems};
}

/** As `readCard`, for a caller who wants one answer: throws the first problem in the order of the fields. */
export function requireCard(form: CardForm, rules: CardRules): Card {
  const {card, problems} = readCard(form, rules);
  if (card !== undefined) return card;
  throw firstProblem(problems, ['number', 'expiry', 'securityCode', 'pin', 'holder']);
}

/** What remains of a card. */
export function markOf({number}: Card): CardMark {
  return {brand: brandOf(number) ?? 'Card', lastFour: number.slice(-4)};
}

/** The brand that a number, or the beginning of one, belongs to; undefined while there are several. */
export function brandOf(typed: string): string | undefined {
  const number = typed.replaceAll(spaces, '');
  if (number === '') return undefined;
  const found = creditCardType(number);
  return found.length === 1 ? found[0]?.niceType : undefined;
}

/** How many digits the security code of a card with this number has, as far as the number says. */
export function securityCodeLength(typed: string): number {
  const number = typed.replaceAll(spaces, '');
  return (number === '' ? undefined : creditCardType(number)[0]?.code.size) ?? 3;
}

/** The groups in which a card of this brand shows its digits: `[4, 4, 4, 4]`. */
export function groupsOf(typed: string): readonly number[] {
  const number = typed.replaceAll(spaces, '');
  const gaps = (number === '' ? undefined : creditCardType(number)[0]?.gaps) ?? [4, 8, 12];
  return [...gaps, 19].map((gap, index) => gap - (index === 0 ? 0 : (gaps[index - 1] ?? 0)));
}

function readNumber(text: string): string {
  const number = text.replaceAll(spaces, '');
  if (number === '') throw new Problem('card-number-missing');
  if (!/^\d+$/u.test(number)) throw new Problem('card-number-not-digits');
  const lengths = creditCardType(number).flatMap(type => type.lengths);
  const isLong = lengths.length === 0 ? number.length >= 12 && number.length <= 19 : lengths.includes(number.length);
  if (!isLong) throw new Problem('card-number-wrong-length', {given: number.length});
  if (!passesLuhn(number)) throw new Problem('card-number-mistyped');
  return number;
}

function readExpiry(text: string, month: string): {expiryMonth: string; expiryYear: string} {
  const {expiryMonth, expiryYear} = /^(?<expiryMonth>0[1-9]|1[0-2])(?:20)?(?<expiryYear>\d\d)$/u.exec(
    text.replaceAll(spaces, ''),
  )?.groups ?? {expiryMonth: '', expiryYear: ''};
  if (!expiryMonth || !expiryYear) throw new Problem('card-expiry-invalid');
  if (`20${expiryYear}-${expiryMonth}` < month) throw new Problem('card-expired');
  return {expiryMonth, expiryYear};
}

function readSecurityCode(text: string, number: string): string {
  const code = text.trim();
  const length = securityCodeLength(number);
  if (!/^\d+$/u.test(code) || code.length !== length) throw new Problem('card-code-invalid', {length});
  return code;
}

function readPin(text: string, rule: CardRules['pin']): string | undefined {
  const pin = text.trim();
  if (pin === '' && rule !== 'asked') return undefined;
  if (rule !== 'asked') throw new Problem('card-pin-not-needed');
  if (!/^\d{4,6}$/u.test(pin)) throw new Problem('card-pin-invalid');
  return pin;
}

function readHolder(text: string): string | undefined {
  const holder = text.trim();
  if (holder.length > longestHolder) throw new Problem('text-too-long', {given: holder.length, longest: longestHolder});
  // A number in the name's place would be sent, and kept, as a name.
  if (/\d/u.test(holder)) throw new Problem('card-holder-has-digits');
  return holder === '' ? undefined : holder;
}
