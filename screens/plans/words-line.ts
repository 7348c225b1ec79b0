import {validateFreeText} from '../../src/core/payment/order.js';
import {Problem} from '../../src/core/problem.js';
import type {AmountLine} from '../order/amount-line.js';
import {emptyLine, type Line, textOf} from '../terminal/line.js';

/**
 * Returns a line of words after an edit. What is shown in it is saved, so a card number is removed as soon as it is complete. By default
 * the text is checked with `validateFreeText`; the result has the `Problem` that `check` throws.
 */
export function wordsLine(line: Line, check: (text: string) => void = validateFreeText): AmountLine {
  try {
    check(textOf(line));
    return {line, problem: undefined};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {line: emptyLine, problem: error};
  }
}
