import {type Burst, burstAfter, codeOf, type ScannerSettings} from '../src/core/item/code.js';
import {type Message, type Model, type ReducerContext, topOf} from './model.js';
import type {Program} from './program.js';
import type {Scene} from './stage.js';
import {actionOf, type BindingId, isGuarded} from './terminal/bindings.js';
import {afterListening} from './terminal/clock.js';
import type {Key, ShownScreen} from './terminal/keyboard.js';
import type {Size} from './terminal/size.js';
import {tillScreens} from './till-screens.js';
import {offersOf} from './update.js';

/** In milliseconds; longer than the time between two repetitions of a held key on the slowest terminal. */
const repetition = 100;

type Waiting = {readonly key: Key; readonly size: Size; readonly action: BindingId; readonly screen: string};
type Held = {readonly name: string; readonly waiting: Waiting | undefined; readonly callOff: () => void};

type Guarded = {readonly program: Program<Model, Message>; readonly reducerContext: ReducerContext};

/** The milliseconds of silence that end a code if the scanner ends it with no key. */
const silence = 100;

type ScannerParts = {
  readonly settings: ScannerSettings;
  readonly monotonic: () => number;
  readonly shown: () => ShownScreen;
  /** Is called if a code has ended by a pause. */
  readonly ended: (key: Key) => void;
};

/**
 * Recognises for all screens what a scanner types. `hear` returns the key with what is known of it: text with the burst that it
 * goes on with, and the key that ends a code, which becomes Enter, with the code. `typed` is called when the key has had its effect.
 */
function createScanner({settings, monotonic, shown, ended}: ScannerParts) {
  const {prefix, suffix} = settings;
  let burst: Burst | undefined;
  /** The screen as it was before the burst and as the burst has left it. If it has changed otherwise, nothing can be put back. */
  let before: ShownScreen | undefined;
  let after: ShownScreen | undefined;
  let callOff = () => {};
  const codeAt = (chunk: number, now = monotonic()) => codeOf(burst, {chunk, now, prefix});
  const enterOf = (code: string, chunk: number, end: ScannerSettings['suffix']): Key => {
    const isSame = shown() === after && before?.number === after?.number;
    burst = undefined;
    return {kind: 'press', name: 'enter', chunk, scanned: {code, end, before: isSame ? before : undefined}};
  };
  const listen = (chunk: number) => {
    const code = codeAt(chunk);
    if (code !== undefined) callOff = afterListening(silence, () => ended(enterOf(code, chunk, 'none')));
  };
  return {
    hear: (key: Key): Key => {
      callOff();
      if (key.kind === 'text') {
        const next = burstAfter(burst, key, key.at ?? monotonic());
        if (burst === undefined || next.text.length <= key.text.length) before = shown();
        else if (shown() !== after) before = undefined;
        burst = next;
        return {...key, burst: burst.text};
      }
      const code =
        key.kind === 'press' && (key.name === 'enter' || key.name === suffix) ? codeAt(key.chunk, key.at) : undefined;
      if (code !== undefined)
        return enterOf(code, key.chunk, key.kind === 'press' && key.name === 'tab' ? 'tab' : 'enter');
      burst = undefined;
      return key;
    },
    typed: (key: Key) => {
      after = shown();
      if (suffix === 'none' && key.kind === 'text') listen(key.chunk);
    },
    stop: () => callOff(),
  };
}

/**
 * Hears the keys of a scene, in which a deciding key counts only if it is not repeated at once. A key that is held down would otherwise
 * answer a question that the person has not read. Esc or Ctrl-C within that time takes the key back, and any other key confirms it. Where
 * the terminal tells a press from a repetition, a press decides at once, and the same key counts for nothing until that time is over. If
 * several keys arrive in one chunk, none after the first decides here, which is said, and the screens themselves limit what the first may decide. A
 * scanner never decides: Enter that ends a code counts for nothing here, nor does the first deciding key after digits that had no effect on
 * the screen, however long after. What the code has typed is put back.
 */
