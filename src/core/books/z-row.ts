import {date} from '../day/schema.js';
import type {StoredEvent} from '../events/event.js';
import {reportOf} from '../shift/report.js';
import type {Report} from '../shift/report-schema.js';
import {count, fields, json, list, orNull, type Specified, text} from '../spec/spec.js';
import {type CarriedState, foldEvents, type State, stateAfter} from './state.js';

/** In the order in which the database gives them. */
export const zRowMembers = {
  seq: count('the line with the Z'),
  hash: text('of that line'),
  number: count('of the Z'),
  report: json<Report>('as the line has it'),
  differs: list(text(), 'members of the report that differ from what its lines come to'),
  own: orNull(json<Report>('what its lines come to'), 'that is the report'),
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
  const made = reportOfLines(report, state);
  const differs = differences(report, made);
  const own = differs.length === 0 ? null : made;
  return {number, seq: event.seq, hash: event.hash, fromSeq, throughSeq, businessDate, closedAt, report, differs, own};
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

function reportOfLines(report: Report, state: State): Report {
  const frame = Object.fromEntries(ofTill.map(name => [name, report[name]])) as Pick<Report, (typeof ofTill)[number]>;
  const keys = state.keys.filter(({fromSeq}) => fromSeq <= report.throughSeq);
  return reportOf({...state, keys}, {...frame, counts: state.ledger.period.counted ?? undefined});
}

function differences(report: Report, own: Report): readonly string[] {
  const found = (Object.keys({...report, ...own}) as (keyof Report)[])
    .filter(name => name !== 'throughSeq' && textOf(report[name]) !== textOf(own[name]))
    .sort();
  const after = own.throughSeq - report.throughSeq; // a segment may have been opened while the Z was decided
  return after === 0 || after === 1 ? found : ['throughSeq', ...found];
}

/** Returns the same text for equal values, whatever the order of their members. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
