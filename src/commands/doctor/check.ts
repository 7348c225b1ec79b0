import type {Messages} from '../../core/messages/messages.js';
import type {ExitCode, Facts} from '../../core/problem.js';
import {oneOf, type Specified, text} from '../../core/spec/spec.js';

export type CheckName = keyof Messages['doctor']['names'];

const checkState = oneOf(['ok', 'warning', 'unknown', 'bad'], 'what came of it');
export type CheckState = Specified<typeof checkState>;

export const checkMembers = {
  name: text('what was checked'),
  state: checkState,
  message: text('in the language of the reader'),
};

/** The result of one check; `exit` is the exit code if it is bad. */
export type Check = {
  readonly name: CheckName;
  readonly state: CheckState;
  readonly exit?: ExitCode;
  readonly message: string;
  readonly facts: Facts;
};

export const glyphOf: Readonly<Record<CheckState, string>> = {ok: '✓', warning: '!', unknown: '?', bad: '✗'};
