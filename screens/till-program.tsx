import type {Till} from '../src/till/till.js';
import {App} from './app.js';
import {decisively} from './decisions.js';
import {type EffectParts, isUrgent, runEffects} from './effects.js';
import {wipeAll} from './kit/secrets.js';
import type {Message, Model} from './model.js';
import {plainScene} from './plain/plain-scene.js';
import {createProgram, type Program} from './program.js';
import type {ReducerContext, Shop} from './reducer-context.js';
import type {Scene} from './root.js';
import type {Keymap} from './terminal/bindings.js';
import {later} from './terminal/clock.js';
import {isTooSmall} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';
import {begin, update} from './update.js';

export type TillProgramParts = EffectParts & {
  readonly till: Till;
  readonly shop: Shop;
  readonly keys: Keymap;
  readonly styles: Styles;
  /** Sentences instead of frames. */
  readonly isPlain: boolean;
  /** It was set up just now. */
  readonly isNewShop: boolean;
  /** Bytes of an unfinished line that a crash left in the journal. */
  readonly tornBytes: number;
};
export type TillProgram = {readonly program: Program<Model, Message>; readonly scene: Scene; readonly stop: () => void};

/** The screens' model over an open till, which it follows until `stop`, and how it is shown. Whoever leaves leaves no secret. */
export function createTillProgram(parts: TillProgramParts): TillProgram {
  const {till, shop, keys, styles, isPlain, isNewShop, tornBytes, leave, crash} = parts;
  const reducerContext: ReducerContext = {till, shop, keys};
  const wipe = () => wipeAll(program.model());
  const program: Program<Model, Message> = createProgram({
    first: begin(reducerContext, {tornBytes, isPlain, isNewShop}),
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
    // In a window that shows nothing nobody knows what a key would do.
    hear: (key, size) => {
      const isBlind = isTooSmall(size) && !(key.kind === 'press' && key.name === 'ctrl-c');
      if (!isBlind) program.dispatch({kind: 'key', key, size});
    },
  };
  const plain = isPlain ? plainScene(program, till, reducerContext) : undefined;
  const {draw, hear} = plain ?? frames;
  const decided = decisively(hear, {program, reducerContext});
  till.approveOnScreens();
  const idle = idleLock(() => program.dispatch({kind: 'idle'}));
  const stopFollowing = till.subscribe(told => program.dispatch({kind: 'till-changed', told}));
  const stop = () => {
    decided.stop();
    idle.stop();
    plain?.stop();
    stopFollowing();
    wipe();
  };
  const hearing: Scene['hear'] = (key, size) => {
    idle.restart();
    decided.hear(key, size);
  };
  return {program, scene: {draw, hear: hearing}, stop};
}

/** So long nobody presses a key before the till locks itself, in milliseconds. */
const idleMs = 2 * 60_000;

/** Tells when nobody has pressed a key for as long; and again after as long, for what kept the till open may be over. */
function idleLock(tell: () => void): {readonly restart: () => void; readonly stop: () => void} {
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
