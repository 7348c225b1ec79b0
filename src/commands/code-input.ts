import {messages} from '../core/messages/messages.js';
import type {Payment} from '../core/payment/payment.js';
import type {Face} from '../session/face.js';
import {note} from '../session/print.js';
import {type Session, within} from '../session/session.js';
import type {OtpOptions} from '../till/otp.js';
import {type Following, follow} from './follow.js';

/** More bytes than any code with its line ending needs. */
const longestInput = 64;
/** How long the till waits for a code, in milliseconds. */
const longestAsking = 3_600_000;

/** A customer's one-time password without spaces or dashes, and the monotonic instant until which to wait for its payment. */
export type CodeRead = {readonly code: string; readonly until: number};

/**
 * Reads a code that a person types at a terminal, or that comes from standard input, which must end by `until`. The code is `''` if there
 * is none, or if the command is interrupted first. The time that typing takes does not count as waiting for the payment.
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

export function noteCodeOnLine(session: Session): void {
  note(session, `! ${messages(session.language).command.codeOnLine}`);
}

/** The code as it is sent. People write codes in groups. */
export const withoutGaps = (code: string) => code.replaceAll(/[\s-]/g, '');

/** Sends a code; after a wrong one the till asks at once. Throws `Problem` code-wrong-length, code-not-other, code-not-asked. */
export async function enterCode(following: Following, code: string, options?: OtpOptions): Promise<Payment> {
  const {till, reference, face, until} = following;
  const sending = till.enterOtp(reference, code, options);
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  sending.then(answered, answered);
  const onChange: Following['onChange'] = payment => {
    if (isAnswered) following.onChange(payment);
  };
  const payment = await follow({...following, sending, onChange});
  if (payment.otp.last?.kind !== 'wrong-code') return payment;
  await within(face, until - face.world.monotonic(), till.check(reference));
  return till.payment(reference);
}
