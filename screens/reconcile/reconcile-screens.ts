import type {Messages} from '../../src/core/messages/messages.js';
import type {Problem} from '../../src/core/problem.js';
import type {
  ReconciliationLine as Difference,
  DiscrepancyCode,
  LineStatus,
} from '../../src/core/reconcile/discrepancy.js';
import type {Days} from '../../src/core/reconcile/inputs.js';
import type {Reconciliation, Suggestion} from '../../src/core/reconcile/reconcile.js';
import type {Mapping, SourceKind} from '../../src/core/reconcile/row.js';
import type {GivenSource, ReconcileProgress} from '../../src/till/reconcile.js';
import type {Till} from '../../src/till/till.js';
import type {Line} from '../terminal/line.js';
export type SourceField = keyof Messages['reconcileScreen']['file']['columns'];

/** Which lines are listed: those that somebody still has to look at, those of one state, or all. */
export type StateFilter = 'remaining' | LineStatus | 'all';

/** A day against everything that is loaded: the lines that remain. */
export type ReconcileScreen = {
  readonly kind: 'reconcile';
  readonly days: Days;
  /** Files that were added on this screen: they count whatever days they tell. */
  readonly files: readonly GivenSource[];
  readonly result: Reconciliation | undefined;
  /** What is being read or asked just now; undefined at rest. */
  readonly work: Work | undefined;
  readonly problem: Problem | undefined;
  readonly state: StateFilter;
  readonly code: DiscrepancyCode | 'all';
  /** The key of the marked line, and where it stood when it was marked, in case it leaves the list. */
  readonly selected: string | undefined;
  readonly index: number;
};

export type Work = {
  readonly isLive: boolean;
  readonly isStopping: boolean;
  readonly progress: ReconcileProgress | undefined;
};

/** The equations and what they rest on, which are only read. */
export type ReconcilePageScreen = {
  readonly kind: 'reconcile-page';
  readonly page: 'equations' | 'coverage';
  readonly result: Reconciliation;
  readonly offset: number;
};

/** One line with both of its sides. */
export type DifferenceScreen = {
  readonly kind: 'reconcile-line';
  readonly line: Difference;
  readonly suggestion: Suggestion | undefined;
  readonly offset: number;
};

/** What a person may say of how a file is written. */
export type WritingField = 'separator' | 'decimalMark' | 'dateOrder' | 'currency';
export type FileField = 'file' | 'kind' | 'days' | WritingField | `column:${SourceField}`;

/** Somebody else's file: which one it is, then what it was taken for. */
export type FileScreen = {
  readonly kind: 'reconcile-file';
  readonly source: SourceKind;
  readonly lines: Readonly<Record<'file' | 'days' | 'currency', Line>>;
  /** What a person says of it; what they leave out is found in the file. */
  readonly said: Partial<Pick<Mapping, 'separator' | 'decimalMark' | 'dateOrder'>>;
  /** Headings that a person typed or chose, by field; empty: the file has no such column. */
  readonly columns: Readonly<Partial<Record<SourceField, Line>>>;
  /** What the file left unsaid when it was read last, and is asked for. */
  readonly missing: readonly FileField[];
  readonly taken: TakenSource | undefined;
  /** What it was read with. */
  readonly given: GivenSource | undefined;
  readonly focus: FileField;
  /** Whether something was said that the file was not read with. */
  readonly isChanged: boolean;
  readonly work: Work | undefined;
  readonly problem: Problem | undefined;
};

type Read = Awaited<ReturnType<Till['importSource']>>;

/** What a file was taken for, without its rows. */
export type TakenSource = Pick<Read, 'mapping' | 'detection'> & {
  readonly name: string;
  readonly sha256: string;
  readonly rows: number;
  readonly interval: Days | null;
  /** It was not read into the till before: who goes back leaves it out again. */
  readonly isNew: boolean;
};

export type ReconcileEffect =
  | {
      readonly kind: 'reconcile';
      readonly days: Days;
      readonly files: readonly GivenSource[];
      readonly isLive: boolean;
    }
  | {readonly kind: 'stop-reconcile'}
  | {readonly kind: 'import-source'; readonly given: GivenSource}
  | {readonly kind: 'withdraw-source'; readonly source: {readonly kind: SourceKind; readonly sha256: string}};

export type ReconcileMessage =
  | {readonly kind: 'reconcile-progress'; readonly progress: ReconcileProgress}
  | {readonly kind: 'reconciled'; readonly result: Reconciliation}
  | {readonly kind: 'source-withdrawn'}
  | {readonly kind: 'source-read'; readonly given: GivenSource; readonly taken: TakenSource};

export type ReconcileScreens = ReconcileScreen | ReconcilePageScreen | DifferenceScreen | FileScreen;
