import type {ScannerSettings} from '../src/core/item/scan.js';
import type {Profile} from '../src/core/journal/schema.js';
import type {AmountRules} from '../src/core/market/markets.js';
import type {Language} from '../src/core/messages/messages.js';
import type {Currency, Money} from '../src/core/money/money.js';
import type {PlainSettings} from '../src/core/technical/setting-table.js';
import type {TaxRate} from '../src/core/ticket/tax-rates.js';
import type {Till} from '../src/till/till.js';
import type {Keymap} from './terminal/bindings.js';

/** What the screens know about the shop. It is decided before the till opens. */
export type Shop = PlainSettings & {
  readonly shop: string;
  readonly person: string;
  readonly profile: Profile;
  readonly unusualHost?: string | undefined;
  readonly email: string | undefined;
  readonly country: string;
  readonly zone: string;
  readonly language: Language;
  readonly customerLanguage?: Language | undefined;
  readonly returnUrl: string | undefined;
  /** The shop's telephone number, for customers who give none. */
  readonly phone: string | undefined;
  readonly cards: {
    /** Whether card numbers may be typed into the till. */
    readonly areTyped: boolean;
    /** The first one is offered first. */
    readonly currencies: readonly Currency[];
    /** Whether the till may ask for the PIN of a naira card. */
    readonly takesPin: boolean;
  };
  /** The rules for reading amounts, the greatest payment of each network, and the amounts that have their own keys. */
  readonly amounts: AmountRules & {readonly quick: readonly Money[]};
  readonly scanner: ScannerSettings;
  readonly taxRates: readonly TaxRate[];
  /** The address on which a bank's page is served to a telephone in the shop; if undefined, it is served to this machine only. */
  readonly listen: string | undefined;
};

/** What a reducer may query. Nothing here changes anything; changes are effects. */
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
    | 'parkedBaskets'
    | 'outlook'
    | 'wire'
    | 'actor'
    | 'accounts'
    | 'lastActor'
    | 'signInWait'
    | 'isOwnPin'
    | 'mailAddressOf'
    | 'mailTrouble'
    | 'mayLook'
    | 'pendingApproval'
  >;
};
