import {messages} from '../core/messages/messages.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note} from '../session/print.js';
import {deadlineOf, type Face, type Session, within} from '../session/session.js';
import type {OtpOptions} from '../till/otp.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {type Following, follow} from './follow.js';
import {answerPayment, exitOf, noteWhatIsLeft, paymentAnswer, progressOf} from './payment-lines.js';
import {noteClock, referenceFrom, withTill} from './reading.js';
import {pipedInput} from './sign-in.js';
import {secondsFrom} from './values.js';

const options = {'--other': 'otherCode', '--wait <seconds>': 'wait'} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const answers = {otp: paymentAnswer};

export const command = commandOf({
  arguments: ['<reference>', '[code]'],
  options,
  examples: ['duka otp T7K0MZ4K8Q2RD', 'duka otp T7K0MZ4K8Q2RD --wait 60 --json < <(read-code)'],
  action: otp,
});

async function otp(session: Session, typed: string, onLine: string | undefined, options: Options): Promise<ExitCode> {
  const {face, language} = session;
  const deadline = deadlineOf(session, secondsFrom({name: '--wait', value: options.wait ?? '30', language}, 1));
  const reference = referenceFrom(typed);
  if (onLine !== undefined) noteCodeOnLine(session);
  const read = onLine === undefined ? await readCode(session, deadline) : {code: withoutGaps(onLine), until: deadline};
  const {code, until} = read;
  if (face.interrupted.aborted) return exitCodes.interrupted;
  return withTill(session, 'otp', async ({till}) => {
    const {status} = await till.payment(reference);
    if (verdictOf({status}) !== 'not-known') throw new Problem('code-not-asked', {reference}, {status});
    if (face.interrupted.aborted) return exitCodes.interrupted;
    session.begun = reference;
    const payment = await enterCode({face, till, reference, until, onChange: progressOf(session)}, code, {
      isOther: options.other === true,
    });
    await answerPayment(session, till.state, payment);
    noteClock(session, till);
    if (verdictOf(payment) !== 'not-known') return exitOf(till.state, payment);
    if (face.interrupted.aborted) note(session, messages(language).command.interrupted);
    noteWhatIsLeft(session, payment);
    return face.interrupted.aborted ? exitCodes.interrupted : exitWhileOpen(payment);
  });
}

/** A code that did not leave this computer, or that was refused because of the API key, may be sent again. */
function exitWhileOpen({otp: {last}}: Payment): ExitCode {
  if (last?.kind === 'credentials') return exitCodes.configuration;
  return last?.kind === 'not-sent' ? exitCodes.unreachable : exitCodes.notKnown;
}

/** More bytes than any code with its line ending needs. */
const longestInput = 64;
/** How long the till waits for a code, in milliseconds. */
const longestAsking = 3_600_000;

/** A customer's one-time password without spaces or dashes, and the monotonic instant until which to wait for its payment. */
export type CodeRead = {readonly code: string; readonly until: number};

/** Reads a code from the terminal or standard input, by `until`; `''` if none or interrupted. Typing is no waiting for the payment. */
export async function readCode(session: Session, until: number): Promise<CodeRead> {
  const {face, language} = session;
  const {world} = face;
  const begun = world.monotonic();
  const typed = await whileNeeded(face, longestAsking, signal =>
    face.askLine(`${messages(language).command.askCode} `, signal),
  );
  if (typed !== undefined) return {code: withoutGaps(typed), until: until + world.monotonic() - begun};
  const piped = await whileNeeded(face, until - world.monotonic(), signal =>
    pipedInput(session, {mostBytes: longestInput, signal}),
  );
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
