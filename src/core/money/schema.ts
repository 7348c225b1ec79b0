import {count, form, made, named, object, oneOf, text, whole, written} from '../spec/spec.js';
import {currencies, decimalText, isCurrency} from './money.js';

export const currency = named('currency', oneOf(currencies, 'ISO 4217, in capitals.'));

const minor = 'in minor units of the currency: cents, kobo, whole francs and Ugandan shillings';

/** An amount as the journal keeps it, never negative. */
export const money = named(
  'money',
  object({currency: currency('its currency'), minor: count(minor)}, 'An amount, never below zero.'),
);

/** A difference, a correction, or a sum of either. */
export const signedMoney = named(
  'signed money',
  object({currency: currency('its currency'), minor: whole(minor)}, 'A difference, a correction, or a sum of either.'),
);

/** A quantity or a rate, as exact decimal text. */
export const decimal = (about: string) => form('decimal text', /^\d+(?:\.\d+)?$/, about);

/** An amount as scripts read it, in a currency that they find beside it. */
export const amountText = named(
  'amount',
  form(
    'decimal text',
    /^-?\d+(?:\.\d+)?$/,
    'In major units of the currency, with all of its decimals: `"200.00"`, `"5000"`.',
  ),
);

type Sum = {readonly currency: string; readonly minor: number};
/** In minor units if Duka does not know the currency. */
const amountOfSum = ({currency, minor}: Sum) => (isCurrency(currency) ? decimalText({currency, minor}) : String(minor));

/** Money in an object that names its currency elsewhere. */
export const amount = (about?: string) => written(amountText(about), amountOfSum);

type InCurrency = {readonly currency: string} | {readonly total: {readonly currency: string}};

/** Minor units of the currency that the object, or its `total`, is in. */
export const amountIn = (about?: string) =>
  written(amountText(about), (minor: number, whole: InCurrency) =>
    amountOfSum({currency: 'currency' in whole ? whole.currency : whole.total.currency, minor}),
  );

/** The members `amount` and `currency` of the money that `of` finds in an object. */
export const amountOf = <T>(about: string, of: (whole: T) => Sum) => ({
  amount: made(amount(about), of),
  currency: made(text('of the amount, by ISO 4217'), (whole: T) => of(whole).currency),
});
