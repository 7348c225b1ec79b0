import {momentText} from '../../core/day/business-day.js';
import {dayStartsAt, instant, zone} from '../../core/day/schema.js';
import {listText, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Money} from '../../core/money/money.js';
import {amountOf} from '../../core/money/schema.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import type {Shift} from '../../core/shift/ledger-schema.js';
import {inDrawer, zName} from '../../core/shift/report.js';
import type {Report} from '../../core/shift/report-schema.js';
import type {SlipPart, SlipWidth} from '../../core/slip/slip.js';
import {fields, list, named, positive, text} from '../../core/spec/spec.js';
import {answer, note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {slipLines} from '../slip.js';
import {reportAnswer} from './report-answer.js';

/** Prints a report on standard output; the same report gives the same bytes. */
export const writeReport = (
  session: Session,
  report: Report,
  {parts, width = 42}: {readonly parts: readonly SlipPart[]; readonly width?: SlipWidth},
): Promise<ExitCode> =>
  answer(session, reportAnswer, {...report, proof: proofIn(parts)}, () => slipLines(parts, width));

/** The text of a slip's QR code; undefined if it has none. */
export const proofIn = (parts: readonly SlipPart[]): string | undefined => parts.find(part => part.kind === 'qr')?.text;

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

export const shiftSpec = named(
  'shift',
  fields(
    {
      number: positive('of the shifts of the till'),
      person: text('whose shift it is'),
      openedAt: instant('when it was opened'),
      floats: list(fields(amountOf('what was in the drawer', (float: Money) => float)), 'by currency'),
      zone: zone('by which its times are told'),
      dayStartsAt: dayStartsAt('in that zone'),
    },
    'An open shift.',
  ),
);

export const sinceText = ({openedAt}: Shift, zone: string): string => momentText(openedAt, zone);
