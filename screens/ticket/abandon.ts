import {type Block, fact, gap, title} from '../kit/block.js';
import {entered, type Filled, type Form, fieldBlocks, formKeys, typedIn} from '../kit/form.js';
import {keptPerson, personField, reasonField, unlessWriting, writesOnce} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey} from '../kit/step.js';
import {standingBlocks} from './standing.js';

type Abandon = Filled<'person' | 'reason'> & {readonly reference: string; readonly isWriting: boolean};
type AbandonAsks = {
  readonly kind: 'abandon';
  readonly reference: string;
  readonly person: string;
  readonly reason: string;
};

const fields = (state: Abandon, context: Context): Form<Abandon> => {
  const {person, reason} = context.words.ticketScreen.fields;
  return [personField(state, person, context), reasonField(state, 'reason', reason)];
};

const form = (state: Abandon, context: Context): Form<Abandon> => (state.isWriting ? [] : fields(state, context));

function describe(state: Abandon, context: Context): readonly Block[] {
  const {ticketScreen: words} = context.words;
  return [
    title(words.abandon({ticket: state.reference})),
    ...standingBlocks(state.reference, context),
    gap('above'),
    ...fieldBlocks(fields(state, context), state, context),
    gap('below'),
    state.isWriting
      ? fact('writing', words.saving, {tone: 'not-known'})
      : fact('note', words.keptPaid, {tone: 'quiet', most: 2}),
  ];
}

const keys: readonly ScreenKey<Abandon, AbandonAsks>[] = [
  {
    id: 'continue',
    when: ({focus}) => focus !== 'reason',
    press: (state, context) => ({state: entered(form(state, context), state) ?? state}),
  },
  {
    id: 'write-down',
    when: ({focus}) => focus === 'reason',
    press: (state, context) => {
      const next = entered(form(state, context), state);
      if (next !== undefined) return {state: next};
      const {reference} = state;
      const said = {person: typedIn(state, 'person'), reason: typedIn(state, 'reason')};
      return {state: {...state, isWriting: true, wrong: undefined}, asks: {kind: 'abandon', reference, ...said}};
    },
  },
  ...formKeys(form),
  {id: 'back', press: () => ({go: 'back'})},
];

/** A named person says that the rest of a ticket is not going to be asked for. */
export const abandon: Screen<['abandon', {readonly reference: string}], Abandon, AbandonAsks> = {
  ...writesOnce(({reference, person, reason}, till) => till.abandonTicket(reference, {person, reason})),
  id: 'abandon',
  layout: 'beside',
  open: ({reference}, context) => {
    const person = keptPerson(context.till.actor()?.name ?? '');
    const focus = person.kept === undefined ? 'person' : 'reason';
    return {state: {...person, focus, wrong: undefined, reference, isWriting: false}};
  },
  form,
  describe,
  keys: keys.map(unlessWriting),
  refused: (state, problem) => ({state: {...state, isWriting: false, wrong: {field: 'reason', problem}}}),
};
