import {messages} from '../core/messages/messages.js';
import {problemText} from '../core/messages/problem-text.js';
import {type ExitCode, exitCodes, type Problem, problemExits} from '../core/problem.js';
import {inParts} from '../core/text/in-parts.js';
import {plainBlanks} from '../core/text/text.js';

import type {Session} from './session.js';

/** What JSON leaves as it is and a terminal obeys or hides: C1 controls, line separators, marks of direction. */
const unprintable = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON that can be shown as well as read: the same value, and nothing in it moves a cursor. */
export function jsonText(value: unknown, indent = 0): string {
  const units = (sign: string) => sign.split('').map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return JSON.stringify(value, null, indent).replaceAll(unprintable, sign => units(sign).join(''));
}

/** Prints a result for scripts: one line on standard output. */
export function writeJson({face}: Session, value: unknown): void {
  face.write(`${jsonText(value)}\n`);
}

/** As `writeJson`, of an object of which a member may be what comes one after the other: a list of them, never held whole. */
export function writeJsonParts(session: Session, object: Readonly<Record<string, unknown>>): Promise<void> {
  return writeAll(session, inParts(jsonParts(object)));
}

/** Writes what is long, no faster than it is read; nothing more once nobody reads it. */
async function writeAll({face}: Session, parts: Iterable<string>): Promise<void> {
  for (const part of parts) {
    if (face.interrupted.aborted) return;
    face.write(part);
    await face.taken();
  }
}

function* jsonParts(object: Readonly<Record<string, unknown>>): Generator<string> {
  yield '{';
  const members = Object.entries(object).filter(([, value]) => value !== undefined);
  for (const [at, [name, value]] of members.entries()) {
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

/** What a terminal obeys. Foreign text has none of it left; somebody who writes a journal by hand can put it back. */
const obeyed = /[[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]--[\n]]/gv;
const shown = (text: string) => plainBlanks(text.replaceAll(obeyed, ' '));

/** Prints a result for people, on standard output. */
export function writeLines({face}: Session, lines: Iterable<string>): void {
  for (const part of inParts(shownLines(lines))) face.write(part);
}

/** As `writeLines`, of lines that may be very many. */
export function writeManyLines(session: Session, lines: Iterable<string>): Promise<void> {
  return writeAll(session, inParts(shownLines(lines)));
}

function* shownLines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${shown(line)}\n`;
}

/** Says something beside the result, on standard error. */
export function note({face}: Session, sentence: string): void {
  face.complain(`${shown(sentence)}\n`);
}

/**
 * Says what is wrong in one line on standard error; under `--json` also as one object on standard output:
 * `{"error": code, "message": sentence, …}` with what the sentence was filled with, or with `extra` in its place, and
 * the `reference` of the payment that this command had begun. Returns the exit code.
 */
export function reportProblem(session: Session, problem: Problem, extra?: Readonly<Record<string, unknown>>): ExitCode {
  const {language, begun, isJson} = session;
  const message = plainBlanks(problemText(problem, language));
  note(session, `✗ ${message}`);
  const exit = problemExits[problem.code];
  const about = begun === undefined ? {} : {reference: begun};
  if (begun !== undefined && exit === exitCodes.journal) {
    note(session, messages(language).command.afterSending({reference: begun}));
  }
  if (isJson) writeJson(session, {error: problem.code, message, ...(extra ?? problem.facts), ...about});
  return exit;
}
