import {momentText} from '../../core/day/business-day.js';
import {dayStartsAt, instant, zone} from '../../core/day/schema.js';
import type {Money} from '../../core/money/money.js';
import {amountOf} from '../../core/money/schema.js';
import type {Shift} from '../../core/shift/ledger.js';
import {fields, list, named, positive, text} from '../../core/spec/spec.js';

export const shiftSpec = named(
  'shift',
  fields(
    {
      number: positive('of the shifts of the till'),
      person: text('whose shift it is'),
      openedAt: instant('when it was opened'),
      floats: list(fields(amountOf('what was in the drawer', (float: Money) => float)), 'by currency'),
      zone: zone('by which its times are told'),
      dayStartsAt: dayStartsAt('in that zone'),
    },
    'An open shift.',
  ),
);

/** When a shift was opened, in the zone. */
export function sinceText({openedAt}: Shift, zone: string): string {
  return momentText(openedAt, zone);
}
