import {listText, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {inDrawer, zName} from '../../core/shift/report.js';
import type {Report} from '../../core/shift/report-schema.js';
import type {SlipPart, SlipWidth} from '../../core/slip/slip.js';
import {answer, note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {slipLines} from '../slip/deliver.js';
import {reportAnswer} from './report-answer.js';

/** Prints a report on standard output; the same report gives the same bytes. */
export const writeReport = (
  session: Session,
  report: Report,
  {parts, width = 42}: {readonly parts: readonly SlipPart[]; readonly width?: SlipWidth},
): Promise<ExitCode> =>
  answer(session, reportAnswer, {...report, proof: proofIn(parts)}, () => slipLines(parts, width));

/** The text of a slip's QR code; undefined if it has none. */
export function proofIn(parts: readonly SlipPart[]): string | undefined {
  return parts.find(part => part.kind === 'qr')?.text;
}

/** Notes in one line each what a person has to look at in a Z. Returns the exit code of the command that made it. */
export function noteFindings(session: Session, {number, drawers, needsPerson}: Report): ExitCode {
  const words = messages(session.language).day.shift;
  const z = zName(number);
  const differing = drawers.filter(({difference}) => difference !== null && difference !== 0);
  if (differing.length > 0) {
    const amounts = differing.map(({currency, difference}) =>
      displayMoney(inDrawer(currency, difference ?? 0), session.language),
    );
    note(session, `! ${words.differs({z, difference: listText(amounts, session.language)})}`);
  }
  if (needsPerson.length > 0) {
    const references = listText(
      needsPerson.map(({reference}) => reference),
      session.language,
    );
    note(session, `! ${words.needPerson({z, references})}`);
  }
  return differing.length > 0 || needsPerson.length > 0 ? exitCodes.needsPerson : exitCodes.done;
}
