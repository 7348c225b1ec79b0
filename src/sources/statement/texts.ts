import {hideCardNumbers} from '../../core/card/numbers.js';
import {cleanText} from '../../core/text/text.js';

const longest = 2048;
/** Nearly every text is shorter than the number of a card. */
const shortestNumber = 13;
const plainLetters = /^[ -~\u00A1-\u00AC\u00AE-\u024F]*$/;

/** What a bank wrote, in one line without control characters and without numbers of cards. */
export function shownText(text: string, most = longest): string {
  const clean = text.length <= most && plainLetters.test(text) ? text.trim() : cleanText(text, most);
  return mayHoldNumber(clean) ? hideCardNumbers(clean) : clean;
}

/** Whether there are as many digits as a card has, those of other scripts among them. */
function mayHoldNumber(text: string): boolean {
  if (text.length < shortestNumber) return false;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if ((unit >= 0x30 && unit <= 0x39) || unit > 0x7f) digits += 1;
  }
  return digits >= shortestNumber;
}

/** Several texts as one narration, each of them once. */
export function narrationOf(texts: readonly string[]): string {
  const said: string[] = [];
  for (const text of texts) {
    const own = text.trim();
    if (own !== '' && !said.includes(own)) said.push(own);
  }
  return shownText(said.join(' '));
}
