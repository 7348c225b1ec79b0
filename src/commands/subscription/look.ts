import {fill, messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {isEnrolmentOpen} from '../../core/subscription/enrolment.js';
import {enrolmentAsJson} from '../../core/subscription/json.js';
import {openEnrolments} from '../../core/subscription/registry.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import {deadlineOf, type Session, within} from '../../session/session.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {referenceFrom, withReading, withTill} from '../reading.js';
import {secondsFrom} from '../values.js';
import {endOfEnrolment} from './end.js';
import {enrolmentHead} from './enrolment-lines.js';

const options = {'--wait <seconds>': 'waitForStatus'} satisfies OptionSpecs;

export const lookCommand = commandOf({
  arguments: ['[enrolment]'],
  options,
  examples: ['duka subscription look', 'duka subscription look T7K0MZ4K8Q2RD --wait 60 --json'],
  action: lookFor,
});

/** Longer than the service layer waits for any answer, in milliseconds. */
const patience = 120_000;

/** Looks for one enrolment in the service's list, or lists those whose result is not known. */
async function lookFor(
  session: Session,
  typed: string | undefined,
  {wait = '0'}: OptionsOf<typeof options>,
): Promise<ExitCode> {
  const {language} = session;
  const until = deadlineOf(session, secondsFrom({name: '--wait', value: wait, language}, 0));
  if (typed === undefined) return listUnclear(session);
  return look(session, referenceFrom(typed), until);
}

async function look(session: Session, reference: string, until: number): Promise<ExitCode> {
  const {face, language} = session;
  return withTill(session, 'subscription look', async opened => {
    const {till} = opened;
    const enrolment = till.state.registry.enrolments.get(reference);
    if (enrolment === undefined) throw new Problem('enrolment-unknown', {enrolment: reference});
    if (isEnrolmentOpen(enrolment)) {
      const looked = await within(face, patience, till.lookForEnrolment(reference));
      const {looked: words} = messages(language).subscription;
      if (looked !== undefined && looked !== 'found')
        note(session, `! ${fill(words[looked], {email: enrolment.customerEmail})}`);
    }
    if (till.state.payments.has(reference)) await within(face, patience, till.check(reference));
    const exit = await endOfEnrolment(session, opened, reference, until);
    return exit === exitCodes.notKnown && till.link().refusedKey ? exitCodes.configuration : exit;
  });
}

async function listUnclear(session: Session): Promise<ExitCode> {
  const {language, isJson} = session;
  return withReading(session, async ({state}) => {
    const open = openEnrolments(state.registry);
    const {noneUnclear} = messages(language).subscription;
    if (isJson) writeJson(session, open.map(enrolmentAsJson));
    else writeLines(session, open.length === 0 ? [noneUnclear] : open.map(each => enrolmentHead(each, language)));
    return exitCodes.done;
  });
}
