import {nameTyped, problemOf, reasonSaid} from '../../src/core/payment/said.js';
import type {Problem} from '../../src/core/problem.js';
import {unnamed} from '../../src/core/staff/name.js';
import {type Block, fact, gap, title} from '../../src/views/block.js';
import type {PlaceId, Shop} from '../model.js';
import type {BindingId} from '../terminal/bindings.js';
import {type Line, lineOf, textRules} from '../terminal/line.js';
import {emptyForm, entered, type Filled, fieldBlocks, formKeys, typedIn} from './form.js';
import type {Context, Form, Screen, ScreenKey, Step, Task, TypedField} from './screen.js';

export const onlyWhile =
  <S, C = Context>(may: (state: S, context: C) => boolean) =>
  <Host>(key: ScreenKey<S, C, Host>): ScreenKey<S, C, Host> => ({
    ...key,
    when: (state, context) => may(state, context) && (key.when?.(state, context) ?? true),
  });

/** Returns the key, which does not apply while a record is being written. */
export const unlessWriting = <S extends {readonly isWriting: boolean}>(key: ScreenKey<S>): ScreenKey<S> =>
  onlyWhile<S>(({isWriting}) => !isWriting)(key);

/** Returns the name of the person signed in, else of the person configured for the till; empty if there is none. */
export function personOf({shop: {person}, till}: {readonly shop: Pick<Shop, 'person'>; readonly till: Signed}): string {
  return till.actor()?.name ?? (person === unnamed ? '' : person);
}
type Signed = Pick<Context['till'], 'actor'>;

/** Returns a form state with the field `person` filled in, or empty if there is no name. */
export const keptPerson = (
  name: string,
): {readonly lines: {readonly person?: Line}; readonly kept: 'person' | undefined} =>
  name === '' ? {lines: {}, kept: undefined} : {lines: {person: lineOf(name)}, kept: 'person'};

/** Returns the state of a form before its question, with the name of the person at the till if it is known. */
export const unaskedFor = (context: {readonly shop: Pick<Shop, 'person'>; readonly till: Signed}) => ({
  ...unasked,
  ...keptPerson(personOf(context)),
});

/** Returns the field that names a person. It is locked if that person is signed in. */
export const personField = <S extends Filled<'person'> | Filled>(
  state: S,
  label: string,
  {till}: {readonly till: Pick<Context['till'], 'actor' | 'state'>},
): TypedField<S> => ({
  id: 'person',
  label,
  rules: textRules,
  ...(till.actor() !== undefined && {isPassed: true, isLocked: true}),
  check: () => problemOf(() => nameTyped(typedIn<string>(state, 'person'), till.state)),
});

export const namedIn = <S extends Filled<'person'> | Filled>(state: S): string =>
  typedIn<string>(state, 'person').trim();

/** Returns a field for a reason, which `reasonSaid` checks. */
export const reasonField = <S extends Filled>(state: S, id: S['focus'], label: string): TypedField<S> => ({
  id,
  label,
  rules: textRules,
  check: () => problemOf(() => reasonSaid(typedIn<string>(state, id))),
});

/** The state of a form before its question, at the question, and while its answer is recorded. */
export type Questioned<F extends string> = Filled<F> & {
  /** The form is complete, and the question is asked. */
  readonly isAsked: boolean;
  readonly isWriting: boolean;
};

export const unasked = {wrong: undefined, isAsked: false, isWriting: false} as const;

/** The state of a question without any field before it. */
export const askedAtOnce = {...emptyForm(''), ...unasked, isAsked: true} as const;

/** Returns the state without the secret of a field, or without any: a secret that is refused is typed anew. */
function withoutSecrets<S extends Filled>(state: S, field?: string): S {
  const isKept = ([id, line]: readonly [string, Line | undefined]) =>
    line?.secret === undefined || (field !== undefined && id !== field);
  return {...state, lines: Object.fromEntries(Object.entries(state.lines).filter(isKept))};
}

type QuestionForm<S extends Filled> = {
  /** Returns the fields. Without it, the question is asked at once. */
  readonly fields?: (state: S, context: Context) => Form<S>;
  /** The key that answers yes and records the answer. */
  readonly yes: BindingId;
  /** Returns the task that records it. Without a `done` of its own, the screen is closed afterwards. */
  readonly asks: (state: S, context: Context) => Task<S>;
  /** Returns the field at which a refusal is shown. Without it, that is the last field. */
  readonly blames?: (problem: Problem) => S['focus'] | undefined;
  /** Returns the state with what a refusal says, by which the fields may be others. */
  readonly learns?: (state: S, problem: Problem) => S;
  readonly texts: (
    state: S,
    context: Context,
  ) => {
    /** For a screen that describes itself by these texts: its title, and the blocks above the fields or the question. */
    readonly title?: string;
    readonly about?: readonly Block[];
    readonly question: string;
    /** Further sentences below the question. */
    readonly limits?: readonly string[];
    readonly means: string;
    readonly writing: string;
  };
};

