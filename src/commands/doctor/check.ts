import type {Messages} from '../../core/messages/messages.js';
import type {ExitCode, Facts} from '../../core/problem.js';

export type CheckName = keyof Messages['doctor']['names'];

export type CheckState = 'ok' | 'warning' | 'unknown' | 'bad';

/** The result of one check; `exit` is the exit code if it is bad. */
export type Check = {
  readonly name: CheckName;
  readonly state: CheckState;
  readonly exit?: ExitCode;
  readonly message: string;
  readonly facts: Facts;
};

export const glyphOf: Readonly<Record<CheckState, string>> = {ok: '✓', warning: '!', unknown: '?', bad: '✗'};
