import {isLanguage, loadedLanguages} from '../src/core/messages/messages.js';
import {Problem} from '../src/core/problem.js';
import {asReplaced} from '../src/core/technical/replaced.js';
import type {ShownBasket} from '../src/till/shown-basket.js';
import type {Till} from '../src/till/till.js';
import {App, isShown} from './app.js';
import {look} from './attention.js';
import {KeyGuard} from './decisions.js';
import type {Effect, Message, Model} from './model.js';
import {plainScene} from './plain-scene.js';
import {createProgram, type Program} from './program.js';
import type {ReducerContext, Shop} from './reducer-context.js';
import type {Scene} from './root.js';
import type {Keymap} from './terminal/bindings.js';
import {later} from './terminal/clock.js';
import type {Key} from './terminal/keyboard.js';
import {isTooSmall} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';
import {areLoaded, loadScreens, tillScreens} from './till-screens.js';
import {begin, update} from './update.js';

/** In milliseconds. A timer may fire early, and it does not use the clock that decides. */
const aMoment = 20;

type EffectParts = {
  readonly till: Till;
  readonly leave: () => void;
  /** Called with an error that is not a `Problem`: a bug in the program, which ends the till without ending a payment. */
  readonly crash: (error: unknown) => void;
};

/** Returns a function that carries out the effects that a reducer has decided. Their results are dispatched as messages. */
export function runEffects({
  till,
  leave,
  crash,
}: EffectParts): (effect: Effect, dispatch: (message: Message) => void) => void {
  return (effect, dispatch) => {
    const fail = (error: unknown) => {
      const problem = error instanceof Problem ? error : asReplaced(error);
      if (problem !== undefined) dispatch({kind: 'failed', effect, problem});
      else crash(error);
    };
    switch (effect.kind) {
      case 'challenge': {
        const {reference} = effect;
        till.challenge(reference).then(page => dispatch({kind: 'challenge', reference, page}), fail);
        return;
      }
      case 'open-page':
        till.openPage(effect.url).catch(fail);
        return;
      case 'items':
        till.items().catch(fail);
        return;
      case 'networks':
        till.networks(effect.market).catch(fail);
        return;
      case 'let-look':
        later(look + aMoment, () => dispatch({kind: 'looked'}));
        return;
      case 'front':
        return till.focus(effect.reference);
      case 'ask':
        tillScreens.ask(effect, till, dispatch).catch(crash);
        return;
      case 'look': {
        const {verb, screen} = effect;
        till.look(verb, screen.kind).then(() => dispatch({kind: 'let-in', screen}), fail);
        return;
      }
      case 'set-closing':
        return till.setClosing(effect.isClosing);
      case 'sign-out':
        till.signOut(effect.reason).catch(fail);
        return;
      case 'leave':
        return leave();
    }
  };
}

/** Whether the effect must run before the next frame is drawn. */
function isUrgent(effect: Effect): boolean {
  return effect.kind === 'ask' && effect.asks.isUrgent === true;
}

export type TillProgramParts = EffectParts & {
  readonly till: Till;
  readonly shop: Shop;
  readonly keys: Keymap;
  readonly styles: Styles;
  /** Sentences are written instead of frames. */
  readonly isPlain: boolean;
  /** The shop has just been set up. */
  readonly isNewShop: boolean;
  /** The basket that was being filled when the till last ended. */
  readonly interrupted: ShownBasket | undefined;
  /** The number of bytes of an unfinished line that a crash left in the journal. */
  readonly tornBytes: number;
};
export type TillProgram = {readonly program: Program<Model, Message>; readonly scene: Scene; readonly stop: () => void};

/**
 * Creates the screens' program for an open till, and the scene that shows it. The program follows the till until `stop`. Leaving wipes all
 * secrets.
 */
export function createTillProgram(parts: TillProgramParts): TillProgram {
  const {till, keys, styles, isPlain, isNewShop, interrupted, tornBytes, leave, crash} = parts;
  const shop = spokenTo(till, parts.shop);
  const reducerContext: ReducerContext = {till, shop, keys};
  const wipe = () => tillScreens.wipeAll(program.model());
  const program: Program<Model, Message> = createProgram({
    first: begin(reducerContext, {tornBytes, isPlain, isNewShop, interrupted}),
    update: (model: Model, message: Message) => update(model, message, reducerContext),
    run: runEffects({
      till,
      leave: () => {
        wipe();
        leave();
      },
      crash: error => {
        wipe();
        crash(error);
      },
    }),
    isUrgent,
    isCalm: ({kind}) => kind === 'till-changed' && !isPlain,
  });
  const frames: Scene = {
    draw: size => <App program={program} till={till} shop={shop} keys={keys} styles={styles} size={size} />,
    // If the window does not show the screen, the person cannot know what a key would do, so only the keys that lead out apply.
    onKey: (key, size) => {
      const way = key.kind === 'press' ? key.name : '';
      const isWayOut = way === 'ctrl-c' || (way === 'escape' && !isTooSmall(size));
      if (isWayOut || isShown(program.model(), {till, shop, keys, styles}, size))
        program.dispatch({kind: 'key', key, size});
    },
  };
  const plain = isPlain ? plainScene(program, till, reducerContext) : undefined;
  const {draw, onKey} = plain ?? frames;
  const decided = new KeyGuard(onKey, {program, reducerContext});
  till.approveOnScreens();
  const idle = idleLock(shop.idleLockMinutes * 60_000, () => program.dispatch({kind: 'idle'}));
  const stopFollowing = till.subscribe(told => program.dispatch({kind: 'till-changed', told}));
  let isOver = false;
  const stop = () => {
    isOver = true;
    decided.stop();
    idle.stop();
    plain?.stop();
    stopFollowing();
    wipe();
  };
  const hear: Scene['onKey'] = (key, size) => {
    if (isOver) return;
    idle.restart();
    decided.onKey(key, size);
  };
  const isTyped = (key: Key) => tillScreens.isTyped(key, program.model(), reducerContext);
  return {program, scene: {draw, onKey: whenAllAreLoaded(hear, {isTyped, crash, till})}, stop};
}

/** Has a key that may do more than be typed wait until every screen is in memory, and so do the keys behind it. */
function whenAllAreLoaded(
  hear: Scene['onKey'],
  {
    isTyped,
    crash,
    till,
  }: {readonly isTyped: (key: Key) => boolean; readonly crash: (error: unknown) => void; readonly till: Till},
): Scene['onKey'] {
  let before: Promise<void> | undefined;
  return (key, size) => {
    if (before === undefined && (areLoaded() || isTyped(key))) return hear(key, size);
    const at = till.monotonic();
    before = (before ?? loadScreens()).then(() => hear({...key, at}, size));
    before.catch(error => crash(asReplaced(error) ?? error));
  };
}

/** Returns the shop in the language of the person signed in, or in its own language if nobody is signed in or the person has none. */
const spokenTo = ({actor}: Pick<Till, 'actor'>, shop: Shop): Shop => ({
  ...shop,
  get language() {
    const own = actor()?.language ?? undefined;
    return isLanguage(own) && loadedLanguages().includes(own) ? own : shop.language;
  },
});

/**
 * Calls `tell` when no key was pressed for this many milliseconds, and again after the same time, since the reason that kept the till open
 * may be over.
 */
function idleLock(idleMs: number, tell: () => void): {readonly restart: () => void; readonly stop: () => void} {
  let callOff = () => {};
  const restart = () => {
    callOff();
    callOff = later(idleMs, () => {
      tell();
      restart();
    });
  };
  restart();
  return {restart, stop: () => callOff()};
}
