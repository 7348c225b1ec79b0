import type {Desk} from '../desk.js';
import {type Model, pop, type Screen, type Step, still} from '../model.js';

/** Whether a screen is a step of the close before its Z. */
export function isClosing({kind}: Pick<Screen, 'kind'>): boolean {
  return kind === 'close-stop' || kind === 'close-count' || kind === 'close-ask' || kind === 'close-check';
}

/** Out of the close, with nothing closed; what was counted is kept until money moves. The banner tells of a till that can no more. */
export function leaveClose(model: Model, {till}: Pick<Desk, 'till'>): Step {
  if (till.poison() !== undefined) return still({...pop(model), notice: undefined}, {kind: 'stop-asking'});
  const isKept = model.keptCount?.drawers === till.state.ledger.period.drawers;
  const told = isKept ? 'countLeft' : 'closeLeft';
  return still({...pop(model), notice: {kind: 'told', told, facts: {}}}, {kind: 'stop-asking'});
}
