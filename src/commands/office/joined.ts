import {ageText, momentText} from '../../core/day/business-day.js';
import {causeText} from '../../core/messages/cause.js';
import {fillFrom, messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {count, fields, text} from '../../core/spec/spec.js';
import {answer, note, writeToPerson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {type OfficeWord, officeSettled, officeStanding, officeWord, settledMembership} from '../../till/office.js';
import {restoreFromOffice} from '../../till/office-restore.js';
import {type Reading, type Surroundings, tillFolder} from '../../till/opened-journal.js';
import {namedTill} from '../../till/own-till.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {type Check, check} from '../doctor/check.js';
import {lineOf} from '../event-lines.js';
import {withReading} from '../reading.js';

/** Checks the till's connection with its head office. No check for a till that has not joined one. */
export async function checkOffice(session: Session, {config, settings}: Surroundings): Promise<readonly Check[]> {
  const {till, profile, zone} = config;
  const settled = officeSettled(settings.read(), profile);
  if (settled === undefined || till === undefined) return [];
  const words = messages(session.language);
  const {url} = settled;
  const place = {profile, till, folder: tillFolder(config, till)};
  // A journal that cannot be read has a check of its own.
  const read = await withReading(session, async ({journal, state}) => ({state, lines: journal.tail().seq})).catch(
    () => undefined,
  );
  if (read === undefined) return [];
  const {state, lines} = read;
  if ((await settledMembership(settings.read(), place, state)) === undefined)
    return [check('office', 'warning', words.doctor.officeChanged({url}), {url})];
  const {standing, newest} = await officeStanding(settings.read(), place, state);
  const line = newest?.checkpoint.seq ?? 0;
  const facts = {url, line, ...(standing?.trouble && {trouble: standing.trouble.kind})};
  if (standing?.rolledBack != null) {
    const {from, to, at} = standing.rolledBack;
    const message = words.office.rolledBack({from, to, at: momentText(Date.parse(at), zone)});
    return [check('office', 'warning', message, facts)];
  }
  if (standing?.trouble != null) {
    const {kind, detail} = standing.trouble;
    const said = line === 0 ? words.office.hasNothing : words.office.has({line});
    const trouble = fillFrom(words.office.troubles[kind], {detail: causeText(detail, session.language)});
    return [check('office', 'warning', `${trouble} ${said}`, facts)];
  }
  if (standing?.heardAt == null) return [check('office', 'unknown', words.doctor.officeUnheard({url}), facts)];
  const waiting = lines - line;
  const silentMs = session.face.world.now() - Date.parse(standing.heardAt);
  if (waiting > 0 && silentMs > longestSilence) {
    const message = words.doctor.officeWaiting({url, line, count: waiting, age: ageText(silentMs, session.language)});
    return [check('office', 'warning', message, {...facts, lines, heardAt: standing.heardAt})];
  }
  return [check('office', 'ok', words.doctor.office({url, line, lines}), {...facts, lines})];
}

/** The longest normal silence of an office, in milliseconds. An open till is in touch every 15 seconds, so a day needs a person. */
const longestSilence = 86_400_000;

const restoreOptions = {'--from-office': 'fromOffice'} satisfies OptionSpecs;

export const answers = {
  'journal restore': fields({
    till: text('of the journal'),
    profile: text('of the till'),
    url: text('of the office'),
    seq: count('the last line that the journal has now'),
    added: count('how many lines came from the office'),
  }),
};

export const restoreCommand = commandOf({
  arguments: ['[url]', '[code]'],
  options: restoreOptions,
  examples: [
    'duka journal restore --from-office',
    'duka journal restore --from-office https://office.example.com 7K3M-9QX2-A0VT-4RDE --till T7K --profile live',
  ],
  action: restoreJournal,
});

/** Restores a journal. Throws `Problem` unknown-option without `--from-office`, setting-missing, and as `restoreFromOffice` does. */
async function restoreJournal(
  session: Session,
  url: string | undefined,
  code: string | undefined,
  {fromOffice = false}: OptionsOf<typeof restoreOptions>,
): Promise<ExitCode> {
  const words = messages(session.language);
  const {optionMissing, missingArgument} = words.help.usage;
  if (!fromOffice)
    throw new Problem('unknown-option', {detail: optionMissing({name: '--from-office', command: 'journal restore'})});
  if (url !== undefined && code === undefined)
    throw new Problem('unknown-option', {detail: missingArgument({name: 'code', command: 'journal restore'})});
  const surroundings = session.surroundings();
  const {config} = surroundings;
  const till = config.till ?? namedTill(config);
  if (till === undefined) throw new Problem('setting-missing', {name: 'DUKA_TILL'});
  const by = url === undefined || code === undefined ? undefined : {url, code};
  const restored = await restoreFromOffice({...surroundings, till, by, folder: tillFolder(config, till)});
  const {profile} = config;
  const told = {till, profile, url: restored.url, seq: restored.line, added: restored.added};
  await answer(session, answers['journal restore'], told, [
    `✓ ${words.office.restored({till: `${profile}/${till}`, line: restored.line})}`,
  ]);
  if (by !== undefined) note(session, words.office.restoredNext);
  return exitCodes.done;
}

/** Compares what the head office has signed with the lines. */
export async function wordOfOffice(session: Session, reading: Reading): Promise<OfficeWord | undefined> {
  const {config, settings} = session.surroundings();
  const till = namedTill(config);
  if (till === undefined) return undefined;
  const hashOf = async (seq: number) => (await lineOf(reading, seq))?.hash;
  const place = {profile: config.profile, till, folder: tillFolder(config, till)};
  return officeWord(settings.read(), place, reading.state, hashOf);
}

export function writeOffice(session: Session, office: OfficeWord | undefined): void {
  if (office === undefined) return;
  const words = messages(session.language).office;
  if (!office.agrees) note(session, `! ${words.differs({line: office.seq})}`);
  else writeToPerson(session, [`  ${words.agrees({line: office.seq})}`]);
}
