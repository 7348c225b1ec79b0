import type {Rows} from '../../src/core/reconcile/rows/row.js';
import {hasWords} from '../../src/core/text/text.js';
import type {Till} from '../../src/till/till.js';
import {type Block, compact, type ListBlock, type ListRow} from '../../src/views/block.js';
import {stepAt} from '../terminal/bindings.js';
import {codeRules, emptyLine, textRules} from '../terminal/line.js';
import {type Filled, fieldBlocks, typedIn} from './form.js';
import {onlyWhile} from './question.js';
import type {Context, Form, Pressed, ScreenKey, SpokenContext, Step} from './screen.js';

/** Returns the elements that contain the typed text in one of their texts, ignoring case; all elements if nothing is typed. */
export function fitting<T>(all: readonly T[], typed: string, textsOf: (each: T) => readonly string[]): readonly T[] {
  const wanted = typed.trim().toLowerCase();
  return wanted === '' ? all : all.filter(each => textsOf(each).some(text => text.toLowerCase().includes(wanted)));
}

/** The marked row of a list, by its index. With `selected`, the id of the row, the mark stays on the row while others come and go. */
export type MarkedRow = {readonly index: number; readonly selected: string | undefined};
type Marked = Pick<MarkedRow, 'index'> & Partial<MarkedRow>;
/** No row has been chosen yet: the first row is marked. */
export const unmarked = {index: 0, selected: undefined} as const;

/** Returns the nearest index in a list with this many rows; 0 if the list is empty. */
export const placeIn = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1));

export const movedMark = (index: number, count: number, {place, page}: Pick<Pressed, 'place' | 'page'>): number =>
  placeIn(index + stepAt(place, {page, all: count}), count);

export type Described<R> = Pick<ListBlock, 'columns' | 'empty'> & {
  /** The name of the block; `list` without it. */
  readonly id?: string;
  readonly row: (row: R) => Pick<ListRow, 'cells'> & Partial<Pick<ListRow, 'tone'>>;
  /** Returns how the marked row is narrated. Without it, its position and its cells are narrated. */
  readonly narrated?: (row: R, place: {readonly at: number; readonly count: number}) => string;
  readonly ageless?: (row: R, index: number) => string;
  /** Returns what is beside the list for the marked row. */
  readonly detail?: (row: R) => readonly Block[];
};

/** The rows of a screen, one of them marked: how they are drawn, and the keys that move the mark or act on the marked row. */
export type MarkedList<S, R, C extends SpokenContext = Context, L extends Rows<R> = readonly R[]> = {
  readonly rowsIn: (state: S, context: C) => L;
  readonly isFilled: (state: S, context: C) => boolean;
  readonly indexIn: (state: S, context: C) => number;
  readonly markedIn: (state: S, context: C) => R | undefined;
  readonly marking: (state: S, index: number, context: C) => S;
  readonly moved: (state: S, context: C, pressed: Pressed) => S;
  readonly block: (state: S, context: C, described: Described<R>) => ListBlock;
  readonly selectKey: ScreenKey<S, C, unknown>;
  /** Returns what a key does with the marked row; it does nothing if there is none. `press` gets the state with the mark on that row. */
  readonly withMarked: <Host = Till>(
    press: (row: R, state: S, context: C) => Step<S, C, Host>,
  ) => (state: S, context: C) => Step<S, C, Host>;
};

/** Returns the functions of a list with a mark, which moves from `least` rows on. `undefined` stands for no row. */
export function markedList<
  S extends Marked,
  R extends NonNullable<unknown>,
  C extends SpokenContext = Context,
  L extends Rows<R> = readonly R[],
