import {count, form, named, object, oneOf, whole} from '../spec/spec.js';
import {currencies} from './money.js';

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
