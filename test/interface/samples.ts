/** The samples of the service's documents as they stand there, dots and all. */

export const authenticationFailed = {message: 'Authentication failed', status: false, retry_count: 0};
export const headerMessages = [
  'Invalid authorization header',
  'Empty or invalid authorization',
  'Authorization header is missing',
];

/** An illustration of the challenge: its addresses and its data are cut. */
export const challenge = {
  statusOk: true,
  message: 'Kindly complete 3DS',
  debugMessage: '',
  descriptor: 'TEST MERCHANT',
  waitForNotification: true,
  transactionReference: 'P1DEMO0001',
  customerReference: 'P1DEMO0001',
  do3dsAuth: true,
  threeDsUrl: 'https://acs.example/…',
  formData: 'eyJ0aHJlZURT…',
  threeDsHtml: '<form …>',
  paymentCompleted: false,
  amountPaid: 0,
  valueAmount: 0,
};

/** The callback of a completed payment, in a form's writing. */
export const completed = {
  statusOk: true,
  message: 'Approved',
  debugMessage: 'Transaction+Successful',
  description: 'TEST',
  descriptor: '+',
  waitForNotification: true,
  transactionReference: 'P1KRDXCD5630',
  customerReference: 'P1KRDXCD5630',
  do3dsAuth: false,
  paymentCompleted: true,
  amountPaid: 24,
  valueAmount: 23.664,
  payer_name: 'CARD+HOLDER',
  source_bank_name: 'VISA',
  payment_date: '2024-03-11+19:49:43.575475932',
  created_at: '2024-03-11+19:49:43.575475932',
  rrn: '519219078440',
};

export const failed = {
  statusOk: false,
  message: 'Transaction Failed',
  debugMessage: 'DO_NOT_PROCEED',
  waitForNotification: false,
  transactionReference: 'P1KXVLO138',
  do3dsAuth: false,
  paymentCompleted: false,
  amountPaid: 0,
  valueAmount: 0,
};

/** The words in which a charge is refused, and what they leave open. */
export const refusals = [
  [
    "Value '…' is invalid. There is already an authentication outcome associated with the supplied transaction ID…",
    'unknown',
  ],
  ["Value '401200xxxxxx1111' is invalid. Unable to determine card payment.", 'refused'],
  ['Expired card', 'refused'],
  ['Insufficient funds', 'refused'],
  ['Invalid credentials.', 'unknown'],
  ['DO_NOT_PROCEED', 'refused'],
] as const;

/** The acquirers' codes: whether the money is not taken for certain, as far as the code alone says. */
export const acquirerCodes = [
  ...['DECLINED', 'DECLINED_DO_NOT_CONTACT', 'DO_NOT_PROCEED', 'EXPIRED_CARD', 'INSUFFICIENT_FUNDS'].map(
    code => [code, 'refused'] as const,
  ),
  ...['INVALID_CSC', 'AUTHENTICATION_FAILED'].map(code => [code, 'refused'] as const),
  ...['APPROVED', 'APPROVED_AUTO', 'APPROVED_PENDING_SETTLEMENT', 'PARTIALLY_APPROVED', 'PENDING', 'SUBMITTED'].map(
    code => [code, 'unknown'] as const,
  ),
  ...['REFERRED', 'ABORTED', 'CANCELLED', 'NOT_ENROLLED_3D_SECURE', 'EXCEEDED_RETRY_LIMIT', 'BLOCKED'].map(
    code => [code, 'unknown'] as const,
  ),
  ...['NOT_SUPPORTED', 'REQUEST_REJECTED', 'NO_BALANCE', 'BALANCE_AVAILABLE', 'BALANCE_UNKNOWN'].map(
    code => [code, 'unknown'] as const,
  ),
  ...['TIMED_OUT', 'ACQUIRER_SYSTEM_ERROR', 'SYSTEM_ERROR', 'SERVER_FAILED', 'UNSPECIFIED_FAILURE', 'UNKNOWN'].map(
    code => [code, 'unknown'] as const,
  ),
] as const;

export const unknownReference = {message: 'Invalid transaction reference', error_code: 'INVALID_REF'};

/** What the query by the merchant's reference says until the customer has paid. */
export const notYetPaid = {message: 'Transaction not found', success: false};

export const refund = {
  message: 'Operation Completed',
  data: {
    refund_transaction_reference: 'RF-1',
    payment_transaction_reference: 'pay-1',
    status: 'SUCCESS',
    successful: true,
  },
};

/** The codes of a collection, each in the record of a status query. */
export const collectionStates = [
  ['09', 'Initialized', 'pending'],
  ['00', 'Completed', 'paid'],
  ['06', 'Failed', 'failed'],
] as const;

/** A collection's record, with the names and the values that are shown of it. */
export const collectionRecord = {
  response_code: '00',
  transaction_reference: 'DK17VH3QX0A9BC2',
  transaction_amount: 350,
  transaction_fee: 0,
  transaction_status: 'Completed',
  payer_name: 'AMINA WANJIRU',
  payer_account_number: '2251114462945',
  start_date: '2026-03-02T09:41:07.118204',
  end_date: 'null',
  currency: 'XOF',
};

/** The documented number that is asked for a password of four digits. */
export const collection = {
  response_code: '09',
  response_message: 'PENDING',
  transaction_reference: 'DK17VH3QX0A9BC2',
  requires_otp: true,
  otp_length: 4,
  before_payment_instruction: 'Composez le #144*82#',
  after_payment_instruction: 'Saisissez le code reçu par SMS.',
  payment_token: '5f0e4d59-9a3b-4f2d-8e1b-0c7a3d2e1f00',
  payee: '+2251114462945',
  payment_method: 'ORANGE_CI',
  transaction_channel: 'MOMCIV',
  redirect_customer_to_url_processing: false,
};

export const wrongAccounts = [
  'Bank code should be 6 values',
  'Unknown Bank Code',
  'Invalid Account',
  'Account number should be 10 values',
].map(response_message => ({response_code: 500, response_message}));

/** The plan that is made in the guide. */
export const planOrder = {
  name: 'Basic Monthly Instant',
  description: 'Bread every day',
  amount: 100,
  currency: 'NGN',
  interval: 'MONTHLY',
  trialPeriodDays: 2,
  billingLimit: 1,
};
