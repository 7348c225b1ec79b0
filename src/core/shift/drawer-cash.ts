/** What went into the drawer and out of it beside the float, in minor units; every member is positive. */
export type CashFlow = {
  readonly sales: number;
  readonly refunds: number;
  readonly paidIn: number;
  readonly paidOut: number;
  readonly drops: number;
};

/**
 * The cash of one currency in a period. The float is what was counted when the shift was opened: it is the drawer, so that
 * cash which had moved before is in it already, and stands apart as `beforeFloat`.
 */
export type DrawerCash = CashFlow & {readonly float: number; readonly beforeFloat?: CashFlow | undefined};

const noFlow: CashFlow = {sales: 0, refunds: 0, paidIn: 0, paidOut: 0, drops: 0};
export const noCash: DrawerCash = {float: 0, ...noFlow};

/** What a flow leaves in the drawer; below zero where more went out. */
export const leftBy = ({sales, refunds, paidIn, paidOut, drops}: CashFlow): number =>
  sales - refunds + paidIn - paidOut - drops;

/** What should be in the drawer: what was counted at the opening, and what has moved since. */
export const expectedIn = (cash: DrawerCash): number => cash.float + leftBy(cash);

/** The drawer after one more movement. */
export function withFlow<Cash extends DrawerCash>(cash: Cash, added: Partial<CashFlow>): Cash {
  const flow = Object.entries(added) as [keyof CashFlow, number][];
  return {...cash, ...Object.fromEntries(flow.map(([member, minor]) => [member, cash[member] + minor]))};
}

/** The drawer as it is counted at the opening of a shift: what had moved before is in the count. */
export function countedAtOpening(cash: DrawerCash, float: number): DrawerCash {
  const {sales, refunds, paidIn, paidOut, drops} = cash;
  const flow = {sales, refunds, paidIn, paidOut, drops};
  const hasMoved = Object.values(flow).some(minor => minor !== 0);
  return {...noCash, float, ...(hasMoved ? {beforeFloat: flow} : {})};
}
