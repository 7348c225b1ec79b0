import type {Messages} from '../../core/messages/messages.js';
import type {ExitCode, Facts} from '../../core/problem.js';
export type CheckName = keyof Messages['doctor']['names'];

/** One thing that the doctor looked at; `exit` is the code that a bad one deserves. */
export type Check = {
  readonly name: CheckName;
  readonly state: 'ok' | 'warning' | 'unknown' | 'bad';
  readonly exit?: ExitCode;
  readonly message: string;
  readonly facts: Facts;
};

export const glyphOf: Readonly<Record<Check['state'], string>> = {ok: '✓', warning: '!', unknown: '?', bad: '✗'};
