import {businessDate, clockText, dateText, dayText} from '../../src/core/day/business-day.js';
import {type AmountRules, marketOf} from '../../src/core/market/markets.js';
import {displayMoney} from '../../src/core/money/display.js';
import {type Currency, cashStepOf, currencies, type Money, parseAmount, toStep} from '../../src/core/money/money.js';
import {pendingPayments} from '../../src/core/payment/payments.js';
import {personSaid, problemOf, reasonSaid} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import type {CashMovement} from '../../src/core/shift/decide.js';
import {isPeriodEmpty} from '../../src/core/shift/ledger.js';
import {shouldHold, zName} from '../../src/core/shift/report.js';
import {activePeople} from '../../src/core/staff/staff.js';
import {cleanText} from '../../src/core/text/text.js';
import {fact, gap, title} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {amountShown} from '../kit/amount.js';
import {beside, type Filled, openChoice, typedIn} from '../kit/form.js';
import {keptPerson, personField, personOf, reasonField} from '../kit/question.js';
import {
  type Context,
  type Form,
  type FormField,
  type Screen,
  type ScreenKey,
  type Task,
  type TypedField,
  task,
} from '../kit/screen.js';
import {goInstead, goTo} from '../model.js';
import {amountLine} from '../order/masks.js';
import {withSlip} from '../report/printing.js';
import {keyedTexts, keyText} from '../terminal/bindings.js';
import {numberRules} from '../terminal/line.js';

export type ShiftAbout = 'open' | 'hand-over' | CashMovement['kind'];
type ShiftField = 'person' | 'count' | 'amount' | 'currency' | 'why' | 'reason' | Currency;

/** The state of a form about the shift or its drawer, before it is recorded. */
export type ShiftForm = Filled<ShiftField> & {
  readonly about: ShiftAbout;
  /** The currencies that have a float, when a shift is opened. */
  readonly floats: readonly Currency[];
  /** The currency of the amount. When a shift is opened, it is the next one to add to the floats; undefined for none. */
  readonly currency: Currency | undefined;
  /** The index of the reason. The last one is in the person's own words. */
  readonly why: number | undefined;
  /** The member of the staff who takes over. */
  readonly to: string | undefined;
  /** The drawer is counted before the handing over. */
  readonly isCounted: boolean;
  /** The question is shown whether more cash should leave the drawer than the till knows to be in it. */
  readonly isAsked: boolean;
  readonly isWriting: boolean;
};
/** Returns an empty form. A name is filled in only if it is known. */
export function emptyForm(about: ShiftAbout, context: Context): ShiftForm {
  const {shop, till} = context;
  const {currency} = marketOf(shop.country);
  const isOpening = about === 'open';
  const inDrawer = currencies.filter(each => till.state.ledger.period.drawers[each] !== undefined);
  return {
    about,
    ...keptPerson(isOpening ? personOf({shop, till}) : ''),
    focus: focusOf(about, {shop, till}),
    wrong: undefined,
    floats: isOpening ? [currency, ...inDrawer.filter(each => each !== currency)] : [],
    currency: isOpening ? undefined : (inDrawer[0] ?? currency),
    why: undefined,
    to: onlyOne(takersOf(context)),
    isCounted: false,
    isAsked: false,
    isWriting: false,
  };
}

/** The first field that can be typed. Nobody types the name of the person signed in. */
function focusOf(about: ShiftAbout, {shop, till}: Pick<Context, 'shop' | 'till'>): ShiftField {
  if (about === 'hand-over') return 'person';
  if (about !== 'open') return 'amount';
  return till.actor() === undefined ? 'person' : marketOf(shop.country).currency;
}

/** Returns who can take the shift over, in the order of their keys; nobody if the till works without staff. */
const takersOf = ({till}: Context): readonly string[] =>
  activePeople(till.state.staff)
    .filter(({name, verbs}) => verbs === undefined && name !== till.state.ledger.shift?.person)
    .map(({name}) => name);
const onlyOne = ([first, ...others]: readonly string[]) => (others.length === 0 ? first : undefined);

