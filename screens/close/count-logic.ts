import {marketOf} from '../../src/core/market/markets.js';
import {countOf, denominationsOf} from '../../src/core/money/denominations.js';
import {type Currency, currencies, type Money, moneyText} from '../../src/core/money/money.js';
import {Problem} from '../../src/core/problem.js';
import type {Count} from '../../src/core/shift/report-schema.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, type Model, pop, replace, type Step, still} from '../model.js';
import {amountLine} from '../sale/amount-line.js';
import {parseSum} from '../shift/shift-form.js';
import type {CloseCountScreen, CountField, KeptCount, TypedCounts} from '../shift/shift-screens.js';
import {codeRules, emptyLine, numberRules, textOf, typedOver} from '../terminal/line.js';
import {asking} from './ask-logic.js';
import {leaveClose} from './leave.js';

type Begun = Pick<CloseCountScreen, 'person' | 'to' | 'counted' | 'currency' | 'left' | 'typed'>;

/** The count of a currency, with what was typed of it before. */
export function countScreen(begun: Begun): CloseCountScreen {
  return {
    kind: 'close-count',
    ...begun,
    pieces: {},
    total: emptyLine,
    another: undefined,
    focus: `${denominationsOf(begun.currency)[0] ?? 0}`,
    ...begun.typed[begun.currency],
    isKept: true,
    problem: undefined,
    isWriting: false,
  };
}

/** The fields in the order of Tab; a currency that nobody knew of can follow the last. */
export function countFieldsOf({currency, left}: CloseCountScreen): readonly CountField[] {
  const pieces = denominationsOf(currency).map((minor): CountField => `${minor}`);
  return [...pieces, 'total', ...(left.length === 0 ? (['another'] as const) : [])];
}

/** The currencies that can still be counted, and none. */
function anotherOf({currency, counted}: CloseCountScreen): readonly (Currency | undefined)[] {
  const known = [currency, ...counted.map(each => each.currency)];
  return [undefined, ...currencies.filter(each => !known.includes(each))];
}

/** What was counted by pieces so far; undefined while none were typed. */
export function piecesIn({currency, pieces}: CloseCountScreen): Count | undefined {
  const typed = Object.entries(pieces).filter(([, line]) => textOf(line) !== '');
  if (typed.length === 0) return undefined;
  return countOf(currency, new Map(typed.map(([minor, line]) => [Number(minor), Number(textOf(line))])));
}

/** The total that was typed; undefined while none was. Throws `Problem` for one that cannot be read. */
export function totalIn({currency, total}: CloseCountScreen): Money | undefined {
  return textOf(total).trim() === '' ? undefined : parseSum(textOf(total), currency);
}

/**
 * What was counted so far; undefined while nothing was typed. Throws `Problem` count-contradicts where the pieces come to
 * something else than the total, and those of a total that cannot be read.
 */
function countIn(screen: CloseCountScreen): Count | undefined {
  const [pieces, total] = [piecesIn(screen), totalIn(screen)];
  if (total === undefined || pieces?.minor === total.minor) return pieces;
  if (pieces === undefined || pieces.minor === 0) return {...total, pieces: []};
  const facts = {pieces: moneyText({...total, minor: pieces.minor}), total: moneyText(total)};
  throw new Problem('count-contradicts', facts);
}

export const countLogic: Logic<CloseCountScreen> = {
  field: ({focus, isWriting}) => {
    if (isWriting || focus === 'another') return undefined;
    return focus === 'total' ? numberRules : codeRules;
  },
  edit: (screen, change) => {
    const {focus, pieces, total, isKept} = screen;
    if (focus === 'another') return screen;
    const before = focus === 'total' ? total : (pieces[focus] ?? emptyLine);
    const changed = isKept ? typedOver(before, change) : change(before);
    if (changed === before) return screen;
    const edited = {...screen, isKept: false};
    if (focus !== 'total') return {...edited, pieces: {...pieces, [focus]: changed}, problem: undefined};
    const {line, problem} = amountLine({line: total, problem: screen.problem}, changed);
    return {...edited, total: line, problem};
  },
  offers: screen => {
    if (screen.isWriting) return ['leave-close'];
    const isLast = countFieldsOf(screen).at(-1) === screen.focus;
    return [
      isLast && screen.another === undefined && screen.left.length === 0 ? 'write-down' : 'continue',
      'leave-close',
      ...(screen.focus === 'another' ? (['choose'] as const) : []),
      'next-field',
      'previous-field',
    ];
  },
  act: acting => {
    const {model, screen, action, place} = acting;
    switch (action) {
      case 'continue':
        return countFieldsOf(screen).at(-1) === screen.focus
          ? proceed(acting)
          : still(replace(model, moved(screen, 1)));
      case 'write-down':
        return proceed(acting);
      case 'choose': {
        const choices = anotherOf(screen);
        const at = choices.indexOf(screen.another) + (place === 0 ? -1 : 1);
        return still(replace(model, {...screen, another: choices[(at + choices.length) % choices.length]}));
      }
      case 'next-field':
        return still(replace(model, moved(screen, 1)));
      case 'previous-field':
        return still(replace(model, moved(screen, -1)));
      default:
        return screen.to === undefined ? leaveClose(withCount(acting), acting.desk) : leftHandOver(acting);
    }
  },
};

