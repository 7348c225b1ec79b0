import {dialects} from './dialects.js';

/** Faults that happen before the service: nothing is processed. */
export const faultsBefore = ['reset-before', 'http-502-html', 'rate-limit', 'captive-portal', 'redirect'] as const;

/** Faults that happen to the answer: the request was processed, and the client cannot tell. */
export const faultsAfter = [
  'drop-after',
  'http-500-after',
  'cut-answer',
  'slow',
  'malformed',
  'truncate-no-length',
  ...dialects,
] as const;

export type FaultBefore = (typeof faultsBefore)[number];
export type FaultAfter = (typeof faultsAfter)[number];
export type FaultName = FaultBefore | FaultAfter;

export function isFaultBefore(name: FaultName): name is FaultBefore {
  return (faultsBefore as readonly string[]).includes(name);
}
