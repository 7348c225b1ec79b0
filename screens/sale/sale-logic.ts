import {lastOutcome} from '../../src/core/journal/questions.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {openBank} from '../bank/bank-logic.js';
import {type CardSaleForm, newCardForm, nextCardForm} from '../card/card-form.js';
import {cardScreen} from '../card/card-logic.js';
import {cashFormFor} from '../cash/cash-form.js';
import {cashScreen} from '../cash/cash-logic.js';
import {claimScreen} from '../claim/claim-form.js';
import {confirmScreen} from '../confirm/confirm-logic.js';
import type {Desk} from '../desk.js';
import {
  type Acting,
  type Logic,
  type Model,
  only,
  paymentScreen,
  push,
  replace,
  type SaleScreen,
  type Screen,
  type Step,
  still,
} from '../model.js';
import {shiftScreen} from '../shift/shift-logic.js';
import {openSubscriptions} from '../subscription/list-logic.js';
import {emptyLine, numberRules, textOf, textRules} from '../terminal/line.js';
import {trayScreen} from '../tray/tray-logic.js';
import {amountLine} from './amount-line.js';
import {
  choose,
  fieldsOf,
  firstWrong,
  isTyped,
  lastPayment,
  marketIn,
  newForm,
  nextAttemptForm,
  readForm,
  type SaleField,
  type SaleForm,
  sameWalletForm,
} from './sale-form.js';
import {takingsCurrencies, turnedTakings} from './takings.js';

export const saleScreen = (form: SaleForm): SaleScreen => ({kind: 'sale', form});

const isOfDigits = (field: SaleField) => field === 'amount' || field === 'wallet';

export const saleLogic: Logic<SaleScreen> = {
  field: ({form: {focus}}) => (isTyped(focus) ? (isOfDigits(focus) ? numberRules : textRules) : undefined),
  edit: (screen, change, desk) => {
    const {form} = screen;
    const {focus} = form;
    if (!isTyped(focus) || (focus === 'amount' && form.sale !== undefined)) return screen;
    const typed = change(emptyLine);
    const isTypedOver = focus === 'wallet' && form.isWalletKept && textOf(typed) !== '';
    const changed = isTypedOver ? typed : change(form.lines[focus]);
    if (changed === form.lines[focus]) return screen;
    const before = {line: form.lines[focus], problem: form.wrong?.problem};
    const {line, problem} = focus === 'amount' ? amountLine(before, changed) : {line: changed, problem: undefined};
    const wrong = problem && {field: focus, problem};
    const isWalletKept = form.isWalletKept && focus !== 'wallet';
    const network = isTypedOver ? newForm(desk).network : form.network;
    return saleScreen({...form, lines: {...form.lines, [focus]: line}, network, isWalletKept, wrong});
  },
  offers: ({form}, desk, {isPlain}) => {
    const {focus} = form;
    const hasHours = takingsCurrencies(desk).length > (isPlain ? 0 : 1);
    const letters = !isTyped(focus) || isOfDigits(focus);
    return [
      'continue',
      'next-field',
      'previous-field',
      ...(focus === 'network' || focus === 'country' ? (['choose'] as const) : []),
      ...(letters && form.sale === undefined && lastPayment(desk.till.state) !== undefined
        ? (['same-wallet'] as const)
        : []),
      ...(letters && cardFormFor(form, desk) !== undefined ? (['by-card'] as const) : []),
      ...(letters && desk.till.poison() === undefined ? (['by-cash'] as const) : []),
      ...(isBlank(form) ? [] : (['drop-sale'] as const)),
      ...(letters ? (['pending', 'day', 'shift', 'more', 'leave'] as const) : []),
      ...(letters && lastOutcome(desk.till.state) !== undefined ? (['last-outcome'] as const) : []),
      ...(letters && hasHours ? (['hours'] as const) : []),
      ...(letters ? (['claim', 'subscriptions', 'bank'] as const) : []),
    ];
  },
  act: acting => {
    const {model, screen, action, place, desk} = acting;
    const {form} = screen;
    const to = (next: SaleForm): Step => withNetworks(replace(model, saleScreen(next)), form, next);
    switch (action) {
      case 'continue':
        return proceed(acting);
      case 'next-field':
        return to(moved(form, 1, desk));
      case 'previous-field':
        return to(moved(form, -1, desk));
      case 'choose':
        return to(choose(form, place === 0 ? -1 : 1, desk.till.networksAtHand(marketIn(form).market)));
      case 'more':
        return to(form.isMoreOpen ? closed(form) : {...form, isMoreOpen: true, focus: 'firstName'});
      case 'same-wallet': {
        const last = lastPayment(desk.till.state);
        if (last === undefined) return still({...model, notice: {kind: 'nobody-before'}});
        const again = sameWalletForm(last, desk);
        return to({...again, lines: {...again.lines, amount: form.lines.amount}});
      }
      case 'by-card': {
        const card = cardFormFor(form, desk);
        return still(card === undefined ? model : push(model, cardScreen(card)));
      }
      case 'by-cash':
        return still(push(model, cashScreen(cashFormFor(form, desk, acting.key.chunk))));
      case 'day':
        return still(push(model, {kind: 'day', reference: '', offset: 0}));
      case 'shift':
        return still(push(model, shiftScreen()));
      case 'claim':
        return still(push(model, claimScreen()));
      case 'subscriptions':
        return openSubscriptions(model);
      case 'bank':
        return openBank(model, desk);
      case 'drop-sale':
        return to(newForm(desk));
      case 'last-outcome': {
        const last = lastOutcome(desk.till.state);
        return still(last === undefined ? model : push(model, paymentScreen(last.reference)));
      }
      case 'hours':
        return still({...model, takings: turnedTakings(model.takings, desk)});
      case 'pending':
        return still(push(model, trayScreen()));
      case 'leave':
        return still({...model, isLeaving: true});
      default:
        return still(model);
    }
  },
};

