import {type CarriedState, foldEvents, type State, stateAfter} from '../books/state.js';
import {date} from '../day/schema.js';
import type {StoredEvent} from '../events/event.js';
import type {Money} from '../money/money.js';
import {inDrawer, reportOf, sumLines, takingsOf} from '../shift/report.js';
import type {Report} from '../shift/report-schema.js';
import {count, fields, json, list, type Specified, text} from '../spec/spec.js';

/** In the order in which the database gives them. */
export const zRowMembers = {
  seq: count('the line with the Z'),
  hash: text('of that line'),
  number: count('of the Z'),
  report: json<Report>('as the line has it'),
  differs: list(text(), 'members of the report that differ from what its lines come to'),
  fromSeq: count('the first line of its days'),
  closedAt: count('when it was made, in milliseconds since the epoch'),
  throughSeq: count('the last line of its days'),
  businessDate: date('the last of its days'),
};
const zRowSpec = fields(zRowMembers);
/** A Z of a till, and whether the office's own fold of the same lines gives the same report. */
export type ZRow = Specified<typeof zRowSpec>;

/** What a till alone knows of its Z. Everything else follows from its lines, and is compared with what the office makes of them. */
const ofTill = [
  ...(['kind', 'till', 'shop', 'profile', 'zone', 'businessDate', 'closedAt', 'head'] as const),
  ...(['tills', 'beside', 'difference', 'notAsked'] as const),
] as const satisfies readonly (keyof Report)[];

/** Returns the row of an event that is a Z, from the state before it; undefined for any other event. */
export function zRow(state: State, event: StoredEvent): ZRow | undefined {
  if (event.type !== 'z-reported') return undefined;
  const {report} = event.data;
  const {number, fromSeq, throughSeq, businessDate, closedAt} = report;
  const differs = differences(report, state);
  return {number, seq: event.seq, hash: event.hash, fromSeq, throughSeq, businessDate, closedAt, report, differs};
}

/** The rows of the Zs among a segment's events. */
export function zRowsIn(before: CarriedState, events: readonly StoredEvent[]): readonly ZRow[] {
  if (!events.some(({type}) => type === 'z-reported')) return [];
  const state = stateAfter(before, []);
  return events.flatMap(event => {
    const row = zRow(state, event);
    foldEvents(state, [event]);
    return row ?? [];
  });
}

function differences(report: Report, state: State): readonly string[] {
  const frame = Object.fromEntries(ofTill.map(name => [name, report[name]])) as Pick<Report, (typeof ofTill)[number]>;
  const keys = state.keys.filter(({fromSeq}) => fromSeq <= report.throughSeq);
  const own = reportOf({...state, keys}, {...frame, counts: state.ledger.period.counted ?? undefined});
  const found = (Object.keys({...report, ...own}) as (keyof Report)[])
    .filter(name => name !== 'throughSeq' && textOf(report[name]) !== textOf(own[name]))
    .sort();
  const after = own.throughSeq - report.throughSeq; // a segment may have been opened while the Z was decided
  return after === 0 || after === 1 ? found : ['throughSeq', ...found];
}

/** Returns the same text for equal values, whatever the order of their members. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

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
        ...{people, currency, counts: counts + 1},
        ...{short: also(short, difference < 0), over: also(over, difference > 0)},
      });
    }
  }
  return [...found.values()].sort((a, b) => b.short.count - a.short.count || (a.people < b.people ? -1 : 1));
}
