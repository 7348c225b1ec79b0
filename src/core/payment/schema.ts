import {cardMark} from '../card/schema.js';
import {date} from '../day/schema.js';
import {type AnyEvent, type DataOf, type EventOf, isOneOf} from '../journal/envelope.js';
import type {Money} from '../money/money.js';
import {money, signedMoney} from '../money/schema.js';
import {answerSpec} from '../service/answer.js';
import {
  choice,
  count,
  form,
  leaf,
  named,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  someText,
  text,
  whole,
} from '../spec/spec.js';

export const slipFormats = ['text', 'escpos', 'html'] as const;
export type SlipFormat = (typeof slipFormats)[number];
export const slipFormat = oneOf(slipFormats, 'where it went: a screen or file, a printer, a page');

export const reference = named(
  'reference',
  form('8 to 15 characters of `A-Z0-9`', /^[A-Z0-9]{8,15}$/, 'What the till calls a payment, a sale or an enrolment.'),
);

export const method = oneOf(['cash', 'mobile-money', 'card', 'subscription', 'account'], 'how it was paid');

export const mailNumber = positive('the message’s number: the first of the till is 1');

export const country = leaf<string>(
  'two letters',
  value => typeof value === 'string' && value.length === 2,
  'the customer’s country, alpha-2; of a card, whose country nobody knows, the shop’s',
);

const asked = {
  reference: reference('the payment’s own'),
  sale: reference('the reference of the first attempt to be paid for the sale'),
  ticket: optional(reference('the ticket that it is to pay a part of'), 'it is for a sale of its own'),
  paysOff: optional(positive('the number of the account of which it pays what is owed'), 'it is for a sale'),
  amount: money('what is asked for'),
  rounding: optional(
    signedMoney('the amount less what it is for, where cash or the wallet cannot pay that to the last cent'),
    'the amount is what it is for',
  ),
  country,
  description: text('what is sold'),
  businessDate: date('the business day that the sale is of'),
  again: orNull(
    object({
      reason: text('why a person asked again although an earlier payment may stand'),
      earlier: reference('that earlier payment'),
    }),
    'no earlier payment blocked it',
  ),
  customerLanguage: optional(
    form('two or three small letters', /^[a-z]{2,3}$/, 'the language that was chosen for the customer'),
    'the language of the country',
  ),
};

/** The customer's data, as the service wants it. */
const customer = {
  phone: text('the customer’s number for the service'),
  email: text('the customer’s address for the service'),
  firstName: text('the customer’s'),
  lastName: text('the customer’s'),
};

const none = 'the service does not say';

/** A request by its method. Cash is in the drawer by then, a subscription's charge already made, and a sale on the book only owed. */
const request = choice(
  'method',
  {
    'mobile-money': object({
      method: oneOf(['mobile-money']),
      ...asked,
      ...customer,
      network: text('the network’s code'),
      bankCode: text('the service’s code of the network or bank'),
      wallet: orNull(text('international digits, without a plus'), 'the method has no wallet (ZAR)'),
      returnUrl: orNull(text('where the service’s page sends the customer back to'), 'the method has no page'),
      received: optional(
        object({
          row: text(
            'the key of the difference that the row was: a row is received once; `by-hand` where a person’s word is all there is',
          ),
          providerReference: text('what the row calls the payment, empty where it says nothing'),
        }),
        'the till asked for it; with it the money came unasked, and the provider’s file has it',
      ),
    }),
    card: object({
      method: oneOf(['card']),
      ...asked,
      ...customer,
      card: cardMark('all that is known of it afterwards'),
    }),
    cash: object({method: oneOf(['cash']), ...asked, tendered: money('what the customer gave')}),
    account: object({
      method: oneOf(['account']),
      ...asked,
      account: positive('the number of the account of the customer, who owes the amount'),
      name: someText('of the customer'),
      phone: text('the customer’s number in international digits'),
      aboveLimit: optional(money('by how much the customer then owes more than the limit'), 'it is within the limit'),
    }),
    subscription: object({
      method: oneOf(['subscription']),
      ...asked,
      subscription: whole('the service’s number of the subscription'),
      customerEmail: text('whose subscription it is'),
      cycle: orNull(whole('1 is the enrolment’s'), none),
      transactionReference: someText('under which the service knows the charge'),
      card: orNull(cardMark('the card that was enrolled'), 'renewals: the service does not report the card'),
      challenge: orNull(
        object({url: text('where the bank asks'), creq: text('what the bank is sent')}),
        'the bank asked nothing at enrolment',
      ),
      charge: orNull(
        object({
          status: text('the service’s word'),
          chargedAt: orNull(text('zoneless, as it came'), none),
          fee: orNull(text('decimal text in major units'), none),
        }),
        'a status record has to say whether it succeeded',
      ),
    }),
  },
  'A decision to ask for money, on the disk before anything is sent.',
);

const aboutPayment = {reference: reference('the payment’s')};
export const repeated = count('equal answers since the last one written, which came and were not written');
const step = (means: string) => object(aboutPayment, means);

