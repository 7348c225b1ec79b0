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
