import {type Acting, replace, type Step, still} from '../model.js';
import {movedOffset} from '../parts/offset.js';
import type {DifferenceScreen, ReconcilePageScreen} from '../reconcile/reconcile-screens.js';

/** The text after a key that moves it. */
export function scrolled({model, screen, place, size}: Acting<ReconcilePageScreen> | Acting<DifferenceScreen>): Step {
  const page = Math.max(1, size.rows - 7);
  return still(replace(model, {...screen, offset: movedOffset(screen.offset, {place, page})}));
}
