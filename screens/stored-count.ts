import type {Currency} from '../src/core/money/money.js';
import type {Period} from '../src/core/shift/ledger.js';
import type {Line} from './terminal/line.js';

/** A field of a count: the number of a denomination, the total, or a further currency. */
export type CountField = `${number}` | 'total' | 'another';

/** What was typed for each drawer. `another` is the currency that was added. */
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

/** A count that was interrupted. The same person can continue it as long as no money has moved in these drawers. */
export type StoredCount = {
  readonly person: string;
  readonly drawers: Period['drawers'];
  readonly typed: TypedCounts;
};
