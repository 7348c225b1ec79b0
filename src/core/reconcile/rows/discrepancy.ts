import type {Facts} from '../../problem.js';
import {list, object, optional, positive, type Specified, someText, text} from '../../spec/spec.js';
import type {DecimalAmount} from './amount.js';
import type {LocalPayment} from './local.js';
import type {SourceKind} from './row.js';

export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** Who has to act. */
export type Owner = 'cashier' | 'manager' | 'owner' | 'accountant' | 'nobody';

/** The status of a line. `carried` waits for a later window, or was already there at an earlier reconciliation. */
export const lineStatuses = ['exception', 'suggested', 'carried', 'accepted', 'matched'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/**
 * What can be found about a payment, a row, a payout or an entry of a bank, in the order in which lines are listed, with its severity and
 * its owner. Some findings have another severity than their code.
 */
export const codeTable = {
  CHAIN_BROKEN: {severity: 'critical', owner: 'owner'},
  SEQUENCE_GAP: {severity: 'critical', owner: 'owner'},
  TEST_IN_LIVE: {severity: 'critical', owner: 'owner'},
  STATUS_LOCAL_PAID: {severity: 'critical', owner: 'manager'},
  CURRENCY_MISMATCH: {severity: 'high', owner: 'owner'},
  MISSING_AT_PROVIDER: {severity: 'high', owner: 'manager'},
  MISSING_LOCALLY: {severity: 'high', owner: 'manager'},
  AMOUNT_OVER: {severity: 'high', owner: 'manager'},
  AMOUNT_UNDER: {severity: 'high', owner: 'manager'},
  STATUS_LOCAL_OPEN: {severity: 'medium', owner: 'cashier'},
  DUPLICATE_SAME_REF: {severity: 'high', owner: 'manager'},
  DUPLICATE_SAME_CUSTOMER: {severity: 'high', owner: 'manager'},
  REVERSED: {severity: 'high', owner: 'manager'},
  CHARGEBACK: {severity: 'high', owner: 'manager'},
  REFUND_UNCONFIRMED: {severity: 'high', owner: 'manager'},
  UNKNOWN_STATUS: {severity: 'medium', owner: 'owner'},
  NOT_COMPARED: {severity: 'medium', owner: 'accountant'},
  PAYOUT_MISMATCH: {severity: 'high', owner: 'accountant'},
  BANK_MISSING: {severity: 'high', owner: 'accountant'},
  BANK_EXTRA: {severity: 'high', owner: 'accountant'},
  UNSETTLED: {severity: 'medium', owner: 'accountant'},
  NET_MISMATCH: {severity: 'medium', owner: 'accountant'},
  FEE_MISMATCH: {severity: 'medium', owner: 'accountant'},
  FEE_MISSING: {severity: 'low', owner: 'accountant'},
  CLOCK_SKEW: {severity: 'low', owner: 'owner'},
  TIME_DIFFERS: {severity: 'low', owner: 'accountant'},
  TIMING: {severity: 'info', owner: 'nobody'},
  EXPIRED_UNPAID: {severity: 'info', owner: 'cashier'},
  LATE_COMPLETION: {severity: 'info', owner: 'nobody'},
  OK: {severity: 'info', owner: 'nobody'},
} as const satisfies Readonly<Record<string, {readonly severity: Severity; readonly owner: Owner}>>;
export type DiscrepancyCode = keyof typeof codeTable;
export const codes = Object.keys(codeTable) as readonly DiscrepancyCode[];

/** What lines of one cause can share. Of two that explain the same lines, the first one is named; the file only if nothing else does. */
export const causeKinds = ['amount', 'rate', 'currency', 'word', 'text', 'payout', 'till', 'day', 'file'] as const;
export type CauseKind = (typeof causeKinds)[number];

/**
 * Why a line is there, in more detail than its code, and what several lines of the reason can share. Each reason has its sentence and its
 * next action. Lines of a reason without anything to share differ each for itself, or are one line for one cause already.
 */
export const sharedBy = {
  agrees: [],
  'agrees-by-person': [],
  'agrees-together': [],
  'agrees-together-by-person': [],
  'by-rule': [],
  'paid-absent': ['day', 'file'],
  'open-absent': ['day', 'file'],
  'absent-but-answered': ['day', 'file'],
  'never-answered': ['day', 'file'],
  'person-decides': ['day', 'file'],
  'not-found': ['day', 'file'],
  'till-not-loaded': ['till'],
  'till-loaded': ['till'],
  'till-unknown': ['till'],
  'reference-foreign': ['file'],
  'reference-missing': ['file'],
  'refund-not-ours': ['day', 'file'],
  'open-here': ['day', 'file'],
  'failed-here': ['day', 'file'],
  'person-here': ['day', 'file'],
  'open-there': ['day', 'file'],
  'failed-there': ['day', 'file'],
  'reversed-there': ['day', 'file'],
  'amount-differs': ['amount', 'rate'],
  'amount-by-fee': ['file'],
  'other-currency': ['currency'],
  'listed-again': ['file'],
  'listed-unpaid': [],
  'same-payer': [],
  'after-its-z': [],
  'still-open': ['word'],
  'ended-there': ['word'],
  'no-fee': ['file'],
  'fee-unlike-answer': ['amount', 'rate', 'file'],
  'fees-unlike-answers': [],
  'fee-unlike-tariff': ['amount', 'rate', 'file'],
  'net-arithmetic': ['amount', 'rate', 'file'],
  'later-than-files': [],
  'earlier-than-files': [],
  'between-files': [],
  'waits-for-file': [],
  'file-of-other-days': [],
  'in-another-window': ['file'],
  'payout-in-transit': [],
  'credit-of-earlier-payout': [],
  'no-payout-yet': ['file'],
  'payout-not-listed': ['payout'],
  'lines-differ': ['amount', 'rate'],
  'no-lines': ['file'],
  'not-in-bank': ['file'],
  'bank-fits': [],
  'bank-fits-several': [],
  'bank-fits-parts': [],
  'bank-ambiguous': [],
  'bank-differs': ['amount', 'rate', 'file'],
  'bank-took-back': ['day', 'file'],
  'bank-paid-again': [],
  'bank-again-differs': [],
  'credit-named-again': ['payout'],
  'credit-unexplained': ['text'],
  'refund-absent': ['day', 'file'],
  'refund-open': ['day', 'file'],
  reversal: ['day', 'file'],
  'taken-again': [],
  dispute: ['day', 'file'],
  'word-unknown': ['word'],
  'payout-file-alone': [],
  'bank-file-alone': [],
  'movements-alone': [],
  'currency-unsold': [],
  'currency-unstated': [],
  'page-missing': [],
  'pages-differ': [],
  'clock-off': [],
  'time-later': [],
  'times-later': [],
  'numbers-missing': [],
  'hash-wrong': [],
  'other-profile': ['till'],
  'not-in-these-sources': ['file'],
} as const satisfies Readonly<Record<string, readonly CauseKind[]>>;
export type Reason = keyof typeof sharedBy;

/** The terms of each equation that only lines can state. */
export const termsOfLines = {
  a: [
    'sold-on-other-days',
    'in-another-window',
    'missing-locally',
    'missing-at-provider',
    'amount-differences',
    'open-here',
    'not-paid-there',
    'duplicates',
    'currency-differences',
  ],
  answers: ['missing-at-provider', 'amount-differences', 'open-here', 'not-paid-there', 'currency-differences'],
  b: ['net-differences', 'payout-differences'],
  c: ['in-transit', 'arrived-from-earlier', 'bank-missing', 'bank-extra', 'bank-differences', 'by-rule'],
} as const;
export type EquationId = keyof typeof termsOfLines;
export type LineTerm = (typeof termsOfLines)[EquationId][number];

/** What a line explains of an equation: the amount by which the right side exceeds the left one because of it. */
export type EquationEffect = DecimalAmount & {readonly term: LineTerm};

export type RowPlace = {readonly kind: SourceKind; readonly file: string; readonly line: number};

export const together = optional(
  object(
    {first: someText('the key of the first of them'), count: positive('how many they are')},
    'of those that were accepted at once',
  ),
  'it was accepted alone',
);

/** A person's statement that a difference may stay. `text`: of a bank entry; `together`: the first accepted at once, and how many. */
export const acceptanceSpec = object({
  key: text(),
  who: text(),
  note: text(),
  when: text(),
  text: optional(text(), 'it is of no entry of a bank'),
  together,
});
export type Acceptance = Specified<typeof acceptanceSpec>;

export const matchMembers = {
  key: someText('of the row that no payment had'),
  reference: someText('of the payment that it is of'),
  keys: optional(list(someText('of a further row')), 'the payment is of one row'),
  references: optional(list(someText('of a further payment')), 'the row is of one payment'),
};

/**
 * A named person's statement about which payment a row belongs to that names none. `key` is the key of the row's line before the match. One
 * row may belong to further payments (`references`), or one payment may have further rows (`keys`).
 */
export const matchSpec = object({...matchMembers, who: text(), when: text()});
export type ConfirmedMatch = Specified<typeof matchSpec>;

/** What was found, before it is compared with what was known and accepted. */
export type Finding = {
  readonly code: DiscrepancyCode;
  /** What the finding is about. Together with the code and the delta it makes the key. */
  readonly subject: string;
  readonly reason: Reason;
  readonly facts?: Facts;
  readonly severity?: Severity;
  /** `exception` if absent. */
  readonly status?: 'matched' | 'carried' | 'suggested';
  /** Empty if no reference is known. */
  readonly reference: string;
  readonly till: string | null;
  readonly rows: readonly RowPlace[];
  readonly local: DecimalAmount | null;
  readonly provider: DecimalAmount | null;
  readonly delta: DecimalAmount | null;
  /** The date from which its age counts. */
  readonly since: string;
  readonly effects?: readonly EquationEffect[];
};

/** What a finding says that is of no payment, no row and no amount. */
export const ofNothing = {reference: '', till: null, rows: [], local: null, provider: null, delta: null} as const;

/** What a finding says that is of a payment and no row. */
export const ofPayment = ({reference, till, businessDate}: AgreedOn) => ({
  ...ofNothing,
  subject: reference,
  reference,
  till,
  since: businessDate,
});
type AgreedOn = Pick<LocalPayment, 'reference' | 'till' | 'businessDate'>;

/**
 * A line of a reconciliation. `local` is the journal's amount, or that of the side nearer to the till (a payout if the other side is the
 * bank); `provider` is the other side's. `delta` is what the other side has more; null if nothing can be subtracted.
 */
export type ReconciliationLine = Required<Omit<Finding, 'subject' | 'status'>> & {
  /** The same in every run for the same difference; a difference with another amount is a different one. */
  readonly key: string;
  readonly status: LineStatus;
  readonly owner: Owner;
  /** Whole days from `since` to the as-of date. */
  readonly age: number;
  /** The date of the first reconciliation that had this difference; null if no earlier one did. */
  readonly firstSeen: string | null;
  readonly acceptance: Acceptance | null;
};
