import type {Desk} from '../desk.js';
import {type Acting, type CashScreen, type Logic, pop, push, replace, type Step, still} from '../model.js';
import {amountLine} from '../sale/amount-line.js';
import {shiftForm} from '../shift/shift-form.js';
import {numberRules, textOf} from '../terminal/line.js';
import {type CashSaleForm, cashFieldsOf, readCashForm, sumsOf} from './cash-form.js';

export const cashScreen = (form: CashSaleForm): CashScreen => ({kind: 'cash', form, isWriting: false});

/** Whether this is the first cash of a period that nobody has counted the drawer for: a shift is offered, and not forced. */
export function offersShift({till}: {readonly till: Pick<Desk['till'], 'state' | 'poison'>}): boolean {
  const {shift, period} = till.state.ledger;
  return shift === null && Object.keys(period.drawers).length === 0 && till.poison() === undefined;
}

export const cashLogic: Logic<CashScreen> = {
  field: ({form: {focus}, isWriting}) => (isWriting || focus === 'given' ? undefined : numberRules),
  edit: (screen, change) => {
    const {form} = screen;
    const {focus, lines} = form;
    if (focus === 'given' || (focus === 'amount' && form.sale !== undefined)) return screen;
    const changed = change(lines[focus]);
    if (changed === lines[focus]) return screen;
    const {line, problem} = amountLine({line: lines[focus], problem: form.wrong?.problem}, changed);
    const wrong = problem && {field: focus, problem};
    const given = focus === 'amount' ? 0 : form.given;
    return cashScreen({...form, lines: {...lines, [focus]: line}, given, wrong});
  },
  offers: ({form, isWriting}, desk) => {
    if (isWriting) return [];
    const isChoosing = form.focus === 'given';
    return [
      form.focus === 'amount' ? 'continue' : 'take-cash',
      ...(isChoosing ? (['pick-sum', 'choose'] as const) : []),
      ...(offersShift(desk) ? (['shift-first'] as const) : []),
      'next-field',
      'previous-field',
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action, place, key, desk} = acting;
    const {form} = screen;
    const to = (next: CashSaleForm): Step => still(replace(model, cashScreen(next)));
    switch (action) {
      case 'continue':
        return to(ahead({...form, chunk: key.chunk}, desk));
      case 'take-cash':
        return take(acting);
      case 'pick-sum':
        return to(picked(form, place));
      case 'choose':
        return to(given(form, form.given + (place === 0 ? -1 : 1)));
      case 'next-field':
        return to(moved(form, 1));
      case 'previous-field':
        return to(moved(form, -1));
      case 'shift-first':
        return still(push(model, shiftForm('open', desk)));
      case 'back':
        return still(pop(model));
      default:
        return still(model);
    }
  },
};

/** From the amount to what is given for it; a wrong amount stays. */
function ahead(form: CashSaleForm, desk: Desk): CashSaleForm {
  const read = readCashForm(form, desk);
  if ('wrong' in read && read.wrong.field === 'amount') return {...form, wrong: read.wrong};
  return {...form, focus: 'given', wrong: undefined};
}

/** The place counts on from either end. */
function given(form: CashSaleForm, place: number): CashSaleForm {
  const count = sumsOf(form).length + 1;
  return {...form, given: (place + count) % count, wrong: undefined};
}

/** A key that there is no sum for changes nothing; that of the last leads to the sum that is typed. */
function picked(form: CashSaleForm, place: number): CashSaleForm {
  const last = sumsOf(form).length;
  if (place > last) return form;
  return place === last ? {...given(form, place), focus: 'sum'} : given(form, place);
}

function moved(form: CashSaleForm, by: 1 | -1): CashSaleForm {
  const fields = cashFieldsOf(form);
  const at = Math.max(0, fields.indexOf(form.focus)) + by;
  return {...form, focus: fields[(at + fields.length) % fields.length] ?? 'amount', wrong: undefined};
}

/** One Enter writes one sale down; one that waited with the Enter before it is no answer about the sum given. */
function take({model, screen, key, desk}: Acting<CashScreen>): Step {
  const {form} = screen;
  if (desk.till.poison() !== undefined || key.chunk === form.chunk) return still(model);
  const read = readCashForm(form, desk);
  if ('sale' in read) return still(replace(model, {...screen, isWriting: true}), {kind: 'take-cash', sale: read.sale});
  const {wrong} = read;
  const isNext = wrong.field === 'sum' && form.focus !== 'sum' && textOf(form.lines.sum) === '';
  const focus = wrong.field === 'sum' ? ('sum' as const) : wrong.field;
  return still(replace(model, cashScreen({...form, focus, wrong: isNext ? undefined : wrong})));
}
