import {z} from 'zod';

/**
 * The answers of the payments service as its documents have them: the fields, their types and which may be null. Nothing
 * of the program is used here, so that the same mistake cannot be made twice. Where the documents give a record whole,
 * it has no other fields.
 */

/** ISO 8601 without a zone, with fractional seconds. */
const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+$/);
/** `YYYY-MM-DD HH:MM:SS.mmm` */
const spacedTimestamp = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
const currency = z.string().regex(/^[A-Z]{3}$/);
const id = z.int();
const unknownValue = z.unknown();

const subscriptionStates = ['INCOMPLETE', 'TRIALING', 'REQUIRES_ACTION', 'ACTIVE', 'PAUSED', 'CANCELLED'] as const;
/** Beside the six of the contract there is a past-due status, and some completed one that no document names. */
const subscriptionState = z.enum([...subscriptionStates, 'PAST_DUE', 'COMPLETED']);
const chargeMode = z.enum(['DIRECT_CHARGE', 'TOKENIZATION', 'AGREEMENT_BASED']);

const plan = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  amount: z.number().nonnegative(),
  currency,
  interval: z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUAL']),
  intervalCount: z.int(),
  trialPeriodDays: z.int(),
  billingLimit: z.int().nullable(),
  status: z.string(),
  planCode: z.string().min(1),
  billingDaysOfWeek: unknownValue,
  metadata: unknownValue,
  createdAt: timestamp,
  updatedAt: timestamp,
});

const subscription = z.strictObject({
  id,
  customerId: z.string().nullable(),
  customerEmail: z.email(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  customerAuthorizedAt: timestamp.nullable(),
  status: subscriptionState,
  currentPeriodStart: timestamp,
  currentPeriodEnd: timestamp,
  nextChargeDate: timestamp.nullable(),
  trialEndDate: timestamp.nullable(),
  pauseResumesAt: timestamp.nullable(),
  pausedAt: timestamp.nullable(),
  cancelAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  cancellationReason: z.string().nullable(),
  cardExpiryAlertSent: z.boolean(),
  connectionMode: z.string(),
  enrollmentReference: z.string(),
  enrollmentTxnReference: z.string(),
  chargeMode,
  metadata: unknownValue,
  createdAt: timestamp,
  updatedAt: timestamp,
  customerBearsFee: z.boolean(),
  enrollConfirmed: z.boolean(),
});

const charged = z.strictObject({
  charged: z.literal(true),
  status: z.string(),
  amount: z.number(),
  fees: z.number(),
  currency,
  transactionReference: z.string(),
  authCode: z.string(),
  chargeMode,
  message: z.string(),
});
/** Documented as it is after a success; what has not happened has no code. */
const chargeResult = z.union([charged, charged.extend({charged: z.literal(false), authCode: z.null()})]);

const chargeRecord = z.strictObject({
  id,
  subscriptionId: id,
  cycleNumber: z.int().min(1),
  attemptNumber: z.int().min(1),
  transactionReference: z.string(),
  amount: z.number(),
  currency,
  description: z.string(),
  status: z.string(),
  respCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  isRetriable: z.boolean().nullable(),
  isExternal: z.boolean(),
  chargedAt: timestamp,
  nextRetryAt: timestamp.nullable(),
  cardServiceResponse: unknownValue,
  createdAt: timestamp,
  updatedAt: timestamp,
});

const sort = z.strictObject({sorted: z.boolean(), unsorted: z.boolean(), empty: z.boolean()});
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    content: z.array(row),
    pageable: z.strictObject({
      sort,
      pageNumber: z.int().nonnegative(),
      pageSize: z.int(),
      offset: z.int(),
      paged: z.boolean(),
      unpaged: z.boolean(),
    }),
    totalElements: z.int(),
    totalPages: z.int(),
    numberOfElements: z.int(),
    size: z.int(),
    number: z.int().nonnegative(),
    first: z.boolean(),
    last: z.boolean(),
    empty: z.boolean(),
    sort,
  });

