import {type Card, type CardRules, readCard} from '../../src/core/card/card.js';
import {type CardOrder, chargedCurrencies, readCardOrder} from '../../src/core/card/order.js';
import {businessDate} from '../../src/core/day/business-day.js';
import {attemptsOf} from '../../src/core/journal/state.js';
import {marketOf} from '../../src/core/market/markets.js';
import {type Currency, decimalText, type Money, parseAmount} from '../../src/core/money/money.js';
import type {Problem} from '../../src/core/problem.js';
import type {Desk} from '../desk.js';
import {customerName} from '../sale/sale-form.js';
import {emptyLine, type Line, lineOf, secretLine, textOf} from '../terminal/line.js';

const secretFields = ['number', 'expiry', 'securityCode', 'pin', 'holder'] as const;
const moreFields = ['holder', 'firstName', 'lastName', 'email', 'phone', 'description'] as const;
export type TypedCardField = 'amount' | 'number' | 'expiry' | 'securityCode' | 'pin' | (typeof moreFields)[number];
export type CardField = TypedCardField | 'currency' | 'more';

/** A sale by card being typed. What is typed of the card is nowhere else, and is forgotten when the screen is left. */
export type CardSaleForm = {
  readonly lines: Readonly<Record<TypedCardField, Line>>;
  readonly currency: Currency;
  readonly focus: CardField;
  readonly isMoreOpen: boolean;
  readonly wrong: {readonly field: CardField; readonly problem: Problem} | undefined;
  /** The sale that this is another attempt of: its amount stays. */
  readonly sale: string | undefined;
};

const emptyLines: CardSaleForm['lines'] = {
  amount: emptyLine,
  number: emptyLine,
  expiry: emptyLine,
  securityCode: emptyLine,
  pin: emptyLine,
  holder: emptyLine,
  firstName: emptyLine,
  lastName: emptyLine,
  email: emptyLine,
  phone: emptyLine,
  description: emptyLine,
};

/** An empty form in the first currency in which the shop can charge cards; undefined where there is none. */
export function newCardForm({shop}: Desk): CardSaleForm | undefined {
  const {areTyped} = shop.cards;
  const [currency] = chargedCurrencies(shop.cards);
  if (!areTyped || currency === undefined) return undefined;
  return {lines: emptyLines, currency, focus: 'amount', isMoreOpen: false, wrong: undefined, sale: undefined};
}

/** A form for another attempt of a sale; undefined where cards are not taken in its currency. */
export function nextCardForm(sale: string, desk: Desk): CardSaleForm | undefined {
  const form = newCardForm(desk);
  const amount = attemptsOf(desk.till.state, sale)[0]?.request.amount;
  if (form === undefined || amount === undefined || !chargedCurrencies(desk.shop.cards).includes(amount.currency))
    return undefined;
  const lines = {...form.lines, amount: lineOf(decimalText(amount))};
  return {...form, lines, currency: amount.currency, focus: 'number', sale};
}

/** The form without what was typed of its card. */
export function withoutCard({lines, ...form}: CardSaleForm): CardSaleForm {
  const emptied = Object.fromEntries(secretFields.map(field => [field, emptyLine]));
  return {...form, lines: {...lines, ...emptied}};
}

/** The form with its card again, for whoever comes back from the question. */
export function withCard(form: CardSaleForm, card: Card): CardSaleForm {
  const {number, expiryMonth, expiryYear, securityCode, pin, holder = ''} = card;
  const lines = {
    ...{number: secretLine(number), securityCode: secretLine(securityCode), pin: pin ? secretLine(pin) : emptyLine},
    ...{expiry: lineOf(`${expiryMonth}/${expiryYear}`), holder: lineOf(holder)},
  };
  return {...form, lines: {...form.lines, ...lines}};
}

/** Whether the PIN is asked for, in the currency of the form. */
export function pinRule({currency}: Pick<CardSaleForm, 'currency'>): CardRules['pin'] {
  return currency === 'NGN' ? 'asked' : 'none';
}

/** The fields in the order of Tab. */
export function cardFieldsOf(form: CardSaleForm, desk: Pick<Desk, 'shop'>): readonly CardField[] {
  const isNew = form.sale === undefined;
  return [
    ...(isNew ? (['amount'] as const) : []),
    ...(isNew && chargedCurrencies(desk.shop.cards).length > 1 ? (['currency'] as const) : []),
    'number',
    'expiry',
    'securityCode',
    ...(pinRule(form) === 'asked' ? (['pin'] as const) : []),
    'more',
    ...(form.isMoreOpen ? moreFields : []),
  ];
}

export const isTypedCard = (field: CardField): field is TypedCardField => field !== 'currency' && field !== 'more';

/** The amount as typed so far, where it can be read. */
export function cardAmountIn({lines, currency}: CardSaleForm): Money | undefined {
  try {
    return parseAmount(textOf(lines.amount), currency);
  } catch {
    return undefined;
  }
}

export type CardSaleReading = {
  readonly order: CardOrder | undefined;
  readonly card: Card | undefined;
  readonly problems: Readonly<Partial<Record<CardField, Problem>>>;
};

/** The order and the card that the form makes, or what is wrong with which field. */
export function readCardForm(
  form: CardSaleForm,
  desk: Pick<Desk, 'shop'> & {till: Pick<Desk['till'], 'now'>},
): CardSaleReading {
  const {shop, till} = desk;
  const {lines, currency} = form;
  const text = (field: TypedCardField) => textOf(lines[field]);
  const orDefault = (field: TypedCardField, otherwise: string) => text(field).trim() || otherwise;
  const {order, problems} = readCardOrder(
    {
      amount: text('amount'),
      currency,
      email: orDefault('email', shop.email ?? ''),
      phone: orDefault('phone', shop.phone ?? ''),
      firstName: orDefault('firstName', customerName),
      lastName: orDefault('lastName', shop.shop),
      description: text('description'),
    },
    {currencies: shop.cards.currencies, takesPin: shop.cards.takesPin, country: marketOf(shop.country).country},
  );
  const pin = pinRule(form);
  const read = readCard(
    {
      number: lines.number.secret ?? '',
      expiry: text('expiry'),
      securityCode: lines.securityCode.secret ?? '',
      pin: (pin === 'asked' ? lines.pin.secret : undefined) ?? '',
      holder: text('holder'),
    },
    {month: businessDate(till.now(), shop.zone, '00:00').slice(0, 7), pin},
  );
  return {order, card: read.card, problems: {...problems, ...read.problems}};
}
