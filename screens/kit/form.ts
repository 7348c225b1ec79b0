import type {State} from '../../src/core/books/state.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import type {ChoiceBlock, FieldBlock, OptionsBlock} from '../../src/views/block.js';
import type {Stroke} from '../terminal/keyboard.js';
import {dot, editLine, emptyLine, type Line, type LineRules, lineOf, textOf} from '../terminal/line.js';
import type {ChosenField, Context, Form, FormField, ScreenKey, TypedField} from './screen.js';

/** The state that every form has. A screen adds its own. */
export type Filled<F extends string = string> = {
  readonly lines: Readonly<Partial<Record<F, Line>>>;
  readonly focus: F;
  /** The field that the till has filled in for the person. The first text typed in it replaces its content. */
  readonly kept: F | undefined;
  readonly wrong: {readonly field: F; readonly problem: Problem} | undefined;
};

export const emptyForm = <F extends string>(focus: F) =>
  ({lines: {}, focus, kept: undefined, wrong: undefined}) as const;

type OpenChoice<S> = Omit<ChosenField<S>, 'value' | 'check' | 'says'> & {
  readonly value: string | undefined;
  readonly first: string;
};
/** Returns a choice that a person must make: nothing is chosen beforehand. `first` is shown if it was passed over. */
export const openChoice = <S>({value, first, ...field}: OpenChoice<S>): ChosenField<S> => ({
  ...field,
  value: value ?? '…',
  importance: value === undefined ? 'detail' : 'news',
  check: () => (value === undefined ? new Problem('reason-missing') : undefined),
  says: ({code}) => (code === 'reason-missing' ? first : undefined),
});

const isTyped = <S>(field: FormField<S>): field is TypedField<S> => 'rules' in field;
const lineIn = (state: Filled, id: string): Line => state.lines[id] ?? emptyLine;

export const typedIn = <F extends string>(state: Filled<F>, field: F): string =>
  textOf(state.lines[field] ?? emptyLine);

/** Returns the rules of the field with the focus, or undefined if no field takes text and letters are keys. */
export function rulesOf<S extends Filled>(form: Form<S>, {focus}: S): LineRules | undefined {
  const field = form.find(({id}) => id === focus);
  return field !== undefined && isTyped(field) ? field.rules : undefined;
}

/** Returns the next state after a stroke in the field with the focus, or the same state if the stroke edits nothing. */
export function typed<S extends Filled>(form: Form<S>, state: S, stroke: Stroke): S {
  const field = form.find(({id}) => id === state.focus);
  if (field === undefined || !isTyped(field) || field.isLocked === true) return state;
  const {id, rules, edit = (line: Line, change: (line: Line) => Line) => change(line)} = field;
  const before = lineIn(state, id);
  const change = (line: Line) => editLine(line, stroke, rules);
  const isTypedOver = state.kept === id && textOf(change(emptyLine)) !== '';
  const changed = isTypedOver ? edit(emptyLine, change) : edit(before, change);
  if (changed === before) return state;
  const {line, problem} = field.guard?.({line: before, problem: state.wrong?.problem}, changed) ?? {
    line: changed,
    problem: undefined,
  };
  const next = {
    ...state,
    lines: {...state.lines, [id]: line},
    kept: state.kept === id ? undefined : state.kept,
    wrong: problem && {field: id, problem},
  };
  return field.edited?.(next, isTypedOver) ?? next;
}

/** Returns the field with the focus and its text if the text is the PIN of the person signed in and the field does not hold a secret. */
function pinTyped<S extends Filled>(
  form: Form<S>,
  state: S,
  isOwnPin: (typed: string) => boolean,
): {readonly field: S['focus']; readonly text: string} | undefined {
  const field = form.find(({id}) => id === state.focus);
  if (field === undefined || !isTyped(field)) return undefined;
  const line = lineIn(state, field.id);
  const text = textOf(line);
  return line.secret === undefined && isOwnPin(text) ? {field: field.id, text} : undefined;
}

/** Returns the form as it is shown: a PIN alone in a field that does not ask for one is drawn as dots. */
export function withDottedPin<S extends Filled>(form: Form<S>, state: S, isOwnPin: (typed: string) => boolean): S {
  const typed = pinTyped(form, state, isOwnPin);
  if (typed === undefined) return state;
  return {...state, lines: {...state.lines, [typed.field]: lineOf(dot.repeat(typed.text.length))}};
}

/**
 * Returns the state without a PIN that was typed in a field that does not ask for one, and with the problem `own-pin`, before the text is
 * used in any way. Returns undefined if there is no such PIN. An amount that happens to be equal to the PIN can be typed in another form,
 * so that a sale is always possible.
 */
export function withoutPin<S extends Filled>(
  form: Form<S>,
  state: S,
  isOwnPin: (typed: string) => boolean,
): S | undefined {
  const typed = pinTyped(form, state, isOwnPin);
  if (typed === undefined) return undefined;
  return {
    ...state,
    lines: {...state.lines, [typed.field]: emptyLine},
    wrong: {field: typed.field, problem: new Problem('own-pin')},
  };
}

function focused<S extends Filled>(form: Form<S>, state: S, focus: string): S {
  const field = form.find(({id}) => id === focus);
  const isOver = field !== undefined && isTyped(field) && field.isTypedOver === true;
  return {...state, focus, kept: isOver && textOf(lineIn(state, focus)) !== '' ? focus : state.kept};
}

/**
 * Returns the state after Tab. From a field that Tab passes over, it goes to the first one, or to the last when going back. Leaving a field
 * shows what is wrong with it, unless it is empty, since the person may still return to it.
 */
