import {Problem} from '../../src/core/problem.js';
import {bareNumber, lastFourOf} from '../card/masks.js';
import {dot, emptyLine, type Line, textOf} from '../terminal/line.js';

export type AmountLine = {readonly line: Line; readonly problem: Problem | undefined};

/** More digits in a row than any amount has, and no fewer than a card's number. */
const tooMany = /\d{13,}/u;
const unfinished = dot.repeat(4);

/**
 * What becomes of an amount that is edited. A card's number is not taken in its place: of one that comes digit by digit
 * the rest is passed over as well, spaces between its groups too, or it would be left as an amount.
 */
export function amountLine(before: AmountLine, changed: Line): AmountLine {
  const text = textOf(changed).replaceAll(/[\s-]/gu, '');
  const isRest = before.problem?.facts['amount'] === unfinished && /^[\d\s-]$/u.test(textOf(changed));
  if (isRest) return before;
  if (!tooMany.test(text)) return {line: changed, problem: undefined};
  const isPasted = text.length > textOf(before.line).length + 1;
  const amount = isPasted ? `${unfinished} ${lastFourOf(bareNumber(changed)) || '…'}` : unfinished;
  return {line: emptyLine, problem: new Problem('amount-not-a-number', {amount})};
}
