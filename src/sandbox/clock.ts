import type {Database} from './database.js';
import {readSetting, writeSetting} from './settings.js';

const longestOffset = Temporal.Duration.from({hours: 24 * 365 * 1000}).total('milliseconds');

/** Returns epoch milliseconds by the machine's clock. Nothing else in the sandbox reads it. */
export function realNow(): number {
  return Temporal.Now.instant().epochMilliseconds;
}

/** Returns epoch milliseconds by the sandbox's clock: the machine's clock plus everything by which it was advanced. */
export function virtualNow(database: Database): number {
  return realNow() + offset(database);
}

/**
 * Advances the clock for every process that shares the database. Returns the new time in epoch milliseconds, or undefined if the clock
 * would be more than a thousand years ahead.
 */
export function advanceClock(database: Database, milliseconds: number): number | undefined {
  const moved = offset(database) + milliseconds;
  if (moved > longestOffset) return undefined;
  writeSetting(database, 'clock-offset', String(moved));
  return virtualNow(database);
}

function offset(database: Database): number {
  return Number(readSetting(database, 'clock-offset') ?? 0);
}
