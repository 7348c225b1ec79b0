import type {FaultName, RecordDialect} from './faults/broken-answer.js';

/** The fault that the whole part of an amount stands for, for calls without a wallet whose digits could state it. */
const faults: ReadonlyMap<number, FaultName> = new Map([
  // Processed, then the connection drops.
  [105, 'drop-after'],
  // Reset before anything is processed.
  [106, 'reset-before'],
  // Processed, then HTTP 500.
  [107, 'http-500-after'],
  // Processed, the answer is cut in the middle.
  [109, 'cut-answer'],
  // Processed, the answer takes 40 seconds.
  [110, 'slow'],
  // Processed, and answered in a way that a client could mistake for a refusal.
  [116, 'busy-after'],
  [117, 'refusal-of-another'],
  [118, 'refusal-that-stands'],
  [119, 'refusal-in-a-sentence'],
]);

/** The dialect of the status record of a card payment of such an amount during its first minute. */
const records: ReadonlyMap<number, RecordDialect> = new Map([
  [120, 'record-unnamed'],
  [121, 'record-denied'],
  [122, 'record-doubled'],
  [123, 'record-without-currency'],
  [124, 'record-of-fees'],
  [125, 'record-in-part'],
]);

export const recordOfAmount = (amount: number): RecordDialect | undefined => records.get(Math.trunc(amount));

const hostileAmount = 114;

/** Returns the fault of a call that moves this amount of money, in major units; undefined if it has none. */
export const faultOfAmount = (amount: number): FaultName | undefined => faults.get(Math.trunc(amount));

/** Returns words for a person to read, as hostile text if the amount asks for it. */
export const written = (words: string, amount: number): string =>
  Math.trunc(amount) === hostileAmount ? hostileText(words) : words;

/** Whether an amount in major units has at most two decimals, as card amounts have. */
export const hasCents = (amount: number): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(String(amount));

/** Returns an amount in major units as whole cents. */
export const inCents = (amount: number): number => Math.round(amount * 100);

const length = 10_000;

/** Characters that could move a cursor, change a colour, break a line or a table, or set a terminal's title. */
const attack =
  '\u001b[2J\u001b[1;1H\u001b[31mPAID\u001b[0m\u001b]0;owned\u0007' +
  '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\' +
  '\u001b]52;c;b3duZWQ=\u0007\u009b2K\u0090q\u009c' +
  '\r\nSecond line\n\tthird\u000b\u000c\u0008\u0000\u007f\u0085\u2028\u2029' +
  '\u202egnihton diaP\u202c\u2066left\u2069\u200f\u200b\ufeffa\u0301\u0323\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

/** Returns `plain` followed by such characters, 10,000 UTF-16 units in total. */
export const hostileText = (plain: string): string => `${plain} ${attack} `.padEnd(length, 'm\u0336\u001b[1m ');
