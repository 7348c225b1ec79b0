import type {SuggestedGroup, Suggestion} from '../../src/core/reconcile/result/reconcile.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/rows/discrepancy.js';
import {readKey} from '../../src/core/reconcile/rows/finish.js';
import type {Till} from '../../src/till/till.js';
import {type Block, fact, gap} from '../../src/views/block.js';
import {groupText, placesOf, providerAmount, providerText, reasonTexts} from '../../src/views/reconcile/entry.js';
import {askedAtOnce, namedIn, personField, type Questioned, questionForm, unaskedFor} from '../kit/question.js';
import type {Context, Form, Screen} from '../kit/screen.js';

type Given = {
  readonly line: Difference;
  readonly candidates: Suggestion['candidates'];
  /** The till asks about the group if there is no candidate. */
  readonly group: SuggestedGroup | undefined;
};
type Match = Questioned<'payment' | 'person'> & Given & {readonly chosen: number};

const chosenIn = ({candidates, chosen}: Match) => candidates[chosen];

function fields(state: Match, context: Context): Form<Match> {
  const {fields: labels} = context.messages.reconcileScreen.match;
  const {candidates, chosen} = state;
  const turn = (by: 1 | -1): Match => ({...state, chosen: (chosen + by + candidates.length) % candidates.length});
  const payment = {
    id: 'payment' as const,
    label: labels.payment,
    value: chosenIn(state)?.reference ?? '',
    ...(candidates.length > 1 && {turn, note: `${chosen + 1} / ${candidates.length}`}),
  };
  return [...(candidates.length === 0 ? [] : [payment]), personField(state, labels.person, context)];
}

function aboutIn(state: Match): Parameters<Till['confirmMatch']>[0] {
  const chosen = chosenIn(state);
  if (chosen !== undefined || state.group === undefined)
    return {key: state.line.key, reference: chosen?.reference ?? ''};
  const [key = '', ...keys] = state.group.keys;
  const [reference = '', ...references] = state.group.references;
  return {key, reference, keys, references};
}

/** Returns the row and the payment, one below the other, and what they have in common. */
function sides(state: Match, context: Context): readonly Block[] {
  const {line, group} = state;
  const {match: said, line: ofLine} = context.messages.reconcileScreen;
  const chosen = chosenIn(state);
  if (chosen === undefined && group !== undefined)
    return [
      fact('row', group.keys.map(key => readKey(key)?.subject ?? key).join(' + '), {lead: said.row, most: 4}),
      fact('payment-facts', group.references.join(' + '), {lead: said.payment, most: 4}),
      fact('sum', groupText(group, context.language), {tone: 'quiet', most: 3}),
    ];
  const {reference = '', basis = []} = chosen ?? {};
  const amount = providerAmount(line, context.language);
  const payment = [amount, reference, ...basis.map(each => ofLine.basis[each])].join(' · ');
  return [
    fact('row', providerText(line, context.language), {lead: said.row, most: 2}),
    fact('payment-facts', payment, {lead: said.payment, most: 2}),
  ];
}

function questionIn(state: Match, {messages}: Context): string {
  const {match: said} = messages.reconcileScreen;
  const person = namedIn(state);
  const {reference, keys = [], references = []} = aboutIn(state);
  return keys.length + references.length === 0
    ? said.question({person, reference})
    : said.groupQuestion({person, rows: keys.length + 1, payments: references.length + 1});
}

const asked = questionForm<Match>({
  fields,
  yes: 'match-it',
  asks: state => ({kind: 'write', run: till => till.confirmMatch(aboutIn(state), namedIn(state))}),
  texts: (state, context) => {
    const {lead, title: name, means, writing} = context.messages.reconcileScreen.match;
    const about = [...sides(state, context), gap('lead-above'), fact('lead', lead)];
    return {title: name, about, question: questionIn(state, context), means, writing};
  },
});

/** A named person states to which payment a row belongs: both side by side, and one question before it is recorded. */
export const match: Screen<['reconcile-match', Given], Match> = {
  ...asked,
  id: 'reconcile-match',
  open: ({line, candidates, group}, context) => {
    const focus = candidates.length > 1 ? 'payment' : 'person';
    return {state: {...unaskedFor(context), line, candidates, group, chosen: 0, focus}};
  },
};

type Unmatch = Questioned<string> & {readonly line: Difference};

/** Returns the key of the row that a person matched with this line's payment, or null if nobody did. */
export const matchedRow = ({facts}: Pick<Difference, 'facts'>): string | null =>
  facts['row'] === undefined ? null : String(facts['row']);

/** A confirmed match is withdrawn after one question. Both sides are then differences again. */
export const unmatch: Screen<['reconcile-unmatch', {readonly line: Difference}], Unmatch> = {
  ...questionForm<Unmatch>({
    yes: 'unmatch-it',
    asks: ({line}) => ({kind: 'write', run: till => till.decide({type: 'unmatch', key: matchedRow(line) ?? ''})}),
    texts: ({line}, context) => {
      const {groupQuestion, question, ...texts} = context.messages.reconcileScreen.unmatch;
      const {reference, facts} = line;
      return {
        ...texts,
        about: [
          fact('what', reference, {tone: 'strong'}),
          fact('why', reasonTexts(line, context.language).why, {tone: 'quiet', most: 2}),
          fact('places', placesOf(line, context.language).join(' · '), {tone: 'quiet', most: 2}),
        ],
        question: facts['payments'] === undefined ? question({reference}) : groupQuestion,
      };
    },
  }),
  id: 'reconcile-unmatch',
  open: ({line}) => ({state: {...askedAtOnce, line}}),
};
