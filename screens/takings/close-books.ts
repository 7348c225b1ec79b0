import {closingName} from '../../src/core/shift/closing.js';
import type {BooksClosing} from '../../src/core/shift/closing-schema.js';
import {fact} from '../../src/views/block.js';
import {namedIn, personField, type Questioned, questionForm, unaskedFor} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import {task} from '../kit/step.js';
import {goInstead} from '../places.js';

type Given = Pick<BooksClosing, 'kind' | 'of'>;
type CloseBooks = Questioned<'person'> & Given;

const asked = questionForm<CloseBooks>({
  fields: (state, context) => [personField(state, context.messages.takingsScreen.close.person, context)],
  yes: 'do-close-books',
  asks: state =>
    task({
      kind: 'close',
      run: async till => {
        const type = state.kind === 'month' ? 'close-month' : 'close-year';
        const made = await till.closeBooks({type, of: state.of, person: namedIn(state)});
        return till.closingSlip(closingName(made));
      },
      done: (_, made) => ({go: goInstead('report', {made, isNew: false})}),
    }),
  texts: ({of, ...state}, {messages}) => {
    const {title, lead, question, means, writing} = messages.takingsScreen.close;
    const about = [fact('lead', lead({of}))];
    return {title: title({of}), about, question: question({of, person: namedIn(state)}), means, writing};
  },
});

/** A named person closes a month or a year: what that means, and one question before it is recorded. */
export const closeBooks: Screen<['close-books', Given], CloseBooks> = {
  ...asked,
  id: 'close-books',
  open: (given, context) => ({state: {...given, ...unaskedFor(context), focus: 'person'}}),
};
