import type {Language} from '../messages/messages.js';
import type {Currency, Money} from '../money/money.js';

/** ISO 3166-1 alpha-2 codes of the countries that the service collects in. */
export type Country = 'KE' | 'GH' | 'UG' | 'TZ' | 'LR' | 'ZA' | 'CI' | 'BJ' | 'CD' | 'CM' | 'ZM' | 'SL';

/** One way to pay in a country: a mobile-money network, or in South Africa a bank payment on a web page. */
export type Network = {
  /** Unique over all countries, e.g. `'ORANGE_CI'`, in the form of the service's `payment_method`. */
  readonly id: string;
  /** The service's bank code by default; its own list and the merchant come first. Networks may share one. */
  readonly code: string;
  readonly name: string;
  /** Short name for the screen, e.g. `'M-Pesa'`. */
  readonly brand: string;
  /** First digits after the dialling code. They only guess: numbers move between networks. */
  readonly prefixes: readonly string[];
  readonly country: Country;
  /** The most that one payment may be; absent where nobody publishes it. */
  readonly maximum?: Money;
  /** What the customer has to do beyond the prompt on the phone, as documented by the service. */
  readonly needs?: 'otp' | 'redirect';
};

/** One country of the service, with what its payments and telephone numbers look like. */
export type Market = {
  readonly country: Country;
  readonly alpha3: string;
  readonly currency: Currency;
  readonly diallingCode: string;
  /** Digits of a wallet with its dialling code. */
  readonly walletDigits: number;
  /** Whether the service's contract states the length: then it is enforced, otherwise one digit off is a warning. */
  readonly lengthIsDocumented: boolean;
  /** Whether a national number is written with a 0 that its international form drops. */
  readonly trunkZero: boolean;
  /** The finest step of a payment in minor units: 1, or as many as make a whole unit of a currency with cents. */
  readonly step: number;
  readonly language: Language;
  /** IANA time zone by default. A country may span others: `CD` starts with Kinshasa's. */
  readonly zone: string;
  readonly networks: readonly Network[];
};
