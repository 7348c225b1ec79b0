import {expect, it} from 'vitest';
import {accountHolderRequest, isOfOther} from '../../../src/core/endpoints/account-holder.js';
import {banksRequest, interpretBanks} from '../../../src/core/endpoints/banks.js';
import {challengeIn, chargeRequest, isSpoken} from '../../../src/core/endpoints/charge.js';
import {collectionRequest, otpRequest} from '../../../src/core/endpoints/collect.js';
import {refundHistoryRequest, refundRequest, refundStatusRequest} from '../../../src/core/endpoints/refund.js';
import {cardStatusRequest, merchantReferenceRequest, statusRequest} from '../../../src/core/endpoints/status.js';
import {
  cancelRequest,
  isReached,
  pauseRequest,
  resumeRequest,
} from '../../../src/core/endpoints/subscription/change-subscription.js';
import {enrolmentRequest} from '../../../src/core/endpoints/subscription/create-subscription.js';
import {
  type NewPlan,
  newPlanRequest,
  planRequest,
  plansRequest,
} from '../../../src/core/endpoints/subscription/plans.js';
import {chargesRequest} from '../../../src/core/endpoints/subscription/subscription-charges.js';
import {subscriptionRequest, subscriptionsRequest} from '../../../src/core/endpoints/subscription/subscriptions.js';
import {statedMoney} from '../../../src/core/money/decimal.js';
import {type Answer, type Call, type Json, usualPageParameters} from '../../../src/core/service/answer.js';
import {Secret} from '../../../src/core/text/secret.js';
import {cardOf} from '../card/plain-card.js';
import {answered, noAnswer} from '../payment/payment-samples.js';

const reference = 'R1';
const plain = {number: '4508750015741019', expiryMonth: '01', expiryYear: '39', securityCode: '100'};
const names = {firstName: 'Ada', lastName: 'Obi'};
const [description, email, phone] = ['two lamps', 'a@b.example', '254712345678'];
const collection = {
  amount: {currency: 'KES', minor: 1250},
  reference,
  description,
  bankCode: 'SAFKEN',
  email,
  phone,
  country: 'KE',
  ...names,
  wallet: null,
  returnUrl: null,
} as const;
const francs = {...collection, amount: {currency: 'XOF', minor: 13}, wallet: '225'} as const;
const inFrancs = {amount: 13, currency_code: 'XOF', customer_number: '225'};
const collected = {
  amount: 12.5,
  transaction_reference: reference,
  transaction_description: description,
  customer_bank_code: 'SAFKEN',
  currency_code: 'KES',
  customer_email: email,
  customer_first_name: 'Ada',
  customer_last_name: 'Obi',
  customer_phone_number: phone,
  country_code: 'KE',
};
const charge = {amount: {currency: 'USD', minor: 2400}, reference, description, email, phone, ...names} as const;
const charged = {
  first_name: 'Ada',
  last_name: 'Obi',
  email_address: email,
  phone_number: phone,
  amount: 24,
  transaction_reference: reference,
  currency: 'USD',
  description,
};
const refunded = {currency: 'USD', minor: 1050} as const;
const cardSent = {cardNumber: plain.number, expiryMonth: '01', expiryYear: '39', securityCode: '100'};
const plan: NewPlan = {
  name: 'Gym',
  description,
  amount: '12.5',
  currency: 'USD',
  trialPeriodDays: 2,
  interval: 'MONTHLY',
};
const enrolled = {customerEmail: email, cardDetails: {...cardSent, cardHolderName: '', present: true}};
const [collect, subscriptions, plans] = [
  '/subsidiary/collections/v1/process-collection',
  '/subscription/api/v1/subscriptions',
  '/subscription/api/v1/subscription-plans',
];
const returnUrl = 'https://shop.example/paid';

/** What is sent, with the text of each secret in its place. */
const plainOf = (value: unknown): unknown => {
  if (value instanceof Secret) return value.slice(0);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainOf(each)]));
};

