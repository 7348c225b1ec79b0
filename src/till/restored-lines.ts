import {type ChainLink, genesis, lineBytesMax, readLine} from '../../store/line.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Profile} from '../core/journal/schema.js';
import {Problem} from '../core/problem.js';

/** The till whose journal is restored. */
export type RestoredTill = {readonly till: string; readonly profile: Profile};

/** Where a line is: in the chain, and in the file of its day. */
export type LinePlace = ChainLink & {readonly date: string};

/** The place before the first line. */
export const firstPlace: LinePlace = {...genesis, date: ''};

/**
 * Returns the place of a line that an office sends back and that continues `before`. Throws `Problem` office-lines-differ if the line does
 * not continue it, or is of another till or profile.
 */
export function placeAfter(before: LinePlace, line: Uint8Array, {till, profile}: RestoredTill): LinePlace {
  const event = line.length > lineBytesMax ? 'too-long' : readLine(before, line);
  if (typeof event === 'string') throw new Problem('office-lines-differ', {till, why: `${before.seq + 1} ${event}`});
  const date = segmentOf(event, before.date) ?? before.date;
  const isOther = event.type === 'segment-opened' && event.data.profile !== profile;
  if (event.till !== till || date === '' || isOther)
    throw new Problem('office-lines-differ', {till, why: 'of-another-till'});
  return {seq: event.seq, head: event.hash, date};
}

/** The business date that a line begins; undefined if it begins none, empty if it is invalid. A file is named by it, so it is checked. */
function segmentOf(event: StoredEvent, before: string): string | undefined {
  if (event.type !== 'segment-opened') return undefined;
  const {businessDate} = event.data;
  return /^\d{4}-\d\d-\d\d$/.test(businessDate) && businessDate > before ? businessDate : '';
}
