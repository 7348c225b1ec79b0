import type {Config, Environment, Flags} from '../config.js';
import type {Language} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';
import type {World} from '../core/world.js';
import type * as office from '../office/bundle.js';
import type {ShipperOptions} from '../shipper/run.js';
import type {CustomerView} from '../till/customer-display.js';
import type {PracticeTrouble, Surroundings} from '../till/opened-journal.js';
import type {ReviewParts} from '../till/review.js';

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
export const configOf = (session: Session): Config => session.surroundings().config;

/** Whether the command opens a screen, for a person who did not ask for lines. */
export const isForScreen = ({face, isJson}: Session, isPlain: boolean): boolean =>
  face.isTerminal && !isJson && !isPlain;

/** The monotonic instant at which a command that may take this many seconds must end. */
export const deadlineOf = (session: Session, seconds: number): number => session.startedAt + seconds * 1000;

/** The result of `work`, or undefined if it takes longer or is interrupted: it then goes on alone, failures ignored, without a timer. */
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

export type RunningSandbox = {readonly baseUrl: string; readonly apiKey: string; readonly close: () => Promise<void>};

/** Arguments for this program in a process of its own, that process's whole environment, and the only two folders that it may use. */
export type Confined = {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly journal: string;
  /** The folder for everything that is exported. It need not exist yet. */
  readonly exports: string;
};

export type OfficeProgram = typeof office;

/** Keys that arrived together, and when. */
export type HeardKeys = {readonly text: string; readonly at: number};

/** What a command may use of the process around it. Tests replace it. */
export type Face = {
  readonly environment: Environment;
  readonly world: World;
  readonly version: string;
  /** What a single file was built of; the entry says it of every other program. */
  readonly commit?: string | undefined;
  readonly systemZone: string;
  /** This user's folder outside every home. If it is absent, nothing is remembered there. */
  readonly userFolder?: string;
  /** Whether a person sits at a terminal, which is both input and output. */
  readonly isTerminal: boolean;
  /** Whether a person reads standard error as it is written. */
  readonly complainsToTerminal: boolean;
  /** Writes to standard output, which has only results. */
  readonly write: (text: string) => void;
  /** The same for bytes that are not text, such as a slip for a printer. */
  readonly writeBytes: (bytes: Uint8Array) => void;
  /** Resolves when the reader of standard output has taken what was written, or is gone. Long output waits for it. Never rejects. */
  readonly taken: () => Promise<void>;
  /** Writes to standard error: progress, links and problems. */
  readonly complain: (text: string) => void;
  /** Standard input to its end, for the caller to wipe. Undefined if too long, a terminal, or not ended by the signal. Never rejects. */
  readonly readInput: (mostBytes: number, signal: AbortSignal) => Promise<Uint8Array | undefined>;
  /** A line typed at a terminal, in answer to a question on standard error; undefined without one or before the abort. Never rejects. */
  readonly askLine: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Like `askLine`, for a secret: it is not shown while it is typed. */
  readonly askSecret: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** The pieces of keys at a terminal, with their monotonic times, until a second without any. Undefined without one. Never rejects. */
  readonly hearKeys: (question: string) => Promise<readonly HeardKeys[] | undefined>;
  /** Aborts at Ctrl-C, SIGTERM and SIGHUP. */
  readonly interrupted: AbortSignal;
  readonly startSandbox: (folder: string, tell: (trouble: PracticeTrouble) => void) => Promise<RunningSandbox>;
  /** Runs the practice service for other tills. Rejects with the operating system's error for a port or a folder. */
  readonly serveSandbox: (place: {
    readonly data: string;
    readonly port: number;
    readonly tell: (trouble: PracticeTrouble) => void;
  }) => Promise<RunningSandbox>;
  /** Gives up the rights of the administrator for those of this user. Throws if the system does not allow it. If absent, they are kept. */
  readonly becomeUser?: (user: {readonly uid: number; readonly gid: number}) => void;
  /** Runs another command line in a process of its own, with this environment and `input`. `exit` is null if it was ended by force. */
  readonly runApart?: (
    line: readonly string[],
    input: string,
  ) => Promise<{readonly exit: number | null; readonly said: string}>;
  /** Loads the head office's program, which is built separately from the till's. */
  readonly loadOffice: () => Promise<OfficeProgram>;
  /** Throws `Problem` setting-invalid for shortcuts of the shop with which the screens would not open. */
  readonly checkKeys: (shortcuts: Readonly<Record<string, readonly string[]>>) => Promise<void>;
  readonly openScreens: (flags: Flags) => Promise<ExitCode>;
  /** Opens the customer's screen while the till may be running. */
  readonly openDisplay: (flags: Flags) => Promise<ExitCode>;
  /** What the customer's screen shows, in one line. */
  readonly displayLine: (shown: CustomerView) => Promise<string>;
  /** Shows the places of a head office and their changes, until the person leaves. */
  readonly openWatch: (places: ReturnType<OfficeProgram['officePlaces']>, language: Language) => Promise<ExitCode>;
  /** Starts a process that sends a till's journal to its head office. If absent, nothing is sent at the end of a command. */
  readonly startShipper?: (options: ShipperOptions) => () => void;
  /** Sends a till's journal to its head office. If the system allows it, a smaller program replaces this process. */
  readonly runShipper: (options: ShipperOptions) => Promise<ExitCode>;
  readonly openReview: (parts: ReviewParts) => Promise<ExitCode>;
  /** Runs this program again in a process that Node keeps from network and disk; see `review/start-confined.ts`. */
  readonly startConfined: (options: Confined) => Promise<ExitCode>;
};
