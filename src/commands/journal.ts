import {createHash} from 'node:crypto';
import {type ZRow, zRowMembers, zRowsIn} from '../core/books/z-row.js';
import {momentText} from '../core/day/business-day.js';
import {instantText} from '../core/day/schema.js';
import {type StoredEvent, technicalTypes} from '../core/events/event.js';
import type {OutsideSlip} from '../core/events/outside-slips.js';
import {messages} from '../core/messages/messages.js';
import {amountText} from '../core/money/schema.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {type Breach, rightsAudit} from '../core/rights/audit.js';
import {zName} from '../core/shift/report.js';
import {count, elseNull, fields, flag, json, list, orNull, positive, text} from '../core/spec/spec.js';
import {hasStaff} from '../core/staff/staff.js';
import {cleanText} from '../core/text/text.js';
import {answer, jsonText, note, noteToPerson} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {readDays} from '../till/days.js';
import {waitingNotes} from '../till/notes.js';
import type {OpenTill} from '../till/open.js';
import {tillFolder} from '../till/opened-journal.js';
import {namedTill} from '../till/own-till.js';
import {storedKey} from '../till/signing.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {eventLine, lineOf, personLine, summaryOf} from './event-lines.js';
import {noteExport} from './export/noted.js';
import {writeTable} from './export/table.js';
import {type ExportOptions, eventTable, exportOf, exportOptions, spanFrom} from './export.js';
import {restoreCommand, wordOfOffice, writeOffice} from './office/joined.js';
import {checkMayLook, referenceFrom, withLook, withPerson, withReading} from './reading.js';
import {reviewCommand} from './review.js';
import {dayFrom} from './values.js';
import {verifyZ} from './z-check.js';

const listOptions = {'--day <day>': 'day', '--csv': 'csv'} satisfies OptionSpecs;
const eventOptions = {
  '--technical': 'technical',
  '--day <day>': 'day',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
} satisfies OptionSpecs;
const verifyOptions = {
  '--z <text>': 'verifyZ',
  '--proof <file>': 'verifyProof',
  '--key <key>': 'key',
} satisfies OptionSpecs;

/** Exports to standard output, a file or a folder. As CSV without a list: the lines, and in a folder their summary and what was sold. */
async function exportJournal(session: Session, options: ExportOptions): Promise<ExitCode> {
  const {format, span, write} = await exportOf(session, options);
  return withLook(session, 'journal export', async (reading, person) => {
    const sha256 = await write(reading, configOf(session));
    await noteExport(session, {kind: 'journal', format, ...span, sha256}, person);
    return exitCodes.done;
  });
}

export const command: CommandSpec = {
  examples: ['duka journal list', 'duka journal show T7K0MZ4K8Q2RD', 'duka journal verify'],
  commands: {
    list: commandOf({
      options: listOptions,
      examples: ['duka journal list', 'duka journal list --day 2026-11-20 --json'],
      action: listEvents,
    }),
    events: commandOf({
      options: eventOptions,
      examples: ['duka journal events --technical', 'duka journal events --technical --from 2026-11-01 --json'],
      action: listWhoDidWhat,
    }),
    show: commandOf({
      arguments: ['<reference|number>'],
      examples: ['duka journal show T7K0MZ4K8Q2RD', 'duka journal show 17'],
      action: showEvents,
    }),
    verify: commandOf({
      options: verifyOptions,
      examples: [
        'duka journal verify',
        'duka journal verify --z "$SCANNED" --json',
        'duka journal verify --proof proof.json',
      ],
      action: verifyJournal,
    }),
    accept: commandOf({examples: ['duka journal accept --as Amina'], action: acceptJournal}),
    restore: restoreCommand,
    export: commandOf({
      options: exportOptions,
      examples: [
        'duka journal export --day 2026-11-20 > lines.csv',
        'duka journal export --from 2026-11-01 --to 2026-11-30 --out november/',
        'duka journal export --lists zs --from 2026-01-01',
        'duka journal export --format hledger --accounts syscohada.json --from 2026-11-01 --out november.journal',
      ],
      action: exportJournal,
    }),
    review: reviewCommand,
  },
};

