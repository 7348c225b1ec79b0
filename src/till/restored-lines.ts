import {type ChainLink, genesis, lineBytesMax, readLine} from '../../store/line.js';
import type {Profile, StoredEvent} from '../core/journal/event.js';
import {Problem} from '../core/problem.js';

/** Whose journal is given back. */
export type RestoredTill = {readonly till: string; readonly profile: Profile};

/** Where a line stands: in the chain, and in the file of its day. */
export type LinePlace = ChainLink & {readonly date: string};

/** Before the first line. */
export const firstPlace: LinePlace = {...genesis, date: ''};

/**
 * The place of a line that an office gives back and that goes on from another. Throws `Problem` office-lines-differ for one that does not, or
 * is of another till.
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

/** The day that a line begins; a file's name is made of it, so it is one. */
function segmentOf(event: StoredEvent, before: string): string | undefined {
  if (event.type !== 'segment-opened') return undefined;
  const {businessDate} = event.data;
  return /^\d{4}-\d\d-\d\d$/.test(businessDate) && businessDate > before ? businessDate : '';
}
