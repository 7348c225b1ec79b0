import creditCardType from 'credit-card-type';
import {fieldReader, required} from '../form.js';
import {Problem} from '../problem.js';
import {passesLuhn} from '../text/card-numbers.js';
import {Secret} from '../text/secret.js';
import {cleanText} from '../text/text.js';

/** A card as it is sent: digits, month and year of two. In memory for one request, then wiped; only its `CardMark` remains. */
export type Card = {
  readonly number: Secret;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly securityCode: Secret;
  readonly pin?: Secret;
  readonly holder?: string;
};

/** Overwrites the secret parts of a card with zeros. */
export function wipeCard({number, securityCode, pin}: Card): void {
  for (const secret of [number, securityCode, pin]) secret?.wipe();
}

/** What may be kept of a card: its brand as people call it, and the last four digits. */
export type CardMark = {readonly brand: string; readonly lastFour: string};

/** A card as a person typed it, with or without spaces and slashes. Every text may be empty or wrong. */
export type CardForm = {
  readonly number: string | Secret;
  /** `MM/YY`, or only the four digits. A year of four digits is accepted too. */
  readonly expiry: string;
  readonly securityCode: string | Secret;
  readonly pin: string | Secret;
  readonly holder: string;
};
export type CardField = keyof CardForm;

/** `month` is the present month, `YYYY-MM`. `pin` is `asked` for naira cards if the merchant lets cashiers take a PIN. */
export type CardRules = {readonly month: string; readonly pin: 'asked' | 'none'};
type CardReading = {readonly card?: Card; readonly problems: Readonly<Partial<Record<CardField, Problem>>>};

const spaces = /[\s\p{Zs}\p{Cf}./-]/gu;
const longestHolder = 60;

/** Reads a card form into a card, or into a problem for each wrong field. No problem repeats what the person typed. */
export function readCard(form: CardForm, rules: CardRules): CardReading {
  const {problems, attempt, hasProblems} = fieldReader<CardField>();
  const number = attempt('number', () => readNumber(form.number));
  const expiry = attempt('expiry', () => readExpiry(form.expiry, rules.month));
  const securityCode = attempt('securityCode', () => readSecurityCode(form.securityCode, number));
  const pin = attempt('pin', () => readPin(form.pin, rules.pin));
  const holder = attempt('holder', () => readHolder(form.holder));
  if (hasProblems() || !number || !expiry || !securityCode) {
    for (const secret of [number, securityCode, pin]) secret?.wipe();
    return {problems};
  }
  const optional = {...(pin ? {pin} : {}), ...(holder ? {holder} : {})};
  return {card: {number, ...expiry, securityCode, ...optional}, problems};
}

/** Does the same as `readCard` and returns the card. Throws the first problem, in the order of the fields. */
export function requireCard(form: CardForm, rules: CardRules): Card {
  const {card, problems} = readCard(form, rules);
  return required(card, problems, ['number', 'expiry', 'securityCode', 'pin', 'holder']);
}

export function markOf({number}: Card): CardMark {
  return {brand: brandOf(beginningOf(number)) ?? 'Card', lastFour: number.slice(-4)};
}

/** Returns the brand of a number, or of the beginning of one; undefined while several brands are possible. */
export function brandOf(typed: string): string | undefined {
  const number = typed.replaceAll(spaces, '');
  if (number === '') return undefined;
  const found = creditCardType(number);
  return found.length === 1 ? found[0]?.niceType : undefined;
}

/** Returns the number of digits in the security code of a card with this number, as far as the number determines it; otherwise 3. */
export function securityCodeLength(typed: string): number {
  const number = typed.replaceAll(spaces, '');
  return (number === '' ? undefined : creditCardType(number)[0]?.code.size) ?? 3;
}

/** Returns the groups in which a card of this brand shows its digits: `[4, 4, 4, 4]`. */
export function groupsOf(typed: string): readonly number[] {
  const number = typed.replaceAll(spaces, '');
  const gaps = (number === '' ? undefined : creditCardType(number)[0]?.gaps) ?? [4, 8, 12];
  return [...gaps, 19].map((gap, index) => gap - (index === 0 ? 0 : (gaps[index - 1] ?? 0)));
}

