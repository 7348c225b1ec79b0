import {messages} from '../core/messages/messages.js';
import type {Face} from '../session/face.js';
import {note} from '../session/print.js';
import type {Session} from '../session/session.js';
import {within} from '../session/within.js';

/** More than any code and its line's end need, in bytes. */
const longestInput = 64;
/** How long a code is waited for, in milliseconds. */
const longestAsking = 3_600_000;

/** A customer's one-time password without gaps, and the monotonic instant until which its payment is waited for. */
export type CodeRead = {readonly code: string; readonly until: number};

/**
 * Reads a code that a person types at a terminal, or standard input, which must have ended by `until`; the code is `''`
 * where there is none, or the command is interrupted before. What it took to type is no time waited for a payment.
 */
export async function readCode({face, language}: Session, until: number): Promise<CodeRead> {
  const {world} = face;
  const begun = world.monotonic();
  const typed = await whileNeeded(face, longestAsking, signal =>
    face.askLine(`${messages(language).command.askCode} `, signal),
  );
  if (typed !== undefined) return {code: withoutGaps(typed), until: until + world.monotonic() - begun};
  const piped = await whileNeeded(face, until - world.monotonic(), signal => face.readInput(longestInput, signal));
  return {code: withoutGaps(new TextDecoder().decode(piped)), until};
}

function whileNeeded<T>(face: Face, milliseconds: number, read: (signal: AbortSignal) => Promise<T>) {
  const over = new AbortController();
  return within(face, milliseconds, read(over.signal)).finally(() => over.abort());
}

/** Says who can see a code that stands on the command line, where this version takes it still. */
export function noteCodeOnLine(session: Session): void {
  note(session, `! ${messages(session.language).command.codeOnLine}`);
}

/** As it is sent; people write codes in groups. */
export const withoutGaps = (code: string) => code.replaceAll(/[\s-]/g, '');
