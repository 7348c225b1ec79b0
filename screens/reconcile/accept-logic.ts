import {personSaid, problemOf, reasonSaid} from '../../src/core/payment/said.js';
import type {Problem} from '../../src/core/problem.js';
import type {ReconciliationLine as Difference} from '../../src/core/reconcile/discrepancy.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, pop, replace, type Step, still} from '../model.js';
import {emptyLine, lineOf, textOf, textRules, typedOver} from '../terminal/line.js';
import type {AcceptField, AcceptScreen} from './reconcile-screens.js';

const nobody = 'cashier';

/** What agrees needs nobody's word, and what somebody has accepted needs no other's. */
export const mayBeAccepted = ({acceptance, status}: Pick<Difference, 'acceptance' | 'status'>): boolean =>
  acceptance === null && status !== 'matched';

/** The name is filled in only if somebody has said it. */
export function acceptScreen(line: Difference, {shop}: Desk): AcceptScreen {
  const isKnown = shop.person !== nobody;
  return {
    kind: 'reconcile-accept',
    line,
    lines: {person: isKnown ? lineOf(shop.person) : emptyLine, note: emptyLine},
    isPersonKept: isKnown,
    focus: isKnown ? 'note' : 'person',
    wrong: undefined,
    asked: undefined,
    isWriting: false,
  };
}

export const acceptLogic: Logic<AcceptScreen> = {
  field: ({asked}) => (asked === undefined ? textRules : undefined),
  edit: (screen, change) => {
    const {focus, lines} = screen;
    const isKept = focus === 'person' && screen.isPersonKept;
    const line = isKept ? typedOver(lines.person, change) : change(lines[focus]);
    const isPersonKept = screen.isPersonKept && focus !== 'person';
    return {...screen, lines: {...lines, [focus]: line}, isPersonKept, wrong: undefined};
  },
  offers: ({asked, isWriting}) => {
    if (isWriting) return [];
    return asked === undefined ? ['continue', 'next-field', 'previous-field', 'back'] : ['accept-it', 'back'];
  },
  act: acting => {
    const {model, screen, action} = acting;
    const to = (next: Partial<AcceptScreen>): Step => still(replace(model, {...screen, ...next}));
    switch (action) {
      case 'continue':
        return screen.focus === 'person' ? to({focus: 'note'}) : question(acting);
      case 'next-field':
      case 'previous-field':
        return to({focus: screen.focus === 'person' ? 'note' : 'person'});
      case 'accept-it':
        return write(acting);
      case 'back':
        return screen.asked === undefined ? still(pop(model)) : to({asked: undefined});
      default:
        return still(model);
    }
  },
};

/** What was typed, as it is written down. */
export const acceptedBy = ({lines}: AcceptScreen) => ({
  person: textOf(lines.person).trim(),
  note: textOf(lines.note).trim(),
});

function question({model, screen, key}: Acting<AcceptScreen>): Step {
  const {person, note} = acceptedBy(screen);
  const wrong = (field: AcceptField, problem: Problem) =>
    still(replace(model, {...screen, focus: field, wrong: {field, problem}}));
  const unnamed = problemOf(() => personSaid(person));
  if (unnamed !== undefined) return wrong('person', unnamed);
  const unsaid = problemOf(() => reasonSaid(note));
  if (unsaid !== undefined) return wrong('note', unsaid);
  return still(replace(model, {...screen, asked: key.chunk, wrong: undefined}));
}

/** One Enter writes it once; one that waited with the Enter before it is no answer to the question. */
function write({model, screen, key, desk}: Acting<AcceptScreen>): Step {
  const {line, asked, isWriting} = screen;
  if (asked === undefined || isWriting || key.chunk === asked || desk.till.poison() !== undefined) return still(model);
  const {key: name, code, reference} = line;
  return still(replace(model, {...screen, isWriting: true}), {
    kind: 'accept-difference',
    line: {key: name, code, reference},
    by: acceptedBy(screen),
  });
}
