import {personSaid, problemOf} from '../../src/core/payment/said.js';
import {namedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/discrepancy.js';
import type {Suggestion} from '../../src/core/reconcile/reconcile.js';
import {type Block, fact, gap, title} from '../kit/block.js';
import {type Filled, type Form, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey, Step} from '../kit/step.js';
import {lineOf, textRules} from '../terminal/line.js';

declare module '../kit/places.js' {
  interface Places {
    'reconcile-match': {readonly line: Difference; readonly candidates: Suggestion['candidates']};
  }
}

type Match = Filled<'payment' | 'person'> & {
  readonly line: Difference;
  readonly candidates: Suggestion['candidates'];
  /** The place of the payment that was chosen. */
  readonly chosen: number;
  /** The form is complete, and the one question is asked. */
  readonly isAsked: boolean;
  readonly isWriting: boolean;
};
type MatchAsks = {readonly kind: 'match'; readonly key: string; readonly reference: string; readonly person: string};

const nobody = 'cashier';

const chosenIn = ({candidates, chosen}: Match) => candidates[chosen];
const personIn = (state: Match): string => typedIn(state, 'person').trim();

function form(state: Match, {words}: Context): Form<Match> {
  const {fields} = words.reconcileScreen.match;
  if (state.isAsked) return [];
  const {candidates, chosen} = state;
  const turn = (by: 1 | -1): Match => ({...state, chosen: (chosen + by + candidates.length) % candidates.length});
  return [
    {
      id: 'payment',
      label: fields.payment,
      value: chosenIn(state)?.reference ?? '',
      ...(candidates.length > 1 && {turn, note: `${chosen + 1} / ${candidates.length}`}),
    },
    {
      id: 'person',
      label: fields.person,
      rules: textRules,
      check: () => problemOf(() => personSaid(personIn(state))),
    },
  ];
}

function next(state: Match, context: Context): Step<Match, MatchAsks> {
  if (state.focus === 'payment') return {state: {...state, focus: 'person', wrong: undefined}};
  return {state: firstWrong(form(state, context), state) ?? {...state, isAsked: true, wrong: undefined}};
}

/** The row and the payment one below the other, and what they have in common. */
function describe(state: Match, context: Context): readonly Block[] {
  const {language, words} = context;
  const {line, isAsked, isWriting} = state;
  const {match: said, line: ofLine} = words.reconcileScreen;
  const {reference = '', basis = []} = chosenIn(state) ?? {};
  const amount = line.provider === null ? '' : namedAmount(line.provider, language);
  const places = line.rows.map(({kind, file, line: at}) => ofLine.place({source: ofLine.kinds[kind], file, line: at}));
  const named = [line.reference, String(line.facts['serviceReference'] ?? '')].filter(part => part !== '');
  const row = [amount, ...named, ...places].join(' · ');
  const payment = [amount, reference, ...basis.map(each => ofLine.basis[each])].join(' · ');
  return [
    title(said.title),
    gap('above'),
    fact('row', row, {lead: said.row, most: 2}),
    fact('payment-facts', payment, {lead: said.payment, most: 2}),
    gap('lead-above'),
    fact('lead', said.lead),
    gap('below'),
    ...(isAsked
      ? [
          {kind: 'question', id: 'question', text: said.question({person: personIn(state), reference})} as const,
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
  open: ({line, candidates}, {shop}) => {
    const isKnown = shop.person !== nobody;
    return {
      state: {
        line,
        candidates,
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
        asks: {
          kind: 'match',
          key: state.line.key,
          reference: chosenIn(state)?.reference ?? '',
          person: personIn(state),
        },
      }),
    },
    {
      id: 'back',
      when: ({isWriting}) => !isWriting,
      press: state => (state.isAsked ? {state: {...state, isAsked: false}} : {go: 'back'}),
    },
  ],
  run: async ({key, reference, person}, till, answer) => {
    await till.confirmMatch({key, reference}, person);
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
