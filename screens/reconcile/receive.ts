import {fact, gap} from '../../src/views/block.js';
import {namedIn, personField, type Questioned, questionForm, unaskedFor} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';

type Row = {readonly key: string; readonly amount: string; readonly row: string};

type Receive = Questioned<'person'> & Row;

const asked = questionForm<Receive>({
  fields: (state, context) => [personField(state, context.messages.reconcileScreen.receive.person, context)],
  yes: 'receive-it',
  asks: state => ({kind: 'write', run: till => till.receiveRow({key: state.key, person: namedIn(state)})}),
  texts: ({amount, row}, {messages: {reconcileScreen: said}}) => {
    const {question, lead, ...texts} = said.receive;
    const about = [fact('row', row, {lead: said.match.row, most: 3}), gap('lead-above'), fact('lead', lead, {most: 3})];
    return {...texts, about, question: question({amount})};
  },
});

/** A row with money that no payment requested becomes a payment: the row, and one question before it is recorded. */
export const receive: Screen<['reconcile-receive', Row], Receive> = {
  ...asked,
  id: 'reconcile-receive',
  open: (row, context) => ({state: {...unaskedFor(context), ...row, focus: 'person'}}),
};
