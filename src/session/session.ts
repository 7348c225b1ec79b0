import type {Config, Flags} from '../config.js';
import type {Language} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';
import type {Surroundings} from '../till/opened-journal.js';
import type {Face} from './face.js';

/** One run of one command. */
export type Session = {
  readonly face: Face;
  readonly flags: Flags;
  readonly isJson: boolean;
  /** The reader's language. It is known before the configuration, and even if that is invalid. */
  readonly language: Language;
  readonly home: string;
  /** When the command began, on the monotonic clock. `--wait` counts from here. */
  readonly startedAt: number;
  /** What a till is opened with; `flags` in place of those of the command line. Throws `Problem` if the configuration is invalid. */
  readonly surroundings: (flags?: Flags) => Surroundings;
  /** Runs another command line in the same way as this one. */
  readonly run: (argv: readonly string[], face: Face) => Promise<ExitCode>;
  /** The payment for which this command may have moved money. Every later failure must mention it. */
  begun: string | undefined;
};

/** The configuration of a session. Throws `Problem` if it is invalid. */
export function configOf(session: Session): Config {
  return session.surroundings().config;
}

/** Whether the command opens a screen, for a person who did not ask for lines. */
export const isForScreen = ({face, isJson}: Session, isPlain: boolean): boolean =>
  face.isTerminal && !isJson && !isPlain;

/** The monotonic instant at which a command that may take this many seconds must end. */
export function deadlineOf(session: Session, seconds: number): number {
  return session.startedAt + seconds * 1000;
}

/**
 * The result of `work`, or undefined if it takes longer or the command is interrupted. In that case `work` goes on by itself, and its later
 * failure is ignored. Leaves no timer behind, which would keep the process alive.
 */
export async function within<T>(
  {world, interrupted}: Pick<Face, 'world' | 'interrupted'>,
  milliseconds: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const over = new AbortController();
  const patience = world.sleep(Math.max(0, milliseconds), AbortSignal.any([over.signal, interrupted]));
  try {
    return await Promise.race([work, patience.then(() => undefined)]);
  } finally {
    over.abort();
    work.catch(() => undefined); // the command has gone on without it, and says so
  }
}
