import {type Logic, type Model, replace, type Step, still} from '../model.js';
import type {CloseAskScreen, CloseCheckScreen} from '../shift/shift-screens.js';
import {emptyLine} from '../terminal/line.js';
import {leaveClose} from './leave.js';

/** `chunk` is that of the key that leads on; absent where none did. */
type Begun = {readonly person: string; readonly count: number; readonly chunk?: number};

/** The step after the count: every open payment is asked about, where there are any. */
export function asking(model: Model, {person, count, chunk}: Begun): Step {
  const screen: CloseAskScreen = {kind: 'close-ask', person, count, asked: 0, answered: 0, isOver: false};
  return count === 0 ? checking(model, screen, chunk) : still(replace(model, screen), {kind: 'ask-open'});
}

export const askLogic: Logic<CloseAskScreen> = {
  field: () => undefined,
  edit: screen => screen,
  offers: ({isOver}) => [isOver ? 'continue' : 'skip-asking', 'leave-close'],
  act: ({model, screen, action, key, desk}) => {
    if (action === 'leave-close') return leaveClose(model, desk);
    const {model: next} = checking(model, screen, key.chunk);
    return still(next, {kind: 'stop-asking'});
  },
};

/** What was counted is compared, and what gave no answer is said. */
function checking(model: Model, {person, count, answered}: CloseAskScreen, chunk: number | undefined): Step {
  const screen: CloseCheckScreen = {
    kind: 'close-check',
    person,
    notAsked: count - answered,
    lines: {note: emptyLine, approver: emptyLine},
    focus: 'note',
    problem: undefined,
    chunk,
    making: undefined,
  };
  return still(replace(model, screen));
}