export const withTaker = (state: ShiftForm, at: number, context: Context): ShiftForm => ({
  ...state,
  to: takersOf(context)[at] ?? state.to,
  wrong: undefined,
});

/** Whether the person who takes over is chosen and not typed. */
export const isTakerChosen = ({about}: ShiftForm, context: Context): boolean =>
  about === 'hand-over' && takersOf(context).length > 0;

/** Returns the reasons of a movement in the order of their keys. The last one is in the person's own words. */
function reasonsOf({about}: Pick<ShiftForm, 'about'>, {messages}: Context): readonly string[] {
  const {reasons, other} = messages.shiftScreen.form;
  return about === 'open' || about === 'hand-over' ? [] : [...reasons[about], other];
}

const isInOwnWords = (state: ShiftForm, context: Context) =>
  state.why !== undefined && state.why === reasonsOf(state, context).length - 1;

/** Returns the form with the reason of a key. A reason in the person's own words is typed next. */
export function withReason(state: ShiftForm, why: number, context: Context): ShiftForm {
  const chosen = {...state, why, wrong: undefined};
  return isInOwnWords(chosen, context) ? {...chosen, focus: 'reason'} : chosen;
}

/** Returns the currencies that can be chosen. When a shift is opened, these are `undefined` (none) and those without a float. */
const currencyChoices = ({about, floats}: ShiftForm): readonly (Currency | undefined)[] =>
  about === 'open' ? [undefined, ...currencies.filter(each => !floats.includes(each))] : currencies;

const zero = /^0+(?:[.,]0+)?$/u;

/** Returns a sum that may be 0, as for a float or a count. Throws the `Problem`s of `parseAmount`. */
export function parseSum(typed: string, currency: Currency, rules: AmountRules): Money {
  const text = typed.replaceAll(' ', '');
  return text === '' || zero.test(text) ? {currency, minor: 0} : parseAmount(text, currency, rules);
}

/** Returns a sum as the till understands it, as typed if it cannot be read, or empty if nothing is typed. */
export const shownSum = (typed: string, currency: Currency, {language, shop}: Context): string =>
  typed.trim() && amountShown(() => parseSum(typed, currency, shop.amounts), {typed, currency, language});

export function shiftFields(state: ShiftForm, context: Context): Form<ShiftForm> {
  const {about, floats, isCounted} = state;
  const {fields, another, countFirst, noCount, nothing} = context.messages.shiftScreen.form;
  const choices = currencyChoices(state);
  const currency: FormField<ShiftForm> = {
    id: 'currency',
    label: about === 'open' ? another : fields.currency,
    value: state.currency ?? nothing,
    importance: 'detail',
    turn: by => ({...state, currency: beside(choices, state.currency, by)}),
  };
  if (about === 'open')
    return [person(state, context), ...floats.map(each => floatField(each, state, context)), currency];
  if (about !== 'hand-over') return [amount(state, context), currency, ...reason(state, context)];
  return [
    isTakerChosen(state, context) ? taker(state, context) : person(state, context),
    {
      id: 'count',
      label: fields.count,
      value: isCounted ? countFirst : noCount,
      importance: isCounted ? 'news' : 'detail',
      turn: () => ({...state, isCounted: !isCounted}),
    },
  ];
}

function person(state: ShiftForm, context: Context): TypedField<ShiftForm> {
  const {shop, messages} = context;
  const {fields} = messages.shiftScreen.form;
  const isTypedOver = typedIn(state, 'person') === shop.person;
  if (state.about === 'open') return {...personField(state, fields.person, context), isTypedOver};
  return {...personField(state, fields.to, {till: {...context.till, actor: () => undefined}}), isTypedOver}; // another person takes over
}

function taker(state: ShiftForm, context: Context): FormField<ShiftForm> {
  const {fields, choose, choosePerson} = context.messages.shiftScreen.form;
  const takers = takersOf(context);
  const pick = {keys: keyText('pick-person', context)};
  return openChoice({
    id: 'person',
    label: fields.to,
    value: state.to,
    note: choose(pick),
    first: choosePerson(pick),
    picks: keyedTexts('pick-person', takers.slice(0, 9), context),
    turn: by => ({...state, to: beside(takers, state.to, by)}),
  });
}