function typedIn({currency, pieces, total, another, focus, typed}: CloseCountScreen): TypedCounts {
  return {...typed, [currency]: {pieces, total, another, focus}};
}

/** The currencies that there is cash of, or the shop's: the first to count, and those that follow. */
export function drawersToCount({shop, till}: Pick<Desk, 'shop' | 'till'>): Pick<CloseCountScreen, 'currency' | 'left'> {
  const inDrawer = Object.keys(till.state.ledger.period.drawers);
  const [currency = marketOf(shop.country).currency, ...left] = currencies.filter(each => inDrawer.includes(each));
  return {currency, left};
}

/** The shift stays with who has it. */
function leftHandOver({model}: Acting<CloseCountScreen>): Step {
  return still({...pop(model), notice: {kind: 'told', told: 'handOverLeft', facts: {}}});
}

/** What was typed stays when the close is left, by a stray key too. */
function withCount({model, screen, desk}: Pick<Acting<CloseCountScreen>, 'model' | 'screen' | 'desk'>): Model {
  const {person} = screen;
  const {drawers} = desk.till.state.ledger.period;
  const typed = typedIn(screen);
  const isEmpty = Object.values(typed).every(({pieces, total}) =>
    [total, ...Object.values(pieces)].every(line => textOf(line) === ''),
  );
  if (isEmpty && model.keptCount?.person !== person) return model; // another's count stays
  return {...model, keptCount: isEmpty ? undefined : {person, drawers, typed}};
}

/** What the same person typed before, unless money has moved since: then it has to be counted again. */
export function keptCounts(kept: KeptCount | undefined, person: string, {till}: Pick<Desk, 'till'>): TypedCounts {
  const isSame = kept?.person === person && kept.drawers === till.state.ledger.period.drawers;
  return isSame ? kept.typed : {};
}

function moved(screen: CloseCountScreen, by: 1 | -1): CloseCountScreen {
  const fields = countFieldsOf(screen);
  const at = Math.max(0, fields.indexOf(screen.focus)) + by;
  return {...screen, focus: fields[(at + fields.length) % fields.length] ?? 'total', isKept: true, problem: undefined};
}

/** To the next currency, or into the journal when all are counted. */
function proceed(acting: Acting<CloseCountScreen>): Step {
  const {model, screen, key, desk} = acting;
  if (desk.till.poison() !== undefined) return still(model);
  const {person, to, currency, counted, left, another} = screen;
  const wrong = (problem: Problem, focus: CountField) =>
    still(replace(model, {...screen, focus, isKept: true, problem}));
  const {drawers} = desk.till.state.ledger.period;
  try {
    const count = countIn(screen);
    if (count === undefined && drawers[currency] !== undefined)
      return wrong(new Problem('count-missing', {currency}), countFieldsOf(screen)[0] ?? 'total');
    const counts = count === undefined ? counted : [...counted, count];
    const [next, ...others] = another === undefined ? left : [another, ...left];
    if (next !== undefined)
      return still(
        replace(
          model,
          countScreen({person, to, counted: counts, currency: next, left: others, typed: typedIn(screen)}),
        ),
      );
    if (counts.length === 0 && to !== undefined)
      return still(replace(model, {...screen, isWriting: true}), {kind: 'hand-over', to});
    if (counts.length === 0) return asking(model, {person, count: desk.till.state.open.size, chunk: key.chunk});
    const writing = {...screen, isWriting: true, problem: undefined};
    return still(replace(withCount(acting), writing), {kind: 'count', person, counts});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return wrong(error, 'total');
  }
}
