import {date} from '../core/day/schema.js';
import {type Language, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {decimalText, type Money} from '../core/money/money.js';
import {amount, amountIn, amountOf} from '../core/money/schema.js';
import {operatorOf, tenderName} from '../core/payment/tender.js';
import {personKey, tenderKey, withNet} from '../core/present/day-report.js';
import {changeInPercent, comparedWith, type DaySpan, netHours, type SpanReport, spanOf} from '../core/present/span.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {heading, netParts, plain, sold, strong, sum, withoutTips} from '../core/shift/report-slip.js';
import {netGroups, netRates, netTipsIn} from '../core/shift/sold.js';
import {type SlipPart, slipText} from '../core/slip/slip.js';
import {count, elseNull, fields, list, made, text} from '../core/spec/spec.js';
import {personText} from '../core/staff/name.js';
import {answer, note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {Reading} from '../till/opened-journal.js';
import {readTakings} from '../till/takings.js';
import {type Table, writeTable} from './export/table.js';
import {withLook} from './reading.js';
import {net, ofTotal, soldIn, tender} from './shift/report-answer.js';
import {oneOf} from './values.js';

/** What each row of a table of takings can stand for. */
export const spanRows = ['day', 'method', 'person', 'hour', 'group', 'rate'] as const;
type SpanRows = (typeof spanRows)[number];

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
    return answer(session, answers['day --from'], {...report, compared: before}, () =>
      slipText(partsOf(report, before, session.language), 48).map(line => line.trimEnd()),
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
export function readCompared(session: Session, reading: Reading, of: string): Promise<SpanReport> {
  return takingsOf(session, reading, spanOf(comparedWith(of)));
}

/** One line for each currency: what the earlier days brought in, and the change in percent. */
export function comparedParts(
  now: Pick<SpanReport, 'totals'>,
  before: SpanReport,
  language: Language,
): readonly SlipPart[] {
  const {compared, change} = messages(language).day.span;
  const {from, to} = before;
  const label = compared({days: from === to ? from : `${from} - ${to}`});
  return now.totals.flatMap(({currency, net}) => {
    const then = before.totals.find(total => total.currency === currency);
    if (then === undefined) return [];
    const percent = changeInPercent({currency, minor: net}, {currency, minor: then.net});
    const text = displayMoney({currency, minor: then.net}, language);
    return [
      plain(label),
      {
        kind: 'pair',
        label: `  ${text}`,
        value: percent === undefined ? '' : change({percent: `${percent > 0 ? '+' : ''}${percent}`}),
      } as const,
    ];
  });
}

function partsOf(report: SpanReport, before: SpanReport | undefined, language: Language): readonly SlipPart[] {
  const {day: words, report: said} = messages(language);
  const {from, to, totals, days, withheld} = report;
  return [
    strong(words.title({date: `${from} - ${to}`})),
    ...heading(words.takings),
    ...(totals.length === 0
      ? [{kind: 'text', text: words.nothing, align: 'left', size: 'normal', isStrong: false} as const]
      : []),
    ...takingRows(report, language),
    ...totals.flatMap(({currency, minor, count, refunded, net}) => [
      sum({language}, words.total({currency}), {currency, minor}, count),
      sum({language}, words.givenBack({currency}), {currency, minor: -refunded}, null),
      sum({language}, words.net({currency}), {currency, minor: net}, null),
      ...withoutTips(netTipsIn(report.sold, currency), {currency, minor: net}, {...said, language}),
    ]),
    ...(withheld === 0 ? [] : [{kind: 'pair', label: words.span.withheld, value: `×${withheld}`} as const]),
    ...(before === undefined ? [] : comparedParts(report, before, language)),
    ...heading(said.byCashier),
    ...personRows(report, language),
    ...sold(report.sold, totals, {...said, language}),
    ...heading(words.span.byDay),
    ...days.flatMap(({date, totals: its}) =>
      its.map(({currency, net, count}) => sum({language}, date, {currency, minor: net}, count)),
    ),
    ...hourParts(report, language),
  ];
}

type Hours = Pick<SpanReport, 'hours' | 'totals'> & {
  readonly back: Pick<SpanReport['back'], 'hours'>;
  readonly dayStartsAt?: string;
};
const hoursIn = (report: Hours) =>
  report.totals.map(({currency}) => ({currency, hours: netHours(report, currency, report.dayStartsAt)}));

/** The takings of each hour, followed by the net if something was given back in it. */
export const hourParts = (report: Hours, language: Language): readonly SlipPart[] =>
  hoursIn(report).flatMap(({currency, hours}) =>
    hours.length === 0
      ? []
      : [
          ...heading(messages(language).day.hours({currency})),
          ...hours.flatMap(({hour, minor, ...sum}) =>
            netParts(hourText(hour), {...sum, total: {currency, minor}, count: null}, {language}),
          ),
        ],
  );

/** The takings of each way to pay, followed by the net if some of it was given back. */
export const takingRows = ({takings, back}: Taken, language: Language): readonly SlipPart[] =>
  withNet(takings, back.takings, tenderKey).flatMap(sum => netParts(tenderName(sum, language), sum, {language}));

/** The takings of each person who took them, likewise. */
export const personRows = ({people, back}: Taken, language: Language): readonly SlipPart[] =>
  withNet(people, back.people, personKey).flatMap(sum => netParts(personText(sum.person, language), sum, {language}));

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/**
 * A table of takings; each row is of one currency. Refunds are subtracted on the day on which they were given, from the way to pay and the
 * person of the sale, and from the hour in which they were given. Groups and rates follow the lines that came back; a refund that names no
 * line has a row of its own, so that all rows add up to the net.
 */
function tableOf(report: SpanReport, by: SpanRows): Table {
  if (by === 'day')
    return {
      columns: ['date', 'currency', 'count', 'gross', 'refunds', 'net', 'tips'],
      rows: report.days.flatMap(({date, totals, tips}) =>
        totals.map(({currency, minor, count, refunded, net}) => {
          const text = (figure: number) => decimalText({currency, minor: figure});
          const figures = {gross: text(minor), refunds: text(refunded), net: text(net)};
          return {date, currency, count, ...figures, tips: text(netTipsIn({tips}, currency))};
        }),
      ),
    };
  if (by === 'rate')
    return {
      columns: ['rate', 'currency', 'gross', 'net', 'tax', 'refunds', 'refunds_net', 'refunds_tax', 'tax_due'],
      rows: netRates(report.sold.taxes, report.totals).map(({rate, kind, sold: goods, back: given, due}) => {
        const text = (money: Money | null) => money && decimalText(money);
        return {
          ...{rate: kind ?? rate, currency: goods.gross.currency},
          ...{gross: text(goods.gross), net: text(goods.net), tax: text(goods.tax)},
          ...{
            refunds: text(given.gross),
            refunds_net: text(given.net),
            refunds_tax: text(given.tax),
            tax_due: text(due),
          },
        };
      }),
    };
  const {takings, people, back} = report;
  const sums = {
    method: withNet(takings, back.takings, tenderKey).map(sum => ({...sum, name: operatorOf(sum)})),
    person: withNet(people, back.people, personKey).map(sum => ({...sum, name: sum.person})),
    hour: report.totals.flatMap(({currency}) =>
      netHours(report, currency).map(({hour, minor, ...sum}) => ({
        ...{...sum, name: hourText(hour), total: {currency, minor}, count: null},
      })),
    ),
    group: netGroups(report.sold.groups, report.totals).map(({group, kind, ...sum}) => ({...sum, name: kind ?? group})),
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
const totalsSpec = list(fields(totalSpec), 'by currency');

/** What was taken by tender and by person. */
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
type SpanDay = SpanReport['days'][number];
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
          list(fields({...totalSpec, tips: amountIn('the tips in the net')}), 'by currency'),
          ({totals: its, tips}: SpanDay) => its.map(total => ({...total, tips: netTipsIn({tips}, total.currency)})),
        ),
      }),
      'the days with takings or refunds',
    ),
    hours: hoursSpec,
    ...soldIn(({sold, totals: turnovers}: SpanReport) => ({sold, turnovers})),
    compared: comparedSpec,
  }),
};
