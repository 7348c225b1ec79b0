import {problemText} from '../../src/core/messages/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import type {Stroke} from '../terminal/keyboard.js';
import {dot, editLine, emptyLine, type Line, type LineRules, lineOf, textOf} from '../terminal/line.js';
import type {ChoiceBlock, FieldBlock, OptionsBlock} from './block.js';
import type {Context, ScreenKey} from './step.js';

/** What every form keeps. A screen adds its own. */
export type Filled<F extends string = string> = {
  readonly lines: Readonly<Partial<Record<F, Line>>>;
  readonly focus: F;
  /** Filled in for the person: what is typed takes its place. */
  readonly kept: F | undefined;
  readonly wrong: {readonly field: F; readonly problem: Problem} | undefined;
};

/** A form in which nothing is filled in yet, with the focus on this field. */
export const emptyForm = <F extends string>(focus: F) =>
  ({lines: {}, focus, kept: undefined, wrong: undefined}) as const;

type Edited = {readonly line: Line; readonly problem: Problem | undefined};
/** What a field says of itself; `warning` and the rest as its block has them. */
type FieldCommon = Pick<FieldBlock, 'id' | 'label' | 'importance'> &
  Partial<Pick<FieldBlock, 'note' | 'warning'>> & {
    /** It is shown, and Tab passes it. */
    readonly isPassed?: boolean;
    /** What is said of something wrong with it in place of the usual sentence. */
    readonly says?: (problem: Problem) => string | undefined;
  };
type TypedFacts = 'unit' | 'shown' | 'fallback' | 'hint' | 'spoken' | 'isLocked';
export type TypedField<S> = FieldCommon &
  Partial<Pick<FieldBlock, TypedFacts>> & {
    readonly rules: LineRules;
    /** The line as it is drawn while it is typed; without it, as it is: a number of dots in its groups. */
    readonly typing?: Line;
    /** What stands in it when the focus comes is typed over. */
    readonly isTypedOver?: boolean;
    /** Edits the line in another way than by its rules alone: a secret. */
    readonly edit?: (line: Line, change: (line: Line) => Line) => Line;
    /** Looks at every edit: a card's number is taken out as soon as it is one. */
    readonly guard?: (before: Edited, changed: Line) => Edited;
    /** What is wrong with it; asked when it is left with something in it, and by Enter. */
    readonly check?: () => Problem | undefined;
    /** What else changes with it. */
    readonly edited?: (state: S, isTypedOver: boolean) => S;
  };
export type ChosenField<S> = FieldCommon & {
  readonly value: string;
  /** Without it more fields stand behind. */
  readonly turn?: (by: 1 | -1) => S;
  readonly check?: () => Problem | undefined;
  /** What can be picked in it, each by a key of its own. */
  readonly picks?: OptionsBlock['options'];
};
export type FormField<S> = TypedField<S> | ChosenField<S>;
export type Form<S> = readonly FormField<S>[];

type OpenChoice<S> = Omit<ChosenField<S>, 'value' | 'check' | 'says'> & {
  readonly value: string | undefined;
  readonly first: string;
};
/** A choice that nobody is spared, with nothing chosen beforehand. `first` is said where it was passed over. */
export const openChoice = <S>({value, first, ...field}: OpenChoice<S>): ChosenField<S> => ({
  ...field,
  value: value ?? '…',
  importance: value === undefined ? 'detail' : 'news',
  check: () => (value === undefined ? new Problem('reason-missing') : undefined),
  says: () => first,
});

const isTyped = <S>(field: FormField<S>): field is TypedField<S> => 'rules' in field;
const lineIn = (state: Filled, id: string): Line => state.lines[id] ?? emptyLine;

export const typedIn = <F extends string>(state: Filled<F>, field: F): string =>
  textOf(state.lines[field] ?? emptyLine);

/** What the field with the focus takes; nothing where letters are keys. */
export function rulesOf<S extends Filled>(form: Form<S>, {focus}: S): LineRules | undefined {
  const field = form.find(({id}) => id === focus);
  return field !== undefined && isTyped(field) ? field.rules : undefined;
}

/** The next state after something typed in the field with the focus; the same one for a stroke that edits nothing. */
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

