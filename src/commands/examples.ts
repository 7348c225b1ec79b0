import type {Command} from 'commander';

const lines = new WeakMap<Command, readonly string[]>();

/** Gives a command the lines that its help shows it by. */
export function examples(command: Command, shown: readonly string[]): void {
  lines.set(command, shown);
}

/** The lines that a command was given; none for one that was given none. */
export function examplesOf(command: Command): readonly string[] {
  return lines.get(command) ?? [];
}
