import {checkPayingOff} from '../../src/core/account/decide.js';
import {type Basket, totalOf} from '../../src/core/item/basket.js';
import type {Country, Market, Network} from '../../src/core/market/market.js';
import {isWalletless, marketOf, markets, usualLanguage} from '../../src/core/market/markets.js';
import {guessCountry, guessNetwork, normaliseWallet} from '../../src/core/market/wallet.js';
import {isLanguage, type Language, languages} from '../../src/core/messages/messages.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {formOf, type OrderField, type OrderReading, readOrder} from '../../src/core/payment/order.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {problemOf} from '../../src/core/payment/said.js';
import {type Order, owedOf} from '../../src/core/payment/schema.js';
import {Problem} from '../../src/core/problem.js';
import {payableOrder} from '../../src/core/sale/payable.js';
import {checkPart} from '../../src/core/ticket/decide.js';
import type {Ticket} from '../../src/core/ticket/ticket.js';
import {amountTyped, sumIn} from '../kit/amount.js';
import {beside, emptyForm, type Filled, typedIn} from '../kit/form.js';
import type {ChosenField, Context} from '../kit/screen.js';
import type {ReducerContext} from '../model.js';
import {emptyLine, lineOf, textOf} from '../terminal/line.js';

const basicFields = ['amount', 'wallet', 'network', 'country', 'more'] as const;
const moreFields = ['firstName', 'lastName', 'email', 'description', 'language'] as const;
export type SaleField = (typeof basicFields)[number] | (typeof moreFields)[number];
export type TypedSaleField = Exclude<SaleField, 'network' | 'country' | 'more' | 'language'>;

/** What a sale is about and for whom, by whichever method it is paid. */
export type OfSale = {
  /** The sale of which this is another attempt. Its amount cannot be changed. */
  readonly sale: string | undefined;
  /** The ticket of which this pays a part. */
  readonly ticket: string | undefined;
  /** The account of which this pays what is owed. */
  readonly paysOff: number | undefined;
  /** What is sold, line by line. Its total is the amount. */
  readonly basket: Basket | undefined;
  /** The customer's language if it was chosen by hand; undefined for the default of the country. */
  readonly language: Language | undefined;
};
export type SaleForm = Filled<SaleField> &
  OfSale & {
    readonly country: Country;
    /** The country was chosen by hand for this sale, so no number changes it. */
    readonly isCountryChosen: boolean;
    /** The id of the network if it was chosen by hand; empty if it follows from the number. */
    readonly network: string;
    readonly isMoreOpen: boolean;
  };

/** Returns an empty form in the shop's country, not that of the last customer. The network is kept if prefixes do not identify it. */
export function newForm({shop, till}: ReducerContext): SaleForm {
  const {country, networks} = marketOf(shop.country);
  const last = lastMobile(till.state)?.request;
  const hasPrefixes = networks.some(({prefixes}) => prefixes.length > 0);
  return {
    ...emptyForm('amount'),
    sale: undefined,
    ticket: undefined,
    paysOff: undefined,
    basket: undefined,
    language: undefined,
    country,
    isCountryChosen: false,
    network: hasPrefixes || last?.method !== 'mobile-money' || last.country !== country ? '' : last.network,
    isMoreOpen: false,
  };
}

/** Returns a form with the wallet of a payment, which typing replaces. For another payment method it is an ordinary new form. */
export function sameWalletForm({request}: Payment, reducerContext: ReducerContext): SaleForm {
  const form = newForm(reducerContext);
  if (request.method !== 'mobile-money') return form;
  const {country, wallet, customerLanguage: language} = formOf(request);
  const market = marketOf(country);
  const isGuessed = guessNetwork(wallet, market)?.id === request.network;
  return {
    ...form,
    country: market.country,
    network: isGuessed ? '' : request.network,
    language: isLanguage(language) ? language : undefined,
    kept: 'wallet',
    lines: {...form.lines, wallet: lineOf(wallet)},
  };
}

