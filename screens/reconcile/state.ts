import type {Messages} from '../../src/core/messages/messages.js';
import type {Problem} from '../../src/core/problem.js';
import type {
  ReconciliationLine as Difference,
  DiscrepancyCode,
  LineStatus,
} from '../../src/core/reconcile/discrepancy.js';
import type {Days} from '../../src/core/reconcile/inputs.js';
import type {FileOverview} from '../../src/core/reconcile/overview.js';
import type {Reconciliation, SuggestedGroup, Suggestion} from '../../src/core/reconcile/reconcile.js';
import type {ReconciliationRecords} from '../../src/core/reconcile/records.js';
import type {Mapping, SourceKind} from '../../src/core/reconcile/row.js';
import type {GivenSource, ReconcileProgress} from '../../src/till/reconcile.js';
import type {Till} from '../../src/till/till.js';
import type {Jumping} from '../kit/jump.js';
import type {MarkedRow} from '../kit/list.js';
import type {Context, Step} from '../kit/step.js';

export type SourceField = keyof Messages['reconcileScreen']['file']['columns'];

/** Which lines are listed: those that somebody still has to look at, those of one state, or all. */
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
  /** How it is written. */
  | 'separator'
  | 'decimalMark'
  | 'dateOrder'
  | 'currency'
  | `column:${SourceField}`;

/** What the days were compared with last, beside the files: what had been accepted and matched, and the shop's rules. */
type Rested = Pick<ReconciliationRecords, 'accepted' | 'matches' | 'rules'>;

/**
 * A day against everything that is loaded. What is typed is of the file that is being added: its path, its days, the
 * headings of its columns (empty: it has no such column).
 */
export type Reconcile = Jumping<FileField> &
  MarkedRow &
  Rested & {
    readonly days: Days;
    /** Files that were added on this screen: they count whatever days they tell. */
    readonly files: readonly GivenSource[];
    readonly result: Reconciliation | undefined;
    readonly work: Work | undefined;
    readonly problem: Problem | undefined;
    readonly status: DifferenceFilter;
    readonly code: DiscrepancyCode | 'all';
    readonly view: ReconcileView;
    readonly file: AddedFile;
  };

/** The work list, and what is opened from it. */
export type ReconcileView = {readonly kind: 'list' | 'file'} | ReconcilePage | OpenLine;
/** The equations or what everything rests on. */
export type ReconcilePage = {readonly kind: 'page'; readonly page: 'equations' | 'coverage'; readonly offset: number};
/** One line with both of its sides. */
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
  /** The asking ends; or what is read was left, and is to be taken out again. */
  readonly isCalledOff: boolean;
};

/** Somebody else's file: which one it is, then what it was taken for. */
export type AddedFile = {
  readonly source: SourceKind;
  /** What a person says of it; what they leave out is found in the file. */
  readonly said: Partial<Pick<Mapping, 'separator' | 'decimalMark' | 'dateOrder'>>;
  /** The sheet, file or attachment in it that was chosen. */
  readonly part: string | undefined;
  /** The accounts that it was refused for, of which one is to be said. */
  readonly accounts: readonly string[];
  readonly account: string | undefined;
  /** What the file left unsaid when it was read last, and is asked for. */
  readonly missing: readonly FileField[];
  /** It is to be read although a figure of its own does not hold. */
  readonly isUnproved: boolean;
  /** The file in whose place it counts: its place among those that it may replace, 0 for none. */
  readonly replaced: number;
  readonly taken: TakenSource | undefined;
  readonly given: GivenSource | undefined;
  /** Whether something was said that the file was not read with. */
  readonly isChanged: boolean;
  readonly problem: Problem | undefined;
};

type Read = Awaited<ReturnType<Till['importSource']>>;

/** What a file was taken for, without its rows. */
export type TakenSource = Omit<Read, 'source'> &
  Pick<Read['source'], 'name' | 'sha256' | 'interval'> & {
    readonly rows: number;
    readonly overview: FileOverview;
    /** It was not read into the till before: who goes back leaves it out again. */
    readonly isNew: boolean;
  };

type ReadBefore = {readonly kind: SourceKind; readonly sha256: string};
export type ReconcileAsks =
  | {
      readonly kind: 'compare';
      readonly days: Days;
      readonly files: readonly GivenSource[];
      readonly isLive: boolean;
      readonly asking: AbortController;
      /** The one in whose place it comes. */
      readonly before: AbortController | undefined;
    }
  | {readonly kind: 'stop'; readonly asking: AbortController}
  /** `before`: what was read on this form already, which counts no more once another part of the file is. */
  | {readonly kind: 'read'; readonly given: GivenSource; readonly before: ReadBefore | undefined}
  | {readonly kind: 'withdraw'; readonly source: ReadBefore & {readonly by?: string}}
  | {readonly kind: 'recall'; readonly reference: string};

export type ReconcileAnswer =
  | {readonly kind: 'progress'; readonly progress: ReconcileProgress}
  | {readonly kind: 'compared'; readonly result: Reconciliation}
  | {readonly kind: 'read'; readonly given: GivenSource; readonly taken: TakenSource}
  | {readonly kind: 'withdrawn'};

export const toList = (state: Reconcile): Reconcile => ({...state, view: {kind: 'list'}});

export type ReconcileStep = Step<Reconcile, ReconcileAsks>;

export const reading: Work = {kind: 'read', progress: undefined, asking: undefined, isCalledOff: false};

type Compared = Partial<Pick<Reconcile, 'days' | 'files'>> & {readonly isLive?: boolean};

/** Compares anew: the same days and files where no others are given. */
export function compare(state: Reconcile, {till}: Context, given: Compared = {}): ReconcileStep & {state: Reconcile} {
  const {days = state.days, files = state.files, isLive = false} = given;
  const asking = new AbortController();
  const {accepted, matches, rules} = till.state.reconciled;
  const work: Work = {kind: isLive ? 'ask' : 'compare', progress: undefined, asking, isCalledOff: false};
  return {
    state: {...state, days, files, accepted, matches, rules, work, problem: undefined},
    asks: {kind: 'compare', days, files, isLive, asking, before: state.work?.asking},
  };
}

/** The files of the screen with one more; another reading of one of them takes its place. */
export const withFile = (files: readonly GivenSource[], given: GivenSource): readonly GivenSource[] => [
  ...files.filter(({kind, file}) => kind !== given.kind || file !== given.file),
  given,
];
