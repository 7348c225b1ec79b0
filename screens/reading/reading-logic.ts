import {mayGiveCash, mayRefund} from '../../src/core/refund/refund.js';
import type {Desk} from '../desk.js';
import {
  type Acting,
  type Logic,
  type Model,
  pop,
  push,
  type ReadingScreen,
  replace,
  type SlipScreen,
  type Step,
  still,
  topOf,
} from '../model.js';
import {movedOffset} from '../parts/offset.js';
import {openReconcile} from '../reconcile/begin.js';
import type {DifferenceScreen, ReconcilePageScreen} from '../reconcile/reconcile-screens.js';
import {refundScreen} from '../refund/refund-form.js';
import {turnedTakings} from '../sale/takings.js';
import type {ReportScreen} from '../shift/shift-screens.js';

/** Screens that are only read: evidence, QR code, the day, help. */
export const readingLogic: Logic<ReadingScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: (screen, desk) => {
    if (screen.kind === 'qr') return ['back'];
    return ['scroll', ...(screen.kind === 'day' ? (['hours', 'reconcile'] as const) : waysBack(screen, desk)), 'back'];
  },
  act: acting => {
    const {model, action, desk} = acting;
    if (action === 'back') return still(pop(model));
    if (action === 'hours') return still({...model, takings: turnedTakings(model.takings, desk)});
    if (action === 'reconcile') return openReconcile(model, desk);
    if (action === 'refund' || action === 'refund-in-cash') return giveBack(acting);
    return scrolled(acting);
  },
};

/** Of a payment whose goods are long gone no more is shown than its evidence: its money may go back all the same. */
function waysBack({kind, reference}: ReadingScreen, {till}: Desk): readonly ('refund' | 'refund-in-cash')[] {
  const payment = kind === 'evidence' ? till.state.payments.get(reference) : undefined;
  if (payment === undefined || till.poison() !== undefined) return [];
  return [
    ...(mayRefund(payment) ? (['refund'] as const) : []),
    ...(mayGiveCash(payment) ? (['refund-in-cash'] as const) : []),
  ];
}

function giveBack({model, screen, action, desk}: Acting<ReadingScreen>): Step {
  const payment = desk.till.state.payments.get(screen.reference);
  if (payment === undefined) return still(model);
  return still(push(model, refundScreen(payment, action === 'refund' ? 'card' : 'drawer')));
}

/** The text after a key that moves it. */
export function scrolled({
  model,
  screen,
  place,
  size,
}:
  | Acting<ReadingScreen>
  | Acting<SlipScreen>
  | Acting<ReportScreen>
  | Acting<ReconcilePageScreen>
  | Acting<DifferenceScreen>): Step {
  const around = screen.kind === 'report' && screen.isNew ? 8 : 7;
  const page = Math.max(1, size.rows - around);
  return still(replace(model, {...screen, offset: movedOffset(screen.offset, {place, page})}));
}

export function withHelp(model: Model): Model {
  return topOf(model).kind === 'help' ? pop(model) : push(model, {kind: 'help', reference: '', offset: 0});
}
