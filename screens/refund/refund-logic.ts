import type {Desk} from '../desk.js';
import {type Acting, type Logic, pop, type RefundScreen, replace, type Step, still} from '../model.js';
import {amountLine} from '../sale/amount-line.js';
import {emptyLine, numberRules, textOf, textRules} from '../terminal/line.js';
import {ownWords, readRefund, reasonAt, refundFieldsOf} from './refund-form.js';

export const refundLogic: Logic<RefundScreen> = {
  field: ({focus, asked, isSending}) => {
    if (asked !== undefined || isSending || focus === 'why') return undefined;
    return focus === 'amount' ? numberRules : textRules;
  },
  edit: (screen, change) => {
    const {focus, lines, isAmountKept, wrong: last} = screen;
    if (focus === 'why') return screen;
    if (focus === 'reason' || focus === 'unheard')
      return {...screen, lines: {...lines, [focus]: change(lines[focus])}, wrong: undefined};
    const typed = change(emptyLine);
    const changed = isAmountKept && textOf(typed) !== '' ? typed : change(lines.amount);
    const {line, problem} = amountLine({line: lines.amount, problem: last?.problem}, changed);
    const wrong = problem && {field: focus, problem};
    return {...screen, lines: {...lines, amount: line}, isAmountKept: false, wrong};
  },
  offers: ({focus, asked, isSending}) => {
    if (isSending) return [];
    if (asked !== undefined) return ['give-back', 'back'];
    return [
      'continue',
      ...(focus === 'why' ? (['pick-reason', 'choose'] as const) : []),
      'next-field',
      'previous-field',
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action, place, desk} = acting;
    const {asked, focus, why} = screen;
    const to = (next: RefundScreen): Step => still(replace(model, next));
    switch (action) {
      case 'continue':
        return proceed(acting, screen);
      case 'next-field':
        return to(moved(screen, 1));
      case 'previous-field':
        return to(moved(screen, -1));
      case 'choose':
        return to({
          ...screen,
          why: reasonAt(why === undefined ? place - 1 : why + (place === 0 ? -1 : 1)),
          wrong: undefined,
        });
      case 'pick-reason': {
        const picked: RefundScreen = {...screen, why: reasonAt(place), wrong: undefined};
        return picked.why === ownWords ? to({...picked, focus: 'reason'}) : proceed(acting, picked);
      }
      case 'give-back':
        return giveBack(acting, desk);
      case 'back':
        return asked === undefined ? still(pop(model)) : to({...screen, asked: undefined, focus});
      default:
        return still(model);
    }
  },
};

const moved = (screen: RefundScreen, by: 1 | -1): RefundScreen => {
  const fields = refundFieldsOf(screen);
  const at = Math.max(0, fields.indexOf(screen.focus)) + by;
  return {...screen, focus: fields[(at + fields.length) % fields.length] ?? 'amount', wrong: undefined};
};

/** To the next thing that is needed, or to the question when all is there. */
function proceed({model, key, desk}: Acting<RefundScreen>, screen: RefundScreen): Step {
  const payment = desk.till.state.payments.get(screen.reference);
  if (payment === undefined) return still(pop(model));
  const read = readRefund(screen, payment, desk);
  if ('refund' in read) {
    return still(replace(model, {...screen, wrong: undefined, asked: {refund: read.refund, chunk: key.chunk}}));
  }
  const {field} = read.wrong;
  const hasComeThere = screen.focus === field || (field === 'amount' && screen.focus !== 'amount');
  return still(replace(model, {...screen, focus: field, wrong: hasComeThere ? read.wrong : undefined}));
}

/** One Enter sends one refund; one that waited with the Enter before it is no answer to the question. */
function giveBack({model, screen, key}: Acting<RefundScreen>, {till}: Desk): Step {
  const {asked, isSending, reference, from} = screen;
  if (asked === undefined || isSending || key.chunk === asked.chunk || till.poison() !== undefined) return still(model);
  const kind = from === 'card' ? 'refund' : 'refund-in-cash';
  return still(replace(model, {...screen, isSending: true}), {kind, reference, refund: asked.refund});
}
