import {basename} from 'node:path';
import {hideCardNumbers} from '../../src/core/card/numbers.js';
import type {Problem} from '../../src/core/problem.js';
import type {Reconciliation} from '../../src/core/reconcile/reconcile.js';
import type {GivenSource} from '../../src/till/reconcile.js';
import {todayOf} from '../kit/context.js';
import {still} from '../kit/jump.js';
import {onlyWhile} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey} from '../kit/step.js';
import {describeFile, fileForm, fileKeys, fileRead, fileRefused} from './file.js';
import {addedFile} from './file-form.js';
import {describeList, jumps, listKeys} from './list.js';
import {describeLine, describePage, lineKeys, pageKeys} from './pages.js';
import {run} from './run.js';
import {maybeOf} from './shown.js';
import {
  compare,
  type Reconcile,
  type ReconcileAnswer,
  type ReconcileAsks,
  type ReconcileStep,
  type ReconcileView,
} from './state.js';

type ReconcileKey = ScreenKey<Reconcile, ReconcileAsks>;

const inView = (kind: ReconcileView['kind'], keys: readonly ReconcileKey[]): readonly ReconcileKey[] =>
  keys.map(onlyWhile<Reconcile, ReconcileAsks>(({view}) => view.kind === kind));

function described(state: Reconcile, context: Context) {
  const {view} = state;
  switch (view.kind) {
    case 'list':
      return describeList(state, context);
    case 'page':
      return describePage(view, state, context);
    case 'line':
      return describeLine(view, context);
    case 'file':
      return describeFile(state, context);
  }
}

function reduced(state: Reconcile, answer: ReconcileAnswer, context: Context, asks: ReconcileAsks): ReconcileStep {
  switch (answer.kind) {
    case 'progress': {
      const {work} = state;
      const isOfIt = work !== undefined && (work.kind === 'read') === (asks.kind === 'read');
      return isOfIt ? {state: {...state, work: {...work, progress: answer.progress}}} : {};
    }
    case 'compared':
      return {state: compared(state, answer.result)};
    case 'read':
      return fileRead(state, answer, context);
    case 'withdrawn':
      return compare(state, context);
  }
}

/** Keeps, in a new result for the same days, what was asked of the service in this session. The answers are in the journal. */
function withQuestions(result: Reconciliation, before: Reconciliation | undefined): Reconciliation {
  const {coverage, days} = result;
  const isSame = before?.days.from === days.from && before.days.to === days.to;
  if (coverage.live !== null || !isSame) return result;
  return {...result, coverage: {...coverage, live: before.coverage.live}};
}

function compared(state: Reconcile, heard: Reconciliation): Reconcile {
  const {view} = state;
  const result = withQuestions(heard, state.result);
  const next = {...state, result, work: undefined, problem: undefined};
  if (view.kind !== 'line') return next;
  const {key} = view.line;
  const line = Iterator.from(result.lines).find(each => each.key === key);
  if (line === undefined) return {...next, view: {kind: 'list'}}; // it has found its payment
  return {...next, view: {...view, line, ...maybeOf(result, line)}};
}

/** Returns the files without the one for which a comparison was refused: with it, every other comparison would be refused too. */
const withoutRefused = (files: readonly GivenSource[], {facts}: Problem): readonly GivenSource[] =>
  files.filter(({file}) => hideCardNumbers(basename(file)) !== facts['file']);

/** One day against everything that is loaded: its differences, the equations, single lines, and the external files. */
export const reconcile: Screen<'reconcile', Reconcile, ReconcileAsks, ReconcileAnswer> = {
  id: 'reconcile',
  needs: 'reconcile',
  layout: 'tall',
  // Today: the journal, and what was imported before.
  open: (_, context) => {
    const today = todayOf(context);
    const nothing: Reconcile = {
      ...addedFile,
      days: {from: today, to: today},
      files: [],
      result: undefined,
      accepted: [],
      matches: [],
      rules: [],
      work: undefined,
      problem: undefined,
      status: 'remaining',
      code: 'all',
      selected: undefined,
      index: 0,
      ...still,
      view: {kind: 'list'},
    };
    return compare(nothing, context);
  },
  form: (state, context) => {
    if (state.view.kind === 'list' && state.isJumping) return jumps.form(state, context);
    return state.view.kind === 'file' ? fileForm(state, context) : [];
  },
  describe: described,
  keys: [
    ...inView('list', listKeys),
    ...inView('page', pageKeys),
    ...inView('line', lineKeys),
    ...inView('file', fileKeys),
  ],
  run,
  reduce: reduced,
  refused: (state, problem, _, asks) => {
    const notice = {kind: 'problem', problem} as const;
    if (asks.kind === 'read') return fileRefused(state, problem);
    if (asks.kind === 'withdraw') return {state: {...state, work: undefined}, notice};
    if (asks.kind !== 'compare') return {notice};
    const files = withoutRefused(state.files, problem);
    return {state: {...state, files, work: undefined, problem}, ...(state.view.kind !== 'list' && {notice})};
  },
  // A person who left the form while its file was read is still told about it.
  late: answer =>
    answer.kind === 'read' ? {kind: 'file-read', file: answer.taken.name, rows: answer.taken.rows} : undefined,
  // If matches, acceptances or rules have changed since, the days are compared again, unless a file is being read, which leads to a
  // comparison anyway.
  follow: (state, context) => {
    const {accepted, matches, rules} = context.till.state.reconciled;
    const isSame = state.accepted === accepted && state.matches === matches && state.rules === rules;
    return isSame || state.work?.kind === 'read' ? {} : compare(state, context);
  },
};
