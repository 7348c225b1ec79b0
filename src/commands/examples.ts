import type {Command} from 'commander';

const lines = new WeakMap<Command, readonly string[]>();

/** Sets the example lines that the help of a command shows. */
export function examples(command: Command, shown: readonly string[]): void {
  lines.set(command, shown);
}

/** The example lines of a command; an empty list if it has none. */
export function examplesOf(command: Command): readonly string[] {
  return lines.get(command) ?? [];
}
