import {marketOf} from '../../src/core/market/markets.js';
import {displayAmount, displayMoney, displayNumber} from '../../src/core/money/display.js';
import {type Currency, currencies, jsonAmount, type Money, moneyText} from '../../src/core/money/money.js';
import {problemOf} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import {countOf, denominationsOf} from '../../src/core/shift/drawer-cash.js';
import type {Count} from '../../src/core/shift/report-schema.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import {fact, gap, title} from '../../src/views/block.js';
import {beside, type Filled, fieldBlocks, firstWrong, formKeys, moved, typedIn} from '../kit/form.js';
import {unlessWriting} from '../kit/question.js';
import {isEmpty} from '../kit/said.js';
import type {Context, Form, FormField, Screen, Step, Task} from '../kit/screen.js';
import {type CountField, type Go, goInstead, type Notice, type StoredCount, type TypedCounts} from '../model.js';
import {amountLine} from '../order/masks.js';
import {countedDrawers, differenceText, leaveClose, stepsBlock} from '../report/printing.js';
import {parseSum, shownSum} from '../shift/shift-form.js';
import {codeRules, numberRules} from '../terminal/line.js';

/** `to`: the person to whom the shift is handed over after the drawer has been counted; undefined at the close. */
type Given = {readonly person: string; readonly to: string | undefined; readonly typed: TypedCounts};

/** The contents of the drawer: the number of pieces of each denomination (by its minor units), or the total. */
interface Counting extends Filled<CountField>, Given {
  readonly counted: readonly Count[];
  readonly currency: Currency;
  readonly left: readonly Currency[];
  readonly another: Currency | undefined;
  readonly typed: TypedCounts;
  readonly isWriting: boolean;
}

/** Returns the count of a currency, with what was typed for it before. */
function counting(about: Given & Pick<Counting, 'counted'>, currency: Currency, left: readonly Currency[]): Counting {
  const {person, to, counted, typed} = about;
  const {lines = {}, another, focus = 'total'} = typed[currency] ?? {};
  return {
    person,
    to,
    counted,
    typed,
    currency,
    left,
    lines,
    another,
    focus,
    kept: focus,
    wrong: undefined,
    isWriting: false,
  };
}

/** Returns what was counted by pieces so far, or undefined if no piece was typed. */
function piecesIn(state: Counting): Count | undefined {
  const {currency} = state;
  const typed = denominationsOf(currency).filter(minor => typedIn(state, `${minor}`) !== '');
  if (typed.length === 0) return undefined;
  return countOf(currency, new Map(typed.map(minor => [minor, Number(typedIn(state, `${minor}`))])));
}

/** Returns the typed total, or undefined if there is none. Throws the `Problem`s of `parseSum` if it cannot be read. */
function totalIn(state: Counting, {shop}: Context): Money | undefined {
  const text = typedIn(state, 'total');
  return text.trim() === '' ? undefined : parseSum(text, state.currency, shop.amounts);
}

/** Returns what was counted, undefined if nothing. Throws `Problem` count-contradicts if the pieces do not give the total, or a total's. */
function countIn(state: Counting, context: Context): Count | undefined {
  const [pieces, total] = [piecesIn(state), totalIn(state, context)];
  if (total === undefined || pieces?.minor === total.minor) return pieces;
  if (pieces === undefined || pieces.minor === 0) return {...total, pieces: []};
  const facts = {pieces: moneyText({...total, minor: pieces.minor}), total: moneyText(total)};
  throw new Problem('count-contradicts', facts);
}

const form = (state: Counting, context: Context) => (state.isWriting ? [] : fields(state, context));

/** Returns the total, the denominations, and for the last currency a further one that was not expected. */
function fields(state: Counting, context: Context): Form<Counting> {
  const {currency, left, counted, another} = state;
  const {messages} = context;
  const known = [currency, ...counted.map(each => each.currency)];
  const choices = [undefined, ...currencies.filter(each => !known.includes(each))];
  const besides: FormField<Counting> = {
    id: 'another',
    label: messages.shiftScreen.close.another,
    value: another ?? messages.shiftScreen.form.nothing,
    importance: 'detail',
    turn: by => ({...state, another: beside(choices, another, by)}),
  };
  return [
    totalField(state, context),
    ...denominationsOf(currency).map(minor => pieceField(minor, state, context)),
    ...(left.length === 0 ? [besides] : []),
  ];
}

function pieceField(minor: number, state: Counting, {language}: Context): FormField<Counting> {
  const {currency} = state;
  const id: CountField = `${minor}`;
  const count = Number(typedIn(state, id));
  const all = piecesIn(state);
  const sumWidth = all === undefined ? 0 : widthOf(displayAmount(all, language));
  return {
    id,
    label: `${fit(displayNumber(jsonAmount({currency, minor}), language), 8, true)} ×`,
    rules: codeRules,
    isTypedOver: true,
    isHalf: true,
    note: count === 0 ? '' : fit(displayAmount({currency, minor: minor * count}, language), sumWidth, true),
  };
}

/** Returns the field for the total. If pieces are typed instead, their sum is shown. If nothing was counted at all, it shows the problem. */
function totalField(state: Counting, context: Context): FormField<Counting> {
  const {currency} = state;
  const {total, totalHint, piecesMake} = context.messages.shiftScreen.close;
  const typed = typedIn(state, 'total');
  const pieces = piecesIn(state);
  const amount = pieces === undefined ? '' : displayMoney(pieces, context.language);
  const isMissing = amount + typed.trim() === '' && context.till.state.ledger.period.drawers[currency] !== undefined;
  return {
    id: 'total',
    label: total,
    rules: numberRules,
    unit: currency,
    guard: amountLine,
    isTypedOver: true,
    shown: shownSum(typed, currency, context) || amount,
    fallback: amount,
    note: typed.trim() === '' ? totalHint : amount && piecesMake({amount}),
    check: () => (isMissing ? new Problem('count-missing', {currency}) : problemOf(() => countIn(state, context))),
  };
}

