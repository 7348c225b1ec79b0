import {momentText} from '../../core/day/business-day.js';
import {decimalText} from '../../core/money/money.js';
import type {Shift} from '../../core/shift/ledger.js';
import {instantOf} from './report-json.js';

/** An open shift for scripts. */
export function shiftAsJson({number, person, openedAt, floats, zone, dayStartsAt}: Shift) {
  return {
    number,
    person,
    openedAt: instantOf(openedAt),
    floats: floats.map(float => ({amount: decimalText(float), currency: float.currency})),
    zone,
    dayStartsAt,
  };
}

/** When a shift was opened, in the zone. */
export function sinceText({openedAt}: Shift, zone: string): string {
  return momentText(openedAt, zone);
}
