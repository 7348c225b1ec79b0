import {form, leaf, named, object} from '../spec/spec.js';

const isBrand = (value: unknown) => typeof value === 'string' && value.length <= 40;

/** All that is ever recorded of a card. */
export const cardMark = named(
  'card',
  object(
    {
      brand: leaf<string>('text of at most 40 characters', isBrand, 'the scheme, such as `Visa`'),
      lastFour: form('four digits', /^\d{4}$/, 'the last four of its number'),
    },
    'All that is ever written of a card.',
  ),
);
