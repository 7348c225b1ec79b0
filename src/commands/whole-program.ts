import type {Command} from 'commander';
import {type Language, messages} from '../core/messages/messages.js';

import {createProgram} from './program.js';
import {commandModules, commandNames} from './table.js';

/** The command line with every command defined, for reading. To run a command line, only the command that is used is defined. */
export async function wholeProgram(language: Language, version: string): Promise<Command> {
  const program = createProgram({language, version, write: () => {}});
  for (const name of commandNames) {
    const {define} = await commandModules[name]();
    const command = program.commands.find(other => other.name() === name);
    if (command === undefined) continue;
    const readProgram = () => wholeProgram(language, version);
    define(command, {act: () => async () => {}, help: messages(language).help, readProgram});
  }
  return program;
}
