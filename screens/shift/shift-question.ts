import {displayMoney} from '../../src/core/money/display.js';
import type {Currency} from '../../src/core/money/money.js';
import {isNewCash} from '../../src/core/shift/ledger.js';
import {isBeyondKnown} from '../../src/core/shift/report.js';
import {compact, fact, gap, title} from '../../src/views/block.js';
import {fieldBlocks, firstWrong, formKeys, moved} from '../kit/form.js';
import {onlyWhile} from '../kit/question.js';
import {type Context, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goInstead, type Notice} from '../model.js';
import {kickDrawer} from '../report/printing.js';
import {keyText} from '../terminal/bindings.js';
import {emptyLine} from '../terminal/line.js';
import {
  deedOf,
  emptyForm,
  isTakerChosen,
  type ShiftAbout,
  type ShiftDeed,
  type ShiftForm,
  shiftFields,
  withReason,
  withTaker,
} from './shift-form.js';

/** Whether the question is shown or the form is being recorded, so that nothing is typed. */
const isFilled = ({isAsked, isWriting}: ShiftForm) => isAsked || isWriting;
const form = (state: ShiftForm, context: Context) => (isFilled(state) ? [] : shiftFields(state, context));

const floatToAdd = ({about, focus, currency}: ShiftForm) =>
  about === 'open' && focus === 'currency' ? currency : undefined;

/** Whether the focus has reached the end of what is needed. */
function isComplete(state: ShiftForm, context: Context): boolean {
  const isLast = form(state, context).at(-1)?.id === state.focus && floatToAdd(state) === undefined;
  return state.isAsked || isLast || state.about === 'hand-over';
}

/** Goes to what is still needed, or records the form when it is complete. */
function write(state: ShiftForm, context: Context): Step<ShiftForm> {
  const wrong = firstWrong(shiftFields(state, context), state);
  if (wrong !== undefined) return {state: {...wrong, isAsked: false}};
  const deed = deedOf(state, context);
  if (deed.kind === 'hand-over' && state.isCounted) return countFirst(deed.to, context);
  return asksAgain(deed, context)
    ? {state: {...state, wrong: undefined, isAsked: true}}
    : {state: {...state, wrong: undefined, isAsked: false, isWriting: true}, asks: writing(deed)};
}

function writing(deed: ShiftDeed): Task<ShiftForm> {
  const asked: Task<ShiftForm> = task({
    kind: deed.kind,
    run: async (till, answer: (answer?: undefined) => void) => {
      if (deed.kind === 'open-shift') await till.openShift(deed.person, deed.floats);
      else if (deed.kind === 'hand-over') await till.handOver(deed.to);
      else await till.moveCash(deed.movement, {isSure: deed.isSure});
      answer();
      if (deed.kind === 'move-cash') await kickDrawer(till);
    },
    reduce: (_, __, context) => ({go: 'back', notice: noticeOf(deed, context)}),
    // The drawer has paid out something else meanwhile. The question that would have come first is asked now.
    refused: (state, problem) => {
      const isAsked = problem.code === 'drawer-holds-less' || problem.code === 'currency-new';
      const wrong = isAsked ? undefined : {field: state.focus, problem};
      return {state: {...state, isWriting: false, isAsked, wrong}};
    },
  });
  return {...asked, ...deed};
}

/** Whether more leaves the drawer than the till knows to be in it, or the first cash of a currency comes in, and no one has confirmed that yet. */
function asksAgain(deed: ShiftDeed, {shop, till}: Context): boolean {
  if (deed.kind !== 'move-cash' || deed.isSure) return false;
  const {kind, amount} = deed.movement;
  return kind === 'in' ? isNewCash(till.state, amount, shop.country) : isBeyondKnown(till.state, amount);
}

/** Returns the step to the count. The person who has the shift counts the drawer before handing it over. */
function countFirst(to: string, {till}: Context): Step<ShiftForm> {
  const person = till.state.ledger.shift?.person ?? to;
  return {go: goInstead('close-count', {person, to, typed: {}})};
}

function noticeOf(deed: ShiftDeed, {shop, till}: Context): Notice {
  if (deed.kind === 'hand-over') return {kind: 'news', news: 'handedOver', facts: {person: deed.to}};
  if (deed.kind === 'open-shift')
    return {kind: 'news', news: 'opened', facts: {person: deed.person, shift: till.state.ledger.shifts}};
  const {kind, amount, reason} = deed.movement;
  return {kind: 'news', news: kind, facts: {amount: displayMoney(amount, shop.language), reason}};
}

const filling = onlyWhile<ShiftForm>(state => !isFilled(state));

function withFloat(state: ShiftForm, currency: Currency): ShiftForm {
  const lines = {...state.lines, [currency]: emptyLine};
  return {...state, lines, floats: [...state.floats, currency], currency: undefined, focus: currency};
}

/** The opening of a shift, its handing over, or a movement of cash in the drawer. */
export const shiftForm: Screen<['shift-form', ShiftAbout], ShiftForm> = {
  id: 'shift-form',
  open: (about, context) => ({state: emptyForm(about, context)}),
  form,
  describe: (state, context) => {
    const {titles, leads, writing, beyond, newCash, beyondHow} = context.messages.shiftScreen.form;
    const {about, isAsked, isWriting} = state;
    const how = beyondHow({yes: keyText('write-down', context), no: keyText('back', context)});
    return compact([
      title(titles[about]),
      fact('lead', leads[about], {tone: 'quiet', most: 2}),
      gap('above'),
      ...fieldBlocks(shiftFields(state, context), isFilled(state) ? {...state, focus: 'none'} : state, context),
      gap('below'),
      isWriting && fact('writing', writing, {tone: 'not-known'}),
      // The question names no sum, because a person who counts must not know it.
      isAsked && fact('beyond', about === 'in' ? newCash : beyond, {tone: 'needs-person', importance: 'standing'}),
      isAsked && fact('beyond-how', how, {tone: 'needs-person', importance: 'standing'}),
    ]);
  },
  keys: [
    {id: 'write-down', when: (state, context) => !state.isWriting && isComplete(state, context), press: write},
    filling({
      id: 'continue',
      when: (state, context) => !isComplete(state, context),
      press: (state, context) => {
        const currency = floatToAdd(state);
        return {state: currency === undefined ? moved(form(state, context), state, 1) : withFloat(state, currency)};
      },
    }),
    filling({
      id: 'pick-reason',
      when: ({focus}) => focus === 'why',
      press: (state, context, {place}) => ({state: withReason(state, place, context)}),
    }),
    filling({
      id: 'pick-person',
      when: (state, context) => state.focus === 'person' && isTakerChosen(state, context),
      press: (state, context, {place}) => ({state: withTaker(state, place, context)}),
    }),
    ...formKeys(form).map(filling),
    {
      id: 'back',
      when: ({isWriting}) => !isWriting,
      press: state => (state.isAsked ? {state: {...state, isAsked: false}} : {go: 'back'}),
    },
  ],
};
