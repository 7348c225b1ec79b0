import {fieldReader, firstProblem} from '../form.js';
import type {Country} from '../market/market.js';
import type {AmountRules} from '../market/markets.js';
import {phoneOf} from '../market/phone.js';
import type {Language} from '../messages/messages.js';
import {type Currency, isCurrency, type Money, parseSum} from '../money/money.js';
import {Problem} from '../problem.js';
import {checkEmail, customerLanguageOf, validateFreeText} from './order.js';

/** What a person typed for a card payment, apart from the card. Every text may be empty or wrong. */
export type CardOrderForm = {
  readonly amount: string;
  readonly currency: string;
  readonly email: string;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly description: string;
  /** If absent, the language of the country is used. */
  readonly customerLanguage?: string | undefined;
};
export type CardOrderField = keyof CardOrderForm;
const fields = [
  'currency',
  'amount',
  'phone',
  'email',
  'firstName',
  'lastName',
  'description',
  'customerLanguage',
] as const;

/** A card payment that the till may request, without its card. `country` is the shop's. */
export type CardOrder = {
  readonly amount: Money;
  readonly country: Country;
  readonly email: string;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  /** If empty, the till writes `Sale <reference>`. */
  readonly description: string;
  /** The language chosen for the customer; absent for the language of the country. */
  readonly customerLanguage?: Language | undefined;
};

/** How the merchant takes cards: in which currencies, and whether cashiers may take the PIN that naira cards need. */
export type CardTaking = {readonly currencies: readonly Currency[]; readonly takesPin: boolean};
export type CardOrderRules = CardTaking & Pick<AmountRules, 'thousandsMark'> & {readonly country: Country};
export type CardOrderReading = {
  readonly order?: CardOrder;
  readonly problems: Readonly<Partial<Record<CardOrderField, Problem>>>;
};

/** Reads a form into an order, or into one problem per wrong field, before anything is sent. */
export function readCardOrder(
  form: CardOrderForm,
  {country, thousandsMark, ...taking}: CardOrderRules,
): CardOrderReading {
  const {problems, attempt, hasProblems} = fieldReader<CardOrderField>();
  const currency = attempt('currency', () => chargeCurrencyOf(form.currency, taking));
  const amount = currency && attempt('amount', () => parseSum(form.amount, currency, {thousandsMark}));
  const email = attempt('email', () => checkEmail(form.email));
  const phone = attempt('phone', () => phoneOf(form.phone));
  for (const field of ['firstName', 'lastName', 'description'] as const)
    attempt(field, () => validateFreeText(form[field]));
  const language = attempt('customerLanguage', () => customerLanguageOf(form.customerLanguage));
  if (hasProblems() || !amount || email === undefined || phone === undefined) return {problems};
  const {firstName, lastName} = form;
  const order: CardOrder = {
    amount,
    country,
    email,
    phone,
    firstName,
    lastName,
    description: form.description.trim(),
    ...(language && {customerLanguage: language}),
  };
  return {order, problems};
}

/** Does the same as `readCardOrder` and returns the order. Throws the first problem, in the order of the fields. */
export function requireCardOrder(form: CardOrderForm, rules: CardOrderRules): CardOrder {
  const {order, problems} = readCardOrder(form, rules);
  if (order !== undefined) return order;
  throw firstProblem(problems, fields);
}

/** Returns the currencies in which the merchant can charge a card. The service refuses naira without the card's PIN. */
export function chargedCurrencies({currencies, takesPin}: CardTaking): readonly Currency[] {
  return currencies.filter(currency => currency !== 'NGN' || takesPin);
}

/** Whether the merchant takes no naira cards only because cashiers may not take the PIN. */
export const lacksNaira = (taking: CardTaking): boolean =>
  taking.currencies.includes('NGN') && !chargedCurrencies(taking).includes('NGN');

/** Does the same as `cardCurrencyOf` for a charge. Also throws `Problem` card-naira-without-pin, cards-in-naira-alone. */
function chargeCurrencyOf(text: string, taking: CardTaking): Currency {
  const charged = chargedCurrencies(taking);
  if (text.trim().toUpperCase() === 'NGN' && lacksNaira(taking))
    throw charged.length === 0
      ? new Problem('cards-in-naira-alone')
      : new Problem('card-naira-without-pin', {currencies: charged.join(', ')});
  return cardCurrencyOf(text, charged);
}

/** Returns a currency in which the merchant takes cards. Throws `Problem` currency-unknown, card-currency-not-taken. */
export function cardCurrencyOf(text: string, currencies: readonly Currency[]): Currency {
  const currency = text.trim().toUpperCase();
  if (!isCurrency(currency)) throw new Problem('currency-unknown', {currency: text});
  if (!currencies.includes(currency))
    throw new Problem('card-currency-not-taken', {currency, currencies: currencies.join(', ')});
  return currency;
}
