import type {Language, Messages} from '../../src/core/messages/messages.js';
import type {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import type {Model, Notice} from '../model.js';
import type {Asking, Go} from '../places.js';
import type {ReducerContext} from '../reducer-context.js';
import type {BindingId, Keymap} from '../terminal/bindings.js';

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
  Pick<Model, 'challenges' | 'seen' | 'storedCount' | 'takings'> & {readonly now: number};

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
  readonly keeps?: Partial<Pick<Model, 'takings' | 'challenges' | 'seen' | 'storedCount'>>;
};

/** A step that has a state, such as the one that opens a screen. */
export type StateStep<S, C = Context, Host = Till> = Step<S, C, Host> & {readonly state: S};

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

/**
 * A key of a screen: an action of the common table of keys, which says what the action may do. A key with a host of `unknown` asks nothing
 * and fits the screens of every host.
 */
export type ScreenKey<S, C = Context, Host = Till> = {
  readonly id: BindingId;
  readonly when?: (state: S, context: C) => boolean;
  readonly press: (state: S, context: C, pressed: Pressed) => Step<S, C, Host>;
  /** Returns how many of the action's keys apply at the moment. Without it, all of them apply. */
  readonly count?: (state: S) => number;
};
