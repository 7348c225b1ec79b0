import {ticketOf} from '../../src/core/item/basket.js';
import {type AmountRules, marketOf} from '../../src/core/market/markets.js';
import {displayMoney} from '../../src/core/money/display.js';
import {type Currency, type Money, moneyText, parseAmount, parseSum} from '../../src/core/money/money.js';
import {attemptsOf} from '../../src/core/payment/payments.js';
import {problemOf} from '../../src/core/payment/said.js';
import {type CashRequest, owedOf} from '../../src/core/payment/schema.js';
import {Problem} from '../../src/core/problem.js';
import {checkCash} from '../../src/core/sale/decide.js';
import {roundSums} from '../../src/core/shift/drawer-cash.js';
import type {CashSale} from '../../src/till/payment.js';
import {type Block, bigAmount, compact, fact, gap, notice, title} from '../../src/views/block.js';
import {amountTyped, sumIn, sumShown} from '../kit/amount.js';
import {emptyForm, entered, type Filled, fieldBlocks, formKeys, typed, typedIn} from '../kit/form.js';
import {unlessWriting} from '../kit/question.js';
import {type Context, type Form, type Screen, type ScreenKey, type Task, task} from '../kit/screen.js';
import {goBackTo, goTo} from '../model.js';
import {amountLine, isUnusual, roundingBlocks, unusualBlocks} from '../order/masks.js';
import {marketIn, type OfSale, partProblem, payableNow, type SaleForm} from '../order/sale-form.js';
import {saleTitle, standingBlocks} from '../order/standing.js';
import {kickDrawer} from '../report/printing.js';
import {keyedTexts, keyText} from '../terminal/bindings.js';
import type {Stroke} from '../terminal/keyboard.js';
import {emptyLine, lineOf, numberRules, sumRules} from '../terminal/line.js';

type Payable = Pick<CashRequest, 'amount' | 'tendered' | 'rounding'>;
type Cash = Filled<'amount' | 'given' | 'sum'> &
  OfSale & {
    readonly typed: SaleForm;
    readonly currency: Currency;
    readonly rules: AmountRules;
    /** Returns what of a sale can be paid in cash now, and given for it. */
    readonly payable: (sale: {readonly amount: Money; readonly tendered: Money}) => Payable;
    /** The index of what the customer gives: exactly the amount, a round sum, or (the last) a sum that is typed. */
    readonly given: number;
    /** The keys of a number that were pressed one after the other since the last other key. */
    readonly digits: string;
    /** The person was warned that the amount is above the shop's ceiling, the change unlikely, or the currency new. */
    readonly isSure: boolean;
    readonly isWriting: boolean;
  };

/** Returns the sale for which the customer gives this sum, or exactly what can be paid. Throws a `Problem` if the text is not an amount. */
function payableIn(state: Cash, given?: Money): Payable {
  const amount = askedIn(state);
  return state.payable({amount, tendered: given ?? amount});
}
const askedIn = (state: Cash): Money => parseSum(typedIn(state, 'amount'), state.currency, state.rules);
const amountIn = (state: Cash): Money => payableIn(state).amount;
const knownAmount = (state: Cash): Money | undefined =>
  sumIn(typedIn(state, 'amount'), state.currency, {shop: {amounts: state.rules}}) && amountIn(state);

/** Returns the sums that the customer may give, in the order of the keys. A typed sum follows them. */
function sumsOf(state: Cash): readonly Money[] {
  const amount = knownAmount(state);
  return amount === undefined ? [] : [amount, ...roundSums(amount)];
}

/** Returns what the customer gives. Throws a `Problem` if it is no sum, and `tendered-too-little` if it is less than the amount. */
function givenIn(state: Cash): Money {
  const amount = amountIn(state);
  const sum =
    sumsOf(state)[state.given] ??
    payableIn(state, parseAmount(typedIn(state, 'sum'), state.currency, state.rules)).tendered;
  if (sum.minor < amount.minor)
    throw new Problem('tendered-too-little', {tendered: moneyText(sum), amount: moneyText(amount)});
  return sum;
}

function givenTexts(state: Cash, {language, messages}: Context): readonly string[] {
  const {exactly, other} = messages.cashScreen;
  const sums = sumsOf(state).map(sum => displayMoney(sum, language));
  return [...sums.map((amount, at) => (at === 0 ? exactly({amount}) : amount)), other];
}

/** Returns the state with another choice. The index continues from either end. */
function withGiven(state: Cash, place: number): Cash {
  const count = sumsOf(state).length + 1;
  return {...state, given: (place + count) % count, isSure: false, wrong: undefined};
}

