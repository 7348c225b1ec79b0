import {type Burst, burstAfter, codeOf, type ScannerSettings} from '../../src/core/item/scan.js';
import {afterListening} from './clock.js';
import type {Key, ShownScreen} from './keyboard.js';

/** The milliseconds of silence that end a code if the scanner ends it with no key. */
const silence = 100;

type ScannerParts = {
  readonly settings: ScannerSettings;
  readonly monotonic: () => number;
  /** The shown screen. */
  readonly shown: () => ShownScreen;
  /** Is called if a code has ended by a pause. */
  readonly ended: (key: Key) => void;
};

/**
 * Recognises for all screens what a scanner types. `hear` returns the key with what is known of it: text with the burst that it
 * goes on with, and the key that ends a code, which becomes Enter, with the code. `typed` is called when the key has had its effect.
 */
export function createScanner({settings, monotonic, shown, ended}: ScannerParts) {
  const {prefix, suffix} = settings;
  let burst: Burst | undefined;
  /** The screen as it was before the burst and as the burst has left it. If it has changed otherwise, nothing can be put back. */
  let before: ShownScreen | undefined;
  let after: ShownScreen | undefined;
  let callOff = () => {};
  const codeAt = (chunk: number) => codeOf(burst, {chunk, now: monotonic(), prefix});
  const enterOf = (code: string, chunk: number): Key => {
    const isSame = shown() === after && before?.number === after?.number;
    burst = undefined;
    return {kind: 'press', name: 'enter', chunk, scanned: {code, before: isSame ? before : undefined}};
  };
  const listen = (chunk: number) => {
    const code = codeAt(chunk);
    if (code !== undefined) callOff = afterListening(silence, () => ended(enterOf(code, chunk)));
  };
  return {
    hear: (key: Key): Key => {
      callOff();
      if (key.kind === 'text') {
        const next = burstAfter(burst, key, monotonic());
        if (burst === undefined || next.text.length <= key.text.length) before = shown();
        else if (shown() !== after) before = undefined;
        burst = next;
        return {...key, burst: burst.text};
      }
      const code =
        key.kind === 'press' && (key.name === 'enter' || key.name === suffix) ? codeAt(key.chunk) : undefined;
      if (code !== undefined) return enterOf(code, key.chunk);
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
