import {
  codes,
  type DiscrepancyCode,
  lineStatuses,
  type ReconciliationLine,
} from '../../src/core/reconcile/discrepancy.js';
import {everyLine, isRemaining, type Reconciliation} from '../../src/core/reconcile/reconcile.js';
import {madeRows, type Rows} from '../../src/core/reconcile/row.js';
import {beside} from '../kit/form.js';
import type {DifferenceFilter, Reconcile} from './state.js';

type Filtered = Pick<Reconcile, 'result' | 'status' | 'code'>;

type Lines = Rows<ReconciliationLine>;
type Listed = {readonly rows: Lines; readonly byCode: ReadonlyMap<DiscrepancyCode, Lines>};
const found = new WeakMap<Reconciliation, Map<DifferenceFilter, Listed>>();

/** Returns the lines that pass the filters, in the order of the reconciliation. */
export function workRows({result, status, code}: Filtered): Lines {
  if (result === undefined) return [];
  const {rows, byCode} = listedIn(result, status);
  return code === 'all' ? rows : (byCode.get(code) ?? []);
}

/**
 * Returns the lines of a status. They are found only once, since frames and keys ask often and there may be as many lines as a file has
 * rows.
 */
function listedIn(result: Reconciliation, status: DifferenceFilter): Listed {
  const known = found.get(result) ?? new Map<DifferenceFilter, Listed>();
  found.set(result, known);
  const before = known.get(status);
  if (before !== undefined) return before;
  const all = status === 'all' || status === 'matched' ? everyLine(result) : result.lines;
  const places: number[] = [];
  const byCode = new Map<DiscrepancyCode, number[]>();
  let place = -1;
  for (const line of all) {
    place += 1;
    if (!isIn(line, status)) continue;
    places.push(place);
    const alike = byCode.get(line.code);
    if (alike === undefined) byCode.set(line.code, [place]);
    else alike.push(place);
  }
  const made = (of: readonly number[]): Lines => madeRows(of.length, at => all.at(of[at] ?? 0) as ReconciliationLine);
  const listed = {rows: made(places), byCode: new Map([...byCode].map(([code, of]) => [code, made(of)]))};
  known.set(status, listed);
  return listed;
}

function isIn(line: ReconciliationLine, filter: DifferenceFilter): boolean {
  if (filter === 'remaining') return isRemaining(line);
  return filter === 'all' || line.status === filter;
}

/** Returns the next filter that shows any line. `remaining` and `all` are always offered. */
export function nextState({result, status}: Filtered): DifferenceFilter {
  const has = lineStatuses.filter(each => (result?.totals.byStatus[each] ?? 0) > 0);
  const offered: readonly DifferenceFilter[] = ['remaining', ...has, 'all'];
  return beside(offered, status, 1);
}

export function nextCode({result, status, code}: Filtered): DiscrepancyCode | 'all' {
  const has = result === undefined ? undefined : listedIn(result, status).byCode;
  return beside<DiscrepancyCode | 'all'>(['all', ...codes.filter(each => has?.has(each))], code, 1);
}
