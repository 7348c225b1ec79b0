import {businessDate} from '../../src/core/day/business-day.js';
import {type Language, type Messages, messages} from '../../src/core/messages/messages.js';
import type {Payment} from '../../src/core/payment/payment.js';
import type {Problem} from '../../src/core/problem.js';
import type {Verb} from '../../src/core/staff/schema.js';
import type {Till} from '../../src/till/till.js';
import type {Block, FieldBlock, OptionsBlock} from '../../src/views/block.js';
import type {Asking, Go, Model, Notice, PlaceId, Places, ReducerContext} from '../model.js';
import type {BindingId, Keymap} from '../terminal/bindings.js';
import type {Key} from '../terminal/keyboard.js';
import type {Line, LineRules} from '../terminal/line.js';

/** The name of a screen, and the type of what it is opened with, if anything. */
type Place = string | readonly [id: string, given: unknown];
type IdOf<P extends Place> = P extends readonly [infer Id, unknown] ? Id : P;
type GivenOf<P extends Place> = P extends readonly [string, infer Given]
  ? Given
  : P extends PlaceId
    ? Places[P]
    : never;

export type PlacesOf<S extends {readonly id: string; readonly place?: Place}> = {
  [Each in S as Each['id']]: Each['place'] extends readonly [string, infer Given] | undefined ? Given : unknown;
};

/** A screen, as one value that is all the program knows of it. It works on a till or another `Host`, and sees the context `C`. */
export type Screen<P extends Place, S, C = Context, Host = Till> = {
  readonly id: IdOf<P>;
  /** Only for types. */
  readonly place?: P;
  /** Returns the first state, and what the screen asks for at once. */
  readonly open: (given: GivenOf<P>, context: C) => StateStep<S, C, Host>;
  readonly describe: (state: S, context: C) => readonly Block[];
  /** The keys in the order of the footer. Help and Ctrl+C work on every screen. */
  readonly keys: readonly ScreenKey<S, C, Host>[];
  /** Hears every key before it is typed or starts an action; with `isTaken` it does neither. A scanner types faster than a person. */
  readonly hears?: (state: S, stroke: Key, context: C) => {readonly state: S; readonly isTaken: boolean} | undefined;
  readonly form?: (state: S, context: C) => Form<S>;
  /** Called when the till has changed, and when the screen is shown again. It must come to rest: a second call must change nothing. */
  readonly follow?: (state: S, context: C) => Step<S, C, Host>;
  /** Returns the payment that the person looks at: its status is asked for first, and its new verdict takes no key for a moment. */
  readonly focused?: (state: S, context: C) => string | undefined;
  /** The right that a person needs to open the screen. Another person may approve it each time. */
  readonly needs?: Verb;
  /** The right to go on looking at a screen that anyone may open. It is closed when a person without it signs in. */
  readonly tells?: Verb;
  /** The screen knows what to do with the code that a scanner types into its fields. On other screens a code is never an amount. */
  readonly takesCodes?: true;
  /** The till sells nothing while the screen is on the stack. */
  readonly stopsSales?: true;
  /** Returns the secrets in the state. They are wiped when they leave it. */
  readonly secrets?: (state: S) => readonly {readonly wipe: () => void}[];
  /** `beside` leaves room beside the screen; `tall` uses every line of a high window; `whole` those of header and footer too. */
  readonly layout?: 'beside' | 'tall' | 'whole';
};

/** A screen with any state. Only the program pairs each screen with its own state. */
// biome-ignore lint/suspicious/noExplicitAny: the list holds screens of every kind of state
export type AnyScreen = Screen<any, any, any, any>;

/** What a screen of any program may know: its language and messages, and its keys. */
export type SpokenContext = {
  readonly language: Language;
  readonly messages: Messages;
  readonly keys: Keymap;
  /** The screen is narrated in sentences, in which some keys say what a frame shows all the time. */
  readonly isPlain: boolean;
};

/** What a screen of the till may know when it is described or reduced. It changes nothing, and has neither a size nor colours. */
export type Context = ReducerContext &
  SpokenContext &
  Pick<Model, 'challenges' | 'seen' | 'storedCount' | 'refundReason' | 'takings'> & {readonly now: number};

/**
 * A request of a screen to its host, and what follows from each `answer` on the way and then from the result. A screen that has been
 * closed, or has asked again, gets none of these; only `late` may still say something about the result.
 */
export type Task<S, C = Context, Host = Till, Result = unknown, Answer = unknown> = Asking & {
  /** Runs outside of every component. A `Problem` that it throws goes to `refused`. */
  readonly run: (host: Host, answer: (answer: Answer) => void) => Promise<Result>;
  reduce?(state: S, answer: Answer, context: C): Step<S, C, Host>;
  done?(state: S, result: Result, context: C): Step<S, C, Host>;
  /** Returns the notice for a result that no screen waits for any more. */
  late?(result: Result, context: C): Notice | undefined;
  /** Without it, the problem becomes a notice. */
  refused?(state: S, problem: Problem, context: C): Step<S, C, Host>;
};

/** Returns the task unchanged. It infers the types of the result and the answers from `run`. */
export const task = <S, Result, Answer = never, C = Context, Host = Till>(
  asked: Task<S, C, Host, Result, Answer>,
): Task<S, C, Host> => asked;

