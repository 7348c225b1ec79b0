import type {Profile} from '../journal/event.js';
import type {FirstPass} from './first-pass.js';
import type {ChainState, Days} from './inputs.js';
import type {LocalPayment} from './local.js';

/** Which payments are wanted: those of the days and of days near them, and those of other days that are named. */
export type Wanted = {
  readonly days: Days;
  readonly named: ReadonlySet<string>;
  readonly onEvents: (count: number) => void;
};

/**
 * The same of books that may have millions of payments: `firstPass` is given each that is of the days, or near them, and tells which of them
 * need not be kept, and what else is named. It is of payments that speak to one world.
 */
export type WantedInPasses = {readonly days: Days; readonly firstPass: (profile: Profile) => FirstPass};

/** What a journal has of some days, and of what its neighbours may name. */
export type BooksRead = {
  readonly till: string;
  readonly payments: readonly LocalPayment[];
  readonly chain: ChainState;
};

/** A file of the days may name payments of days so near, and a late end of one of the days may lie in them. */
const nearDays = 10;

/** The days, and those near them. */
export function daysNear({from, to}: Days): Days {
  return {from: shifted(from, -nearDays), to: shifted(to, nearDays)};
}

const shifted = (date: string, by: number) => Temporal.PlainDate.from(date).add({days: by}).toString();
