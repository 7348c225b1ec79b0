import {businessDate} from '../core/business-day.js';
import type {StoredEvent} from '../core/event.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {cleanText} from '../core/text.js';
import {commandWords} from '../core/words/commands.js';
import {fill} from '../core/words/fill.js';
import type {Reading} from '../till/open.js';
import {eventLine, summaryOf, wholeEvent} from './event-lines.js';
import {examples} from './examples.js';
import {needsSubcommand} from './family.js';
import {note, writeJson, writeLines} from './print.js';
import {referenceFrom, withReading} from './reading.js';
import {configOf, type Define, type Session} from './session.js';

export const define: Define = (family, {act, help}) => {
  const {commands, options} = help;
  needsSubcommand(family.description(commands.journal), help);
  const list = family.command('list').description(commands['journal list']).option('--day <day>', options.day);
  examples(list.action(act(listEvents)), ['duka journal list', 'duka journal list --day 2026-11-20 --json']);
  const show = family.command('show').description(commands['journal show']).argument('<reference|number>');
  examples(show.action(act(showEvents)), ['duka journal show T7K0MZ4K8Q2RD', 'duka journal show 17']);
  const verify = family.command('verify').description(commands['journal verify']);
  examples(verify.action(act(verifyJournal)), ['duka journal verify', 'duka journal verify --json']);
  examples(family, ['duka journal list', 'duka journal show T7K0MZ4K8Q2RD', 'duka journal verify']);
};

/** One line per event of a business day; under `--json` an array of `{seq, at, type, person, reference, amount, currency, raw}`. */
async function listEvents(session: Session, options: {readonly day?: string}): Promise<ExitCode> {
  const {language, face, isJson} = session;
  const {zone, dayStartsAt} = configOf(session);
  const day = options.day === undefined ? businessDate(face.world.now(), zone, dayStartsAt) : dayFrom(options.day);
  return withReading(session, async ({journal}) => {
    const events = await Array.fromAsync(journal.readSegment(day));
    if (isJson) writeJson(session, events.map(summaryOf));
    else if (events.length === 0) writeLines(session, [fill(commandWords[language].noEvents, {day})]);
    else
      writeLines(
        session,
        events.map(event => eventLine(event, zone)),
      );
    return exitCodes.done;
  });
}

function dayFrom(text: string): string {
  const day = text.trim();
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(day)) return Temporal.PlainDate.from(day).toString();
  } catch {
    // said below
  }
  throw new Problem('day-invalid', {day: cleanText(text, 40)});
}

/** Whole events, as they stand in the journal. */
async function showEvents(session: Session, typed: string): Promise<ExitCode> {
  const {zone} = configOf(session);
  return withReading(session, async reading => {
    const events = /^\d{1,15}$/.test(typed)
      ? await eventOf(reading, Number(typed))
      : await reading.journal.eventsOf(referenceFrom(typed));
    if (events.length === 0) throw new Problem('payment-unknown', {reference: referenceFrom(typed)});
    if (session.isJson) writeJson(session, events);
    else
      writeLines(
        session,
        events.flatMap(event => wholeEvent(event, zone)),
      );
    return exitCodes.done;
  });
}

/** The event of a number: the newest segments are the likeliest. */
async function eventOf({journal}: Reading, seq: number): Promise<readonly StoredEvent[]> {
  for (const day of [...(await journal.segments())].reverse()) {
    for await (const event of journal.readSegment(day)) {
      if (event.seq === seq) return [event];
      if (event.seq > seq) break;
    }
  }
  return [];
}

/** Throws `Problem` journal-damaged with the segment and the line. A torn last line is none: nobody had been told of it. */
async function verifyJournal(session: Session): Promise<ExitCode> {
  const words = commandWords[session.language];
  return withReading(session, async ({journal}) => {
    const {segments, events, head, tornBytes} = await journal.verify();
    if (tornBytes > 0) note(session, `! ${fill(words.torn, {bytes: tornBytes})}`);
    if (session.isJson) writeJson(session, {ok: true, segments, events, head, tornBytes});
    else writeLines(session, [`✓ ${events === 0 ? words.intactEmpty : fill(words.intact, {segments, events, head})}`]);
    return exitCodes.done;
  });
}
