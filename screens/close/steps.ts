import type {Steps} from '../kit/block.js';
import type {Context, Step} from '../kit/step.js';
import type {Model} from '../model.js';

/** The steps of the close, with the one that it has come to. */
export function stepsBlock(now: 1 | 2 | 3 | 4 | 5 | 6, {messages}: Context): Steps {
  const {steps} = messages.shiftScreen.close;
  const said = messages.narration.closeStep({step: now, word: steps[now - 1] ?? ''});
  return {kind: 'steps', id: 'steps', importance: 'standing', steps, now, said};
}

/** Out of the close, with nothing closed; `storedCount`, what was counted, is kept until money moves. The banner tells of a till that can no more. */
export function leaveClose({till}: Context, storedCount: Model['storedCount']): Step<never> {
  const sentence = storedCount?.drawers === till.state.ledger.period.drawers ? 'countLeft' : 'closeLeft';
  const notice = till.writeFailure() === undefined ? {notice: {kind: 'news', news: sentence, facts: {}} as const} : {};
  return {go: 'back', keeps: {storedCount}, ...notice};
}