export class KeyGuard {
  readonly #give: Scene['onKey'];
  readonly #program: Program<Model, Message>;
  readonly #context: ReducerContext;
  readonly #scanner: ReturnType<typeof createScanner>;
  #size: Size = {columns: 80, rows: 24};
  #held: Held | undefined;
  #lastChunk = -1;
  /** The number of the screen on which digits had no effect since the last deciding key. */
  #strayOn: number | undefined;

  constructor(onKey: Scene['onKey'], {program, reducerContext}: Guarded) {
    this.#give = onKey;
    this.#program = program;
    this.#context = reducerContext;
    this.#scanner = createScanner({
      settings: reducerContext.shop.scanner,
      monotonic: reducerContext.till.monotonic,
      shown: () => this.#shown(),
      ended: key => this.#hear(key),
    });
  }

  readonly onKey: Scene['onKey'] = (given, size) => {
    this.#size = size;
    const key = this.#scanner.hear(given);
    this.#hear(key);
    this.#scanner.typed(key);
  };

  /** Drops a key that still waits. */
  stop(): void {
    this.#scanner.stop();
    this.#drop();
  }

  #shown() {
    return topOf(this.#program.model());
  }

  /** Returns the action and the screen that a key would go to now. */
  #aimOf(key: Key) {
    const model = this.#program.model();
    return {
      action: actionOf(offersOf(model, this.#context), key, this.#context.keys)?.action,
      screen: topOf(model).kind,
    };
  }

  #hold(name: string, waiting: Waiting | undefined): void {
    this.#held = {name, waiting, callOff: afterListening(repetition, () => this.#settle())};
  }

  #drop(): void {
    this.#held?.callOff();
    this.#held = undefined;
  }

  #settle(): void {
    const waiting = this.#held?.waiting;
    this.#drop();
    if (waiting === undefined) return;
    const aim = this.#aimOf(waiting.key);
    if (aim.action === waiting.action && aim.screen === waiting.screen) this.#give(waiting.key, waiting.size);
  }

  #hear(key: Key) {
    const name = key.kind === 'press' ? key.name : key.text;
    const isOfChunk = key.chunk === this.#lastChunk;
    this.#lastChunk = key.chunk;
    if (this.#held?.name === name) return this.#again(key, name);
    const isInBurst = key.kind === 'text' && (key.burst ?? '').length > key.text.length;
    if (name === 'escape' || name === 'ctrl-c' || isInBurst) this.#drop();
    this.#settle();
    const {action, screen} = this.#aimOf(key);
    const isDecision = action !== undefined && isGuarded(action);
    const isCode =
      key.scanned !== undefined && (isDecision || tillScreens.isCodeForMoney(this.#program.model(), this.#context));
    if (isCode || (isDecision && this.#strayOn === this.#shown().number)) return this.#refuse(key, name);
    if (isDecision && isInBurst) return;
    if (isDecision && key.event === 'repeat') return this.#program.dispatch({kind: 'held-key', name});
    if (isDecision && isOfChunk) return this.#program.dispatch({kind: 'not-alone', name, before: undefined});
    if (isDecision && key.event === undefined) return this.#hold(name, {key, size: this.#size, action, screen});
    this.#pass(key);
    if (isDecision) this.#hold(name, undefined);
  }

  #again(key: Key, name: string): void {
    const waiting = this.#held?.waiting;
    if (waiting?.key.chunk === key.chunk) return;
    this.#drop();
    if (waiting !== undefined) this.#program.dispatch({kind: 'held-key', name});
    this.#hold(name, undefined);
  }

  #pass(key: Key): void {
    const before = this.#shown();
    this.#give(key, this.#size);
    const after = this.#shown();
    const isStray = key.kind === 'text' && /\p{Nd}/u.test(key.text);
    if (isStray && before.number === after.number && before.state === after.state) this.#strayOn = after.number;
  }

  #refuse({scanned}: Key, name: string): void {
    this.#strayOn = undefined;
    this.#hold(name, undefined);
    this.#program.dispatch({kind: 'not-alone', name, before: scanned?.before});
  }
}