const whenUnwritten = 'it has yet to be written';
const type = text('of the event, as in the journal');
const person = text('who was at the till');
export const answers = {
  'journal list': list(
    fields({
      seq: count('the line'),
      at: instantText('when it was written'),
      type,
      person,
      reference: orNull(text('of the payment, enrolment or split sale'), 'it is about none'),
      amount: orNull(amountText('of the event'), 'it has none'),
      currency: orNull(text('of the amount'), 'it has none'),
      raw: orNull(text('what the service said'), 'nothing'),
    }),
    'the events of a day',
  ),
  'journal events': list(
    fields({
      seq: elseNull(count('the line'), whenUnwritten),
      at: elseNull(instantText('when it was written'), whenUnwritten),
      type,
      person,
      data: json<object>('as in the journal'),
    }),
    'the events of the days',
  ),
  'journal show': list(json<StoredEvent>(), 'whole lines of the journal'),
  'journal verify': fields({
    ok: flag('true: otherwise the command fails'),
    segments: count('how many days'),
    events: count('how many lines'),
    head: text('the hash of the last one'),
    tornBytes: count('bytes after the last line, whose writing was never confirmed to anybody'),
    outside: json<OutsideSlip | null>(
      'the newest slip outside the till that vouches for the lines; null: there is none',
    ),
    office: elseNull(
      json('what the head office has signed: the line `seq`, and whether the journal `agrees`'),
      'it has signed for none',
    ),
    breaches: list(json<Breach>('a line `seq` of a `person` without the right to it, and `why`'), 'in their order'),
    zs: list(
      fields({number: positive('of the Z'), seq: zRowMembers.seq, differs: zRowMembers.differs}),
      'Zs that do not follow from their lines',
    ),
  }),
  'journal accept': fields({accepted: elseNull(text('why it was not proved that no line is missing'), 'it was')}),
};

/** Lists the events of a business day, one line each. */
async function listEvents(
  session: Session,
  {csv = false, ...options}: OptionsOf<typeof listOptions>,
): Promise<ExitCode> {
  const {language} = session;
  const {zone} = configOf(session);
  const day = dayFrom(session, options.day);
  return withReading(session, async ({journal}) => {
    const {events} = await readDays({journal}, {from: day, to: day});
    if (csv) writeTable(session, eventTable(events, zone));
    else
      await answer(session, answers['journal list'], events.map(summaryOf), () =>
        events.length === 0
          ? [messages(language).command.noEvents({day})]
          : events.map(event => eventLine(event, zone)),
      );
    return exitCodes.done;
  });
}

/** Lists the events of some days with their persons. `technical`: only those about the till itself, with those not yet written. */
async function listWhoDidWhat(
  session: Session,
  {technical = false, ...options}: OptionsOf<typeof eventOptions>,
): Promise<ExitCode> {
  const config = configOf(session);
  const span = spanFrom(session, options);
  return withReading(session, async ({journal, state}) => {
    if (!technical) await checkMayLook(session, 'journal events', state.staff);
    const {events: all} = await readDays({journal}, span);
    const events = technical ? all.filter(({type}) => technicalTypes.has(type)) : all;
    const till = namedTill(config);
    const waiting = technical && till !== undefined ? await notesOf(tillFolder(config, till)) : [];
    const words = messages(session.language).command;
    await answer(session, answers['journal events'], [...events, ...waiting], () => {
      const {from: day, to} = span;
      const none = day === to ? words.noEvents({day}) : words.noEventsBetween({from: day, to});
      return events.length === 0 ? [none] : events.map(event => personLine(event, config.zone));
    });
    if (waiting.length > 0) noteToPerson(session, `? ${words.notesWaiting({count: waiting.length})}`);
    return exitCodes.done;
  });
}

/** The notes that wait in a till's folder. A user who cannot read the till's key sees all of them as not proved. */
const notesOf = async (folder: string) => waitingNotes(folder, await storedKey(folder).catch(() => undefined));

function wholeEvent(event: StoredEvent, zone: string): readonly string[] {
  const {data, hash, at, till, person} = event;
  const more = [at, cleanText(till, 10), cleanText(person, 60), hash].join('  ');
  return [
    eventLine(event, zone),
    `        ${more}`,
    ...jsonText(data, 2)
      .split('\n')
      .map(line => `        ${line}`),
  ];
}

