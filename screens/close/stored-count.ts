import type {Currency} from '../../src/core/money/money.js';
import type {Period} from '../../src/core/shift/ledger.js';
import type {Line} from '../terminal/line.js';

/** A field of a count: how many of a piece, the whole, or another currency. */
export type CountField = `${number}` | 'total' | 'another';

/** What was typed of one drawer after the other; `another` is the currency that was added. */
export type TypedCounts = Readonly<
  Partial<
    Record<
      Currency,
      {
        readonly lines: Readonly<Partial<Record<CountField, Line>>>;
        readonly another: Currency | undefined;
        readonly focus: CountField;
      }
    >
  >
>;

/** A count that was left: it is gone on with by the same person, for as long as nothing has moved in these drawers. */
export type StoredCount = {
  readonly person: string;
  readonly drawers: Period['drawers'];
  readonly typed: TypedCounts;
};