export const paymentEvents = {
  requested: request,
  sent: step('The request is about to be sent: from now on money may move.'),
  answered: object({...aboutPayment, answer: answerSpec('to the request')}, 'The response to the request.'),
  'never-left': step('The request was not submitted, and never will be: no byte of it left.'),
  'otp-sent': step('A one-time password is about to be sent.'),
  'otp-answered': object({...aboutPayment, answer: answerSpec('to the password')}, 'What came of the password.'),
  'status-answered': object(
    {
      ...aboutPayment,
      question: oneOf(['status', 'merchant-reference'], 'which of the service’s two queries was asked'),
      answer: answerSpec('to the question'),
      repeated,
    },
    'What came of a question about the payment.',
  ),
  'charge-taken-back': object(
    {...aboutPayment, status: text('the service’s word for the charge now')},
    'The service no longer says that a charge of a subscription, which is this payment, succeeded.',
  ),
  'set-aside': step('The sale is tried in another way; this payment may still be paid.'),
  resolved: object(
    {
      ...aboutPayment,
      as: oneOf(['paid', 'not-paid'], 'what the person says it is'),
      reason: someText('why'),
      evidence: text('the rule and the answer that were known then'),
    },
    'A named person has settled the payment.',
  ),
  'tender-corrected': object(
    {
      ...aboutPayment,
      tender: oneOf(['cash', 'mobile-money'], 'how it was paid in truth'),
      amount: money('of the payment: what is taken back from the one tender and recorded under the other'),
      providerReference: text('the code that the customer’s message has; empty: not known, or it was cash'),
      reason: someText('why'),
    },
    'A named person says that a payment was taken in another way than was recorded: cash, or money on the shop’s own number. The one is reversed and the other recorded by hand, at once. No provider is said to have the money.',
  ),
  'slip-printed': object(
    {
      ...aboutPayment,
      kind: oneOf(['receipt', 'pending'], 'a receipt, or a slip of a payment that is pending'),
      copy: count('0 for the first of its kind'),
      format: slipFormat,
    },
    'A slip of the payment left the till.',
  ),
  'slip-not-printed': object(
    {
      ...aboutPayment,
      kind: oneOf(['receipt', 'pending'], 'as that slip was recorded'),
      copy: count('the number that is free again'),
    },
    'The newest slip of the payment did not leave after all: the printer or the file took nothing of it.',
  ),
  'receipt-mail-queued': object(
    {
      number: mailNumber,
      reference: reference('the payment whose receipt it is'),
      to: someText('the address'),
      copy: count('which copy the receipt is; 0 is the original'),
    },
    'A receipt is to leave by e-mail. It waits until there is a link.',
  ),
};

/** A payment's request for money, as a person decided it. */
export type PaymentRequest = DataOf<typeof paymentEvents, 'requested'>;
export type MobileMoneyRequest = Extract<PaymentRequest, {method: 'mobile-money'}>;
export type CardRequest = Extract<PaymentRequest, {method: 'card'}>;
export type CashRequest = Extract<PaymentRequest, {method: 'cash'}>;
export type AccountRequest = Extract<PaymentRequest, {method: 'account'}>;
export type SubscriptionRequest = Extract<PaymentRequest, {method: 'subscription'}>;

/** A request without reference and date. An empty description becomes `Sale <reference>`; a missing language is the last attempt's. */
export type Order = OrderOf<Exclude<PaymentRequest, AccountRequest>> | AccountOrder;
type OrderOf<R> = R extends PaymentRequest
  ? Omit<R, 'reference' | 'sale' | 'ticket' | 'paysOff' | 'businessDate' | 'again' | 'rounding'>
  : never;
/** An order on the book. The decision adds who the customer is. */
type AccountOrder = Omit<OrderOf<AccountRequest>, 'name' | 'phone' | 'aboveLimit'>;
export type WalletOrder = OrderOf<MobileMoneyRequest>;
/** A card order without its card, which only the charge has. */
export type CardOrder = Omit<OrderOf<CardRequest>, 'card'>;

export type PaymentEvent = EventOf<typeof paymentEvents>;
export type RequestedEvent = PaymentEvent & {type: 'requested'};
export const isPaymentEvent = isOneOf(paymentEvents);

/** Returns what a payment is for: the amount without its rounding. */
export const owedOf = ({amount, rounding}: Pick<PaymentRequest, 'amount' | 'rounding'>): Money => ({
  ...amount,
  minor: amount.minor - (rounding?.minor ?? 0),
});

/** Whether the goods may go for it: its money is in hand, or the customer owes it on the book. */
export const isSold = ({status}: {readonly status: string}): boolean => status === 'paid' || status === 'on-book';

/** Whether an event, before or after it is written, asks for money. */
export const isRequested = <E extends Pick<AnyEvent, 'type' | 'data'>>(
  event: E,
): event is E & Pick<RequestedEvent, 'type' | 'data'> => event.type === 'requested';