export function moved<S extends Filled>(form: Form<S>, state: S, by: 1 | -1): S {
  const tabbed = form.filter(({isPassed}) => isPassed !== true);
  const left = tabbed.find(({id}) => id === state.focus);
  const focus = beside<string>(
    tabbed.map(({id}) => id),
    state.focus,
    by,
  );
  const isFilled = left !== undefined && isTyped(left) && textOf(lineIn(state, left.id)).trim() !== '';
  const problem = isFilled ? left.check?.() : undefined;
  return {...focused(form, state, focus), wrong: problem && left && {field: left.id, problem}};
}

/** Returns the neighbour of `one` in a list that goes round. If it is not in it, the first, or last going back; if empty, `one`. */
export function beside<T>(all: readonly T[], one: T | undefined, by: 1 | -1): T {
  const at = all.indexOf(one as T);
  const to = at < 0 && by < 0 ? all.length - 1 : (at + by + all.length) % all.length;
  return (all.length === 0 ? one : all[to]) as T;
}

/** Returns the state after ← or → on the field with the focus, or the same state if that field cannot be turned. */
export function turned<S extends Filled>(form: Form<S>, state: S, by: 1 | -1): S {
  const field = form.find(({id}) => id === state.focus);
  if (field === undefined || isTyped(field) || field.turn === undefined) return state;
  return {...field.turn(by), wrong: undefined};
}

/**
 * Returns the state after Enter: the focus is on the next field, or on the first field that is wrong, with its problem. Returns undefined
 * on the last field if nothing is wrong: the form is complete, and the screen goes on.
 */
export function entered<S extends Filled>(form: Form<S>, state: S): S | undefined {
  const tabbed = form.filter(({isPassed}) => isPassed !== true);
  const at = tabbed.findIndex(({id}) => id === state.focus);
  const problem = tabbed[at]?.check?.();
  if (problem !== undefined) return {...state, wrong: {field: state.focus, problem}};
  const next = tabbed[at + 1];
  return next === undefined ? firstWrong(form, state) : {...focused(form, state, next.id), wrong: undefined};
}

/** Returns the form with the focus on the first field that is wrong, or undefined if none is. */
export function firstWrong<S extends Filled>(form: Form<S>, state: S): S | undefined {
  for (const field of form) {
    const problem = field.check?.();
    if (problem !== undefined) return {...focused(form, state, field.id), wrong: {field: field.id, problem}};
  }
  return undefined;
}

const isTurned = <S extends Filled>(form: Form<S>, {focus}: S): boolean =>
  form.some(field => field.id === focus && !isTyped(field) && field.turn !== undefined);

const hasOthers = <S extends Filled>(form: Form<S>, {focus}: S): boolean =>
  form.some(({id, isPassed}) => id !== focus && isPassed !== true);

/** The keys that every form has: Tab and Shift-Tab if it has more fields than one, and ← → if the field with the focus can be turned. */
export const formKeys = <S extends Filled, C = Context>(
  form: (state: S, context: C) => Form<S>,
): readonly ScreenKey<S, C, unknown>[] => [
  ...(['next-field', 'previous-field'] as const).map(id => ({
    id,
    when: (state: S, context: C) => hasOthers(form(state, context), state),
    press: (state: S, context: C) => ({state: moved(form(state, context), state, id === 'next-field' ? 1 : -1)}),
  })),
  {
    id: 'choose',
    when: (state, context) => isTurned(form(state, context), state),
    press: (state, context, {place}) => ({state: turned(form(state, context), state, place === 0 ? -1 : 1)}),
  },
];

/** Returns a form as blocks. What can be picked in the field with the focus is below it. */
export function fieldBlocks<S>(
  form: Form<S>,
  state: Filled,
  {language}: Pick<Context, 'language'>,
): readonly (FieldBlock | ChoiceBlock | OptionsBlock)[] {
  return form.flatMap((field): readonly (FieldBlock | ChoiceBlock | OptionsBlock)[] => {
    const {id, label, note = '', warning = '', importance, says} = field;
    const isFocused = state.focus === id;
    const wrong = state.wrong?.field === id ? state.wrong.problem : undefined;
    const problem = wrong === undefined ? '' : (says?.(wrong) ?? problemText(wrong, language));
    const facts = {id, label, note, warning, problem, isFocused, ...(importance && {importance})};
    if (!isTyped(field)) {
      const {value, turn, picks} = field;
      const choice = {...facts, kind: 'choice', value, isFolded: turn === undefined} as const;
      const options = {kind: 'options', id: `${id} picks`, isRoomy: true} as const;
      return picks === undefined || !isFocused ? [choice] : [choice, {...options, options: picks}];
    }
    const {
      unit = '',
      typing = lineIn(state, id),
      shown = textOf(typing),
      fallback = '',
      hint = '',
      spoken = '',
      isHalf,
    } = field;
    const {before, after} = typing; // blocks never hold a secret
    const typedIn = {
      ...facts,
      kind: 'field',
      line: {before, after},
      unit,
      shown,
      fallback,
      hint,
      spoken,
      isKept: state.kept === id,
      isLocked: field.isLocked === true,
      ...(isHalf && {isHalf}),
    } as const;
    return [typedIn];
  });
}

/** Returns a cache for one value of the till's state, made again when the state or the other keys change. */
export function remembered<T>(): (state: State, keys: readonly unknown[], make: () => T) => T {
  const found = new WeakMap<State, {readonly keys: readonly unknown[]; readonly made: T}>();
  return (state, others, make) => {
    const keys = [state.version, ...others];
    const last = found.get(state);
    if (last?.keys.every((key, at) => key === keys[at]) === true) return last.made;
    const made = make();
    found.set(state, {keys, made});
    return made;
  };
}
