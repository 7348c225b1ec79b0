import {date, dayStartsAt, zone} from '../core/day/schema.js';
import {amountOf} from '../core/money/schema.js';
import {
  comparedWith,
  type DayLine,
  type DayReport,
  type DaySpan,
  dayReport,
  spanOf,
} from '../core/present/day-report.js';
import type {ExitCode} from '../core/problem.js';
import {withOnBook} from '../core/shift/sold.js';
import {count, fields, list, text} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {dayOf, readDays} from '../till/days.js';
import {describeDay} from '../views/day/takings.js';
import {blockLines} from '../views/text.js';
import {accountsSpec, comparedSpec, hoursSpec, readCompared, reportSpan, spanRows, takenSpecs} from './day-span.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withLook} from './reading.js';
import {ofTotal, soldIn} from './shift/report-answer.js';
import {dayFrom, inOrder} from './values.js';

const options = {
  '--date <day>': 'dayMonthOrYear',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--csv': 'csv',
  '--by <rows>': {says: 'takingsBy', offers: spanRows},
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  options,
  examples: [
    'duka day',
    'duka day --date 2026-11-20 --json',
    'duka day --date 2026-11',
    'duka day --from 2026-11-01 --to 2026-11-15 --csv --by method',
  ],
  action: reportDay,
});

async function reportDay(session: Session, options: Options): Promise<ExitCode> {
  const {csv = false, by = 'day', from, to} = options;
  if (from !== undefined || to !== undefined) return reportSpan(session, {span: spanFrom(session, options), csv, by});
  const of = monthOrYear(options.date);
  if (of !== undefined) return reportSpan(session, {span: spanOf(of), of, csv, by});
  const day = dayFrom(session, options.date);
  if (csv) return reportSpan(session, {span: spanOf(day), csv, by});
  return withLook(session, 'day', async reading => {
    const {payments, tickets, events} = await readDays(reading, {from: day, to: day});
    const report = dayReport(payments, dayOf(day, events, configOf(session)), reading.state.ledger, tickets.values());
    const before = await readCompared(session, reading, day);
    return answer(session, answers.day, {...report, compared: before}, () =>
      blockLines(describeDay(report, {of: comparedWith(day), report: before}, session.language), {width: 80}),
    );
  });
}

/** A month `2026-11` or a year `2026`; undefined for a day or anything else. */
function monthOrYear(typed: string | undefined): string | undefined {
  const of = typed?.trim() ?? '';
  return /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(of) ? of : undefined;
}

/** From the first day to the last; the last is today if it is not named. Throws `Problem` day-invalid, days-reversed. */
function spanFrom(session: Session, {from, to}: Options): DaySpan {
  const last = dayFrom(session, to);
  const first = from === undefined ? last : dayFrom(session, from);
  return inOrder({from: first, to: last});
}

const line = {
  reference: text('of the payment'),
  ...amountOf('of the payment', ({amount}: DayLine) => amount),
  status: text('of the payment'),
};

export const answers = {
  day: fields(
    {
      date: date('the business day'),
      zone: zone('by which its times are told'),
      dayStartsAt: dayStartsAt('in that zone'),
      ...takenSpecs,
      withheld: list(
        fields({
          currency: text('whose drawer is not counted yet'),
          sales: count('cash sales'),
          refunds: count('in cash'),
        }),
        'cash that is in no total until its drawer has been counted',
      ),
      givenBack: count('paid payments that were given back whole'),
      notPaid: count('payments that were not paid'),
      pending: list(fields(line), 'payments without a result'),
      needsPerson: list(fields(line), 'payments that a person has to settle'),
      refunds: list(
        fields({
          method: text('how it was given back'),
          ...ofTotal('what was given back'),
          done: count('how many were given back'),
          open: count('how many have no result'),
          failed: count('how many failed'),
        }),
        'refunds that were asked for on the day',
      ),
      late: list(
        fields({...line, paidOn: date('on which it became paid')}),
        'payments of the day that became paid later, which are in the takings',
      ),
      accounts: accountsSpec,
      hours: hoursSpec,
      ...soldIn(({sold, totals, accounts}: DayReport) => ({sold, turnovers: withOnBook(totals, accounts)})),
      compared: comparedSpec,
    },
    'A business day, as far as the journal knows it.',
  ),
};
