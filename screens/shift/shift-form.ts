import {marketOf} from '../../src/core/market/markets.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {type Currency, currencies, type Money, parseAmount} from '../../src/core/money/money.js';
import {personSaid, reasonSaid} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import {shouldHold} from '../../src/core/shift/report.js';
import type {Desk} from '../desk.js';
import {emptyLine, type Line, lineOf, textOf} from '../terminal/line.js';
import type {ShiftAbout, ShiftEffect, ShiftField, ShiftFormScreen} from './shift-screens.js';

const nobody = 'cashier';

/** An empty form; a name is filled in only if somebody has said it. */
export function shiftForm(about: ShiftAbout, {shop, till}: Desk): ShiftFormScreen {
  const {currency} = marketOf(shop.country);
  const isOpening = about === 'open';
  const person = isOpening && shop.person !== nobody ? lineOf(shop.person) : emptyLine;
  const inDrawer = currencies.filter(each => till.state.ledger.period.drawers[each] !== undefined);
  const counted = [currency, ...inDrawer.filter(each => each !== currency)];
  return {
    kind: 'shift-form',
    about,
    lines: {person, amount: emptyLine, reason: emptyLine},
    isPersonKept: textOf(person) !== '',
    isSumKept: true,
    floats: isOpening ? counted.map(each => ({currency: each, line: emptyLine})) : [],
    currency: isOpening ? undefined : (inDrawer[0] ?? currency),
    why: undefined,
    isCounted: false,
    focus: isOpening || about === 'hand-over' ? 'person' : 'amount',
    wrong: undefined,
    asked: undefined,
    isWriting: false,
  };
}

/** Which movement of the drawer it is about; undefined for the others. */
export function movementOf({about}: Pick<ShiftFormScreen, 'about'>): 'in' | 'out' | 'drop' | undefined {
  return about === 'open' || about === 'hand-over' ? undefined : about;
}

/** The reasons of a movement in the order of their keys; the last is in one's own words. */
export function reasonsOf(form: Pick<ShiftFormScreen, 'about'>, language: Language): readonly string[] {
  const {reasons, other} = messages(language).shiftScreen.form;
  const movement = movementOf(form);
  return movement === undefined ? [] : [...reasons[movement], other];
}

const isInOwnWords = (form: ShiftFormScreen, language: Language) =>
  form.why !== undefined && form.why === reasonsOf(form, language).length - 1;

/** The fields in the order of Tab. */
export function shiftFieldsOf(form: ShiftFormScreen, language: Language): readonly ShiftField[] {
  const {about, floats} = form;
  if (about === 'hand-over') return ['person', 'count'];
  if (about === 'open') return ['person', ...floats.map(({currency}) => currency), 'currency'];
  return ['amount', 'currency', 'why', ...(isInOwnWords(form, language) ? (['reason'] as const) : [])];
}

/** What can be chosen as another currency: at the opening those without a float, and none. */
export function currencyChoices({about, floats}: ShiftFormScreen): readonly (Currency | undefined)[] {
  if (about !== 'open') return currencies;
  const free = currencies.filter(currency => floats.every(each => each.currency !== currency));
  return [undefined, ...free];
}

const zero = /^0+(?:[.,]0+)?$/u;

/** A sum that may be nothing, as a float or a count may be. Throws as `parseAmount` does. */
export function parseSum(line: Line, currency: Currency): Money {
  const text = textOf(line).replaceAll(' ', '');
  return text === '' || zero.test(text) ? {currency, minor: 0} : parseAmount(text, currency);
}

type ShiftReading = {readonly effect: ShiftEffect} | {readonly wrong: NonNullable<ShiftFormScreen['wrong']>};

/** What the form asks to be written down, or the first field that is wrong; one still to come has no problem. */
export function readShiftForm(form: ShiftFormScreen, {shop, till}: Pick<Desk, 'shop' | 'till'>): ShiftReading {
  let field: ShiftField = 'person';
  try {
    if (form.about === 'hand-over') return {effect: {kind: 'hand-over', to: named(form)}};
    if (form.about === 'open') {
      const person = named(form);
      const floats = form.floats.flatMap(({currency, line}) => {
        field = currency;
        if (textOf(line).trim() !== '') return [parseSum(line, currency)];
        if (shouldHold(till.state, currency)) throw new Problem('count-missing', {currency});
        return [];
      });
      return {effect: {kind: 'open-shift', person, floats}};
    }
    field = 'amount';
    const amount = parseAmount(textOf(form.lines.amount), form.currency ?? marketOf(shop.country).currency);
    if (form.why === undefined) return {wrong: {field: 'why', problem: undefined}};
    field = 'reason';
    const isOwn = isInOwnWords(form, shop.language);
    const reason = reasonSaid(isOwn ? textOf(form.lines.reason) : (reasonsOf(form, shop.language)[form.why] ?? ''));
    return {
      effect: {kind: 'move-cash', movement: {kind: form.about, amount, reason}, isSure: form.asked !== undefined},
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {wrong: {field, problem: error}};
  }
}

function named({lines}: ShiftFormScreen): string {
  return personSaid(textOf(lines.person));
}
