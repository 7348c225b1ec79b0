import type {Rows} from '../../src/core/reconcile/row.js';
import {hasWords} from '../../src/core/text/text.js';
import {codeRules, emptyLine, textRules} from '../terminal/line.js';
import type {Block} from './block.js';
import {type Filled, type Form, fieldBlocks, typedIn} from './form.js';
import type {MarkedList} from './list.js';
import type {Asking} from './places.js';
import {onlyWhile} from './question.js';
import type {Context, ScreenKey, SpokenContext, Task} from './step.js';

/** A list whose mark goes to the row that has what is typed. */
export type Jumping<F extends string = 'jump'> = Filled<F | 'jump'> & {
  /** The field is shown, and letters are text. */
  readonly isJumping: boolean;
  /** No row has what is typed. */
  readonly isNowhere?: boolean;
  readonly index: number;
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

type Jumps<S, C> = {
  readonly form: (state: S, context: C) => Form<S>;
  /** The field while something is looked for. */
  readonly blocks: (state: S, context: C) => readonly Block[];
  /** The keys that count while nothing is looked for, the one that begins (where there are rows, or as `may` says), and the way back. */
  readonly keys: <A extends Asking = Task<S, unknown, unknown, C>>(
    keys: readonly ScreenKey<S, A, C>[],
    may?: (state: S, context: C) => boolean,
  ) => readonly ScreenKey<S, A, C>[];
};

/**
 * The field and the keys of such a list. Digits begin at once, wherever letters are keys; anything else after the key for it. The
 * mark goes to the first row that has every word in its text, from where it stands and then from the top; it stays where none has.
 */
export function jumpsIn<S extends Jumping<string>, R extends NonNullable<unknown>, C extends SpokenContext = Context>(
  {rowsIn, indexIn, isFilled, marking}: MarkedList<S, R, C, Rows<R>>,
  textsIn: (state: S, context: C) => (row: R) => string,
): Jumps<S, C> {
  const find = (typed: string, state: S, context: C): number => {
    const rows = rowsIn(state, context);
    const from = indexIn(state, context);
    const textOf = textsIn(state, context);
    for (let step = 0; step < Math.min(rows.length, mostLooked); step += 1) {
      const at = (from + step) % rows.length;
      if (hasWords(textOf(rows.at(at) as R), typed)) return at;
    }
    return -1;
  };
  const form = (state: S, context: C): Form<S> => {
    const {label, none} = context.messages.jump;
    const edited = (now: S): S => {
      const text = typedIn<string>(now, 'jump');
      const at = text.trim() === '' ? undefined : find(text, state, context);
      const begun = {...now, isJumping: now.isJumping || text !== '', isNowhere: at === -1};
      return at === undefined || at < 0 ? begun : marking(begun, at, context);
    };
    const warning = state.isNowhere === true ? none : '';
    return [{id: 'jump', label, rules: state.isJumping ? textRules : codeRules, warning, edited}];
  };
  return {
    form,
    blocks: (state, context) => (state.isJumping ? fieldBlocks(form(state, context), state, context) : []),
    keys: (keys, may = isFilled) => [
      ...keys.map(onlyWhile(({isJumping}) => !isJumping)),
      {
        id: 'jump',
        when: (state, context) => !state.isJumping && may(state, context),
        press: state => ({state: {...state, focus: 'jump', isJumping: true}}),
      },
      {id: 'back', press: state => (state.isJumping ? {state: ended(state)} : {go: 'back'})},
    ],
  };
}
