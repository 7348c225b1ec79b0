import {messages} from '../core/messages/messages.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note} from '../session/print.js';
import {deadlineOf, type Session} from '../session/session.js';
import {enterCode, noteCodeOnLine, readCode, withoutGaps} from './code-input.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {answerPayment, exitOf, noteWhatIsLeft, paymentAnswer, progressOf} from './payment-lines.js';
import {noteClock, referenceFrom, withTill} from './reading.js';
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