function form(state: Cash, context: Context): Form<Cash> {
  const {cashScreen, saleScreen} = context.messages;
  const {currency, sale, basket, isWriting} = state;
  const texts = givenTexts(state, context);
  const money = {rules: numberRules, unit: currency, guard: amountLine};
  const isKnown = (sale ?? basket) !== undefined;
  return compact([
    {
      ...money,
      rules: sumRules,
      id: 'amount',
      label: cashScreen.fields.amount,
      shown: sumShown(typedIn(state, 'amount'), currency, context),
      note: sale === undefined ? '' : saleScreen.sameAmount,
      isPassed: isKnown,
      isLocked: isKnown || isWriting,
      check: () => problemOf(() => amountIn(state)) ?? partProblem(state, owedOf(payableIn(state)), context),
      edited: now => ({...now, given: 0, isSure: false}),
    },
    {
      id: 'given',
      label: cashScreen.fields.given,
      value: texts[state.given] ?? texts.at(-1) ?? '',
      note: texts.length < 2 ? '' : cashScreen.choose({keys: keyText('pick-sum', context)}),
      picks: keyedTexts('pick-sum', texts, context),
      turn: by => withGiven(state, state.given + by),
    },
    state.given >= texts.length - 1 && {
      ...money,
      id: 'sum',
      label: cashScreen.fields.sum,
      shown: sumShown(typedIn(state, 'sum'), currency, context),
      isLocked: isWriting,
      check: () => problemOf(() => givenIn(state)),
      edited: now => ({...now, isSure: false}),
    },
  ]);
}

/** Whether this is the first cash of a period for which nobody has counted the drawer. A shift is then offered, but not required. */
function offersShift({till}: Context): boolean {
  const {shift, period} = till.state.ledger;
  return shift === null && Object.keys(period.drawers).length === 0 && till.writeFailure() === undefined;
}

const changeIn = (state: Cash): Money => ({
  currency: state.currency,
  minor: givenIn(state).minor - amountIn(state).minor,
});

/** Returns the change for the chosen or typed sum, once it is known. */
function change(state: Cash, {language, messages}: Context): readonly Block[] {
  if (isAmount(state) || problemOf(() => givenIn(state)) !== undefined) return [];
  const amount = displayMoney(changeIn(state), language);
  return [fact('change', messages.cashScreen.willGive({amount}), {tone: 'strong', importance: 'detail'})];
}

/**
 * Handles digits of a typed sum, although the round sums have their own keys: the `1` of `1000` must not pick the first. The digits are a
 * sum as soon as one of them is not the key of a row, or if several of them are a number of at least the amount. The key of the last row
 * leads to the typed sum. If a zero follows it, that key was the first digit of the sum, because a sum does not begin with zero.
 */
function hearSum(state: Cash, stroke: Stroke, context: Context): {readonly state: Cash; readonly isTaken: boolean} {
  const text = stroke.kind === 'text' && /^[\d.,]+$/u.test(stroke.text) ? stroke.text : '';
  const digits = text === '' ? '' : state.digits + text;
  const heard = {state: {...state, digits}, isTaken: false};
  if (text === '' || state.isWriting || isAmount(state)) return heard;
  const rows = context.keys['pick-sum'].slice(0, sumsOf(state).length + 1);
  const sum: Cash = {...withGiven(state, -1), digits, focus: 'sum', lines: {...state.lines, sum: emptyLine}};
  const withSum = typed(form(sum, context), sum, {kind: 'text', text: digits});
  const isRows = [...digits].every(each => rows.includes(each));
  const isSum =
    state.focus === 'sum'
      ? typedIn(state, 'sum') === '' && text.startsWith('0')
      : !isRows || (digits.length > 1 && problemOf(() => givenIn(withSum)) === undefined);
  return isSum ? {state: withSum, isTaken: true} : heard;
}

/** Returns what a person has to look at again before the money is taken. */
function warnings(state: Cash, context: Context): readonly Block[] {
  if (!state.isSure) return [];
  const {language, messages, till} = context;
  const sum = {amount: amountIn(state), tendered: givenIn(state)};
  const total = state.basket === undefined ? sum.amount : ticketOf(state.basket).total;
  const isAbove = isUnusual(state, total, context);
  const odd = problemOf(() => checkCash(till.state, sum, till.settings))?.code;
  const keys = {yes: keyText('take-cash', context), no: keyText('back', context)};
  const amount = displayMoney(changeIn(state), language);
  const {changeUnlikely, currencyNew} = messages.cashScreen;
  const asked = odd === 'currency-new' ? currencyNew({...keys, ...state}) : changeUnlikely({...keys, amount});
  return compact([
    ...(isAbove ? unusualBlocks('take-cash', 'back', context, total) : []),
    odd !== undefined && notice(odd, asked, {tone: 'needs-person', glyph: '!', importance: 'standing'}),
  ]);
}

