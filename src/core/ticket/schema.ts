import {date} from '../day/schema.js';
import {type EventOf, isOneOf} from '../journal/envelope.js';
import {decimal, money} from '../money/schema.js';
import {reference} from '../payment/schema.js';
import {
  always,
  flag,
  list,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  type Specified,
  someText,
  text,
} from '../spec/spec.js';

export const ticketLineMembers = {
  kind: oneOf(['item', 'text', 'tip'], 'of the price list, typed, or given on top of what is sold'),
  code: orNull(someText('the item’s code'), 'it has none'),
  name: someText('what is sold'),
  group: orNull(someText('of the price list'), 'it is in none'),
  unit: orNull(someText('what the quantity is counted in'), 'it is counted in pieces'),
  quantity: decimal('how much of it'),
  unitPrice: money('what one costs'),
  listPrice: orNull(money('what one costs by the price list'), 'the price was not changed'),
  reason: orNull(
    someText('why the price was changed, or the discount given'),
    'neither was, or the line was typed with the name of an item at another price',
  ),
  discount: orNull(money('what is taken off the line'), 'nothing is'),
  tax: orNull(
    object({
      rate: decimal('in percent'),
      included: flag('whether the unit price holds the tax already'),
      net: money('of the line without the tax'),
      tax: money('the tax of the line'),
    }),
    'the line has no rate',
  ),
  amount: money('what the line comes to: the discount taken off, the tax in it'),
};
export const ticketLine = object(ticketLineMembers);
export type TicketLine = Specified<typeof ticketLine>;

const its = {ticket: reference('the ticket’s')};
const parked = optional(positive('the number under which the basket was parked; it is parked no longer'), 'it was not');

export const parkedMembers = {
  number: positive('its own in this till; a basket that is parked again keeps it'),
  name: optional(someText('whose it is: a name, a table or a note'), 'nobody said'),
  lines: list(ticketLine, 'what is in it'),
  total: money('what it comes to'),
};

/** The events of tickets. A ticket is what is sold together and paid by one payment or several. */
export const ticketEvents = {
  'ticket-opened': object(
    {
      ticket: reference('the ticket’s own'),
      total: money('what it costs'),
      businessDate: date('the business day on which it was opened'),
      lines: list(ticketLine, 'what is sold, which sums to the total; empty where a sum alone was typed'),
      customer: optional(someText('whose it is: a name or a note'), 'nobody said'),
      description: text('what is sold, in a few words'),
      exchange: optional(
        reference('of the payment of which money goes back for goods that came back for these'),
        'nothing came back',
      ),
      refund: optional(positive('the number of that refund of the payment of `exchange`'), 'nothing came back'),
      parked,
    },
    'Something is sold that payments, its parts, are asked for one after another.',
  ),
  'ticket-extended': object(
    {
      ...its,
      lines: list(ticketLine, 'what is added; for a ticket of a sum alone, a line of that sum is the first'),
      total: money('what the ticket costs now, with these lines'),
      parked,
    },
    'More is sold on an open ticket. What was paid of it stays paid; what is left to pay grows.',
  ),
  'basket-parked': object(
    parkedMembers,
    'A basket was put aside before anything of it was sold. It stays parked until it is sold or dropped.',
  ),
  'basket-dropped': object(
    {
      lines: list(ticketLine, 'what was in it'),
      total: money('what it came to'),
      parked,
      unproved: optional(
        always('the file of the interrupted basket had no seal of the till’s key, so nobody knows what was in it'),
        'somebody dropped it at the till',
      ),
    },
    'A basket was dropped before anything of it was sold.',
  ),
  'ticket-abandoned': object(
    {...its, reason: someText('why')},
    'A named person says that the rest is not going to be asked for. What was paid of it stays paid.',
  ),
};

export type TicketEvent = EventOf<typeof ticketEvents>;
export const isTicketEvent = isOneOf(ticketEvents);
