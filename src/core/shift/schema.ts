import {date, dayStartsAt, zone} from '../day/schema.js';
import type {EventOf} from '../journal/envelope.js';
import {money} from '../money/schema.js';
import {slipFormat} from '../payment/schema.js';
import {count, list, object, oneOf, orNull, positive, someText} from '../spec/spec.js';
import {closingSpec} from './closing-schema.js';
import {countSpec, reportSpec} from './report-schema.js';

const reported = {report: reportSpec('all that it says')};

export const shiftEvents = {
  'shift-opened': object(
    {
      shift: positive('its number'),
      floats: list(money(''), 'the money in the drawer that it begins with, by currency'),
      zone: zone('which the shift keeps'),
      dayStartsAt: dayStartsAt('which the shift keeps'),
    },
    'A period of work at the till began.',
  ),
  'shift-handed-over': object(
    {shift: positive('its number'), to: someText('who has the till from now on')},
    'The till was handed over to another cashier.',
  ),
  'cash-moved': object(
    {
      kind: oneOf(['in', 'out', 'drop'], 'paid in, paid out, or dropped into the safe'),
      amount: money('how much'),
      reason: someText('why'),
      businessDate: date('the business day on which it counts'),
    },
    'Money was put into the drawer or taken out of it beside sales.',
  ),
  'cash-counted': object(
    {counts: list(countSpec, 'by currency')},
    'What was in the drawer, counted before anybody was told what should be in it.',
  ),
  'drawer-opened': object({reason: someText('why')}, 'The drawer was opened without a sale.'),
  'report-printed': object(
    {z: orNull(positive('the number of the Z'), 'it was an X'), copy: count('0 for the first'), format: slipFormat},
    'A report left the till.',
  ),
  'report-not-printed': object(
    {z: positive('the number of the Z'), copy: count('the number that is free again')},
    'The newest print of the Z did not leave after all: the printer or the file took nothing of it.',
  ),
  'x-reported': object(reported, 'An X was made.'),
  'z-reported': object(reported, 'A Z was made: the period is closed.'),
  'books-closed': object({closing: closingSpec('all that it says')}, 'A month or a year was closed.'),
};

export type ShiftEvent = EventOf<typeof shiftEvents>;