/** The same sale by card, where cards are taken in its currency. */
const cardFormFor = ({sale}: SaleForm, desk: Desk): CardSaleForm | undefined =>
  sale === undefined ? newCardForm(desk) : nextCardForm(sale, desk);

/** The screens for the next attempt of a payment's sale, by what it was asked for last. */
export function nextAttempt(payment: Payment, desk: Desk): readonly [SaleScreen, ...Screen[]] {
  const sale = saleScreen(nextAttemptForm(payment, desk));
  const card = payment.request.method === 'card' ? nextCardForm(payment.sale, desk) : undefined;
  return card === undefined ? [sale] : [sale, cardScreen(card)];
}

export const home = (model: Model, desk: Desk): Model => only(model, saleScreen(newForm(desk)));

/** Enter: from the amount to the wallet, from the wallet to the confirmation; to the first field that is wrong. */
function proceed({model, screen, key, desk}: Acting<SaleScreen>): Step {
  const {form} = screen;
  if (desk.till.poison() !== undefined) return still(model);
  const {order, problems} = readForm(form, desk);
  if (form.focus === 'amount' && problems.amount === undefined && textOf(form.lines.wallet).trim() === '') {
    return still(replace(model, saleScreen({...form, focus: 'wallet', wrong: undefined})));
  }
  if (form.focus === 'more' && !form.isMoreOpen)
    return still(replace(model, saleScreen({...form, isMoreOpen: true, focus: 'firstName'})));
  if (order === undefined) {
    const wrong =
      form.focus === 'amount' && problems.amount !== undefined
        ? {field: form.focus, problem: problems.amount}
        : firstWrong(problems);
    if (wrong === undefined) return still(model);
    const isMoreOpen = form.isMoreOpen || !fieldsOf({...form, isMoreOpen: false}).includes(wrong.field);
    return still(replace(model, saleScreen({...form, isMoreOpen, focus: wrong.field, wrong})));
  }
  const confirm = confirmScreen({order, sale: form.sale, chunk: key.chunk}, desk);
  const about = confirm.earlier === undefined ? [] : [{kind: 'check' as const, reference: confirm.earlier}];
  return still(push(replace(model, saleScreen({...form, wrong: undefined})), confirm), ...about);
}

/** Leaving a field says what is wrong with it, unless it is empty: it may not have had its turn yet. */
function moved(form: SaleForm, by: 1 | -1, desk: Desk): SaleForm {
  const fields = fieldsOf(form);
  const at = Math.max(0, fields.indexOf(form.focus));
  const focus = fields[(at + by + fields.length) % fields.length] ?? 'amount';
  const left = form.focus;
  const problem =
    isTyped(left) && textOf(form.lines[left]).trim() !== '' ? readForm(form, desk).problems[left] : undefined;
  return {...form, focus, wrong: problem === undefined ? undefined : {field: left, problem}};
}

function closed(form: SaleForm): SaleForm {
  const basic = fieldsOf({...form, isMoreOpen: false});
  return {...form, isMoreOpen: false, focus: basic.includes(form.focus) ? form.focus : 'more'};
}

/** As it was before anybody touched it. */
function isBlank({lines, focus, isCountryChosen, isMoreOpen, network, sale, wrong}: SaleForm): boolean {
  const isUntouched = !isCountryChosen && !isMoreOpen && network === '' && sale === undefined && wrong === undefined;
  return isUntouched && focus === 'amount' && Object.values(lines).every(line => textOf(line) === '');
}

/** Asks for the networks of a country that the form has come to. */
function withNetworks(model: Model, before: SaleForm, after: SaleForm): Step {
  const {market} = marketIn(after);
  return market.country === marketIn(before).market.country ? still(model) : still(model, {kind: 'networks', market});
}
