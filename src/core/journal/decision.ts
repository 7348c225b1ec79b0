import {businessDate, checkClock} from '../day/business-day.js';
import type {Language} from '../messages/messages.js';
import type {PayableSteps} from '../money/money.js';
import type {World} from '../world.js';
import type {AnyEvent} from './envelope.js';
import type {Profile} from './schema.js';

/** An event as a decider returns it. If it names no person, the till records the person who has the shift. */
export type PendingEvent<E extends AnyEvent> = E extends unknown
  ? {readonly type: E['type']; readonly data: E['data']; readonly person?: string}
  : never;

type DecisionSettings = {
  readonly till: string;
  readonly shop: string;
  readonly profile: Profile;
  readonly zone: string;
  readonly dayStartsAt: string;
  readonly country: string;
  /** The language for customers in the shop's country; without it, the country's own language. */
  readonly customerLanguage?: Language | undefined;
  readonly person: string;
  readonly cooldownMinutes: number;
  /** The difference that the owner accepts without a second person, in minor units by currency; an absent currency means zero. */
  readonly authorisedDifference: Readonly<Record<string, number>>;
  /** The sale amount above which a person has to confirm, in minor units by currency. */
  readonly saleCeiling: Readonly<Record<string, number>>;
} & PayableSteps;

/** Returns the language for a customer of a country if nobody has chosen one. The result is empty if the country's own language applies. */
export const usualLanguage = (
  country: string,
  {settings}: Pick<DecisionContext, 'settings'>,
): {readonly customerLanguage?: Language} =>
  country === settings.country && settings.customerLanguage !== undefined
    ? {customerLanguage: settings.customerLanguage}
    : {};

/** The input of a decision beside the state and its command. */
export type DecisionContext = {
  readonly settings: DecisionSettings;
  /** Epoch milliseconds, by this machine's clock. */
  readonly now: number;
  readonly chance: World['random'];
  /** Whether a close is under way. Nothing new is sold then. */
  readonly isClosing: boolean;
  /** The hash of the journal's last line. */
  readonly head: string;
};

type DayRule = {readonly zone: string; readonly dayStartsAt: string};
export type OpenShift = {readonly ledger: {readonly shift: DayRule | null}};

/** Returns the zone and the start of day by which the till assigns business dates. A shift keeps those with which it was opened. */
export function dayRuleOf({ledger}: OpenShift, {settings}: Pick<DecisionContext, 'settings'>): DayRule {
  const {zone, dayStartsAt} = ledger.shift ?? settings;
  return {zone, dayStartsAt};
}

/** Returns the present business date. Throws `Problem` clock-impossible, because a clock that cannot be right must not date anything. */
export function businessDateOf(state: OpenShift, given: Pick<DecisionContext, 'settings' | 'now'>): string {
  const {zone, dayStartsAt} = dayRuleOf(state, given);
  checkClock(given.now);
  return businessDate(given.now, zone, dayStartsAt);
}
