import {attemptsOf} from '../../src/core/journal/state.js';
import {marketOf} from '../../src/core/market/markets.js';
import {roundSums} from '../../src/core/money/denominations.js';
import {type Currency, decimalText, displayMoney, type Money, parseAmount} from '../../src/core/money/money.js';
import {Problem} from '../../src/core/problem.js';
import type {CashSale} from '../../src/till/payment.js';
import type {Desk} from '../desk.js';
import {marketIn, type SaleForm} from '../sale/sale-form.js';
import {emptyLine, type Line, lineOf, textOf} from '../terminal/line.js';

export type CashField = 'amount' | 'given' | 'sum';

/** A sale in cash being typed. */
export type CashSaleForm = {
  readonly lines: Readonly<Record<'amount' | 'sum', Line>>;
  readonly currency: Currency;
  /** The place of what the customer gives: exactly the amount, a round sum, or the last, which is typed. */
  readonly given: number;
  readonly focus: CashField;
  readonly wrong: {readonly field: CashField; readonly problem: Problem} | undefined;
  /** The sale that this is another attempt of: its amount stays. */
  readonly sale: string | undefined;
  /** The chunk of input that led to the sum given; an Enter in the same one was no decision about it. */
  readonly chunk: number;
};

/** The same sale in cash, as far as it was typed. */
export function cashFormFor({lines, sale, ...form}: SaleForm, {till}: Desk, chunk: number): CashSaleForm {
  const amount = sale === undefined ? undefined : attemptsOf(till.state, sale)[0]?.request.amount;
  const {currency} = amount ?? marketIn({lines, sale, ...form}).market;
  const line = amount === undefined ? lineOf(textOf(lines.amount)) : lineOf(decimalText(amount));
  const first: CashSaleForm = {
    lines: {amount: line, sum: emptyLine},
    currency,
    given: 0,
    focus: 'amount',
    wrong: undefined,
    sale,
    chunk,
  };
  return cashAmountIn(first) === undefined ? first : {...first, focus: 'given'};
}

/** The amount as typed so far, where it can be read. */
export function cashAmountIn({lines, currency}: CashSaleForm): Money | undefined {
  try {
    return parseAmount(textOf(lines.amount), currency);
  } catch {
    return undefined;
  }
}

/** What the customer may give, in the order of the keys; after them comes a sum that is typed. */
export function sumsOf(form: CashSaleForm): readonly Money[] {
  const amount = cashAmountIn(form);
  return amount === undefined ? [] : [amount, ...roundSums(amount)];
}

export const isTypedSum = (form: CashSaleForm): boolean => form.given >= sumsOf(form).length;

/** The fields in the order of Tab. */
export function cashFieldsOf(form: CashSaleForm): readonly CashField[] {
  return [
    ...(form.sale === undefined ? (['amount'] as const) : []),
    'given',
    ...(isTypedSum(form) ? (['sum'] as const) : []),
  ];
}

/** What the customer gives, as far as it is known. Throws `Problem` for a sum that cannot be read or is too little. */
function givenIn(form: CashSaleForm, amount: Money): Money {
  const {lines, currency, given} = form;
  const sum = sumsOf(form)[given] ?? parseAmount(textOf(lines.sum), currency);
  if (sum.minor < amount.minor)
    throw new Problem('tendered-too-little', {tendered: displayMoney(sum), amount: displayMoney(amount)});
  return sum;
}

/** The change for what is chosen or typed; undefined while it cannot be told. */
export function changeIn(form: CashSaleForm): Money | undefined {
  const amount = cashAmountIn(form);
  if (amount === undefined) return undefined;
  try {
    return {...amount, minor: givenIn(form, amount).minor - amount.minor};
  } catch {
    return undefined;
  }
}

type CashReading = {readonly sale: CashSale} | {readonly wrong: NonNullable<CashSaleForm['wrong']>};

/** The sale that the form makes, or the first field that is wrong. */
export function readCashForm(form: CashSaleForm, {shop}: Desk): CashReading {
  let field: CashField = 'amount';
  try {
    const amount = parseAmount(textOf(form.lines.amount), form.currency);
    field = 'sum';
    const tendered = givenIn(form, amount);
    const {country} = marketOf(shop.country);
    const {sale} = form;
    return {sale: {amount, tendered, country, description: '', ...(sale === undefined ? {} : {sale})}};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {wrong: {field, problem: error}};
  }
}
