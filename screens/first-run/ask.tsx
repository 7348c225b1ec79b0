import type {FirstRun, Start} from '../../src/till/start.js';
import {createProgram} from '../program.js';
import type {Scene} from '../root.js';
import type {Styles} from '../terminal/styles.js';
import {
  beginFirstRun,
  type FirstRunEffect,
  type FirstRunMessage,
  type FirstRunModel,
  updateFirstRun,
} from './first-run.js';
import {FirstRunQuestions} from './first-run-screen.js';

type Asking = {readonly show: (scene: Scene) => void; readonly styles: Styles; readonly signal: AbortSignal};

/** Asks a new shop its questions and keeps the answers; false when they were left, or `signal` ended them. */
export function askFirstRun(start: Start, answers: FirstRun, {show, styles, signal}: Asking): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const run = (effect: FirstRunEffect, dispatch: (message: FirstRunMessage) => void) => {
      if (effect.kind === 'leave') return resolve(false);
      start.keepFirstRun(effect.answers).then(problems => {
        if (Object.keys(problems).length > 0) dispatch({kind: 'refused', problems});
        else resolve(true);
      }, reject);
    };
    const program = createProgram<FirstRunModel, FirstRunMessage, FirstRunEffect>({
      first: {model: beginFirstRun(answers, start.languageFor), effects: []},
      update: (model, message) => updateFirstRun(model, message, start.languageFor),
      run,
    });
    signal.addEventListener('abort', () => resolve(false));
    show({
      draw: size => <FirstRunQuestions program={program} size={size} styles={styles} />,
      hear: key => program.dispatch({kind: 'key', key}),
    });
  });
}
