import {ticketOf} from '../../src/core/item/basket.js';
import type {AmountRules} from '../../src/core/market/markets.js';
import {type Money, moneyText, parseSum} from '../../src/core/money/money.js';
import {validateFreeText} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import type {TicketOrder} from '../../src/core/ticket/decide.js';
import {fact, gap, title} from '../../src/views/block.js';
import {amountShown, amountTyped} from '../kit/amount.js';
import {type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {writingForm} from '../kit/question.js';
import {type Context, type Form, type Screen, type Task, task} from '../kit/screen.js';
import {goAlone} from '../model.js';
import {amountLine, isUnusual, unusualBlocks} from '../order/masks.js';
import {marketIn, partForm, type SaleForm} from '../order/sale-form.js';
import {emptyLine, lineOf, sumRules, textRules} from '../terminal/line.js';

type Split = Filled<'total' | 'part' | 'customer'> & {
  readonly typed: SaleForm;
  readonly rules: AmountRules;
  /** The person was warned that the total is above the shop's ceiling. */
  readonly isSure: boolean;
  readonly isWriting: boolean;
};

const currencyIn = ({typed}: Split) => marketIn(typed).market.currency;

/** Returns the total. Throws a `Problem` if the text is not an amount. */
const totalIn = (state: Split): Money => parseSum(typedIn(state, 'total'), currencyIn(state), state.rules);

/** Returns the part, by default the total. Throws a `Problem` if it is no amount, and `part-above-total` if it is more. */
function partIn(state: Split): Money {
  const total = totalIn(state);
  const text = typedIn(state, 'part');
  const part = text.trim() === '' ? total : parseSum(text, currencyIn(state), state.rules);
  if (part.minor > total.minor)
    throw new Problem('part-above-total', {amount: moneyText(part), total: moneyText(total)});
  return part;
}

function fields(state: Split, {language, messages}: Context): Form<Split> {
  const {fields: labels, whole, optional} = messages.ticketScreen;
  const currency = currencyIn(state);
  const money = {rules: sumRules, unit: currency, guard: amountLine};
  const shown = (read: (of: Split) => Money, field: 'total' | 'part') =>
    amountShown(() => read(state), {typed: typedIn(state, field), currency, language});
  return [
    {
      ...money,
      id: 'total',
      isLocked: state.typed.basket !== undefined,
      isPassed: state.typed.basket !== undefined,
      label: labels.total,
      shown: shown(totalIn, 'total'),
      check: () => problemOf(() => totalIn(state)),
      edited: now => ({...now, isSure: false}),
    },
    {
      ...money,
      id: 'part',
      label: labels.part,
      hint: whole,
      fallback: state.focus === 'part' || problemOf(() => totalIn(state)) !== undefined ? '' : shown(totalIn, 'total'),
      shown: shown(partIn, 'part'),
      check: () => problemOf(() => partIn(state)),
    },
    {
      id: 'customer',
      label: labels.customer,
      rules: textRules,
      hint: optional,
      check: () => problemOf(() => validateFreeText(typedIn(state, 'customer'))),
    },
  ];
}

const opening = (order: TicketOrder, part: Money): Task<Split> =>
  task({
    kind: 'open',
    run: till => till.openTicket(order),
    done: ({typed}, reference, context) => {
      const ticket = context.till.state.tickets.all.get(reference);
      if (ticket === undefined) return {go: 'home'};
      // What was typed about the customer stays. The part is the person's choice, so typing does not replace it.
      const {country, isCountryChosen, network, language, kept} = typed;
      const lines = {...typed.lines, amount: amountTyped(part, context.language)};
      const next = partForm(ticket, part, context);
      const sale = {...next, country, isCountryChosen, network, language, kept, lines};
      return {go: goAlone('sale', sale)};
    },
    refused: (state, problem) => ({
      state: {...state, isWriting: false, focus: 'total', wrong: {field: 'total', problem}},
    }),
  });

function soldIn(state: Split) {
  const {basket} = state.typed;
  return basket === undefined ? {total: totalIn(state), lines: [], description: ''} : ticketOf(basket);
}

const asked = writingForm<Split>({
  fields,
  yes: 'write-down',
  write: (state, context) => {
    const customer = typedIn(state, 'customer').trim();
    const sold = soldIn(state);
    const {isSure} = state;
    if (!isSure && isUnusual({}, sold.total, context)) return {state: {...state, isSure: true}};
    const order = {...sold, customer, isSure};
    return {state: {...state, isWriting: true}, asks: opening(order, partIn(state))};
  },
});

/** Splits a sale. What is typed becomes the total, and the first part is requested next, by any method. */
export const split: Screen<['split', SaleForm], Split> = {
  ...asked,
  id: 'split',
  layout: 'beside',
  open: (typed, {shop}) => ({
    state: {
      lines: {total: lineOf(typedIn(typed, 'amount')), part: emptyLine, customer: emptyLine},
      focus: 'part',
      kept: undefined,
      wrong: undefined,
      typed,
      rules: shop.amounts,
      isSure: false,
      isWriting: false,
    },
  }),
  describe: (state, context) => {
    const {ticketScreen: messages} = context.messages;
    return [
      title(messages.split),
      gap('above'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      ...(state.isSure ? unusualBlocks('write-down', 'back', context, soldIn(state).total) : []),
      state.isWriting
        ? fact('writing', messages.saving, {tone: 'not-known'})
        : fact('lead', messages.lead, {tone: 'quiet', most: 2}),
    ];
  },
};
