import type {Money} from '../../money/money.js';
import type {ProviderRow, Rows, SourceFile} from './row.js';

/** A payment and its only row, between which nothing differs and about which there is nothing else to report. */
export type SettledPair = {
  readonly file: SourceFile<ProviderRow>;
  readonly row: ProviderRow;
  readonly reference: string;
  readonly till: string;
  readonly businessDate: string;
};

/** The pairs that a first pass found. Their payments are in no list; each pair is made when it is asked for. */
export type SettledPairs = {
  readonly pairs: Rows<SettledPair>;
  /** The pairs whose fee is zero by the service's answer while the row states one. That is reported once for all of them. */
  readonly free: Rows<SettledPair>;
  /** Their sums by day and currency; both sides of each pair have the same amount. */
  readonly sums: readonly {readonly date: string; readonly amount: Money}[];
  /** Whether the row at this place of the file belongs to a pair. Files are numbered as `distinct` returns them. */
  readonly hasRow: (file: number, at: number) => boolean;
};
