/** A column by its definition in SQL, and the type of its values. */
type Column<T> = {readonly sql: string; readonly of?: T};
type Columns = Readonly<Record<string, Column<unknown>>>;

type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer T> ? T : never;
};

const column = <T>(sql: string): Column<T> => ({sql});
const words = <T extends string>() => column<T>('TEXT NOT NULL');
const text = column<string>('TEXT NOT NULL');
const textOrNull = column<string | null>('TEXT');
const uniqueText = column<string>('TEXT NOT NULL UNIQUE');
const uniqueTextOrNull = column<string | null>('TEXT UNIQUE');
const textKey = column<string>('TEXT PRIMARY KEY');
const ofTransaction = column<string>('TEXT PRIMARY KEY REFERENCES transactions');
const id = column<number>('INTEGER PRIMARY KEY');
const integer = column<number>('INTEGER NOT NULL');
const integerOrNull = column<number | null>('INTEGER');
const countFromZero = column<number>('INTEGER NOT NULL DEFAULT 0');
const real = column<number>('REAL NOT NULL');
/** There is only one: a live request is meant for the service itself. */
const tenant = words<'test'>();

/** `COMPLETED`, after the last cycle, is the sandbox's own word: no document has one. `PAST_DUE` comes from the notes. */
export const subscriptionStatuses = [
  'INCOMPLETE',
  'TRIALING',
  'REQUIRES_ACTION',
  'ACTIVE',
  'PAST_DUE',
  'PAUSED',
  'CANCELLED',
  'COMPLETED',
] as const;

