import type {Money} from '../money/money.js';
import {inDrawer, sumLines, takingsOf} from '../shift/report.js';
import type {Report} from '../shift/report-schema.js';

type ZOfDay = {readonly businessDate: string; readonly report: Report};

/** The Zs of a month or a year, and what they come to: takings and corrections less refunds, by currency. */
type ZPeriod = {readonly period: string; readonly zs: number; readonly net: readonly Money[]};

/** How often a drawer was short, and over, and by how much together, in the periods of the same people. */
type DrawerDifferences = {
  readonly people: string;
  readonly currency: string;
  readonly counts: number;
  readonly short: {readonly count: number; readonly minor: number};
  readonly over: {readonly count: number; readonly minor: number};
};

/** The months (`YYYY-MM`) or years (`YYYY`) of some Zs, the newest first. */
export function periodsOf(zs: readonly ZOfDay[], kind: 'month' | 'year'): readonly ZPeriod[] {
  const byPeriod = Map.groupBy(zs, ({businessDate}) => businessDate.slice(0, kind === 'month' ? 7 : 4));
  return [...byPeriod]
    .map(([period, own]) => ({period, zs: own.length, net: netOf(own.map(({report}) => report))}))
    .sort((a, b) => (a.period < b.period ? 1 : -1));
}

function netOf(reports: readonly Report[]): readonly Money[] {
  const sums = new Map<string, number>();
  const add = ({currency, minor}: Money, sign: 1 | -1) => sums.set(currency, (sums.get(currency) ?? 0) + sign * minor);
  for (const report of reports) {
    for (const sum of [...takingsOf(report), ...sumLines(report.corrections)]) add(sum, 1);
    for (const {total} of report.refunds) add(total, -1);
  }
  return [...sums].map(([currency, minor]) => inDrawer(currency, minor));
}

/** The drawers that were counted, by who had the till, those who were short most often first. */
export function drawerDifferences(zs: readonly ZOfDay[]): readonly DrawerDifferences[] {
  const found = new Map<string, DrawerDifferences>();
  for (const {report} of zs) {
    const people = report.people.join(', ');
    for (const {currency, difference} of report.drawers) {
      if (difference === null) continue;
      const key = `${currency} ${people}`;
      const none = {count: 0, minor: 0};
      const {counts, short, over} = found.get(key) ?? {counts: 0, short: none, over: none};
      const also = (sum: typeof none, isIt: boolean) =>
        isIt ? {count: sum.count + 1, minor: sum.minor + difference} : sum;
      found.set(key, {
        people,
        currency,
        counts: counts + 1,
        short: also(short, difference < 0),
        over: also(over, difference > 0),
      });
    }
  }
  return [...found.values()].sort((a, b) => b.short.count - a.short.count || (a.people < b.people ? -1 : 1));
}
