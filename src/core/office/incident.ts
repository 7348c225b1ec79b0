import type {ChainPosition} from './chain.js';

/** What a person has to look at: found by hashes and signatures alone, and shut by nobody but a person. */
export type OfficeIncident =
  /** The till has other lines than the office. `at`: the first of them, null where only a signed claim is known. */
  | {
      readonly kind: 'forked';
      readonly at: number | null;
      readonly office: ChainPosition;
      readonly claim: ChainPosition;
      readonly key: string;
    }
  /** The till has less than it had, and no other lines: the office can give it the rest back. */
  | {
      readonly kind: 'rolled-back';
      readonly office: ChainPosition;
      readonly claim: ChainPosition;
      readonly key: string;
    }
  /** Two machines write with one key. */
  | {readonly kind: 'cloned'; readonly office: ChainPosition; readonly key: string}
  /** The office has signed for more than it has. */
  | {readonly kind: 'office-rolled-back'; readonly office: ChainPosition; readonly witnessed: ChainPosition}
  /** A till has joined again by a new key that the one before it did not sign. */
  | {readonly kind: 'key-gone'; readonly before: string; readonly key: string}
  /** Somebody sells on by a key that is the till's no more, because it was replaced or revoked: nothing of that is taken. */
  | {readonly kind: 'old-key'; readonly office: ChainPosition; readonly claim: ChainPosition; readonly key: string}
  /** A till that nobody expected wants to join by the name of another. */
  | {readonly kind: 'two-tills'; readonly key: string};
