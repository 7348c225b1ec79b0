import type {Messages} from '../../src/core/messages/messages.js';
import type {Problem} from '../../src/core/problem.js';
import type {ReconciliationRecords} from '../../src/core/reconcile/records/records.js';
import type {Reconciliation, SuggestedGroup, Suggestion} from '../../src/core/reconcile/result/reconcile.js';
import type {
  ReconciliationLine as Difference,
  DiscrepancyCode,
  LineStatus,
} from '../../src/core/reconcile/rows/discrepancy.js';
import type {Days} from '../../src/core/reconcile/rows/inputs.js';
import type {Mapping, SourceKind} from '../../src/core/reconcile/rows/row.js';
import type {FileOverview} from '../../src/core/reconcile/shown/overview.js';
import type {GivenSource, ReconcileProgress, TaxField} from '../../src/till/reconcile.js';
import type {Till} from '../../src/till/till.js';
import type {Jumping, MarkedRow} from '../kit/list.js';

export type SourceField = keyof Messages['reconcileScreen']['file']['columns'] | TaxField;

/** Which lines are listed: those that a person still has to look at, those of one status, or all. */
export type DifferenceFilter = 'remaining' | LineStatus | 'all';

export type FileField =
  | 'file'
  | 'kind'
  | 'days'
  | 'password'
  | 'part'
  | 'account'
  | 'replaces'
  | 'unproved'
  /** How the values are written. */
  | 'separator'
  | 'decimalMark'
  | 'dateOrder'
  | 'currency'
  | `column:${SourceField}`;

/** What the days were last compared with, besides the files: the acceptances, the matches, and the shop's rules. */
type Rested = Pick<ReconciliationRecords, 'accepted' | 'matches' | 'rules'>;

/** One day against all that is loaded. Typed text is of the file being added: path, days, and headings of columns (empty: none). */
export type Reconcile = Jumping<FileField> &
  MarkedRow &
  Rested & {
    readonly days: Days;
    /** The files that were added on this screen. They are used whichever days they cover. */
    readonly files: readonly GivenSource[];
    readonly result: Reconciliation | undefined;
    readonly work: Work | undefined;
    readonly problem: Problem | undefined;
    readonly status: DifferenceFilter;
    readonly code: DiscrepancyCode | 'all';
    /** The cause whose lines are listed, by its id; undefined for the whole list. */
    readonly cause: string | undefined;
    /** The lines that were selected to be accepted together, by their keys. */
    readonly picked: ReadonlyMap<string, Difference>;
    readonly view: ReconcileView;
    readonly file: AddedFile;
  };

/** The work list, and the pages that are opened from it. */
export type ReconcileView = {readonly kind: 'list' | 'file'} | ReconcilePage | OpenLine;
export type ReconcilePage = {readonly kind: 'page'; readonly page: 'equations' | 'coverage'; readonly offset: number};
export type OpenLine = {
  readonly kind: 'line';
  readonly line: Difference;
  readonly suggestion: Suggestion | undefined;
  readonly group: SuggestedGroup | undefined;
  readonly offset: number;
};

export type Work = {
  readonly kind: 'compare' | 'ask' | 'read';
  readonly progress: ReconcileProgress | undefined;
  readonly asking: AbortController | undefined;
  /** The questions to the service are being stopped; or the form was left, and the file that is being read must be withdrawn. */
  readonly isCalledOff: boolean;
};

/** An external file: which one it is, then how it was understood. */
export type AddedFile = {
  readonly source: SourceKind;
  /** What the person says about it. The rest is detected in the file. */
  readonly said: Partial<Pick<Mapping, 'separator' | 'decimalMark' | 'dateOrder'>>;
  /** The sheet, file or attachment in it that was chosen. */
  readonly part: string | undefined;
  /** The accounts for which the file was refused. The person has to choose one. */
  readonly accounts: readonly string[];
  readonly account: string | undefined;
  /** What could not be found in the file when it was last read, and is asked for. */
  readonly missing: readonly FileField[];
  /** The file is read although one of its own figures is not true of its rows. */
  readonly isUnproved: boolean;
  /** The file that it replaces: the position among those that it may replace, counted from 1; 0 for none. */
  readonly replaced: number;
  readonly taken: TakenSource | undefined;
  readonly given: GivenSource | undefined;
  /** Whether the person has said something with which the file has not been read yet. */
  readonly isChanged: boolean;
  readonly problem: Problem | undefined;
};

type Read = Awaited<ReturnType<Till['importSource']>>;

/** How a file was understood, without its rows. */
export type TakenSource = Omit<Read, 'source'> &
  Pick<Read['source'], 'name' | 'sha256' | 'interval' | 'told'> & {
    readonly rows: number;
    readonly overview: FileOverview;
    /** The till had not read the file before. Going back withdraws it. */
    readonly isNew: boolean;
  };

export const toList = (state: Reconcile): Reconcile => ({...state, view: {kind: 'list'}});
