import type {Mapping} from '../core/reconcile/rows/row.js';
import {hideCardNumbers} from '../core/text/card-numbers.js';
import {chunksOf, type Encoding, type Examined, examine, isXml} from './bytes.js';

/**
 * Returns the bytes of a file with every card number in its cells, or in its XML elements, cut to the last four digits; `null` if it has no
 * card number. The bytes come in pieces and can be read once. Nothing else changes: not the lines, the quotes or the encoding. `mapping` is
 * the one that the file was read by; it is `null` for a statement in XML. Throws the same `Problem`s as `examine`.
 */
export async function withoutCards(file: string, mapping: Mapping | null): Promise<AsyncIterable<Buffer> | null> {
  const examined = await examine(file, mapping?.encoding ?? null, () => undefined);
  const cell = isXml(examined) ? element : cellOf(mapping?.separator ?? ',');
  const {encoding} = examined;
  if (!(await holdsCards(examined, cell))) return null;
  return (async function* () {
    for await (const text of wholeCells(examined)) yield encoded(text.replaceAll(cell, hidden), encoding);
  })();
}

/** Nearly every file has no card numbers. Finding that out keeps nothing in memory. */
async function holdsCards(examined: Examined, cell: RegExp): Promise<boolean> {
  for await (const text of wholeCells(examined)) {
    for (const [found] of text.matchAll(cell)) if (hidden(found) !== found) return true;
  }
  return false;
}

/** The text of a file in pieces, none of which ends inside a cell. */
async function* wholeCells({path, name, size, encoding}: Examined): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, {ignoreBOM: true});
  let held = '';
  for await (const chunk of chunksOf(path, name, size)) {
    held += decoder.decode(chunk, {stream: true});
    const end = lastEnd(held);
    if (end === 0) continue;
    yield held.slice(0, end);
    held = held.slice(end);
  }
  yield held + decoder.decode();
}

/** The text between two tags, inside a tag, or between two quotation marks inside a tag. */
const element = /[^<>"]+/gu;

/** A cell in quotation marks, or one without. */
const cellOf = (separator: string) => new RegExp(String.raw`"(?:[^"]|"")*"|[^\r\n${separator}]+`, 'gu');

const hidden = (cell: string): string => (cell.length < shortest ? cell : hideCardNumbers(cell));

const shortest = 13;

/** A longer text is not a cell: a file with such a cell is refused when it is read. */
const longestHeld = 4_000_000;

/** The end of the last line that ends outside quotation marks. What follows may be part of a cell. */
function lastEnd(text: string): number {
  let end = 0;
  let isQuoted = false;
  for (const {0: sign, index} of text.matchAll(/["\n]/gu)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted) end = index + 1;
  }
  return end === 0 && text.length > longestHeld ? text.lastIndexOf('\n') + 1 : end;
}

function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'windows-1252') return Buffer.from(Array.from(text, letter => windowsBytes.get(letter) ?? 0x3f));
  const units = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? units : units.swap16();
}

/** The bytes of windows-1252, which has characters where Latin-1 has control characters. */
const windowsBytes: ReadonlyMap<string, number> = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({length: 256}, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
);
