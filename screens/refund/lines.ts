import {displayMoney, displayNumber} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {problemOf} from '../../src/core/payment/said.js';
import {lineName, quantityText} from '../../src/core/present/line-rows.js';
import type {Problem} from '../../src/core/problem.js';
import {checkExchange, type RefundOptions, whatComesBack} from '../../src/core/refund/decide.js';
import {
  isLineLeft,
  type LineChoice,
  type LineLeft,
  linesOf,
  returnedLines,
  sumOfReturned,
} from '../../src/core/refund/lines.js';
import {fact, gap, type ListRow, title} from '../../src/views/block.js';
import {payerLine} from '../kit/amount.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {type MarkedRow, markedList, unmarked} from '../kit/list.js';
import {type Context, type Form, paymentOf, type Screen, type Step} from '../kit/screen.js';
import {type Go, goInstead, goTo} from '../model.js';
import {newForm} from '../order/sale-form.js';
import {keyText} from '../terminal/bindings.js';
import {emptyLine, lineOf, numberRules} from '../terminal/line.js';

/** The quantity of each line that came back, as it is typed. */
type Chosen = Readonly<Record<number, string>>;

/** Where the money comes from: the service gives it back to the card, or the cashier takes it from the drawer. */
export type From = 'card' | 'drawer';

/** `lines`: the lines of an itemised sale that came back, once that was asked. It is empty for a refund of an amount only. */
export type GivenRefund = {
  readonly reference: string;
  readonly from: From;
  readonly lines?: readonly LineChoice[] | undefined;
};

/** Returns the lines of the payment’s sale of which something can still come back. */
const leftIn = (payment: Payment, {till: {state}}: Context): readonly LineLeft[] =>
  linesOf(payment, state.tickets.all, state.payments).filter(isLineLeft);

/** Returns what is given back of the payment, and which lines of its sale that covers. Throws the `Problem`s of `whatComesBack`. */
export const comesBack = (
  payment: Payment,
  from: From,
  asked: Pick<RefundOptions, 'amount' | 'lines'>,
  {till}: Context,
) => whatComesBack(till.state, payment, {way: from === 'card' ? 'card' : 'cash', ...asked}, till.settings);

/** Returns the sentence about the rest if the lines are worth more than this part of the sale has left; otherwise undefined. */
export function restOfLines(
  lines: readonly LineChoice[],
  payment: Payment,
  amount: Money,
  context: Context,
): string | undefined {
  const most = {...payment.request.amount, minor: Number.MAX_SAFE_INTEGER};
  const worth = sumOfReturned(returnedLines(leftIn(payment, context), lines, most));
  if (worth <= amount.minor) return undefined;
  const show = (minor: number) => displayMoney({...most, minor}, context.language);
  return context.messages.cardScreen.refund.lines.rest({worth: show(worth), rest: show(worth - amount.minor)});
}

type LinesBack = Filled<'quantity'> &
  MarkedRow & {readonly reference: string; readonly from: From; readonly chosen: Chosen};

/** Returns the step to the lines of the payment’s sale if any of them can still come back, else to the amount. */
export function toRefund(payment: Payment, from: From, context: Context): Go {
  const {reference} = payment;
  return leftIn(payment, context).length > 0
    ? goTo('refund-lines', {reference, from})
    : goTo('refund', {reference, from});
}

const rowsIn = (state: LinesBack, context: Context): readonly LineLeft[] => {
  const payment = paymentOf(state, context);
  return payment === undefined ? [] : leftIn(payment, context);
};
const list = markedList<LinesBack, LineLeft>(rowsIn, ({line}) => String(line));

/** Stands for all that is left of a line, part of which may have come back before. */
const rest = '✓';
const quantityIn = (typed: string): string => typed.trim().replace(',', '.');
const isNothing = (typed: string): boolean => /^[0.]*$/u.test(quantityIn(typed));

const choicesIn = ({chosen}: Pick<LinesBack, 'chosen'>): readonly LineChoice[] =>
  Object.entries(chosen)
    .filter(([, typed]) => !isNothing(typed))
    .map(([line, typed]) =>
      typed === rest ? {line: Number(line)} : {line: Number(line), quantity: quantityIn(typed)},
    );

/** Returns the state after the mark has moved. The field has what was typed for the marked line. */
function marking(state: LinesBack, context: Context): LinesBack {
  const typed = state.chosen[list.markedIn(state, context)?.line ?? 0] ?? '';
  const line = typed === '' ? emptyLine : lineOf(typed);
  return {...state, lines: {quantity: line}, kept: typed === '' ? undefined : 'quantity', wrong: undefined};
}

/** Returns the state in which this quantity of the marked line came back. */
function choosing(state: LinesBack, typed: string, context: Context): LinesBack {
  const marked = list.markedIn(state, context);
  return marked === undefined ? state : {...state, chosen: {...state.chosen, [marked.line]: typed}};
}

function form(state: LinesBack, context: Context): Form<LinesBack> {
  const {lines: messages} = context.messages.cardScreen.refund;
  const marked = list.markedIn(state, context);
  if (marked === undefined) return [];
  return [
    {
      id: 'quantity',
      label: messages.field,
      rules: numberRules,
      hint: messages.hint,
      note: messages.note({left: countOf(marked, context), key: keyText('all-of-line', context)}),
      isTypedOver: true,
      check: () => problemIn(state, context),
      edited: now => choosing(now, typedIn(now, 'quantity'), context),
    },
  ];
}

