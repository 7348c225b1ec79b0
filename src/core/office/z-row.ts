import type {StoredEvent} from '../journal/event.js';
import type {State} from '../journal/state.js';
import {withTenderIds} from '../shift/older-report.js';
import {reportOf} from '../shift/report.js';
import type {Count, Report} from '../shift/report-schema.js';

/** A Z of a till, and whether the office's own fold of the same lines comes to the same. */
export type ZRow = {
  readonly number: number;
  /** The line that it stands in. */
  readonly seq: number;
  readonly hash: string;
  readonly fromSeq: number;
  readonly throughSeq: number;
  readonly businessDate: string;
  readonly closedAt: number;
  readonly report: Report;
  /** The sums of it that come out otherwise here; none: it agrees. */
  readonly differs: readonly string[];
};

/** What is held against the office's own: everything that is a sum, or says which lines are summed. */
const compared = [
  'number',
  'fromSeq',
  'tenders',
  'cashiers',
  'late',
  'corrections',
  'refunds',
  'tickets',
  'groups',
  'taxes',
  'tips',
  'drawers',
  'counts',
  'perpetual',
] as const satisfies readonly (keyof Report)[];

/** The row of an event that is a Z, given the state before it; undefined for any other event. */
export function zRow(state: State, event: StoredEvent): ZRow | undefined {
  if (event.type !== 'z-reported') return undefined;
  const report = withTenderIds(event.data.report);
  const {number, fromSeq, throughSeq, businessDate, closedAt} = report;
  const differs = differences(report, state);
  return {number, seq: event.seq, hash: event.hash, fromSeq, throughSeq, businessDate, closedAt, report, differs};
}

function differences(report: Report, state: State): readonly string[] {
  const counts = report.drawers
    .filter(({counted}) => counted !== null)
    .map(({currency, counted: minor}) => ({currency, minor, pieces: []}) as unknown as Count);
  const own = reportOf(state, {...report, counts});
  // The first version reckoned the float otherwise, and said nothing of what it did.
  const isFirst = report.drawers.some(({beforeFloat}) => beforeFloat === undefined);
  const found = compared.filter(name => textOf(report[name]) !== textOf(own[name]) && !(isFirst && name === 'drawers'));
  const after = own.throughSeq - report.throughSeq; // a day may have begun while the Z was decided
  return after === 0 || after === 1 ? found : ['throughSeq', ...found];
}

/** Equal for equal values, in whatever order their members were written. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
