import {isPeriodEmpty} from '../../src/core/ledger.js';
import {closeScreen} from '../close/stop-logic.js';
import type {Desk} from '../desk.js';
import {type Logic, pop, push, type Step, still} from '../model.js';
import {archiveRows, archiveScreen} from '../report/archive-logic.js';
import type {BindingId} from '../terminal/bindings.js';
import {shiftForm} from './shift-form.js';
import type {ShiftAbout, ShiftScreen} from './shift-screens.js';

export const shiftScreen = (): ShiftScreen => ({kind: 'shift'});

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
  act: ({model, action, desk, size}): Step => {
    if (hasForm(action)) return still(push(model, shiftForm(abouts[action], desk)));
    switch (action) {
      case 'report-x':
        return still(model, {kind: 'report-x'});
      case 'close-shift':
        return still(push(model, closeScreen(desk)));
      case 'archive': {
        const screen = archiveScreen();
        return still(push(model, screen), {kind: 'read-zs', numbers: archiveRows(screen, desk.till.state, size)});
      }
      default:
        return still(pop(model));
    }
  },
};
