import {causeText} from '../core/messages/cause.js';
import {messages} from '../core/messages/messages.js';
import {isOfShop} from '../core/payment/payer.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {problemText} from '../core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note} from '../session/print.js';
import {deadlineOf, type Session, within} from '../session/session.js';
import type {OpenTill} from '../till/open.js';
import type {Till} from '../till/till.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {follow, serveChallenge} from './follow.js';
import {answerPayment, exitOf, noteRefundLeft, noteWhatIsLeft, paymentAnswer, refundProgress} from './payment-lines.js';
import {noteClock, readPayment, referenceFrom, withTillOrReading} from './reading.js';
import {secondsFrom} from './values.js';

const options = {'--wait <seconds>': 'waitForStatus'} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const answers = {status: paymentAnswer};

export const command = commandOf({
  arguments: ['<reference>'],
  options,
  examples: [
    'duka status T7K0MZ4K8Q2RD',
    'duka status T7K0MZ4K8Q2RD --wait 60 --json',
    'duka status T7K0MZ4K8Q2RD --wait 300 --listen 192.168.1.20',
  ],
  action: status,
});

async function status(session: Session, typed: string, options: Options): Promise<ExitCode> {
  const {language} = session;
  const seconds = secondsFrom({name: '--wait', value: options.wait ?? '0', language}, 0);
  return withTillOrReading(session, 'status', {
    ask: opened => ask(session, opened, referenceFrom(typed), seconds),
    read: async reading => {
      const payment = await readPayment(reading, typed);
      await answerPayment(session, reading.state, payment);
      return exitOf(reading.state, payment);
    },
  });
}

/** Longer than the service layer waits for any answer, in milliseconds. */
const patience = 120_000;

/** Asks at least once, even about an ended payment, since it may have succeeded late after a failure. */
async function ask(session: Session, {till}: OpenTill, reference: string, seconds: number): Promise<ExitCode> {
  const {face, language} = session;
  const words = messages(language).command;
  const {request} = await till.payment(reference);
  if (!isOfShop(request)) await within(face, patience, till.check(reference)); // the service knows nothing of cash
  const writeFailure = till.writeFailure();
  if (writeFailure !== undefined) throw writeFailure;
  const until = deadlineOf(session, seconds);
  const {onChange, page} = serveChallenge(session, till);
  const followed = await follow({face, till, reference, until, onChange: seconds === 0 ? () => {} : onChange});
  const payment = await followRefunds(session, till, followed, until);
  await answerPayment(session, till.state, payment, await page());
  for (const refund of payment.refunds) noteRefundLeft(session, payment, refund);
  noteClock(session, till);
  noteTheLink(session, till, payment);
  if (verdictOf(payment) !== 'not-known') return exitOf(till.state, payment);
  if (face.interrupted.aborted) note(session, words.interrupted);
  noteWhatIsLeft(session, payment);
  if (till.link().refusedKey) return exitCodes.configuration;
  return face.interrupted.aborted ? exitCodes.interrupted : exitCodes.notKnown;
}

/** Once a payment is paid, only its refunds may still be unknown. */
async function followRefunds(session: Session, till: Till, payment: Payment, until: number): Promise<Payment> {
  const {face} = session;
  const {reference} = payment;
  let followed = payment;
  for (const {number} of payment.refunds) {
    if (face.world.monotonic() >= until) break;
    const onChange = refundProgress(session, number);
    followed = await follow({face, till, reference, refund: number, until, onChange});
  }
  return followed;
}

/** Says why the answer may be old. The verdict is then based on the journal only. */
function noteTheLink(session: Session, till: Till, payment: Payment): void {
  const {language} = session;
  const {state, refusedKey} = till.link();
  const code = payment.steps.findLast(step => step.rule === 'question-no-answer')?.raw ?? '?';
  if (state === 'down') note(session, `! ${messages(language).command.unreachable({code: causeText(code, language)})}`);
  else if (refusedKey) note(session, `! ${problemText(new Problem('key-refused'), language)}`);
}
