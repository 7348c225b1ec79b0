import {hasWords} from '../../src/core/text/text.js';
import {codeRules, emptyLine, textRules} from '../terminal/line.js';
import {type Filled, type TypedField, typedIn} from './form.js';
import {onlyWhile} from './question.js';
import type {Context, ScreenKey} from './step.js';

/** A list whose mark goes to the row that has what is typed. */
export type Jumping<F extends string = 'jump'> = Filled<F | 'jump'> & {
  /** The field is shown, and letters are text. */
  readonly isJumping: boolean;
  readonly index: number;
};

type JumpList<S> = {
  readonly count: number;
  readonly textAt: (at: number) => string;
  readonly mark: (state: S, at: number) => S;
};

/** Nothing is looked for. */
export const still = {isJumping: false} as const;

/** The list again, where it stands. */
export const ended = <S extends Jumping<string>>(state: S): S => ({
  ...state,
  isJumping: false,
  lines: {...state.lines, jump: emptyLine},
});

/**
 * The field of such a list. Digits begin at once, wherever letters are keys; anything else after the key for it. The mark
 * goes to the first row that has every word, from where it stands and then from the top; it stays where none has.
 */
export function jumpField<S extends Jumping<string>>(
  state: S,
  {count, textAt, mark}: JumpList<S>,
  {words}: Pick<Context, 'words'>,
): TypedField<S> {
  const {label, none} = words.jump;
  const typed = typedIn<string>(state, 'jump');
  const find = (text: string) => {
    if (text.trim() === '') return undefined;
    for (let step = 0; step < count; step += 1) {
      const at = (state.index + step) % count;
      if (hasWords(textAt(at), text)) return at;
    }
    return -1;
  };
  return {
    id: 'jump',
    label,
    rules: state.isJumping ? textRules : codeRules,
    note: typed !== '' && find(typed) === -1 ? none : '',
    edited: now => {
      const text = typedIn<string>(now, 'jump');
      const begun = {...now, isJumping: now.isJumping || text !== ''};
      const at = find(text) ?? -1;
      return at < 0 ? begun : mark(begun, at);
    },
  };
}

/** The keys of such a list: those that count while nothing is looked for, the one that begins, and the way back. */
export const jumpKeys = <S extends Jumping<string>, A extends {readonly kind: string}>(
  hasRows: (state: S, context: Context) => boolean,
  keys: readonly ScreenKey<S, A>[],
): readonly ScreenKey<S, A>[] => [
  ...keys.map(onlyWhile<S, A>(({isJumping}) => !isJumping)),
  {
    id: 'jump',
    when: (state, context) => !state.isJumping && hasRows(state, context),
    press: state => ({state: {...state, focus: 'jump', isJumping: true}}),
  },
  {id: 'back', press: state => (state.isJumping ? {state: ended(state)} : {go: 'back'})},
];
