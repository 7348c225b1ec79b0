import {personSaid, problemOf} from '../../src/core/payment/said.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, replace, type Step, still} from '../model.js';
import type {CloseStopScreen} from '../shift/shift-screens.js';
import {emptyLine, lineOf, textOf, textRules, typedOver} from '../terminal/line.js';
import {countScreen, drawersToCount, keptCounts} from './count-logic.js';
import {leaveClose} from './leave.js';

const nobody = 'cashier';

/** The first step: the till sells nothing from here on. */
export function closeScreen({shop, till}: Desk): CloseStopScreen {
  const known = till.state.ledger.shift?.person ?? (shop.person === nobody ? '' : shop.person);
  const person = problemOf(() => personSaid(known)) === undefined ? known : ''; // a name of an older till may be none
  return {
    kind: 'close-stop',
    person: person === '' ? emptyLine : lineOf(person),
    isPersonKept: person !== '',
    problem: undefined,
  };
}

export const stopLogic: Logic<CloseStopScreen> = {
  field: () => textRules,
  edit: (screen, change) => {
    const person = screen.isPersonKept ? typedOver(screen.person, change) : change(screen.person);
    return person === screen.person ? screen : {...screen, person, isPersonKept: false, problem: undefined};
  },
  offers: () => ['continue', 'leave-close'],
  act: acting => (acting.action === 'continue' ? begin(acting) : leaveClose(acting.model, acting.desk)),
};

function begin({model, screen, desk}: Acting<CloseStopScreen>): Step {
  const person = textOf(screen.person).trim();
  const problem = problemOf(() => personSaid(person));
  if (problem !== undefined) return still(replace(model, {...screen, problem}));
  const toCount = drawersToCount(desk);
  return still(
    replace(
      model,
      countScreen({person, to: undefined, counted: [], ...toCount, typed: keptCounts(model.keptCount, person, desk)}),
    ),
  );
}
