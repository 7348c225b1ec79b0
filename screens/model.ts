import type {ScannerSettings} from '../src/core/item/code.js';
import type {Profile} from '../src/core/journal/schema.js';
import type {Mail} from '../src/core/mail/mail.js';
import type {Market} from '../src/core/market/market.js';
import type {AmountRules} from '../src/core/market/markets.js';
import type {Language} from '../src/core/messages/messages.js';
import type {Currency, Money} from '../src/core/money/money.js';
import type {Verdict} from '../src/core/payment/payment.js';
import type {Refund} from '../src/core/payment/refund.js';
import type {Facts, Problem} from '../src/core/problem.js';
import type {Period} from '../src/core/shift/ledger-schema.js';
import type {Verb} from '../src/core/staff/schema.js';
import type {PlainSettings} from '../src/core/technical/setting-table.js';
import type {TaxRate} from '../src/core/ticket/line.js';
import type {ChallengePage} from '../src/till/challenge.js';
import type {Till} from '../src/till/till.js';
import type {ProgramStep} from './program.js';
import type {Keymap} from './terminal/bindings.js';
import type {Key, ShownScreen} from './terminal/keyboard.js';
import type {Line} from './terminal/line.js';
import type {Size} from './terminal/size.js';

/** Every screen with the type of what it is opened with, which is `unknown` if that is nothing. The list of screens adds the members. */
// biome-ignore lint/suspicious/noEmptyInterface: the list of screens adds its members
export interface Places {}
export type PlaceId = keyof Places;

/**
 * Where a step leads. `above`: on top of this screen; `instead`: in its place; `below`: in the place of the nearest screen of that kind
 * below, and of everything above that one; `alone`: with only the sale below.
 */
export type Go =
  | {readonly to: PlaceId; readonly given: unknown; readonly how: 'above' | 'instead' | 'below' | 'alone'}
  | 'back'
  | 'home'
  | 'leave';

type Given<K extends PlaceId> = unknown extends Places[K] ? [] : Places[K] extends undefined ? [] : [given: Places[K]];
export const goTo = <K extends PlaceId>(to: K, ...[given]: Given<K>): Go => ({to, given, how: 'above'});
export const goInstead = <K extends PlaceId>(to: K, ...[given]: Given<K>): Go => ({to, given, how: 'instead'});
export const goBackTo = <K extends PlaceId>(to: K, ...[given]: Given<K>): Go => ({to, given, how: 'below'});
export const goAlone = <K extends PlaceId>(to: K, ...[given]: Given<K>): Go => ({to, given, how: 'alone'});

/** What a screen asks the world to do. A later request of the same kind replaces an earlier one, whose answer is dropped. */
export type Asking = {
  readonly kind: string;
  /** The request is sent before a frame is drawn. */
  readonly isUrgent?: true;
  /** A `Problem` of the request is shown only on its screen. A person who has left the screen does not see it. */
  readonly isQuiet?: true;
  /** No one waits for the request: the frame is drawn first, and neither its end nor a `Problem` changes anything on the screen. */
  readonly isAside?: true;
};

/** A screen on the stack. `number` is unique; it is 0 until the program has opened the screen. */
export type Open = {
  readonly kind: PlaceId;
  readonly number: number;
  readonly given: unknown;
  readonly state: unknown;
  /** A person has approved that the screen is looked at. */
  readonly isLetIn?: true;
  /** The requests that do not have their final answer yet. */
  readonly waiting: readonly {readonly request: number; readonly asks: Asking}[];
};

/** Returns a screen to put on the stack. The program opens it. */
export const entering = <K extends PlaceId>(kind: K, ...[given]: Given<K>): Open & {readonly kind: K} => ({
  kind,
  number: 0,
  given,
  state: undefined,
  waiting: [],
});

/** One line to the cashier, shown until the next decision. */
export type Notice =
  | {readonly kind: 'ended'; readonly references: readonly string[]}
  | {readonly kind: 'refund-ended'; readonly reference: string}
  | {readonly kind: 'news'; readonly news: ShiftNews; readonly facts: Facts}
  /** A receipt sent by e-mail did not arrive, or may not have arrived. */
  | {readonly kind: 'mail-ended'; readonly mail: Mail}
  /** An external file was read completely after its form was left. */
  | {readonly kind: 'file-read'; readonly file: string; readonly rows: number}
  | {readonly kind: 'said'; readonly text: string}
  | {readonly kind: 'problem'; readonly problem: Problem};

type ShiftNews =
  | 'opened'
  | 'handedOver'
  | 'handedOverCounted'
  | 'handOverLeft'
  | 'in'
  | 'out'
  | 'drop'
  | 'closeLeft'
  | 'countLeft'
  | 'printed'
  | 'saved'
  | 'settingKept'
  | 'settingSame'
  | 'settingsAccepted'
  | 'officeJoined'
  | 'officeLeft'
  | 'copied';

/** The takings in the day's strip, by default of the first currency that has any. `turned` tells one turn from the next. */
export type Takings = {readonly currency: Currency | undefined; readonly turned: number};

/** The page on which a bank asks the customer to approve: being prepared, served, or not available and why. */
export type Challenge =
  | {readonly kind: 'asked'}
  | {readonly kind: 'served'; readonly page: ChallengePage}
  | {readonly kind: 'failed'; readonly problem: Problem};
export type ChallengePages = ReadonlyMap<string, Challenge>;

/** The facts of a payment that a person must not miss: its verdict, the number of its refunds, and the status of the newest one. */
export type Said = {readonly verdict: Verdict; readonly refunds: number; readonly refund: Refund['status'] | undefined};

