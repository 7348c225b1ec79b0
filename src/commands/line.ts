import {Command} from 'commander';
import {type Environment, type Flags, homeOf} from '../config.js';
import {buildText} from '../core/events/formats.js';
import {loadUsualMessages, usualLanguages} from '../core/market/markets.js';
import {firstLoaded, type Language, languageAsked, loadMessages, messages} from '../core/messages/messages.js';
import {problemText} from '../core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {holdsCardNumber} from '../core/text/card-numbers.js';
import {languageSaid} from '../runtime/said.js';
import type {Face} from '../session/face.js';
import {note, reportProblem} from '../session/print.js';
import type {Session} from '../session/session.js';
import {openHome} from '../till/home.js';
import {type CommandAction, globalOptions} from './define.js';
import {reportFailure, reportThrown} from './failure.js';
import {addOptions, createProgram, declare, usageProblem} from './program.js';
import {commandModules, commandNames, isCommand} from './table.js';

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
export async function reportOutside(error: unknown, face: Face): Promise<ExitCode> {
  return reportThrown(await beginSession(readLine([]), face), error);
}

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
function withPerson({as, ...flags}: Flags, name: string | undefined): Flags {
  return name === 'resolve' || as === undefined ? flags : {person: as, ...flags, as};
}

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
  const version = session.isJson ? buildText(face.version, null).trimEnd() : face.version;
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

/**
 * Whether a command line holds a card number, or an option for a card. If so, other processes and the shell's history have already seen it.
 */
export function hasCardOn(argv: readonly string[]): boolean {
  if (argv.some(argument => cardOption.test(argument))) return true;
  return holdsCardNumber(argv.join(' ')); // a number typed with spaces is spread over several arguments
}
