import {type Message, type Model, topOf} from './model.js';
import type {Program} from './program.js';
import type {ReducerContext} from './reducer-context.js';
import type {Scene} from './root.js';
import {actionOf, type BindingId, isGuarded} from './terminal/bindings.js';
import {afterListening} from './terminal/clock.js';
import type {Key} from './terminal/keyboard.js';
import type {Size} from './terminal/size.js';
import {offersOf} from './update.js';

/** Longer than the slowest terminal takes from one repetition of a held key to the next, in milliseconds. */
const repetition = 100;

/** No longer than a scanner takes from one sign to the next, in milliseconds: it may end whatever it reads in an Enter. */
const betweenSigns = 25;

type Waiting = {readonly key: Key; readonly size: Size; readonly action: BindingId; readonly screen: string};
type Held = {readonly name: string; readonly waiting: Waiting | undefined; readonly callOff: () => void};

const nameOf = (key: Key): string | undefined => (key.kind === 'press' ? key.name : undefined);

/**
 * A scene's hearing for which a key that decides is a decision only if it does not come again at once: one that is held
 * down would go through a question that nobody has read. Esc within that moment takes it back,
 * and any other key takes it as it was meant. Of what arrives in one chunk the screens know themselves what it may decide.
 * In a shop with a price list a key that comes as fast as a scanner types is no decision either. `stop` forgets what still waits.
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
  /** The action and the screen that a key would go to now. */
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
