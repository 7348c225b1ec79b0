import type {OfficeAnswer, ReportedPosition} from './accept.js';
import type {ChainPosition} from './chain.js';

/** A till's own journal as its shipper reads it: its last line, and the hash of each before it. */
export type OwnJournal = ChainPosition & {readonly hashOf: (seq: number) => string | undefined};

/** What a shipper goes by: what the office told it, and from where it goes on. `back`: how far before the office's own line it looks for one that both have. */
export type ShippingState = {
  readonly position: ReportedPosition;
  /** The line from which to send, once an answer has said that the office has all before it. */
  readonly next: number | null;
  readonly back: number;
};

/** Where shipping begins: nothing but what the office says is believed. */
export function beginShipping(position: ReportedPosition): ShippingState {
  return {position: position, next: null, back: 1};
}

/** The first line to send; undefined where the office has all of them. */
export function firstToSend(own: OwnJournal, {position: told, next, back}: ShippingState): number | undefined {
  if (next !== null) return next > own.seq ? undefined : next;
  const ends = [told.position, ...told.branches].filter(({seq, head}) => seq <= own.seq && own.hashOf(seq) === head);
  if (ends.length > 0) {
    const end = Math.max(...ends.map(({seq}) => seq));
    return end === own.seq ? undefined : end + 1;
  }
  if (told.isKnown) return undefined;
  return Math.max(1, Math.min(own.seq, told.position.seq) + 1 - back);
}

/**
 * What is next after an answer to the lines up to `last`; undefined where the office has to be asked again where it stands, or keeps no
 * more of this branch.
 */
export function afterAnswer(
  own: OwnJournal,
  state: ShippingState,
  last: number,
  answer: OfficeAnswer,
): ShippingState | undefined {
  if (answer.kind === 'kept') {
    const {seq, head} = answer.position;
    const isAhead = seq > last && seq <= own.seq && own.hashOf(seq) === head; // another shipper of the same till was faster
    return {...state, next: (isAhead ? seq : last) + 1};
  }
  if (answer.kind !== 'forked') return undefined;
  if (answer.at === null) return {...state, next: null, back: state.back * 2};
  return answer.branch === null ? undefined : {...state, next: last + 1};
}
