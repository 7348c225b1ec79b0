import {Problem} from '../../src/core/problem.js';
import {dot, emptyLine, type Line, textOf} from '../terminal/line.js';
import {bareNumber, lastFourOf} from './masks.js';

export type AmountLine = {readonly line: Line; readonly problem: Problem | undefined};

/** More digits in a row than any amount has, and not more than a card number has. */
const tooMany = /\d{13,}/u;
const unfinished = dot.repeat(4);

/**
 * Returns the amount after an edit. A card number is not accepted as an amount. If it arrives digit by digit, the remaining digits and the
 * spaces between its groups are dropped too; otherwise they would remain as an amount.
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
