import {markOf, wipeCard} from '../../src/core/card/card.js';
import {chargedCurrencies} from '../../src/core/card/order.js';
import type {Desk} from '../desk.js';
import {entering} from '../kit/places.js';
import {type Acting, type CardScreen, type Logic, pop, push, replace, type Step, still} from '../model.js';
import {type AmountLine, amountLine} from '../sale/amount-line.js';
import {
  codeRules,
  editSecret,
  expiryRules,
  type Line,
  type LineRules,
  numberRules,
  textOf,
  textRules,
} from '../terminal/line.js';
import {
  type CardField,
  type CardSaleForm,
  cardFieldsOf,
  isTypedCard,
  readCardForm,
  type TypedCardField,
  withoutCard,
} from './card-form.js';
import {betweenGroups} from './masks.js';
import {SealedCard} from './sealed-card.js';

export const cardScreen = (form: CardSaleForm): CardScreen => ({kind: 'card', form});

const rules: Readonly<Record<TypedCardField, LineRules>> = {
  amount: numberRules,
  number: numberRules,
  expiry: expiryRules,
  securityCode: codeRules,
  pin: codeRules,
  holder: textRules,
  firstName: textRules,
  lastName: textRules,
  email: textRules,
  phone: numberRules,
  description: textRules,
};

export const cardLogic: Logic<CardScreen> = {
  field: ({form: {focus}}) => (isTypedCard(focus) ? rules[focus] : undefined),
  edit: (screen, change) => {
    const {form} = screen;
    const {focus, lines} = form;
    if (!isTypedCard(focus)) return screen;
    const changed = isSecret(focus) ? editSecret(lines[focus], change, betweenGroups) : change(lines[focus]);
    if (changed === lines[focus]) return screen;
    const {line, problem} = read(form, focus, changed);
    const wrong = problem && {field: focus, problem};
    return cardScreen({...form, lines: {...lines, [focus]: line}, wrong});
  },
  offers: ({form: {focus}}) => [
    'continue',
    'next-field',
    'previous-field',
    ...(focus === 'currency' ? (['choose'] as const) : []),
    'drop-card',
    ...(isTypedCard(focus) && rules[focus] === textRules ? [] : (['more'] as const)),
  ],
  act: acting => {
    const {model, screen, action, place, desk} = acting;
    const {form} = screen;
    const to = (next: CardSaleForm): Step => still(replace(model, cardScreen(next)));
    switch (action) {
      case 'continue':
        return proceed(acting);
      case 'next-field':
        return to(moved(form, 1, desk));
      case 'previous-field':
        return to(moved(form, -1, desk));
      case 'choose':
        return to(turned(form, place === 0 ? -1 : 1, desk));
      case 'more':
        return to(form.isMoreOpen ? closed(form, desk) : {...form, isMoreOpen: true, focus: 'holder'});
      case 'drop-card':
        return still(pop(model));
      default:
        return still(model);
    }
  },
};

const isSecret = (field: TypedCardField) => field === 'number' || field === 'securityCode' || field === 'pin';

function read({lines, wrong}: CardSaleForm, field: TypedCardField, changed: Line): AmountLine {
  if (field === 'amount') return amountLine({line: lines.amount, problem: wrong?.problem}, changed);
  return {line: changed, problem: undefined};
}

/** Enter: to the next thing that is needed, or to the first that is wrong; to the question when all is there. */
function proceed({model, screen, key, desk}: Acting<CardScreen>): Step {
  const {form} = screen;
  if (desk.till.poison() !== undefined) return still(model);
  if (form.focus === 'more' && !form.isMoreOpen)
    return still(replace(model, cardScreen({...form, isMoreOpen: true, focus: 'holder'})));
  const {order, card, problems} = readCardForm(form, desk);
  if (order !== undefined && card !== undefined) {
    const charged = {order, mark: markOf(card), hasPin: card.pin !== undefined, card: new SealedCard(card)};
    const confirm = entering('confirm', {method: 'card', ...charged, sale: form.sale, chunk: key.chunk});
    const below = cardScreen({...withoutCard(form), wrong: undefined});
    return still(push(replace(model, below), confirm));
  }
  if (card !== undefined) wipeCard(card);
  const all = cardFieldsOf({...form, isMoreOpen: true}, desk);
  const field = problems[form.focus] === undefined ? all.find(each => problems[each] !== undefined) : form.focus;
  const problem = field && problems[field];
  if (field === undefined || problem === undefined) return still(model);
  const isNext = field !== form.focus && isTypedCard(field) && textOf(form.lines[field]).trim() === '';
  const wrong = isNext && !isOfMore(field, form, desk) ? undefined : {field, problem};
  const isMoreOpen = form.isMoreOpen || isOfMore(field, form, desk);
  return still(replace(model, cardScreen({...form, isMoreOpen, focus: field, wrong})));
}

const isOfMore = (field: CardField, form: CardSaleForm, desk: Desk): boolean =>
  !cardFieldsOf({...form, isMoreOpen: false}, desk).includes(field);

/** Leaving a field says what is wrong with it, unless it is empty: it may not have had its turn yet. */
function moved(form: CardSaleForm, by: 1 | -1, desk: Desk): CardSaleForm {
  const fields = cardFieldsOf(form, desk);
  const left = form.focus;
  const at = Math.max(0, fields.indexOf(left));
  const focus = fields[(at + by + fields.length) % fields.length] ?? 'number';
  const isFilled = isTypedCard(left) && textOf(form.lines[left]).trim() !== '';
  const {card, problems} = readCardForm(form, desk);
  if (card !== undefined) wipeCard(card);
  const problem = isFilled ? problems[left] : undefined;
  return {...form, focus, wrong: problem && {field: left, problem}};
}

function turned(form: CardSaleForm, by: 1 | -1, {shop}: Desk): CardSaleForm {
  const currencies = chargedCurrencies(shop.cards);
  const at = currencies.indexOf(form.currency) + by;
  const currency = currencies[(at + currencies.length) % currencies.length] ?? form.currency;
  return {...form, currency, wrong: undefined};
}

function closed(form: CardSaleForm, desk: Desk): CardSaleForm {
  return {...form, isMoreOpen: false, focus: isOfMore(form.focus, form, desk) ? 'more' : form.focus};
}
