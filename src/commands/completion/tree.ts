import type {Argument, Command, Option} from 'commander';
import {type Offer, offerForArgument, offerForOption} from './offers.js';

/** What can be typed after a command, read from its definition. */
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

/** Reads commander's definition of a command and all its subcommands. */
export function readTree(command: Command, path: readonly string[] = []): CommandWords {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command).map(child => readTree(child, [...path, child.name()]));
  return {
    path,
    description: command.description(),
    subcommands: subcommands.map(child => (isHelp(child) ? {...child, offers: [namesOf(subcommands)]} : child)),
    options: help.visibleOptions(command).map(option => optionWords(path, option)),
    offers: command.registeredArguments.map(argumentOffer),
  };
}

/** commander's own command, whose argument is the name of another command. */
const isHelp = ({path}: CommandWords) => path.at(-1) === 'help';

/** The last word of each command's path. */
export function namesOf(commands: readonly CommandWords[]): readonly string[] {
  return commands.map(({path}) => path.at(-1) ?? '');
}

/** A command and everything below it, with itself first. */
export function everyCommand(command: CommandWords): readonly CommandWords[] {
  return [command, ...command.subcommands.flatMap(everyCommand)];
}

function optionWords(path: readonly string[], option: Option): OptionWords {
  const {short, long, description, required, optional} = option;
  const flags = [short, long].filter(flag => flag !== undefined);
  return {
    flags,
    description,
    takesValue: required || optional,
    offer: option.argChoices ?? offerForOption(path, option),
  };
}

function argumentOffer(argument: Argument): Offer {
  return argument.argChoices ?? offerForArgument(argument.name());
}