/** What is said about the focused payment. `at` is the monotonic time at which its verdict became new; undefined if it was there. */
export type Shown = Said & {readonly reference: string; readonly at: number | undefined};

/** The part of the model that every program of screens has. */
export type Stacked = {
  /** The screens, the lowest first. The last one is shown. The first one is always there: in a till it is the sale. */
  readonly stack: readonly [Open, ...Open[]];
  readonly notice: Notice | undefined;
  readonly isLeaving: boolean;
  readonly numbered: number;
  /** The page of a small window in which the shown screen has no room on one. Every other key leads back to the first. */
  readonly page: number;
};

/** A field of a count: the number of a denomination, the total, or a further currency. */
export type CountField = `${number}` | 'total' | 'another';

/** What was typed for each drawer. `another` is the currency that was added. */
export type TypedCounts = Readonly<
  Partial<
    Record<
      Currency,
      {
        readonly lines: Readonly<Partial<Record<CountField, Line>>>;
        readonly another: Currency | undefined;
        readonly focus: CountField;
      }
    >
  >
>;

/** A count that was interrupted. The same person can continue it as long as no money has moved in these drawers. */
export type StoredCount = {readonly person: string; readonly drawers: Period['drawers']; readonly typed: TypedCounts};

export type Model = Stacked & {
  /** No key was pressed for long. A shown open payment stays readable, and a key that decides or records signs the person out first. */
  readonly isIdle: boolean;
  /** The screens are narrated in sentences, in which some keys say what a frame shows all the time. */
  readonly isPlain: boolean;
  readonly takings: Takings;
  /** The pages of the banks that are waited for, by the payment's reference. */
  readonly challenges: ChallengePages;
  /** The count of a close that was interrupted. */
  readonly storedCount: StoredCount | undefined;
  /** The reason of the last refund, as the index of its key, which the next one of the same person begins with. */
  readonly refundReason: {readonly why: number; readonly person: string} | undefined;
  /** The payments whose verdict *paid* was shown on the sale and left. */
  readonly seen: ReadonlySet<string>;
  /** The verdicts of the payments that are not settled, as they were last seen. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly mails: readonly Mail[];
  /** The verdict of the focused payment. While it is new it takes no key. */
  readonly shown: Shown | undefined;
  /** The chunk of input that last removed the screens above the shown one. */
  readonly uncoveredBy: number | undefined;
};

export type Effect =
  | {readonly kind: 'challenge'; readonly reference: string}
  | {readonly kind: 'open-page'; readonly url: string}
  | {readonly kind: 'networks'; readonly market: Market}
  /** Reads the price list, so that it is loaded at the first scan. */
  | {readonly kind: 'items'}
  | {readonly kind: 'front'; readonly reference: string | undefined}
  /** Sends `looked` when a new verdict takes keys again. */
  | {readonly kind: 'let-look'}
  /** Makes the till stop selling, or sell again. */
  | {readonly kind: 'set-closing'; readonly isClosing: boolean}
  | ({readonly kind: 'ask'} & Request)
  /** Asks for the right to look at a screen, and then opens the screen. */
  | {readonly kind: 'look'; readonly verb: Verb; readonly screen: Open}
  | {readonly kind: 'sign-out'; readonly reason: 'asked' | 'idle'}
  | {readonly kind: 'leave'};

/** What a screen has asked of the world, with the number of the screen. */
export type Request = {readonly number: number; readonly request: number; readonly asks: Asking};

/** What the world answered to a request of a screen, or that there will be no more answers. */
export type KitMessage = Request &
  (
    | {readonly kind: 'answer'; readonly answer: unknown}
    | {readonly kind: 'answered'; readonly result: unknown}
    | {readonly kind: 'refused'; readonly problem: Problem}
  );

/** A key has turned to another page of a small window. */
export type Turned = {readonly kind: 'turned'; readonly page: number};

export type Message =
  | ({readonly kind: 'key'} & Typed)
  | Turned
  /** `told` has the references of the payments that have changed. */
  | {readonly kind: 'till-changed'; readonly told: ReadonlySet<string>}
  /** A key that would have decided was repeated at once, so it is held down. */
  | {readonly kind: 'held-key'; readonly name: string}
  /** Digits, such as those of a code that was scanned, came before a key that would have decided. `before` is the screen without them. */
  | {readonly kind: 'not-alone'; readonly name: string; readonly before: ShownScreen | undefined}
  /** No key was pressed for the time after which an idle till locks. */
  | {readonly kind: 'idle'}
  /** A new verdict has been shown for long enough. */
  | {readonly kind: 'looked'}
  | {readonly kind: 'challenge'; readonly reference: string; readonly page: ChallengePage | undefined}
  | KitMessage
  | {readonly kind: 'failed'; readonly effect: Effect; readonly problem: Problem}
  /** A person has approved that the screen is looked at. */
  | {readonly kind: 'let-in'; readonly screen: Open}
  /** Something outside the till failed on which no sale depends. */
  | {readonly kind: 'mishap'; readonly problem: Problem};

export type Typed = {readonly key: Key; readonly size: Size};

export type TillStep = ProgramStep<Model, Effect>;

export const nextStep = <M extends Stacked>(model: M, ...effects: readonly Effect[]): ProgramStep<M, Effect> => ({
  model,
  effects,
});

export const topOf = ({stack}: Pick<Stacked, 'stack'>): Open => stack.at(-1) ?? stack[0];

export const push = <M extends Stacked>(model: M, screen: Open): M => ({...model, stack: [...model.stack, screen]});

export function pop(model: Model): Model {
  const [sale, ...above] = model.stack;
  return above.length === 0 ? model : {...model, stack: [sale, ...above.slice(0, -1)]};
}

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
