import {hideCardNumbers} from '../core/text/card-numbers.js';
import {cleanText} from '../core/text/text.js';

const longest = 2048;
/** A quick test: nearly every text is shorter than a card number. */
const shortestNumber = 13;
const plainLetters = /^[ -~\u00A1-\u00AC\u00AE-\u024F]*$/;

/** Returns a text of a file on one line, without control characters and card numbers. */
export function shownText(text: string, most = longest): string {
  const clean = text.length <= most && plainLetters.test(text) ? text.trim() : cleanText(text, most);
  return mayHoldNumber(clean) ? hideCardNumbers(clean) : clean;
}

/** Whether a text has a card number's digits. Characters beyond ASCII count, since digits of other scripts are among them. */
function mayHoldNumber(text: string): boolean {
  if (text.length < shortestNumber) return false;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if ((unit >= 0x30 && unit <= 0x39) || unit > 0x7f) digits += 1;
  }
  return digits >= shortestNumber;
}

const entity = /&(?:#(?<decimal>\d{1,7})|#x(?<hexadecimal>[\da-f]{1,6})|(?<name>[a-z]{2,6}\d?));/giu;
const signs: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"};
/** The characters of ISO 8859-1 from 160 to 255, by their HTML names. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );

/** Returns the character of an entity. An unknown entity is returned unchanged. */
function spelled(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) {
    const at = latin.indexOf(name);
    return at === -1 ? (Object.hasOwn(signs, name) ? (signs[name] ?? whole) : whole) : String.fromCodePoint(160 + at);
  }
  const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '0', 16) : Number(decimal);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}

/** Returns a text of XML, HTML or SGML with its entities decoded. */
export const withoutEntities = (text: string): string => text.replaceAll(entity, spelled);
