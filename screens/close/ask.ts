import {pendingPayments} from '../../src/core/payment/payments.js';
import type {Till} from '../../src/till/till.js';
import {fact, gap} from '../../src/views/block.js';
import {stopping} from '../kit/context.js';
import type {Screen} from '../kit/screen.js';
import {type ScreenKey, task} from '../kit/step.js';
import {goInstead} from '../places.js';
import {leaveClose, stepsBlock} from '../report/steps.js';
import {later} from '../terminal/clock.js';

type Ask = {
  readonly person: string;
  readonly count: number;
  readonly asked: number;
  readonly answered: number;
  readonly isOver: boolean;
  readonly asking: AbortController;
};
type Asked = Partial<Pick<Ask, 'asked' | 'answered' | 'isOver'>>;

/** The longest time in milliseconds for which the close asks about open payments. */
const longestAsking = 30_000;

const goOn = (id: 'continue' | 'skip-asking'): ScreenKey<Ask> => ({
  id,
  when: ({isOver}) => isOver === (id === 'continue'),
  press: ({person, count, answered, asking}) => ({
    go: goInstead('close-check', {person, notAsked: count - answered}),
    asks: stopping(asking),
  }),
});

/** Step 3: the service is asked about the open payments once more. */
export const closeAsk: Screen<['close-ask', {readonly person: string}], Ask> = {
  id: 'close-ask',
  stopsSales: true,
  open: ({person}, {till}) => {
    const asking = new AbortController();
    const state = {person, count: till.state.open.size, asked: 0, answered: 0, isOver: false, asking};
    const asks = task({
      kind: 'ask-open',
      run: (host, answer: (answer: Asked) => void) => askOpen(asking, host, answer),
      reduce: (now: Ask, told) => ({state: {...now, ...told}}),
    });
    return {state, asks};
  },
  describe: ({count, asked, answered, isOver}, context) => {
    const {askAll, askWhy, askedAll, askedWhy, asked: told} = context.messages.shiftScreen.close;
    return [
      stepsBlock(3, context),
      gap('above'),
      fact('what', (isOver ? askedAll : askAll)({count}), {tone: 'strong', importance: 'standing'}),
      gap('between'),
      {
        kind: 'progress',
        id: 'progress',
        importance: asked === 0 ? 'detail' : 'news',
        value: asked,
        full: count,
        text: told({asked: answered, count}),
      },
      gap('below'),
      fact('why', isOver ? askedWhy : askWhy, {tone: 'quiet', importance: 'detail'}),
    ];
  },
  keys: [
    goOn('continue'),
    goOn('skip-asking'),
    {
      id: 'leave-close',
      press: ({asking}, context) => ({...leaveClose(context, context.storedCount), asks: stopping(asking)}),
    },
  ],
};

/** Asks about every open payment once, the oldest first, until the time is up or the asking is stopped. */
export async function askOpen(asking: AbortController, till: Till, answer: (answer: Asked) => void): Promise<void> {
  const {signal} = asking;
  const callOff = later(longestAsking, () => {
    asking.abort();
    answer({isOver: true});
  });
  try {
    let answered = 0;
    for (const [at, {reference}] of pendingPayments(till.state).entries()) {
      await till.checkAtPace(reference, signal);
      if (signal.aborted) return;
      const {state, refusedKey} = till.link();
      if (state !== 'up' || refusedKey) break; // the others would not be answered either
      answered += 1;
      answer({asked: at + 1, answered});
    }
    answer({isOver: true});
  } finally {
    callOff();
  }
}
