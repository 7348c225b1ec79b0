import {fact, gap, title} from '../../src/views/block.js';
import {type Filled, type Form, fieldBlocks, typedIn} from '../kit/form.js';
import {keptPerson, personField, reasonField, writingForm} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {standingBlocks} from '../order/standing.js';

type Abandon = Filled<'person' | 'reason'> & {readonly reference: string; readonly isWriting: boolean};

const fields = (state: Abandon, context: Context): Form<Abandon> => {
  const {person, reason} = context.messages.ticketScreen.fields;
  return [personField(state, person, context), reasonField(state, 'reason', reason)];
};

const asked = writingForm<Abandon>({
  fields,
  yes: 'write-down',
  write: state => {
    const {reference} = state;
    const said = {person: typedIn(state, 'person'), reason: typedIn(state, 'reason')};
    return {
      state: {...state, isWriting: true},
      asks: {
        kind: 'abandon',
        run: till => till.abandonTicket(reference, said),
        done: () => ({go: 'back'}),
        refused: (now, problem) => ({state: {...now, isWriting: false, wrong: {field: 'reason', problem}}}),
      },
    };
  },
});

/** A named person states that the rest of a ticket will not be requested. */
export const abandon: Screen<['abandon', {readonly reference: string}], Abandon> = {
  ...asked,
  id: 'abandon',
  layout: 'beside',
  open: ({reference}, context) => {
    const person = keptPerson(context.till.actor()?.name ?? '');
    const focus = person.kept === undefined ? 'person' : 'reason';
    return {state: {...person, focus, wrong: undefined, reference, isWriting: false}};
  },
  describe: (state, context) => {
    const {ticketScreen: messages} = context.messages;
    return [
      title(messages.abandon({ticket: state.reference})),
      ...standingBlocks(state.reference, context),
      gap('above'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      state.isWriting
        ? fact('writing', messages.saving, {tone: 'not-known'})
        : fact('note', messages.keptPaid, {tone: 'quiet', most: 2}),
    ];
  },
};