const sum = {rules: numberRules, guard: amountLine, isTypedOver: true} as const;

/** Returns the field of a float. A float that was not counted is none, unless there should be money in its currency. */
function floatField(currency: Currency, state: ShiftForm, context: Context): TypedField<ShiftForm> {
  const typed = typedIn(state, currency);
  const missing = () =>
    shouldHold(context.till.state, currency) ? new Problem('count-missing', {currency}) : undefined;
  return {
    ...sum,
    id: currency,
    label: context.messages.shiftScreen.form.fields.float({currency}),
    shown: shownSum(typed, currency, context),
    check: () => (typed.trim() === '' ? missing() : problemOf(() => parseSum(typed, currency, context.shop.amounts))),
  };
}

const currencyOf = ({currency}: ShiftForm, {shop}: Context): Currency => currency ?? marketOf(shop.country).currency;

/** Returns what is moved, as cash can pay it. Throws a `Problem` if the text is not an amount. */
function amountIn(state: ShiftForm, context: Context): Money {
  const currency = currencyOf(state, context);
  const typed = parseAmount(typedIn(state, 'amount'), currency, context.shop.amounts);
  return toStep(typed, cashStepOf(currency, context.till.settings));
}

function amount(state: ShiftForm, context: Context): TypedField<ShiftForm> {
  const currency = currencyOf(state, context);
  const typed = typedIn(state, 'amount');
  return {
    ...sum,
    id: 'amount',
    label: context.messages.shiftScreen.form.fields.amount,
    unit: currency,
    shown: shownSum(typed, currency, context),
    check: () => problemOf(() => amountIn(state, context)),
  };
}

function reason(state: ShiftForm, context: Context): Form<ShiftForm> {
  const {why, isAsked} = state;
  const {fields, choose, chooseFirst} = context.messages.shiftScreen.form;
  const pick = {keys: keyText('pick-reason', context)};
  const texts = reasonsOf(state, context);
  const messages = reasonField(state, 'reason', fields.reason);
  return [
    openChoice({
      id: 'why',
      label: fields.why,
      value: texts[why ?? -1],
      note: isAsked ? '' : choose(pick),
      first: chooseFirst(pick),
      picks: keyedTexts('pick-reason', texts, context),
      turn: by => ({...state, why: texts.indexOf(beside(texts, texts[why ?? -1], by))}),
    }),
    ...(isInOwnWords(state, context) ? [messages] : []),
  ];
}

/** What a form without a mistake asks the till to record. */
export type ShiftDeed =
  | {readonly kind: 'open-shift'; readonly person: string; readonly floats: readonly Money[]}
  | {readonly kind: 'hand-over'; readonly to: string}
  | {readonly kind: 'move-cash'; readonly movement: CashMovement; readonly isSure: boolean};

/** Returns what a form asks the till to record. Throws a `Problem` if a field is wrong. */
export function deedOf(state: ShiftForm, context: Context): ShiftDeed {
  const {about, floats, why, isAsked} = state;
  if (about === 'hand-over') return {kind: 'hand-over', to: state.to ?? personSaid(typedIn(state, 'person'))};
  if (about === 'open') {
    const counted = floats.filter(each => typedIn(state, each).trim() !== '');
    return {
      kind: 'open-shift',
      person: personSaid(typedIn(state, 'person')),
      floats: counted.map(each => parseSum(typedIn(state, each), each, context.shop.amounts)),
    };
  }
  const said = isInOwnWords(state, context) ? typedIn(state, 'reason') : (reasonsOf(state, context)[why ?? -1] ?? '');
  const movement = {kind: about, amount: amountIn(state, context), reason: reasonSaid(said)};
  return {kind: 'move-cash', movement, isSure: isAsked};
}

type Shift = Record<string, never>;
type ShiftKey = ScreenKey<Shift>;

const isOpen = ({till}: Context) => till.state.ledger.shift !== null;

