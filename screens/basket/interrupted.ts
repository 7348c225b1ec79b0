import {clockText} from '../../src/core/day/business-day.js';
import {displayMoney} from '../../src/core/money/display.js';
import {lineName, quantityText} from '../../src/core/present/line-rows.js';
import type {ShownBasket} from '../../src/till/shown-basket.js';
import {fact, gap, title} from '../../src/views/block.js';
import {unlessWriting} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import {newForm} from '../order/sale-form.js';
import {goAlone} from '../places.js';
import {keyText} from '../terminal/bindings.js';

type Interrupted = ShownBasket & {readonly isWriting: boolean};

/** The most lines of the basket that are shown here. Taken up, all of them are. */
const mostShown = 8;

/** Whether the basket that was being filled when the till ended is taken up or dropped. Nothing else begins before that is said. */
export const interruptedBasket: Screen<['interrupted-basket', ShownBasket], Interrupted> = {
  id: 'interrupted-basket',
  open: basket => ({state: {...basket, isWriting: false}}),
  describe: ({at, lines, total, isWriting}, context) => {
    const {language, messages, shop} = context;
    const {interrupted, interruptedHow, sum, more} = messages.basketScreen;
    const all = sum({count: lines.length, total: displayMoney(total, language)});
    const [yes, no] = [keyText('take-up-basket', context), keyText('drop-basket', context)];
    return [
      title(interrupted({time: clockText(at, shop.zone), sum: all})),
      gap('above'),
      ...lines
        .slice(0, mostShown)
        .map((line, index) =>
          fact(
            `line ${index}`,
            `${quantityText(line, language)} ${lineName(line, language)}  ${displayMoney(line.amount, language)}`,
          ),
        ),
      ...(lines.length > mostShown ? [fact('more', more({count: lines.length - mostShown}), {tone: 'quiet'})] : []),
      gap('below'),
      fact('how', isWriting ? messages.ticketScreen.saving : interruptedHow({yes, no}), {importance: 'standing'}),
    ];
  },
  keys: [
    unlessWriting<Interrupted>({
      id: 'take-up-basket',
      press: ({lines}, context) => ({
        go: goAlone('basket', {sale: newForm(context), again: lines, isInterrupted: true}),
      }),
    }),
    unlessWriting<Interrupted>({
      id: 'drop-basket',
      press: state => ({
        state: {...state, isWriting: true},
        asks: {
          kind: 'drop',
          run: till => till.dropBasket(state.lines),
          done: () => ({go: 'back'}),
          refused: (now, problem) => ({state: {...now, isWriting: false}, notice: {kind: 'problem', problem}}),
        },
      }),
    }),
  ],
};
