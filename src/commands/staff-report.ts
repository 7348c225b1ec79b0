import {decimalText} from '../core/money/money.js';
import {
  type Activity,
  activityCounts,
  activityPeriods,
  activitySums,
  noticesOf,
} from '../core/present/staff-activity.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {readActivity} from '../till/takings.js';
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

/**
 * Reports what each person did on some days: sums by currency, counts, and which of them stand out. Under `--json` an array of `{person,
 * period, sales, refunds, discounts, differences, …counts, withheld, notices}`.
 */
export async function reportStaff(session: Session, options: OptionsOf<typeof reportOptions>): Promise<ExitCode> {
  const {language, isJson} = session;
  const {csv = false, shift = false, by = shift ? 'shift' : 'person'} = options;
  const period = oneOf({name: '--by', value: by, language}, activityPeriods);
  const span = spanFrom(session, options);
  return withLook(session, 'staff report', async reading => {
    const rows = await readActivity(reading, span, period);
    if (csv) writeTable(session, tableOf(rows));
    else if (isJson) writeJson(session, rows.map(asJson));
    else {
      const days = span.from === span.to ? span.to : `${span.from} - ${span.to}`;
      writeLines(session, [days, '', ...blockLines(describeActivity(rows, period, language), {width: 80})]);
    }
    return exitCodes.done;
  });
}

function asJson({person, period, sums, counts, withheld}: Activity) {
  const sumsByName = activitySums.map(name => [
    name,
    sums[name].map(({count, ...money}) => ({amount: decimalText(money), currency: money.currency, count})),
  ]);
  return {person, period, ...Object.fromEntries(sumsByName), ...counts, withheld, notices: noticesOf({counts})};
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
