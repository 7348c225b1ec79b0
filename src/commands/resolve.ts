import {messages} from '../core/messages/messages.js';
import {badgeOf} from '../core/payment/badge.js';
import type {Payment} from '../core/payment/payment.js';
import {lostRefund} from '../core/payment/resolving.js';
import {reasonSaid} from '../core/payment/said.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {isEnrolmentOpen} from '../core/subscription/enrolment.js';
import {note} from '../session/print.js';
import {configOf, type Session, within} from '../session/session.js';
import type {Till} from '../till/till.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {answerPayment, paymentAnswer, stepLines} from './payment-lines.js';
import {referenceFrom, withPerson} from './reading.js';
import {resolveEnrolment} from './subscription/enrolment.js';
import {oneOf} from './values.js';

/** How long a last question to the service may delay the decision, in milliseconds: the service itself may be down. */
const patience = 10_000;

const options = {
  '--refund': 'resolveRefund',
  '--as <outcome>': {says: 'as', offers: ['paid', 'not-paid', 'done', 'failed']},
  '--reason <text>': 'reason',
  '--subscription <id>': 'resolveSubscription',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const answers = {resolve: paymentAnswer};

export const command = commandOf({
  arguments: ['<reference>'],
  options,
  examples: [
    'duka resolve T7K0MZ4K8Q2RD --as paid --person "Amina" --reason "seen on the customer’s phone"',
    'duka resolve T7K0MZ4K8Q2RD --as not-paid --person "Amina" --reason "no record in the dashboard"',
    'duka resolve T7K0MZ4K8Q2RD --refund --as done --person "Amina" --reason "seen in the dashboard"',
    'duka resolve T7K0MZ4K8Q2RD --as paid --subscription 14 --person "Amina" --reason "enrolled: seen there"',
  ],
  action: resolve,
});

/** Asks the service a last time, so that nobody decides what it knows by now, and records the result that a person states. */
async function resolve(session: Session, typed: string, options: Options): Promise<ExitCode> {
  const {face, language} = session;
  const record = resolution(session, options);
  const reason = reasonSaid(options.reason ?? '');
  const reference = referenceFrom(typed);
  const {zone} = configOf(session);
  return withPerson(session, 'resolve', async ({till}, person) => {
    const enrolment = till.state.registry.enrolments.get(reference);
    if (enrolment !== undefined && isEnrolmentOpen(enrolment)) {
      return resolveEnrolment(session, till, enrolment, {...options, person});
    }
    await till.payment(reference);
    await within(face, patience, till.check(reference));
    const before = await till.payment(reference);
    note(session, messages(language).command.evidence({reference}));
    for (const line of stepLines(before, {language, zone})) note(session, `  ${line}`);
    if (face.interrupted.aborted) return exitCodes.interrupted;
    const sentence = await record(till, before, {person, reason});
    await answerPayment(session, till.state, await till.payment(reference));
    note(session, sentence);
    return exitCodes.done;
  });
}

/** Records the stated result and returns the sentence that says so. */
type Resolve = (
  till: Till,
  before: Payment,
  word: {readonly person: string; readonly reason: string},
) => Promise<string>;

function resolution({language, face}: Session, {refund = false, as: typed = ''}: Options): Resolve {
  const words = messages(language).command;
  const named = {name: '--as', value: typed, language};
  if (!refund) {
    const as = oneOf(named, ['paid', 'not-paid']);
    return async (till, {reference}, {person, reason}) => {
      await till.resolve(reference, {as, person, reason});
      const verdict = messages(language).payment.verdicts[badgeOf(await till.payment(reference))];
      return words.resolved({reference, verdict, person});
    };
  }
  const as = oneOf(named, ['done', 'failed']);
  return async (till, payment, {person, reason}) => {
    const {reference} = payment;
    const number = lostRefund(payment, face.world.now())?.number ?? 0;
    await till.resolveRefund(reference, {as, person, reason});
    return words.refund.resolved({refund: number, reference, status: words.refund.statuses[as], person});
  };
}
