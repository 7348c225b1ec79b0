import type {EventOf} from '../journal/envelope.js';
import {mailNumber} from '../payment/schema.js';
import {object, oneOf, positive, text} from '../spec/spec.js';

/**
 * What came of handing a message to the shop's mail server. `accepted`: the server has taken responsibility for it. `later`: nothing was
 * sent, or the server said that it may be tried again. `refused`: the server rejected it. `unknown`: the server may have it.
 */
export const mailOutcomes = ['accepted', 'later', 'refused', 'unknown'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

export const mailEvents = {
  'receipt-mail-sent': object(
    {number: mailNumber, attempt: positive('which attempt it is')},
    'The message is about to leave: from here on it may have arrived, and it is not sent again by itself unless the server refuses it.',
  ),
  'receipt-mail-answered': object(
    {
      number: mailNumber,
      outcome: oneOf(mailOutcomes, 'what came of it'),
      text: text('what the server said, without its line breaks'),
    },
    'The mail server has answered, or nothing was heard of it.',
  ),
};

export type MailEvent = EventOf<typeof mailEvents>;
