import {Command, CommanderError} from 'commander';
import {type Language, messages} from '../core/messages/messages.js';
import {exitCodes, Problem} from '../core/problem.js';
import {wrap} from '../core/text/width.js';

import {examples, examplesOf} from './examples.js';
import {commandNames} from './table.js';

const widest = 80;

/** The command line with its global options and the names of all commands. Only the command that is used is fully defined. */
export function createProgram({
  language,
  version,
  write,
  name,
}: {
  language: Language;
  version: string;
  write: (text: string) => void;
  /** The command that is used, if it is known. */
  name?: string | undefined;
}): Command {
  const words = messages(language).help;
  const program: Command = new Command('duka')
    .description(words.tagline)
    .version(version, '-V, --version', words.options.version)
    .helpOption('-h, --help', words.options.help)
    .helpCommand('help [command]', words.helpCommand)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({writeOut: write, writeErr: () => {}, getOutHelpWidth: () => widest, getOutHasColors: () => false})
    .configureHelp({
      subcommandTerm: command => command.name(),
      styleTitle: title => titles(language)[title] ?? title,
    })
    .addHelpText('afterAll', ({command}) => afterwards(command, {program, language}));
  addGlobalOptions(program, language, name);
  for (const name of commandNames)
    program.command(name).description(words.commands[name]).copyInheritedSettings(program);
  examples(program, ['duka', 'duka collect --phone 0712345678 --amount 200', 'duka pending', 'duka help collect']);
  return program;
}

/** Adds the options that every command takes. They are also used without any command, to find the command's name. */
export function addGlobalOptions(program: Command, language: Language, name?: string): void {
  const {options} = messages(language).help;
  // For `resolve`, `--as` is the outcome, and `--person` says who states it.
  if (name !== 'resolve') program.option('--as <name>', options.asPerson);
  program
    .option('--home <folder>', options.home)
    .option('--profile <name>', options.profile)
    .option('--base-url <address>', options.baseUrl)
    .option('--till <id>', options.till)
    .option('--new-till', options.newTill)
    .option('--person <name>', options.person)
    .option('--approved-by <name>', options.approvedBy)
    .option('--pin-stdin', options.pinStdin)
    .option('--shop <name>', options.shop)
    .option('--email <address>', options.email)
    .option('--zone <name>', options.zone)
    .option('--day-starts-at <time>', options.dayStartsAt)
    .option('--lang <language>', options.lang)
    .option('--return-url <address>', options.returnUrl)
    .option('--listen <address>', options.listen)
    .option('--on-paid <command>', options.onPaid)
    .option('--plain', options.plain)
    .option('--json', options.json);
}

function titles(language: Language): Readonly<Record<string, string>> {
  const words = messages(language).help.titles;
  return {
    'Usage:': words.usage,
    'Arguments:': words.arguments,
    'Options:': words.options,
    'Commands:': words.commands,
  };
}

/**
 * The help of the program explains the global options. The help of a command only names them, so that the command's own options stand out.
 */
function afterwards(
  command: Command,
  {program, language}: {readonly program: Command; readonly language: Language},
): string {
  const {titles: words, exits} = messages(language).help;
  const examplesShown = ['', words.examples, ...examplesOf(command).map(line => `  ${line}`)];
  if (command.parent !== null) {
    const names = program.options.map(({long}) => long ?? '').join(' ');
    return [...examplesShown, '', words.globalOptions, ...wrap(names, widest - 2).map(line => `  ${line}`)].join('\n');
  }
  const exitsShown = Object.values(exitCodes).map(code => `  ${String(code).padEnd(3)}  ${exits[code]}`);
  return [...examplesShown, '', exits.title, ...exitsShown].join('\n');
}

/** The one-line problem of a command line with a mistake; undefined if there is no mistake, as after help or the version. */
export function usageProblem(
  error: unknown,
  {language, typed}: {language: Language; typed: string},
): Problem | undefined {
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