/** The tables of the books. Instants are virtual epoch milliseconds. */
export const tables = {
  settings: {name: textKey, value: text},
  /** One row per reference, for all methods. */
  transactions: {
    transaction_reference: textKey,
    service_reference: uniqueText,
    tenant,
    method: words<'mobile-money' | 'card'>(),
    /** What the record says now. */
    amount: real,
    fee: column<number>('REAL NOT NULL DEFAULT 0'),
    currency: text,
    status: text,
    response_code: text,
    status_reason: text,
    description: text,
    payer_name: text,
    /** For a card, its last four digits; nothing more of the number is ever stored. */
    payer_account_number: text,
    started_at: integer,
    changed_at: integer,
    ended_at: integerOrNull,
    requests: column<number>('INTEGER NOT NULL DEFAULT 1'),
  },
  collections: {
    transaction_reference: ofTransaction,
    /** ISO 3166-1 alpha-2. */
    country: text,
    bank_code: text,
    payment_method: text,
    payment_token: text,
    /** Who acts next: the customer, with a one-time password (`otp`) or on the payment page (`page`), or the network. */
    waits_for: words<'otp' | 'page' | 'network'>(),
    wrong_otps: countFromZero,
    refused_status_queries: countFromZero,
    page_token: uniqueTextOrNull,
    redirect_url: textOrNull,
    cancel_url: textOrNull,
  },
  /** The planned changes of transactions. A row is deleted when it falls due. */
  changes: {
    id,
    transaction_reference: column<string>('TEXT NOT NULL REFERENCES transactions'),
    due_at: integer,
    status: text,
    response_code: text,
    status_reason: text,
    amount: real,
    /** Whether the record has an end date after it. */
    final: column<0 | 1>('INTEGER NOT NULL'),
  },
  cards: {
    transaction_reference: ofTransaction,
    network: words<'VISA' | 'MASTERCARD'>(),
    /** The acquirer's reference of twelve digits, `rrn` in answers. */
    retrieval_reference: text,
    /** A part of the address of the bank's page, if there is one. */
    challenge_token: uniqueTextOrNull,
    wrong_codes: countFromZero,
  },
  /** One row per refund, which becomes `ends_as` when it falls due. */
  refunds: {
    refund_transaction_reference: textKey,
    payment_transaction_reference: column<string>('TEXT NOT NULL REFERENCES transactions'),
    amount: real,
    reason: textOrNull,
    status: column<'Initialized' | 'Success' | 'Failed'>("TEXT NOT NULL DEFAULT 'Initialized'"),
    ends_as: words<'Success' | 'Failed'>(),
    created_at: integer,
    due_at: integer,
  },
  plans: {
    id,
    plan_code: uniqueText,
    tenant,
    name: text,
    description: text,
    amount: real,
    currency: text,
    interval: words<'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUAL'>(),
    trial_period_days: integer,
    /** The number of cycles to charge; null for no end. */
    billing_limit: integerOrNull,
    created_at: integer,
    updated_at: integer,
  },
  /** Periods begin at `anchor_at` and follow at one interval each; `period` counts them from 0. */
  subscriptions: {
    id,
    plan_id: column<number>('INTEGER NOT NULL REFERENCES plans'),
    tenant,
    customer_email: text,
    customer_id: textOrNull,
    first_name: textOrNull,
    last_name: textOrNull,
    payer_name: text,
    card_network: words<'VISA' | 'MASTERCARD'>(),
    card_last_four: text,
    /** `MM/YY`. */
    card_expiry: text,
    charge_mode: words<'DIRECT_CHARGE' | 'TOKENIZATION' | 'AGREEMENT_BASED'>(),
    enrollment_reference: uniqueText,
    enrollment_txn_reference: uniqueText,
    trial_ends_at: integerOrNull,
    created_at: integer,
    status: words<(typeof subscriptionStatuses)[number]>(),
    anchor_at: integer,
    period: integer,
    period_starts_at: integer,
    period_ends_at: integer,
    /** When something happens next by itself: a charge, or the end of a pause or of the whole subscription. */
    due_at: integerOrNull,
    authorized_at: integerOrNull,
    paused_at: integerOrNull,
    cancelled_at: integerOrNull,
    cancellation_reason: textOrNull,
    expiry_alert_sent: integer,
    updated_at: integer,
  },
  /** One row per attempt to charge a cycle, whose money is in its transaction. */
  subscription_charges: {
    id,
    subscription_id: column<number>('INTEGER NOT NULL REFERENCES subscriptions'),
    /** From 1, which is the enrolment. */
    cycle_number: integer,
    /** From 1. */
    attempt_number: integer,
    transaction_reference: column<string>('TEXT NOT NULL UNIQUE REFERENCES transactions'),
    status: column<'PENDING' | 'SUCCESS' | 'FAILED'>("TEXT NOT NULL DEFAULT 'PENDING'"),
    failure_reason: textOrNull,
    /** 1, 0, or null if nothing failed. */
    retriable: column<0 | 1 | null>('INTEGER'),
    /** When the cycle is tried again. */
    next_retry_at: integerOrNull,
    charged_at: integer,
    updated_at: integer,
  },
  /** Where a merchant wants the result of a charge to be posted. A row is deleted when it is posted. */
  callbacks: {transaction_reference: ofTransaction, url: text},
} as const satisfies Readonly<Record<string, Columns>>;

export type TableName = keyof typeof tables;
export type TableRow<Name extends TableName> = RowOf<(typeof tables)[Name]>;

const indexes = [
  'changes_by_due_at ON changes (due_at, id)',
  'refunds_by_payment ON refunds (payment_transaction_reference)',
  "open_refunds ON refunds (due_at) WHERE status = 'Initialized'",
  'subscriptions_by_due_at ON subscriptions (due_at, id) WHERE due_at IS NOT NULL',
  'subscriptions_by_email ON subscriptions (lower(customer_email))',
  'charges_by_subscription ON subscription_charges (subscription_id, status)',
  "open_subscription_charges ON subscription_charges (transaction_reference) WHERE status = 'PENDING'",
];

/** Makes all tables in an empty database. */
export const createTables: string = [
  ...Object.entries(tables).map(([name, columns]) => {
    const lines = Object.entries(columns).map(([each, {sql}]) => `${each} ${sql}`);
    return `CREATE TABLE ${name} (${lines.join(', ')}) STRICT`;
  }),
  ...indexes.map(index => `CREATE INDEX ${index}`),
  'CREATE UNIQUE INDEX attempts ON subscription_charges (subscription_id, cycle_number, attempt_number)',
].join(';\n');
