import type {Rows} from '../core/reconcile/rows/row.js';

type Value = string | number | null;

/** Figures are stored in blocks, so that nothing has to be copied when more arrive. The index gives the block and the place in it. */
const blockRows = 65_536;
const [blockBits, placeMask] = [16, blockRows - 1];
const textBytes = 1_048_576;
/** Longer texts, in characters, are stored as they are. */
const longestPacked = 16_000;
/** Up to `mostKnown` texts of a column are stored once. After `tried`, one that hardly repeats is no longer searched. */
const mostKnown = 4096;
const tried = 16_384;
/** Codes from here on are places of texts in the blocks. Lower codes are indexes of texts that are stored only once. */
const packedFrom = 2 ** 31;

/** Numbers in blocks that only grow. Most files have few rows, so the first block starts small. */
class Figures {
  private readonly blocks: Uint32Array[] = [];
  set(index: number, value: number): void {
    const [block, place] = [index >>> blockBits, index & placeMask];
    const its = this.blocks[block];
    if (its !== undefined && place < its.length) its[place] = value;
    else this.grow(block, place)[place] = value;
  }
  private grow(block: number, place: number): Uint32Array {
    const before = this.blocks[block];
    const grown = new Uint32Array(block > 0 ? blockRows : Math.min(blockRows, Math.max(64, place * 2)));
    if (before !== undefined) grown.set(before);
    this.blocks[block] = grown;
    return grown;
  }
  at(index: number): number {
    return this.blocks[index >>> blockBits]?.[index & placeMask] ?? 0;
  }
}

/** Texts stored one after the other. Two bytes before each text hold its length in bytes, and whether a character takes two bytes. */
class Texts {
  private readonly blocks: Buffer[] = [];
  private used = textBytes;
  add(text: string): number {
    const isWide = !isNarrow(text);
    const bytes = isWide ? text.length * 2 : text.length;
    if (this.used + bytes + 2 > textBytes) {
      this.blocks.push(Buffer.allocUnsafeSlow(textBytes));
      this.used = 0;
    }
    const block = this.blocks.length - 1;
    const to = this.blocks[block];
    const place = block * textBytes + this.used;
    to?.writeUInt16LE(bytes * 2 + Number(isWide), this.used);
    to?.write(text, this.used + 2, isWide ? 'utf16le' : 'latin1');
    this.used += bytes + 2;
    return place;
  }
  at(place: number): string {
    const from = this.blocks[Math.floor(place / textBytes)];
    if (from === undefined) throw new RangeError(`no text at ${place}`);
    const start = place % textBytes;
    const head = from.readUInt16LE(start);
    return from.toString(head % 2 === 1 ? 'utf16le' : 'latin1', start + 2, start + 2 + Math.floor(head / 2));
  }
}

const isNarrow = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0xff) return false;
  return true;
};

/** The texts of one column, and `null` for a row without one. */
class TextColumn {
  private readonly codes = new Figures();
  private readonly known = new Map<string, number>();
  private readonly held: (string | null)[] = [null];
  private looked = 0;
  private found = 0;
  private readonly texts: Texts;
  constructor(texts: Texts) {
    this.texts = texts;
  }
  set(index: number, text: string | null): void {
    this.codes.set(index, text === null ? 0 : this.codeOf(text));
  }
  at(index: number): string | null {
    const code = this.codes.at(index);
    return code < packedFrom ? (this.held[code] ?? null) : this.texts.at(code - packedFrom);
  }
  *distinct(length: number): Iterable<string | null> {
    const given = new Uint8Array(this.held.length);
    for (let index = 0; index < length; index += 1) {
      const code = this.codes.at(index);
      if (code >= packedFrom) yield this.texts.at(code - packedFrom);
      else if (given[code] === 0) {
        given[code] = 1;
        yield this.held[code] ?? null;
      }
    }
  }
  private codeOf(text: string): number {
    const isLookedFor = this.looked < tried || this.found * 4 > this.looked;
    if (isLookedFor) {
      this.looked += 1;
      const code = this.known.get(text);
      if (code !== undefined) {
        this.found += 1;
        return code;
      }
      if (this.known.size < mostKnown) return this.hold(whole(text), true);
    }
    return text.length > longestPacked ? this.hold(whole(text), false) : packedFrom + this.texts.add(text);
  }
  private hold(text: string, isKnown: boolean): number {
    const code = this.held.push(text) - 1;
    if (isKnown) this.known.set(text, code);
    return code;
  }
}

/** In V8 a part of a text that is longer than this keeps the whole text in memory that it was read from. */
const longestCopied = 12;
/** Returns a copy of the text that keeps no other text in memory. */
export const whole = (text: string): string =>
  text.length <= longestCopied ? text : Buffer.from(text, 'utf16le').toString('utf16le');

/** Rows in little memory: a file may have a million. An object is made when asked for. The first row decides which fields there are. */
export class PackedRows<Row extends object> implements Rows<Row> {
  length = 0;
  private readonly texts = new Texts();
  private columns: {readonly field: string; readonly column: TextColumn | Figures}[] | undefined;

  push(row: Row): void {
    this.put(this.length, row);
    this.length += 1;
  }

  put(index: number, row: Row): void {
    const values = row as Readonly<Record<string, Value>>;
    this.columns ??= Object.entries(values).map(([field, value]) => ({
      field,
      column: typeof value === 'number' ? new Figures() : new TextColumn(this.texts),
    }));
    for (const {field, column} of this.columns) {
      const value = values[field];
      if (column instanceof Figures) column.set(index, Number(value));
      else column.set(index, value === undefined || value === null ? null : String(value));
    }
  }

  at(index: number): Row | undefined {
    const place = index < 0 ? this.length + index : index;
    return place < 0 || place >= this.length ? undefined : this.rowAt(place);
  }

  *[Symbol.iterator](): Iterator<Row> {
    for (let index = 0; index < this.length; index += 1) yield this.rowAt(index);
  }

  distinct(field: string): Iterable<Value> {
    const column = this.columns?.find(each => each.field === field)?.column;
    if (column instanceof TextColumn) return column.distinct(this.length);
    return Array.from({length: this.length}, (_, index) => column?.at(index) ?? null);
  }

  valueAt(index: number, field: string): Value {
    return this.columns?.find(each => each.field === field)?.column.at(index) ?? null;
  }

  private rowAt(index: number): Row {
    const row: Record<string, Value> = {};
    for (const {field, column} of this.columns ?? []) row[field] = column.at(index);
    return row as Row;
  }
}