/** Returns a form for a sale's next attempt, with its amount and wallet; empty after a card payment if no market has its currency. */
export function nextAttemptForm(payment: Payment, reducerContext: ReducerContext): SaleForm {
  const {method} = payment.request;
  const amount = owedOf(payment.request);
  const form = method === 'card' ? formIn(amount.currency, reducerContext) : sameWalletForm(payment, reducerContext);
  if (form === undefined) return newForm(reducerContext);
  const lines = {...form.lines, amount: amountTyped(amount, reducerContext.shop.language)};
  const {ticket, paysOff} = payment.request;
  return {...form, sale: payment.sale, ticket, paysOff, focus: afterAmount(form), lines};
}

const afterAmount = (form: SaleForm): SaleField => (isCashFirst(form) ? 'country' : 'wallet');

/** Returns a form for the next part of a ticket. The amount is what is left, and typing replaces it. */
export function partForm(ticket: Ticket, amount: Money, reducerContext: ReducerContext): SaleForm {
  const form = formFor(amount.currency, reducerContext);
  return {
    ...form,
    ticket: ticket.reference,
    kept: 'amount',
    focus: isCashFirst(form) ? 'amount' : 'wallet', // what is left is known, and usually all of it is requested
    lines: {...form.lines, amount: amountTyped(amount, reducerContext.shop.language)},
  };
}

/** Returns the typed form with a basket: the amount is its total, in a country of its currency. */
export function basketForm(typed: SaleForm, basket: Basket | undefined, reducerContext: ReducerContext): SaleForm {
  if (basket === undefined || basket.lines.length === 0)
    return typed.basket === undefined
      ? typed
      : {...typed, basket: undefined, focus: 'amount', lines: {...typed.lines, amount: emptyLine}};
  const {currency} = basket;
  const form = marketIn(typed).market.currency === currency ? typed : (formIn(currency, reducerContext) ?? typed);
  const amount = amountTyped(totalOf(basket), reducerContext.shop.language);
  return {...form, basket, kept: undefined, wrong: undefined, focus: afterAmount(form), lines: {...form.lines, amount}};
}

/** Returns what of an amount this means can pay now, for what the form is about. */
export const payableNow = <O extends Pick<Order, 'method' | 'country' | 'amount'> & {readonly tendered?: Money}>(
  asked: O,
  {ticket, sale}: Pick<OfSale, 'ticket' | 'sale'>,
  {till}: Pick<ReducerContext, 'till'>,
) => payableOrder(till.state, asked, {ticket, sale}, till.settings);

/** Returns the problem of a part: the ticket has no room for it, less is owed on the account, or the basket is in another currency. */
export function partProblem(
  {ticket, sale, paysOff, basket}: Omit<OfSale, 'language'>,
  amount: Money | undefined,
  {till}: Pick<ReducerContext, 'till'>,
): Problem | undefined {
  if (amount !== undefined && basket !== undefined && amount.currency !== basket.currency)
    return new Problem('line-currency-differs', {currency: basket.currency});
  if (amount !== undefined && paysOff !== undefined)
    return problemOf(() => checkPayingOff(till.accounts(), paysOff, amount));
  if (ticket === undefined || amount === undefined) return undefined;
  return problemOf(() => checkPart(till.state, {ticket, amount, sale}));
}

/** Returns an empty form in a country of the currency, preferably the shop's own, or undefined if there is none. */
function formIn(currency: Currency, reducerContext: ReducerContext): SaleForm | undefined {
  const market = [marketOf(reducerContext.shop.country), ...markets].find(each => each.currency === currency);
  return market && {...newForm(reducerContext), country: market.country, isCountryChosen: true, network: ''};
}

