import {type Message, type Model, topOf} from './model.js';
import type {Program} from './program.js';
import type {ReducerContext} from './reducer-context.js';
import type {Scene} from './root.js';
import {actionOf, type BindingId, isGuarded} from './terminal/bindings.js';
import {afterListening} from './terminal/clock.js';
import type {Key} from './terminal/keyboard.js';
import {createScanner} from './terminal/scanner.js';
import type {Size} from './terminal/size.js';
import {tillScreens} from './till-screens.js';
import {offersOf} from './update.js';

/** In milliseconds; longer than the time between two repetitions of a held key on the slowest terminal. */
const repetition = 100;

type Waiting = {readonly key: Key; readonly size: Size; readonly action: BindingId; readonly screen: string};
type Held = {readonly name: string; readonly waiting: Waiting | undefined; readonly callOff: () => void};

const nameOf = (key: Key): string => (key.kind === 'press' ? key.name : key.text);

/**
 * Returns a scene's `onKey` in which a deciding key counts only if it is not repeated at once. A key that is held down would otherwise
 * answer a question that the person has not read. Esc or Ctrl-C within that time takes the key back, and any other key confirms it. If
 * several keys arrive in one chunk, none after the first decides here, and the screens themselves limit what the first may decide. A
 * scanner never decides: Enter that ends a code counts for nothing here, nor does the first deciding key after digits that had no effect on
 * the screen, however long after. What the code has typed is put back. `stop` drops a key that still waits.
 */
export function guarded(
  onKey: Scene['onKey'],
  {program, reducerContext}: {readonly program: Program<Model, Message>; readonly reducerContext: ReducerContext},
): {readonly onKey: Scene['onKey']; readonly stop: () => void} {
  let held: Held | undefined;
  let lastChunk = -1;
  /** The number of the screen on which digits had no effect since the last deciding key. */
  let strayOn: number | undefined;
  const shown = () => topOf(program.model());
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
  const give = (key: Key, size: Size) => {
    const before = shown();
    onKey(key, size);
    const after = shown();
    const isStray = key.kind === 'text' && /\p{Nd}/u.test(key.text);
    if (isStray && before.number === after.number && before.state === after.state) strayOn = after.number;
  };
  const refuse = ({scanned}: Key, name: string) => {
    strayOn = undefined;
    hold(name, undefined);
    program.dispatch({kind: 'not-alone', name, before: scanned?.before});
  };
  const hear = (key: Key, size: Size) => {
    const name = nameOf(key);
    const isOfChunk = key.chunk === lastChunk;
    lastChunk = key.chunk;
    if (held?.name === name) return again(key, name);
    const isInBurst = key.kind === 'text' && (key.burst ?? '').length > key.text.length;
    if (name === 'escape' || name === 'ctrl-c' || isInBurst) drop();
    settle();
    const {action, screen} = aimOf(key);
    const isDecision = action !== undefined && isGuarded(action);
    const isCode =
      key.scanned !== undefined && (isDecision || tillScreens.isCodeForMoney(program.model(), reducerContext));
    if (isCode || (isDecision && strayOn === shown().number)) return refuse(key, name);
    if (isDecision && (isOfChunk || isInBurst)) return;
    if (!isDecision) return give(key, size);
    hold(name, {key, size, action, screen});
  };
  let size: Size = {columns: 80, rows: 24};
  const scanner = createScanner({
    settings: reducerContext.shop.scanner,
    monotonic: reducerContext.till.monotonic,
    shown,
    ended: key => hear(key, size),
  });
  return {
    onKey: (given, now) => {
      size = now;
      const key = scanner.hear(given);
      hear(key, size);
      scanner.typed(key);
    },
    stop: () => {
      scanner.stop();
      drop();
    },
  };
}
