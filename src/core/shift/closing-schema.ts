import {zone} from '../day/schema.js';
import {signedMoney} from '../money/schema.js';
import {
  count,
  form,
  list,
  named,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  type Specified,
  text,
  whole,
} from '../spec/spec.js';
import {
  accountsOfReport,
  cashierSpec,
  countsSpec,
  perpetualSpec,
  refundsSpec,
  roundingSpec,
  soldGroupSpec,
  soldRateSpec,
  soldTipSpec,
  tenderSpec,
  ticketsSpec,
} from './report-schema.js';

/** What a number of Zs add up to. Each list has an order of its own, so that the same Zs give the same bytes. */
const sums = {
  zs: count('how many Zs'),
  firstZ: orNull(positive('the number of the first'), 'there was none'),
  lastZ: orNull(positive('the number of the last'), 'there was none'),
  tenders: list(tenderSpec, 'takings by method and channel'),
  cashiers: list(cashierSpec, 'takings by person'),
  refunds: list(refundsSpec, 'what was given back'),
  corrections: list(
    object({total: signedMoney('their sum'), count: count('how many')}),
    'what became of payments that earlier Zs had taken, by currency',
  ),
  tickets: optional(list(ticketsSpec, 'what parts of tickets came to, by currency'), 'no ticket had money in its Zs'),
  accounts: optional(list(accountsOfReport, 'what is on the book, by currency'), 'nothing is and nothing was'),
  groups: optional(list(soldGroupSpec, 'lines of the tickets that are `paid`'), 'no ticket was paid'),
  taxes: optional(list(soldRateSpec, 'the same by the rate of the tax'), 'no ticket was paid'),
  tips: optional(list(soldTipSpec, 'tips of the tickets that are `paid`'), 'there were none'),
  rounding: optional(list(roundingSpec, 'by how much payments and refunds were rounded'), 'nothing was'),
  drawers: list(
    object({
      currency: text('ISO 4217'),
      counted: count('how often the drawer was counted for a Z'),
      differing: count('how often it differed'),
      difference: whole('the sum of the differences, in minor units of the currency'),
    }),
    'by currency',
  ),
  counts: countsSpec,
};
/** What the Zs of a month or of a year add up to. */
export const sumsSpec = object(sums);
export type ZSums = Specified<typeof sumsSpec>;
export const sumNames = Object.keys(sums) as readonly (keyof ZSums)[];

export const closingKey = {
  kind: oneOf(['month', 'year'], 'of what'),
  of: form('`YYYY-MM` or `YYYY`', /^\d{4}(?:-\d\d)?$/, 'the month or the year'),
  number: positive('of all closings of the till, in the order of their making'),
};

export const closingMembers = {
  ...closingKey,
  previous: orNull(
    object({number: positive('its number'), line: text('the hash of its line')}, 'the closing before it'),
    'it is the first',
  ),
  till: text('the till'),
  shop: text('the shop’s name'),
  profile: oneOf(['sandbox', 'test', 'live'], 'which world the till speaks to'),
  zone: zone('by which its times are told'),
  closedAt: whole('when it was made, in milliseconds since the epoch'),
  throughSeq: count('the last line of the journal before it'),
  head: text('the hash of that line'),
  ...sums,
  perpetual: list(perpetualSpec, 'sums since the journal began, at its last Z, by currency'),
};

/** The close of a month or of a year: what its Zs add up to, calculated once. */
export const closingSpec = named(
  'closing',
  object(
    closingMembers,
    'The close of a month or of a year. A Z is of the month in which its period began; where that is closed already, of the first month that is open.',
  ),
);
export type BooksClosing = Specified<ReturnType<typeof closingSpec>>;
