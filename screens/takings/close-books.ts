import {closingName} from '../../src/core/shift/closing.js';
import type {BooksClosing} from '../../src/core/shift/closing-schema.js';
import type {IssuedSlip} from '../../src/till/slips.js';
import {fact} from '../kit/block.js';
import {goInstead} from '../kit/places.js';
import {namedIn, personField, type Questioned, questionForm, unaskedFor} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';

type Given = Pick<BooksClosing, 'kind' | 'of'>;
type CloseBooks = Questioned<'person'> & Given;
type CloseAsks = {readonly kind: 'close'; readonly closing: Given; readonly person: string};

const asked = questionForm<CloseBooks, CloseAsks>({
  fields: (state, context) => [personField(state, context.messages.takingsScreen.close.person, context)],
  yes: 'do-close-books',
  asks: state => ({kind: 'close', closing: {kind: state.kind, of: state.of}, person: namedIn(state)}),
  texts: ({of, ...state}, {messages}) => {
    const {title, lead, question, means, writing} = messages.takingsScreen.close;
    const about = [fact('lead', lead({of}))];
    return {title: title({of}), about, question: question({of, person: namedIn(state)}), means, writing};
  },
});

/** A named person closes a month or a year: what it means, and the one question before it is written down. */
export const closeBooks: Screen<['close-books', Given], CloseBooks, CloseAsks, IssuedSlip> = {
  ...asked,
  id: 'close-books',
  open: (given, context) => ({state: {...given, ...unaskedFor(context), focus: 'person'}}),
  run: async ({closing: {kind, of}, person}, till, answer) => {
    const made = await till.closeBooks({type: kind === 'month' ? 'close-month' : 'close-year', of, person});
    answer(await till.closingSlip(closingName(made)));
  },
  reduce: (_, slip) => ({go: goInstead('report', {made: slip, isNew: false})}),
};
