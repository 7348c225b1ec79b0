import {useSyncExternalStore} from 'react';
import type {Till} from '../../src/till/till.js';

/** Draws the component again after every change of the till; returns a number that grows with them. */
export function useTill(till: Pick<Till, 'subscribe' | 'version'>): number {
  return useSyncExternalStore(till.subscribe, till.version);
}