const taking = (sale: CashSale): Task<Cash> =>
  task({
    kind: 'take',
    run: async (till, answer: (reference: string) => void) => {
      answer((await till.takeCash(sale)).reference);
      await kickDrawer(till);
    },
    reduce: (_, reference) => ({go: ['home', goTo('payment', {reference, isOnSale: true})]}),
    refused: (state, problem) => ({state: {...state, isWriting: false, wrong: {field: 'amount', problem}}}),
  });

const isAmount = ({focus}: Cash) => focus === 'amount';

const keys: readonly ScreenKey<Cash>[] = [
  {id: 'continue', when: isAmount, press: (state, context) => ({state: entered(form(state, context), state) ?? state})},
  {
    id: 'take-cash',
    when: state => !isAmount(state),
    press: (state, context) => {
      const next = entered(form(state, context), state);
      if (next !== undefined) return {state: next};
      const {country} = marketOf(context.shop.country);
      const {sale: of, ticket, paysOff, basket, isSure, language: customerLanguage} = state;
      const sells = basket && ticketOf(basket);
      const sum = {amount: amountIn(state), tendered: givenIn(state)};
      const isOdd = problemOf(() => checkCash(context.till.state, sum, context.till.settings)) !== undefined;
      if (!isSure && (isOdd || isUnusual(state, sells?.total ?? sum.amount, context)))
        return {state: {...state, wrong: undefined, isSure: true}};
      const sale = {
        ...sum,
        amount: askedIn(state),
        isSure,
        country,
        description: '',
        customerLanguage,
        sale: of,
        ticket,
        paysOff,
        sells,
      };
      return {state: {...state, wrong: undefined, isWriting: true}, asks: taking(sale)};
    },
  },
  {
    id: 'pick-sum',
    when: ({focus}) => focus === 'given',
    count: state => sumsOf(state).length + 1,
    // The key of the last row leads to the typed sum.
    press: (state, _, {place}) => {
      const last = sumsOf(state).length;
      const picked = withGiven(state, place);
      return place > last ? {} : {state: place === last ? {...picked, focus: 'sum'} : picked};
    },
  },
  ...formKeys(form),
  {id: 'shift-first', when: (_, context) => offersShift(context), press: () => ({go: goTo('shift-form', 'open')})},
  {
    id: 'back',
    // The sale by another method keeps the amount typed here, if it is in the same currency.
    press: ({typed, currency, lines}) => {
      const isSame = typed.sale === undefined && marketIn(typed).market.currency === currency;
      return isSame
        ? {go: goBackTo('sale', {...typed, lines: {...typed.lines, ...(lines.amount && {amount: lines.amount})}})}
        : {go: 'back'};
    },
  },
];

/** A cash sale: the amount, what the customer gives, and the change. It begins with what was already typed. */
export const cash: Screen<['cash', SaleForm], Cash> = {
  id: 'cash',
  layout: 'beside',
  open: (typed, {shop, till}) => {
    const {sale, ticket, paysOff, basket, language} = typed;
    const first = sale === undefined ? undefined : attemptsOf(till.state, sale)[0]?.request;
    const amount = first && owedOf(first);
    const {country} = marketOf(shop.country);
    const ticketCurrency = till.state.tickets.all.get(ticket ?? '')?.total.currency;
    const state: Cash = {
      ...emptyForm('amount'),
      lines: {amount: amount === undefined ? lineOf(typedIn(typed, 'amount')) : amountTyped(amount, shop.language)},
      currency: ticketCurrency ?? (amount ?? marketIn(typed).market).currency,
      given: 0,
      digits: '',
      sale,
      ticket,
      paysOff,
      basket,
      language,
      typed,
      rules: shop.amounts,
      payable: asked => payableNow({method: 'cash', country, ...asked}, typed, {till}),
      isSure: false,
      isWriting: false,
    };
    const isRead =
      knownAmount(state) !== undefined && partProblem(state, owedOf(payableIn(state)), {till}) === undefined;
    return {state: isRead ? {...state, focus: 'given'} : state};
  },
  form,
  describe: (state, context) => {
    const messages = context.messages.cashScreen;
    const {currency, isWriting} = state;
    const amount = knownAmount(state);
    const [sum, ...fields] = fieldBlocks(form(state, context), state, context);
    return compact([
      title(saleTitle(state, context.messages.cashScreen, context)),
      gap('above'),
      bigAmount(amount ?? {currency, minor: 0}, amount !== undefined),
      sum,
      ...(amount === undefined ? [] : roundingBlocks(payableIn(state).rounding, context)),
      ...fields,
      gap('below'),
      ...standingBlocks(state.ticket, context),
      ...warnings(state, context),
      ...(isWriting ? [fact('writing', messages.writing, {tone: 'not-known'})] : change(state, context)),
      offersShift(context) &&
        fact('no-shift', messages.noShift({key: keyText('shift-first', context)}), {
          tone: 'quiet',
          most: 2,
          isRoomy: true,
        }),
    ]);
  },
  hears: hearSum,
  keys: keys.map(unlessWriting),
};