const wrapped = <Data extends z.ZodType>(data: Data) =>
  z.strictObject({success: z.literal(true), message: z.string(), data});

/** What cancelling and resuming answer of a subscription. */
const changed = z.object({
  id,
  customerId: z.string().nullable(),
  customerEmail: z.email(),
  status: subscriptionState,
  enrollmentReference: z.string(),
  enrollmentTxnReference: z.string(),
});

const cardRecord = z.strictObject({
  transaction_reference: z.string().nullable(),
  amount_received: z.number(),
  transaction_fee: z.number(),
  transaction_status: z.string(),
  sender_name: z.string(),
  sender_account_number: z.string().nullable(),
  source_bank_name: z.string(),
  initiated_date: spacedTimestamp,
  current_status_date: spacedTimestamp,
  currency,
  session_id: z.string(),
  merchant_transaction_reference: z.string(),
  transaction_type: z.string(),
  virtual_account_number: z.string().nullable(),
  status_reason: z.string(),
});
const cardStatus = z.strictObject({message: z.string(), data: cardRecord, success: z.literal(true)});

const started = z.strictObject({
  response_code: z.enum(['00', '09']),
  response_message: z.string(),
  transaction_reference: z.string(),
  requires_otp: z.boolean(),
  otp_length: z.int().nonnegative(),
  before_payment_instruction: z.string().nullable(),
  after_payment_instruction: z.string().nullable(),
  payment_token: z.string().nullable(),
  payee: z.string().nullable(),
  payment_method: z.string(),
  transaction_channel: z.string(),
  redirect_customer_to_url_processing: z.boolean(),
  payment_completion_url: z.url().optional(),
});
/** Whoever must be redirected is told where to. */
const collection = started.refine(
  ({redirect_customer_to_url_processing: must, payment_completion_url: url}) => !must || url !== undefined,
);

const collectionRecord = z.strictObject({
  response_code: z.string(),
  transaction_reference: z.string(),
  transaction_amount: z.number(),
  transaction_fee: z.number(),
  transaction_status: z.string(),
  payer_name: z.string(),
  payer_account_number: z.string(),
  start_date: timestamp,
  end_date: z.union([timestamp, z.literal('null')]),
  currency,
});

const bank = z.strictObject({
  id,
  name: z.string(),
  avatar: z.url(),
  code: z.string(),
  active: z.boolean(),
  type: z.string(),
  short_name: z.string(),
  sort_code: z.string().nullable(),
  currency_code: currency,
  country_code: z.string().length(3),
  block_transaction: z.boolean(),
});

/** A 3-D Secure response and a completed one, in the names of the service's own SDK. */
const cardCharge = z.object({
  statusOk: z.literal(true),
  message: z.string(),
  debugMessage: z.string(),
  descriptor: z.string(),
  waitForNotification: z.boolean(),
  transactionReference: z.string(),
  customerReference: z.string(),
  do3dsAuth: z.boolean(),
  paymentCompleted: z.boolean(),
  amountPaid: z.number(),
  valueAmount: z.number(),
});
const challenge = cardCharge.extend({
  do3dsAuth: z.literal(true),
  threeDsUrl: z.url(),
  formData: z.base64(),
  threeDsHtml: z.string(),
  paymentCompleted: z.literal(false),
});
const approved = cardCharge.extend({do3dsAuth: z.literal(false), paymentCompleted: z.literal(true), rrn: z.string()});
const refusedCharge = z.strictObject({
  statusOk: z.literal(false),
  message: z.literal('Transaction Failed'),
  debugMessage: z.string(),
  waitForNotification: z.literal(false),
  transactionReference: z.string(),
  do3dsAuth: z.literal(false),
  paymentCompleted: z.literal(false),
  amountPaid: z.literal(0),
  valueAmount: z.literal(0),
});

const enrolled = z.object({subscription, chargeResult: chargeResult.nullish()});