const opening = (
  id: 'open-shift' | 'hand-over' | 'pay-in' | 'pay-out' | 'drop',
  about: ShiftAbout,
  isPossible: (context: Context) => boolean = () => true,
): ShiftKey => ({
  id,
  when: (_, context) => isPossible(context),
  // Whoever has opened a shift sells next.
  press: () => ({go: about === 'open' ? goInstead('shift-form', about) : goTo('shift-form', about)}),
});

const reportingX: Task<Shift> = task({
  kind: 'report-x',
  run: async till => withSlip(await till.reportX(), till),
  done: (_, made) => ({go: goTo('report', {made, isNew: false})}),
});

const deeds: readonly ShiftKey[] = [
  opening('open-shift', 'open', context => !isOpen(context)),
  opening('hand-over', 'hand-over', isOpen),
  opening('pay-in', 'in'),
  opening('pay-out', 'out'),
  opening('drop', 'drop'),
  {id: 'report-x', press: () => ({asks: reportingX})},
  {id: 'close-shift', when: (_, {till}) => !isPeriodEmpty(till.state.ledger), press: () => ({go: goTo('close-stop')})},
  {id: 'archive', when: (_, {till}) => till.state.ledger.zs.length > 0, press: () => ({go: goTo('archive')})},
  {id: 'staff', press: () => ({go: goTo('staff')})},
  {id: 'settings', press: () => ({go: goTo('settings')})},
];

export function shiftText({till, messages, language, shop}: Context): string {
  const {shift} = till.state.ledger;
  if (shift === null) return messages.shiftScreen.none;
  const date = dateText(businessDate(shift.openedAt, shop.zone, '00:00'), language);
  const since = messages.shiftScreen.since({date, time: clockText(shift.openedAt, shop.zone)});
  const {number, person} = shift;
  return `${messages.shiftScreen.open({shift: number, person: cleanText(person, 40)})}, ${since}`;
}

/** Returns what was last closed, or `''` before the first Z. */
function lastZText({till, language, messages}: Context): string {
  const last = till.state.ledger.zs.at(-1);
  if (last === undefined) return '';
  return messages.shiftScreen.last({z: zName(last.number), date: dayText(last.businessDate, language)});
}

/** Returns how many payments are pending, whoever has the shift, or `''` if there are none. */
function carriedText({till, messages}: Context): string {
  const count = pendingPayments(till.state).length;
  return count === 0 ? '' : messages.shiftScreen.pending({count});
}

/** The shift, the person who has it, and every key that acts on it. */
export const shift: Screen<'shift', Shift> = {
  id: 'shift',
  open: () => ({state: {}}),
  describe: (state, context) => {
    const {language, till, messages} = context;
    const {title: name, float, noFloat} = messages.shiftScreen;
    const begun = till.state.ledger.shift?.floats.map(sum => displayMoney(sum, language)).join(', ');
    const floats = begun === '' ? noFloat : begun;
    const who = `${name}: ${shiftText(context)}${isOpen(context) ? '.' : ''}`;
    const quiet = {tone: 'quiet', most: 2, importance: 'detail', isRoomy: true} as const;
    const [carried, last] = [carriedText(context), lastZText(context)];
    return [
      title(name, {said: ''}),
      gap('above'),
      fact('who', shiftText(context), {tone: 'strong', most: 2, importance: 'standing', said: who}),
      ...(floats === undefined
        ? []
        : [fact('floats', `${float}  ${floats}`, {...quiet, said: is(float, floats, context)})]),
      ...(carried === '' ? [] : [fact('carried', carried, {...quiet, tone: 'not-known'})]),
      ...(last === '' ? [] : [fact('last', last, quiet)]),
      gap('below'),
      {
        kind: 'options',
        id: 'deeds',
        importance: 'detail',
        options: deeds
          .filter(({when}) => when?.(state, context) ?? true)
          .map(({id}) => {
            const {long, short} = messages.key.does[id];
            return {key: keyText(id, context), text: long, word: short};
          }),
      },
    ];
  },
  keys: [...deeds, {id: 'back', press: () => ({go: 'back'})}],
};