function problemIn(state: LinesBack, context: Context): Problem | undefined {
  const payment = paymentOf(state, context);
  const lines = choicesIn(state);
  return payment === undefined || lines.length === 0
    ? undefined
    : problemOf(() => comesBack(payment, state.from, {lines}, context));
}

const countOf = ({quantity, sold: {unit}}: LineLeft, {language}: Context): string =>
  quantityText({quantity, unit}, language);

/** Goes on to the amount and the reason, or to the question at once if lines were chosen. */
function onward(state: LinesBack, context: Context): Step<LinesBack> {
  const problem = problemIn(state, context);
  if (problem !== undefined) return {state: {...state, wrong: {field: 'quantity', problem}}};
  const given: GivenRefund = {reference: state.reference, from: state.from, lines: choicesIn(state)};
  return {go: goInstead('refund', given)};
}

/** Returns what is typed for all that is left of a line. */
const allOf = ({quantity}: LineLeft): string => (quantity === '0' ? rest : quantity);

function rowOf(left: LineLeft, {chosen}: LinesBack, context: Context): Pick<ListRow, 'cells' | 'tone'> {
  const {language} = context;
  const typed = chosen[left.line] ?? '';
  return {
    cells: [
      isNothing(typed) ? '' : displayNumber(quantityIn(typed), language),
      lineName(left.sold, language),
      countOf(left, context),
      displayMoney(left.amount, language),
    ],
    tone: isNothing(typed) ? 'plain' : 'strong',
  };
}

/** What came back of an itemised sale, line by line. If nothing is chosen, the next step is an amount. No money has moved yet. */
export const refundLines: Screen<
  ['refund-lines', {readonly reference: string; readonly from: From; readonly lines?: readonly LineChoice[]}],
  LinesBack
> = {
  id: 'refund-lines',
  layout: 'tall',
  open: ({reference, from, lines = []}, context) => {
    const chosen = Object.fromEntries(lines.map(({line, quantity = rest}) => [line, quantity]));
    return {state: marking({...emptyForm('quantity'), ...unmarked, reference, from, chosen}, context)};
  },
  focused: ({reference}) => reference,
  form,
  describe: (state, context) => {
    const {language, messages} = context;
    const payment = paymentOf(state, context);
    if (payment === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    const {lines: said} = messages.cardScreen.refund;
    const lines = choicesIn(state);
    const {columns} = said;
    const sum =
      lines.length === 0
        ? said.none({key: keyText('lines-back', context), all: keyText('all-lines', context)})
        : problemIn(state, context) === undefined
          ? said.sum({
              count: lines.length,
              amount: displayMoney(comesBack(payment, state.from, {lines}, context).amount, language),
            })
          : '';
    return [
      title(said.title, {said: said.title}),
      fact('payment', `${payerLine(payment.request, context)} · ${payment.reference}`, {
        importance: 'detail',
        isRoomy: true,
      }),
      ...fieldBlocks(form(state, context), state, context),
      fact('sum', sum, {
        tone: lines.length === 0 ? 'quiet' : 'strong',
        importance: 'standing',
        isRoomy: lines.length === 0,
      }),
      gap('below'),
      list.block(state, context, {
        columns: [
          {title: columns.back, align: 'right'},
          {title: columns.name, grows: true, width: 20},
          {title: columns.left, align: 'right', givesWay: true},
          {title: columns.amount, align: 'right'},
        ],
        row: left => rowOf(left, state, context),
        narrated: (left, {at, count}) => {
          const [back = '', name = '', , amount = ''] = rowOf(left, state, context).cells;
          return said.row({at, count, name, amount, back: back === '' ? '0' : back, left: countOf(left, context)});
        },
        empty: '',
      }),
    ];
  },
  keys: [
    {id: 'lines-back', press: onward},
    {
      id: 'all-lines',
      when: list.isFilled,
      press: (state, context) => {
        const all = rowsIn(state, context).map(left => [left.line, allOf(left)] as const);
        return onward(marking({...state, chosen: Object.fromEntries(all)}, context), context);
      },
    },
    {
      id: 'exchange',
      when: state => choicesIn(state).length > 0,
      press: (state, context) => {
        const payment = paymentOf(state, context);
        const problem = problemIn(state, context) ?? (payment && problemOf(() => checkExchange(payment)));
        if (problem !== undefined) return {state: {...state, wrong: {field: 'quantity', problem}}};
        const returned = {reference: state.reference, lines: choicesIn(state)};
        return {go: goTo('basket', {sale: newForm(context), returned})};
      },
    },
    {
      id: 'all-of-line',
      when: list.isFilled,
      press: list.withMarked((left, state, context) => {
        const isChosen = !isNothing(state.chosen[left.line] ?? '');
        return {state: marking(choosing(state, isChosen ? '' : allOf(left), context), context)};
      }),
    },
    {
      ...list.selectKey,
      press: (state, context, pressed) => ({state: marking(list.moved(state, context, pressed), context)}),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