/** Documented for a wrong key, under whichever call. */
export const authenticationError = z.strictObject({
  message: z.string(),
  status: z.literal(false),
  retry_count: z.literal(0),
});

const collectionError = z.strictObject({response_code: z.enum(['06', '96']), response_message: z.string()});
const otpError = collectionError.extend({redirect_customer_to_url_processing: z.boolean().optional()});
const queryError = z.strictObject({message: z.string(), success: z.literal(false)});
const unknownReference = z.strictObject({
  message: z.literal('Invalid transaction reference'),
  error_code: z.literal('INVALID_REF'),
});
const refundError = z.object({message: z.string(), success: z.literal(false)});
/** Not documented but for the 409: whatever it is, it calls itself no success. */
const subscriptionError = z.object({success: z.literal(false), message: z.string()});

type Answers = {readonly success: z.ZodType; readonly refusal: z.ZodType};
const ofSubscriptions = (data: z.ZodType): Answers => ({success: wrapped(data), refusal: subscriptionError});

/** Of every call: the answer when it did what was asked, and the one in which it refused. */
export const answers = {
  charge: {success: collection, refusal: collectionError},
  otp: {
    success: z.strictObject({
      response_code: z.enum(['00', '09']),
      response_message: z.string(),
      redirect_customer_to_url_processing: z.boolean(),
    }),
    refusal: otpError,
  },
  approve: {
    success: z.strictObject({response_code: z.string(), response_message: z.string()}),
    refusal: collectionError,
  },
  status: {success: collectionRecord, refusal: collectionError},
  query: {success: cardStatus, refusal: queryError},
  banks: {
    success: z.strictObject({
      message: z.string(),
      status: z.literal(true),
      retry_count: z.int(),
      data: z.array(bank).min(1),
    }),
    refusal: authenticationError,
  },
  chargeCard: {success: z.union([challenge, approved]), refusal: refusedCharge},
  cardStatus: {success: cardStatus, refusal: z.union([queryError, unknownReference])},
  refund: {
    success: z.object({
      message: z.string(),
      data: z.object({
        refund_transaction_reference: z.string(),
        payment_transaction_reference: z.string(),
        status: z.string(),
        successful: z.boolean(),
      }),
    }),
    refusal: refundError,
  },
  // No document shows the answers of the next two but for their names and states.
  refundStatus: {
    success: z.object({message: z.string(), data: z.looseObject({}), success: z.literal(true)}),
    refusal: queryError,
  },
  refundHistory: {success: z.object({message: z.string(), data: z.unknown()}), refusal: refundError},
  createPlan: ofSubscriptions(plan.extend({status: z.literal('ACTIVE')})),
  plan: ofSubscriptions(plan),
  plans: ofSubscriptions(pageOf(plan)),
  changePlan: ofSubscriptions(plan),
  subscribe: ofSubscriptions(enrolled),
  subscription: ofSubscriptions(z.union([subscription, z.object({subscription})])),
  subscriptions: ofSubscriptions(pageOf(z.strictObject({subscription, plan}))),
  charges: ofSubscriptions(pageOf(chargeRecord)),
  cancel: ofSubscriptions(
    changed.extend({status: z.literal('CANCELLED'), cancelledAt: timestamp, cancellationReason: z.string()}).strict(),
  ),
  resume: ofSubscriptions(changed.strict()),
  pause: ofSubscriptions(changed.extend({status: z.literal('PAUSED')})),
  holder: {
    success: z.strictObject({
      response_code: z.literal(200),
      response_message: z.string(),
      response_content: z.strictObject({
        account_number: z.string(),
        bank_code: z.string(),
        account_name: z.string(),
        account_status: z.string(),
        transaction_reference: z.int(),
      }),
      response_content_class: z.string(),
    }),
    refusal: z.strictObject({response_code: z.literal(500), response_message: z.string()}),
  },
} as const satisfies Readonly<Record<string, Answers>>;
export type Call = keyof typeof answers;
