import type {Profile} from '../src/core/journal/event.js';
import type {AmountRules} from '../src/core/market/markets.js';
import type {Language} from '../src/core/messages/messages.js';
import type {Currency, Money} from '../src/core/money/money.js';
import type {TaxRate} from '../src/core/ticket/tax-rates.js';
import type {Till} from '../src/till/till.js';
import type {Keymap} from './terminal/bindings.js';

/** What the screens know of the shop; decided before the till opened. */
export type Shop = {
  readonly shop: string;
  readonly person: string;
  readonly profile: Profile;
  /** The host of the service where that is not the usual one. */
  readonly unusualHost?: string | undefined;
  readonly email: string | undefined;
  readonly country: string;
  readonly zone: string;
  readonly dayStartsAt: string;
  /** For how long nobody presses a key before the till locks itself. */
  readonly idleLockMinutes: number;
  readonly language: Language;
  readonly customerLanguage?: Language | undefined;
  readonly returnUrl: string | undefined;
  /** The shop's telephone number, for customers who leave none. */
  readonly phone: string | undefined;
  readonly cards: {
    /** Whether cards are typed into the till at all. */
    readonly areTyped: boolean;
    /** The first is offered first. */
    readonly currencies: readonly Currency[];
    /** Whether the PIN of a naira card may be taken. */
    readonly takesPin: boolean;
  };
  /** How amounts are read, the most of one payment by network, and the amounts that have keys of their own. */
  readonly amounts: AmountRules & {readonly quick: readonly Money[]};
  /** What tax the lines of a basket have. */
  readonly taxRates: readonly TaxRate[];
  /** Percentages that customers are offered as a tip; none where the shop takes no tips. */
  readonly tips: readonly number[];
  /** The address on which a bank's page is served to a phone in the shop; undefined: for this machine alone. */
  readonly listen: string | undefined;
};

/** What a reducer may ask. Nothing here changes anything: that is for effects. */
export type ReducerContext = {
  readonly shop: Shop;
  readonly keys: Keymap;
  readonly till: Pick<
    Till,
    | 'settings'
    | 'state'
    | 'now'
    | 'monotonic'
    | 'link'
    | 'clockSkew'
    | 'writeFailure'
    | 'earlier'
    | 'networksAtHand'
    | 'itemsAtHand'
    | 'outlook'
    | 'wire'
    | 'actor'
    | 'lastActor'
    | 'isOwnPin'
    | 'mailAddressOf'
    | 'mailTrouble'
    | 'mayLook'
    | 'pendingApproval'
  >;
};