/** Returns an empty form for an amount of the currency. If that is the currency of a new form, it is an ordinary new form. */
export function formFor(currency: Currency, reducerContext: ReducerContext): SaleForm {
  const own = newForm(reducerContext);
  return marketIn(own).market.currency === currency ? own : (formIn(currency, reducerContext) ?? own);
}

/** Returns the newest mobile-money payment, with or without a wallet. */
function lastMobile({payments, recent}: ReducerContext['till']['state']): Payment | undefined {
  const last = recent.findLast(reference => payments.get(reference)?.request.method === 'mobile-money');
  return payments.get(last ?? '');
}

/** Returns the newest payment from a wallet. */
export function lastPayment({payments, recent}: ReducerContext['till']['state']): Payment | undefined {
  const last = recent.findLast(reference => {
    const request = payments.get(reference)?.request;
    return request?.method === 'mobile-money' && request.wallet !== null;
  });
  return last === undefined ? undefined : payments.get(last);
}

/** Whether no wallet can pay where the customer is, so that cash is offered first. */
export const isCashFirst = (form: SaleForm): boolean => marketIn(form).market.networks.length === 0;

export function fieldsOf(form: SaleForm): readonly SaleField[] {
  const {isMoreOpen, sale, basket} = form;
  const left: readonly SaleField[] = [
    ...((sale ?? basket) === undefined ? [] : (['amount'] as const)),
    ...(isCashFirst(form) ? (['wallet', 'network'] as const) : []),
  ];
  const basic = basicFields.filter(field => !left.includes(field));
  return isMoreOpen ? [...basic, ...moreFields] : basic;
}

export const isMore = (field: SaleField): boolean => moreFields.some(more => more === field);

export const isTyped = (field: SaleField): field is TypedSaleField =>
  field !== 'network' && field !== 'country' && field !== 'more' && field !== 'language';

/** Returns the customer's market: chosen by hand, identified by an international number, or else that of the form's country. */
export function marketIn({country, isCountryChosen, lines}: SaleForm): {
  readonly market: Market;
  readonly source: 'chosen' | 'number' | 'kept';
} {
  if (isCountryChosen) return {market: marketOf(country), source: 'chosen'};
  const guessed = guessCountry(textOf(lines.wallet ?? emptyLine));
  return guessed === undefined || guessed === country
    ? {market: marketOf(country), source: guessed === undefined ? 'kept' : 'number'}
    : {market: marketOf(guessed), source: 'number'};
}

export type NetworkReading = {
  readonly network: Network | undefined;
  readonly source: 'chosen' | 'prefix' | 'only' | 'later' | 'unknown';
};

/** Returns the network to which the request would go, and how it is known. */
export function networkIn(form: SaleForm, offered: readonly Network[]): NetworkReading {
  const {market} = marketIn(form);
  const chosen = form.network === '' ? undefined : [...offered, ...market.networks].find(({id}) => id === form.network);
  if (chosen !== undefined) return {network: chosen, source: 'chosen'};
  if (market.networks.length === 1) return {network: market.networks[0], source: 'only'};
  const guessed = guessNetwork(digitsSoFar(form, market), market);
  if (guessed !== undefined) return {network: guessed, source: 'prefix'};
  const mayTellNetwork = !isWalletless(market) && typedIn(form, 'wallet') === '';
  return {network: undefined, source: mayTellNetwork ? 'later' : 'unknown'};
}

/** Returns the digits typed so far, in international form if they can be read so. A prefix is recognised before the last digit is typed. */
function digitsSoFar(form: SaleForm, market: Market): string {
  const text = typedIn(form, 'wallet');
  try {
    return normaliseWallet(text, market);
  } catch {
    const digits = text.replaceAll(/\D/g, '');
    const {diallingCode = '', trunkZero = false} = market.wallets ?? {};
    if (digits.startsWith(diallingCode)) return digits;
    return diallingCode + (trunkZero ? digits.replace(/^0/, '') : digits);
  }
}

