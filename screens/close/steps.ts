import type {Steps} from '../kit/block.js';
import type {Context, Step} from '../kit/step.js';
import {type Model, still} from '../model.js';

/** The steps of the close, with the one that it has come to. */
export function stepsBlock(now: 1 | 2 | 3 | 4 | 5 | 6, {words}: Context): Steps {
  const {steps} = words.shiftScreen.close;
  const said = words.narration.closeStep({step: now, word: steps[now - 1] ?? ''});
  return {kind: 'steps', id: 'steps', importance: 'standing', steps, now, said};
}

/**
 * Out of the close, with nothing closed; what was counted is kept until money moves. The banner tells of a till that can no
 * more. `keep` is what the model keeps of the step that is left.
 */
export function leaveClose({till}: Context, keep: (model: Model) => Model = model => model): Step<never> {
  return {
    go: 'back',
    till: before => {
      const model = keep(before);
      if (till.poison() !== undefined) return still(model);
      const isKept = model.keptCount?.drawers === till.state.ledger.period.drawers;
      return still({...model, notice: {kind: 'told', told: isKept ? 'countLeft' : 'closeLeft', facts: {}}});
    },
  };
}
