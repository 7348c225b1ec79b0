import type {Database} from './database.js';
import {readSetting, writeSetting} from './settings.js';

const longestOffset = Temporal.Duration.from({hours: 24 * 365 * 1000}).total('milliseconds');

/** The machine's clock in epoch milliseconds. Nothing else in the sandbox reads it. */
export function realNow(): number {
  return Temporal.Now.instant().epochMilliseconds;
}

/** The sandbox's clock in epoch milliseconds: the machine's, moved ahead by all that was advanced so far. */
export function virtualNow(database: Database): number {
  return realNow() + offset(database);
}

/**
 * Pushes the clock ahead for every process that shares the database and returns the new time in epoch milliseconds, or
 * undefined when that would lie more than a thousand years ahead.
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
