import type {Messages} from './messages/messages.js';

/** A problem is known by the key of its sentence; its facts are the blanks of that. */
type Sentences = Messages['problem'];
export type ProblemCode = keyof Sentences;
export type FactsOf<Code extends ProblemCode> = Sentences[Code] extends (facts: infer F) => string
  ? Listed<F>
  : undefined;
type Listed<F> = {readonly [Name in keyof F]: Name extends ListedFact ? readonly string[] : F[Name]};

/** Facts that are several things: a sentence lists them, and `--json` has them as an array. */
type ListedFact = 'accounts';

/**
 * A code with the facts of its sentence, as one of all such pairs, and what `--json` tells beside them. Not a type
 * parameter of the class: `instanceof` would make that `any`, and a code that is one of two would be taken with the facts
 * of either.
 */
export type ProblemArguments = {
  [Code in ProblemCode]: Sentences[Code] extends string
    ? [code: Code, facts?: undefined, details?: ProblemFacts]
    : [code: Code, facts: FactsOf<Code>, details?: ProblemFacts];
}[ProblemCode];

/**
 * What a person is told when something cannot be done. The sentence comes from the messages by `code`, in the reader's
 * language; `facts` fill its blanks. A `Problem` is expected: anything else that is thrown is a bug of ours.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly facts: ProblemFacts;
  constructor(...given: ProblemArguments) {
    const [code, facts, details]: readonly [
      code: ProblemCode,
      facts?: ProblemFacts | undefined,
      details?: ProblemFacts,
    ] = given;
    const all = {...facts, ...details};
    super(`${code} ${JSON.stringify(all)}`);
    this.name = 'Problem';
    this.code = code;
    this.facts = all;
  }

  /** The same problem, some of whose facts are others. */
  with(facts: ProblemFacts): Problem {
    const given: unknown = [this.code, {...this.facts, ...facts}];
    return new Problem(...(given as ProblemArguments));
  }
}