const allTyped = ({currency, lines, another, focus, typed}: Counting): TypedCounts => ({
  ...typed,
  [currency]: {lines, another, focus},
});

/** Returns the count to keep when the close is left, even by a key pressed by mistake. */
function storedOf(state: Counting, {till, storedCount}: Context): StoredCount | undefined {
  const {person} = state;
  const {drawers} = till.state.ledger.period;
  const typed = allTyped(state);
  const isNothing = Object.values(typed).every(({lines}) =>
    Object.values(lines).every(line => line === undefined || isEmpty(line)),
  );
  if (isNothing && storedCount?.person !== person) return storedCount; // another person's count stays
  return isNothing ? undefined : {person, drawers, typed};
}

/** Goes to the next currency, or records the count when all are counted. */
function proceed(state: Counting, context: Context): Step<Counting> {
  const wrong = firstWrong(form(state, context), state);
  if (wrong !== undefined) return {state: wrong};
  const {person, to, left, another} = state;
  const count = countIn(state, context);
  const counted = count === undefined ? state.counted : [...state.counted, count];
  const [next, ...others] = another === undefined ? left : [another, ...left];
  if (next !== undefined) return {state: counting({...state, counted, typed: allTyped(state)}, next, others)};
  const writing = {...state, isWriting: true, wrong: undefined};
  const after = (now: Context): Step<Counting> =>
    to === undefined ? {go: afterCount(person, now)} : {state: writing, asks: handingOver(to)};
  if (counted.length === 0) return after(context);
  const run: Task<Counting>['run'] = till => till.countDrawer(person, counted);
  return {
    state: writing,
    asks: {kind: 'count', run, done: (_, __, now) => after(now), refused},
    keeps: {storedCount: undefined},
  };
}

const handingOver = (to: string): Task<Counting> => ({
  kind: 'hand-over',
  run: till => till.handOver(to),
  done: (_, __, context) => ({go: 'back', notice: handedOver(to, context)}),
  refused,
});

const refused = (state: Counting, problem: Problem): Step<Counting> => ({
  state: {...state, isWriting: false, wrong: {field: state.focus, problem}},
});

/** Returns the step after the count: the open payments are asked about, if there are any. */
const afterCount = (person: string, {till}: Context): Go =>
  till.state.open.size === 0 ? goInstead('close-check', {person, notAsked: 0}) : goInstead('close-ask', {person});

/** Returns the notice that tells the person who counted and the one who takes the drawer by how much it differs. */
function handedOver(person: string, context: Context): Notice {
  const drawers = countedDrawers(context)
    .filter(({counted}) => counted !== null)
    .map(drawer => (drawer.difference === 0 ? `${drawer.currency} ` : '') + differenceText(drawer, context))
    .join(', ');
  return {kind: 'news', news: drawers === '' ? 'handedOver' : 'handedOverCounted', facts: {person, drawers}};
}

/** Whether Enter goes on from here: a total that is typed needs no pieces. */
const isLast = (state: Counting, context: Context) =>
  (state.focus === 'total' && typedIn(state, 'total').trim() !== '') || form(state, context).at(-1)?.id === state.focus;
const isComplete = (state: Counting, context: Context) =>
  isLast(state, context) && state.another === undefined && state.left.length === 0;

/** Step 2, and before a handing over: what is in the drawer, currency by currency. The expected amounts are not shown. */
export const closeCount: Screen<['close-count', Given], Counting> = {
  id: 'close-count',
  stopsSales: true,
  // The currencies in which there is cash, or the shop's own.
  open: (given, {shop, till}) => {
    const inDrawer = Object.keys(till.state.ledger.period.drawers);
    const [first = marketOf(shop.country).currency, ...left] = currencies.filter(each => inDrawer.includes(each));
    return {state: counting({...given, counted: []}, first, left)};
  },
  form,
  describe: (state, context) => {
    const {close, form: messages} = context.messages.shiftScreen;
    const {currency, to, isWriting} = state;
    const handingOver = messages.titles['hand-over'];
    const count = close.count({currency});
    return [
      ...(to === undefined
        ? [stepsBlock(2, context), title(count)]
        : [title(handingOver, {said: `${handingOver}.`}), fact('count', count, {importance: 'standing'})]),
      gap('above'),
      ...fieldBlocks(fields(state, context), isWriting ? {...state, focus: 'none'} : state, context),
      ...(isWriting ? [fact('writing', messages.writing, {tone: 'not-known'})] : []),
    ];
  },
  keys: [
    unlessWriting<Counting>({id: 'write-down', when: isComplete, press: proceed}),
    unlessWriting<Counting>({
      id: 'continue',
      when: (state, context) => !isComplete(state, context),
      press: (state, context) =>
        isLast(state, context) ? proceed(state, context) : {state: moved(form(state, context), state, 1)},
    }),
    {
      id: 'leave-close',
      when: ({to}) => to === undefined,
      press: (state, context) => leaveClose(context, storedOf(state, context)),
    },
    {
      id: 'back',
      when: ({to}) => to !== undefined,
      press: () => ({go: 'back', notice: {kind: 'news', news: 'handOverLeft', facts: {}}}), // the shift stays with the same person
    },
    ...formKeys(form).map(key => unlessWriting<Counting>(key)),
  ],
};
