import {type FieldProblems, fieldReader, required} from '../form.js';
import type {Country, Market, Network} from '../market/market.js';
import {type AmountRules, amountAllowed, isWalletless, marketOf, networkOf} from '../market/markets.js';
import {guessNetwork, normaliseWallet, phoneIn, phoneOf} from '../market/wallet.js';
import {isLanguage, type Language, languages} from '../messages/messages.js';
import {type AmountMarks, type Currency, isCurrency, parseSum} from '../money/money.js';
import {Problem} from '../problem.js';
import {isLoopback} from '../service/answer.js';
import {holdsCardNumber} from '../text/card-numbers.js';
import type {CardOrder, MobileMoneyRequest, WalletOrder} from './schema.js';

/** What a person typed of any order, or a command was given. Every text may be empty or wrong. */
type AnyForm = {
  readonly amount: string;
  readonly currency: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly description: string;
  /** If absent, the language of the country is used. */
  readonly customerLanguage?: string | undefined;
};
/** An order for a wallet, or for a page. `network`: its bank code or id; empty to guess it from the wallet number. */
export type OrderForm = AnyForm & {readonly country: string; readonly network: string; readonly wallet: string};
/** An order for a card, apart from the card. */
export type CardOrderForm = AnyForm & {readonly phone: string};
export type OrderField = keyof OrderForm | keyof CardOrderForm;
const fields: readonly OrderField[] = [
  ...(['country', 'currency', 'amount', 'wallet', 'network'] as const),
  ...(['phone', 'email', 'firstName', 'lastName', 'description', 'customerLanguage'] as const),
];

export type OrderReading<O = WalletOrder> = {
  readonly order?: O;
  readonly problems: Readonly<FieldProblems<OrderField>>;
};

const longestText = 100;
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export type OrderRules = AmountRules & {
  readonly returnUrl: string | undefined;
  readonly offered?: readonly Network[] | undefined;
  /** The shop's telephone number, for a customer who does not pay from a wallet and leaves no number. */
  readonly phone?: string | undefined;
};

/** How the merchant takes cards: in which currencies, and whether cashiers may take the PIN that naira cards need. */
type CardTaking = {readonly currencies: readonly Currency[]; readonly takesPin: boolean};
export type CardOrderRules = CardTaking & AmountMarks & {readonly country: Country};

/**
 * Reads a form into an order, or into one problem per wrong field, before anything is sent. `offered` are the networks of the country that
 * the service lists as usable. It is undefined if the list is not available; the market table is used then.
 */
export const readOrder = (form: OrderForm, rules: OrderRules): OrderReading =>
  reading(form, attempt => {
    const market = attempt('country', () => marketOf(form.country));
    if (market === undefined) return undefined;
    if (form.currency !== '') attempt('currency', () => checkCurrency(form.currency, market));
    const isOnPage = isWalletless(market);
    const number = attempt('wallet', () =>
      isOnPage ? phoneIn(form.wallet, market, rules.phone) : normaliseWallet(form.wallet, market),
    );
    const network = attempt('network', () => chooseNetwork(form, market, {digits: number ?? '', ...rules}));
    const amount = attempt('amount', () => {
      const read = parseSum(form.amount, market.currency, rules);
      if (network !== undefined) amountAllowed(read, market, network, rules);
      return read;
    });
    const isSentBack = network?.needs === 'redirect';
    const returnUrl = isSentBack ? attempt('network', () => checkReturnUrl(rules.returnUrl)) : null;
    if (network === undefined || amount === undefined || number === undefined || returnUrl === undefined)
      return undefined;
    const its = {network: network.id, bankCode: network.code, wallet: isOnPage ? null : number, phone: number};
    return {method: 'mobile-money', amount, country: market.country, ...its, returnUrl};
  });

/** Does the same for a card. The order's country is the shop's. */
export const readCardOrder = (
  form: CardOrderForm,
  {country, thousandsMark, decimalMark, ...taking}: CardOrderRules,
): OrderReading<CardOrder> =>
  reading(form, attempt => {
    const currency = attempt('currency', () => chargeCurrencyOf(form.currency, taking));
    const amount = currency && attempt('amount', () => parseSum(form.amount, currency, {thousandsMark, decimalMark}));
    const phone = attempt('phone', () => phoneOf(form.phone));
    return amount && phone !== undefined ? {method: 'card', amount, country, phone} : undefined;
  });

type Attempt = ReturnType<typeof fieldReader<OrderField>>['attempt'];
type OfEveryOrder = Pick<CardOrder, 'email' | 'firstName' | 'lastName' | 'description' | 'customerLanguage'>;

/** Reads what is of one method with `own`, and the fields that every order has. */
function reading<Own extends object>(
  form: AnyForm,
  own: (attempt: Attempt) => Own | undefined,
): OrderReading<Own & OfEveryOrder> {
  const {problems, attempt, hasProblems} = fieldReader<OrderField>();
  const its = own(attempt);
  const email = attempt('email', () => checkEmail(form.email));
  for (const field of ['firstName', 'lastName', 'description'] as const)
    attempt(field, () => validateFreeText(form[field]));
  const language = attempt('customerLanguage', () => customerLanguageOf(form.customerLanguage));
  if (hasProblems() || its === undefined || email === undefined) return {problems};
  const {firstName, lastName, description} = form;
  const words = {email, firstName, lastName, description: description.trim()};
  return {order: {...its, ...words, ...(language && {customerLanguage: language})}, problems};
}

/** Returns an order that was read. If none was, throws the first problem, in the order of the fields. */
export const requireOrder = <O>({order, problems}: OrderReading<O>): O => required(order, problems, fields);

function checkCurrency(text: string, market: Market): void {
  if (!isCurrency(text)) throw new Problem('currency-unknown', {currency: text});
  if (text !== market.currency)
    throw new Problem('currency-of-another-country', {
      currency: text,
      country: market.country,
      expected: market.currency,
    });
}

function chooseNetwork(
  form: OrderForm,
  market: Market,
  {digits, offered}: Pick<OrderRules, 'offered'> & {readonly digits: string},
): Network {
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

/** Throws `Problem` text-too-long if it is longer than the service allows, and text-has-card if it contains a card number. */
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

/** Fills a form from a payment's request, for its sale's next attempt or a repeat sale. Amount and description are empty. */
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

/** Returns the currencies in which the merchant can charge a card. The service refuses naira without the card's PIN. */
export const chargedCurrencies = ({currencies, takesPin}: CardTaking): readonly Currency[] =>
  currencies.filter(currency => currency !== 'NGN' || takesPin);

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
