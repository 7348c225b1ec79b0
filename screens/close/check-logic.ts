import {checkWords} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import {demandOf, drawersOf} from '../../src/core/shift/report.js';
import type {Drawer} from '../../src/core/shift/report-schema.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, replace, type Step, still} from '../model.js';
import type {CloseCheckScreen} from '../shift/shift-screens.js';
import {textOf, textRules} from '../terminal/line.js';
import {leaveClose} from './leave.js';

type Counting = {readonly till: Pick<Desk['till'], 'settings' | 'state'>};

/** The drawers as they were counted, with what should be in them. */
export function countedDrawers({till: {state}}: Counting): readonly Drawer[] {
  return drawersOf(state, state.ledger.period.counted ?? undefined);
}

/** What the drawers ask for before the Z. */
export function demandIn(counting: Counting): ReturnType<typeof demandOf> {
  return demandOf(countedDrawers(counting), counting.till.settings.authorisedDifference);
}

/** The fields in the order of Tab; none where every drawer is right. */
export function checkFieldsOf(counting: Counting): readonly CloseCheckScreen['focus'][] {
  const demand = demandIn(counting);
  if (demand === 'nothing') return [];
  return demand === 'note' ? ['note'] : ['note', 'approver'];
}

export const checkLogic: Logic<CloseCheckScreen> = {
  field: ({making}, desk) => (making !== undefined || checkFieldsOf(desk).length === 0 ? undefined : textRules),
  edit: (screen, change) => {
    const {focus, lines} = screen;
    return {...screen, lines: {...lines, [focus]: change(lines[focus])}, problem: undefined};
  },
  offers: ({focus, making}, desk) => {
    if (making !== undefined) return [];
    const fields = checkFieldsOf(desk);
    const isLast = fields.length === 0 || fields.at(-1) === focus;
    return [
      isLast ? 'make-z' : 'continue',
      'leave-close',
      ...(fields.length > 1 ? (['next-field', 'previous-field'] as const) : []),
    ];
  },
  act: acting => {
    const {model, screen, action, desk} = acting;
    const other = screen.focus === 'note' ? 'approver' : 'note';
    switch (action) {
      case 'make-z':
        return make(acting);
      case 'continue':
      case 'next-field':
      case 'previous-field':
        return still(replace(model, {...screen, focus: other, problem: undefined}));
      default:
        return leaveClose(model, desk);
    }
  },
};

/** One Enter makes one Z; one that waited with the Enter before it is no answer to what is shown here. */
function make({model, screen, key, desk}: Acting<CloseCheckScreen>): Step {
  if (desk.till.poison() !== undefined || key.chunk === screen.chunk) return still(model);
  const {person, notAsked, lines} = screen;
  const fields = checkFieldsOf(desk);
  const said = (field: CloseCheckScreen['focus']) => (fields.includes(field) ? textOf(lines[field]).trim() : '');
  const closing = {person, notAsked, note: said('note'), approver: said('approver')};
  for (const focus of ['note', 'approver'] as const) {
    const problem = problemOf(() => checkWords(closing[focus]));
    if (problem !== undefined) return still(replace(model, {...screen, focus, problem}));
  }
  return still(replace(model, {...screen, making: desk.till.state.ledger.z + 1, problem: undefined}), {
    kind: 'close',
    closing,
  });
}
