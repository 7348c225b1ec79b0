import {closeSync, constants, openSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Command, CommanderError} from 'commander';
import {type Environment, type Flags, homeOf} from '../config.js';
import {buildText} from '../core/events/formats.js';
import {loadUsualMessages, usualLanguages} from '../core/market/markets.js';
import {firstLoaded, type Language, languageAsked, loadMessages, messages} from '../core/messages/messages.js';
import {problemText} from '../core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {holdsCardNumber} from '../core/text/card-numbers.js';
import {cleanText} from '../core/text/text.js';
import {languageSaid} from '../runtime/said.js';
import {note, reportProblem, writeFailure} from '../session/print.js';
import type {Face, Session} from '../session/session.js';
import {asExhaustion, makeMissing, openHome} from '../till/home.js';
import {type CommandAction, globalOptions} from './define.js';
import {addOptions, createProgram, declare} from './program.js';
import {commandModules, commandNames, isCommand} from './table.js';

/** The one-line problem of a command line with a mistake; undefined if there is no mistake, as after help or the version. */
function usageProblem(error: unknown, {language, typed}: {language: Language; typed: string}): Problem | undefined {
  if (!(error instanceof CommanderError)) throw error;
  if (error.exitCode === 0) return undefined;
  const {usage} = messages(language).help;
  const [, name = ''] = /'([^']*)'/.exec(error.message) ?? [];
  const mistakes: Readonly<Record<string, Exclude<keyof typeof usage, 'subcommandMissing' | 'invalidValue'>>> = {
    'commander.missingArgument': 'missingArgument',
    'commander.optionMissingArgument': 'optionMissingArgument',
    'commander.missingMandatoryOptionValue': 'optionMissing',
    'commander.unknownOption': 'unknownOption',
    'commander.excessArguments': 'excessArguments',
    'commander.unknownCommand': 'unknownCommand',
  };
  const sentence = usage[mistakes[error.code] ?? 'unknownCommand'];
  return new Problem('unknown-option', {detail: sentence({name, command: typed}).replaceAll('  ', ' ')});
}

/** Runs the command of a command line and returns its exit code. Never rejects. */
export async function runLine(argv: readonly string[], face: Face): Promise<ExitCode> {
  const line = readLine(argv);
  const session = await beginSession(line, face);
  try {
    if (hasCardOn(argv)) throw new Problem('card-on-command-line');
    if (line.mistake !== undefined) throw usageProblem(line.mistake, {language: session.language, typed: ''});
    if (line.name === undefined && line.rest.length === 0) return await openTheTill(session);
    return await perform(session, argv, line.name);
  } catch (error) {
    return reportFailure(session, error);
  }
}

/** Reports an error that was thrown outside any command, in one line. */
export const reportOutside = async (error: unknown, face: Face): Promise<ExitCode> =>
  reportThrown(await beginSession(readLine([]), face), error);

type Line = {
  readonly flags: Flags;
  readonly isJson: boolean;
  /** The name of the command, whether or not that command exists. For `help`, the command that it is about. */
  readonly name: string | undefined;
  readonly rest: readonly string[];
  readonly mistake: unknown;
};

/** Finds the command, and the global options, which may come before or after it. */
function readLine(argv: readonly string[]): Line {
  const scout = new Command().exitOverride().configureOutput({writeErr: () => {}});
  addOptions(scout, globalOptions, messages(firstLoaded()).help);
  let mistake: unknown;
  let operands: readonly string[] = [];
  let unknown: readonly string[] = [];
  try {
    ({operands, unknown} = scout.parseOptions([...argv]));
  } catch (error) {
    mistake = error;
  }
  const {json = argv.includes('--json'), ...typed} = scout.opts<Flags & {json?: boolean}>();
  const [first, second] = operands;
  const name = first === 'help' ? second : first;
  return {flags: withPerson(typed, name), isJson: json, name, rest: [...operands, ...unknown], mistake};
}

/** The person who signs in is the person of the event. For `resolve`, `--as` says how the payment ended, and `--person` who signs in. */
const withPerson = ({as, ...flags}: Flags, name: string | undefined): Flags =>
  name === 'resolve' || as === undefined ? flags : {person: as, ...flags, as};

async function beginSession({flags, isJson}: Line, face: Face): Promise<Session> {
  const {environment, systemZone, world, version, startSandbox, startShipper, userFolder} = face;
  const startedAt = world.monotonic();
  const opening = await openHome({flags, environment, systemZone}).catch((error: unknown) => ({error}));
  const decide = (given: Flags) => {
    if ('error' in opening) throw opening.error;
    const {settings} = opening;
    const ours = {...(userFolder !== undefined && {userFolder}), ...(startShipper && {startShipper})};
    return {config: opening.decide(given), environment, settings, world, version, startSandbox, notice, ...ours};
  };
  const notice = (problem: Problem) => face.complain(`! ${problemText(problem, language)}\n`);
  let decided: ReturnType<typeof decide> | undefined;
  const surroundings = (given = flags) => {
    if (given !== flags) return decide(given);
    decided ??= decide(flags);
    return decided;
  };
  const home = homeOf(flags, environment);
  const language = languageOf(() => surroundings().config.language, {flags, environment, home, zone: systemZone});
  await loadMessages(language);
  return {face, flags, isJson, language, home, startedAt, surroundings, run: runLine, begun: undefined};
}

type Reader = {readonly flags: Flags; readonly environment: Environment; readonly home: string; readonly zone: string};

/** The language of the configuration, or what is said of it if the configuration is invalid. */
function languageOf(configured: () => Language, {flags, environment, home, zone}: Reader): Language {
  try {
    return configured();
  } catch {
    const said = languageSaid(usualLanguages(), {asked: flags.lang, environment, home, zone});
    return said ?? languageAsked(flags.lang ?? environment['DUKA_LANG']);
  }
}

