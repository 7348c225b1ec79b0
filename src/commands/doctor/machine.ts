import {causeText} from '../../core/messages/cause.js';
import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem, problemExits} from '../../core/problem.js';
import {isSecure, secureNode} from '../../core/technical/node-version.js';
import type {Session} from '../../session/session.js';
import {timeDiskSync} from '../../till/disk-sync.js';
import {withReading} from '../reading.js';
import type {Check} from './check.js';

const slowMilliseconds = 25;

/** Checks whether this version of Node has no known security faults. */
export function checkRuntime({language}: Pick<Session, 'language'>, version = process.versions.node): Check {
  const {doctor, frame} = messages(language);
  return isSecure(version)
    ? {name: 'runtime', state: 'ok', message: doctor.runtime({version}), facts: {version}}
    : {
        name: 'runtime',
        state: 'warning',
        message: frame.insecureNode({version, secure: secureNode}),
        facts: {version, secure: secureNode},
      };
}

/** Measures how long a payment waits for the disk, with the system call that the journal uses. */
export async function checkDisk({home, language, face}: Session): Promise<Check> {
  const words = messages(language).doctor;
  try {
    const milliseconds = Math.round((await timeDiskSync(home, face.world)) * 100) / 100;
    const isSlow = milliseconds > slowMilliseconds;
    const message = (isSlow ? words.diskSlow : words.disk)({milliseconds});
    return {name: 'disk', state: isSlow ? 'warning' : 'ok', message, facts: {milliseconds}};
  } catch (error) {
    const cause = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return {
      name: 'disk',
      state: 'bad',
      exit: exitCodes.journal,
      message: words.diskFailed({cause: causeText(cause, language)}),
      facts: {cause},
    };
  }
}

/** Verifies the whole journal while the till may be running. */
export async function checkJournal(session: Session): Promise<Check> {
  const words = messages(session.language).doctor;
  try {
    const {segments, events, tornBytes} = await withReading(session, ({journal}) => journal.verify());
    const facts = {segments, events, tornBytes};
    if (tornBytes > 0) {
      return {name: 'journal', state: 'warning', message: words.journalTorn({bytes: tornBytes}), facts};
    }
    const message = events === 0 ? words.journalEmpty : words.journal(facts);
    return {name: 'journal', state: 'ok', message, facts};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const exit: ExitCode = problemExits[error.code];
    const facts = {error: error.code, ...error.facts};
    return {name: 'journal', state: 'bad', exit, message: problemText(error, session.language), facts};
  }
}
