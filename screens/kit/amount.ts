import type {AmountRules} from '../../src/core/market/markets.js';
import {numberText} from '../../src/core/messages/blanks.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {type Currency, decimalText, type Money, parseSum} from '../../src/core/money/money.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import {problemOf} from '../../src/core/payment/said.js';
import type {PaymentRequest} from '../../src/core/payment/schema.js';
import {channelName} from '../../src/core/payment/tender.js';
import {Problem} from '../../src/core/problem.js';
import {type Line, lineOf} from '../terminal/line.js';
import type {Context} from './screen.js';

/** Returns a plain decimal text as a person who reads the language types it, without groups. */
export const decimalTyped = (decimal: string, language: Language): Line =>
  lineOf(numberText(decimal, {...messages(language).intl, groupMark: ''}));

export const amountTyped = (money: Money, language: Language): Line => decimalTyped(decimalText(money), language);

type Typed = {readonly typed: string; readonly currency: Currency; readonly language: Language};

/** Returns an amount as the till understands it, or the text as typed if `read` throws a `Problem`. */
export const amountShown = (read: () => Money, {typed, currency, language}: Typed): string =>
  problemOf(read) === undefined ? displayMoney(read(), language) : `${currency} ${typed}`;

type AmountReader = {readonly language: Language; readonly shop: {readonly amounts: AmountRules}};

/** Returns the amount typed so far, or undefined if it cannot be read yet. Finer rules are checked when the field is left. */
export function sumIn(typed: string, currency: Currency, {shop}: Pick<AmountReader, 'shop'>): Money | undefined {
  try {
    return parseSum(typed, currency, shop.amounts);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return undefined;
  }
}

/** Returns the same amount as text for the screen, or the text as typed while it cannot be read. */
export function sumShown(typed: string, currency: Currency, reader: AmountReader): string {
  const sum = sumIn(typed, currency, reader);
  return sum === undefined ? `${currency} ${typed}` : displayMoney(sum, reader.language);
}

/** Returns who pays and by which means: `0712 345 678 · M-Pesa`, `Cash`. */
export const payerLine = (request: PaymentRequest, {language, shop}: Context): string =>
  [displayPayer(request, shop.country), channelName(request, language)].filter(text => text !== '').join(' · ');