/**
 * Returns a form with one question and one key that records the answer. Enter goes from field to field and then to the question, where
 * nothing is typed. Back leads to the form, and from the form to the previous screen. A refusal is shown at its field, or as a notice if
 * there is none. `blocks` are the fields or the question.
 */
export function questionForm<S extends Questioned<string>>({
  fields = () => [],
  yes,
  asks,
  blames,
  learns,
  texts,
}: QuestionForm<S>): Required<Pick<Screen<PlaceId, S>, 'form' | 'describe' | 'keys'>> & {
  readonly blocks: (state: S, context: Context) => readonly Block[];
} {
  const blocks = (state: S, context: Context): readonly Block[] => {
    if (!state.isAsked) return fieldBlocks(form(state, context), state, context);
    const {question, limits = [], means, writing} = texts(state, context);
    return [
      {kind: 'question', id: 'question', text: question},
      ...limits.map((each, at) => fact(`limit ${at}`, each)),
      fact('means', state.isWriting ? writing : means, {tone: 'not-known'}),
    ];
  };
  const form = (state: S, context: Context): Form<S> => (state.isAsked ? [] : fields(state, context));
  const done = () => ({go: 'back'}) as const;
  const refused = (before: S, problem: Problem, context: Context): Step<S> => {
    const state = learns?.(before, problem) ?? before;
    const last = fields(state, context).at(-1);
    if (last === undefined) return {state: {...state, isWriting: false}, notice: {kind: 'problem', problem}};
    const field = blames?.(problem) ?? last.id;
    const wrong = {field, problem};
    // The next character replaces a refused value.
    return {state: {...withoutSecrets(state), isAsked: false, isWriting: false, focus: field, kept: field, wrong}};
  };
  const filling: readonly ScreenKey<S>[] = [
    {
      id: 'continue',
      press: (state, context) => {
        const next = entered(form(state, context), state) ?? {...state, isAsked: true, wrong: undefined};
        return {state: withoutSecrets(next, next.wrong?.field ?? '')};
      },
    },
    ...formKeys(form),
  ];
  return {
    form,
    keys: [
      ...filling.map(onlyWhile<S>(({isAsked}) => !isAsked)),
      unlessWriting<S>({
        id: yes,
        when: ({isAsked}) => isAsked,
        press: (state, context) => ({
          state: {...state, isWriting: true},
          asks: {done, refused, ...asks(state, context)},
        }),
      }),
      unlessWriting<S>({
        id: 'back',
        press: (state, context) =>
          state.isAsked && fields(state, context).length > 0 ? {state: {...state, isAsked: false}} : {go: 'back'},
      }),
    ],
    describe: (state, context) => {
      const {title: name = '', about = []} = texts(state, context);
      return [title(name), gap('above'), ...about, gap('below'), ...blocks(state, context)];
    },
    blocks,
  };
}

type WritingForm<S extends Filled> = {
  readonly fields: (state: S, context: Context) => Form<S>;
  /** The key for the last field. `write` is called when no field is wrong. */
  readonly yes: BindingId;
  readonly write: (state: S, context: Context) => Step<S>;
};

/** Returns a form that is recorded by Enter in its last field, without a question. Nothing can be typed while it is recorded. */
export function writingForm<S extends Filled & {readonly isWriting: boolean}>({
  fields,
  yes,
  write,
}: WritingForm<S>): Required<Pick<Screen<PlaceId, S>, 'form' | 'keys'>> {
  const form = (state: S, context: Context): Form<S> => (state.isWriting ? [] : fields(state, context));
  const isLast = (state: S, context: Context) => form(state, context).at(-1)?.id === state.focus;
  const keys: readonly ScreenKey<S>[] = [
    {
      id: 'continue',
      when: (state, context) => !isLast(state, context),
      press: (state, context) => ({state: entered(form(state, context), state) ?? state}),
    },
    {
      id: yes,
      when: isLast,
      press: (state, context) => {
        const next = entered(form(state, context), state);
        return next === undefined ? write({...state, wrong: undefined}, context) : {state: next};
      },
    },
    ...formKeys(form),
    {id: 'back', press: () => ({go: 'back'})},
  ];
  return {form, keys: keys.map(unlessWriting)};
}
