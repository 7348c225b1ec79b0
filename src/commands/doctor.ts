import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, type Facts, Problem, problemExits} from '../core/problem.js';
import {fields, flag, json, list, orNull, text} from '../core/spec/spec.js';
import {widthOf} from '../core/text/width.js';
import {answer} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {Surroundings} from '../till/opened-journal.js';

import {namesOf, standingRead} from '../till/settings.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {badCheck, type Check, check, checkMembers, glyphOf, journalSays} from './doctor/check.js';
import {checkBackup, checkDisk, checkFiles, checkJournal, checkRuntime, checkTills} from './doctor/machine.js';
import {checkService} from './doctor/service.js';
import {
  checkCustomers,
  checkLogo,
  checkMail,
  checkPrinter,
  checkSigningKey,
  checkStaff,
  probePrinter,
  probeScanner,
} from './doctor/shop.js';
import {checkOffice} from './office/joined.js';

const options = {'--printer': 'probe', '--scanner': 'probeScanner'} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  options,
  examples: [
    'duka doctor',
    'duka doctor --json',
    'duka doctor --profile live',
    'duka doctor --printer',
    'duka doctor --scanner',
  ],
  action: doctor,
});

export const answers = {
  doctor: fields({
    ok: flag('whether nothing is bad, so that the till is ready to sell'),
    first: orNull(text('the name of the check whose message says what to do first'), 'nothing is bad'),
    checks: list(
      fields({...checkMembers, facts: json<Facts>('what the message says, by name')}),
      'one after the other',
    ),
  }),
};

/** Checks everything that a payment needs, without asking for money. The exit code is that of the worst check. */
async function doctor(session: Session, options: Options): Promise<ExitCode> {
  if (options.printer === true) return probePrinter(session);
  if (options.scanner === true) return probeScanner(session);
  const checks = await everyCheck(session);
  const bad = checks.filter(({state}) => state === 'bad');
  const found = {ok: bad.length === 0, first: bad[0]?.name ?? null, checks};
  await answer(session, answers.doctor, found, () => [...lines(session, checks), readyLine(session, bad[0])]);
  return (
    [exitCodes.journal, exitCodes.configuration, exitCodes.unreachable].find(exit =>
      bad.some(check => check.exit === exit),
    ) ?? exitCodes.done
  );
}

async function everyCheck(session: Session): Promise<readonly Check[]> {
  const {language} = session;
  const words = messages(language).doctor;
  const [surroundings, problem] = configuration(session);
  const machine = [
    checkRuntime(session),
    await checkFiles(session, surroundings?.config),
    await checkTills(session),
    await checkDisk(session),
  ];
  const printer = checkPrinter(session, surroundings?.config);
  if (surroundings === undefined) return [...machine, problem, printer];
  const {profile, till, home, zone, dayStartsAt} = surroundings.config;
  const settings = {profile, till: till ?? '-', home};
  const text = words.settings(settings);
  const outside = await changedOutside(session);
  const warned = (sentence: string, facts: Facts) =>
    check('settings', 'warning', `${text} ${sentence}`, {...settings, ...facts});
  const time = {zone, dayStartsAt};
  return [
    ...machine,
    outside !== undefined
      ? warned(words.settingsChanged({names: outside}), {changed: outside})
      : surroundings.config.cards.isPinIgnored
        ? warned(words.pinIgnored, {ignored: 'cardPin'})
        : check('settings', 'ok', text, settings),
    check('zone', 'ok', words.zone(time), time),
    await checkJournal(session),
    ...(await checkSigningKey(session)),
    ...(await checkCustomers(session)),
    ...(await checkStaff(session)),
    ...(await checkBackup(session, surroundings)),
    ...(await checkOffice(session, surroundings)),
    ...(await checkMail(session)),
    ...(await checkService(session, surroundings)),
    printer,
    ...(await checkLogo(session, surroundings.config)),
  ];
}

/** The settings that were changed outside this till and wait to be accepted. */
async function changedOutside(session: Session): Promise<string | undefined> {
  const standing = await journalSays(session, reading => standingRead(session.surroundings(), reading), undefined);
  return standing?.kind === 'changed' ? namesOf(standing.changes) : undefined;
}

/** An invalid configuration becomes a failed check, and the doctor goes on with the others. */
function configuration(session: Session): readonly [Surroundings, undefined] | readonly [undefined, Check] {
  try {
    return [session.surroundings(), undefined];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const exit = problemExits[error.code] === exitCodes.journal ? exitCodes.journal : exitCodes.configuration;
    return [undefined, {...badCheck('settings', error, session), exit}];
  }
}

function lines({language}: Session, checks: readonly Check[]): readonly string[] {
  const {names} = messages(language).doctor;
  const width = Math.max(...checks.map(({name}) => widthOf(names[name])));
  return checks.map(({name, state, message}) => `${glyphOf[state]} ${names[name].padEnd(width)}  ${message}`);
}

function readyLine({language}: Session, bad: Check | undefined): string {
  const {ready, first} = messages(language).doctor;
  return bad === undefined ? `${glyphOf.ok} ${ready}` : `${glyphOf.bad} ${first({what: bad.message})}`;
}
