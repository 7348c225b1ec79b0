import {Problem} from '../problem.js';

/** When this program was made, before which no clock is right: 2026-11-01T00:00Z. */
const earliest = 1_793_491_200_000;
/** The seconds of a reference end a few days later: 2058-01-01T00:00Z. */
const latest = 2_777_068_800_000;

/** Whether a clock that says this can be right. */
export const isPossible = (epochMs: number): boolean => earliest <= epochMs && epochMs < latest;

/** Whether a time is before the end of what references can write. */
export const isBeforeEnd = (epochMs: number): boolean => epochMs < latest;

/** The instant under which an event is filed: its own, or the earliest of all where its clock cannot be right. */
export const possibleOr = (epochMs: number): number => (isPossible(epochMs) ? epochMs : earliest);

/** Throws `Problem` clock-impossible for a clock by which nothing may be dated. */
export function checkClock(epochMs: number): void {
  if (isPossible(epochMs)) return;
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toString().slice(0, 10);
  throw new Problem('clock-impossible', {date});
}
