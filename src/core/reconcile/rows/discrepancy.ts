import type {Facts} from '../../problem.js';
import {list, object, optional, positive, type Specified, someText, text} from '../../spec/spec.js';
import type {DecimalAmount} from './amount.js';
import type {LocalPayment} from './local.js';
import type {SourceKind} from './row.js';

/** What can be found about a payment, a row, a payout or an entry of a bank, in the order in which lines are listed. */
export const codes = [
  'CHAIN_BROKEN',
  'SEQUENCE_GAP',
  'TEST_IN_LIVE',
  'STATUS_LOCAL_PAID',
  'CURRENCY_MISMATCH',
  'MISSING_AT_PROVIDER',
  'MISSING_LOCALLY',
  'AMOUNT_OVER',
  'AMOUNT_UNDER',
  'STATUS_LOCAL_OPEN',
  'DUPLICATE_SAME_REF',
  'DUPLICATE_SAME_CUSTOMER',
  'REVERSED',
  'CHARGEBACK',
  'REFUND_UNCONFIRMED',
  'UNKNOWN_STATUS',
  'NOT_COMPARED',
  'PAYOUT_MISMATCH',
  'BANK_MISSING',
  'BANK_EXTRA',
  'UNSETTLED',
  'NET_MISMATCH',
  'FEE_MISMATCH',
  'FEE_MISSING',
  'CLOCK_SKEW',
  'TIME_DIFFERS',
  'TIMING',
  'EXPIRED_UNPAID',
  'LATE_COMPLETION',
  'OK',
] as const;
export type DiscrepancyCode = (typeof codes)[number];

export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/** Who has to act. */
export type Owner = 'cashier' | 'manager' | 'owner' | 'accountant' | 'nobody';

/** The status of a line. `carried` waits for a later window, or was already there at an earlier reconciliation. */
export const lineStatuses = ['exception', 'suggested', 'carried', 'accepted', 'matched'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/** The severity and the owner of each code. Some findings have another severity than their code. */
export const codeTable: Readonly<Record<DiscrepancyCode, {readonly severity: Severity; readonly owner: Owner}>> = {
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
};

/** Why a line is there, in more detail than its code. Each reason has its sentence and its next action. */
export const reasons = [
  'agrees',
  'agrees-by-person',
  'agrees-together',
  'agrees-together-by-person',
  'by-rule',
  'paid-absent',
  'open-absent',
  'absent-but-answered',
  'never-answered',
  'person-decides',
  'not-found',
  'till-not-loaded',
  'till-loaded',
  'till-unknown',
  'reference-foreign',
  'reference-missing',
  'refund-not-ours',
  'open-here',
  'failed-here',
  'person-here',
  'open-there',
  'failed-there',
  'reversed-there',
  'amount-differs',
  'amount-by-fee',
  'other-currency',
  'listed-again',
  'same-payer',
  'after-its-z',
  'still-open',
  'ended-there',
  'no-fee',
  'fee-unlike-answer',
  'fees-unlike-answers',
  'fee-unlike-tariff',
  'net-arithmetic',
  'later-than-files',
  'earlier-than-files',
  'between-files',
  'waits-for-file',
  'file-of-other-days',
  'in-another-window',
  'payout-in-transit',
  'credit-of-earlier-payout',
  'no-payout-yet',
  'payout-not-listed',
  'lines-differ',
  'no-lines',
  'not-in-bank',
  'bank-fits',
  'bank-fits-several',
  'bank-fits-parts',
  'bank-ambiguous',
  'bank-differs',
  'bank-took-back',
  'bank-paid-again',
  'bank-again-differs',
  'credit-unexplained',
  'refund-absent',
  'refund-open',
  'reversal',
  'dispute',
  'word-unknown',
  'payout-file-alone',
  'bank-file-alone',
  'movements-alone',
  'currency-unsold',
  'currency-unstated',
  'page-missing',
  'pages-differ',
  'clock-off',
  'time-later',
  'times-later',
  'numbers-missing',
  'hash-wrong',
  'other-profile',
  'not-in-these-sources',
] as const;
export type Reason = (typeof reasons)[number];

/** The terms of the equations that only lines can state. */
export type LineTerm =
  | 'sold-on-other-days'
  | 'in-another-window'
  | 'missing-locally'
  | 'missing-at-provider'
  | 'amount-differences'
  | 'open-here'
  | 'not-paid-there'
  | 'duplicates'
  | 'currency-differences'
  | 'net-differences'
  | 'payout-differences'
  | 'in-transit'
  | 'arrived-from-earlier'
  | 'bank-missing'
  | 'bank-extra'
  | 'bank-differences'
  | 'by-rule';

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
  ...{key: text(), who: text(), note: text(), when: text()},
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
  ...{subject: reference, reference, till, since: businessDate},
});
type AgreedOn = Pick<LocalPayment, 'reference' | 'till' | 'businessDate'>;

/**
 * A line of a reconciliation. `local` is the journal's amount, or that of the side nearer to the till (a payout if the other side is the
 * bank); `provider` is the other side's. `delta` is what the other side has more; null if nothing can be subtracted.
 */
export type ReconciliationLine = {
  /** The same in every run for the same difference; a difference with another amount is a different one. */
  readonly key: string;
  readonly code: DiscrepancyCode;
  readonly reason: Reason;
  readonly facts: Facts;
  readonly severity: Severity;
  readonly status: LineStatus;
  readonly owner: Owner;
  readonly reference: string;
  readonly till: string | null;
  readonly rows: readonly RowPlace[];
  readonly local: DecimalAmount | null;
  readonly provider: DecimalAmount | null;
  readonly delta: DecimalAmount | null;
  readonly since: string;
  /** Whole days from `since` to the as-of date. */
  readonly age: number;
  /** The date of the first reconciliation that had this difference; null if no earlier one did. */
  readonly firstSeen: string | null;
  readonly acceptance: Acceptance | null;
  readonly effects: readonly EquationEffect[];
};
