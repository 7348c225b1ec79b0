import type {Command} from 'commander';
import type {Messages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';

/** Makes a command that only works with a subcommand say which subcommands there are. */
export function needsSubcommand(family: Command, {usage}: Messages['help']): void {
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
