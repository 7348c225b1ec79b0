import {expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../../src/core/books/state.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import type {Answer} from '../../../src/core/service/answer.js';
import {event, record, reference, request} from '../payment/payment-samples.js';

const {sale, amount, country, description, businessDate, again} = request;
const cash: EventData<'requested'> = {
  reference,
  sale,
  amount,
  country,
  description,
  businessDate,
  again,
  method: 'cash',
  tendered: amount,
};
const paid = (answer: Answer): readonly StoredEvent[] => [
  event(2, 'sent', {reference}),
  event(3, 'status-answered', {reference, question: 'status', answer, repeated: 0}),
];
const feeless: Answer = {
  kind: 'answered',
  http: 200,
  body: {
    response_code: '00',
    transaction_reference: reference,
    transaction_amount: 200,
    transaction_status: 'Completed',
    currency: 'KES',
  },
};
const stated = (fee: string | number) => record('Completed', '00', {transaction_fee: fee});

it.each<[string, EventData<'requested'>, readonly StoredEvent[], fee: string, feesUnknown: number]>([
  ['cash', cash, [], '0', 0],
  ['mobile money whose record states a fee', request, paid(stated(1.5)), '1.5', 0],
  ['mobile money whose record states that there is none', request, paid(stated(0)), '0', 0],
  ['mobile money whose record states none', request, paid(feeless), '0', 1],
])('of %s the fee and how many lack one are told', (_, asked, events, fee, feesUnknown) => {
  const state = emptyState();
  foldEvents(state, [event(1, 'requested', asked), ...events]);
  expect(Object.values(state.ledger.period.tenders)).toMatchObject([{count: 1, fee, feesUnknown}]);
});
