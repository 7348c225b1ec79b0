import {messages} from '../../core/messages/messages.js';
import {badgeOf} from '../../core/payment/badge.js';
import {pendingPayments} from '../../core/payment/payments.js';
import {nameTyped} from '../../core/payment/said.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {isPeriodEmpty} from '../../core/shift/ledger.js';
import {demandOf, drawersOf, uncountedOf, zName} from '../../core/shift/report.js';
import type {Count} from '../../core/shift/report-schema.js';
import {lookRights} from '../../core/staff/looking.js';
import {note} from '../../session/print.js';
import {deadlineOf, type Session, within} from '../../session/session.js';
import {zLine} from '../../till/shift.js';
import type {Till} from '../../till/till.js';
import {countsFrom} from '../counts.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {withPerson} from '../reading.js';
import {secondsFrom} from '../values.js';
import {noteFindings, writeReport} from './write-report.js';

export const closeOptions = {
  '--count <money>': {says: 'count', isRepeatable: true},
  '--note <text>': 'differenceNote',
  '--approver <name>': 'approver',
  '--skip-questions': 'skipQuestions',
  '--wait <seconds>': 'waitForAnswers',
} satisfies OptionSpecs;

/**
 * Closes the period: records the count, asks about every open payment once, then makes the Z and prints it, with what should have been in
 * the drawer. If nothing is new since the last Z, it prints that one again, to the person who made it or who may look at it.
 */
export async function closeShift(session: Session, options: OptionsOf<typeof closeOptions>): Promise<ExitCode> {
  const {language, face} = session;
  const until = deadlineOf(session, secondsFrom({name: '--wait', value: options.wait ?? '30', language}, 0));
  const counts = countsFrom(options.count ?? []);
  const {note: why = '', approver = '', skipQuestions = false} = options;
  return withPerson(session, 'shift z', async ({till, journal}, person) => {
    const {ledger} = till.state;
    if (isPeriodEmpty(ledger) && ledger.z > 0) {
      const made = await zLine({journal, state: till.state}, ledger.z);
      if (made.person !== person) await till.look(lookRights['shift show --z'], 'shift z');
      return printAgain(session, till, ledger.z);
    }
    if (approver.trim() !== '') nameTyped(approver, till.state); // before anything is recorded
    if (counts.length > 0) {
      requireEveryCurrency(till, counts);
      await till.countDrawer(person, counts);
    }
    const asks = !skipQuestions && !willBeRefused(till, {why, approver});
    const notAsked = asks ? await askAboutAll(session, till, until) : till.state.open.size;
    if (face.interrupted.aborted) return exitCodes.interrupted;
    const report = await till.reportZ({person, note: why, approver, notAsked});
    if (report.notAsked > 0) note(session, `! ${messages(language).day.shift.notAsked({count: report.notAsked})}`);
    await writeReport(session, report, {parts: await till.reportSlip(report)});
    return noteFindings(session, report);
  });
}

async function printAgain(session: Session, till: Till, number: number): Promise<ExitCode> {
  const report = await till.readZ(number);
  note(session, messages(session.language).day.shift.again({z: zName(number)}));
  await writeReport(session, report, {parts: await till.reportSlip(report)});
  return noteFindings(session, report);
}

/**
 * Requires a count of every currency, before anything is recorded: a currency that is left out would count as nothing. Throws `Problem`
 * count-missing.
 */
export function requireEveryCurrency({state}: Till, counts: readonly Count[]): void {
  const missing = uncountedOf(drawersOf(state, counts));
  if (missing !== undefined) throw new Problem('count-missing', {currency: missing.currency});
}

/** Finds out first whether the drawer needs a reason or a second person, so that nobody waits for the questions in vain. */
function willBeRefused(till: Till, {why, approver}: {readonly why: string; readonly approver: string}): boolean {
  const {state, settings} = till;
  const drawers = drawersOf(state, state.ledger.period.counted ?? undefined);
  if (uncountedOf(drawers) !== undefined) return true;
  const demand = demandOf(drawers, settings.authorisedDifference);
  return (demand !== 'nothing' && why.trim() === '') || (demand === 'second-person' && approver.trim() === '');
}

/** Asks about each open payment once, oldest first, while there is time. Returns the number of payments without an answer. */
async function askAboutAll(session: Session, till: Till, until: number): Promise<number> {
  const {face, language} = session;
  const words = messages(language).day.shift;
  const open = pendingPayments(till.state);
  let answered = 0;
  for (const [index, {reference}] of open.entries()) {
    const left = until - face.world.monotonic();
    if (left <= 0 || face.interrupted.aborted) break;
    note(session, words.asking({reference, number: index + 1, count: open.length}));
    const isAnswered = await within(
      face,
      left,
      till.checkAtPace(reference, face.interrupted).then(() => true),
    );
    const {state, refusedKey} = till.link();
    if (isAnswered !== true) continue;
    if (state !== 'up' || refusedKey) break; // the others would not be answered either
    answered += 1;
    const verdict = messages(language).payment.verdicts[badgeOf(await till.payment(reference))];
    note(session, `  ${words.asked({reference, verdict})}`);
  }
  return open.length - answered;
}
