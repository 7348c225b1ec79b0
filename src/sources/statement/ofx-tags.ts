import {Problem} from '../../core/problem.js';
import {limits} from '../bytes.js';

/** A tag and the text up to the next one, with entities decoded. */
export type Tag = {readonly name: string; readonly isEnd: boolean; readonly text: string; readonly line: number};

const tagText = /^(?<end>\/?)(?<name>[A-Z][A-Z0-9.]{0,40})\s*(?<empty>\/?)$/u;
const longestTag = 50;
const longestHeader = 65_536;
const mostKnown = 1000;

type Name = Pick<Tag, 'name' | 'isEnd'>;

/**
 * Reads the tags of OFX, in SGML and in XML: a value ends at the next tag, whether or not it has an end tag. `header` returns what stands
 * above the first tag. Throws the `Problem` `file-record-too-long`.
 */
export function tagReader(file: string, take: (tag: Tag) => void) {
  /** The text from the last tag on, whose value has not ended yet. */
  let held = '';
  let line = 1;
  let header = '';
  let open: (Name & {readonly length: number}) | undefined;
  const known = new Map<string, Name | undefined>();
  const nameIn = (text: string): Name | undefined => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const {end, name, empty} = tagText.exec(text)?.groups ?? {};
    if (name === undefined) return undefined;
    const found = {name, isEnd: end !== '' || empty !== ''};
    if (known.size < mostKnown) known.set(text, found);
    return found;
  };
  const give = (text: string) => {
    if (open === undefined) return;
    if (text.length > limits.fieldLength) throw new Problem('file-record-too-long', {file, line});
    take({name: open.name, isEnd: open.isEnd, text: plainText(text), line});
  };
  const read = (): void => {
    let from = 0;
    for (let at = held.indexOf('<', open === undefined ? 0 : 1); at !== -1; at = held.indexOf('<', at + 1)) {
      const end = held.indexOf('>', at);
      if (end === -1) break; // the rest of the tag is in the next piece
      const name = end - at > longestTag ? undefined : nameIn(held.slice(at + 1, end));
      if (name === undefined) continue;
      if (open === undefined) header = held.slice(0, at);
      else give(held.slice(from + open.length, at));
      line += breaksIn(held, from, at);
      from = at;
      open = {name: name.name, isEnd: name.isEnd, length: end + 1 - at};
    }
    held = held.slice(from);
    if (held.length > longestHeader) throw new Problem('file-record-too-long', {file, line});
  };
  return {
    write(piece: string): void {
      held += piece;
      read();
    },
    end(): void {
      if (open !== undefined) give(held.slice(open.length));
    },
    header: () => header,
  };
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function plainText(text: string): string {
  const trimmed = text.trim();
  const bare = trimmed.startsWith('<![CDATA[') ? trimmed.slice(9).replace(/\]\]>$/u, '') : trimmed;
  return bare.includes('&') ? bare.replaceAll(entity, spelled) : bare;
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
