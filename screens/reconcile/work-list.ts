import {basename} from 'node:path';
import type {Problem} from '../../src/core/problem.js';
import type {Reconciliation} from '../../src/core/reconcile/result/reconcile.js';
import {isGroup, type LineGroup, type WorkEntry, workEntries} from '../../src/core/reconcile/result/work-entries.js';
import {
  codes,
  type DiscrepancyCode,
  lineStatuses,
  type ReconciliationLine,
} from '../../src/core/reconcile/rows/discrepancy.js';
import {isRemaining} from '../../src/core/reconcile/rows/finish.js';
import {bothRows, type Rows, rowsAt, rowsWhere} from '../../src/core/reconcile/rows/row.js';
import {hideCardNumbers} from '../../src/core/text/card-numbers.js';
import type {GivenSource, ReconcileProgress} from '../../src/till/reconcile.js';
import {beside} from '../kit/form.js';
import {type Context, type StateStep, type Step, task} from '../kit/screen.js';
import {mayBeOf} from './shown.js';
import type {DifferenceFilter, Reconcile, Work} from './state.js';

type Filtered = Pick<Reconcile, 'result' | 'status' | 'code' | 'cause'>;

type Entries = Rows<WorkEntry>;
type Listed = {
  readonly rows: Entries;
  readonly byCode: ReadonlyMap<DiscrepancyCode, Entries>;
  readonly groups: ReadonlyMap<string, LineGroup>;
};
const found = new WeakMap<Reconciliation, Map<DifferenceFilter, Listed>>();

/** Returns what passes the filters, in the order of its money, or the lines of the cause that is open. */
export function workRows(filtered: Filtered): Entries {
  const {result, status, code} = filtered;
  if (result === undefined) return [];
  const {rows, byCode} = listedIn(result, status);
  return openGroup(filtered)?.lines ?? (code === 'all' ? rows : (byCode.get(code) ?? []));
}

/** Returns the cause whose lines are listed. It may be gone after another comparison. */
export const openGroup = ({result, status, cause}: Filtered): LineGroup | undefined =>
  result === undefined || cause === undefined ? undefined : listedIn(result, status).groups.get(cause);

/** Returns the entries of a status. They are found once, since frames ask often and a file may have a million rows. */
const listedIn = (result: Reconciliation, status: DifferenceFilter): Listed =>
  found.getOrInsertComputed(result, () => new Map()).getOrInsertComputed(status, () => listed(result, status));

function listed(result: Reconciliation, status: DifferenceFilter): Listed {
  const isListed = (line: ReconciliationLine) => isIn(line, status);
  const differing = workEntries(result, isListed);
  const hasAgreeing = status === 'all' || status === 'matched';
  const rows = hasAgreeing ? bothRows(differing, rowsWhere(result.agreeing(), isListed)) : differing;
  const byCode = new Map<DiscrepancyCode, number[]>();
  const groups = new Map<string, LineGroup>();
  let place = -1;
  for (const entry of rows) {
    place += 1;
    if (isGroup(entry)) groups.set(entry.key, entry);
    byCode.getOrInsert(entry.code, []).push(place);
  }
  const made = (places: readonly number[]): Entries => rowsAt(places, place => rows.at(place) as WorkEntry);
  return {rows, groups, byCode: new Map([...byCode].map(([code, places]) => [code, made(places)]))};
}

function isIn(line: ReconciliationLine, filter: DifferenceFilter): boolean {
  if (filter === 'remaining') return isRemaining(line);
  return filter === 'all' || line.status === filter;
}

/** Returns the next filter that shows any line. `remaining` and `all` are always offered. */
export function nextState({result, status}: Filtered): DifferenceFilter {
  const has = lineStatuses.filter(each => (result?.totals.byStatus[each] ?? 0) > 0);
  const offered: readonly DifferenceFilter[] = ['remaining', ...has, 'all'];
  return beside(offered, status, 1);
}

export function nextCode({result, status, code}: Filtered): DiscrepancyCode | 'all' {
  const has = result === undefined ? undefined : listedIn(result, status).byCode;
  return beside<DiscrepancyCode | 'all'>(['all', ...codes.filter(each => has?.has(each))], code, 1);
}

type Compared = Partial<Pick<Reconcile, 'days' | 'files'>> & {readonly isLive?: boolean};

/** Compares again. The days and files stay the same unless others are given. A comparison that still runs is stopped. */
export function compare(state: Reconcile, {till}: Context, given: Compared = {}): StateStep<Reconcile> {
  const {days = state.days, files = state.files, isLive = false} = given;
  const asking = new AbortController();
  const {accepted, matches, rules} = till.state.reconciled;
  const work: Work = {kind: isLive ? 'ask' : 'compare', progress: undefined, asking, isCalledOff: false};
  return {
    state: {...state, days, files, accepted, matches, rules, work, problem: undefined},
    asks: task({
      kind: 'compare',
      run: (host, onProgress: (progress: ReconcileProgress) => void) => {
        state.work?.asking?.abort();
        return host.reconcile({days, files, isLive, onProgress, signal: asking.signal});
      },
      reduce: (now: Reconcile, progress) => withProgress(now, progress, now.work?.kind !== 'read'),
      done: (now, result) => ({state: compared(now, result)}),
      refused: (now, problem) => {
        const next = {...now, files: withoutRefused(now.files, problem), work: undefined, problem};
        return {state: next, ...(now.view.kind !== 'list' && {notice: {kind: 'problem', problem}})};
      },
    }),
  };
}

/** Shows how far the work has got, unless other work is shown by now. */
export const withProgress = (state: Reconcile, progress: ReconcileProgress, isOfIt: boolean): Step<Reconcile> =>
  isOfIt && state.work !== undefined ? {state: {...state, work: {...state.work, progress}}} : {};

function compared(state: Reconcile, heard: Reconciliation): Reconcile {
  const {view} = state;
  const result = withQuestions(heard, state.result);
  const next = {...state, result, picked: new Map(), work: undefined, problem: undefined};
  if (view.kind !== 'line') return next;
  const line = Iterator.from(result.lines).find(each => each.key === view.line.key);
  if (line === undefined) return {...next, view: {kind: 'list'}}; // it has found its payment
  return {...next, view: {...view, line, ...mayBeOf(result, line)}};
}

/** Keeps, in a new result for the same days, what was asked of the service in this session. The answers are in the journal. */
function withQuestions(result: Reconciliation, before: Reconciliation | undefined): Reconciliation {
  const {coverage, days} = result;
  const isSame = before?.days.from === days.from && before.days.to === days.to;
  if (coverage.live !== null || !isSame) return result;
  return {...result, coverage: {...coverage, live: before.coverage.live}};
}

/** Returns the files without the one for which a comparison was refused: with it, every other comparison would be refused too. */
const withoutRefused = (files: readonly GivenSource[], {facts}: Problem): readonly GivenSource[] =>
  files.filter(({file}) => hideCardNumbers(basename(file)) !== facts['file']);