it.each<[what: string, call: () => Call, path: string, more: Omit<Call, 'path'>]>([
  [
    'a collection from a wallet',
    () => collectionRequest({...collection, wallet: '2547'}),
    collect,
    {body: {...collected, customer_number: '2547'}},
  ],
  [
    'a collection in francs with a page to return to',
    () => collectionRequest({...francs, returnUrl}),
    collect,
    {body: {...collected, ...inFrancs, redirect_url: returnUrl}},
  ],
  ['a collection in francs without one', () => collectionRequest(francs), collect, {body: {...collected, ...inFrancs}}],
  [
    'a collection by EFT, which has no wallet',
    () => collectionRequest({...collection, returnUrl}),
    collect,
    {body: {...collected, redirect_url: returnUrl, cancel_url: returnUrl, error_url: returnUrl}},
  ],
  [
    'a one-time password',
    () =>
      otpRequest({
        reference,
        code: '1234',
        paymentToken: 'token',
        payee: '+225',
        paymentMethod: 'ORANGE_CI',
        transactionChannel: 'MOMCIV',
        country: 'CI',
      }),
    '/subsidiary/collections/v1/process-otp',
    {
      body: {
        payment_token: 'token',
        otp_code: '1234',
        payee: '+225',
        payment_method: 'ORANGE_CI',
        transaction_reference: reference,
        transaction_channel: 'MOMCIV',
        country_code: 'CI',
      },
    },
  ],
  [
    'a charge',
    () => chargeRequest(charge, cardOf(plain)),
    '/card/card_charge/',
    {body: {service_type: 'Account', service_payload: {...charged, card: cardSent}}},
  ],
  [
    'a charge with a PIN and an address for the result',
    () => chargeRequest({...charge, callbackUrl: returnUrl}, cardOf({...plain, pin: '1234'})),
    '/card/card_charge/',
    {
      body: {
        service_type: 'Account',
        service_payload: {...charged, card: {...cardSent, pin: '1234'}, callback_url: returnUrl},
      },
    },
  ],
  [
    'an enrolment on a plan',
    () => enrolmentRequest({customerEmail: email, plan: {planCode: 'P'}}, cardOf(plain)),
    subscriptions,
    {body: {...enrolled, planCode: 'P'}},
  ],
  [
    'an enrolment on a new plan, whose card has a holder and a PIN that is not sent',
    () => enrolmentRequest({customerEmail: email, plan}, cardOf({...plain, holder: 'Ada Obi', pin: '1234'})),
    subscriptions,
    {
      body: {
        ...plan,
        amount: 12.5,
        customerEmail: email,
        cardDetails: {...enrolled.cardDetails, cardHolderName: 'Ada Obi'},
      },
    },
  ],
  ['a new plan', () => newPlanRequest(plan), plans, {body: {...plan, amount: 12.5}}],
  [
    'a new plan with an end',
    () => newPlanRequest({...plan, billingLimit: 3}),
    plans,
    {body: {...plan, amount: 12.5, billingLimit: 3}},
  ],
  ['a plan', () => planRequest({planCode: 'A/B'}), `${plans}/A%2FB`, {}],
  ['the plans', () => plansRequest({page: 0, size: 20}, usualPageParameters), plans, {query: {page: '0', size: '20'}}],
  ['a subscription', () => subscriptionRequest({id: 17}), `${subscriptions}/17`, {}],
  [
    'all subscriptions',
    () => subscriptionsRequest({page: 1, size: 20}, usualPageParameters),
    subscriptions,
    {query: {page: '1', size: '20'}},
  ],
  [
    'the subscriptions in a state',
    () => subscriptionsRequest({status: 'ACTIVE', page: 1, size: 20}, usualPageParameters),
    subscriptions,
    {query: {page: '1', size: '20', status: 'ACTIVE'}},
  ],
  [
    'the charges of a subscription',
    () => chargesRequest({id: 17, page: 0, size: 5}, usualPageParameters),
    `${subscriptions}/17/charges`,
    {query: {page: '0', size: '5'}},
  ],
  [
    'the charges by other names of the parameters',
    () => chargesRequest({id: 17, page: 0, size: 5}, {page: 'pageNumber', size: 'pageSize'}),
    `${subscriptions}/17/charges`,
    {query: {pageNumber: '0', pageSize: '5'}},
  ],
  [
    'a cancellation',
    () => cancelRequest({id: 17, reason: 'Moved'}),
    `${subscriptions}/17/cancel`,
    {body: {reason: 'Moved'}},
  ],
  ['a resumption', () => resumeRequest({id: 17}), `${subscriptions}/17/resume`, {}],
  ['a pause without an end', () => pauseRequest({id: 17}), `${subscriptions}/17/pause`, {body: {}}],
  [
    'a pause until a day',
    () => pauseRequest({id: 17, resumeAt: '2026-12-01T00:00'}),
    `${subscriptions}/17/pause`,
    {body: {resumeAt: '2026-12-01T00:00'}},
  ],
  [
    'a refund',
    () => refundRequest({reference, amount: refunded, reason: 'torn'}),
    '/refund-chargeback/refund/merchant/api/refund',
    {body: {transaction_reference: reference, refund_amount: 10.5, refund_reason: 'torn'}},
  ],
  [
    'a refund without a reason',
    () => refundRequest({reference, amount: refunded, reason: ''}),
    '/refund-chargeback/refund/merchant/api/refund',
    {body: {transaction_reference: reference, refund_amount: 10.5}},
  ],
  [
    'the state of a refund',
    () => refundStatusRequest({refundReference: 'RF'}),
    '/card/card_charge/refund_status',
    {body: {service_payload: {refund_transaction_reference: 'RF'}}},
  ],
  [
    'the history of refunds',
    () => refundHistoryRequest({from: '2026-11-01', to: '2026-11-02', currency: 'USD', page: 1, size: 50}),
    '/refund-chargeback/refund/merchant/api/refund_history',
    {query: {from: '2026-11-01', to: '2026-11-02', currency: 'USD', page: '1', size: '50'}},
  ],
  [
    'the record of a collection',
    () => statusRequest({reference, country: 'KE'}),
    '/subsidiary/collections/v1/check-status',
    {query: {transaction_reference: reference, country_code: 'KE'}},
  ],
  [
    'the record by the older query',
    () => merchantReferenceRequest({reference}),
    '/merchant-collection/transfer_notification_controller/merchant/transaction-query',
    {query: {merchant_reference: reference}},
  ],
  [
    'the record of a card',
    () => cardStatusRequest({reference}),
    '/card/card_charge/transaction_status',
    {body: {service_payload: {transaction_reference: reference}}},
  ],
  [
    'the holder of an account',
    () => accountHolderRequest({currency: 'NGN', bankCode: '000013', accountNumber: '0123456789'}),
    '/payaza-account/api/v1/mainaccounts/merchant/provider/enquiry',
    {body: {service_payload: {currency: 'NGN', bank_code: '000013', account_number: '0123456789'}}},
  ],
  ['the banks', () => banksRequest('X/F'), '/payaza-account/api/v1/mainaccounts/merchant/banks/X%2FF', {}],
])('%s is asked for in the form of the contract', (_, call, path, more) => {
  expect(plainOf(call())).toEqual({path, ...more});
});

