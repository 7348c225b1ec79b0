import type {Problem} from '../../src/core/problem.js';
import type {Reconciliation} from '../../src/core/reconcile/reconcile.js';
import {type Effect, type Model, type Step, still} from '../model.js';
import {changed} from '../shift/heard.js';
import {compareAgain} from './begin.js';
import {missingBy, suspected} from './file-form.js';
import type {FileField, FileScreen, ReconcileMessage, ReconcileScreen} from './reconcile-screens.js';

/** What comes of reading, asking and comparing. */
export function reconcileHeard(model: Model, message: ReconcileMessage): Step {
  switch (message.kind) {
    case 'reconcile-progress': {
      const {progress} = message;
      const advanced = <S extends ReconcileScreen | FileScreen>(screen: S): S =>
        screen.work === undefined ? screen : {...screen, work: {...screen.work, progress}};
      const isFile = model.stack.some(each => each.kind === 'reconcile-file' && each.work !== undefined);
      return still(isFile ? changed(model, 'reconcile-file', advanced) : changed(model, 'reconcile', advanced));
    }
    case 'reconciled':
      return still(compared(model, message.result));
    case 'source-withdrawn':
      return compareAgain(model);
    case 'source-read':
      return sourceRead(model, message);
  }
}

/** The questions of this sitting were asked, whatever was compared since: their answers are in the journal. */
function withQuestions(result: Reconciliation, before: Reconciliation | undefined): Reconciliation {
  const {coverage, days} = result;
  const isSame = before?.days.from === days.from && before.days.to === days.to;
  if (coverage.live !== null || !isSame) return result;
  return {...result, coverage: {...coverage, live: before.coverage.live}};
}

function compared(model: Model, heard: Reconciliation): Model {
  const below = model.stack.find(each => each.kind === 'reconcile');
  const result = withQuestions(heard, below?.result);
  const listed = changed(model, 'reconcile', screen => ({...screen, result, work: undefined, problem: undefined}));
  const paged = changed(listed, 'reconcile-page', screen => ({...screen, result}));
  return changed(paged, 'reconcile-line', screen => ({
    ...screen,
    line: result.lines.find(({key}) => key === screen.line.key) ?? screen.line,
    suggestion: result.suggestions.find(({key}) => key === screen.line.key),
  }));
}

/** What a file was taken for is shown where it was asked for; elsewhere it counts all the same. */
function sourceRead(model: Model, {given, taken}: Extract<ReconcileMessage, {kind: 'source-read'}>): Step {
  const isShown = model.stack.some(each => each.kind === 'reconcile-file' && each.work !== undefined);
  if (!isShown) return compareAgain(model, given);
  return still(
    changed(model, 'reconcile-file', screen => ({
      ...screen,
      taken: {...taken, isNew: taken.isNew || screen.taken?.isNew === true},
      given,
      said: {},
      columns: {},
      missing: [],
      // What was understood is looked through from its first column on.
      focus: screen.taken === undefined ? 'file' : screen.focus,
      isChanged: false,
      work: undefined,
      problem: undefined,
    })),
  );
}

/** Where a hand mends it: a file that is not there was named wrongly. */
const fieldOf = ({code}: Problem): FileField | undefined => (code === 'file-not-readable' ? 'file' : undefined);

/** What is so when it could not; undefined for what is about no reconciliation. */
export function reconcileFailed(before: Model, effect: Effect, problem: Problem): Model | undefined {
  switch (effect.kind) {
    case 'reconcile':
      return changed(before, 'reconcile', screen => ({...screen, files: [], work: undefined, problem}));
    case 'import-source':
      return changed(before, 'reconcile-file', screen => {
        const missing = screen.taken === undefined ? missingBy(problem, screen.source) : [];
        const asked = [...new Set([...screen.missing, ...missing])];
        return {
          ...screen,
          work: undefined,
          problem,
          missing: asked,
          columns: screen.taken === undefined ? {...screen.columns, ...suspected(problem)} : screen.columns,
          focus: missing[0] ?? fieldOf(problem) ?? screen.focus,
        };
      });
    default:
      return undefined;
  }
}
