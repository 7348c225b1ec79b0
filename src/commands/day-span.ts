import {date} from '../core/day/schema.js';
import {messages} from '../core/messages/messages.js';
import {decimalText, type Money} from '../core/money/money.js';
import {amount, amountIn, amountOf} from '../core/money/schema.js';
import {operatorOf} from '../core/payment/tender.js';
import {
  comparedWith,
  type DaySpan,
  netHours,
  personKey,
  type SpanReport,
  spanOf,
  tenderKey,
  withNet,
} from '../core/present/day-report.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {netGroups, netRates, netTipsIn, type OnBook, withOnBook} from '../core/shift/sold.js';
import {count, elseNull, fields, list, made, text} from '../core/spec/spec.js';
import {answer, note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {readTakings} from '../till/days.js';
import type {Reading} from '../till/opened-journal.js';
import {describeSpan, hourText} from '../views/day/takings.js';
import {blockLines} from '../views/text.js';
import {type Table, writeTable} from './export/table.js';
import {withLook} from './reading.js';
import {net, ofTotal, soldIn, tender} from './shift/report-answer.js';
import {oneOf} from './values.js';

/** What each row of a table of takings can stand for. */
export const spanRows = ['day', 'method', 'person', 'hour', 'group', 'rate'] as const;

type Asked = {
  readonly span: DaySpan;
  /** The month or the year that the span covers; undefined for any other span. */
  readonly of?: string | undefined;
  readonly csv: boolean;
  readonly by: string;
};

/** Reports the takings of several business days: in the width of a slip, as CSV, or all of it under `--json`. */
export async function reportSpan(session: Session, {span, of, csv, by}: Asked): Promise<ExitCode> {
  const rows = oneOf({name: '--by', value: by, language: session.language}, spanRows);
  return withLook(session, 'day', async reading => {
    const report = await takingsOf(session, reading, span);
    if (csv) {
      writeTable(session, tableOf(report, rows));
      return exitCodes.done;
    }
    const before = of === undefined ? undefined : await takingsOf(session, reading, spanOf(comparedWith(of)));
    const compared = of === undefined || before === undefined ? undefined : {of: comparedWith(of), report: before};
    return answer(session, answers['day --from'], {...report, compared: before}, () =>
      blockLines(describeSpan(report, compared, session.language), {width: 80}),
    );
  });
}

/** Reads the takings. If that takes long, it reports its progress on standard error. */
async function takingsOf(session: Session, {journal, state}: Reading, span: DaySpan): Promise<SpanReport> {
  const {readingMonth} = messages(session.language).day.span;
  const started = session.face.world.monotonic();
  const onRead = (read: number, of: number) => {
    if (session.face.world.monotonic() - started > 1000) note(session, readingMonth({month: read + 1, months: of}));
  };
  return readTakings({journal, state, settings: configOf(session)}, {...span, onRead});
}

/** The takings of the days that a day, a month or a year is compared with. */
export const readCompared = (session: Session, reading: Reading, of: string): Promise<SpanReport> =>
  takingsOf(session, reading, spanOf(comparedWith(of)));

type Hours = Pick<SpanReport, 'hours' | 'totals'> & {
  readonly back: Pick<SpanReport['back'], 'hours'>;
  readonly dayStartsAt?: string;
};
const hoursIn = (report: Hours) =>
  report.totals.map(({currency}) => ({currency, hours: netHours(report, currency, report.dayStartsAt)}));

/**
 * A table of takings; each row is of one currency. Refunds are subtracted on the day on which they were given, from the way to pay and the
 * person of the sale, and from the hour in which they were given. Groups and rates follow the lines that came back; a refund that names no
 * line has a row of its own, so that all rows add up to the net.
 */
function tableOf(report: SpanReport, by: (typeof spanRows)[number]): Table {
  const turnovers = withOnBook(report.totals, report.accounts);
  if (by === 'day')
    return {
      columns: ['date', 'currency', 'count', 'gross', 'refunds', 'net', 'tips', 'rounding'],
      rows: report.days.flatMap(({date, totals, sold}) =>
        totals.map(({currency, minor, count, refunded, net}) => {
          const text = (figure: number) => decimalText({currency, minor: figure});
          const figures = {gross: text(minor), refunds: text(refunded), net: text(net)};
          const others = {
            tips: text(netTipsIn(sold.tips, currency)),
            rounding: text(netTipsIn(sold.rounding, currency)),
          };
          return {date, currency, count, ...figures, ...others};
        }),
      ),
    };
  if (by === 'rate')
    return {
      columns: ['rate', 'currency', 'gross', 'net', 'tax', 'refunds', 'refunds_net', 'refunds_tax', 'tax_due'],
      rows: netRates(report.sold, turnovers).map(({rate, kind, sold: goods, back: given, due}) => {
        const text = (money: Money | null) => money && decimalText(money);
        return {
          rate: kind ?? rate,
          currency: goods.gross.currency,
          gross: text(goods.gross),
          net: text(goods.net),
          tax: text(goods.tax),
          refunds: text(given.gross),
          refunds_net: text(given.net),
          refunds_tax: text(given.tax),
          tax_due: text(due),
        };
      }),
    };
  const {takings, people, back} = report;
  const sums = {
    method: withNet(takings, back.takings, tenderKey).map(sum => ({...sum, name: operatorOf(sum)})),
    person: withNet(people, back.people, personKey).map(sum => ({...sum, name: sum.person})),
    hour: report.totals.flatMap(({currency}) =>
      netHours(report, currency).map(({hour, minor, ...sum}) => ({
        ...sum,
        name: hourText(hour),
        total: {currency, minor},
        count: null,
      })),
    ),
    group: netGroups(report.sold, turnovers).map(({group, kind, ...sum}) => ({...sum, name: kind ?? group})),
  }[by];
  return {
    columns: [by, 'currency', 'count', 'gross', 'refunds', 'net'],
    rows: sums.map(({name, count, ...sum}) => {
      const text = (minor: number) => decimalText({...sum.total, minor});
      const figures = {gross: decimalText(sum.total), refunds: text(sum.refunded), net: text(sum.net)};
      return {[by]: name, currency: sum.total.currency, count, ...figures};
    }),
  };
}

type Taken = Pick<SpanReport, 'takings' | 'people' | 'back'>;
const howMany = count('how many payments');

/** What came in at a time, with what was given back at that time. */
const totalSpec = {...amountOf('what came in', (total: Money) => total), count: howMany, ...net};
export const accountsSpec = list(
  fields({
    currency: text('of the amounts'),
    sold: made(amount('sold on the book'), ({currency, sold}: OnBook) => ({currency, minor: sold})),
    returned: made(amount('what came back of that'), ({currency, returned}: OnBook) => ({currency, minor: returned})),
    paid: made(amount('paid of what customers owe, which is in the takings'), ({currency, paid}: OnBook) => ({
      currency,
      minor: paid,
    })),
    count: count('how many sales on the book'),
  }),
  'what is on the book, which is in no total of the takings',
);

const totalsSpec = list(fields(totalSpec), 'by currency');

export const takenSpecs = {
  takings: made(
    list(fields({...tender, ...ofTotal('what came in'), ...net, count: howMany}), 'by method and channel'),
    ({takings, back}: Taken) => withNet(takings, back.takings, tenderKey),
  ),
  totals: totalsSpec,
  people: made(
    list(
      fields({person: text('who'), ...ofTotal('what they took'), ...net, count: howMany}),
      'by the person who took the sale',
    ),
    ({people, back}: Taken) => withNet(people, back.people, personKey),
  ),
};

const hourSpec = fields({
  hour: count('of the day, from 0 on'),
  amount: made(amount('what came in'), (hour: Money) => hour),
  ...net,
});

/** What was taken in each hour, with what was given back in it. */
export const hoursSpec = made(
  list(fields({currency: text('of the amounts'), hours: list(hourSpec, 'with takings or refunds')}), 'by currency'),
  (report: Hours) => hoursIn(report).filter(({hours}) => hours.length > 0),
);

export const comparedSpec = elseNull(
  fields(
    {from: date('the first day'), to: date('the last day'), totals: totalsSpec},
    'the days that they are compared with',
  ),
  'no day, month or year was asked for',
);

const {takings, totals, people} = takenSpecs;
export const answers = {
  'day --from': fields({
    from: date('the first day'),
    to: date('the last day'),
    takings,
    totals,
    withheld: count('cash sales in no sum, since their drawers are not counted yet'),
    people,
    days: list(
      fields({
        date: date('the day'),
        totals: made(
          list(
            fields({
              ...totalSpec,
              tips: amountIn('the tips in the net'),
              rounding: amountIn('the rounding in the net'),
            }),
            'by currency',
          ),
          ({totals: its, sold: {tips, rounding}}: SpanReport['days'][number]) =>
            its.map(total => ({
              ...total,
              tips: netTipsIn(tips, total.currency),
              rounding: netTipsIn(rounding, total.currency),
            })),
        ),
      }),
      'the days with takings or refunds',
    ),
    hours: hoursSpec,
    accounts: accountsSpec,
    ...soldIn(({sold, totals: its, accounts}: SpanReport) => ({sold, turnovers: withOnBook(its, accounts)})),
    compared: comparedSpec,
  }),
};
