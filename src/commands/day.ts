import {date, dayStartsAt, zone} from '../core/day/schema.js';
import {type Language, type Messages, messages} from '../core/messages/messages.js';
import {amountOf} from '../core/money/schema.js';
import {type DayLine, type DayReport, type DayTotal, dayReport} from '../core/present/day-report.js';
import {type DaySpan, type SpanReport, spanOf} from '../core/present/span.js';
import type {ExitCode} from '../core/problem.js';
import {heading, plain, sold as soldParts, strong, sum, withoutTips} from '../core/shift/report-slip.js';
import {netTipsIn} from '../core/shift/sold.js';
import type {SlipPart} from '../core/slip/slip.js';
import {slipText} from '../core/slip/slip.js';
import {count, fields, list, text} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {readDays} from '../till/days.js';
import {dayOf} from '../till/takings.js';
import {
  comparedParts,
  comparedSpec,
  hourParts,
  hoursSpec,
  personRows,
  readCompared,
  reportSpan,
  spanRows,
  takenSpecs,
  takingRows,
} from './day-span.js';
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

/** Reports a business day, or the takings of several. */
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
      slipText(partsOf(session, report, before), 48).map(line => line.trimEnd()),
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
      hours: hoursSpec,
      ...soldIn(({sold, totals: turnovers}: DayReport) => ({sold, turnovers})),
      compared: comparedSpec,
    },
    'A business day, as far as the journal knows it.',
  ),
};

function partsOf({language}: Session, report: DayReport, before: SpanReport): readonly SlipPart[] {
  const words = messages(language).day;
  const list = (title: string, lines: readonly DayLine[]) =>
    lines.length === 0
      ? []
      : [...heading(title), ...lines.map(({reference, amount}) => sum({language}, reference, amount))];
  return [
    strong(words.title({date: report.date})),
    ...heading(words.takings),
    ...(report.totals.length + report.withheld.length === 0 ? [plain(words.nothing)] : []),
    ...takingRows(report, language),
    ...withheldParts(report, words),
    ...report.totals.flatMap(total => totalParts(total, report, language)),
    ...comparedParts(disclosed(report), before, language),
    ...(report.people.length < 2
      ? []
      : [...heading(messages(language).report.byCashier), ...personRows(report, language)]),
    ...soldParts(report.sold, report.totals, {...messages(language).report, language}),
    ...(report.late.length === 0 ? [] : heading(words.late)),
    ...report.late.flatMap(({reference, amount, paidOn}) => [
      sum({language}, words.lateLine({day: paidOn}), amount),
      plain(`  ${reference}`),
    ]),
    ...refundParts(report, language),
    ...list(words.pending, report.pending),
    ...list(words.needsPerson, report.needsPerson),
    ...heading(words.counts),
    {kind: 'pair', label: words.notPaid, value: String(report.notPaid)},
    ...(report.givenBack === 0
      ? []
      : [{kind: 'pair', label: words.wholeBack, value: String(report.givenBack)} as const]),
    ...hourParts(report, language),
  ];
}

/** The totals without the currencies whose cash has not been counted yet, which are not compared. */
const disclosed = ({totals, withheld}: DayReport) => ({
  totals: totals.filter(({currency}) => withheld.every(each => each.currency !== currency)),
});

type Words = Messages['day'];

function withheldParts({withheld}: DayReport, words: Words): readonly SlipPart[] {
  if (withheld.length === 0) return [];
  return [
    ...withheld.map(
      ({currency, sales}) => ({kind: 'pair', label: words.withheld({currency}), value: `×${sales}`}) as const,
    ),
    plain(words.toldWhenCounted),
  ];
}

/** If something was given back, the net follows the gross. */
function totalParts(total: DayTotal, {withheld, sold}: DayReport, language: Language): readonly SlipPart[] {
  const {day: words, report} = messages(language);
  const {currency, count, refunded, net} = total;
  const isWhole = withheld.every(each => each.currency !== currency);
  return [
    sum({language}, (isWhole ? words.total : words.totalWithoutCash)({currency}), total, count),
    ...(refunded === 0
      ? []
      : [
          sum({language}, words.givenBack({currency}), {currency, minor: -refunded}),
          sum({language}, words.net({currency}), {currency, minor: net}),
        ]),
    ...withoutTips(netTipsIn(sold, currency), {currency, minor: net}, {...report, language}),
  ];
}

function refundParts({refunds}: DayReport, language: Language): readonly SlipPart[] {
  const words = messages(language).day;
  if (refunds.length === 0) return [];
  return [
    ...heading(words.refunds),
    ...refunds.flatMap(({method, total, done, open, failed}) => [
      sum({language}, words.refundMethods[method], total, done),
      ...(open + failed === 0 ? [] : [plain(`  ${words.refundsOpen({open, failed})}`)]),
    ]),
  ];
}
