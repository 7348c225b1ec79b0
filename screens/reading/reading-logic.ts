import {type Acting, replace, type SlipScreen, type Step, still} from '../model.js';
import {movedOffset} from '../parts/offset.js';
import type {DifferenceScreen, ReconcilePageScreen} from '../reconcile/reconcile-screens.js';
import type {ReportScreen} from '../shift/shift-screens.js';

/** The text after a key that moves it. */
export function scrolled({
  model,
  screen,
  place,
  size,
}: Acting<SlipScreen> | Acting<ReportScreen> | Acting<ReconcilePageScreen> | Acting<DifferenceScreen>): Step {
  const around = screen.kind === 'report' && screen.isNew ? 8 : 7;
  const page = Math.max(1, size.rows - around);
  return still(replace(model, {...screen, offset: movedOffset(screen.offset, {place, page})}));
}
