import {businessDate, clockText, dateText, timerText} from '../../src/core/day/business-day.js';
import {fact, gap, title} from '../../src/views/block.js';
import type {Screen} from '../kit/screen.js';
import type {Task} from '../kit/step.js';
import type {ReducerContext} from '../reducer-context.js';
import {keyText} from '../terminal/bindings.js';

const hour = 60 * 60_000;
const day = 24 * hour;

/**
 * Whether the date has to be confirmed: the till's clock differs from the service's by more than an hour, and no one has confirmed the date
 * in the last day.
 */
export function mustConfirmClock({
  till,
}: {
  readonly till: Pick<ReducerContext['till'], 'state' | 'clockSkew' | 'now'>;
}): boolean {
  const {clockConfirmedAt} = till.state;
  if (Math.abs(till.clockSkew() ?? 0) <= hour) return false;
  return clockConfirmedAt === undefined || Math.abs(till.now() - clockConfirmedAt) > day;
}

/** `chunk`: the input that opened the screen. An Enter in the same chunk was not a decision about this question. */
type Clock = {readonly chunk: number};

const confirming: Task<Clock> = {kind: 'confirm', run: till => till.confirmClock(), done: () => ({go: 'back'})};

/** The question about the date, before the first sale of a machine whose date is doubtful. */
export const clock: Screen<['clock', Clock], Clock> = {
  id: 'clock',
  open: state => ({state}),
  describe: (_, context) => {
    const {language, now, shop, till, messages} = context;
    const {clockTitle, clockNow, clock: isOff, clockQuestion} = messages.confirmScreen;
    const today = businessDate(now, shop.zone, '00:00');
    const date = `${dateText(today, language)} ${today.slice(0, 4)}`;
    const age = timerText(Math.abs(till.clockSkew() ?? 0), language);
    return [
      title(clockTitle),
      gap('above'),
      fact('now', clockNow({date, time: clockText(now, shop.zone)}), {tone: 'strong', ageless: 'now'}),
      fact('off', isOff({age}), {most: 4, ageless: 'off'}),
      gap('below'),
      fact('question', clockQuestion({key: keyText('back', context)}), {most: 4}),
    ];
  },
  keys: [
    {id: 'confirm-clock', press: (state, _, {chunk}) => (chunk === state.chunk ? {} : {asks: confirming})},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
