import type {OfficeAnswer, ReportedPosition} from './accept.js';
import type {ChainPosition} from './chain.js';

/** A till's own journal as its shipper reads it: the position of its last line, and the hash of each line. */
export type OwnJournal = ChainPosition & {readonly hashOf: (seq: number) => string | undefined};

/** What a shipper knows of the office. `back` is how far before the office's last line it looks for a line that both have. */
export type ShippingState = {
  readonly position: ReportedPosition;
  /** The next line to send, once an answer has said that the office has all lines before it; null until then. */
  readonly next: number | null;
  readonly back: number;
};

/** Returns the first state, which relies only on what the office reports. */
export const beginShipping = (position: ReportedPosition): ShippingState => ({position: position, next: null, back: 1});

/** Returns the first line to send; undefined if the office has all lines. */
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

/** Returns the state after an answer to the lines up to `last`; undefined if the office has to be asked for its position again. */
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
