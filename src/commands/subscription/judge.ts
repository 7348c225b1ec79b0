import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {type Enrolment, isEnrolmentOpen} from '../../core/subscription/enrolment.js';
import {enrolmentSpec} from '../../core/subscription/json.js';
import {answer, note} from '../../session/print.js';
import {type Session, within} from '../../session/session.js';
import type {Till} from '../../till/till.js';
import {oneOf} from '../values.js';
import {enrolmentLines} from './enrolment.js';
import {idFrom} from './shown.js';

/** How long a last question to the service may delay the decision, in milliseconds: the service itself may be down. */
const patience = 10_000;

type Word = {
  readonly person: string;
  readonly as?: string;
  readonly reason?: string;
  readonly subscription?: string;
};

/** Records a named person's statement about an enrolment, after a last look at the service's list, which overrides it. */
export async function resolveEnrolment(
  session: Session,
  till: Till,
  {reference}: Enrolment,
  word: Word,
): Promise<ExitCode> {
  const {face, language} = session;
  const as =
    oneOf({name: '--as', value: word.as ?? '', language}, ['paid', 'not-paid']) === 'paid' ? 'made' : 'not-made';
  const {person, reason = ''} = word;
  const subscription = as === 'made' && word.subscription !== undefined ? idFrom(word.subscription) : undefined;
  const words = messages(language).subscription;
  await within(face, patience, till.lookForEnrolment(reference));
  if (face.interrupted.aborted) return exitCodes.interrupted;
  if (!isOpen(till, reference)) {
    await writeEnrolment(session, till, reference);
    note(session, words.foundAtLast);
    return exitCodes.done;
  }
  if (subscription !== undefined) await readBefore(session, till, subscription);
  await till.resolveEnrolment(reference, {as, person, reason, ...(subscription === undefined ? {} : {subscription})});
  if (till.state.payments.has(reference)) await within(face, patience, till.check(reference));
  await writeEnrolment(session, till, reference);
  note(session, words.judged({enrolment: reference, state: words.states[as], person}));
  if (as === 'made' && subscription === undefined) note(session, `! ${words.judgedWithoutNumber}`);
  return exitCodes.done;
}

/** The service's record of the subscription has the reference of its first charge. A subscription that does not exist is refused. */
async function readBefore({face}: Session, till: Till, id: number): Promise<void> {
  await within(face, patience, till.readSubscription(id)).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code === 'subscription-unknown' || till.writeFailure() !== undefined)
      throw error;
  });
}

export const answers = {'subscription resolve': enrolmentSpec()};

async function writeEnrolment(session: Session, till: Till, reference: string): Promise<void> {
  const enrolment = till.state.registry.enrolments.get(reference);
  if (enrolment === undefined) return;
  await answer(session, answers['subscription resolve'], enrolment, () => enrolmentLines(enrolment, session.language));
}

function isOpen(till: Till, reference: string): boolean {
  const enrolment = till.state.registry.enrolments.get(reference);
  return enrolment !== undefined && isEnrolmentOpen(enrolment);
}
