import type {Command} from 'commander';
import type {Messages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';

/** A command that is nothing without one of its subcommands says which there are. */
export function needsSubcommand(family: Command, {usage}: Messages['help']): void {
  family.allowExcessArguments().action(() => {
    const names = family.commands.map(command => command.name()).join(' | ');
    throw new Problem('unknown-option', {detail: usage.subcommandMissing({command: family.name(), names})});
  });
}
