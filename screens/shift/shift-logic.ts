import {isPeriodEmpty} from '../../src/core/shift/ledger.js';
import {closeScreen} from '../close/stop-logic.js';
import type {Desk} from '../desk.js';
import {entering} from '../kit/places.js';
import {type Logic, type Model, pop, push, replace, type Step, still, topOf} from '../model.js';
import type {BindingId} from '../terminal/bindings.js';
import {shiftForm} from './shift-form.js';
import type {ShiftAbout, ShiftFormScreen, ShiftScreen} from './shift-screens.js';

export const shiftScreen = (): ShiftScreen => ({kind: 'shift', drafts: {}});

const abouts = {
  'open-shift': 'open',
  'hand-over': 'hand-over',
  'pay-in': 'in',
  'pay-out': 'out',
  drop: 'drop',
} as const satisfies Readonly<Record<string, ShiftAbout>>;
const hasForm = (action: string): action is keyof typeof abouts => Object.hasOwn(abouts, action);

/** What can be done about the shift as it stands. */
export function shiftOffers({till}: {readonly till: Pick<Desk['till'], 'state' | 'poison'>}): readonly BindingId[] {
  const {ledger} = till.state;
  const isOpen = ledger.shift !== null;
  const canWrite = till.poison() === undefined;
  const offered: readonly (readonly [BindingId, boolean])[] = [
    ['open-shift', canWrite && !isOpen],
    ['hand-over', canWrite && isOpen],
    ['pay-in', canWrite],
    ['pay-out', canWrite],
    ['drop', canWrite],
    ['report-x', canWrite],
    ['close-shift', canWrite && !isPeriodEmpty(ledger)],
    ['archive', ledger.zs.length > 0],
  ];
  return offered.filter(([, isOffered]) => isOffered).map(([id]) => id);
}

export const shiftLogic: Logic<ShiftScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: (_, desk) => [...shiftOffers(desk), 'back'],
  act: ({model, screen, action, desk}): Step => {
    if (hasForm(action)) return still(opened(model, screen, abouts[action], desk));
    switch (action) {
      case 'report-x':
        return still(model, {kind: 'report-x'});
      case 'close-shift':
        return still(push(model, closeScreen(desk)));
      case 'archive':
        return still(push(model, entering('archive')));
      default:
        return still(pop(model));
    }
  },
};

/** A form that was left half filled is gone on with, once: what has been written down is never there again. */
function opened(model: Model, screen: ShiftScreen, about: ShiftAbout, desk: Desk): Model {
  const {[about]: draft, ...drafts} = screen.drafts;
  return push(replace(model, {...screen, drafts}), draft ?? shiftForm(about, desk));
}

/** Back from a form to the shift, which keeps what was typed. */
export function leftForm(model: Model, form: ShiftFormScreen): Model {
  const below = pop(model);
  const shift = topOf(below);
  if (shift.kind !== 'shift') return below;
  return replace(below, {...shift, drafts: {...shift.drafts, [form.about]: {...form, wrong: undefined}}});
}
