import type {SubscriptionCharge} from '../endpoints/subscription-charges.js';
import {serviceTime} from '../service/clock.js';

/** The members of a charge that are kept to compare it with the plan. */
export type ChargeMark = Pick<
  SubscriptionCharge,
  'cycleNumber' | 'attemptNumber' | 'status' | 'chargedAt' | 'nextRetryAt' | 'isRetriable' | 'transactionReference'
>;

/** A cycle with its attempts, the last one last. `open` means neither paid nor failed according to the service. */
export type Cycle = {
  readonly number: number;
  readonly attempts: readonly ChargeMark[];
  readonly state: 'paid' | 'failed' | 'open';
  readonly firstAt: Temporal.PlainDateTime | undefined;
  readonly lastAt: Temporal.PlainDateTime | undefined;
};

const paidWords: ReadonlySet<string> = new Set(['SUCCESS', 'SUCCESSFUL']);
const failedWords: ReadonlySet<string> = new Set(['FAILED', 'DECLINED']);

/** Whether the service says that this attempt brought the money. */
export const isPaid = ({status}: ChargeMark): boolean => paidWords.has(status.toUpperCase());

/**
 * The cycles that have a charge, in order. A charge that is listed twice, as happens where pages overlap, counts once, with the values of
 * its later place. A charge without a cycle is left out.
 */
export function cyclesOf(charges: readonly ChargeMark[]): readonly Cycle[] {
  const byCycle = new Map<number, Map<string, ChargeMark>>();
  for (const charge of charges) {
    const {cycleNumber} = charge;
    if (cycleNumber === null || cycleNumber < 1) continue;
    const attempts = byCycle.get(cycleNumber) ?? new Map<string, ChargeMark>();
    attempts.set(identityOf(charge), charge);
    byCycle.set(cycleNumber, attempts);
  }
  return [...byCycle]
    .map(([number, attempts]) => cycleOf(number, [...attempts.values()].toSorted(byAttempt)))
    .toSorted((one, other) => one.number - other.number);
}

function cycleOf(number: number, attempts: readonly ChargeMark[]): Cycle {
  const times = attempts
    .map(({chargedAt}) => serviceTime(chargedAt))
    .filter(time => time !== undefined)
    .toSorted(Temporal.PlainDateTime.compare);
  return {number, attempts, state: stateOf(attempts), firstAt: times[0], lastAt: times.at(-1)};
}

function stateOf(attempts: readonly ChargeMark[]): Cycle['state'] {
  if (attempts.some(isPaid)) return 'paid';
  return failedWords.has(attempts.at(-1)?.status.toUpperCase() ?? '') ? 'failed' : 'open';
}

const identityOf = ({transactionReference, attemptNumber, chargedAt}: ChargeMark) =>
  transactionReference ?? `${attemptNumber} at ${chargedAt}`;

const byAttempt = (one: ChargeMark, other: ChargeMark) =>
  (one.attemptNumber ?? 0) - (other.attemptNumber ?? 0) || (one.chargedAt ?? '').localeCompare(other.chargedAt ?? '');
