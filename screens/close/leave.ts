import {type Model, pop, type Screen, type Step, still} from '../model.js';

/** Whether a screen is a step of the close before its Z. */
export function isClosing({kind}: Pick<Screen, 'kind'>): boolean {
  return kind === 'close-stop' || kind === 'close-count' || kind === 'close-ask' || kind === 'close-check';
}

/** Out of the close, with nothing closed. */
export function leaveClose(model: Model): Step {
  return still({...pop(model), notice: {kind: 'told', told: 'closeLeft', facts: {}}}, {kind: 'stop-asking'});
}
