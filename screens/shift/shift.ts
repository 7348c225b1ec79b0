import {displayMoney} from '../../src/core/money/display.js';
import {isPeriodEmpty} from '../../src/core/shift/ledger.js';
import {fact, gap, title} from '../kit/block.js';
import {goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import {type Call, type Context, call, type ScreenKey} from '../kit/step.js';
import {is} from '../plain/said.js';
import {withSlip} from '../report/printing.js';
import {keyText} from '../terminal/bindings.js';
import type {ShiftAbout} from './shift-form.js';
import {carriedText, lastZText, shiftText} from './shown.js';

type Shift = Record<string, never>;
type ShiftKey = ScreenKey<Shift>;

const canWrite = ({till}: Context) => till.writeFailure() === undefined;
const isOpen = ({till}: Context) => till.state.ledger.shift !== null;

const opening = (
  id: 'open-shift' | 'hand-over' | 'pay-in' | 'pay-out' | 'drop',
  about: ShiftAbout,
  isPossible: (context: Context) => boolean = () => true,
): ShiftKey => ({
  id,
  when: (_, context) => canWrite(context) && isPossible(context),
  press: () => ({go: goTo('shift-form', about)}),
});

const reportingX: Call<Shift> = call({
  kind: 'report-x',
  run: async till => withSlip(await till.reportX(), till),
  done: (_, made) => ({go: goTo('report', {...made, isNew: false})}),
});

const deeds: readonly ShiftKey[] = [
  opening('open-shift', 'open', context => !isOpen(context)),
  opening('hand-over', 'hand-over', isOpen),
  opening('pay-in', 'in'),
  opening('pay-out', 'out'),
  opening('drop', 'drop'),
  {id: 'report-x', when: (_, context) => canWrite(context), press: () => ({asks: reportingX})},
  {
    id: 'close-shift',
    when: (_, context) => canWrite(context) && !isPeriodEmpty(context.till.state.ledger),
    press: () => ({go: goTo('close-stop')}),
  },
  {id: 'archive', when: (_, {till}) => till.state.ledger.zs.length > 0, press: () => ({go: goTo('archive')})},
  {id: 'staff', press: () => ({go: goTo('staff')})},
  {id: 'settings', press: () => ({go: goTo('settings', {marked: undefined})})},
];

/** Who has the shift, and every key that does something about it. */
export const shift: Screen<'shift', Shift> = {
  id: 'shift',
  open: () => ({state: {}}),
  describe: (state, context) => {
    const {language, till, messages} = context;
    const {title: name, float} = messages.shiftScreen;
    const floats = (till.state.ledger.shift?.floats ?? []).map(sum => displayMoney(sum, language)).join(', ');
    const who = `${name}: ${shiftText(context)}${isOpen(context) ? '.' : ''}`;
    const quiet = {tone: 'quiet', most: 2, importance: 'detail'} as const;
    const [carried, last] = [carriedText(context), lastZText(context)];
    return [
      title(name, {said: ''}),
      gap('above'),
      fact('who', shiftText(context), {tone: 'strong', most: 2, importance: 'standing', said: who}),
      ...(floats === '' ? [] : [fact('floats', `${float}  ${floats}`, {...quiet, said: is(float, floats, context)})]),
      ...(carried === '' ? [] : [fact('carried', carried, {...quiet, tone: 'not-known'})]),
      ...(last === '' ? [] : [fact('last', last, quiet)]),
      gap('below'),
      ...deeds
        .filter(({when}) => when?.(state, context) ?? true)
        .map(({id}) =>
          fact(id, messages.key.does[id].long, {lead: keyText(id, context), most: 1, importance: 'detail'}),
        ),
    ];
  },
  keys: [...deeds, {id: 'back', press: () => ({go: 'back'})}],
};