/** Commands that look for nothing by its name, and write in no language but their own. */
const speaksOne: ReadonlySet<string> = new Set(['status', 'pending', 'receipt']);

async function perform(session: Session, argv: readonly string[], name: string | undefined): Promise<ExitCode> {
  const {face, language} = session;
  const version = session.isJson ? buildText(face.version, face.commit ?? null).trimEnd() : face.version;
  const program = createProgram({language, version, write: face.write, name});
  let exit: ExitCode = exitCodes.done;
  if (isCommand(name)) {
    if (!speaksOne.has(name)) await loadUsualMessages();
    const {command: spec} = await commandModules[name]();
    const command = program.commands.find(other => other.name() === name);
    const perform = async (action: CommandAction<never>, parameters: readonly unknown[]) => {
      exit = await action(session, ...(parameters as never));
    };
    if (command !== undefined) declare(command, spec, {help: messages(language).help, perform});
  }
  try {
    await program.parseAsync([...argv], {from: 'user'});
  } catch (error) {
    const problem = usageProblem(error, {language, typed: typedCommand(program, argv, name)});
    if (problem !== undefined) throw problem;
  }
  return exit;
}

/** The command as far as it exists, with the subcommand of a family, so that its help can be named. */
function typedCommand({commands}: Command, argv: readonly string[], name: string | undefined): string {
  const family = commands.find(command => command.name() === name);
  if (family === undefined || name === undefined) return '';
  const second = argv.slice(argv.indexOf(name) + 1).find(word => family.commands.some(each => each.name() === word));
  return second === undefined ? name : `${name} ${second}`;
}

/** Without a command, the till itself is opened, which needs a terminal. */
async function openTheTill(session: Session): Promise<ExitCode> {
  const {face, flags, language} = session;
  if (face.isTerminal) return face.openScreens(flags);
  note(session, messages(language).command.commands({names: commandNames.join(', ')}));
  return reportProblem(session, new Problem('no-terminal'));
}

/** Options with which people would type a card, whether or not they exist. `--card-stdin` is not one of them. */
const cardOption =
  /^--?(?:card|card-?(?:no|num|number|holder|holder-?name)|pan|cvv2?|cvc2?|csc|security-?code|pin|exp|expir(?:y|ation)|expir(?:y|ation)-?(?:month|year|date))(?:=|$)/iu;

/** Whether a command line holds a card number or a card option. If so, other processes and the shell's history have seen it. */
export function hasCardOn(argv: readonly string[]): boolean {
  if (argv.some(argument => cardOption.test(argument))) return true;
  return holdsCardNumber(argv.join(' ')); // a number typed with spaces is spread over several arguments
}

/** Like `reportFailure`, for an error that was thrown in the screens or by a timer, where it is not known what was going on. */
function reportThrown(session: Session, error: unknown): ExitCode {
  const problem = asExhaustion(error);
  if (problem instanceof Problem) return reportProblem(session, problem);
  const message = messages(session.language).command.bugAnywhere({file: keepDetails(session, error)});
  note(session, `✗ ${message}`);
  return exitCodes.notKnown;
}

/**
 * Reports any error in one line and returns an exit code. What is not a `Problem` is a defect of the program: its details go to a file that
 * only this user can read. If money may have moved by then, the exit code is that of "not known yet", and never one that lets a script
 * charge again.
 */
function reportFailure(session: Session, error: unknown): ExitCode {
  const problem = asExhaustion(error);
  if (problem instanceof Problem) return reportProblem(session, problem);
  const file = keepDetails(session, error);
  const {language, begun} = session;
  const words = messages(language).command;
  const message = begun === undefined ? words.bug({file}) : words.bugAfterSending({file, reference: begun});
  writeFailure(session, {error: 'bug', message});
  return begun === undefined ? exitCodes.invalidInput : exitCodes.notKnown;
}

/** Never follows a symbolic link to another file, and never blocks on a pipe that nobody reads. Windows has neither of these two flags. */
const {O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY} = constants;
const asItself = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY;

function keepDetails(session: Session, error: unknown): string {
  const {face, home} = session;
  const at = Temporal.Instant.fromEpochMilliseconds(Math.round(face.world.now())).toString();
  const file = join(home, 'mistakes.log');
  try {
    makeMissing(home);
    const log = openSync(file, asItself, 0o600);
    try {
      writeFileSync(log, `${at} ${face.version} ${detailsOf(error, keysOf(session))}\n`);
    } finally {
      closeSync(log);
    }
    return file;
  } catch {
    return '-';
  }
}

/** The keys in the environment, and those in the settings if they can be read. */
function keysOf({face, surroundings}: Session): readonly string[] {
  let kept: readonly unknown[] = [];
  try {
    kept = Object.values(surroundings().settings.read().keys ?? {});
  } catch {
    // The error that is being reported may itself be about the settings.
  }
  return [face.environment['DUKA_API_KEY'], ...kept].filter(key => typeof key === 'string').filter(key => key !== '');
}

/** The name, the message without its numbers, and the stack; never what was sent or typed. */
function detailsOf(error: unknown, keys: readonly string[]): string {
  if (!(error instanceof Error)) return typeof error;
  const secrets = keys.flatMap(key => [key, Buffer.from(key).toString('base64')]);
  const message = secrets.reduce((text, hidden) => text.replaceAll(hidden, '[key]'), error.message);
  const places = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  return [cleanText(`${error.name}: ${message.replaceAll(/\d{3,}/g, '[digits]')}`, 500), ...places].join('\n');
}