>(
  rowsIn: (state: S, context: C) => L,
  idOf: (row: R, index: number) => string,
  {least = 1}: {readonly least?: number} = {},
): MarkedList<S, R, C, L> {
  const placed = ({index, selected}: S, rows: L) => {
    const nearest = placeIn(index, rows.length);
    const isThere = (row: R | undefined, place: number) => row !== undefined && idOf(row, place) === selected;
    // Usually the row has not moved, and there may be as many rows as a file has, so its old place is tried first.
    if (selected === undefined || isThere(rows.at(nearest), nearest)) return nearest;
    let place = -1;
    for (const row of rows) {
      place += 1;
      if (isThere(row, place)) return place;
    }
    return nearest;
  };
  const marked = (state: S, index: number, rows: L): S => {
    const row = rows.at(index);
    return 'selected' in state
      ? {...state, index, selected: row === undefined ? undefined : idOf(row, index)}
      : {...state, index};
  };
  const moved = (state: S, context: C, pressed: Pressed): S => {
    const rows = rowsIn(state, context);
    return marked(state, movedMark(placed(state, rows), rows.length, pressed), rows);
  };
  return {
    rowsIn,
    isFilled: (state, context) => rowsIn(state, context).length > 0,
    indexIn: (state, context) => placed(state, rowsIn(state, context)),
    markedIn: (state, context) => {
      const rows = rowsIn(state, context);
      return rows.at(placed(state, rows));
    },
    marking: (state, index, context) => marked(state, index, rowsIn(state, context)),
    moved,
    selectKey: {
      id: 'select',
      when: (state, context) => rowsIn(state, context).length >= least,
      press: (state, context, pressed) => ({state: moved(state, context, pressed)}),
    },
    withMarked: press => (state, context) => {
      const rows = rowsIn(state, context);
      const index = placed(state, rows);
      const row = rows.at(index);
      return row === undefined ? {} : press(row, marked(state, index, rows), context);
    },
    block: (state, context, described) => {
      const rows = rowsIn(state, context);
      return listBlock(rows, placed(state, rows), {idOf, context, ...described});
    },
  };
}

type Shown<R> = Described<R> & {readonly idOf: (row: R, index: number) => string; readonly context: SpokenContext};

function listBlock<R>(
  rows: Rows<R>,
  index: number,
  {idOf, context, id = 'list', columns, row, narrated, ageless, detail, empty}: Shown<R>,
): ListBlock {
  const one = rows.at(index);
  const told = (its: R): string => {
    const place = {at: index + 1, count: rows.length};
    if (narrated !== undefined) return narrated(its, place);
    return context.messages.narration.listed({...place, text: compact(row(its).cells).join(', ')});
  };
  return {
    kind: 'list',
    id,
    importance: 'standing',
    columns,
    count: rows.length,
    rowAt: at => {
      const its = rows.at(at) as R;
      return {tone: 'plain', ...row(its), id: idOf(its, at)};
    },
    marked: index,
    markedText: one === undefined ? '' : told(one),
    ...(one !== undefined && ageless && {ageless: ageless(one, index)}),
    ...(detail && {detail: () => (one === undefined ? [] : detail(one))}),
    empty,
  };
}

/** More lines than any text has, and still an exact integer. */
const longest = 10_000_000;

/** Returns a text's offset after the key at `place`: lines from the top or, if negative, from the end, where -1 is the end. */
export function movedOffset(offset: number, {place, page}: {readonly place: number; readonly page: number}): number {
  const by = stepAt(place, {page, all: longest});
  if (Math.abs(by) === longest) return by < 0 ? 0 : -1;
  const moved = offset + by;
  return offset < 0 ? Math.max(-longest, Math.min(-1, moved)) : Math.max(0, Math.min(longest, moved));
}

/** Returns the first of `count` lines that is shown in a window of `height` lines. */
export function firstLine(offset: number, {count, height}: {readonly count: number; readonly height: number}): number {
  const last = Math.max(0, count - height);
  return offset < 0 ? Math.max(0, last + 1 + offset) : Math.min(offset, last);
}

export const scrollKey = <S extends {readonly offset: number}, C = Context>(): ScreenKey<S, C, unknown> => ({
  id: 'scroll',
  press: (state, _, pressed) => ({state: {...state, offset: movedOffset(state.offset, pressed)}}),
});

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
