import type {FirstRun, Start} from '../../src/till/start.js';
import {narrate} from '../kit/narrate.js';
import {createSpeaker} from '../plain/speaker.js';
import {spokenScene} from '../plain/transcript.js';
import {createProgram} from '../program.js';
import type {Scene} from '../root.js';
import type {Keymap} from '../terminal/bindings.js';
import type {Key} from '../terminal/keyboard.js';
import type {Styles} from '../terminal/styles.js';
import {describeFirstRun} from './describe.js';
import {
  beginFirstRun,
  type FirstRunEffect,
  type FirstRunMessage,
  type FirstRunModel,
  updateFirstRun,
} from './first-run.js';
import {FirstRunQuestions} from './first-run-screen.js';

type Asking = {
  readonly show: (scene: Scene) => void;
  readonly keys: Keymap;
  readonly styles: Styles;
  readonly isPlain: boolean;
  readonly signal: AbortSignal;
};

/** Asks a new shop its questions and keeps the answers; false when they were left, or `signal` ended them. */
export function askFirstRun(
  start: Start,
  answers: FirstRun,
  {show, keys, styles, isPlain, signal}: Asking,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const run = (effect: FirstRunEffect, dispatch: (message: FirstRunMessage) => void) => {
      if (effect.kind === 'leave') return resolve(false);
      start.keepFirstRun(effect.answers).then(problems => {
        if (Object.keys(problems).length > 0) dispatch({kind: 'refused', problems});
        else resolve(true);
      }, reject);
    };
    const program = createProgram<FirstRunModel, FirstRunMessage, FirstRunEffect>({
      first: {model: beginFirstRun(answers, start.offered, start.languageFor), effects: []},
      update: (model, message) => updateFirstRun(model, message, {languageFor: start.languageFor, keys}),
      run,
    });
    signal.addEventListener('abort', () => resolve(false));
    const onKey = (key: Key) => program.dispatch({kind: 'key', key});
    if (!isPlain)
      return show({
        draw: size => <FirstRunQuestions program={program} keys={keys} size={size} styles={styles} />,
        onKey,
      });
    const speaker = createSpeaker(() => {
      const model = program.model();
      const {language} = model;
      return {...narrate(describeFirstRun(model, keys), {language, keys}, ''), language};
    });
    program.subscribe(speaker.changed);
    show(spokenScene('first-run', speaker, onKey));
  });
}
