import type {Environment, Flags} from '../config.js';
import type {Language} from '../core/messages/messages.js';
import type {OfficeView} from '../core/office/view.js';
import type {ExitCode} from '../core/problem.js';
import type {World} from '../core/world.js';
import type {openOffice} from '../office/program.js';
import type {ShipperOptions} from '../shipper/run.js';
import type {CustomerView} from '../till/customer-display.js';
import type {ReviewParts} from '../till/review.js';

export type RunningSandbox = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly close: () => Promise<void>;
};

/** Words for this program in a process of their own, all of its environment, and the two folders that it may touch. */
export type Confined = {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly journal: string;
  /** Everything that is exported goes there. It need not be there yet. */
  readonly exports: string;
};

/** What a head office is opened by. */
export type OfficeProgram = {readonly openOffice: typeof openOffice};

/** What a command may use of the process around it; tests give their own. */
export type Face = {
  readonly environment: Environment;
  readonly world: World;
  readonly version: string;
  readonly systemZone: string;
  /** This user's folder outside of every home; absent: what is remembered there is not. */
  readonly userFolder?: string;
  /** Whether a person sits before a terminal, on both ends. */
  readonly isTerminal: boolean;
  /** Whether a person reads standard error as it is written. */
  readonly complainsToTerminal: boolean;
  /** Standard output: results alone. */
  readonly write: (text: string) => void;
  /** The same for what is no text: a slip as a printer wants it. */
  readonly writeBytes: (bytes: Uint8Array) => void;
  /** Until whoever reads standard output has taken what was written, or is gone: what is long is written no faster. Never rejects. */
  readonly taken: () => Promise<void>;
  /** Standard error: progress, links and problems. */
  readonly complain: (text: string) => void;
  /**
   * Standard input to its end; undefined when it is longer than so many bytes, is a terminal, on which everybody sees what
   * is typed, or has not ended before the signal aborts. Never rejects. Whoever asks wipes the bytes of a secret.
   */
  readonly readInput: (mostBytes: number, signal: AbortSignal) => Promise<Uint8Array | undefined>;
  /**
   * The line that a person types at a terminal on standard input, in answer to a question on standard error; undefined where
   * it is no terminal, ends, or nothing was typed before the signal aborts. Never rejects.
   */
  readonly askLine: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** As `askLine`, for what nobody is to see: it is not shown while it is typed. */
  readonly askSecret: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Aborts at Ctrl-C, SIGTERM and SIGHUP. */
  readonly interrupted: AbortSignal;
  readonly startSandbox: (folder: string) => Promise<RunningSandbox>;
  /** Runs the practice service for other tills. Rejects with the operating system's error for a port or a folder. */
  readonly serveSandbox: (place: {readonly data: string; readonly port: number}) => Promise<RunningSandbox>;
  /** The head office's program, which is built apart from the till's. */
  readonly loadOffice: () => Promise<OfficeProgram>;
  /** Throws `Problem` setting-invalid for keys of the shop's own with which the screens would not open. */
  readonly checkKeys: (shortcuts: Readonly<Record<string, readonly string[]>>) => Promise<void>;
  /** Opens the till's screens. */
  readonly openScreens: (flags: Flags) => Promise<ExitCode>;
  /** Opens the customer's screen beside a till that may be at work. */
  readonly openDisplay: (flags: Flags) => Promise<ExitCode>;
  /** What the customer's screen shows, in one line. */
  readonly displayLine: (shown: CustomerView) => Promise<string>;
  /** Shows a head office as it stands, until whoever watches leaves. */
  readonly openWatch: (
    views: (signal: AbortSignal) => AsyncIterable<OfficeView>,
    language: Language,
  ) => Promise<ExitCode>;
  /** What is shown of a head office, in one line. */
  readonly watchLine: (view: OfficeView, language: Language) => Promise<string>;
  /** Sends a till's journal to its head office; where the system can do that, as a smaller program in the place of this one. */
  readonly runShipper: (options: ShipperOptions) => Promise<ExitCode>;
  /** Opens the screens of a journal's review. */
  readonly openReview: (parts: ReviewParts) => Promise<ExitCode>;
  /** Runs other words in a process that Node keeps from the network and from the disk; see `review/start-confined.ts`. */
  readonly startConfined: (options: Confined) => Promise<ExitCode>;
};
