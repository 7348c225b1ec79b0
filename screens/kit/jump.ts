import {hasWords} from '../../src/core/text/text.js';
import {codeRules, emptyLine, textRules} from '../terminal/line.js';
import {type Filled, type TypedField, typedIn} from './form.js';
import {onlyWhile} from './question.js';
import type {Context, ScreenKey} from './step.js';

/** A list whose mark goes to the row that has what is typed. */
export type Jumping<F extends string = 'jump'> = Filled<F | 'jump'> & {
  /** The field is shown, and letters are text. */
  readonly isJumping: boolean;
  /** No row has what is typed. */
  readonly isNowhere?: boolean;
  readonly index: number;
};

type JumpList<S> = {
  readonly count: number;
  readonly textAt: (at: number) => string;
  readonly mark: (state: S, at: number) => S;
};

/** In a longer list to look at every row would keep a key waiting. */
const mostLooked = 50_000;

/** Nothing is looked for. */
export const still = {isJumping: false} as const;

/** The list again, where it stands. */
export const ended = <S extends Jumping<string>>(state: S): S => ({
  ...state,
  isJumping: false,
  isNowhere: false,
  lines: {...state.lines, jump: emptyLine},
});

/**
 * The field of such a list. Digits begin at once, wherever letters are keys; anything else after the key for it. The mark
 * goes to the first row that has every word, from where it stands and then from the top; it stays where none has.
 */
export function jumpField<S extends Jumping<string>>(
  state: S,
  {count, textAt, mark}: JumpList<S>,
  {messages}: Pick<Context, 'messages'>,
): TypedField<S> {
  const {label, none} = messages.jump;
  const find = (text: string) => {
    if (text.trim() === '') return undefined;
    for (let step = 0; step < Math.min(count, mostLooked); step += 1) {
      const at = (state.index + step) % count;
      if (hasWords(textAt(at), text)) return at;
    }
    return -1;
  };
  return {
    id: 'jump',
    label,
    rules: state.isJumping ? textRules : codeRules,
    warning: state.isNowhere === true ? none : '',
    edited: now => {
      const text = typedIn<string>(now, 'jump');
      const at = find(text);
      const begun = {...now, isJumping: now.isJumping || text !== '', isNowhere: at === -1};
      return at === undefined || at < 0 ? begun : mark(begun, at);
    },
  };
}

/** The keys of such a list: those that count while nothing is looked for, the one that begins, and the way back. */
export const jumpKeys = <S extends Jumping<string>, A extends {readonly kind: string}, C = Context>(
  hasRows: (state: S, context: C) => boolean,
  keys: readonly ScreenKey<S, A, C>[],
): readonly ScreenKey<S, A, C>[] => [
  ...keys.map(onlyWhile<S, A, C>(({isJumping}) => !isJumping)),
  {
    id: 'jump',
    when: (state, context) => !state.isJumping && hasRows(state, context),
    press: state => ({state: {...state, focus: 'jump', isJumping: true}}),
  },
  {id: 'back', press: state => (state.isJumping ? {state: ended(state)} : {go: 'back'})},
];
