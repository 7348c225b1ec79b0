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
import {openReconcile} from '../reconcile/begin.js';
import type {DifferenceScreen, ReconcilePageScreen} from '../reconcile/reconcile-screens.js';
import {turnedTakings} from '../sale/takings.js';
import type {ReportScreen} from '../shift/shift-screens.js';
import {stepAt} from '../terminal/bindings.js';

/** Screens that are only read: evidence, QR code, the day, help. */
export const readingLogic: Logic<ReadingScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({kind}) => {
    if (kind === 'qr') return ['back'];
    return ['scroll', ...(kind === 'day' ? (['hours', 'reconcile'] as const) : []), 'back'];
  },
  act: acting => {
    const {model, action, desk} = acting;
    if (action === 'back') return still(pop(model));
    if (action === 'hours') return still({...model, takings: turnedTakings(model.takings, desk)});
    if (action === 'reconcile') return openReconcile(model, desk);
    return scrolled(acting);
  },
};

const longest = 10_000;

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
  const by = stepAt(place, {page, all: longest});
  return still(replace(model, {...screen, offset: Math.max(0, Math.min(longest, screen.offset + by))}));
}

export function withHelp(model: Model): Model {
  return topOf(model).kind === 'help' ? pop(model) : push(model, {kind: 'help', reference: '', offset: 0});
}
