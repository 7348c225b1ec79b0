import {decimalText} from '../core/money/money.js';
import {amountOf as moneyOf} from '../core/money/schema.js';
import {
  type Activity,
  type ActivitySum,
  activityCounts,
  activityPeriods,
  activitySums,
  noticesOf,
} from '../core/present/staff-activity.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {count, fields, list, text} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
import type {Session} from '../session/session.js';
import {readActivity} from '../till/days.js';
import {describeActivity} from '../views/staff/activity.js';
import {blockLines} from '../views/text.js';
import type {OptionSpecs, OptionsOf} from './define.js';
import {type Table, writeTable} from './export/table.js';
import {spanFrom} from './export.js';
import {withLook} from './reading.js';
import {oneOf} from './values.js';

export const reportOptions = {
  '--day <day>': 'day',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--by <rows>': 'activityBy',
  '--shift': 'activityByShift',
  '--csv': 'csv',
} satisfies OptionSpecs;

const sums = (about: string) =>
  list(
    fields({
      ...moneyOf('the sum', (sum: ActivitySum) => sum),
      count: count('how many entries are in it'),
    }),
    `${about}, by currency`,
  );

export const answers = {
  'staff report': list(
    fields({
      person: text('who did it'),
      period: text('the day, the week (`2026-W47`) or the number of the shift; empty for all of it'),
      sales: sums('what was sold'),
      tips: sums('tips, less those that were refunded'),
      refunds: sums('what was given back'),
      discounts: sums('what was taken off prices'),
      differences: sums('what drawers had too much, or too little where it is below zero'),
      priceChanges: count('lines with another price than the list’s'),
      superseded: count('attempts that were set aside'),
      ticketsAbandoned: count('sales in parts, and baskets, that were given up'),
      drawerOpenings: count('openings of the drawer without a sale'),
      reprints: count('copies of receipts'),
      judgements: count('results that were recorded by hand'),
      acceptedDifferences: count('differences of reconciliations that were accepted'),
      approvalsGiven: count('approvals for others'),
      approvalsAsked: count('approvals by others'),
      refusedSignIns: count('wrong PINs'),
      refundsNearLimit: count('refunds just under the person’s limit'),
      refundsWithoutCustomer: count('refunds without a known customer'),
      drawerBetweenSales: count('openings of the drawer soon after a sale and soon before the next'),
      withheld: count('sales and refunds that no sum includes, because their drawer is not counted yet'),
      notices: list(text(), 'the names of the counts that stand out'),
    }),
    'what each person did in each period',
  ),
};

/** Reports what each person did on some days: sums by currency, counts, and which of them stand out. */
export async function reportStaff(session: Session, options: OptionsOf<typeof reportOptions>): Promise<ExitCode> {
  const {language} = session;
  const {csv = false, shift = false, by = shift ? 'shift' : 'person'} = options;
  const period = oneOf({name: '--by', value: by, language}, activityPeriods);
  const span = spanFrom(session, options);
  return withLook(session, 'staff report', async reading => {
    const rows = await readActivity(reading, span, period);
    if (csv) {
      writeTable(session, tableOf(rows));
      return exitCodes.done;
    }
    const told = rows.map(row => ({...row, ...row.sums, ...row.counts, notices: noticesOf(row)}));
    return answer(session, answers['staff report'], told, () => {
      const days = span.from === span.to ? span.to : `${span.from} - ${span.to}`;
      return [days, '', ...blockLines(describeActivity(rows, period, language), {width: 80})];
    });
  });
}

/** One row for each figure, since sums have a currency and counts have none. */
function tableOf(rows: readonly Activity[]): Table {
  return {
    columns: ['period', 'person', 'what', 'currency', 'amount', 'count'],
    rows: rows.flatMap(({period, person, sums, counts, withheld}) => [
      ...activitySums.flatMap(what =>
        sums[what].map(({count, ...money}) => {
          const {currency} = money;
          return {period, person, what, currency, amount: decimalText(money), count};
        }),
      ),
      ...[...activityCounts.map(what => [what, counts[what]] as const), ['withheld', withheld] as const]
        .filter(([, count]) => count > 0)
        .map(([what, count]) => ({period, person, what, currency: null, amount: null, count})),
    ]),
  };
}
