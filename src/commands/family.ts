import type {Command} from 'commander';
import {Problem} from '../core/problem.js';
import {fill} from '../core/words/fill.js';
import type {HelpWords} from '../core/words/help.js';

/** A command that is nothing without one of its subcommands says which there are. */
export function needsSubcommand(family: Command, {usage}: HelpWords): void {
  family.allowExcessArguments().action(() => {
    const names = family.commands.map(command => command.name()).join(' | ');
    throw new Problem('unknown-option', {detail: fill(usage.subcommandMissing, {command: family.name(), names})});
  });
}
