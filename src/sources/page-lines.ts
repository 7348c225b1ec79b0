/** What printing has put between the rows of a table: its headings once more, a line that stood above them, or the number of a page. */
export type PageLine = 'headings' | 'above' | 'number';

const pageNumber =
  /^\W*(?:page|pagina|página|seite|ukurasa|صفحة)(?: (?:no|n°|nº|nr|na)\.?)?\s*:?\s*\d{1,5}(?:\s*(?:of|\/|de|sur|von|van|wa|kati ya|من)\s*\d{1,5})?\W*$/iu;

export const isPageNumber = (text: string): boolean => pageNumber.test(text);

/** `head` is all that stands above the first row, the line of the headings last, unless there is none: it is `isBare`. */
export function pageLinesOf(
  head: readonly (readonly string[])[],
  isBare: boolean,
): (record: readonly string[]) => PageLine | undefined {
  const headings = isBare ? '' : textOf(head.at(-1) ?? []);
  const above = new Set((isBare ? head : head.slice(0, -1)).map(textOf));
  above.delete('');
  // Nearly every record is a row, and known as one by its first cells.
  const firsts = new Set(head.map(([first = '']) => first.trim()));
  return record => {
    if (isPageNumber(onlyTextOf(record))) return 'number';
    if (!firsts.has((record[0] ?? '').trim())) return undefined;
    const text = textOf(record);
    if (text !== '' && text === headings) return 'headings';
    return above.has(text) ? 'above' : undefined;
  };
}

/** What the only cell says in which something is written. */
function onlyTextOf(record: readonly string[]): string {
  let only = '';
  for (const cell of record) {
    if (cell === '' || cell.trim() === '') continue;
    if (only !== '') return '';
    only = cell;
  }
  return only;
}

/** As it is compared: empty cells at its end say nothing. */
const textOf = (record: readonly string[]): string =>
  record
    .map(cell => cell.trim())
    .join('\n')
    .trimEnd();
