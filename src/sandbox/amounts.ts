import type {RecordDialect} from './faults/dialects.js';
import type {FaultName} from './faults/fault-names.js';
import {hostileText} from './hostile-text.js';

/** What the whole part of an amount stands for, where there is no wallet whose digits could say it. */
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
  // Processed, and answered in a way that a client could take for a refusal.
  [116, 'busy-after'],
  [117, 'refusal-of-another'],
  [118, 'refusal-that-stands'],
  [119, 'refusal-in-a-sentence'],
]);

/** How the status record of a card payment of such an amount is told for the first minute. */
const records: ReadonlyMap<number, RecordDialect> = new Map([
  [120, 'record-unnamed'],
  [121, 'record-denied'],
  [122, 'record-doubled'],
  [123, 'record-without-currency'],
  [124, 'record-of-fees'],
  [125, 'record-in-part'],
]);

export function recordOfAmount(amount: number): RecordDialect | undefined {
  return records.get(Math.trunc(amount));
}

const hostileAmount = 114;

/** What befalls a call that moves this amount of money. */
export function faultOfAmount(amount: number): FaultName | undefined {
  return faults.get(Math.trunc(amount));
}

/** Words for a person to read, made to break his screen where the amount asks for that. */
export function written(words: string, amount: number): string {
  return Math.trunc(amount) === hostileAmount ? hostileText(words) : words;
}

/** Whether an amount is one of major units with two decimals at most, as card amounts are. */
export function hasCents(amount: number): boolean {
  return /^\d{1,12}(\.\d{1,2})?$/.test(String(amount));
}

/** An amount in cents, exactly. */
export function inCents(amount: number): number {
  return Math.round(amount * 100);
}
