import {validateFreeText} from '../../src/core/payment/order.js';
import {Problem} from '../../src/core/problem.js';
import type {AmountLine} from '../sale/amount-line.js';
import {emptyLine, type Line, textOf} from '../terminal/line.js';

/** A line of words that was edited. A card's number in it is taken out as soon as it is one: what is shown here is kept. */
export function wordsLine(line: Line, check: (text: string) => void = validateFreeText): AmountLine {
  try {
    check(textOf(line));
    return {line, problem: undefined};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {line: emptyLine, problem: error};
  }
}
