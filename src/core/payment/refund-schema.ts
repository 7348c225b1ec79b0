import {date} from '../day/schema.js';
import {type EventOf, isOneOf} from '../journal/envelope.js';
import {decimal, money, signedMoney} from '../money/schema.js';
import {answerSpec} from '../service/answer.js';

import {list, object, oneOf, optional, orNull, positive, type Specified, someText, text} from '../spec/spec.js';

import {method, reference, repeated} from './schema.js';

/** The service accepts no reference of the till for a refund, so the till numbers the refunds of each payment. */
const aboutRefund = {
  reference: reference('of the payment that is given back'),
  refund: positive('the number of the refund among those of its payment, from 1'),
};

export const returnedLineMembers = {
  line: positive('its place among the lines of the sale, from 1'),
  kind: optional(oneOf(['tip'], 'it was given on top'), 'it was sold'),
  tip: optional(
    object({
      person: text('who asked for the payment with which the sale was paid'),
      method,
      channel: text('an id, as that of the takings'),
    }),
    'it is no tip, or whose it was is not known: then it is that of the payment of which it is given back',
  ),
  name: someText('what came back'),
  group: orNull(someText('of the price list'), 'it is in none'),
  unit: orNull(someText('what the quantity is counted in'), 'it is counted in pieces'),
  quantity: decimal('how much of it; `0` where what is given back is for what came back with an earlier refund'),
  amount: money('what is given back for it, the tax in it'),
  tax: orNull(
    object({
      rate: decimal('in percent'),
      net: money('of the amount without the tax'),
      tax: money('the tax in the amount'),
    }),
    'the line has no rate',
  ),
};
const returnedLine = object(returnedLineMembers);
export type ReturnedLine = Specified<typeof returnedLine>;

const given = {
  ...aboutRefund,
  amount: money('what is given back'),
  rounding: optional(
    signedMoney('the amount less what it is for: cash cannot pay that to the last cent, or the payment was rounded'),
    'the amount is what it is for',
  ),
  reason: text('why'),
  businessDate: date('the business day on which it counts'),
  unheard: optional(
    someText('why a person gave it back although the service had not said which refunds of the payment it has'),
    'the service had said so',
  ),
  lines: optional(
    list(returnedLine, 'what of the sale came back, which sums to the amount without its rounding'),
    'it names none',
  ),
};

export const refundEvents = {
  'refund-requested': object(given, 'A decision to give money back, on the disk before anything is sent.'),
  'refund-sent': object(aboutRefund, 'The refund is about to be sent: from now on money may move.'),
  'refund-never-left': object(aboutRefund, 'The refund was not submitted, and never will be: no byte of it left.'),
  'refund-answered': object({...aboutRefund, answer: answerSpec('to the refund')}, 'What came of the refund.'),
  'refund-status-answered': object(
    {
      ...aboutRefund,
      question: oneOf(
        ['refund-status', 'refund-history'],
        'which query was asked; of a history only the rows of the payment are kept',
      ),
      answer: answerSpec('to the question'),
      repeated,
    },
    'What came of a question about the refund.',
  ),
  'refund-resolved': object(
    {
      ...aboutRefund,
      as: oneOf(['done', 'failed'], 'what the person says it is'),
      reason: someText('why'),
      evidence: text('what was known then'),
    },
    'A named person has settled the refund.',
  ),
  'refund-in-cash': object(given, 'Money was given back out of the drawer.'),
  'refund-on-book': object(given, 'What came back of a sale on the book was taken off what the customer owes.'),
  'refund-seen': object(
    {
      ...aboutRefund,
      amount: money('what was given back'),
      businessDate: date('the business day on which it counts'),
      serviceReference: someText('the service’s own reference of the refund'),
      status: text('how it stands, in the service’s word'),
    },
    'A refund in the service’s history that this journal has no request of: made elsewhere, or lost here.',
  ),
};

export type RefundEvent = EventOf<typeof refundEvents>;
export const isRefundEvent = isOneOf(refundEvents);
