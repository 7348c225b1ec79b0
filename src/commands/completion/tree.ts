import type {Messages} from '../../core/messages/messages.js';
import {
  type CommandSpec,
  type CommandTable,
  descriptionOf,
  globalOptions,
  type Offer,
  type OptionSpecs,
} from '../define.js';

/** What can be typed after a command. */
export type CommandWords = {
  /** Empty for `duka` itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly subcommands: readonly CommandWords[];
  /** Its own options. Only `duka` itself includes the global ones. */
  readonly options: readonly OptionWords[];
  readonly offers: readonly Offer[];
};

/** An option as a shell completes it. */
export type OptionWords = {
  /** `--json`, or `-V` and `--version`. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly offer: Offer;
};

const helpOption = {'-h, --help': 'help'} satisfies OptionSpecs;

/** The words of all commands, and of what commander adds to them. */
export function readTree(table: CommandTable, help: Messages['help']): CommandWords {
  const commands = subcommandsOf(table, [], help);
  const names = [...namesOf(commands), 'help'];
  const helping = {path: ['help'], description: help.helpCommand, subcommands: [], options: [], offers: [names]};
  const options = optionsOf({'-V, --version': 'version', ...globalOptions, ...helpOption}, help);
  return {path: [], description: help.tagline, subcommands: [...commands, helping], options, offers: []};
}

function subcommandsOf(table: CommandTable, path: readonly string[], help: Messages['help']): readonly CommandWords[] {
  return Object.entries(table).map(([name, spec]) => wordsOf(spec, [...path, name], help));
}

function wordsOf(spec: CommandSpec, path: readonly string[], help: Messages['help']): CommandWords {
  return {
    path,
    description: descriptionOf(spec, path.join(' '), help),
    subcommands: subcommandsOf(spec.commands ?? {}, path, help),
    options: optionsOf({...spec.options, ...helpOption}, help),
    offers: (spec.arguments ?? []).map(() => spec.offers ?? []),
  };
}

function optionsOf(options: OptionSpecs, help: Messages['help']): readonly OptionWords[] {
  return Object.entries(options).flatMap(([typed, spec]) => {
    if (typeof spec !== 'string' && 'isHidden' in spec) return [];
    const {says, offers = []} = typeof spec === 'string' ? {says: spec} : spec;
    const [flags = '', value] = typed.split(' <');
    return [
      {flags: flags.split(', '), description: help.options[says], takesValue: value !== undefined, offer: offers},
    ];
  });
}

/** The last word of each command's path. */
export function namesOf(commands: readonly CommandWords[]): readonly string[] {
  return commands.map(({path}) => path.at(-1) ?? '');
}

/** A command and everything below it, with itself first. */
export function everyCommand(command: CommandWords): readonly CommandWords[] {
  return [command, ...command.subcommands.flatMap(everyCommand)];
}
