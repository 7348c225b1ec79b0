import {factsOf} from '../money/currencies.js';
import {type Currency, decimalsOf, type Money} from '../money/money.js';
import {object, optional, type Specified, whole} from '../spec/spec.js';
import type {Count} from './report-schema.js';
import {plus} from './sold.js';

const flow = {sales: whole(), refunds: whole(), paidIn: whole(), paidOut: whole(), drops: whole()};
const flowSpec = object(flow);
/** What moved the drawer besides the float: positive amounts in minor units. A member's name gives the direction. */
export type CashFlow = Specified<typeof flowSpec>;

/** The cash of one currency in a period, in minor units. The float is what was counted when the shift was opened. */
export const drawerCashSpec = object({
  ...flow,
  float: whole(),
  beforeFloat: optional(flowSpec, 'none of the cash in the float had moved in the period'),
});
export type DrawerCash = Specified<typeof drawerCashSpec>;

const noFlow: CashFlow = {sales: 0, refunds: 0, paidIn: 0, paidOut: 0, drops: 0};
export const noCash: DrawerCash = {float: 0, ...noFlow};

/** What a flow leaves in the drawer; below zero if more went out than came in. */
export const leftBy = ({sales, refunds, paidIn, paidOut, drops}: CashFlow): number =>
  sales - refunds + paidIn - paidOut - drops;

/** What should be in the drawer: what was counted at the opening, and what has moved since. */
export const expectedIn = (cash: DrawerCash): number => cash.float + leftBy(cash);

/** The drawer as counted at the opening of a shift. What had moved before is part of the count. */
export const countedAtOpening = ({sales, refunds, paidIn, paidOut, drops}: DrawerCash, float: number): DrawerCash =>
  movedBefore({...noCash, float}, {sales, refunds, paidIn, paidOut, drops});

/** The drawer after something is known to have moved before its float was counted. The float is what was counted. */
export function movedBefore({beforeFloat = noFlow, ...cash}: DrawerCash, added: Partial<CashFlow>): DrawerCash {
  const flow = plus(beforeFloat, added);
  return Object.values(flow).some(minor => minor !== 0) ? {...cash, beforeFloat: flow} : cash;
}

/** Returns pieces in minor units, from their values in major units. */
const minorsOf = (values: string, currency: Currency): readonly number[] =>
  (values.match(/\S+/gu) ?? []).map(value => Math.round(Number(value) * 10 ** decimalsOf(currency)));

/** Returns the notes and coins of a currency in its minor units, the largest first. */
export function denominationsOf(currency: Currency): readonly number[] {
  const {notes, coins} = factsOf(currency);
  return [...minorsOf(notes, currency), ...minorsOf(coins, currency)];
}

/** Returns a count by pieces. `counts`: the pieces of each denomination in minor units; those without pieces are left out. */
export function countOf(currency: Currency, counts: ReadonlyMap<number, number>): Count {
  const pieces = denominationsOf(currency).flatMap(minor => {
    const count = counts.get(minor) ?? 0;
    return count === 0 ? [] : [{minor, count}];
  });
  return {currency, minor: pieces.reduce((sum, {minor, count}) => sum + minor * count, 0), pieces};
}

const mostSums = 4;

/** Returns sums that a customer may hand over for an amount: the next that notes can make, smallest first, at most four. */
export function roundSums({currency, minor}: Money): readonly Money[] {
  const sums = minorsOf(factsOf(currency).notes, currency)
    .map(note => Math.ceil(minor / note) * note)
    .filter(sum => sum > minor);
  return [...new Set(sums)]
    .sort((a, b) => a - b)
    .slice(0, mostSums)
    .map(sum => ({currency, minor: sum}));
}
