import {type Key as InkKey, useInput, usePaste} from 'ink';
import {useRef} from 'react';
import {typedText} from '../../src/core/text/text.js';

/** What a person did: text that was typed or scanned, a paste, or a key by its name (`'enter'`, `'shift-tab'`, `'ctrl-c'`). */
export type Stroke =
  | {readonly kind: 'text' | 'paste'; readonly text: string}
  | {readonly kind: 'press'; readonly name: string};

/** A screen that is shown, by its number on the stack. */
export type ShownScreen = {readonly number: number; readonly state: unknown};

/**
 * `chunk` is the same for everything that arrived together: input of a paste or a scanner is never several decisions. `burst` has the
 * characters that arrived as fast as this text, with it. `scanned` is the code that Enter ends, and the screen as it was before the code.
 * `at` is when a key arrived that had to wait.
 */
export type Key = Stroke & {
  readonly chunk: number;
  readonly at?: number;
  readonly burst?: string;
  readonly scanned?: {readonly code: string; readonly before: ShownScreen | undefined};
};

const flags = {
  upArrow: 'up',
  downArrow: 'down',
  leftArrow: 'left',
  rightArrow: 'right',
  pageUp: 'page-up',
  pageDown: 'page-down',
  home: 'home',
  end: 'end',
  backspace: 'backspace',
  delete: 'delete',
} as const;
const flagged = Object.entries(flags) as readonly [keyof typeof flags, string][];
const controls: Readonly<Record<string, string>> = {'\r': 'enter', '\n': 'enter', '\t': 'tab', '\u001B': 'escape'};
const press = (name: string): Stroke => ({kind: 'press', name});

/** Splits the input of Ink into strokes. What arrives together is one input, such as `123\r`. */
export function keysOf(input: string, key: InkKey): Stroke[] {
  const flag = flagged.find(([name]) => key[name]);
  if (flag !== undefined) return [press(flag[1])];
  if (key.tab) return [press(key.shift ? 'shift-tab' : 'tab')];
  if (key.ctrl) return [press(`ctrl-${input}`)];
  const keys = (input.match(/\r\n|\p{Cc}|\P{Cc}+/gu) ?? []).map(part =>
    /^\P{Cc}/u.test(part)
      ? {kind: 'text' as const, text: typedText(part)}
      : press(controls[part.charAt(0)] ?? `ctrl-${String.fromCharCode(part.charCodeAt(0) | 96)}`),
  );
  const strokes = keys.filter(stroke => stroke.kind === 'press' || stroke.text !== '');
  return key.escape || key.meta ? [press('escape'), ...strokes] : strokes; // Alt+5 and a quick Esc, 5 send the same bytes
}

/**
 * The only listener for keys, at the root for the life of the app; if listeners were exchanged, raw mode would be off between two of them.
 * `\r
 * ` is one Enter, even if it arrives in two pieces. A paste is never a key.
 */
export function useKeyboard(dispatch: (key: Key) => void): void {
  const afterReturn = useRef(false);
  const chunk = useRef({number: 0, isOpen: false});
  const give = (stroke: Stroke) => {
    if (!chunk.current.isOpen) {
      chunk.current = {number: chunk.current.number + 1, isOpen: true};
      // Ink reports everything that it has read at once synchronously, before any microtask.
      queueMicrotask(() => {
        chunk.current.isOpen = false;
      });
    }
    dispatch({...stroke, chunk: chunk.current.number});
  };
  useInput((input, key) => {
    const text = afterReturn.current && input.startsWith('\n') ? input.slice(1) : input;
    afterReturn.current = input.endsWith('\r');
    if (text !== '' || input === '') for (const stroke of keysOf(text, key)) give(stroke);
  });
  usePaste(text => {
    afterReturn.current = false;
    give({kind: 'paste', text: typedText(text)});
  });
}
