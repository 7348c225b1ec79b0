import type {Programs} from './programs.js';
import type {Row} from './row.js';
import type {Service} from './service.js';

/** What every figure is given. */
export type Bench = {
  /** A folder that goes away with the run. */
  readonly folder: string;
  /** The sizes of a continuous build: enough to see that everything runs, too few to believe the figures. */
  readonly isQuick: boolean;
  readonly programs: Programs;
  /** The sandbox, in a thread of its own. */
  readonly service: Service;
  /** Homes of tills whose journals were filled beforehand. */
  readonly homes: Homes;
};

/** Folders of data by the size of their journal. */
export type Homes = {
  readonly empty: string;
  /** Two hundred days of a small shop. */
  readonly small: string;
  /** Two hundred days of a large one. */
  readonly full: string;
  /** What is in the full one. */
  readonly events: number;
  readonly payments: number;
  readonly pending: number;
};

/** A group of figures that were measured together. */
export type Section = {
  readonly title: string;
  readonly method: string;
  readonly rows: readonly Row[];
  /** What the figure consists of, or why it is the limit. */
  readonly notes?: readonly string[];
};