/** The digits that determine the brand. The code copies no more of the number into a string than this. */
const beginningOf = (number: Secret): string => number.slice(0, 8);

/** Returns the characters of a field, without those that match `dropped`, in memory of their own. */
const readSecret = (field: string | Secret, dropped: RegExp): Secret =>
  typeof field === 'string' ? Secret.of(field.replaceAll(dropped, '')) : field.without(new RegExp(dropped, 'u'));

/** Returns the last four digits of a card number, or `''` if it is not a valid one. */
export function lastFourOf(typed: string | Secret): string {
  if (typed.length === 0) return '';
  const number = fieldReader<CardField>().attempt('number', () => readNumber(typed));
  const lastFour = number?.slice(-4) ?? '';
  number?.wipe();
  return lastFour;
}

function readNumber(field: string | Secret): Secret {
  return wipedUnless(readSecret(field, spaces), number => {
    if (number.length === 0) throw new Problem('card-number-missing');
    if (!number.isDigits()) throw new Problem('card-number-not-digits');
    const {length} = number;
    const lengths = creditCardType(beginningOf(number)).flatMap(type => type.lengths);
    const isLong = lengths.length === 0 ? length >= 12 && length <= 19 : lengths.includes(length);
    if (!isLong) throw new Problem('card-number-wrong-length', {given: length});
    if (!passesLuhn(number.bytes)) throw new Problem('card-number-mistyped');
  });
}

/** Returns the secret if it passes the check. Otherwise wipes it and throws the problem of the check. */
function wipedUnless(secret: Secret, check: (secret: Secret) => void): Secret {
  try {
    check(secret);
    return secret;
  } catch (error) {
    secret.wipe();
    throw error;
  }
}

function readExpiry(text: string, month: string): {expiryMonth: string; expiryYear: string} {
  const {expiryMonth, expiryYear} = /^(?<expiryMonth>0[1-9]|1[0-2])(?:20)?(?<expiryYear>\d\d)$/u.exec(
    text.replaceAll(spaces, ''),
  )?.groups ?? {expiryMonth: '', expiryYear: ''};
  if (!expiryMonth || !expiryYear) throw new Problem('card-expiry-invalid');
  if (`20${expiryYear}-${expiryMonth}` < month) throw new Problem('card-expired');
  return {expiryMonth, expiryYear};
}

const readCode = (field: string | Secret): Secret =>
  typeof field === 'string' ? Secret.of(field.trim()) : field.trimmed();

const readSecurityCode = (field: string | Secret, number: Secret | undefined): Secret =>
  wipedUnless(readCode(field), code => {
    const length = securityCodeLength(number === undefined ? '' : beginningOf(number));
    if (!code.isDigits() || code.length !== length) throw new Problem('card-code-invalid', {length});
  });

function readPin(field: string | Secret, rule: CardRules['pin']): Secret | undefined {
  const pin = readCode(field);
  if (pin.length === 0 && rule !== 'asked') return undefined;
  return wipedUnless(pin, () => {
    if (rule !== 'asked') throw new Problem('card-pin-not-needed');
    if (!pin.isDigits() || pin.length < 4 || pin.length > 6) throw new Problem('card-pin-invalid');
  });
}

function readHolder(text: string): string | undefined {
  const holder = text.trim();
  if (holder.length > longestHolder) throw new Problem('text-too-long', {given: holder.length, longest: longestHolder});
  // A card number in this field would be sent and kept as a name.
  if (/\d/u.test(holder)) throw new Problem('card-holder-has-digits');
  return holder === '' ? undefined : holder;
}

/** Returns the brand of a card as the books name it: `visa`, `american-express`; `card` if the brand is not known. */
export const brandOfCard = ({brand}: Pick<CardMark, 'brand'>): string =>
  brand.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');

/** Returns the name of a brand for people. An unknown brand has the name that the books use. */
export function brandName(id: string): string {
  if (id === 'card') return 'Card';
  // The type of the library says that every id has a brand, but that is true only of the library's own ids.
  const known: {readonly niceType: string} | undefined = creditCardType.getTypeInfo(id);
  return known?.niceType ?? cleanText(id, 64);
}
