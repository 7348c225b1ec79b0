import {hideCardNumbers} from '../core/card/numbers.js';
import type {Mapping} from '../core/reconcile/row.js';
import {chunksOf, type Encoding, type Examined, examine, isXml} from './bytes.js';

/**
 * The bytes of a file with every card number in its cells, or in its elements, cut to the last four digits; null where it
 * has none. They come in pieces, once. Nothing else of it is changed: not its lines, its quotes or how its letters are written. `mapping` is what it
 * was read by, null for a statement in XML. Throws a `Problem` as `examine` does.
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

/** Nearly every file has none: nothing of it is held to find that out. */
async function holdsCards(examined: Examined, cell: RegExp): Promise<boolean> {
  for await (const text of wholeCells(examined)) {
    for (const [found] of text.matchAll(cell)) if (hidden(found) !== found) return true;
  }
  return false;
}

/** The text of a file in pieces, none of which ends within a cell. */
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

/** What stands between two tags, in a tag, or between two quotation marks in one. */
const element = /[^<>"]+/gu;

/** A cell in quotation marks, or one without. */
const cellOf = (separator: string) => new RegExp(String.raw`"(?:[^"]|"")*"|[^\r\n${separator}]+`, 'gu');

/** The number of a card in a cell; an XML file may write its digits by their codes. */
function hidden(cell: string): string {
  if (cell.length < shortest) return cell;
  const plain = cell.includes('&#') ? cell.replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/giu, digitCoded) : cell;
  const clean = hideCardNumbers(plain);
  return clean === plain ? cell : clean;
}

const shortest = 13;

function digitCoded(code: string, hexadecimal?: string, decimal?: string): string {
  const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  const sign = point <= 0x10ffff ? String.fromCodePoint(point) : '';
  return /^\p{N}$/u.test(sign) ? sign : code;
}

/** A cell of more letters than this is none: its file was refused for it. */
const longestHeld = 4_000_000;

/** After the last line that ends outside quotation marks: what follows may be a part of a cell. */
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

/** Windows-1252 has letters of its own where Latin-1 has control characters. */
const windowsBytes: ReadonlyMap<string, number> = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({length: 256}, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
);
