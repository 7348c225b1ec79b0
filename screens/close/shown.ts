import {needingPerson, pendingTray} from '../../src/core/journal/questions.js';
import {displayMoney, type Money} from '../../src/core/money/money.js';
import {inDrawer, zName} from '../../src/core/shift/report.js';
import type {Drawer} from '../../src/core/shift/report-schema.js';
import {fill} from '../../src/core/words/fill.js';
import {forCount} from '../../src/core/words/screens.js';
import type {CloseAskScreen, CloseCheckScreen, CloseCountScreen} from '../shift/shift-screens.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {demandIn} from './check-logic.js';
import {piecesIn, totalIn} from './count-logic.js';

/** What the pieces come to so far. */
const sumOfPieces = (screen: CloseCountScreen): Money => ({
  currency: screen.currency,
  minor: piecesIn(screen)?.minor ?? 0,
});

/** The total as it is understood, or what the pieces come to where none was typed; as it stands where it is not. */
export function shownTotal(screen: CloseCountScreen): string {
  const {currency, total} = screen;
  try {
    return displayMoney(totalIn(screen) ?? sumOfPieces(screen));
  } catch {
    return `${currency} ${textOf(total)}`;
  }
}

/** What is said beside the total: that it may stand for the pieces, or what they come to where both were typed. */
export function totalNote(screen: CloseCountScreen, {words}: Pick<Ear, 'words'>): string {
  const {totalHint, piecesMake} = words.shift.close;
  if (textOf(screen.total).trim() === '') return totalHint;
  return piecesIn(screen) === undefined ? '' : fill(piecesMake, {amount: displayMoney(sumOfPieces(screen))});
}

/** What is being asked of the service, or was, and what becomes of what it does not know. */
export function askTexts({count, isOver}: CloseAskScreen, {words, language}: Ear) {
  const {askAll, askWhy, askedAll, askedWhy} = words.shift.close;
  const [what, why] = isOver ? [askedAll, askedWhy] : [askAll, askWhy];
  return {what: fill(forCount(what, count, language), {count}), why};
}

/** By how much a drawer differs, the word for it first. */
export function differenceText({currency, difference}: Drawer, {words}: Pick<Ear, 'words'>): string {
  const {over, short, right} = words.shift.close.rows;
  if (difference === null || difference === 0) return right;
  return `${difference > 0 ? over : short} ${displayMoney(inDrawer(currency, Math.abs(difference)))}`;
}

/** What the drawers ask for before the Z; `''` where they are right. */
export function demandText(ear: Ear): string {
  const {needsNote, needsSecond} = ear.words.shift.close;
  return {nothing: '', note: needsNote, 'second-person': needsSecond}[demandIn(ear)];
}

/** What goes on into the next period: what only a person can settle, and what nobody knows the end of. */
export function carriedTexts({notAsked}: CloseCheckScreen, {till, words, language}: Ear): readonly string[] {
  const {critical, carried, notAsked: silent} = words.shift.close;
  const open = pendingTray(till.state);
  const mine = needingPerson(till.state);
  const named = (list: typeof open) => list.map(({reference}) => reference).join(', ');
  const count = open.length;
  const facts = {count, references: named(open)};
  return [
    ...(mine.length === 0 ? [] : [`! ${fill(critical, {references: named(mine)})}`]),
    ...(count === 0 ? [] : [`? ${fill(forCount(carried, count, language), facts)}`]),
    ...(count === 0 || notAsked <= 0 ? [] : [fill(forCount(silent, notAsked, language), {count: notAsked})]),
  ];
}

/** What Enter will do, or is doing. */
export function makesText({making}: CloseCheckScreen, {till, words}: Pick<Ear, 'till' | 'words'>): string {
  const {makes, making: writing} = words.shift.close;
  if (making !== undefined) return fill(writing, {z: zName(making)});
  return fill(makes, {z: zName(till.state.ledger.z + 1)});
}
