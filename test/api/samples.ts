import type {AccountQuestion} from '../../src/core/endpoints/account-holder.js';
import type {Charge} from '../../src/core/endpoints/charge.js';
import type {Collection, Otp} from '../../src/core/endpoints/collect.js';
import type {RefundOrder} from '../../src/core/endpoints/refund.js';
import type {NewSubscription} from '../../src/core/endpoints/subscription/create-subscription.js';
import type {NewPlan} from '../../src/core/endpoints/subscription/plans.js';
import type {PlainCard} from '../core/card/plain-card.js';

const common = {
  reference: 'DK17VH3QX0A9BC2',
  description: 'Sale DK17VH3QX0A9BC2',
  email: 'shop@example.com',
  firstName: 'Customer',
  lastName: 'Duka la Amani',
} as const;

export const momo = {
  ...common,
  amount: {currency: 'KES', minor: 20_000},
  country: 'KE',
  returnUrl: null,
  wallet: '254712345678',
  bankCode: 'SAFKEN',
  phone: '254712345678',
} as const satisfies Collection;

export const xof = {
  ...common,
  amount: {currency: 'XOF', minor: 350},
  country: 'CI',
  returnUrl: null,
  wallet: '2251114462945',
  bankCode: 'MOMCIV',
  phone: '2251114462945',
} as const satisfies Collection;

export const zar = {
  ...common,
  amount: {currency: 'ZAR', minor: 1250},
  wallet: null,
  bankCode: 'EFTZAR',
  phone: '27113785456',
  country: 'ZA',
  returnUrl: 'https://shop.example/back?sale=1',
} as const satisfies Collection;

export const otp = {
  reference: common.reference,
  code: '4567',
  paymentToken: '0c7a4567-5f0e-4d59-9a3b-6f2d8e1b4567',
  payee: '+2251114462945',
  paymentMethod: 'ORANGE_CI',
  transactionChannel: 'MOMCIV',
  country: 'CI',
} as const satisfies Otp;

export const charge = {
  ...common,
  amount: {currency: 'USD', minor: 2400},
  phone: '254712345678',
} as const satisfies Charge;

/** A test card that the service documents. */
export const card = {
  number: '4508750015741019',
  expiryMonth: '01',
  expiryYear: '39',
  securityCode: '100',
} as const satisfies PlainCard;

export const refund = {
  reference: common.reference,
  amount: {currency: 'USD', minor: 1050},
  reason: 'Came back',
} as const satisfies RefundOrder;

export const plan = {
  name: 'Gym, monthly',
  description: 'Mornings',
  amount: '12.5',
  currency: 'USD',
  interval: 'MONTHLY',
  trialPeriodDays: 0,
} as const satisfies NewPlan;

export const enrolment = {
  customerEmail: 'amina@example.com',
  plan: {planCode: 'PLAN-XY99ZZ00'},
} as const satisfies NewSubscription;

export const account = {
  currency: 'NGN',
  bankCode: '000013',
  accountNumber: '0123456789',
} as const satisfies AccountQuestion;
