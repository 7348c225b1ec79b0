import {type ReactNode, useSyncExternalStore} from 'react';
import {Blocks} from '../kit/ink.js';
import type {Program} from '../program.js';
import type {Keymap} from '../terminal/bindings.js';
import type {Size} from '../terminal/size.js';
import type {Styles} from '../terminal/styles.js';
import {describeFirstRun} from './describe.js';
import type {FirstRunMessage, FirstRunModel} from './first-run.js';

type FirstRunProps = {
  readonly program: Program<FirstRunModel, FirstRunMessage>;
  readonly keys: Keymap;
  readonly size: Size;
  readonly styles: Styles;
};

/** What a new shop is asked, in the whole window. */
export function FirstRunQuestions({program, keys, size: {columns, rows}, styles}: FirstRunProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const room = {columns, height: Math.max(1, rows - 1), styles, language: model.language, range: () => ''};
  return <Blocks blocks={describeFirstRun(model, keys)} room={room} />;
}
