import type {Language, Messages} from '../core/messages/messages.js';
import type {DaySpan} from '../core/present/day-report.js';
import type {ExitCode} from '../core/problem.js';
import type {World} from '../core/world.js';
import {advance, post} from '../session/practice-call.js';
import type {Reading} from '../till/opened-journal.js';

/** A world whose clock can be moved forward, together with that of the practice service. */
export type PushedWorld = World & {
  /** Moves the time of the till and of the service. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** The error of a sleep that could not move the service's clock. */
  readonly failure: () => unknown;
};

const pauseBetweenQuestions = 5000;

/** How long a sleep really takes. Pauses are shortened most; a timeout must still outlast an answer from this machine. */
const realLength = (milliseconds: number) => milliseconds / (milliseconds <= pauseBetweenQuestions ? 30 : 8);

/** The world `real`, in which every sleep moves time forward, for the service's books and `Date` header, and for the till. */
export function pushedWorld(real: World, baseUrl: string): PushedWorld {
  let ahead = 0;
  let failure: unknown;
  const pass = async (milliseconds: number) => {
    ahead += milliseconds;
    await advance(baseUrl, milliseconds);
    await post(`${baseUrl}/sandbox/faults`, {switches: {clockSkewSeconds: Math.round(ahead / 1000)}});
  };
  return {
    now: () => Math.round(real.now() + ahead),
    monotonic: () => real.monotonic() + ahead,
    random: real.random,
    sleep: async (milliseconds, signal) => {
      const waited = realLength(milliseconds);
      await real.sleep(waited, signal);
      if (signal?.aborted === true) return;
      await pass(milliseconds - waited).catch((error: unknown) => {
        failure ??= error;
      });
    },
    pass,
    failure: () => failure,
  };
}

/** What the scenes use: a shop of its own, in a folder that is removed afterwards. */
export type Stage = {
  readonly language: Language;
  readonly zone: string;
  readonly world: PushedWorld;
  readonly say: (...lines: readonly string[]) => void;
  readonly tell: (name: keyof Messages['demo']['scenes']) => void;
  /** Shows a command, really runs it, and shows the part of its output that matters here. */
  readonly run: (line: readonly string[], how?: Run) => Promise<void>;
  /** Writes the service's own list of transactions into a file, and returns its path. */
  readonly writeStatement: (name: string) => Promise<string>;
  readonly read: <T>(work: (reading: Reading) => T | Promise<T>) => Promise<T>;
  readonly days: () => DaySpan;
  readonly hasGoneWrong: () => boolean;
};

export type Run = {
  readonly ends?: ExitCode;
  /** How many lines of its result to show, or a function that selects them; one line by default. */
  readonly shows?: number | ((lines: readonly string[]) => readonly string[]);
  readonly input?: string;
};

export type Scene = {
  /** The time at which the scene is played, by the shop's clock. A time that has passed is that of the next morning. */
  readonly at: string;
  readonly play: (stage: Stage) => Promise<void>;
};

/** The documented test cards without a challenge. The month of the expiry determines the result of a charge. */
export const card = (cardNumber: string, expiryMonth: string) =>
  JSON.stringify({cardNumber, expiryMonth, expiryYear: '39', securityCode: '100', cardHolderName: 'Yao'});
export const approved = card('5111111111111118', '01');
