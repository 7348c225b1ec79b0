import {Command, Option} from 'commander';
import {type Language, type Messages, messages} from '../core/messages/messages.js';
import {exitCodes, Problem} from '../core/problem.js';
import {wrap} from '../core/text/width.js';

import {type CommandAction, type CommandSpec, descriptionOf, globalOptions, type OptionSpecs} from './define.js';
import {commandNames, isCommand, wholeTable} from './table.js';

const widest = 80;

/** The command line with its global options and the names of all commands, or of the one that is used, which is then fully defined. */
export function createProgram({
  language,
  version,
  write,
  name,
}: {
  language: Language;
  version: string;
  write: (text: string) => void;
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
    .configureHelp({subcommandTerm: command => command.name(), styleTitle: title => titles(language)[title] ?? title})
    .addHelpText('afterAll', ({command}) => afterwards(command, {program, language}));
  // For `resolve`, `--as` is the outcome, and `--person` says who states it.
  const {'--as <name>': as, ...others} = globalOptions;
  addOptions(program, name === 'resolve' ? others : globalOptions, words);
  for (const each of isCommand(name) ? [name] : commandNames)
    program.command(each).description(words.commands[each]).copyInheritedSettings(program);
  examples.set(program, ['duka', 'duka collect --phone 0712345678 --amount 200', 'duka pending', 'duka help collect']);
  return program;
}

const examples = new WeakMap<Command, readonly string[]>();

/** Declares a command and its subcommands to commander. `perform` runs the action of the one that is used. */
export function declare(
  command: Command,
  spec: CommandSpec,
  {
    help,
    perform,
  }: {
    readonly help: Messages['help'];
    readonly perform: (action: CommandAction<never>, parameters: readonly unknown[]) => Promise<void>;
  },
): void {
  const {action, arguments: named = []} = spec;
  command.description(descriptionOf(spec, pathOf(command), help));
  examples.set(command, spec.examples ?? examplesOf(command));
  for (const argument of named) command.argument(argument);
  addOptions(command, spec.options ?? {}, help);
  for (const [name, each] of Object.entries(spec.commands ?? {})) declare(command.command(name), each, {help, perform});
  if (action === undefined) needsSubcommand(command, help);
  else
    command.action((...typed) => perform(action, [...typed.slice(0, named.length), optionsTyped(command), wholeTable]));
}

/** Those examples of the command above it that begin with its own words. */
const examplesOf = (command: Command): readonly string[] =>
  (command.parent === null ? [] : (examples.get(command.parent) ?? [])).filter(line =>
    `${line} `.startsWith(`duka ${pathOf(command)} `),
  );

/** Adds options to a command. They are also used without any command, to find the command's name. */
export function addOptions(command: Command, options: OptionSpecs, help: Messages['help']): void {
  for (const [flags, spec] of Object.entries(options)) {
    const said = typeof spec === 'string' ? {says: spec} : spec;
    const option = 'isHidden' in said ? new Option(flags).hideHelp() : new Option(flags, help.options[said.says]);
    if ('isRequired' in said) option.makeOptionMandatory();
    if ('isRepeatable' in said) option.argParser(severally);
    command.addOption(option);
  }
}

const severally = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** The options of a command. One that a command above it has too is read by that one, wherever it is typed. */
function optionsTyped(command: Command): Readonly<Record<string, unknown>> {
  const own = new Set(command.options.map(option => option.attributeName()));
  return Object.fromEntries(Object.entries(command.optsWithGlobals()).filter(([name]) => own.has(name)));
}

/** Makes a command that only works with a subcommand say which subcommands there are. */
function needsSubcommand(family: Command, {usage}: Messages['help']): void {
  // The argument takes an unknown subcommand, which is reported below. Allowing excess arguments would do as well, but every subcommand
  // would inherit it.
  family
    .argument('[name...]')
    .usage('[options] [command]')
    .action(() => {
      const names = family.commands.map(command => command.name()).join(' | ');
      throw new Problem('unknown-option', {detail: usage.subcommandMissing({command: pathOf(family), names})});
    });
}

/** The command as it is typed after the program's name, such as `office till`. */
function pathOf(command: Command): string {
  const {parent} = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

function titles(language: Language): Readonly<Record<string, string>> {
  const words = messages(language).help.titles;
  return {'Usage:': words.usage, 'Arguments:': words.arguments, 'Options:': words.options, 'Commands:': words.commands};
}

/** The global options, explained in the program's help and only named in a command's, whose own options should stand out. */
function afterwards(
  command: Command,
  {program, language}: {readonly program: Command; readonly language: Language},
): string {
  const {titles: words, exits} = messages(language).help;
  const lines = examples.get(command) ?? [];
  const examplesShown = lines.length === 0 ? [] : ['', words.examples, ...lines.map(line => `  ${line}`)];
  if (command.parent !== null) {
    const names = program.options.map(({long}) => long ?? '').join(' ');
    return [...examplesShown, '', words.globalOptions, ...wrap(names, widest - 2).map(line => `  ${line}`)].join('\n');
  }
  const exitsShown = Object.values(exitCodes).map(code => `  ${String(code).padEnd(3)}  ${exits[code]}`);
  return [...examplesShown, '', exits.title, ...exitsShown].join('\n');
}
