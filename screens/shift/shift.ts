import {businessDate, clockText, dateText, dayText} from '../../src/core/day/business-day.js';
import {displayMoney} from '../../src/core/money/display.js';
import {pendingPayments} from '../../src/core/payment/payments.js';
import {isPeriodEmpty} from '../../src/core/shift/ledger.js';
import {zName} from '../../src/core/shift/report.js';
import {cleanText} from '../../src/core/text/text.js';
import {fact, gap, title} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {type Context, type Screen, type ScreenKey, type Task, task} from '../kit/screen.js';
import {goInstead, goTo} from '../places.js';
import {withSlip} from '../report/printing.js';
import {keyText} from '../terminal/bindings.js';
import type {ShiftAbout} from './shift-form.js';

type Shift = Record<string, never>;
type ShiftKey = ScreenKey<Shift>;

const isOpen = ({till}: Context) => till.state.ledger.shift !== null;

const opening = (
  id: 'open-shift' | 'hand-over' | 'pay-in' | 'pay-out' | 'drop',
  about: ShiftAbout,
  isPossible: (context: Context) => boolean = () => true,
): ShiftKey => ({
  id,
  when: (_, context) => isPossible(context),
  // Whoever has opened a shift sells next.
  press: () => ({go: about === 'open' ? goInstead('shift-form', about) : goTo('shift-form', about)}),
});

const reportingX: Task<Shift> = task({
  kind: 'report-x',
  run: async till => withSlip(await till.reportX(), till),
  done: (_, made) => ({go: goTo('report', {made, isNew: false})}),
});

const deeds: readonly ShiftKey[] = [
  opening('open-shift', 'open', context => !isOpen(context)),
  opening('hand-over', 'hand-over', isOpen),
  opening('pay-in', 'in'),
  opening('pay-out', 'out'),
  opening('drop', 'drop'),
  {id: 'report-x', press: () => ({asks: reportingX})},
  {
    id: 'close-shift',
    when: (_, {till}) => !isPeriodEmpty(till.state.ledger),
    press: () => ({go: goTo('close-stop')}),
  },
  {id: 'archive', when: (_, {till}) => till.state.ledger.zs.length > 0, press: () => ({go: goTo('archive')})},
  {id: 'staff', press: () => ({go: goTo('staff')})},
  {id: 'settings', press: () => ({go: goTo('settings')})},
];

export function shiftText({till, messages, language, shop}: Context): string {
  const {shift} = till.state.ledger;
  if (shift === null) return messages.shiftScreen.none;
  const date = dateText(businessDate(shift.openedAt, shop.zone, '00:00'), language);
  const since = messages.shiftScreen.since({date, time: clockText(shift.openedAt, shop.zone)});
  const {number, person} = shift;
  return `${messages.shiftScreen.open({shift: number, person: cleanText(person, 40)})}, ${since}`;
}

/** Returns what was last closed, or `''` before the first Z. */
function lastZText({till, language, messages}: Context): string {
  const last = till.state.ledger.zs.at(-1);
  if (last === undefined) return '';
  return messages.shiftScreen.last({z: zName(last.number), date: dayText(last.businessDate, language)});
}

/** Returns how many payments are pending, whoever has the shift, or `''` if there are none. */
function carriedText({till, messages}: Context): string {
  const count = pendingPayments(till.state).length;
  return count === 0 ? '' : messages.shiftScreen.pending({count});
}

/** The shift, the person who has it, and every key that acts on it. */
export const shift: Screen<'shift', Shift> = {
  id: 'shift',
  open: () => ({state: {}}),
  describe: (state, context) => {
    const {language, till, messages} = context;
    const {title: name, float, noFloat} = messages.shiftScreen;
    const begun = till.state.ledger.shift?.floats.map(sum => displayMoney(sum, language)).join(', ');
    const floats = begun === '' ? noFloat : begun;
    const who = `${name}: ${shiftText(context)}${isOpen(context) ? '.' : ''}`;
    const quiet = {tone: 'quiet', most: 2, importance: 'detail', isRoomy: true} as const;
    const [carried, last] = [carriedText(context), lastZText(context)];
    return [
      title(name, {said: ''}),
      gap('above'),
      fact('who', shiftText(context), {tone: 'strong', most: 2, importance: 'standing', said: who}),
      ...(floats === undefined
        ? []
        : [fact('floats', `${float}  ${floats}`, {...quiet, said: is(float, floats, context)})]),
      ...(carried === '' ? [] : [fact('carried', carried, {...quiet, tone: 'not-known'})]),
      ...(last === '' ? [] : [fact('last', last, quiet)]),
      gap('below'),
      {
        ...{kind: 'options', id: 'deeds', importance: 'detail'},
        options: deeds
          .filter(({when}) => when?.(state, context) ?? true)
          .map(({id}) => {
            const {long, short} = messages.key.does[id];
            return {key: keyText(id, context), text: long, word: short};
          }),
      },
    ];
  },
  keys: [...deeds, {id: 'back', press: () => ({go: 'back'})}],
};
