import {type Basket, ticketOf, totalOf} from '../../src/core/item/basket.js';
import {displayMoney} from '../../src/core/money/display.js';
import {cashStepOf, type Money} from '../../src/core/money/money.js';
import type {Returned} from '../../src/core/refund/lines.js';
import {exchangeDifference} from '../../src/core/sale/payable.js';
import {fact, gap, title} from '../../src/views/block.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {reasonField, writingForm} from '../kit/question.js';
import {type Context, type Form, paymentOf, type Screen, task} from '../kit/screen.js';
import {goAlone} from '../model.js';
import {toNextPart} from '../ticket/ticket.js';
import {comesBack} from './lines.js';

type Given = {readonly returned: Returned; readonly basket: Basket};
type Exchange = Filled<'reason'> & Given & {readonly isWriting: boolean};

const fields = (state: Exchange, {messages}: Context): Form<Exchange> => [
  reasonField(state, 'reason', messages.cardScreen.refund.fields.why),
];

const asked = writingForm<Exchange>({
  fields,
  yes: 'do-exchange',
  write: state => {
    const {returned, basket} = state;
    const order = {lines: returned.lines, reason: typedIn(state, 'reason'), sells: ticketOf(basket)};
    return {
      state: {...state, isWriting: true},
      asks: task({
        kind: 'exchange',
        run: till => till.exchange(returned.reference, order),
        done: (_, {ticket: reference, toPay, toGive}, context) => {
          const ticket = context.till.state.tickets.all.get(reference);
          if (ticket !== undefined && toPay.minor > 0) return {go: toNextPart(ticket, toPay, context)};
          const text = givenText(toGive, context);
          return {go: goAlone('ticket', {reference}), notice: {kind: 'said', text}};
        },
        refused: (now: Exchange, problem) => ({state: {...now, isWriting: false, wrong: {field: 'reason', problem}}}),
      }),
    };
  },
});

const givenText = (amount: Money, {language, messages}: Context): string =>
  messages.exchangeScreen.give({amount: displayMoney(amount, language)});

/** What comes back and what goes out in one sale, with one difference to pay or to give. */
export const exchange: Screen<['exchange', Given], Exchange> = {
  ...asked,
  id: 'exchange',
  layout: 'beside',
  open: given => ({state: {...emptyForm('reason'), ...given, isWriting: false}}),
  focused: ({returned}) => returned.reference,
  describe: (state, context) => {
    const {language, messages} = context;
    const {returned, basket, isWriting} = state;
    const payment = paymentOf(returned, context);
    if (payment === undefined || isWriting) return [fact('writing', messages.ticketScreen.saving, {tone: 'not-known'})];
    const {exchangeScreen: said} = messages;
    const {amount: back} = comesBack(payment, 'drawer', {lines: returned.lines}, context);
    const sold = totalOf(basket);
    const {toPay, toGive} = exchangeDifference(sold, back, cashStepOf(sold.currency, context.till.settings));
    const show = (money: Money) => displayMoney(money, language);
    return [
      title(said.title),
      gap('above'),
      fact('back', said.back({amount: show(back)})),
      fact('sold', said.sold({amount: show(sold)})),
      fact('difference', toPay.minor > 0 ? said.pay({amount: show(toPay)}) : givenText(toGive, context), {
        tone: 'strong',
        importance: 'standing',
      }),
      gap('between'),
      ...fieldBlocks(fields(state, context), state, context),
    ];
  },
};
