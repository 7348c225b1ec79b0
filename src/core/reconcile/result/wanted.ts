import type {Profile} from '../../journal/schema.js';
import type {ChainState, Days} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';
import type {FirstPass} from './first-pass.js';

/** Which payments are wanted: those of the days and of the days near them, and those of other days that are named. */
export type Wanted = {
  readonly days: Days;
  readonly named: ReadonlySet<string>;
  readonly onEvents: (count: number) => void;
};

/**
 * Like `Wanted`, for books that may have millions of payments. `firstPass` is given each payment of the days or near them; it says which of
 * them need not be kept, and what else is named. It is for the payments of one profile.
 */
export type WantedInPasses = {readonly days: Days; readonly firstPass: (profile: Profile) => PassedFirst};

/** What a first pass says of the payments that it is given; see `FirstPass`. */
type PassedFirst = Pick<FirstPass, 'take' | 'givenBack'> & {readonly missing: () => Iterable<string>};

/** What a journal has of some days, and of neighbouring days that files may name. */
export type BooksRead = {
  readonly till: string;
  readonly payments: readonly LocalPayment[];
  readonly chain: ChainState;
};

/** A file of the days may name payments of days this near, and a payment of the days may end late within them. */
const nearDays = 10;

/** The days, extended by the days near them. */
export function daysNear({from, to}: Days): Days {
  return {from: shifted(from, -nearDays), to: shifted(to, nearDays)};
}

const shifted = (date: string, by: number) => Temporal.PlainDate.from(date).add({days: by}).toString();
