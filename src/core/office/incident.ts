import type {Money} from '../money/money.js';
import type {ListKind, ListRefusal} from '../staff/signed-list.js';
import type {ChainPosition} from './chain.js';

/** Something for a person to look at and close. The office finds it by hashes and signatures, except for money that is two payments. */
export type OfficeIncident =
  /** The till has other lines than the office. `at` is the first of them; null if only a signed claim is known. */
  | {
      readonly kind: 'forked';
      readonly at: number | null;
      readonly office: ChainPosition;
      readonly claim: ChainPosition;
      readonly key: string;
    }
  /** The till has fewer lines than it had, and no different ones. The office can give it the missing lines back. */
  | {readonly kind: 'rolled-back'; readonly office: ChainPosition; readonly claim: ChainPosition; readonly key: string}
  /** Two machines write with one key. */
  | {readonly kind: 'cloned'; readonly office: ChainPosition; readonly key: string}
  /** The office has signed for more lines than it has. */
  | {readonly kind: 'office-rolled-back'; readonly office: ChainPosition; readonly witnessed: ChainPosition}
  /** A till has joined again with a new key that its previous key did not sign. */
  | {readonly kind: 'key-gone'; readonly before: string; readonly key: string}
  /** Somebody sells with a key that was replaced or revoked. The office accepts nothing of it. */
  | {readonly kind: 'old-key'; readonly office: ChainPosition; readonly claim: ChainPosition; readonly key: string}
  /** An unexpected till wants to join under the name of another. */
  | {readonly kind: 'two-tills'; readonly key: string}
  /** The till did not take what came as a list of this office. `seq` is the line that says so. */
  | {
      readonly kind: 'list-refused';
      readonly list: ListKind;
      readonly why: ListRefusal;
      readonly version: number | null;
      readonly seq: number;
    }
  /** The payment was made of a record of the provider that is an earlier payment too. Sums have it only if a person lets it count. */
  | ReceivedTwice;

/** Money that came once and is two payments. `reference` is the later one, by the clocks of the tills. */
export type ReceivedTwice = {
  readonly kind: 'received-twice';
  readonly reference: string;
  readonly businessDate: string;
  readonly amount: Money;
  readonly earlier: {readonly shop: string; readonly till: string; readonly reference: string};
  /** A person has found that the money came twice. */
  readonly counts?: true;
};
