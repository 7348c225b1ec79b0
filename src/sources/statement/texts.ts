import {hideCardNumbers} from '../../core/card/numbers.js';
import {cleanText} from '../../core/text/text.js';

const longest = 2048;
/** Nearly every text is shorter than the number of a card. */
const shortestNumber = 13;
const plainLetters = /^[ -~\u00A1-\u00AC\u00AE-\u024F]*$/;

/** What a bank wrote, in one line without control characters and without numbers of cards. */
export function shownText(text: string, most = longest): string {
  const clean = text.length <= most && plainLetters.test(text) ? text.trim() : cleanText(text, most);
  return clean.length < shortestNumber ? clean : hideCardNumbers(clean);
}

/** Several texts as one narration, each of them once. */
export function narrationOf(texts: readonly string[]): string {
  const said = new Set(texts.map(text => shownText(text)).filter(text => text !== ''));
  return shownText([...said].join(' '));
}
