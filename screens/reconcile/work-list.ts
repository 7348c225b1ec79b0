import {
  codes,
  type DiscrepancyCode,
  lineStatuses,
  type ReconciliationLine,
} from '../../src/core/reconcile/discrepancy.js';
import {everyLine, isRemaining, type Reconciliation} from '../../src/core/reconcile/reconcile.js';
import {type Rows, rowsWhere} from '../../src/core/reconcile/row.js';
import type {DifferenceFilter, Reconcile} from './state.js';

type Filtered = Pick<Reconcile, 'result' | 'status' | 'code'>;

type Lines = Rows<ReconciliationLine>;
const found = new WeakMap<Reconciliation, Map<string, Lines>>();

/** The lines that the filters leave, in the reconciliation's order; found once, however often a frame asks. */
export function workRows({result, status, code}: Filtered): Lines {
  if (result === undefined) return [];
  const known = found.get(result) ?? new Map<string, Lines>();
  found.set(result, known);
  const name = `${status} ${code}`;
  const rows = known.get(name) ?? (code === 'all' ? linesIn(result, status) : ofCode({result, status}, code));
  known.set(name, rows);
  return rows;
}

const ofCode = (filtered: Omit<Filtered, 'code'>, code: DiscrepancyCode): Lines =>
  rowsWhere(workRows({...filtered, code: 'all'}), line => line.code === code);

function linesIn(result: Reconciliation, filter: DifferenceFilter): Lines {
  if (filter === 'all') return everyLine(result);
  if (filter === 'remaining') return rowsWhere(result.lines, isRemaining);
  return rowsWhere(filter === 'matched' ? everyLine(result) : result.lines, ({status}) => status === filter);
}

/** Where the mark stands: on its line, or, when that has left the list, where it stood. */
export function markedLine({selected, index}: Reconcile, rows: Lines): number {
  if (selected === undefined || rows.at(index)?.key === selected) return Math.max(0, Math.min(index, rows.length - 1));
  const at = placeOf(selected, rows);
  return at >= 0 ? at : Math.max(0, Math.min(index, rows.length - 1));
}

function placeOf(wanted: string, rows: Lines): number {
  let at = 0;
  for (const {key} of rows) {
    if (key === wanted) return at;
    at += 1;
  }
  return -1;
}

/** The next filter that shows anything; what remains and all that there is are always offered. */
export function nextState({result, status}: Filtered): DifferenceFilter {
  const has = lineStatuses.filter(each => (result?.totals.byStatus[each] ?? 0) > 0);
  const offered: readonly DifferenceFilter[] = ['remaining', ...has, 'all'];
  return offered[(offered.indexOf(status) + 1) % offered.length] ?? 'remaining';
}

/** The next code that is among the lines of the state. */
export function nextCode({result, status, code}: Filtered): DiscrepancyCode | 'all' {
  const has = new Set(Iterator.from(workRows({result, status, code: 'all'})).map(line => line.code));
  const offered = ['all', ...codes.filter(each => has.has(each))] as const;
  return offered[(offered.indexOf(code) + 1) % offered.length] ?? 'all';
}
