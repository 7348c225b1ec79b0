import {
  codes,
  type DiscrepancyCode,
  lineStatuses,
  type ReconciliationLine,
} from '../../src/core/reconcile/discrepancy.js';
import {everyLine, isRemaining, type Reconciliation} from '../../src/core/reconcile/reconcile.js';
import type {DifferenceFilter, Reconcile} from './state.js';

type Filtered = Pick<Reconcile, 'result' | 'status' | 'code'>;

const found = new WeakMap<Reconciliation, Map<string, readonly ReconciliationLine[]>>();

/** The lines that the filters leave, in the reconciliation's order; found once, however often a frame asks. */
export function workRows({result, status, code}: Filtered): readonly ReconciliationLine[] {
  if (result === undefined) return [];
  const known = found.get(result) ?? new Map<string, readonly ReconciliationLine[]>();
  found.set(result, known);
  const name = `${status} ${code}`;
  const rows = known.get(name) ?? linesIn(result, status).filter(line => code === 'all' || line.code === code);
  known.set(name, rows);
  return rows;
}

function linesIn(result: Reconciliation, filter: DifferenceFilter): readonly ReconciliationLine[] {
  if (filter === 'all') return everyLine(result);
  if (filter === 'remaining') return result.lines.filter(isRemaining);
  return (filter === 'matched' ? everyLine(result) : result.lines).filter(({status}) => status === filter);
}

/** Where the mark stands: on its line, or, when that has left the list, where it stood. */
export function markedLine({selected, index}: Reconcile, rows: readonly ReconciliationLine[]): number {
  if (rows[index]?.key === selected) return index;
  const at = rows.findIndex(({key}) => key === selected);
  return at >= 0 ? at : Math.max(0, Math.min(index, rows.length - 1));
}

/** The next filter that shows anything; what remains and all that there is are always offered. */
export function nextState({result, status}: Filtered): DifferenceFilter {
  const has = lineStatuses.filter(each => (result?.totals.byStatus[each] ?? 0) > 0);
  const offered: readonly DifferenceFilter[] = ['remaining', ...has, 'all'];
  return offered[(offered.indexOf(status) + 1) % offered.length] ?? 'remaining';
}

/** The next code that is among the lines of the state. */
export function nextCode({result, status, code}: Filtered): DiscrepancyCode | 'all' {
  const has = new Set(workRows({result, status, code: 'all'}).map(line => line.code));
  const offered = ['all', ...codes.filter(each => has.has(each))] as const;
  return offered[(offered.indexOf(code) + 1) % offered.length] ?? 'all';
}
