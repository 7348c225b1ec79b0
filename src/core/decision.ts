import {businessDate} from './day/business-day.js';
import {checkClock} from './day/possible-clock.js';
import type {NewEvent} from './journal/event.js';
import type {State} from './journal/state.js';
import type {Language} from './messages/messages.js';
import type {AuthorisedDifference} from './shift/report.js';
import type {Report} from './shift/report-schema.js';
import type {World} from './world.js';

/** An event as it is decided. Where it names nobody, whoever has the shift is written down with it. */
export type Decided = DistributiveOmit<NewEvent, 'person'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> & {readonly person?: string} : never;

/** What of the till's settings a decision depends on. */
export type DecisionSettings = Pick<Report, 'till' | 'shop' | 'profile' | 'zone'> & {
  readonly dayStartsAt: string;
  readonly country: string;
  /** That customers in the country are spoken to in; the country's own without it. */
  readonly customerLanguage?: Language | undefined;
  readonly person: string;
  readonly cooldownMinutes: number;
  readonly authorisedDifference: AuthorisedDifference;
  /** Above it a sale wants a second look, in minor units by currency. */
  readonly saleCeiling: Readonly<Record<string, number>>;
};

/** The language in which a customer of a country is spoken to where nobody has chosen one; nothing where that is the country’s own. */
export const usualLanguage = (
  country: string,
  {settings}: Pick<Circumstances, 'settings'>,
): {readonly customerLanguage?: Language} =>
  country === settings.country && settings.customerLanguage !== undefined
    ? {customerLanguage: settings.customerLanguage}
    : {};

/** What a decision knows beside the state and its command. */
export type Circumstances = {
  readonly settings: DecisionSettings;
  /** Epoch milliseconds by this machine's clock. */
  readonly now: number;
  readonly chance: World['random'];
  /** A close is under way: nothing new is sold. */
  readonly isClosing: boolean;
  /** The hash of the journal's last line. */
  readonly head: string;
};

/** The events that a command leads to, none where there is nothing to do. Throws the `Problem` for which it is refused. */
export type Decider<Command> = (state: State, command: Command, given: Circumstances) => readonly Decided[];

/** The zone and the start of day by which the till reckons: a shift keeps those in which it was opened. */
export function dayRuleOf({ledger}: State, {settings}: Pick<Circumstances, 'settings'>) {
  const {zone, dayStartsAt} = ledger.shift ?? settings;
  return {zone, dayStartsAt};
}

/** The business date now. Throws `Problem` clock-impossible: nothing is dated by a clock that cannot be right. */
export function businessDateOf(state: State, given: Pick<Circumstances, 'settings' | 'now'>): string {
  const {zone, dayStartsAt} = dayRuleOf(state, given);
  checkClock(given.now);
  return businessDate(given.now, zone, dayStartsAt);
}
