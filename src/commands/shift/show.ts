import {messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {ExitCode} from '../../core/problem.js';
import {zName} from '../../core/shift/report.js';
import type {Report} from '../../core/shift/report-schema.js';
import {reportParts} from '../../core/shift/report-slip.js';
import {count, fields, flag, orNull, positive} from '../../core/spec/spec.js';
import {lookRights} from '../../core/staff/looking.js';
import {answer} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {type Reading, tillFolder} from '../../till/opened-journal.js';

import {readZ} from '../../till/shift.js';
import {storedKey} from '../../till/signing.js';
import {reportSlip} from '../../till/slips.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {checkMayLook, withLook, withReading, withTillOrReading} from '../reading.js';
import {asPreview, deliveredSpecs, deliverSlip} from '../slip/deliver.js';
import {reportOptions, slipPlan} from '../slip/plan.js';
import {zNumberFrom} from '../values.js';
import {shiftSpec, sinceText} from './lines.js';
import {reportAnswer} from './report-answer.js';
import {writeReport} from './write-report.js';

export const showOptions = {'--z <number>': 'z', ...reportOptions} satisfies OptionSpecs;

const slipAnswer = fields({
  number: positive('of the Z'),
  isPreview: flag('whether the till did not number it, since it is open elsewhere'),
  copy: orNull(count('the number of the copy; 0 is the first print'), 'it is not numbered'),
  ...deliveredSpecs,
});

export const answers = {
  'shift show': fields({
    shift: orNull(shiftSpec('the open shift'), 'none is open'),
    lastZ: orNull(positive('the number of the last Z'), 'there is none'),
  }),
  'shift show --z': reportAnswer,
  'shift show --z --out': slipAnswer,
};

/** Shows the open shift, or a Z. On standard output a Z is always the same; on paper and in files it is numbered and recorded. */
export async function showShift(session: Session, {z, ...options}: OptionsOf<typeof showOptions>): Promise<ExitCode> {
  if (z === undefined) return withReading(session, async reading => showOpen(session, reading));
  const number = zNumberFrom(z, session.language);
  const plan = slipPlan(session, options);
  const {format, width} = plan.rendering;
  if (!plan.prints && plan.out === undefined && format === 'text')
    return withLook(session, 'shift show --z', async reading => {
      const report = await readZ(reading, number);
      return writeReport(session, report, {parts: await partsOf(session, reading, report), width});
    });
  return withTillOrReading(session, 'shift show', {
    ask: async ({till}) => {
      await till.look(lookRights['shift show --z'], 'shift show');
      const slip = await till.issueZ(number, plan.rendering);
      const delivered = await deliverSlip(session, slip, plan);
      return answer(session, slipAnswer, {number, isPreview: false, copy: slip.copy, ...delivered}, delivered.show);
    },
    read: async reading => {
      await checkMayLook(session, 'shift show --z', reading.state.staff);
      const report = await readZ(reading, number);
      const slip = asPreview(session, reportParts(report, {language: session.language, copy: 0}), zName(number));
      const delivered = await deliverSlip(session, slip, plan);
      return answer(session, slipAnswer, {number, isPreview: true, copy: null, ...delivered}, delivered.show);
    },
    needsService: false,
  });
}

/** The Z as the till itself shows it. If the till's key was lost, the Z has no code. */
async function partsOf(session: Session, reading: Reading, report: Report) {
  const {config} = session.surroundings();
  const {till = ''} = config;
  const key = await storedKey(tillFolder(config, till));
  if (key === undefined) return reportParts(report, {language: session.language, copy: 0});
  return reportSlip({...reading, settings: config, sign: key.sign}, report, 0);
}

function showOpen(session: Session, {state: {ledger}}: Reading): Promise<ExitCode> {
  const {shift, z} = ledger;
  const words = messages(session.language).day.shift;
  return answer(session, answers['shift show'], {shift, lastZ: z === 0 ? null : z}, () => {
    if (shift === null) return [words.none];
    const {number, person, floats} = shift;
    const {zone} = configOf(session);
    const heading = words.open({shift: number, person, at: sinceText(shift, zone)});
    return [heading, ...floats.map(float => `  ${words.float} ${displayMoney(float, session.language)}`)];
  });
}
