import type {Verb} from '../../src/core/staff/schema.js';
import type {Till} from '../../src/till/till.js';
import type {Block} from '../../src/views/block.js';
import type {PlaceId, Places} from '../places.js';
import type {Key} from '../terminal/keyboard.js';
import type {Form} from './form.js';
import type {Context, ScreenKey, StateStep, Step} from './step.js';

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
