/**
 * What a person is told when something cannot be done. The sentence comes from the words catalogue by `code`, in the
 * reader's language; `facts` fill its blanks. A `Problem` is expected: anything else that is thrown is a bug of ours.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly facts: Facts;
  constructor(code: ProblemCode, facts: Facts = {}) {
    super(`${code} ${JSON.stringify(facts)}`);
    this.name = 'Problem';
    this.code = code;
    this.facts = facts;
  }
}

/** Values for the blanks of a sentence; text that came from outside is cleaned when the sentence is made. */
export type Facts = Readonly<Record<string, string | number>>;

/** Exit codes of the headless commands. A code is never 0 for an error. */
export const exitCodes = {
  done: 0,
  notPaid: 1,
  invalidInput: 2,
  notKnown: 3,
  needsPerson: 4,
  configuration: 5,
  unreachable: 6,
  journal: 7,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const {notPaid, invalidInput, notKnown, configuration, unreachable, journal} = exitCodes;

/** Every expected problem with the exit code of the command that meets it. */
export const problemExits = {
  // input
  'amount-missing': invalidInput,
  'amount-not-a-number': invalidInput,
  'amount-ambiguous': invalidInput,
  'amount-not-positive': invalidInput,
  'amount-too-fine': invalidInput,
  'amount-above-maximum': invalidInput,
  'currency-unknown': invalidInput,
  'currency-of-another-country': invalidInput,
  'country-unknown': invalidInput,
  'network-missing': invalidInput,
  'network-unknown': invalidInput,
  'network-of-another-country': invalidInput,
  'wallet-missing': invalidInput,
  'wallet-not-digits': invalidInput,
  'wallet-wrong-length': invalidInput,
  'wallet-of-another-country': invalidInput,
  'wallet-unusual': invalidInput,
  'email-invalid': invalidInput,
  'shop-missing': invalidInput,
  'text-too-long': invalidInput,
  'text-has-card': invalidInput,
  'zone-unknown': invalidInput,
  'url-not-https': invalidInput,
  'code-wrong-length': invalidInput,
  'code-not-asked': invalidInput,
  'reason-missing': invalidInput,
  'person-missing': invalidInput,
  'payment-unknown': invalidInput,
  'payment-not-open': invalidInput,
  'payment-not-resendable': invalidInput,
  'sale-unknown': invalidInput,
  'sale-amount-differs': invalidInput,
  'earlier-payment': invalidInput,
  'unknown-option': invalidInput,
  'phone-missing': invalidInput,
  'phone-invalid': invalidInput,
  'card-number-missing': invalidInput,
  'card-number-not-digits': invalidInput,
  'card-number-wrong-length': invalidInput,
  'card-number-mistyped': invalidInput,
  'card-expiry-invalid': invalidInput,
  'card-expired': invalidInput,
  'card-code-invalid': invalidInput,
  'card-pin-invalid': invalidInput,
  'card-pin-not-needed': invalidInput,
  'card-holder-has-digits': invalidInput,
  'card-on-command-line': invalidInput,
  'card-input-invalid': invalidInput,
  'card-currency-not-taken': invalidInput,
  'refund-not-offered': invalidInput,
  'refund-not-paid': invalidInput,
  'refund-above-rest': invalidInput,
  'refund-unclear': invalidInput,
  'challenge-address': invalidInput,
  'printer-missing': configuration,
  'file-not-writable': invalidInput,
  'till-closing': invalidInput,
  'shift-open-already': invalidInput,
  'shift-not-open': invalidInput,
  'tendered-too-little': invalidInput,
  'count-missing': invalidInput,
  'count-invalid': invalidInput,
  'difference-needs-note': invalidInput,
  'difference-needs-second-person': invalidInput,
  'report-unknown': invalidInput,
  'review-nothing-there': invalidInput,
  'moment-invalid': invalidInput,
  'file-exists': invalidInput,
  'printer-unreachable': unreachable,
  'no-terminal': invalidInput,
  'day-invalid': invalidInput,
  'file-not-readable': invalidInput,
  'file-too-large': invalidInput,
  'file-not-table': invalidInput,
  'file-not-in-encoding': invalidInput,
  'file-not-understood': invalidInput,
  'file-cut-off': invalidInput,
  'file-quote-open': invalidInput,
  'file-record-too-long': invalidInput,
  'file-xml-unsafe': invalidInput,
  'file-field-unknown': invalidInput,
  'file-heading-missing': invalidInput,
  'file-heading-unknown': invalidInput,
  'file-heading-twice': invalidInput,
  'file-column-missing': invalidInput,
  'file-currency-missing': invalidInput,
  'file-decimal-mark-unclear': invalidInput,
  'file-date-order-unclear': invalidInput,
  'file-row-uneven': invalidInput,
  'file-row-invalid': invalidInput,
  'claim-too-short': invalidInput,
  'claim-time-invalid': invalidInput,
  'file-changed': invalidInput,
  'difference-unknown': invalidInput,
  'plan-name-missing': invalidInput,
  'interval-unknown': invalidInput,
  'days-invalid': invalidInput,
  'cycles-invalid': invalidInput,
  'card-holder-missing': invalidInput,
  'enrolment-unclear': invalidInput,
  'enrolment-unknown': invalidInput,
  'subscription-id-invalid': invalidInput,
  // what the service says no to
  'account-refused': notPaid,
  'plan-refused': notPaid,
  'plan-unknown': notPaid,
  'plan-not-seen': notPaid,
  'plan-not-chargeable': notPaid,
  'subscription-unknown': notPaid,
  'subscription-not-seen': notPaid,
  'subscription-refused': notPaid,
  'call-not-offered': notPaid,
  // what nobody knows the end of
  'plan-unclear': notKnown,
  'subscription-unclear': notKnown,
  // configuration
  'setting-missing': configuration,
  'setting-invalid': configuration,
  'settings-damaged': configuration,
  'return-url-missing': configuration,
  'key-missing': configuration,
  'key-refused': configuration,
  'home-was-live': configuration,
  'base-url-insecure': configuration,
  'runtime-too-old': configuration,
  'on-paid-failed': configuration,
  'cards-not-typed': configuration,
  'card-pin-refused': configuration,
  'listen-failed': configuration,
  // network
  'service-unreachable': unreachable,
  'service-busy': unreachable,
  'service-unclear': unreachable,
  // journal
  'journal-locked': journal,
  'journal-damaged': journal,
  'journal-newer': journal,
  'journal-not-writable': journal,
  'journal-poisoned': journal,
} as const satisfies Record<string, ExitCode>;
export type ProblemCode = keyof typeof problemExits;
