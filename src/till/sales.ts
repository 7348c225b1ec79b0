import type {ClosedSegment, Journal} from '../../store/journal.js';
import type {State} from '../core/books/state.js';
import {Problem} from '../core/problem.js';
import {type SaleDays, SaleFinder, type SaleSearch, type SegmentLines} from '../core/sale/finder.js';
import {byTicket, type SaleRow} from '../core/sale/sale.js';
import type {TillContext} from './context.js';
import {wholeDay} from './days.js';

export type SalesWanted = SaleDays & {readonly search: SaleSearch; readonly limit: number};

/** The newest of the wanted sales. `unread` has the segments that damage makes unreadable, so that sales in them are not found. */
export type SalesFound = {
  readonly rows: readonly SaleRow[];
  /** Whether these are all: false if older sales were left out because of the limit. */
  readonly isAll: boolean;
  readonly unread: readonly string[];
};

const mostAhead = 16;

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
}

/** How the caller follows and cancels a search. */
type Searching = {
  /** Called with what was found so far, after each segment. */
  readonly onProgress?: (found: SalesFound) => void;
  readonly signal?: AbortSignal;
};
type Where = Searching & {
  readonly journal: Pick<Journal, 'closedSegments' | 'indexOf'> & Parameters<typeof wholeDay>[0]['journal'];
  readonly state: State;
  readonly zone: string;
};

/** `findSales` for an open till. */
export const salesOf = ({journal, state, settings}: TillContext, wanted: SalesWanted, searching: Searching = {}) =>
  findSales({journal, state, zone: settings.zone, ...searching}, wanted);

/** Returns sales of any day, newest first. Only as many segments are searched as necessary. */
export async function findSales(
  {journal, state, zone, onProgress: told, signal}: Where,
  wanted: SalesWanted,
): Promise<SalesFound> {
  const {search, limit, from, to} = wanted;
  const finder = new SaleFinder(search, {from, to, limit: limit + 1});
  await wholeDay({journal, state}, signal);
  const closed = await journal.closedSegments();
  finder.takeAtHand(state, {zone, lastClosed: closed.at(-1)?.lastSeq ?? 0});
  const isWanted = ({days: [first, last]}: ClosedSegment) => (to ?? first) >= first && (from ?? last) <= last;
  const oldest = closed.findIndex(isWanted);
  const unread: string[] = [];
  const found = (): SalesFound => {
    const isOfDays = (day: string) => day >= (from ?? day) && day <= (to ?? day);
    const rows = byTicket(finder.rows.slice(0, limit), state, isOfDays);
    return {rows, isAll: !finder.isFull, unread};
  };
  const left = oldest < 0 ? [] : closed.slice(oldest).reverse();
  const reading: {readonly segment: ClosedSegment; readonly lines: Promise<SegmentLines | undefined>}[] = [];
  let ahead = 1;
  while (!finder.isFull && signal?.aborted !== true) {
    // The newest day has most of what people look for. Only a search that needs more reads many segments at a time.
    while (reading.length < ahead && left.length > 0) {
      const [segment] = left.splice(0, 1) as [ClosedSegment];
      reading.push({segment, lines: journal.indexOf(segment).catch(unlessDamaged)});
    }
    const next = reading.shift();
    if (next === undefined) break;
    const lines = await next.lines;
    if (lines === undefined) unread.push(next.segment.segment);
    else if (isWanted(next.segment)) finder.takeSegment(lines);
    else finder.takeLater(lines);
    ahead = Math.min(2 * ahead, mostAhead);
    told?.(found());
  }
  return found();
}