/** The field with the focus, and the text in it, where that is the PIN of whoever is signed in and nothing that is drawn as a secret. */
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

/** A form as it is shown: a PIN that is typed where none is asked for is dots, as long as nothing else is typed. */
export function withDottedPin<S extends Filled>(form: Form<S>, state: S, isOwnPin: (typed: string) => boolean): S {
  const typed = pinTyped(form, state, isOwnPin);
  if (typed === undefined) return state;
  return {...state, lines: {...state.lines, [typed.field]: lineOf(dot.repeat(typed.text.length))}};
}

/**
 * A PIN that was typed where none is asked for is taken out and said, before it is anything else; undefined where there is none. Where it is
 * an amount after all it can be typed in another way, so that nobody is kept from a sale.
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

/** Tab: leaving a field says what is wrong with it, unless it is empty: it may not have had its turn yet. */
export function moved<S extends Filled>(form: Form<S>, state: S, by: 1 | -1): S {
  const tabbed = form.filter(({isPassed}) => isPassed !== true);
  const at = Math.max(
    0,
    tabbed.findIndex(({id}) => id === state.focus),
  );
  const left = tabbed[at];
  const focus = tabbed[(at + by + tabbed.length) % tabbed.length]?.id ?? state.focus;
  const isFilled = left !== undefined && isTyped(left) && textOf(lineIn(state, left.id)).trim() !== '';
  const problem = isFilled ? left.check?.() : undefined;
  return {...focused(form, state, focus), wrong: problem && left && {field: left.id, problem}};
}

/** What stands beside one of several that go round; of none of them the first, or going back the last. */
export function beside<T>(all: readonly T[], one: T | undefined, by: 1 | -1): T {
  const at = all.indexOf(one as T);
  const to = at < 0 && by < 0 ? all.length - 1 : (at + by + all.length) % all.length;
  return (all.length === 0 ? one : all[to]) as T;
}

export function turned<S extends Filled>(form: Form<S>, state: S, by: 1 | -1): S {
  const field = form.find(({id}) => id === state.focus);
  if (field === undefined || isTyped(field) || field.turn === undefined) return state;
  return {...field.turn(by), wrong: undefined};
}

/**
 * Enter: to the next field, or to the first that is wrong with what is wrong with it. `undefined` on the last field where
 * nothing is wrong: the form is complete, and the screen goes on.
 */
export function entered<S extends Filled>(form: Form<S>, state: S): S | undefined {
  const tabbed = form.filter(({isPassed}) => isPassed !== true);
  const at = tabbed.findIndex(({id}) => id === state.focus);
  const problem = tabbed[at]?.check?.();
  if (problem !== undefined) return {...state, wrong: {field: state.focus, problem}};
  const next = tabbed[at + 1];
  return next === undefined ? firstWrong(form, state) : {...focused(form, state, next.id), wrong: undefined};
}

/** The form with the focus on the first field that is wrong; `undefined` where none is. */
export function firstWrong<S extends Filled>(form: Form<S>, state: S): S | undefined {
  for (const field of form) {
    const problem = field.check?.();
    if (problem !== undefined) return {...focused(form, state, field.id), wrong: {field: field.id, problem}};
  }
  return undefined;
}

const isTurned = <S extends Filled>(form: Form<S>, {focus}: S): boolean =>
  form.some(field => field.id === focus && !isTyped(field) && field.turn !== undefined);

/** The keys that every form has: Tab, Shift-Tab, and ← → where the field with the focus is turned. */
export const formKeys = <S extends Filled, C = Context>(
  form: (state: S, context: C) => Form<S>,
): readonly ScreenKey<S, never, C>[] => [
  {id: 'next-field', press: (state, context) => ({state: moved(form(state, context), state, 1)})},
  {id: 'previous-field', press: (state, context) => ({state: moved(form(state, context), state, -1)})},
  {
    id: 'choose',
    when: (state, context) => isTurned(form(state, context), state),
    press: (state, context, {place}) => ({state: turned(form(state, context), state, place === 0 ? -1 : 1)}),
  },
];

/** A form as blocks, and below the field with the focus what can be picked in it. */
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
    } = field;
    const {before, after} = typing; // nothing that is described holds a secret
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
    } as const;
    return [typedIn];
  });
}
