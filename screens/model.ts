import type {Mail} from '../src/core/mail/mail.js';
import type {Market} from '../src/core/market/market.js';
import type {Currency} from '../src/core/money/money.js';
import type {Verdict} from '../src/core/payment/payment.js';
import type {Facts, Problem} from '../src/core/problem.js';
import type {Refund} from '../src/core/refund/refund.js';
import type {Verb} from '../src/core/staff/schema.js';
import type {ChallengePage} from '../src/till/challenge.js';
import type {StoredCount} from './close/stored-count.js';
import type {Asking, Open, PlaceId} from './kit/places.js';
import type {ProgramStep} from './program.js';
import type {Key} from './terminal/keyboard.js';
import type {Size} from './terminal/size.js';

/** One line to the cashier, until the next decision. */
export type Notice =
  | {readonly kind: 'ended'; readonly references: readonly string[]}
  | {readonly kind: 'refund-ended'; readonly reference: string}
  | {readonly kind: 'news'; readonly news: ShiftNews; readonly facts: Facts}
  /** A receipt that left by e-mail did not arrive, or may not have. */
  | {readonly kind: 'mail-ended'; readonly mail: Mail}
  /** A file of somebody else's was read after its form was left. */
  | {readonly kind: 'file-read'; readonly file: string; readonly rows: number}
  | {readonly kind: 'said'; readonly text: string}
  | {readonly kind: 'problem'; readonly problem: Problem};

export type ShiftNews =
  | 'opened'
  | 'handedOver'
  | 'handedOverCounted'
  | 'handOverLeft'
  | 'in'
  | 'out'
  | 'drop'
  | 'closeLeft'
  | 'countLeft'
  | 'printed'
  | 'saved'
  | 'settingKept'
  | 'settingSame'
  | 'settingsAccepted'
  | 'copied';

/**
 * Whose takings the day's strip shows: `undefined` is the first currency that has any. `turned` is how often it was
 * turned, by which an ear tells one turn from the next.
 */
export type Takings = {readonly currency: Currency | undefined; readonly turned: number};

/** The page on which a bank asks: being made ready, served, or why it is not. */
export type Challenge =
  | {readonly kind: 'asked'}
  | {readonly kind: 'served'; readonly page: ChallengePage}
  | {readonly kind: 'failed'; readonly problem: Problem};
export type ChallengePages = ReadonlyMap<string, Challenge>;

/** What is said of a payment that nobody must miss: its verdict, and how its newest refund stands. */
export type Said = {readonly verdict: Verdict; readonly refunds: number; readonly refund: Refund['status'] | undefined};

/** What is said of the focused payment, and since when it must be looked at; `at` is monotonic, undefined for what was there already. */
export type Shown = Said & {readonly reference: string; readonly at: number | undefined};

/** What every program of screens keeps. */
export type Stacked = {
  /** What is under what; the last is shown, the first is always there: the sale of a till. */
  readonly stack: readonly [Open, ...Open[]];
  readonly notice: Notice | undefined;
  readonly isLeaving: boolean;
  /** The last number that a screen or a request was given. */
  readonly numbered: number;
};

export type Model = Stacked & {
  /** Nobody has pressed a key for long before an open payment: it stays readable, and what decides asks for the PIN first. */
  readonly isIdle: boolean;
  /** It is told in sentences, where some keys say what a frame shows all the time. */
  readonly isPlain: boolean;
  readonly takings: Takings;
  /** The pages of the banks that are waited for, by payment. */
  readonly challenges: ChallengePages;
  /** The count of a close that was left. */
  readonly storedCount: StoredCount | undefined;
  /** The verdicts, as they were last seen, of the payments that are not settled. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly mails: readonly Mail[];
  /** The verdict of the focused payment, which takes no key while it is new. */
  readonly shown: Shown | undefined;
  /** The chunk of input that last took away what stood above the shown screen. */
  readonly uncoveredBy: number | undefined;
};

export type Effect =
  | {readonly kind: 'challenge'; readonly reference: string}
  | {readonly kind: 'open-page'; readonly url: string}
  | {readonly kind: 'networks'; readonly market: Market}
  /** The price list is read, so that the first scan finds it. */
  | {readonly kind: 'items'}
  | {readonly kind: 'front'; readonly reference: string | undefined}
  /** Says when a new verdict takes keys again. */
  | {readonly kind: 'let-look'}
  /** The till sells nothing from here on, or sells again. */
  | {readonly kind: 'set-closing'; readonly isClosing: boolean}
  | {
      readonly kind: 'ask';
      readonly place: PlaceId;
      readonly number: number;
      readonly request: number;
      readonly asks: Asking;
    }
  /** Asks for the right to look at a screen, and then for the screen. */
  | {readonly kind: 'look'; readonly verb: Verb; readonly screen: Open}
  | {readonly kind: 'sign-out'; readonly reason: 'asked' | 'idle'}
  | {readonly kind: 'leave'};

/** What the world answered a screen of the kit, or that it will not any more. */
export type KitMessage =
  | {
      readonly kind: 'answer';
      readonly place: PlaceId;
      readonly number: number;
      readonly request: number;
      readonly answer: unknown;
    }
  | {readonly kind: 'answered'; readonly number: number; readonly request: number; readonly result: unknown}
  | {
      readonly kind: 'refused';
      readonly number: number;
      readonly request: number;
      readonly problem: Problem;
      readonly isQuiet?: boolean;
    };

export type Message =
  | ({readonly kind: 'key'} & Typed)
  /** `told` are the payments of which something was told. */
  | {readonly kind: 'till-changed'; readonly told: ReadonlySet<string>}
  /** A key that would have decided came again at once: it is held down. */
  | {readonly kind: 'held-key'; readonly name: string}
  /** Nobody has pressed a key for as long as an idle till stays open. */
  | {readonly kind: 'idle'}
  /** A new verdict has been there for long enough. */
  | {readonly kind: 'looked'}
  | {readonly kind: 'challenge'; readonly reference: string; readonly page: ChallengePage | undefined}
  | KitMessage
  | {readonly kind: 'failed'; readonly effect: Effect; readonly problem: Problem}
  /** Somebody has approved that the screen is looked at. */
  | {readonly kind: 'let-in'; readonly screen: Open}
  /** Something beside the till failed, which no sale depends on. */
  | {readonly kind: 'mishap'; readonly problem: Problem};

/** A key as it was pressed, in a window of this size. */
export type Typed = {readonly key: Key; readonly size: Size};

export type TillStep = ProgramStep<Model, Effect>;

export const nextStep = <M extends Stacked>(model: M, ...effects: readonly Effect[]): ProgramStep<M, Effect> => ({
  model,
  effects,
});

export const topOf = ({stack}: Pick<Stacked, 'stack'>): Open => stack.at(-1) ?? stack[0];

export const push = <M extends Stacked>(model: M, screen: Open): M => ({...model, stack: [...model.stack, screen]});

export function pop(model: Model): Model {
  const [sale, ...above] = model.stack;
  return above.length === 0 ? model : {...model, stack: [sale, ...above.slice(0, -1)]};
}
