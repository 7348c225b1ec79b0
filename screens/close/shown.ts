import {needingPerson, pendingPayments} from '../../src/core/journal/selectors.js';
import {listText} from '../../src/core/messages/list-text.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {inDrawer, zName} from '../../src/core/shift/report.js';
import type {Drawer} from '../../src/core/shift/report-schema.js';

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
export function shownTotal(screen: CloseCountScreen, {language}: Pick<Ear, 'language'>): string {
  const {currency, total} = screen;
  try {
    return displayMoney(totalIn(screen) ?? sumOfPieces(screen), language);
  } catch {
    return `${currency} ${textOf(total)}`;
  }
}

/** What is said beside the total: that it may stand for the pieces, or what they come to where both were typed. */
export function totalNote(screen: CloseCountScreen, {language, words}: Pick<Ear, 'language' | 'words'>): string {
  const {totalHint, piecesMake} = words.shiftScreen.close;
  if (textOf(screen.total).trim() === '') return totalHint;
  return piecesIn(screen) === undefined ? '' : piecesMake({amount: displayMoney(sumOfPieces(screen), language)});
}

/** What is being asked of the service, or was, and what becomes of what it does not know. */
export function askTexts({count, isOver}: CloseAskScreen, {words}: Ear) {
  const {askAll, askWhy, askedAll, askedWhy} = words.shiftScreen.close;
  const [what, why] = isOver ? [askedAll, askedWhy] : [askAll, askWhy];
  return {what: what({count}), why};
}

/** By how much a drawer differs, the word for it first. */
export function differenceText(
  {currency, difference}: Drawer,
  {language, words}: Pick<Ear, 'language' | 'words'>,
): string {
  const {over, short, right} = words.shiftScreen.close.rows;
  if (difference === null || difference === 0) return right;
  return `${difference > 0 ? over : short} ${displayMoney(inDrawer(currency, Math.abs(difference)), language)}`;
}

/** What the drawers ask for before the Z; `''` where they are right. */
export function demandText(ear: Ear): string {
  const {needsNote, needsSecond} = ear.words.shiftScreen.close;
  return {nothing: '', note: needsNote, 'second-person': needsSecond}[demandIn(ear)];
}

/** What goes on into the next period: what only a person can settle, and what nobody knows the end of. */
export function carriedTexts({notAsked}: CloseCheckScreen, {language, till, words}: Ear): readonly string[] {
  const {critical, carried, notAsked: silent} = words.shiftScreen.close;
  const open = pendingPayments(till.state);
  const mine = needingPerson(till.state);
  const named = (list: typeof open) =>
    listText(
      list.map(({reference}) => reference),
      language,
    );
  const count = open.length;
  const facts = {count, references: named(open)};
  return [
    ...(mine.length === 0 ? [] : [`! ${critical({references: named(mine)})}`]),
    ...(count === 0 ? [] : [`? ${carried(facts)}`]),
    ...(count === 0 || notAsked <= 0 ? [] : [silent({count: notAsked})]),
  ];
}

/** What Enter will do, or is doing. */
export function makesText({making}: CloseCheckScreen, {till, words}: Pick<Ear, 'till' | 'words'>): string {
  const {makes, making: writing} = words.shiftScreen.close;
  if (making !== undefined) return writing({z: zName(making)});
  return makes({z: zName(till.state.ledger.z + 1)});
}
