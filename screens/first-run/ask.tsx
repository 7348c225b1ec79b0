import {type ReactNode, useSyncExternalStore} from 'react';
import type {Language} from '../../src/core/messages/messages.js';
import type {FirstRun, Start} from '../../src/till/start.js';
import {Blocks} from '../kit/ink.js';
import {narrate} from '../kit/narrate.js';
import {createOwnProgram, type OwnMessage, ownScene} from '../kit/program.js';
import {entering, type Stacked, topOf} from '../model.js';
import type {Program} from '../program.js';
import type {Scene} from '../stage.js';
import type {Keymap} from '../terminal/bindings.js';
import type {Size} from '../terminal/size.js';
import type {Styles} from '../terminal/styles.js';
import {type FirstRunHost, type FirstRunOver, firstRunScreens} from './first-run.js';

type Asking = {
  readonly show: (scene: Scene) => void;
  readonly keys: Keymap;
  readonly styles: Styles;
  readonly isPlain: boolean;
  readonly signal: AbortSignal;
};
/** Asks a new shop its questions and saves the answers. Resolves with the till's language, or undefined if the person or `signal` ended it. */
export function askFirstRun(
  start: Start,
  answers: FirstRun,
  {show, keys, styles, isPlain, signal}: Asking,
): Promise<Language | undefined> {
  return new Promise((resolve, reject) => {
    const over: FirstRunOver = {keys, isPlain, languageFor: start.languageFor};
    const keep: FirstRunHost['keep'] = (given, refuse) =>
      start.keepFirstRun(given).then(problems => {
        if (Object.keys(problems).length > 0) refuse(problems);
        else resolve(contextNow().language);
      }, reject);
    const program = createOwnProgram({
      screens: firstRunScreens,
      over,
      first: entering('first-run', {answers, offered: start.offered}),
      host: {keep},
      leave: () => resolve(undefined),
      crash: reject,
    });
    const contextNow = () => firstRunScreens.contextOf(program.model(), over);
    const tell = () => {
      const context = contextNow();
      const {language} = context;
      return {...narrate(firstRunScreens.describedOn(topOf(program.model()), context), context, ''), language};
    };
    signal.addEventListener('abort', () => resolve(undefined));
    const draw: Scene['draw'] = size => <FirstRunQuestions program={program} over={over} size={size} styles={styles} />;
    show(ownScene('first-run', {program, isPlain, draw, tell}));
  });
}

type QuestionsProps = {
  readonly program: Program<Stacked, OwnMessage>;
  readonly over: FirstRunOver;
  readonly size: Size;
  readonly styles: Styles;
};

function FirstRunQuestions({program, over, size: {columns, rows}, styles}: QuestionsProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const context = firstRunScreens.contextOf(model, over);
  const room = {
    columns,
    height: Math.max(1, rows - 1),
    styles,
    language: context.language,
    range: context.messages.pendingScreen.range,
  };
  return <Blocks blocks={firstRunScreens.describedOn(topOf(model), context)} room={room} />;
}
