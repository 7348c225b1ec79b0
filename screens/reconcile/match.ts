import {personSaid, problemOf} from '../../src/core/payment/said.js';
import {namedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/discrepancy.js';
import {readKey} from '../../src/core/reconcile/finish.js';
import type {SuggestedGroup, Suggestion} from '../../src/core/reconcile/reconcile.js';
import {groupText} from '../../src/core/reconcile/reconciliation-text.js';
import type {Till} from '../../src/till/till.js';
import {type Block, fact, gap, title} from '../kit/block.js';
import {type Filled, type Form, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey, Step} from '../kit/step.js';
import {lineOf, textRules} from '../terminal/line.js';

declare module '../kit/places.js' {
  interface Places {
    'reconcile-match': {
      readonly line: Difference;
      readonly candidates: Suggestion['candidates'];
      /** It is asked about where there is no candidate. */
      readonly group: SuggestedGroup | undefined;
    };
  }
}

type Match = Filled<'payment' | 'person'> & {
  readonly line: Difference;
  readonly candidates: Suggestion['candidates'];
  readonly group: SuggestedGroup | undefined;
  /** The place of the payment that was chosen. */
  readonly chosen: number;
  /** The form is complete, and the one question is asked. */
  readonly isAsked: boolean;
  readonly isWriting: boolean;
};
type MatchAsks = {
  readonly kind: 'match';
  readonly about: Parameters<Till['confirmMatch']>[0];
  readonly person: string;
};

const nobody = 'cashier';

const chosenIn = ({candidates, chosen}: Match) => candidates[chosen];
const personIn = (state: Match): string => typedIn(state, 'person').trim();

function form(state: Match, {words}: Context): Form<Match> {
  const {fields} = words.reconcileScreen.match;
  if (state.isAsked) return [];
  const {candidates, chosen} = state;
  const turn = (by: 1 | -1): Match => ({...state, chosen: (chosen + by + candidates.length) % candidates.length});
  const payment = {
    id: 'payment' as const,
    label: fields.payment,
    value: chosenIn(state)?.reference ?? '',
    ...(candidates.length > 1 && {turn, note: `${chosen + 1} / ${candidates.length}`}),
  };
  return [
    ...(candidates.length === 0 ? [] : [payment]),
    {
      id: 'person',
      label: fields.person,
      rules: textRules,
      check: () => problemOf(() => personSaid(personIn(state))),
    },
  ];
}

/** The rows and the payments of which one word is given. */
function aboutIn(state: Match): MatchAsks['about'] {
  const chosen = chosenIn(state);
  if (chosen !== undefined || state.group === undefined)
    return {key: state.line.key, reference: chosen?.reference ?? ''};
  const [key = '', ...keys] = state.group.keys;
  const [reference = '', ...references] = state.group.references;
  return {key, reference, keys, references};
}

function next(state: Match, context: Context): Step<Match, MatchAsks> {
  if (state.focus === 'payment') return {state: {...state, focus: 'person', wrong: undefined}};
  return {state: firstWrong(form(state, context), state) ?? {...state, isAsked: true, wrong: undefined}};
}

/** The row and the payment one below the other, and what they have in common. */
function sides(state: Match, {language, words}: Context): readonly Block[] {
  const {line, group} = state;
  const {match: said, line: ofLine} = words.reconcileScreen;
  const chosen = chosenIn(state);
  const places = line.rows.map(({kind, file, line: at}) => ofLine.place({source: ofLine.kinds[kind], file, line: at}));
  if (chosen === undefined && group !== undefined)
    return [
      fact('row', group.keys.map(key => readKey(key)?.subject ?? key).join(' + '), {lead: said.row, most: 4}),
      fact('payment-facts', group.references.join(' + '), {lead: said.payment, most: 4}),
      fact('sum', groupText(group, language), {tone: 'quiet', most: 3}),
    ];
  const {reference = '', basis = []} = chosen ?? {};
  const amount = line.provider === null ? '' : namedAmount(line.provider, language);
  const named = [line.reference, String(line.facts['serviceReference'] ?? '')].filter(part => part !== '');
  const row = [amount, ...named, ...places].join(' · ');
  const payment = [amount, reference, ...basis.map(each => ofLine.basis[each])].join(' · ');
  return [fact('row', row, {lead: said.row, most: 2}), fact('payment-facts', payment, {lead: said.payment, most: 2})];
}

function questionIn(state: Match, {words}: Context): string {
  const {match: said} = words.reconcileScreen;
  const person = personIn(state);
  const {reference, keys = [], references = []} = aboutIn(state);
  return keys.length + references.length === 0
    ? said.question({person, reference})
    : said.groupQuestion({person, rows: keys.length + 1, payments: references.length + 1});
}

function describe(state: Match, context: Context): readonly Block[] {
  const {isAsked, isWriting} = state;
  const {match: said} = context.words.reconcileScreen;
  return [
    title(said.title),
    gap('above'),
    ...sides(state, context),
    gap('lead-above'),
    fact('lead', said.lead),
    gap('below'),
    ...(isAsked
      ? [
          {kind: 'question', id: 'question', text: questionIn(state, context)} as const,
          fact('means', isWriting ? said.writing : said.means, {tone: 'not-known'}),
        ]
      : fieldBlocks(form(state, context), state, context)),
  ];
}

const unlessAsked = (key: ScreenKey<Match, MatchAsks>): ScreenKey<Match, MatchAsks> => ({
  ...key,
  when: (state, context) => !state.isAsked && (key.when?.(state, context) ?? true),
});

/** A named person says of which payment a row is: the two beside each other, and the one question before it is written down. */
export const match: Screen<'reconcile-match', Match, MatchAsks> = {
  id: 'reconcile-match',
  // The name is filled in only if somebody has said it.
  open: ({line, candidates, group}, {shop}) => {
    const isKnown = shop.person !== nobody;
    return {
      state: {
        line,
        candidates,
        group,
        chosen: 0,
        lines: isKnown ? {person: lineOf(shop.person)} : {},
        focus: candidates.length > 1 ? 'payment' : 'person',
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
      id: 'match-it',
      when: ({isAsked, isWriting}) => isAsked && !isWriting,
      press: state => ({
        state: {...state, isWriting: true},
        asks: {kind: 'match', about: aboutIn(state), person: personIn(state)},
      }),
    },
    {
      id: 'back',
      when: ({isWriting}) => !isWriting,
      press: state => (state.isAsked ? {state: {...state, isAsked: false}} : {go: 'back'}),
    },
  ],
  run: async ({about, person}, till, answer) => {
    await till.confirmMatch(about, person);
    answer(undefined);
  },
  reduce: () => ({go: 'back'}),
  refused: (state, problem) => ({
    state: {...state, isAsked: false, isWriting: false, focus: 'person', wrong: {field: 'person', problem}},
  }),
  beginnings: [
    ['d', 'r', 'c', 'enter', 'm'],
    ['d', 'r', 'c', 'c', 'enter', 'm', 'amina', 'enter'],
    ['d', 'r', 'c', 'end', 'enter', 'm', 'amina', 'enter'],
    ['d', 'r', 'c', 'c', 'end', 'enter', 'm', 'amina', 'enter'],
  ],
};
