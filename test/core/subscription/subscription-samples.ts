import type {Answer, Json} from '../../../src/core/service/answer.js';
import {answered} from '../payment/payment-samples.js';

export type Members = {readonly [name: string]: Json};

export const planRecordOf = (more: Members = {}): Members => ({
  id: 41,
  name: 'Gym, monthly',
  description: 'Mornings',
  amount: 12.5,
  currency: 'USD',
  interval: 'MONTHLY',
  intervalCount: 1,
  trialPeriodDays: 2,
  billingLimit: null,
  status: 'ACTIVE',
  planCode: 'PLAN-XY99ZZ00',
  billingDaysOfWeek: null,
  metadata: null,
  createdAt: '2026-07-01T10:15:30.123456',
  updatedAt: '2026-07-01T10:15:30.123456',
  ...more,
});

export const customerEmail = 'amina@example.com';

export const subscriptionRecordOf = (more: Members = {}): Members => ({
  id: 17,
  customerId: null,
  customerEmail,
  firstName: null,
  lastName: null,
  customerAuthorizedAt: '2026-07-01T10:20:00.000000',
  status: 'ACTIVE',
  currentPeriodStart: '2026-07-01T10:20:00.000000',
  currentPeriodEnd: '2026-08-01T10:20:00.000000',
  nextChargeDate: '2026-08-01T10:20:00.000000',
  trialEndDate: null,
  pauseResumesAt: null,
  pausedAt: null,
  cancelAt: null,
  cancelledAt: null,
  cancellationReason: null,
  cardExpiryAlertSent: false,
  connectionMode: 'Live',
  enrollmentReference: 'ENR-8F3A',
  enrollmentTxnReference: 'SUB-8F3A-1',
  chargeMode: 'TOKENIZATION',
  metadata: {branch: 'Kilimani'},
  createdAt: '2026-07-01T10:20:00.000000',
  updatedAt: '2026-07-01T10:20:00.000000',
  customerBearsFee: false,
  enrollConfirmed: true,
  ...more,
});

export const yes = (data: Json, http = 200): Answer => answered(http, {success: true, message: 'ok', data});
export const no = (http: number, message: string, more: Members = {}): Answer =>
  answered(http, {success: false, message, ...more});

/** A route that does not exist, in the words of a framework. */
export const noRoute = answered(404, {
  timestamp: '2026-07-01T09:15:30.123+00:00',
  status: 404,
  error: 'Not Found',
  path: '/subscription/api/v1/subscriptions',
});

const sort = {sorted: false, unsorted: true, empty: true};

/** A page as documented. */
export const pageOf = (content: readonly Json[], more: Members = {}): Members => ({
  content,
  pageable: {sort, pageNumber: 0, pageSize: 20, offset: 0, paged: true, unpaged: false},
  totalElements: content.length,
  totalPages: 1,
  numberOfElements: content.length,
  size: 20,
  number: 0,
  first: true,
  last: true,
  empty: content.length === 0,
  sort,
  ...more,
});
