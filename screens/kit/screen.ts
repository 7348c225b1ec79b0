import type {Problem} from '../../src/core/problem.js';
import type {Verb} from '../../src/core/staff/schema.js';
import type {Till} from '../../src/till/till.js';
import type {Notice} from '../model.js';
import type {Key} from '../terminal/keyboard.js';
import type {Block} from './block.js';
import type {Form} from './form.js';
import type {Asking, PlaceId, Places} from './places.js';
import type {Context, ScreenKey, Step, Task} from './step.js';

/** The name of a screen, and what it is opened with, where that is anything. */
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

/**
 * A screen is one value. All that the program knows of it stands here: it is one over a till, or over a `Host` of its own, of which
 * its screens may know `C`.
 */
export type Screen<P extends Place, S, A extends Asking = Task<S>, Answer = undefined, C = Context, Host = Till> = {
  readonly id: IdOf<P>;
  /** For types alone. */
  readonly place?: P;
  /** What it begins with, and what it asks at once. */
  readonly open: (given: GivenOf<P>, context: C) => Step<S, A> & {readonly state: S};
  readonly describe: (state: S, context: C) => readonly Block[];
  /** In the order of the footer. Help and Ctrl+C are everywhere. */
  readonly keys: readonly ScreenKey<S, A, C>[];
  /**
   * Hears every key before it is typed or does anything: a scanner types faster than anybody. `isTaken`: it is neither then.
   */
  readonly hears?: (state: S, stroke: Key, context: C) => {readonly state: S; readonly isTaken: boolean} | undefined;
  readonly form?: (state: S, context: C) => Form<S>;
  /** Of what is asked by data alone, what a `Task` says itself. */
  readonly run?: (asks: A, host: Host, answer: (answer: Answer) => void) => Promise<unknown>;
  /** What changes once all of it is done, answers or none; as `reduce`. */
  readonly done?: (state: S, context: C, asks: A) => Step<S, A>;
  /** What an answer changes. Answers to what was asked again since, or by a screen that is closed, do not come here. */
  readonly reduce?: (state: S, answer: Answer, context: C, asks: A) => Step<S, A>;
  /** What is still said of an answer to a screen that was closed, or that asked again since. */
  readonly late?: (answer: Answer, context: C) => Notice | undefined;
  /** What a problem changes; without it, it is a notice. */
  readonly refused?: (state: S, problem: Problem, context: C, asks: A) => Step<S, A>;
  /** The till has changed, or this screen is shown again. Must come to rest: nothing on the second call. */
  readonly follow?: (state: S, context: C) => Step<S, A>;
  /** The payment that is looked at: it is asked about first, and its new verdict takes no key for a moment. */
  readonly focused?: (state: S, context: C) => string | undefined;
  /** What right it takes to look at it; somebody else may approve it each time. */
  readonly needs?: Verb;
  /** What right it takes to go on looking at it, where whoever opened it may: it is closed when somebody signs in who lacks it. */
  readonly tells?: Verb;
  /** The till sells nothing while it is on the stack. */
  readonly stopsSales?: true;
  /** Secrets in its state, which are wiped when they leave it. */
  readonly secrets?: (state: S) => readonly {readonly wipe: () => void}[];
  /**
   * `beside` leaves the eye time for what goes on beside it; `tall` takes every line of a high window; `whole` takes the
   * header's and the footer's too.
   */
  readonly layout?: 'beside' | 'tall' | 'whole';
};

/** Of any state: each screen is paired with its own state by the program alone. */
// biome-ignore lint/suspicious/noExplicitAny: the list holds screens of every kind of state
export type AnyScreen = Screen<any, any, any, any, any, any>;
