import type {Language, Messages} from '../../src/core/messages/messages.js';
import type {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import type {Model, Notice} from '../model.js';
import type {ReducerContext} from '../reducer-context.js';
import type {BindingId, Keymap} from '../terminal/bindings.js';
import type {Asking, Go} from './places.js';

/** What a screen of any program may know: how it speaks, and its keys. */
export type SpokenContext = {
  readonly language: Language;
  readonly messages: Messages;
  readonly keys: Keymap;
  /** It is told in sentences, where some keys say what a frame shows all the time. */
  readonly isPlain: boolean;
};

/** What a screen of the till may know when it is described or reduced. It changes nothing, and needs no room and no colour. */
export type Context = ReducerContext &
  SpokenContext &
  Pick<Model, 'challenges' | 'storedCount' | 'takings'> & {readonly now: number};

/**
 * Something that a screen has the till do, and what comes of it: of each `answer` on its way, and then of what it came to. A screen
 * that is closed by then, or has asked again since, is told nothing.
 */
export type Task<S, Result = unknown, Answer = unknown, C = Context, Host = Till> = Asking & {
  /** Done outside of every component. A `Problem` it throws is `refused`. */
  readonly run: (host: Host, answer: (answer: Answer) => void) => Promise<Result>;
  reduce?(state: S, answer: Answer, context: C): Step<S, Task<S, unknown, unknown, C, Host>>;
  done?(state: S, result: Result, context: C): Step<S, Task<S, unknown, unknown, C, Host>>;
  /** Without it the problem is a notice. */
  refused?(state: S, problem: Problem, context: C): Step<S, Task<S, unknown, unknown, C, Host>>;
};

/** A task of which the result or the answers are looked at: their types are those of its `run`. */
export const task = <S, Result, Answer = never, C = Context, Host = Till>(
  asked: Task<S, Result, Answer, C, Host>,
): Task<S, unknown, unknown, C, Host> => asked;

/** What becomes of a screen: its next state, where to go, and what to ask of the world. A step of `never` serves every screen. */
export type Step<S, A extends Asking = [S] extends [never] ? never : Task<S>> = {
  readonly state?: S;
  /** Several are gone one after the other. */
  readonly go?: Go | readonly Go[];
  readonly asks?: A | readonly A[];
  /** One line above the keys until the next decision. */
  readonly notice?: Notice;
  /** What the whole till keeps of it, whichever screen is shown. */
  readonly keeps?: Partial<Pick<Model, 'takings' | 'challenges' | 'storedCount'>>;
};

export type Pressed = {
  /** Which of the keys of its action it was: for a choice, the direction. */
  readonly place: number;
  /** Equal for all that arrived together. */
  readonly chunk: number;
  /** Lines of a page in this window. */
  readonly page: number;
};

/** A key of a screen: an action of the one table of keys, which says what it may bring about. */
export type ScreenKey<S, A extends Asking = Task<S>, C = Context> = {
  readonly id: BindingId;
  readonly when?: (state: S, context: C) => boolean;
  readonly press: (state: S, context: C, pressed: Pressed) => Step<S, A>;
  /** So many of its keys count at the moment; without it, all of them. */
  readonly count?: (state: S) => number;
};
