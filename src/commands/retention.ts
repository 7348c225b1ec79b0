import {date} from '../core/day/schema.js';
import {messages} from '../core/messages/messages.js';
import type {ExitCode, Problem} from '../core/problem.js';
import {monthOfKey} from '../core/retention/retention.js';
import {count, fields, list, orNull, text, written} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
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

export const answers = {
  retention: fields({
    months: list(
      fields({
        month: text('of the payments'),
        standing: text('`due`, `open`, or why it stays'),
        lines: count('how many lines it has'),
        open: list(text(), 'payments and enrolments without an end, for which it stays'),
      }),
      'oldest first',
    ),
    copies: count('copies of the journal that are elsewhere'),
    asOf: orNull(written(date('up to which the journal was read'), dayOf), 'all of it was'),
  }),
  'retention --yes': fields({shredded: list(text(), 'the months')}),
};

async function show(session: Session, keep: number): Promise<ExitCode> {
  const config = configOf(session);
  const folder = tillFolder(config, namedTill(config) ?? '');
  const report = await withReading(session, reading =>
    retentionReport(reading, {folder, now: session.face.world.now(), keep}),
  );
  return answer(session, answers.retention, report, () => linesOf(session, report));
}

function dayOf(instant: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toString().slice(0, 10);
}

function linesOf({language}: Session, {months, copies, asOf}: RetentionReport): readonly string[] {
  const words = messages(language).retention;
  const isDue = months.some(({standing}) => standing === 'due');
  return [
    ...(months.length === 0 ? [words.none] : []),
    ...months.map(({month, standing, lines, open}) =>
      standing === 'open' ? words.open({month, open: open.join(', ')}) : words[standing]({month, lines}),
    ),
    ...(asOf === null ? [] : [words.asOf({date: dayOf(asOf)})]),
    ...(copies === 0 ? [] : [words.copies({count: copies})]),
    words.left,
    isDue ? words.how : words.nothing,
  ];
}

/** Records a shredding, does it, and makes its files again; the next opening completes it. Throws `Problem` customers-not-shredded. */
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
  return answer(session, answers['retention --yes'], {shredded}, [
    shredded.length === 0 ? words.nothing : `✓ ${words.done({months: shredded.join(', ')})}`,
  ]);
}
