import type {Command} from 'commander';
import type {Messages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';

/** A command that is nothing without one of its subcommands says which there are. */
export function needsSubcommand(family: Command, {usage}: Messages['help']): void {
  // What is typed in the place of its name is told below. To allow excess arguments would be inherited by every subcommand.
  family
    .argument('[name...]')
    .usage('[options] [command]')
    .action(() => {
      const names = family.commands.map(command => command.name()).join(' | ');
      throw new Problem('unknown-option', {detail: usage.subcommandMissing({command: pathOf(family), names})});
    });
}

/** As it is typed after the program's name: `office till`. */
function pathOf(command: Command): string {
  const {parent} = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}
