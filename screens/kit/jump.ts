import type {Rows} from '../../src/core/reconcile/rows/row.js';
import {hasWords} from '../../src/core/text/text.js';
import type {Till} from '../../src/till/till.js';
import type {Block} from '../../src/views/block.js';
import {codeRules, emptyLine, textRules} from '../terminal/line.js';
import {type Filled, fieldBlocks, typedIn} from './form.js';
import type {MarkedList} from './list.js';
import {onlyWhile} from './question.js';
import type {Context, Form, ScreenKey, SpokenContext} from './screen.js';

/** The state of a list whose mark moves to the row that contains the typed text. */
export type Jumping<F extends string = 'jump'> = Filled<F | 'jump'> & {
  /** The field is shown, and letters are text. */
  readonly isJumping: boolean;
  /** No row contains the typed text. */
  readonly isNowhere?: boolean;
  readonly index: number;
};

/** The longest list in which a search is offered. In a longer one, searching every row would delay the keys. */
const mostLooked = 50_000;

/** The state while nothing is searched for. */
export const still = {isJumping: false} as const;

/** Ends the search. The mark stays at its row. */
export const ended = <S extends Jumping<string>>(state: S): S => ({
  ...state,
  isJumping: false,
  isNowhere: false,
  lines: {...state.lines, jump: emptyLine},
});

type Jumps<S, C> = {
  readonly form: (state: S, context: C) => Form<S>;
  /** Returns the blocks of the search field while a search is on. */
  readonly blocks: (state: S, context: C) => readonly Block[];
  /** Returns the given keys, for while there is no search, the key that begins one (if the list needs it), and the one that ends it. */
  readonly keys: <Host = Till>(keys: readonly ScreenKey<S, C, Host>[]) => readonly ScreenKey<S, C, Host>[];
};

/**
 * Returns the field and the keys for a search in a list. Digits begin a search at once, if letters are keys on the screen; other text needs
 * the search key first. The mark moves to the first row whose text has every word, searching from the mark to the end and then from the
 * top. It stays in place if no row matches. No search is offered in a list that is too long for it.
 */
export function jumpsIn<S extends Jumping<string>, R extends NonNullable<unknown>, C extends SpokenContext = Context>(
  {rowsIn, indexIn, isFilled, marking}: MarkedList<S, R, C, Rows<R>>,
  textsIn: (state: S, context: C) => (row: R) => string,
): Jumps<S, C> {
  const find = (typed: string, state: S, context: C): number => {
    const rows = rowsIn(state, context);
    const from = indexIn(state, context);
    const textOf = textsIn(state, context);
    for (let step = 0; step < rows.length; step += 1) {
      const at = (from + step) % rows.length;
      if (hasWords(textOf(rows.at(at) as R), typed)) return at;
    }
    return -1;
  };
  const isShort = (state: S, context: C) => rowsIn(state, context).length <= mostLooked;
  const form = (state: S, context: C): Form<S> => {
    if (!isShort(state, context)) return [];
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
    keys: keys => [
      ...keys.map(onlyWhile(({isJumping}) => !isJumping)),
      {
        id: 'jump',
        when: (state, context) => !state.isJumping && isFilled(state, context) && isShort(state, context),
        press: state => ({state: {...state, focus: 'jump', isJumping: true}}),
      },
      {id: 'back', press: state => (state.isJumping ? {state: ended(state)} : {go: 'back'})},
    ],
  };
}
