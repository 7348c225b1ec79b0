import {type Key as InkKey, useInput, usePaste} from 'ink';
import {useRef} from 'react';
import type {ScannerSettings} from '../../src/core/item/code.js';
import {typedText} from '../../src/core/text/text.js';

/** What a person did: text that was typed or scanned, a paste, or a key by its name (`'enter'`, `'shift-tab'`, `'ctrl-c'`). */
export type Stroke =
  | {readonly kind: 'text' | 'paste'; readonly text: string}
  | {readonly kind: 'press'; readonly name: string};

export type ShownScreen = {readonly number: number; readonly state: unknown};

/**
 * `chunk` is the same for everything that arrived together: input of a paste or a scanner is never several decisions. `burst` has the
 * characters that arrived as fast as this text, with it. `scanned` is the code that Enter ends, and the screen as it was before the code.
 * `at` is when a key arrived that had to wait. `event` says whether the key was pressed or is held down, where the terminal tells these apart.
 */
export type Key = Stroke & {
  readonly chunk: number;
  readonly at?: number;
  readonly event?: 'press' | 'repeat';
  readonly burst?: string;
  readonly scanned?: {
    readonly code: string;
    readonly before: ShownScreen | undefined;
    /** How the scanner has ended it. */
    readonly end?: ScannerSettings['suffix'];
  };
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

/** Whether the terminal tells each key apart, its press and its release too, as by the protocol of kitty. */
const isTold = ({eventType}: InkKey): boolean => eventType !== undefined;

/** Splits the input of Ink into strokes. What arrives together is one input, such as `123\r`. */
export function keysOf(input: string, key: InkKey): Stroke[] {
  const flag = flagged.find(([name]) => key[name]);
  if (flag !== undefined) return [press(flag[1])];
  if (key.return) return [press('enter')];
  if (key.tab) return [press(key.shift ? 'shift-tab' : 'tab')];
  if (isTold(key) && (input === '' ? !key.escape : key.meta)) return []; // Alt with a key, or a modifier alone
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
  const give = (stroke: Stroke, event?: 'press' | 'repeat') => {
    if (!chunk.current.isOpen) {
      chunk.current = {number: chunk.current.number + 1, isOpen: true};
      // Ink reports everything that it has read at once synchronously, before any microtask.
      queueMicrotask(() => {
        chunk.current.isOpen = false;
      });
    }
    dispatch({...stroke, chunk: chunk.current.number, ...(event === undefined ? {} : {event})});
  };
  useInput((input, key) => {
    if (key.eventType === 'release') return;
    const text = afterReturn.current && input.startsWith('\n') ? input.slice(1) : input;
    afterReturn.current = input.endsWith('\r');
    if (text !== '' || input === '') for (const stroke of keysOf(text, key)) give(stroke, key.eventType);
  });
  usePaste(text => {
    afterReturn.current = false;
    give({kind: 'paste', text: typedText(text)});
  });
}

const pasteBegins = '\u001B[200~';
const pasteEnds = '\u001B[201~';
/** Ink would read the two as one unknown key. The Esc would be lost, and the pasted text would follow the text that Esc should clear. */
const escapeAndPaste = `\u001B${pasteBegins}`;
/** Esc as newer terminals send it. No following input can change its meaning. */
const plainEscape = '\u001B[27u';
type Input = {read: (size?: number) => string | Buffer | null; unshift: (chunk: string) => void};

/**
 * Ends a paste whose end marker does not come. Such a paste, which a hostile barcode can contain, would make the app ignore all keys,
 * including Ctrl-C. Also separates an Esc and a paste that arrive together. Must be called on the terminal's input before Ink reads it.
 */
export function endLostPastes(stdin: Input, afterMilliseconds = 1000): void {
  const read = stdin.read.bind(stdin);
  let seen = '';
  let timer: NodeJS.Timeout | undefined;
  stdin.read = size => {
    const given = read(size);
    if (given === null) return given;
    const chunk = typeof given === 'string' ? given.replaceAll(escapeAndPaste, plainEscape + pasteBegins) : given;
    seen += chunk.toString();
    clearTimeout(timer);
    const isOpen = seen.lastIndexOf(pasteBegins) > seen.lastIndexOf(pasteEnds);
    if (isOpen) timer = setTimeout(() => stdin.unshift(pasteEnds), afterMilliseconds);
    seen = (isOpen ? pasteBegins : '') + seen.slice(-5);
    return chunk;
  };
}

/** Whether the terminal knows the protocol of kitty, its answer, and how keys are told and how they were told before. */
const keyEvents = {question: '\u001B[?u', answer: /\u001B\[\?\d+u/, begin: '\u001B[>27u', end: '\u001B[<u'};

/**
 * Has a terminal that can do so tell presses from repetitions, however late it answers. Returns the function that ends that; it is called
 * while the terminal still shows the screen on which it began.
 */
export function tellKeysApart(stdin: Pick<Input, 'read'>, stdout: {write: (text: string) => unknown}): () => void {
  const {question, answer, begin, end} = keyEvents;
  const read = stdin.read.bind(stdin);
  let state: 'asked' | 'told' | 'over' = 'asked';
  stdin.read = size => {
    const chunk = read(size);
    if (state === 'asked' && chunk !== null && answer.test(chunk.toString())) {
      state = 'told';
      stdout.write(begin);
    }
    return chunk;
  };
  stdout.write(question);
  return () => {
    if (state === 'told') stdout.write(end);
    state = 'over';
  };
}