/** Shows whole events as they are in the journal. A single line by its number needs a right, since it may be a Z. */
async function showEvents(session: Session, typed: string): Promise<ExitCode> {
  const {zone} = configOf(session);
  const isNumber = /^\d{1,15}$/.test(typed);
  return withReading(session, async reading => {
    if (isNumber) await checkMayLook(session, 'journal show NUMBER', reading.state.staff);
    const line = isNumber ? await lineOf(reading, Number(typed)) : undefined;
    const events = line === undefined ? await reading.journal.eventsOf(referenceFrom(typed)) : [line];
    if (events.length === 0) throw new Problem('payment-unknown', {reference: referenceFrom(typed)});
    return answer(session, answers['journal show'], events, () => events.flatMap(event => wholeEvent(event, zone)));
  });
}

/**
 * Verifies the journal. Exits with 4 if a line is by a person who had no right to it, if a Z does not follow from its lines, or if the head
 * office has signed another line. Throws
 * `Problem` journal-damaged with the segment and the line. A torn last line is not damage: its writing was never confirmed to anybody.
 */
async function verifyJournal(session: Session, {z, proof, key}: OptionsOf<typeof verifyOptions>): Promise<ExitCode> {
  if (z !== undefined) return verifyZ(session, {z, key});
  if (proof !== undefined) {
    const {verifyProof} = await import('./office/proof-check.js'); // loaded here because it needs the checks of an office's signatures
    return verifyProof(session, {proof, key});
  }
  const words = messages(session.language).command;
  return withReading(session, async reading => {
    const {journal, state} = reading;
    const audit = hasStaff(state.staff) ? rightsAudit(sha256) : () => undefined;
    const breaches: Breach[] = [];
    const zs: ZRow[] = [];
    const {segments, events, head, tornBytes, outside} = await journal.verify(undefined, read => {
      breaches.push(...read.events.flatMap(event => audit(event) ?? []));
      zs.push(...zRowsIn(read.before, read.events).filter(({differs}) => differs.length > 0));
    });
    if (tornBytes > 0) note(session, `! ${words.torn({bytes: tornBytes})}`);
    const office = await wordOfOffice(session, reading);
    const told = {ok: true, segments, events, head, tornBytes, outside, office, breaches, zs};
    await answer(session, answers['journal verify'], told, () => {
      if (events === 0) return [`✓ ${words.intactEmpty}`];
      // Shows who outside vouches for the lines. That a slip vouches for none is shown only if the office does not either.
      const slips = outside === null && office?.agrees === true ? [] : [outsideText(session, outside, events)];
      return [`✓ ${words.intact({segments, events, head})}`, ...slips];
    });
    for (const breach of breaches) note(session, `! ${breachText(session, breach)}`);
    for (const {number, seq, differs} of zs)
      note(session, `! ${words.zDiffers({z: zName(number), line: seq, what: differs.join(', ')})}`);
    writeOffice(session, office);
    return breaches.length + zs.length === 0 && office?.agrees !== false ? exitCodes.done : exitCodes.needsPerson;
  });
}

/** An owner takes the lines as they are, although nothing proves that none is missing at the end. */
async function acceptJournal(session: Session): Promise<ExitCode> {
  const work = async ({till}: OpenTill, person: string) => {
    const why = await till.acceptJournal(person);
    const words = messages(session.language).command;
    return answer(session, answers['journal accept'], {accepted: why}, [
      `✓ ${why === undefined ? words.journalProved : words.journalAccepted}`,
    ]);
  };
  return withPerson(session, 'journal accept', work, {opensUnproved: true});
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function breachText({language}: Session, {seq, person, why}: Breach): string {
  return messages(language).staff.breaches[why]({line: seq, person: cleanText(person, 60)});
}

/** Up to which line somebody outside can know that the journal is unchanged, and by what. */
function outsideText(session: Session, outside: OutsideSlip | null, events: number): string {
  const {none, by} = messages(session.language).command.outside;
  if (outside === null) return `? ${none}`;
  const {seq, kind, name, at} = outside;
  const moment = momentText(Date.parse(at), configOf(session).zone);
  return `  ${by[kind]({line: seq, name, moment, rest: events - seq})}`;
}
