import {fieldReader, firstProblem} from './form.js';
import type {Country} from './markets.js';
import {type Currency, isCurrency, type Money, parseAmount} from './money.js';
import {checkEmail, checkWords} from './order.js';
import {phoneOf} from './phone.js';
import {Problem} from './problem.js';

/** What a person typed of a card payment beside its card; every text may be empty or wrong. */
export type CardOrderForm = {
  readonly amount: string;
  readonly currency: string;
  readonly email: string;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly description: string;
};
export type CardOrderField = keyof CardOrderForm;
const fields = ['currency', 'amount', 'phone', 'email', 'firstName', 'lastName', 'description'] as const;

/** A card payment that may be asked for, without its card. `country` is the shop's. */
export type CardOrder = {
  readonly amount: Money;
  readonly country: Country;
  readonly email: string;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Empty: the till writes `Sale <reference>`. */
  readonly description: string;
};

/** `currencies` are those in which the merchant takes cards; the service's are naira and dollars. */
export type CardOrderRules = {readonly currencies: readonly Currency[]; readonly country: Country};
export type CardOrderReading = {
  readonly order?: CardOrder;
  readonly problems: Readonly<Partial<Record<CardOrderField, Problem>>>;
};

/** Reads a form into an order, or into one problem per bad field, before anything is sent. */
export function readCardOrder(form: CardOrderForm, {currencies, country}: CardOrderRules): CardOrderReading {
  const {problems, attempt, hasProblems} = fieldReader<CardOrderField>();
  const currency = attempt('currency', () => cardCurrencyOf(form.currency, currencies));
  const amount = currency && attempt('amount', () => parseAmount(form.amount, currency));
  const email = attempt('email', () => checkEmail(form.email));
  const phone = attempt('phone', () => phoneOf(form.phone));
  for (const field of ['firstName', 'lastName', 'description'] as const) attempt(field, () => checkWords(form[field]));
  if (hasProblems() || !amount || email === undefined || phone === undefined) return {problems};
  const {firstName, lastName} = form;
  return {order: {amount, country, email, phone, firstName, lastName, description: form.description.trim()}, problems};
}

/** As `readCardOrder`, for a caller who wants one answer: throws the first problem in the order of the fields. */
export function requireCardOrder(form: CardOrderForm, rules: CardOrderRules): CardOrder {
  const {order, problems} = readCardOrder(form, rules);
  if (order !== undefined) return order;
  throw firstProblem(problems, fields);
}

/** A currency in which the merchant takes cards. Throws `Problem` currency-unknown, card-currency-not-taken. */
export function cardCurrencyOf(text: string, currencies: readonly Currency[]): Currency {
  const currency = text.trim().toUpperCase();
  if (!isCurrency(currency)) throw new Problem('currency-unknown', {currency: text});
  if (!currencies.includes(currency))
    throw new Problem('card-currency-not-taken', {currency, currencies: currencies.join(', ')});
  return currency;
}
