import {closeSync, constants, openSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {note, reportProblem, writeFailure} from '../session/print.js';
import type {Session} from '../session/session.js';
import {asExhaustion, makeMissing} from '../till/home.js';

/** Like `reportFailure`, for an error that was thrown in the screens or by a timer, where it is not known what was going on. */
export function reportThrown(session: Session, error: unknown): ExitCode {
  const problem = asExhaustion(error);
  if (problem instanceof Problem) return reportProblem(session, problem);
  const message = messages(session.language).command.bugAnywhere({file: keepDetails(session, error)});
  note(session, `✗ ${message}`);
  return exitCodes.notKnown;
}

/**
 * Reports any error in one line and returns an exit code. What is not a `Problem` is a defect of the program: its details go to a file that
 * only this user can read. If money may have moved by then, the exit code is that of "not known yet", and never one that lets a script
 * charge again.
 */
export function reportFailure(session: Session, error: unknown): ExitCode {
  const problem = asExhaustion(error);
  if (problem instanceof Problem) return reportProblem(session, problem);
  const file = keepDetails(session, error);
  const {language, begun} = session;
  const words = messages(language).command;
  const message = begun === undefined ? words.bug({file}) : words.bugAfterSending({file, reference: begun});
  writeFailure(session, {error: 'bug', message});
  return begun === undefined ? exitCodes.invalidInput : exitCodes.notKnown;
}

/** Never follows a symbolic link to another file, and never blocks on a pipe that nobody reads. Windows has neither of these two flags. */
const {O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY} = constants;
const asItself = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY;

function keepDetails(session: Session, error: unknown): string {
  const {face, home} = session;
  const at = Temporal.Instant.fromEpochMilliseconds(Math.round(face.world.now())).toString();
  const file = join(home, 'mistakes.log');
  try {
    makeMissing(home);
    const log = openSync(file, asItself, 0o600);
    try {
      writeFileSync(log, `${at} ${face.version} ${detailsOf(error, keysOf(session))}\n`);
    } finally {
      closeSync(log);
    }
    return file;
  } catch {
    return '-';
  }
}

/** The keys in the environment, and those in the settings if they can be read. */
function keysOf({face, surroundings}: Session): readonly string[] {
  let kept: readonly unknown[] = [];
  try {
    kept = Object.values(surroundings().settings.read().keys ?? {});
  } catch {
    // The error that is being reported may itself be about the settings.
  }
  return [face.environment['DUKA_API_KEY'], ...kept].filter(key => typeof key === 'string').filter(key => key !== '');
}

/** The name, the message without its numbers, and the stack; never what was sent or typed. */
function detailsOf(error: unknown, keys: readonly string[]): string {
  if (!(error instanceof Error)) return typeof error;
  const secrets = keys.flatMap(key => [key, Buffer.from(key).toString('base64')]);
  const message = secrets.reduce((text, hidden) => text.replaceAll(hidden, '[key]'), error.message);
  const places = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  return [cleanText(`${error.name}: ${message.replaceAll(/\d{3,}/g, '[digits]')}`, 500), ...places].join('\n');
}
