import {type Language, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {decimalText, type Money} from '../core/money/money.js';
import {operatorOf, tenderName} from '../core/payment/tender.js';
import {personKey, tenderKey, withNet} from '../core/present/day-report.js';
import {changeInPercent, comparedWith, type DaySpan, netHours, type SpanReport, spanOf} from '../core/present/span.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {heading, type NetSum, netParts, plain, sold, strong, sum, withoutTips} from '../core/shift/report-slip.js';
import {netGroups, netTipsIn} from '../core/shift/sold.js';
import type {SlipPart} from '../core/slip/slip.js';
import {slipText} from '../core/slip/slip.js';
import {personText} from '../core/staff/person-text.js';
import {note, writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {Reading} from '../till/opened-journal.js';

import {readTakings} from '../till/takings.js';
import {type Table, writeTable} from './export/table.js';
import {withLook} from './reading.js';
import {ratesAsJson, soldAsJson} from './shift/report-json.js';
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
    if (session.isJson) writeJson(session, spanAsJson(report, before));
    else
      writeLines(
        session,
        slipText(partsOf(report, before, session.language), 48).map(line => line.trimEnd()),
      );
    return exitCodes.done;
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

/** The takings of each hour for scripts, with what was given back in it and the net. */
export const hoursAsJson = (report: Hours) =>
  hoursIn(report)
    .filter(({hours}) => hours.length > 0)
    .map(({currency, hours}) => ({
      currency,
      hours: hours.map(({hour, minor, ...sum}) => {
        const {currency: _, ...sums} = netAsJson({...sum, total: {currency, minor}});
        return {hour, ...sums};
      }),
    }));

type Taken = Pick<SpanReport, 'takings' | 'people' | 'back'>;

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
      rows: ratesAsJson(report.sold, report.totals).map(
        ({rate, kind, refundsNet: refunds_net, refundsTax: refunds_tax, taxDue: tax_due, ...figures}) => ({
          ...{...figures, rate: kind ?? rate, refunds_net, refunds_tax, tax_due},
        }),
      ),
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
      const {amount: gross, refunded: refunds, net, currency} = netAsJson(sum);
      return {[by]: name, currency, count, gross, refunds, net};
    }),
  };
}

/** Names are stable; money is decimal text. `compared` is about the month or the year before. */
function spanAsJson(report: SpanReport, before: SpanReport | undefined) {
  const {from, to, days, totals, withheld} = report;
  return {
    ...{from, to},
    takings: takingsAsJson(report),
    totals: totalsAsJson(totals),
    withheld,
    people: peopleAsJson(report),
    days: days.map(({date, totals: its, tips}) => ({
      date,
      totals: totalsAsJson(its).map(total => ({
        ...total,
        tips: decimalText({currency: total.currency, minor: netTipsIn({tips}, total.currency)}),
      })),
    })),
    hours: hoursAsJson(report),
    ...soldAsJson(report.sold, totals),
    compared: before === undefined ? null : comparedAsJson(before),
  };
}

const moneyAsJson = (money: Money) => ({amount: decimalText(money), currency: money.currency});

const netAsJson = ({total, refunded, net}: Pick<NetSum, 'total' | 'refunded' | 'net'>) => ({
  ...moneyAsJson(total),
  refunded: decimalText({...total, minor: refunded}),
  net: decimalText({...total, minor: net}),
});

export const takingsAsJson = ({takings, back}: Taken) =>
  withNet(takings, back.takings, tenderKey).map(({count, method, channel, ...sum}) => ({
    ...{method, channel: operatorOf({method, channel}), channelId: channel},
    ...netAsJson(sum),
    count,
  }));

export const peopleAsJson = ({people, back}: Taken) =>
  withNet(people, back.people, personKey).map(({person, count, ...sum}) => ({person, ...netAsJson(sum), count}));

export const totalsAsJson = (totals: SpanReport['totals']) =>
  totals.map(({count, refunded, net, ...total}) => ({
    ...moneyAsJson(total),
    count,
    refunded: decimalText({...total, minor: refunded}),
    net: decimalText({...total, minor: net}),
  }));

export const comparedAsJson = ({from, to, totals}: SpanReport) => ({from, to, totals: totalsAsJson(totals)});
