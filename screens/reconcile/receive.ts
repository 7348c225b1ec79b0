import {fact, gap, title} from '../kit/block.js';
import {namedIn, personField, type Questioned, questionForm, unaskedFor, writesOnce} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';

type Row = {readonly key: string; readonly amount: string; readonly row: string};

type Receive = Questioned<'person'> & Row;
type ReceiveAsks = {readonly kind: 'receive'; readonly key: string; readonly person: string};

const asked = questionForm<Receive, ReceiveAsks>({
  fields: (state, context) => [personField(state, context.messages.reconcileScreen.receive.person, context)],
  yes: 'receive-it',
  asks: state => ({kind: 'receive', key: state.key, person: namedIn(state)}),
  texts: ({amount}, context) => {
    const {question, means, writing} = context.messages.reconcileScreen.receive;
    return {question: question({amount}), means, writing};
  },
});

/** A payment is made of a row whose money came unasked: the row, and the one question before it is written down. */
export const receive: Screen<['reconcile-receive', Row], Receive, ReceiveAsks> = {
  ...asked,
  ...writesOnce(({key, person}, till) => till.receiveRow(key, person)),
  id: 'reconcile-receive',
  open: (row, context) => ({state: {...unaskedFor(context), ...row, focus: 'person'}}),
  describe: (state, context) => {
    const {receive: said} = context.messages.reconcileScreen;
    return [
      title(said.title),
      gap('above'),
      fact('row', state.row, {lead: context.messages.reconcileScreen.match.row, most: 3}),
      gap('lead-above'),
      fact('lead', said.lead, {most: 3}),
      gap('below'),
      ...asked.blocks(state, context),
    ];
  },
};
