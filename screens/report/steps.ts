import {displayMoney} from '../../src/core/money/display.js';
import {drawersOf, inDrawer} from '../../src/core/shift/report.js';
import type {Drawer} from '../../src/core/shift/report-schema.js';
import type {Steps} from '../../src/views/block.js';
import type {Context, Step} from '../kit/step.js';
import type {Model} from '../model.js';

export function stepsBlock(now: 1 | 2 | 3 | 4 | 5 | 6, {messages}: Context): Steps {
  const {steps} = messages.shiftScreen.close;
  const said = messages.narration.closeStep({step: now, word: steps[now - 1] ?? ''});
  return {kind: 'steps', id: 'steps', importance: 'standing', steps, now, said};
}

/**
 * Leaves the close without closing anything. `storedCount`, what was counted, is kept until money moves. If the till cannot write any more,
 * the banner says so.
 */
export function leaveClose({till}: Context, storedCount: Model['storedCount']): Step<never> {
  const sentence = storedCount?.drawers === till.state.ledger.period.drawers ? 'countLeft' : 'closeLeft';
  const notice = till.writeFailure() === undefined ? {notice: {kind: 'news', news: sentence, facts: {}} as const} : {};
  return {go: 'back', keeps: {storedCount}, ...notice};
}

/** Returns the drawers as they were counted, with what should be in them. */
export function countedDrawers({till: {state}}: Context): readonly Drawer[] {
  return drawersOf(state, state.ledger.period.counted ?? undefined);
}

/** Returns by how much a drawer differs, beginning with the word for it. */
export function differenceText({currency, difference}: Drawer, {language, messages}: Context): string {
  const {over, short, right} = messages.shiftScreen.close.rows;
  if (difference === null || difference === 0) return right;
  return `${difference > 0 ? over : short} ${displayMoney(inDrawer(currency, Math.abs(difference)), language)}`;
}
