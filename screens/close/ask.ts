import {pendingPayments} from '../../src/core/payment/payments.js';
import {zName} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import type {Till} from '../../src/till/till.js';
import {fact, gap} from '../../src/views/block.js';
import {type Filled, fieldBlocks, firstWrong} from '../kit/form.js';
import {keptPerson, namedIn, personField, personOf} from '../kit/question.js';
import {type Context, type Form, type Screen, type ScreenKey, stopping, task} from '../kit/screen.js';
import {goInstead, type StoredCount, type TypedCounts} from '../model.js';
import {doingBlocks, issuedReport, leaveClose, type Printing, printing, stepsBlock} from '../report/printing.js';
import {keyText} from '../terminal/bindings.js';
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

type Given = {readonly report: Report};

/** Step 6: whether to print on paper, or how to save a file. */
export const closePrint: Screen<['close-print', Given], Given & Printing> = {
  id: 'close-print',
  open: given => ({state: {...given, doing: undefined}}),
  describe: ({report, doing}, context) => {
    const {print: question, noPrinter, made} = context.messages.shiftScreen.close;
    const facts = {z: zName(report.number)};
    const keys = {
      back: keyText('end-close', context),
      archive: keyText('archive', context),
      pdf: keyText('save-pdf', context),
      png: keyText('save-png', context),
    };
    const ask = context.till.settings.printer === undefined ? noPrinter(keys) : question(facts);
    return [
      stepsBlock(6, context),
      gap('above'),
      fact('made', made(facts), {tone: 'paid'}),
      gap('below'),
      ...(doing === undefined ? [fact('question', ask, {importance: 'standing'})] : doingBlocks({doing}, context)),
    ];
  },
  keys: [
    {
      id: 'do-print',
      when: ({doing}, {till}) => doing === undefined && till.settings.printer !== undefined,
      press: printing(({report}, till) => issuedReport(till, report)),
    },
    {id: 'end-close', press: () => ({go: 'back'})},
  ],
};

type Stop = Filled<'person'>;

function form(state: Stop, context: Context): Form<Stop> {
  return [personField(state, context.messages.shiftScreen.close.person, context)];
}

/** Returns what the same person typed before, unless money has moved since. Then everything must be counted again. */
function storedCounts(kept: StoredCount | undefined, person: string, {till}: Context): TypedCounts {
  const isSame = kept?.person === person && kept.drawers === till.state.ledger.period.drawers;
  return isSame ? kept.typed : {};
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
      fact('how', stopHow({back: keyText('leave-close', context)}), {isRoomy: true}),
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