/** Values for the blanks of a sentence; text that came from outside is cleaned when the sentence is made. */
export type Facts = Readonly<Record<string, string | number>>;
/** Those of a problem, of which one may be several things. */
export type ProblemFacts = Readonly<Record<string, string | number | readonly string[]>>;

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
  'amount-not-whole': invalidInput,
  'part-not-whole': invalidInput,
  'amount-above-maximum': invalidInput,
  'currency-unknown': invalidInput,
  'currency-of-another-country': invalidInput,
  'country-unknown': invalidInput,
  'network-missing': invalidInput,
  'network-unknown': invalidInput,
  'network-of-another-country': invalidInput,
  'language-unknown': invalidInput,
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
  'code-not-other': invalidInput,
  'reason-missing': invalidInput,
  'person-missing': invalidInput,
  'staff-owner-first': invalidInput,
  'staff-last-owner': invalidInput,
  'person-unknown': invalidInput,
  'person-taken': invalidInput,
  'name-too-long': invalidInput,
  'name-of-two-scripts': invalidInput,
  'pin-invalid': invalidInput,
  'pin-weak': invalidInput,
  'secret-missing': invalidInput,
  'secret-differs': invalidInput,
  'own-pin': invalidInput,
  'passphrase-short': invalidInput,
  'badge-short': invalidInput,
  'sign-in-refused': invalidInput,
  'sign-in-needed': invalidInput,
  'not-allowed': invalidInput,
  'approval-needed': invalidInput,
  'own-approval': invalidInput,
  'person-not-signed-in': invalidInput,
  'rights-of-owner': invalidInput,
  'sign-in-left': invalidInput,
  'person-locked': invalidInput,
  'token-verb-refused': invalidInput,
  'token-unreadable': invalidInput,
  'staff-secret-missing': invalidInput,
  'staff-secrets-damaged': configuration,
  'payment-unknown': invalidInput,
  'payment-not-open': invalidInput,
  'payment-not-resendable': invalidInput,
  'sale-unknown': invalidInput,
  'sale-above-ceiling': invalidInput,
  'sale-amount-differs': invalidInput,
  'sale-paid': invalidInput,
  'sale-of-another-ticket': invalidInput,
  'part-above-total': invalidInput,
  'ticket-unknown': invalidInput,
  'ticket-paid': invalidInput,
  'ticket-abandoned': invalidInput,
  'ticket-waiting': invalidInput,
  'ticket-above-left': invalidInput,
  'ticket-currency-differs': invalidInput,
  'ticket-lines-differ': invalidInput,
  'line-unreadable': invalidInput,
  'quantity-invalid': invalidInput,
  'discount-invalid': invalidInput,
  'discount-above-line': invalidInput,
  'line-currency-differs': invalidInput,
  'tax-rate-invalid': invalidInput,
  'tax-rate-without-lines': invalidInput,
  'items-heading-missing': invalidInput,
  'items-file-wrong': invalidInput,
  'items-file-empty': invalidInput,
  'items-newer': invalidInput,
  'item-unknown': invalidInput,
  'item-code-taken': invalidInput,
  'item-invalid': invalidInput,
  'basket-full': invalidInput,
  'basket-drop': invalidInput,
  'items-with-ticket': invalidInput,
  'items-changed-by-hand': configuration,
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
  'refund-not-by-page': invalidInput,
  'refund-not-paid': invalidInput,
  'refund-above-rest': invalidInput,
  'refund-unclear': invalidInput,
  'refund-changed': invalidInput,
  'challenge-address': invalidInput,
  'printer-missing': configuration,
  'file-not-writable': invalidInput,
  'till-closing': invalidInput,
  'restore-unheard': invalidInput,
  'shift-open-already': invalidInput,
  'shift-not-open': invalidInput,
  'tendered-too-little': invalidInput,
  'drawer-holds-less': invalidInput,
  'count-missing': invalidInput,
  'count-invalid': invalidInput,
  'count-twice': invalidInput,
  'count-contradicts': invalidInput,
  'difference-needs-note': invalidInput,
  'difference-needs-second-person': invalidInput,
  'report-unknown': invalidInput,
  'closing-nothing': invalidInput,
  'closing-out-of-order': invalidInput,
  'closing-not-over': invalidInput,
  'closing-day-open': invalidInput,
  'closing-month-open': invalidInput,
  'closing-unknown': invalidInput,
  'archive-empty': invalidInput,
  'archive-unreadable': invalidInput,
  'backup-unlocked': invalidInput,
  'backup-locked': invalidInput,
  'backup-damaged': invalidInput,
  'backup-recipient-invalid': invalidInput,
  'backup-till-exists': invalidInput,
  'review-nothing-there': invalidInput,
  'moment-invalid': invalidInput,
  'file-exists': invalidInput,
  'printer-unreachable': unreachable,
  'no-terminal': invalidInput,
  'day-invalid': invalidInput,
  'days-reversed': invalidInput,
  'file-not-readable': invalidInput,
  'file-too-large': invalidInput,
  'file-too-large-to-open': invalidInput,
  'file-not-table': invalidInput,
  'match-amount': invalidInput,
  'match-several': invalidInput,
  'rule-invalid': invalidInput,
  'rule-unknown': invalidInput,
  'seal-differs': invalidInput,
  'file-empty': invalidInput,
  'file-locked': invalidInput,
  'file-password-wrong': invalidInput,
  'file-damaged': invalidInput,
  'file-bursts': invalidInput,
  'file-of-pictures': invalidInput,
  'file-nothing-inside': invalidInput,
  'file-part-unknown': invalidInput,
  'file-is-statement': invalidInput,
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
  'file-direction-unclear': invalidInput,
  'file-status-unclear': invalidInput,
  'file-amount-too-fine': invalidInput,
  'file-row-uneven': invalidInput,
  'file-balance-differs': invalidInput,
  'file-total-differs': invalidInput,
  'file-row-invalid': invalidInput,
  'file-is-other': invalidInput,
  'file-part-missing': invalidInput,
  'file-entry-twice': invalidInput,
  'file-accounts-several': invalidInput,
  'file-account-missing': invalidInput,
  'claim-too-short': invalidInput,
  'claim-time-invalid': invalidInput,
  'file-changed': invalidInput,
  'copy-not-kept': journal,
  'layouts-not-understood': invalidInput,
  'layouts-differ': invalidInput,
  'file-not-imported': invalidInput,
  'file-ambiguous': invalidInput,
  'difference-unknown': invalidInput,
  'plan-name-missing': invalidInput,
  'interval-unknown': invalidInput,
  'days-invalid': invalidInput,
  'cycles-invalid': invalidInput,
  'card-holder-missing': invalidInput,
  'enrolment-unclear': invalidInput,
  'customer-enrolled': invalidInput,
  'enrolment-of-another': invalidInput,
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
  'code-unclear': notKnown,
  'judged-too-early': notKnown,
  'judged-unseen': notKnown,
  'plan-unclear': notKnown,
  'subscription-unclear': notKnown,
  // configuration
  'clock-impossible': configuration,
  'setting-missing': configuration,
  'setting-invalid': configuration,
  'setting-unknown': invalidInput,
  'settings-changed-outside': configuration,
  'settings-send-elsewhere': configuration,
  'settings-damaged': configuration,
  'return-url-missing': configuration,
  'key-missing': configuration,
  'till-key-missing': configuration,
  'key-refused': configuration,
  'key-differs': configuration,
  'home-was-live': configuration,
  'home-is-live': configuration,
  'home-differs': configuration,
  'till-not-named': configuration,
  'till-not-here': configuration,
  'home-unsafe': configuration,
  'live-home-elsewhere': configuration,
  'base-url-insecure': configuration,
  'service-host-refused': configuration,
  'runtime-too-old': configuration,
  'on-paid-failed': configuration,
  'on-paid-unsafe': configuration,
  'cards-not-typed': configuration,
  'card-naira-without-pin': configuration,
  'cards-in-naira-alone': configuration,
  'listen-failed': configuration,
  'port-unusable': configuration,
  'practice-port-unusable': configuration,
  'folder-unusable': configuration,
  // network
  'service-unreachable': unreachable,
  'service-busy': unreachable,
  'service-unclear': unreachable,
  'refund-history-unheard': unreachable,
  // journal
  'journal-locked': journal,
  'journal-damaged': journal,
  'journal-newer': journal,
  'journal-not-writable': journal,
  'journal-is-link': journal,
  'journal-stopped': journal,
} as const satisfies Readonly<Record<ProblemCode, ExitCode>>;
