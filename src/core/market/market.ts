import type {Language} from '../messages/messages.js';
import type {Currency, Money} from '../money/money.js';

/** ISO 3166-1 alpha-2 codes of the countries in which the service collects. */
export type Country = 'KE' | 'GH' | 'UG' | 'TZ' | 'LR' | 'ZA' | 'CI' | 'BJ' | 'CD' | 'CM' | 'ZM' | 'SL';

/** One way to pay in a country: a mobile-money network, or in South Africa a bank payment on a web page. */
export type Network = {
  /** Unique over all countries, e.g. `'ORANGE_CI'`, in the form of the service's `payment_method`. */
  readonly id: string;
  /**
   * The default bank code of the service. The service's own list and the merchant's settings take precedence. Networks
   * may share a code.
   */
  readonly code: string;
  readonly name: string;
  /** Short name for the screen, e.g. `'M-Pesa'`. */
  readonly brand: string;
  /** The first digits after the dialling code. They only allow a guess, because numbers move between networks. */
  readonly prefixes: readonly string[];
  readonly country: Country;
  /** The highest amount of one payment; absent if nobody publishes it. */
  readonly maximum?: Money;
  /** What the customer has to do beyond the prompt on the phone, as documented by the service. */
  readonly needs?: 'otp' | 'redirect';
};

/** One country of the service, with the properties of its payments and telephone numbers. */
export type Market = {
  readonly country: Country;
  readonly alpha3: string;
  readonly currency: Currency;
  readonly diallingCode: string;
  /** The number of digits of a wallet, including its dialling code. */
  readonly walletDigits: number;
  /** Whether the service's contract states the length. If it does, the till enforces it; otherwise one digit more or less is a warning. */
  readonly lengthIsDocumented: boolean;
  /** Whether a national number is written with a 0 that its international form drops. */
  readonly trunkZero: boolean;
  /** The smallest step of a payment in minor units: 1, or the number of minor units in a whole unit. */
  readonly step: number;
  readonly language: Language;
  /** The default IANA time zone. A country may have others: `CD` starts with Kinshasa's. */
  readonly zone: string;
  readonly networks: readonly Network[];
};