const bank = {code: 'MTNCMR', active: true, block_transaction: false};
const banked = (...data: readonly Json[]): Answer => answered(200, {status: true, data});

it.each<[what: string, answer: Answer, codes: readonly string[] | undefined]>([
  ['a list', banked(bank, {...bank, code: 13}), ['MTNCMR', '13']],
  ['an empty list', banked(), []],
  ['a list that says nothing of itself', answered(200, {data: [bank]}), ['MTNCMR']],
  ['a list of which one is a bank', banked({}, {...bank, active: 'perhaps'}, {...bank, code: ''}, bank), ['MTNCMR']],
  ['a list of no banks', banked({}, 7), undefined],
  ['a list that calls itself none', answered(200, {status: 'false', data: [bank]}), undefined],
  ['a status that is none', answered(200, {status: 'perhaps', data: [bank]}), undefined],
  ['a list in a 299', answered(299, {data: [bank]}), ['MTNCMR']],
  ['a list in a 300', answered(300, {data: [bank]}), undefined],
  ['a list in a 199', answered(199, {data: [bank]}), undefined],
  ['silence', noAnswer, undefined],
])('banks are read from %s', (_, answer, codes) => {
  expect(interpretBanks(answer)?.map(({code}) => code)).toEqual(codes);
});

it('a bank may leave out what is said of it, and say truth as text', () => {
  const odd = {...bank, active: 'false', block_transaction: 'true', name: 7, type: null, country_code: 'CMR'};
  expect(interpretBanks(banked({...odd, currency_code: 'XAF'}))).toEqual([
    {code: 'MTNCMR', name: '7', shortName: '', type: '', active: false, blocked: true, country: 'CMR', currency: 'XAF'},
  ]);
});

it.each([
  ['1', '2', false],
  [null, null, false],
  ['1', null, false],
  [null, '2', false],
  ['9', '2', true],
  ['1', '9', true],
  [null, '9', true],
])('a holder of the account %s at the bank %s is of another account: %s', (accountNumber, bankCode, expected) => {
  const found = {kind: 'found', name: 'A', status: '', accountNumber, bankCode} as const;
  expect(isOfOther(found, {accountNumber: '1', bankCode: '2'})).toBe(expected);
});

it.each([
  ['cancel', 'Cancelled', true],
  ['cancel', 'CANCELED', true],
  ['cancel', 'NOT CANCELLED', false],
  ['pause', 'paused', true],
  ['pause', 'unpaused', false],
  ['resume', 'ACTIVE', true],
  ['resume', 'Paused', false],
  ['resume', 'COMPLETED', false],
] as const)('after %s, a subscription that is %s is as asked: %s', (change, status, expected) => {
  expect(isReached(change, status)).toBe(expected);
});

const own = {message: 'x', status: false};

it.each<[what: string, answer: Answer, expected: boolean]>([
  ['a success', answered(200, own), true],
  ['a refusal', answered(400, own), true],
  ['a refused key', answered(401, own), false],
  ['403', answered(403, own), false],
  ['a failure', answered(500, own), false],
  ['a redirect', answered(302, own), false],
  ['a proxy', answered(400), false],
  ['silence', noAnswer, false],
])('the service itself says what became of a request: %s', (_, answer, expected) => {
  expect(isSpoken(answer)).toBe(expected);
});

it.each([
  ['12.5', 'USD', {currency: 'USD', minor: 1250}],
  ['12.505', 'USD', undefined],
  ['much', 'USD', undefined],
  [null, 'USD', undefined],
  ['12.5', null, undefined],
  ['12.5', 'XYZ', undefined],
] as const)('%s %s as the service says it is the money %j', (amount, currency, expected) => {
  expect(statedMoney(amount, currency)).toEqual(expected);
});

it('has the challenge of whatever body has one', () => {
  const challenge = {threeDsUrl: 'https://bank.example/', formData: 'eyJ'};
  expect(challengeIn(challenge)).toEqual({url: 'https://bank.example/', creq: 'eyJ'});
  expect(challengeIn({})).toBeUndefined();
});
