import type {Money} from '../money/money.js';
import type {ProviderRow, Rows, SourceFile} from './row.js';

/** A payment and the one row of it, in which nothing differs and of which nothing else is to be said. */
export type SettledPair = {
  readonly file: SourceFile<ProviderRow>;
  readonly row: ProviderRow;
  readonly reference: string;
  readonly till: string;
  readonly businessDate: string;
};

/** Pairs that a first pass has found: their payments are in no list, and each is made when it is asked for. */
export type SettledPairs = {
  readonly pairs: Rows<SettledPair>;
  /** Those of them whose fee the service has answered as none, while the row states one: that is told once for all. */
  readonly free: Rows<SettledPair>;
  /** What they come to by day and currency: both sides of each are of one amount. */
  readonly sums: readonly {readonly date: string; readonly amount: Money}[];
  /** Whether the row at this place of the file is of one of them; files as `distinct` has them. */
  readonly hasRow: (file: number, at: number) => boolean;
};
