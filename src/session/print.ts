import {messages} from '../core/messages/messages.js';
import {problemText} from '../core/present/problem-text.js';
import {type ExitCode, exitCodes, type Problem, problemExits} from '../core/problem.js';
import {jsonOf, parseStrict} from '../core/spec/check.js';
import type {Spec, Specified} from '../core/spec/spec.js';
import {inParts, plainBlanks} from '../core/text/text.js';
import type {Session} from './session.js';

/** Characters that JSON leaves as they are, but that a terminal obeys or hides: C1 controls, line separators, marks of direction. */
const unprintable = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON that is safe to show: it has the same value, and no character in it moves a cursor. */
export function jsonText(value: unknown, indent = 0): string {
  const units = (sign: string) => sign.split('').map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return JSON.stringify(value, null, indent).replaceAll(unprintable, sign => units(sign).join(''));
}

/** The lines that a person is shown, or what makes them. */
type Shown = Iterable<string> | (() => Iterable<string> | Promise<Iterable<string>>);

/** The one way out of a command: the value by its specification, or what is shown. Returns the exit code for done. */
export async function answer<S extends Spec>(
  session: Session,
  spec: S,
  value: Specified<S>,
  show: Shown,
): Promise<ExitCode> {
  if (session.isJson) writeJson(session, parseStrict(spec, 'answer')(value));
  else writeLines(session, typeof show === 'function' ? await show() : show);
  return exitCodes.done;
}

/** The same for a command whose output is a file: without `--json` its content goes out as it is. */
export function answerFile<S extends Spec>(
  session: Session,
  spec: S,
  value: Specified<S>,
  content: string | Uint8Array,
): ExitCode {
  if (session.isJson) writeJson(session, parseStrict(spec, 'answer')(value));
  else if (typeof content === 'string') session.face.write(content);
  else session.face.writeBytes(content);
  return exitCodes.done;
}

/** The same for what may be very long and is only made as far as it is read: members that are streamed, and lines. */
export async function answerLong<S extends Spec>(
  session: Session,
  spec: S,
  value: () => Specified<S>,
  show: () => Iterable<string> | Promise<Iterable<string>>,
): Promise<void> {
  await writeAll(session, inParts(session.isJson ? jsonParts(jsonOf(spec, value())) : shownLines(await show())));
}

/** Prints a result for scripts, as one line on standard output. */
export function writeJson({face}: Session, value: unknown): void {
  face.write(`${jsonText(value)}\n`);
}

/** Writes long output no faster than it is read, and stops when nobody reads it any more. */
async function writeAll({face}: Session, parts: Iterable<string>): Promise<void> {
  for (const part of parts) {
    if (face.interrupted.aborted) return;
    face.write(part);
    await face.taken();
  }
}

function* jsonParts(object: Readonly<Record<string, unknown>>): Generator<string> {
  yield '{';
  for (const [at, [name, value]] of Object.entries(object).entries()) {
    yield `${at === 0 ? '' : ','}${jsonText(name)}:`;
    if (!(value instanceof Iterator)) yield jsonText(value);
    else {
      let count = 0;
      for (const item of value) {
        yield `${count === 0 ? '[' : ','}${jsonText(item)}`;
        count += 1;
      }
      yield count === 0 ? '[]' : ']';
    }
  }
  yield '}\n';
}

/** Characters that a terminal obeys. They are removed from foreign text, but a person who edits a journal by hand could put them back. */
const obeyed = /[[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]--[\n]]/gv;
const shown = (text: string) => plainBlanks(text.replaceAll(obeyed, ' '));

/** Prints a result for people on standard output. */
export function writeLines({face}: Session, lines: Iterable<string>): void {
  for (const part of inParts(shownLines(lines))) face.write(part);
}

function* shownLines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${shown(line)}\n`;
}

/** Prints a sentence beside the result, on standard error. */
export function note({face}: Session, sentence: string): void {
  face.complain(`${shown(sentence)}\n`);
}

/** Prints lines for people beside the result; a script finds them in it. */
export function writeToPerson(session: Session, lines: Iterable<string>): void {
  if (!session.isJson) writeLines(session, lines);
}

/** The same, for what a script reads in the result. */
export function noteToPerson(session: Session, sentence: string): void {
  if (!session.isJson) note(session, sentence);
}

/** The same, for what a person reads in the result. */
export function noteToScript(session: Session, sentence: string): void {
  if (session.isJson) note(session, sentence);
}

/** Tells on standard error what went wrong beside the command, which goes on. */
export function noteProblem(session: Session, problem: Problem): void {
  note(session, `! ${problemText(problem, session.language)}`);
}

/**
 * Reports a problem in one line on standard error. Under `--json` also as one object on standard output: `{"error": code, "message":
 * sentence, …}` with the facts of the problem, or with `extra` instead, and the `reference` of the payment that this command had begun.
 * Returns the exit code.
 */
export function reportProblem(session: Session, problem: Problem, extra?: Readonly<Record<string, unknown>>): ExitCode {
  const {language, begun} = session;
  const exit = problemExits[problem.code];
  const message = plainBlanks(problemText(problem, language));
  writeFailure(session, {error: problem.code, message, ...(extra ?? problem.facts)});
  if (begun !== undefined && exit === exitCodes.journal) {
    note(session, messages(language).command.afterSending({reference: begun}));
  }
  return exit;
}

/** Tells why a command failed, and scripts also the payment that it had begun. */
export function writeFailure(session: Session, told: {readonly error: string; readonly message: string}): void {
  const {begun, isJson} = session;
  note(session, `✗ ${told.message}`);
  if (isJson) writeJson(session, {...told, ...(begun === undefined ? {} : {reference: begun})});
}
