import {personSaid, problemOf, reasonSaid} from '../../src/core/payment/said.js';
import {namedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/discrepancy.js';
import {reasonTexts} from '../../src/core/reconcile/reason-texts.js';
import {type Block, fact, gap, title} from '../kit/block.js';
import {entered, type Filled, type Form, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey, Step} from '../kit/step.js';
import {lineOf, textRules} from '../terminal/line.js';

declare module '../kit/places.js' {
  interface Places {
    'reconcile-accept': {readonly line: Difference};
  }
}

type Accept = Filled<'person' | 'note'> & {
  readonly line: Difference;
  /** The form is complete, and the one question is asked. */
  readonly isAsked: boolean;
  readonly isWriting: boolean;
};
type AcceptAsks = {
  readonly kind: 'accept';
  readonly line: Pick<Difference, 'key' | 'code' | 'reference'>;
  readonly by: {readonly person: string; readonly note: string};
};

const nobody = 'cashier';

/** What was typed, as it is written down. */
const acceptedBy = (state: Accept) => ({
  person: typedIn(state, 'person').trim(),
  note: typedIn(state, 'note').trim(),
});

function form(state: Accept, {words}: Context): Form<Accept> {
  const {fields} = words.reconcileScreen.accept;
  if (state.isAsked) return [];
  const {person, note} = acceptedBy(state);
  return [
    {id: 'person', label: fields.person, rules: textRules, check: () => problemOf(() => personSaid(person))},
    {id: 'note', label: fields.note, rules: textRules, check: () => problemOf(() => reasonSaid(note))},
  ];
}

function next(state: Accept, context: Context): Step<Accept, AcceptAsks> {
  const fields = form(state, context);
  if (state.focus === 'person') return {state: entered(fields, state) ?? state};
  return {state: firstWrong(fields, state) ?? {...state, isAsked: true, wrong: undefined}};
}

function describe(state: Accept, context: Context): readonly Block[] {
  const {language, words} = context;
  const {line, isAsked, isWriting} = state;
  const {title: name, lead, means, writing, question} = words.reconcileScreen.accept;
  const amount = line.delta === null ? '' : namedAmount(line.delta, language);
  const what = [words.reconcile.codes[line.code], line.reference, amount].filter(part => part !== '');
  return [
    title(name),
    gap('above'),
    fact('what', what.join('  '), {tone: 'strong', said: `${what.join(', ')}.`}),
    fact('why', reasonTexts(line, language).why, {tone: 'quiet'}),
    gap('lead-above'),
    fact('lead', lead),
    gap('below'),
    ...(isAsked
      ? [
          {kind: 'question', id: 'question', text: question({...acceptedBy(state), what: what.join(', ')})} as const,
          fact('means', isWriting ? writing : means, {tone: 'not-known'}),
        ]
      : fieldBlocks(form(state, context), state, context)),
  ];
}

const unlessAsked = (key: ScreenKey<Accept, AcceptAsks>): ScreenKey<Accept, AcceptAsks> => ({
  ...key,
  when: (state, context) => !state.isAsked && (key.when?.(state, context) ?? true),
});

/** A named person lets a difference stay: their word, and the one question before it is written down. */
export const accept: Screen<'reconcile-accept', Accept, AcceptAsks> = {
  id: 'reconcile-accept',
  // The name is filled in only if somebody has said it.
  open: ({line}, {shop}) => {
    const isKnown = shop.person !== nobody;
    return {
      state: {
        line,
        lines: isKnown ? {person: lineOf(shop.person)} : {},
        focus: isKnown ? 'note' : 'person',
        kept: isKnown ? 'person' : undefined,
        wrong: undefined,
        isAsked: false,
        isWriting: false,
      },
    };
  },
  form,
  describe,
  keys: [
    ...[{id: 'continue' as const, press: next}, ...formKeys(form)].map(unlessAsked),
    {
      id: 'accept-it',
      when: ({isAsked, isWriting}) => isAsked && !isWriting,
      press: state => {
        const {key, code, reference} = state.line;
        return {
          state: {...state, isWriting: true},
          asks: {kind: 'accept', line: {key, code, reference}, by: acceptedBy(state)},
        };
      },
    },
    {
      id: 'back',
      when: ({isWriting}) => !isWriting,
      press: state => (state.isAsked ? {state: {...state, isAsked: false}} : {go: 'back'}),
    },
  ],
  run: async ({line, by}, till, answer) => {
    await till.acceptDiscrepancy(line, by);
    answer(undefined);
  },
  reduce: () => ({go: 'back'}),
  refused: (state, problem) => {
    const focus = problem.code === 'person-missing' ? 'person' : 'note';
    return {state: {...state, isAsked: false, isWriting: false, focus, wrong: {field: focus, problem}}};
  },
  beginnings: [
    ['d', 'r', 'down', 'enter', 'a'],
    ['d', 'r', 'down', 'enter', 'a', 'tab', 'amina', 'tab', 'seen', 'enter', 'enter'],
  ],
};
