import {object, optional, type Specified, whole} from '../spec/spec.js';

const flow = {sales: whole(), refunds: whole(), paidIn: whole(), paidOut: whole(), drops: whole()};
const flowSpec = object(flow);
/**
 * What went into and out of the drawer besides the float, in minor units. Amounts are positive; the name of a member gives the direction.
 */
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

/** The drawer after one more movement. */
export function withFlow<Cash extends DrawerCash>(cash: Cash, added: Partial<CashFlow>): Cash {
  const flow = Object.entries(added) as [keyof CashFlow, number][];
  return {...cash, ...Object.fromEntries(flow.map(([member, minor]) => [member, cash[member] + minor]))};
}

/** The drawer as counted at the opening of a shift. What had moved before is part of the count. */
export function countedAtOpening(cash: DrawerCash, float: number): DrawerCash {
  const {sales, refunds, paidIn, paidOut, drops} = cash;
  const flow = {sales, refunds, paidIn, paidOut, drops};
  const hasMoved = Object.values(flow).some(minor => minor !== 0);
  return {...noCash, float, ...(hasMoved ? {beforeFloat: flow} : {})};
}
