import {Problem} from '../problem.js';

/** When this program was made, 2026-11-01T00:00Z. No clock before that is right. */
const earliest = 1_793_491_200_000;
/** 2058-01-01T00:00Z. The seconds that a reference can hold end a few days later. */
const latest = 2_777_068_800_000;

/** Whether a clock that shows this time can be right. */
export const isPossible = (epochMs: number): boolean => earliest <= epochMs && epochMs < latest;

/** Whether a time is before the end of what a reference can hold. */
export const isBeforeEnd = (epochMs: number): boolean => epochMs < latest;

/** The instant under which an event is filed: its own or, if its clock cannot be right, the earliest possible one. */
export const possibleOr = (epochMs: number): number => (isPossible(epochMs) ? epochMs : earliest);

/** Throws `Problem` clock-impossible for a clock that cannot be right: nothing may be dated by it. */
export function checkClock(epochMs: number): void {
  if (isPossible(epochMs)) return;
  const date = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toString().slice(0, 10);
  throw new Problem('clock-impossible', {date});
}
