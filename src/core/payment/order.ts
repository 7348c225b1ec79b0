import {fieldReader, firstProblem} from '../form.js';
import type {Market, Network} from '../market/market.js';
import {type AllowedBy, type AmountRules, amountAllowed, isWalletless, marketOf, networkOf} from '../market/markets.js';
import {phoneIn} from '../market/phone.js';
import {guessNetwork, normaliseWallet, type Wallet} from '../market/wallet.js';
import {isLanguage, type Language, languages} from '../messages/messages.js';
import {isCurrency, type Money, parseSum} from '../money/money.js';
import type {MobileMoneyRequest} from '../payment/schema.js';
import {Problem} from '../problem.js';
import {isLoopback} from '../service/loopback.js';
import {holdsCardNumber} from '../text/card-numbers.js';

/** What a person typed or a command was given. Every text may be empty or wrong. */
export type OrderForm = {
  readonly amount: string;
  readonly currency: string;
  readonly country: string;
  /** A network's bank code or id; empty to guess the network from the wallet number. */
  readonly network: string;
  readonly wallet: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly description: string;
  /** If absent, the language of the country is used. */
  readonly customerLanguage?: string | undefined;
};
export type OrderField = keyof OrderForm;
const fields = [
  'country',
  'currency',
  'amount',
  'wallet',
  'network',
  'email',
  'firstName',
  'lastName',
  'description',
  'customerLanguage',
] as const;

/**
 * A mobile-money payment that the till may request. Every field is checked. `wallet` is in international digits, or
 * null if the method has no wallet.
 */
export type Order = {
  readonly amount: Money;
  readonly market: Market;
  readonly network: Network;
  readonly wallet: string | null;
  readonly phone: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** If empty, the till writes `Sale <reference>`. */
  readonly description: string;
  readonly returnUrl: string | null;
  /** The language chosen for the customer; absent for the language of the country. */
  readonly customerLanguage?: Language | undefined;
  /** Warnings that a person should check but that do not forbid the order. */
  readonly warnings: readonly 'wallet-unusual'[];
};

export type OrderReading = {readonly order?: Order; readonly problems: Readonly<Partial<Record<OrderField, Problem>>>};

const longestText = 100;
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export type OrderRules = AmountRules &
  AllowedBy & {
    readonly returnUrl: string | undefined;
    readonly offered?: readonly Network[] | undefined;
    /** The shop's telephone number, for a customer who does not pay from a wallet and leaves no number. */
    readonly phone?: string | undefined;
  };

/**
 * Reads a form into an order, or into one problem per wrong field, before anything is sent. `offered` are the networks
 * of the country that the service lists as usable. It is undefined if the list is not available; the market table is
 * used then.
 */
export function readOrder(form: OrderForm, rules: OrderRules): OrderReading {
  const {problems, attempt, hasProblems} = fieldReader<OrderField>();
  const market = attempt('country', () => marketOf(form.country));
  if (market === undefined) return {problems};
  if (form.currency !== '') attempt('currency', () => checkCurrency(form.currency, market));
  const isOnPage = isWalletless(market);
  const wallet = attempt(
    'wallet',
    (): Wallet =>
      isOnPage ? {digits: phoneIn(form.wallet, market, rules.phone)} : normaliseWallet(form.wallet, market),
  );
  const network = attempt('network', () =>
    chooseNetwork({form, market, digits: wallet?.digits ?? '', offered: rules.offered}),
  );
  const amount = attempt('amount', () => {
    const read = parseSum(form.amount, market.currency, rules);
    if (network !== undefined) amountAllowed(read, market, network, rules);
    return read;
  });
  const email = attempt('email', () => checkEmail(form.email));
  for (const field of ['firstName', 'lastName', 'description'] as const)
    attempt(field, () => validateFreeText(form[field]));
  const language = attempt('customerLanguage', () => customerLanguageOf(form.customerLanguage));
  const returnUrl =
    network?.needs === 'redirect' ? attempt('network', () => checkReturnUrl(rules.returnUrl)) : undefined;
  if (hasProblems() || !network || !amount || !wallet || email === undefined) return {problems};
  const order: Order = {
    amount,
    market,
    network,
    wallet: isOnPage ? null : wallet.digits,
    phone: wallet.digits,
    email,
    firstName: form.firstName,
    lastName: form.lastName,
    description: form.description.trim(),
    returnUrl: returnUrl ?? null,
    ...(language && {customerLanguage: language}),
    warnings: wallet.warning === undefined ? [] : [wallet.warning],
  };
  return {order, problems};
}

/** Does the same as `readOrder` and returns the order. Throws the first problem, in the order of the fields. */
export function requireOrder(form: OrderForm, rules: Parameters<typeof readOrder>[1]): Order {
  const {order, problems} = readOrder(form, rules);
  if (order !== undefined) return order;
  throw firstProblem(problems, fields);
}

function checkCurrency(text: string, market: Market): void {
  if (!isCurrency(text)) throw new Problem('currency-unknown', {currency: text});
  if (text !== market.currency)
    throw new Problem('currency-of-another-country', {
      currency: text,
      country: market.country,
      expected: market.currency,
    });
}

function chooseNetwork({
  form,
  market,
  digits,
  offered,
}: {
  form: OrderForm;
  market: Market;
  digits: string;
  offered: readonly Network[] | undefined;
}): Network {
  if (form.network !== '') {
    const listed = offered?.find(({code, id}) => code === form.network || id === form.network);
    return listed ?? networkOf(market, form.network, digits);
  }
  const guessed = guessNetwork(digits, market);
  if (guessed !== undefined) return guessed;
  throw new Problem('network-missing', undefined, {country: market.country});
}

/** Returns the e-mail address without surrounding blanks. Throws `Problem` email-invalid, text-has-card. */
export function checkEmail(text: string): string {
  const email = text.trim();
  if (holdsCardNumber(email)) throw new Problem('text-has-card');
  if (!emailForm.test(email) || email.length > longestText) throw new Problem('email-invalid', {email});
  return email;
}

/** Throws `Problem` text-has-card if the text contains a card number, which must be neither kept nor shown. */
export function checkNoCard(text: string): void {
  if (holdsCardNumber(text)) throw new Problem('text-has-card');
}

/**
 * Throws `Problem` text-too-long if the text is longer than any field of the service allows, and text-has-card if it
 * contains a card number.
 */
export function validateFreeText(text: string): void {
  checkNoCard(text);
  if (text.length > longestText) throw new Problem('text-too-long', {given: text.length, longest: longestText});
}

/** Returns the language that was chosen for a customer; undefined if none was. Throws `Problem` language-unknown. */
export function customerLanguageOf(text: string | undefined): Language | undefined {
  if (text === undefined) return undefined;
  const language = text.trim().toLowerCase();
  if (!isLanguage(language)) throw new Problem('language-unknown', {language: text, languages: languages.join(', ')});
  return language;
}

function checkReturnUrl(url: string | undefined): string {
  if (url === undefined) throw new Problem('return-url-missing');
  const {protocol, hostname} = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname)) throw new Problem('url-not-https', {url});
  return url;
}

/**
 * Fills a form from the request of a payment, for the next attempt of its sale or for a repeat sale. The amount and the
 * description are empty.
 */
export function formOf(request: MobileMoneyRequest): OrderForm {
  const {amount, country, network, phone, email, firstName, lastName, customerLanguage} = request;
  return {
    amount: '',
    currency: amount.currency,
    country,
    network,
    wallet: phone,
    email,
    firstName,
    lastName,
    description: '',
    customerLanguage,
  };
}
