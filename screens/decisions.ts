import {type Message, type Model, topOf} from './model.js';
import type {Program} from './program.js';
import type {ReducerContext} from './reducer-context.js';
import type {Scene} from './root.js';
import {actionOf, type BindingId, isGuarded} from './terminal/bindings.js';
import {afterListening} from './terminal/clock.js';
import type {Key} from './terminal/keyboard.js';
import type {Size} from './terminal/size.js';
import {offersOf} from './update.js';

/** In milliseconds; longer than the time between two repetitions of a held key on the slowest terminal. */
const repetition = 100;

/** In milliseconds; no longer than a scanner's time between two characters. A scanner may end its input with Enter. */
const betweenSigns = 25;

type Waiting = {readonly key: Key; readonly size: Size; readonly action: BindingId; readonly screen: string};
type Held = {readonly name: string; readonly waiting: Waiting | undefined; readonly callOff: () => void};

const nameOf = (key: Key): string | undefined => (key.kind === 'press' ? key.name : undefined);

/**
 * Returns a scene's `onKey` in which a deciding key counts only if it is not repeated at once. A key that is held down would otherwise
 * answer a question that the person has not read. Esc or Ctrl-C within that time takes the key back, and any other key confirms it. If
 * several keys arrive in one chunk, none after the first decides here, and the screens themselves limit what the first may decide. In a
 * shop with a price list, a key that comes as fast as a scanner types is not a decision either. `stop` drops a key that still waits.
 */
export function guarded(
  onKey: Scene['onKey'],
  {program, reducerContext}: {readonly program: Program<Model, Message>; readonly reducerContext: ReducerContext},
): {readonly onKey: Scene['onKey']; readonly stop: () => void} {
  let held: Held | undefined;
  let lastChunk = -1;
  let lastAt = Number.NEGATIVE_INFINITY;
  const hold = (name: string, waiting: Waiting | undefined) => {
    held = {name, waiting, callOff: afterListening(repetition, settle)};
  };
  const drop = () => {
    held?.callOff();
    held = undefined;
  };
  /** Returns the action and the screen that a key would go to now. */
  const aimOf = (key: Key) => {
    const model = program.model();
    return {
      action: actionOf(offersOf(model, reducerContext), key, reducerContext.keys)?.action,
      screen: topOf(model).kind,
    };
  };
  const settle = () => {
    const waiting = held?.waiting;
    drop();
    if (waiting === undefined) return;
    const aim = aimOf(waiting.key);
    if (aim.action === waiting.action && aim.screen === waiting.screen) onKey(waiting.key, waiting.size);
  };
  const again = (key: Key, name: string) => {
    const waiting = held?.waiting;
    if (waiting?.key.chunk === key.chunk) return;
    drop();
    if (waiting !== undefined) program.dispatch({kind: 'held-key', name});
    hold(name, undefined);
  };
  return {
    onKey: (key, size) => {
      const name = nameOf(key);
      const {till} = reducerContext;
      const now = till.monotonic();
      const isScanned = till.state.items !== null && now - lastAt <= betweenSigns;
      const isOfBurst = key.chunk === lastChunk || isScanned;
      lastChunk = key.chunk;
      lastAt = now;
      if (name !== undefined && held?.name === name) return again(key, name);
      if (name === 'escape' || name === 'ctrl-c') drop();
      settle();
      const {action, screen} = aimOf(key);
      const isDecision = action !== undefined && isGuarded(action);
      if (isDecision && isOfBurst) return;
      if (name === undefined || !isDecision) return onKey(key, size);
      hold(name, {key, size, action, screen});
    },
    stop: drop,
  };
}
