import {basename} from 'node:path';
import type {Problem} from '../../src/core/problem.js';
import type {Reconciliation} from '../../src/core/reconcile/result/reconcile.js';
import {hideCardNumbers} from '../../src/core/text/card-numbers.js';
import type {GivenSource, ReconcileProgress} from '../../src/till/reconcile.js';
import {type Context, type StateStep, type Step, task} from '../kit/screen.js';
import {mayBeOf} from './shown.js';
import type {Reconcile, Work} from './state.js';

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
