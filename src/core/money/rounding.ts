import {factsOf} from './currencies.js';
import {type Currency, decimalsOf, type Money} from './money.js';

/** The smallest note or coin of a currency, in minor units: the step of what can be paid in cash. */
export function smallestPieceOf(currency: Currency): number {
  const {notes, coins} = factsOf(currency);
  const smallest = `${notes} ${coins}`.trim().split(' ').at(-1);
  return Math.round(Number(smallest) * 10 ** decimalsOf(currency));
}

/**
 * Returns the multiple of a step that is nearest to an amount; half a step is rounded up. An amount that is not zero never becomes zero,
 * unless it may: something that is sold is paid with one step at least.
 */
export function toStep({currency, minor}: Money, step: number, {mayBeZero = false} = {}): Money {
  const least = mayBeZero || minor === 0 ? 0 : step;
  return {currency, minor: Math.max(least, Math.floor((minor + step / 2) / step) * step)};
}

/** Returns the multiple of a step that is nearest to an amount and not above it. */
export const downToStep = ({currency, minor}: Money, step: number): Money => ({
  currency,
  minor: Math.floor(minor / step) * step,
});

/** The steps that the shop has set in place of the usual ones, in minor units by currency. */
export type PayableSteps = Readonly<Record<'cashStep' | 'walletStep', Readonly<Record<string, number>>>>;

/** The step of what is paid in cash, in minor units. */
export const cashStepOf = (currency: Currency, {cashStep}: Pick<PayableSteps, 'cashStep'>): number =>
  cashStep[currency] ?? smallestPieceOf(currency);
