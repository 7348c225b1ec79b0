import type {EventOf} from '../journal/envelope.js';
import {money} from '../money/schema.js';
import {object, optional, positive, someText, text} from '../spec/spec.js';

export const accountMembers = {
  account: positive('its number: the first of the till is 1'),
  name: someText('of the customer'),
  phone: text('the customer’s number in international digits'),
  limit: money('the most that the customer may owe without an approval'),
};

/** The events of customers who buy on the book. What they buy and pay are payments. */
export const accountEvents = {
  'account-set': object(
    {
      ...accountMembers,
      from: optional(text('the other till of the home where that was set'), 'it was set at this till'),
    },
    'A customer may buy on the book from now on, or has another name, number or limit than before.',
  ),
};

export type AccountEvent = EventOf<typeof accountEvents>;
