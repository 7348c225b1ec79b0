/** Returns what kind of file the first bytes show, if it is not the text of a table or a statement. Returns `undefined` for any text. */
export function otherFormatOf(start: Buffer): string | undefined {
  const first = start.subarray(0, 128).toString('latin1');
  const known = beginnings.find(([beginning]) => first.startsWith(beginning))?.[1];
  if (known !== undefined) return known;
  if (/^(?:RIFF.{4}WEBP|.{4}ftyp(?:hei|mif|avif))/su.test(first)) return 'picture';
  // A French bank's statement (AFB120) in lines of 120 characters. Its first line has the balance before.
  const line = start.subarray(0, 122).toString('latin1');
  return /^01\d{5}.{113}[\r\n]/u.test(line) ? 'afb120' : undefined;
}

const beginnings: readonly (readonly [string, string])[] = [
  ['%PDF', 'pdf'],
  ['%!PS', 'document'],
  ['{\\rtf', 'document'],
  ['\u00D0\u00CF\u0011\u00E0', 'workbook'],
  ['PK\u0003\u0004', 'archive'],
  ['\u001F\u008B', 'archive'],
  ['Rar!', 'archive'],
  ["7z\u00BC\u00AF'\u001C", 'archive'],
  ['BZh', 'archive'],
  ['\u00FD7zXZ', 'archive'],
  ['\u0028\u00B5\u002F\u00FD', 'archive'],
  ['\u0089PNG', 'picture'],
  ['\u00FF\u00D8\u00FF', 'picture'],
  ['GIF8', 'picture'],
  ['II*\u0000', 'picture'],
  ['MM\u0000*', 'picture'],
  ['SQLite format 3', 'database'],
  ['-----BEGIN PGP MESSAGE', 'encrypted'],
  ['age-encryption.org/', 'encrypted'],
];
