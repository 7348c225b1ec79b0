import {displayMoney} from '../../src/core/money/display.js';
import {drawersOf, inDrawer} from '../../src/core/shift/report.js';
import type {Drawer} from '../../src/core/shift/report-schema.js';
import type {Context} from '../kit/step.js';

/** The drawers as they were counted, with what should be in them. */
export function countedDrawers({till: {state}}: Pick<Context, 'till'>): readonly Drawer[] {
  return drawersOf(state, state.ledger.period.counted ?? undefined);
}

/** By how much a drawer differs, the word for it first. */
export function differenceText(
  {currency, difference}: Drawer,
  {language, messages}: Pick<Context, 'language' | 'messages'>,
): string {
  const {over, short, right} = messages.shiftScreen.close.rows;
  if (difference === null || difference === 0) return right;
  return `${difference > 0 ? over : short} ${displayMoney(inDrawer(currency, Math.abs(difference)), language)}`;
}
