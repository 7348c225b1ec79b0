import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, type Problem} from '../core/problem.js';
import {monthOfKey} from '../core/retention/retention.js';
import {writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {openTill} from '../till/open.js';
import {tillFolder} from '../till/opened-journal.js';
import {namedTill} from '../till/own-till.js';
import {type RetentionReport, retentionReport} from '../till/retention.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withPerson, withReading} from './reading.js';
import {wholeFrom} from './values.js';

const options = {'--months <n>': 'retentionMonths', '--yes': 'retentionYes'} satisfies OptionSpecs;

export const command = commandOf({
  options,
  examples: ['duka retention --months 12', 'duka retention --months 12 --yes --person Amina'],
  action: retention,
});

const mostMonths = 600;

async function retention(session: Session, {months = '', yes}: OptionsOf<typeof options>): Promise<ExitCode> {
  const keep = wholeFrom({name: '--months', value: months, language: session.language}, {from: 1, to: mostMonths});
  return yes === true ? shred(session, keep) : show(session, keep);
}

/**
 * Shows what would be shredded, and changes nothing. Under `--json` `{months: [{month, standing, lines, open}], clearLines, copies, asOf}`.
 */
async function show(session: Session, keep: number): Promise<ExitCode> {
  const config = configOf(session);
  const folder = tillFolder(config, namedTill(config) ?? '');
  const report = await withReading(session, reading =>
    retentionReport(reading, {folder, now: session.face.world.now(), keep}),
  );
  if (session.isJson) {
    const {months, clearLines, copies} = report;
    const asOf = report.asOf === null ? null : dayOf(report.asOf);
    const asJson = months.map(({month, standing, lines, open}) => ({month, standing, lines, open}));
    writeJson(session, {months: asJson, clearLines, copies, asOf});
  } else writeLines(session, linesOf(session, report));
  return exitCodes.done;
}

const dayOf = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toString().slice(0, 10);

function linesOf({language}: Session, {months, clearLines, copies, asOf}: RetentionReport): readonly string[] {
  const words = messages(language).retention;
  const isDue = months.some(({standing}) => standing === 'due');
  return [
    ...(months.length === 0 ? [words.none] : []),
    ...months.map(({month, standing, lines, open}) =>
      standing === 'open' ? words.open({month, open: open.join(', ')}) : words[standing]({month, lines}),
    ),
    ...(asOf === null ? [] : [words.asOf({date: dayOf(asOf)})]),
    ...(clearLines === 0 ? [] : [words.clear({lines: clearLines})]),
    ...(copies === 0 ? [] : [words.copies({count: copies})]),
    words.left,
    isDue ? words.how : words.nothing,
  ];
}

/**
 * Records what is shredded, destroys its keys, and makes again what was made of the lines. If it is interrupted, the next opening completes
 * it. Throws `Problem` customers-not-shredded if something could not be removed. Under `--json` `{shredded}`, the months.
 */
async function shred(session: Session, keep: number): Promise<ExitCode> {
  const keys = await withPerson(session, 'retention', ({till}, person) => till.decideShredding({person, keep}));
  if (keys.length > 0) {
    const told: Problem[] = [];
    const surroundings = {...session.surroundings(), notice: (problem: Problem) => told.push(problem)};
    const {till, journal} = await openTill(surroundings, 'duka retention');
    try {
      await journal.verify();
    } finally {
      await till.close();
    }
    const failed = told.find(({code}) => code === 'customers-not-shredded');
    if (failed !== undefined) throw failed;
  }
  const shredded = [...new Set(keys.map(monthOfKey))];
  const words = messages(session.language).retention;
  if (session.isJson) writeJson(session, {shredded});
  else writeLines(session, [shredded.length === 0 ? words.nothing : `✓ ${words.done({months: shredded.join(', ')})}`]);
  return exitCodes.done;
}