export const amountIn = (form: SaleForm, reducerContext: Pick<ReducerContext, 'shop'>): Money | undefined =>
  sumIn(typedIn(form, 'amount'), marketIn(form).market.currency, reducerContext);

type CustomerField = 'amount' | 'email' | 'firstName' | 'lastName' | 'description';

/** Returns what every order asks of a form, with the defaults of the shop for empty fields. */
export function typedOrder<F extends string>(
  form: Filled<F | CustomerField> & Pick<OfSale, 'language'>,
  {shop}: Pick<ReducerContext, 'shop'>,
) {
  const orDefault = (field: CustomerField, otherwise: string) => typedIn(form, field).trim() || otherwise;
  return {
    amount: typedIn(form, 'amount'),
    email: orDefault('email', shop.email ?? ''),
    firstName: orDefault('firstName', customerName),
    lastName: orDefault('lastName', shop.shop),
    description: typedIn(form, 'description'),
    customerLanguage: form.language,
  };
}

export function readForm(form: SaleForm, {shop, till}: ReducerContext): OrderReading {
  const {market} = marketIn(form);
  const {country, currency} = market;
  const typed = {
    ...typedOrder(form, {shop}),
    country,
    currency,
    network: form.network,
    wallet: typedIn(form, 'wallet'),
  };
  const reading = readOrder(typed, {
    ...shop.amounts,
    returnUrl: shop.returnUrl,
    phone: shop.phone,
    offered: till.networksAtHand(market),
  });
  const amount = amountIn(form, {shop});
  const payable = amount && payableNow({method: 'mobile-money', country, amount}, form, {till});
  const wrong = partProblem(form, payable && owedOf(payable), {till});
  return wrong === undefined ? reading : {problems: {...reading.problems, amount: wrong}};
}

/** The default for the name that the service requires. The till does not invent a person's name. */
export const customerName = 'Customer';

const order: readonly [OrderField, SaleField][] = [
  ['amount', 'amount'],
  ['wallet', 'wallet'],
  ['network', 'network'],
  ['country', 'country'],
  ['currency', 'country'],
  ['email', 'email'],
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['description', 'description'],
  ['customerLanguage', 'language'],
];

/** Returns the first field that is wrong, in the order in which a person reads the form. */
export function firstWrong(problems: OrderReading['problems']): SaleForm['wrong'] {
  for (const [key, field] of order) {
    const problem = problems[key];
    if (problem !== undefined) return {field, problem};
  }
  return undefined;
}

/** Returns the field for the customer's language: by default `customerLanguage` at home, else the language of `country`. */
export function languageField<S extends {readonly language: Language | undefined}>(
  state: S,
  country: Country,
  {shop, messages}: Context,
): ChosenField<S> {
  const {chosen, fields, ofCountry} = messages.saleScreen;
  const usual = country === shop.country ? shop.customerLanguage : undefined;
  const spoken = state.language ?? usual ?? usualLanguage(country);
  return {
    id: 'language',
    label: fields.language,
    turn: by => ({...state, language: beside(languages, spoken, by)}),
    value: messages.language[spoken],
    note: state.language !== undefined ? chosen : usual === undefined ? ofCountry : '',
  };
}

export function withNetwork(form: SaleForm, by: 1 | -1, offered: readonly Network[]): SaleForm {
  const ids = offered.map(({id}) => id);
  const network = ids.length === 0 ? '' : beside(ids, networkIn(form, offered).network?.id, by);
  return {...form, network, wrong: undefined};
}

/** Returns the form with the next or the previous country from which customers can pay: the shop's own, or one with wallets. */
export function withCountry(form: SaleForm, by: 1 | -1, {country: own}: Pick<Context['shop'], 'country'>): SaleForm {
  const countries = new Set([...markets, marketOf(own)].map(({country}) => country));
  const country = beside([...countries], marketIn(form).market.country, by);
  return {...form, country, isCountryChosen: true, network: '', wrong: undefined};
}
