import type {Messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/present/problem-text.js';
import {type ExitCode, type Facts, Problem, problemExits} from '../../core/problem.js';
import {oneOf, type Specified, text} from '../../core/spec/spec.js';
import type {Session} from '../../session/session.js';
import type {Reading} from '../../till/opened-journal.js';
import {withReading} from '../reading.js';

type CheckName = keyof Messages['doctor']['names'];

const checkState = oneOf(['ok', 'warning', 'unknown', 'bad'], 'what came of it');
export type CheckState = Specified<typeof checkState>;

export const checkMembers = {
  name: text('what was checked'),
  state: checkState,
  message: text('in the language of the reader'),
};

/** What the journal says; `otherwise` if it cannot be read, which has a check of its own. */
export async function journalSays<T>(
  session: Session,
  work: (reading: Reading) => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return await withReading(session, work);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return otherwise;
  }
}

/** The result of one check; `exit` is the exit code if it is bad. */
export type Check = {
  readonly name: CheckName;
  readonly state: CheckState;
  readonly exit?: ExitCode;
  readonly message: string;
  readonly facts: Facts;
};

/** A check that does not decide the exit code. */
export const check = (name: CheckName, state: CheckState, message: string, facts: Facts = {}): Check => ({
  name,
  state,
  message,
  facts,
});

export const badCheck = (name: CheckName, problem: Problem, {language}: Pick<Session, 'language'>): Check => ({
  ...check(name, 'bad', problemText(problem, language), {error: problem.code, ...problem.facts}),
  exit: problemExits[problem.code],
});

export const glyphOf: Readonly<Record<CheckState, string>> = {ok: '✓', warning: '!', unknown: '?', bad: '✗'};
