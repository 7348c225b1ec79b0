import {hideCardNumbers} from '../../core/text/card-numbers.js';
import {cleanText} from '../../core/text/text.js';

const longest = 2048;
/** A quick test: nearly every text is shorter than a card number. */
const shortestNumber = 13;
const plainLetters = /^[ -~\u00A1-\u00AC\u00AE-\u024F]*$/;

/** Returns a bank's text on one line, without control characters and card numbers. */
export function shownText(text: string, most = longest): string {
  const clean = text.length <= most && plainLetters.test(text) ? text.trim() : cleanText(text, most);
  return mayHoldNumber(clean) ? hideCardNumbers(clean) : clean;
}

/**
 * Whether a text has as many digits as a card number. Every character beyond ASCII counts, because digits of other scripts are among them.
 */
function mayHoldNumber(text: string): boolean {
  if (text.length < shortestNumber) return false;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if ((unit >= 0x30 && unit <= 0x39) || unit > 0x7f) digits += 1;
  }
  return digits >= shortestNumber;
}

/** Joins several texts into one narration. A text that occurs again is left out. */
export function narrationOf(texts: readonly string[]): string {
  const said: string[] = [];
  for (const text of texts) {
    const own = text.trim();
    if (own !== '' && !said.includes(own)) said.push(own);
  }
  return shownText(said.join(' '));
}
