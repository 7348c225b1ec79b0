import {fact, gap} from '../kit/block.js';
import {namedIn, personField, type Questioned, questionForm, unaskedFor, writesOnce} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';

type Row = {readonly key: string; readonly amount: string; readonly row: string};

type Receive = Questioned<'person'> & Row;
type ReceiveAsks = {readonly kind: 'receive'; readonly key: string; readonly person: string};

const asked = questionForm<Receive, ReceiveAsks>({
  fields: (state, context) => [personField(state, context.messages.reconcileScreen.receive.person, context)],
  yes: 'receive-it',
  asks: state => ({kind: 'receive', key: state.key, person: namedIn(state)}),
  texts: ({amount, row}, {messages: {reconcileScreen: said}}) => {
    const {question, lead, ...texts} = said.receive;
    const about = [fact('row', row, {lead: said.match.row, most: 3}), gap('lead-above'), fact('lead', lead, {most: 3})];
    return {...texts, about, question: question({amount})};
  },
});

/** A payment is made of a row whose money came unasked: the row, and the one question before it is written down. */
export const receive: Screen<['reconcile-receive', Row], Receive, ReceiveAsks> = {
  ...asked,
  ...writesOnce(({key, person}, till) => till.receiveRow(key, person)),
  id: 'reconcile-receive',
  open: (row, context) => ({state: {...unaskedFor(context), ...row, focus: 'person'}}),
};
