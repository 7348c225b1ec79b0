import {fact, gap} from '../../src/views/block.js';
import {type Filled, type Form, fieldBlocks, firstWrong} from '../kit/form.js';
import {keptPerson, namedIn, personField, personOf} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {goInstead} from '../places.js';
import {leaveClose, stepsBlock} from '../report/steps.js';
import {keyText} from '../terminal/bindings.js';
import {storedCounts} from './count.js';

type Stop = Filled<'person'>;

function form(state: Stop, context: Context): Form<Stop> {
  return [personField(state, context.messages.shiftScreen.close.person, context)];
}

/** Step 1: the till stops selling, and the person who closes is named. */
export const closeStop: Screen<'close-stop', Stop> = {
  id: 'close-stop',
  stopsSales: true,
  open: (_, {shop, till}) => {
    const known = till.actor()?.name ?? till.state.ledger.shift?.person ?? personOf({shop, till});
    return {state: {...keptPerson(known), focus: 'person', wrong: undefined}};
  },
  form,
  describe: (state, context) => {
    const {stop, stopHow} = context.messages.shiftScreen.close;
    return [
      stepsBlock(1, context),
      gap('above'),
      fact('stop', stop, {tone: 'strong'}),
      fact('how', stopHow({back: keyText('leave-close', context)})),
      gap('below'),
      ...fieldBlocks(form(state, context), state, context),
    ];
  },
  keys: [
    {
      id: 'continue',
      press: (state, context) => {
        const wrong = firstWrong(form(state, context), state);
        if (wrong !== undefined) return {state: wrong};
        const person = namedIn(state);
        const typed = storedCounts(context.storedCount, person, context);
        return {go: goInstead('close-count', {person, to: undefined, typed})};
      },
    },
    {id: 'leave-close', press: (_, context) => leaveClose(context, context.storedCount)},
  ],
};