/** What happens to a screen: its next state, where to go, and what to ask the host. A step of `never` fits every screen. */
export type Step<S, C = Context, Host = Till> = {
  readonly state?: S;
  /** Several steps are taken one after the other. */
  readonly go?: Go | readonly Go[];
  readonly asks?: Task<S, C, Host> | readonly Task<S, C, Host>[];
  /** One line above the keys until the next decision. */
  readonly notice?: Notice;
  /** Parts of the model that the whole till keeps, whichever screen is shown. */
  readonly keeps?: Partial<Pick<Model, 'takings' | 'challenges' | 'seen' | 'storedCount' | 'refundReason'>>;
};

export type StateStep<S, C = Context, Host = Till> = Step<S, C, Host> & {readonly state: S};

type Edited = {readonly line: Line; readonly problem: Problem | undefined};
/** What every kind of field has. `warning` and the others are as in the field's block. */
type FieldCommon = Pick<FieldBlock, 'id' | 'label' | 'importance'> &
  Partial<Pick<FieldBlock, 'note' | 'warning'>> & {
    /** The field is shown, but Tab passes over it. */
    readonly isPassed?: boolean;
    /** Returns what to say about a problem of the field, or undefined for the usual sentence. */
    readonly says?: (problem: Problem) => string | undefined;
  };
export type TypedField<S> = FieldCommon &
  Partial<Pick<FieldBlock, 'unit' | 'shown' | 'fallback' | 'hint' | 'spoken' | 'isLocked' | 'isHalf'>> & {
    readonly rules: LineRules;
    /** The line as it is drawn while it is edited, such as the dots of a card number in groups; by default as it is. */
    readonly typing?: Line;
    /** When the field gets the focus, the first text typed replaces its content. */
    readonly isTypedOver?: boolean;
    /** Edits the line in its own way, beyond its rules, for example for a secret. */
    readonly edit?: (line: Line, change: (line: Line) => Line) => Line;
    /** Checks every edit. For example, the number of a card is taken out as soon as it is complete. */
    readonly guard?: (before: Edited, changed: Line) => Edited;
    /** Returns what is wrong with the field. It is called by Enter, and when a field with content is left. */
    readonly check?: () => Problem | undefined;
    /** Returns the state with whatever else changes after an edit. */
    readonly edited?: (state: S, isTypedOver: boolean) => S;
  };
export type ChosenField<S> = FieldCommon & {
  readonly value: string;
  /** Returns the state with the next or the previous value. Without it, the choice has more fields that are not shown. */
  readonly turn?: (by: 1 | -1) => S;
  readonly check?: () => Problem | undefined;
  /** The values that can be picked, each with its own key. */
  readonly picks?: OptionsBlock['options'];
};
export type FormField<S> = TypedField<S> | ChosenField<S>;
export type Form<S> = readonly FormField<S>[];

export type Pressed = {
  /** The position of the pressed key among the keys of its action; for a choice, the direction. */
  readonly place: number;
  /** The same number for all keys that arrived together. */
  readonly chunk: number;
  /** The number of lines of a page in this window. */
  readonly page: number;
  /** The code that a scanner has typed before this Enter, and the state of the screen before the code if nothing else has changed it. */
  readonly scanned?: {readonly code: string; readonly before: unknown} | undefined;
};

/** A key of a screen: an action of the common table, which says what it may do. With a host of `unknown` it fits every host's screens. */
export type ScreenKey<S, C = Context, Host = Till> = {
  readonly id: BindingId;
  readonly when?: (state: S, context: C) => boolean;
  readonly press: (state: S, context: C, pressed: Pressed) => Step<S, C, Host>;
  /** Returns how many of the action's keys apply at the moment. Without it, all of them apply. */
  readonly count?: (state: S) => number;
};

/** Returns what the screens may know, from the model and the till. The language is that of the shop. */
export function contextOf(
  model: Pick<Model, 'challenges' | 'seen' | 'storedCount' | 'refundReason' | 'takings' | 'isPlain'>,
  {till, shop, keys}: ReducerContext,
): Context {
  const {language} = shop;
  const {challenges, seen, storedCount, refundReason, takings, isPlain} = model;
  // The person who is signed in is the person who is recorded for each action.
  const person = till.actor()?.name;
  return {
    till,
    shop: person === undefined ? shop : {...shop, person},
    language,
    keys,
    messages: messages(language),
    now: till.now(),
    challenges,
    seen,
    storedCount,
    refundReason,
    takings,
    isPlain,
  };
}

/** Returns the present business day, in the shop's zone: `2026-11-20`. */
export const todayOf = ({shop, till}: Pick<Context, 'shop' | 'till'>): string =>
  businessDate(till.now(), shop.zone, shop.dayStartsAt);

export const paymentOf = (
  {reference}: {readonly reference: string},
  {till}: Pick<Context, 'till'>,
): Payment | undefined => till.state.payments.get(reference);

/** Returns a task that reads a payment of an older day again. One of this day is at hand. */
export const recalling = (reference: string) =>
  ({kind: 'recall', run: (till: Till) => till.payment(reference)}) as const;

export const stopping = (stops: AbortController) => ({kind: 'stop', run: async () => stops.abort()}) as const;

/** Returns a task that asks for the status of a payment. While the journal cannot be written, it asks nothing; the banner says so. */
export const checking = (reference: string) =>
  ({kind: 'check', run: (till: Till) => till.check(reference), refused: () => ({})}) as const;
