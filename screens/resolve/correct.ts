import {displayMoney} from '../../src/core/money/display.js';
import {validateFreeText} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import {channelName} from '../../src/core/payment/tender.js';
import {fact, gap, title} from '../../src/views/block.js';
import {type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {keptPerson, personField, personOf, reasonField, writingForm} from '../kit/question.js';
import {type Context, type Form, paymentOf, type Screen} from '../kit/screen.js';
import {textRules} from '../terminal/line.js';

type Correct = Filled<'code' | 'person' | 'reason'> & {readonly reference: string; readonly isWriting: boolean};

function fields(state: Correct, context: Context): Form<Correct> {
  const {correctScreen, resolveScreen, ticketScreen} = context.messages;
  const said = [
    personField(state, resolveScreen.fields.person, context),
    reasonField(state, 'reason', resolveScreen.fields.reason),
  ];
  if (paymentOf(state, context)?.request.method !== 'cash') return said;
  const check = () => problemOf(() => validateFreeText(typedIn(state, 'code')));
  return [{id: 'code', label: correctScreen.code, rules: textRules, hint: ticketScreen.optional, check}, ...said];
}

const asked = writingForm<Correct>({
  fields,
  yes: 'write-down',
  write: state => {
    const {reference} = state;
    const said = {code: typedIn(state, 'code'), person: typedIn(state, 'person'), reason: typedIn(state, 'reason')};
    return {
      state: {...state, isWriting: true},
      asks: {
        kind: 'correct',
        run: till => till.correctTender(reference, said),
        done: () => ({go: 'back'}),
        refused: (now, problem) => ({state: {...now, isWriting: false, wrong: {field: 'reason', problem}}}),
      },
    };
  },
});

/** A named person says that cash was in truth paid to the shop's own number, or the other way round. */
export const correct: Screen<['correct', {readonly reference: string}], Correct> = {
  ...asked,
  id: 'correct',
  layout: 'beside',
  open: ({reference}, context) => {
    const isCash = paymentOf({reference}, context)?.request.method === 'cash';
    const person = keptPerson(personOf(context));
    const focus = isCash ? 'code' : person.kept === undefined ? 'person' : 'reason';
    return {state: {...person, focus, wrong: undefined, reference, isWriting: false}};
  },
  focused: ({reference}) => reference,
  describe: (state, context) => {
    const {language, messages} = context;
    const {correctScreen, paymentScreen, tender, ticketScreen} = messages;
    const payment = paymentOf(state, context);
    if (payment === undefined) return [fact('gone', paymentScreen.notOpenHere)];
    const {request, reference} = payment;
    const to = request.method === 'cash' ? tender.byHand : tender.cash;
    const about = {from: channelName(request, language), to, amount: displayMoney(request.amount, language)};
    return [
      title(correctScreen.title({reference})),
      fact('about', correctScreen.about(about), {tone: 'strong', importance: 'standing'}),
      gap('above'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      fact('note', state.isWriting ? ticketScreen.saving : correctScreen.note, {tone: 'quiet', most: 2}),
    ];
  },
};
