import type {State} from '../books/state.js';
import {date} from '../day/schema.js';
import type {StoredEvent} from '../events/event.js';
import {reportOf} from '../shift/report.js';
import type {Count, Report} from '../shift/report-schema.js';
import {count, fields, json, list, type Specified, text} from '../spec/spec.js';

/** In the order in which the database gives them. */
export const zRowMembers = {
  seq: count('the line with the Z'),
  hash: text('of that line'),
  number: count('of the Z'),
  report: json<Report>('as the line has it'),
  differs: list(text(), 'members of the report that differ from the sums of the office'),
  fromSeq: count('the first line of its days'),
  closedAt: count('when it was made, in milliseconds since the epoch'),
  throughSeq: count('the last line of its days'),
  businessDate: date('the last of its days'),
};
const zRowSpec = fields(zRowMembers);
/** A Z of a till, and whether the office's own fold of the same lines gives the same report. */
export type ZRow = Specified<typeof zRowSpec>;

/** The members that are compared with the office's own report: all sums, and whatever says which lines are summed. */
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

/** Returns the row of an event that is a Z, from the state before it; undefined for any other event. */
export function zRow(state: State, event: StoredEvent): ZRow | undefined {
  if (event.type !== 'z-reported') return undefined;
  const {report} = event.data;
  const {number, fromSeq, throughSeq, businessDate, closedAt} = report;
  const differs = differences(report, state);
  return {number, seq: event.seq, hash: event.hash, fromSeq, throughSeq, businessDate, closedAt, report, differs};
}

function differences(report: Report, state: State): readonly string[] {
  const counts = report.drawers
    .filter(({counted}) => counted !== null)
    .map(({currency, counted: minor}) => ({currency, minor, pieces: []}) as unknown as Count);
  const own = reportOf(state, {...report, counts});
  // The first version calculated the float differently, and did not record how.
  const isFirst = report.drawers.some(({beforeFloat}) => beforeFloat === undefined);
  const found = compared.filter(name => textOf(report[name]) !== textOf(own[name]) && !(isFirst && name === 'drawers'));
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
