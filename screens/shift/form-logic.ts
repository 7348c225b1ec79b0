import type {Language} from '../../src/core/messages/messages.js';
import {isBeyondKnown} from '../../src/core/shift/report.js';
import {countScreen, drawersToCount} from '../close/count-logic.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, replace, type Step, still} from '../model.js';
import {amountLine} from '../sale/amount-line.js';
import {emptyLine, type Line, numberRules, textRules, typedOver} from '../terminal/line.js';
import {currencyChoices, readShiftForm, reasonsOf, shiftFieldsOf} from './shift-form.js';
import {leftForm} from './shift-logic.js';
import type {CloseCountScreen, ShiftEffect, ShiftField, ShiftFormScreen} from './shift-screens.js';

const isChosen = (field: ShiftField): field is 'currency' | 'why' | 'count' =>
  field === 'currency' || field === 'why' || field === 'count';
const isText = (field: ShiftField): field is 'person' | 'reason' => field === 'person' || field === 'reason';

export const shiftFormLogic: Logic<ShiftFormScreen> = {
  field: ({focus, asked, isWriting}) => {
    if (isWriting || asked !== undefined || isChosen(focus)) return undefined;
    return isText(focus) ? textRules : numberRules;
  },
  edit: (screen, change) => edited(screen, change),
  offers: (screen, {shop}) => {
    const {focus, asked, isWriting} = screen;
    if (isWriting) return [];
    if (asked !== undefined) return ['write-down', 'back'];
    const isLast = shiftFieldsOf(screen, shop.language).at(-1) === focus && !addsFloat(screen);
    const isEnough = isLast || screen.about === 'hand-over';
    return [
      isEnough ? 'write-down' : 'continue',
      ...(focus === 'why' ? (['pick-reason'] as const) : []),
      ...(isChosen(focus) ? (['choose'] as const) : []),
      'next-field',
      'previous-field',
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action, place, desk} = acting;
    const {language} = desk.shop;
    const to = (next: ShiftFormScreen): Step => still(replace(model, next));
    switch (action) {
      case 'continue':
        return addsFloat(screen) ? to(withFloat(screen)) : to(moved(screen, 1, language));
      case 'write-down':
        return write(acting);
      case 'pick-reason':
        return to(reasoned(screen, place, language));
      case 'choose':
        return to(turned(screen, place === 0 ? -1 : 1, language));
      case 'next-field':
        return to(moved(screen, 1, language));
      case 'previous-field':
        return to(moved(screen, -1, language));
      default:
        return screen.asked === undefined ? still(leftForm(model, screen)) : to({...screen, asked: undefined});
    }
  },
};

function edited(screen: ShiftFormScreen, change: (line: Line) => Line): ShiftFormScreen {
  const {focus, lines, floats, wrong: last} = screen;
  if (isChosen(focus)) return screen;
  if (isText(focus)) {
    const isKept = focus === 'person' && screen.isPersonKept;
    const line = isKept ? typedOver(lines.person, change) : change(lines[focus]);
    if (line === lines[focus]) return screen;
    const isPersonKept = screen.isPersonKept && focus !== 'person';
    return {...screen, lines: {...lines, [focus]: line}, isPersonKept, wrong: undefined};
  }
  const before = focus === 'amount' ? lines.amount : (floats.find(each => each.currency === focus)?.line ?? emptyLine);
  const changed = screen.isSumKept ? typedOver(before, change) : change(before);
  if (changed === before) return screen;
  const {line, problem} = amountLine({line: before, problem: last?.problem}, changed);
  const edited = {...screen, isSumKept: false, wrong: problem && {field: focus, problem}};
  if (focus === 'amount') return {...edited, lines: {...lines, amount: line}};
  return {...edited, floats: floats.map(each => (each.currency === focus ? {...each, line} : each))};
}

const moved = (screen: ShiftFormScreen, by: 1 | -1, language: Language): ShiftFormScreen => {
  const fields = shiftFieldsOf(screen, language);
  const at = Math.max(0, fields.indexOf(screen.focus)) + by;
  return {
    ...screen,
    focus: fields[(at + fields.length) % fields.length] ?? screen.focus,
    isSumKept: true,
    wrong: undefined,
  };
};

const addsFloat = ({about, focus, currency}: ShiftFormScreen) =>
  about === 'open' && focus === 'currency' && currency !== undefined;

function withFloat(screen: ShiftFormScreen): ShiftFormScreen {
  const {currency, floats} = screen;
  if (currency === undefined) return screen;
  return {...screen, floats: [...floats, {currency, line: emptyLine}], currency: undefined, focus: currency};
}

/** Counts on from either end; that in one's own words is typed next. */
function reasoned(screen: ShiftFormScreen, place: number, language: Language): ShiftFormScreen {
  const {length} = reasonsOf(screen, language);
  const why = (place + length) % length;
  return {...screen, why, focus: why === length - 1 ? 'reason' : 'why', wrong: undefined};
}

function turned(screen: ShiftFormScreen, by: 1 | -1, language: Language): ShiftFormScreen {
  if (screen.focus === 'count') return {...screen, isCounted: !screen.isCounted};
  if (screen.focus === 'why') {
    const {length} = reasonsOf(screen, language);
    const from = screen.why ?? (by === 1 ? -1 : length);
    return {...screen, why: (from + by + length) % length, wrong: undefined};
  }
  const choices = currencyChoices(screen);
  const at = choices.indexOf(screen.currency) + by;
  return {...screen, currency: choices[(at + choices.length) % choices.length], wrong: undefined};
}

/** To what is still needed, or into the journal when all is there. */
function write({model, screen, key, desk}: Acting<ShiftFormScreen>): Step {
  // What a paste typed, or an Enter that waited with the one before, is no answer to the question.
  if (desk.till.poison() !== undefined || key.chunk === screen.asked) return still(model);
  const read = readShiftForm(screen, desk);
  if ('effect' in read) {
    const {effect} = read;
    if (effect.kind === 'hand-over' && screen.isCounted) return still(replace(model, countFirst(effect.to, desk)));
    const isAsked = asksAgain(effect, desk);
    const next = {...screen, wrong: undefined, asked: isAsked ? key.chunk : undefined, isWriting: !isAsked};
    return isAsked ? still(replace(model, next)) : still(replace(model, next), effect);
  }
  return still(replace(model, {...screen, focus: read.wrong.field, wrong: read.wrong}));
}

/** What is in the drawer is counted by who has the shift, before it is handed over. */
function countFirst(to: string, {shop, till}: Desk): CloseCountScreen {
  const {currency, left} = drawersToCount({shop, till});
  const person = till.state.ledger.shift?.person ?? to;
  return countScreen({person, to, counted: [], currency, left, typed: {}});
}

/** More goes out than the till knows of, and nobody has said yet that this is meant. */
function asksAgain(effect: ShiftEffect, {till}: Pick<Desk, 'till'>): boolean {
  if (effect.kind !== 'move-cash' || effect.isSure || effect.movement.kind === 'in') return false;
  return isBeyondKnown(till.state, effect.movement.amount);
}
