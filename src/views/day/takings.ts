import {dateText, dayText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Currency} from '../../core/money/money.js';
import {tenderName} from '../../core/payment/tender.js';
import {
  changeInPercent,
  type DayReport,
  type DayTotal,
  netHours,
  personKey,
  type SpanReport,
  tenderKey,
  withNet,
} from '../../core/present/day-report.js';
import {type NetSum, rateRows} from '../../core/shift/slip-sections.js';
import {
  groupName,
  hasGroups,
  netGroups,
  netRates,
  netTips,
  netTipsIn,
  type Sold,
  withOnBook,
} from '../../core/shift/sold.js';
import {personText} from '../../core/staff/name.js';
import {compact, fact, gap} from '../block.js';
import {countFigure, type FigureBlocks, type FigureRow, figure, figureTable, section} from '../figures.js';

/** Returns the name of a day, a month or a year, which is given as `2026-11-20`, `2026-11` or `2026`. */
export function spanText(of: string, language: Language): string {
  if (of.length === 10) return dateText(of, language);
  return of.length === 4 ? of : `${messages(language).intl.months[Number(of.slice(5)) - 1] ?? ''} ${of.slice(0, 4)}`;
}

/** What a day, a month or a year is compared with. */
export type Compared = {readonly of: string; readonly report: SpanReport};

/** Returns a sum, and below it the net if some of it was given back. */
function netFigures(label: string, {total, count, refunded, net}: NetSum, language: Language): readonly FigureRow[] {
  const own = figure(label, total, language, {count});
  if (refunded === 0) return [own];
  const name = messages(language).day.netOf({name: label});
  return [own, figure(name, {...total, minor: net}, language, {tone: 'quiet'})];
}

/** Describes the takings of a day by tender and currency, what was given back, and what is shown only after it was counted. */
export function dayTakings(report: DayReport, language: Language, before?: Compared): FigureBlocks {
  const {day} = messages(language);
  const {takings, back, totals, withheld, refunds, sold, accounts} = report;
  const isWhole = (currency: Currency) => withheld.every(each => each.currency !== currency);
  const tenders = withNet(takings, back.takings, tenderKey);
  const rows = totals.flatMap(total => [
    ...tenders
      .filter(({total: {currency}}) => currency === total.currency)
      .flatMap(sum => netFigures(tenderName(sum, language), sum, language)),
    ...totalRows(total, sold, {
      language,
      label: (isWhole(total.currency) ? day.total : day.totalWithoutCash)(total),
      before,
      isComparable: isWhole(total.currency),
      isNetShown: false,
    }),
  ]);
  const hidden = withheld.map(({currency, sales}) => countFigure(day.withheld({currency}), sales, language));
  const ofRefunds = refunds.map(({method, total, done, open, failed}) =>
    figure(day.refundMethods[method], {...total, minor: -total.minor}, language, {
      count: done,
      tone: 'quiet',
      beside: open + failed === 0 ? '' : day.refundsOpen({open, failed}),
    }),
  );
  return [
    ...figureTable('withheld', hidden),
    ...(hidden.length === 0 ? [] : [fact('when', day.toldWhenCounted, {tone: 'quiet'})]),
    ...figureTable('takings', rows),
    ...section('refunds', day.refunds, ofRefunds),
    ...accountSections(accounts, language),
  ];
}

/** What is on the book in each currency, apart from what was taken. */
const accountSections = (accounts: DayReport['accounts'], language: Language): FigureBlocks =>
  accounts.flatMap(({currency, sold, returned, paid, count}) => {
    const words = messages(language).report;
    const row = (label: string, minor: number, times: number | null = null) =>
      figure(label, {currency, minor}, language, {count: times});
    return section(
      `accounts ${currency}`,
      words.accounts({currency}),
      compact([
        sold !== 0 && row(words.accountsSold, sold, count),
        returned !== 0 && row(words.accountsReturned, -returned),
        paid !== 0 && row(words.accountsPaid, paid),
      ]),
    );
  });

/** Describes a day: its takings, what was sold, and what is not settled. */
export function describeDay(report: DayReport, before: Compared, language: Language): FigureBlocks {
  const {day} = messages(language);
  const {date, totals, withheld, people, back, late, pending, needsPerson, notPaid, givenBack} = report;
  const listed = (lines: DayReport['pending']) => lines.map(line => figure(line.reference, line.amount, language));
  return [
    fact('title', day.title({date}), {tone: 'strong'}),
    gap('title-below'),
    ...(totals.length + withheld.length === 0 ? [fact('nothing', day.nothing)] : []),
    ...comparedWith(before, language),
    ...dayTakings(report, language, before),
    ...(people.length < 2 ? [] : peopleSection({people, back}, language)),
    ...soldSections(report, language),
    ...section(
      'late',
      day.late,
      late.flatMap(({reference, amount, paidOn}) => [
        figure(day.lateLine({day: paidOn}), amount, language),
        {cells: [`  ${reference}`], tone: 'quiet' as const},
      ]),
    ),
    ...section('pending', day.pending, listed(pending)),
    ...section('needs-person', day.needsPerson, listed(needsPerson)),
    ...section(
      'counts',
      day.counts,
      compact([
        countFigure(day.notPaid, notPaid, language),
        givenBack > 0 && countFigure(day.wholeBack, givenBack, language),
      ]),
    ),
    ...hourSections(report, language),
  ];
}

/** Describes the takings of several days: the totals, beside those that they are compared with. */
export function spanTotals(now: SpanReport, before: Compared | undefined, language: Language): FigureBlocks {
  const {day} = messages(language);
  if (now.totals.length + now.withheld === 0) return [fact('nothing', day.nothing, {tone: 'quiet'})];
  return [
    ...(now.withheld === 0
      ? []
      : [
          ...figureTable('withheld', [countFigure(day.span.withheld, now.withheld, language)]),
          fact('when', day.toldWhenCounted, {tone: 'quiet'}),
        ]),
    ...comparedWith(before, language),
    ...figureTable(
      'totals',
      now.totals.flatMap(total =>
        totalRows(total, now.sold, {
          language,
          label: day.total(total),
          before,
          isComparable: now.withheld === 0,
          isNetShown: true,
        }),
      ),
    ),
  ];
}

/** Describes the takings by tender and by person, and what was sold. */
export function spanSections(report: SpanReport, language: Language): FigureBlocks {
  const {takings, people, back, accounts} = report;
  const tenders = withNet(takings, back.takings, tenderKey);
  return [
    ...section(
      'methods',
      messages(language).takingsScreen.method,
      tenders.flatMap(sum => netFigures(tenderName(sum, language), sum, language)),
    ),
    ...peopleSection({people, back}, language),
    ...accountSections(accounts, language),
    ...soldSections(report, language),
  ];
}

/** Describes the takings of several days: all of these, the net of each day, and the takings of each hour. */
export function describeSpan(report: SpanReport, before: Compared | undefined, language: Language): FigureBlocks {
  const {day} = messages(language);
  const {from, to} = report;
  const rows = report.days.flatMap(({date, totals}) =>
    totals.map(({currency, net, count}) => figure(date, {currency, minor: net}, language, {count})),
  );
  return [
    fact('title', day.title({date: `${from} - ${to}`}), {tone: 'strong'}),
    gap('title-below'),
    ...spanTotals(report, before, language),
    ...spanSections(report, language),
    ...section('days', day.span.byDay, rows),
    ...hourSections(report, language),
  ];
}

const comparedWith = (before: Compared | undefined, language: Language): FigureBlocks => {
  if (before === undefined) return [];
  const of = before.of.length === 10 ? dayText(before.of, language) : spanText(before.of, language);
  const text = messages(language).takingsScreen.comparedWith({of});
  return [fact('compared', text, {tone: 'quiet', said: `${text}.`})];
};

type Totalled = {
  readonly language: Language;
  readonly label: string;
  readonly before: Compared | undefined;
  /** Whether all of it is known. */
  readonly isComparable: boolean;
  /** Whether the net is shown although nothing was given back. */
  readonly isNetShown: boolean;
};

/** Returns gross, refunded and net of a currency. Beside the net are the net of the period before and the difference. */
function totalRows(
  {currency, minor, count, refunded, net}: DayTotal,
  sold: Sold,
  {language, label, before, isComparable, isNetShown}: Totalled,
): readonly FigureRow[] {
  const {day, report, takingsScreen} = messages(language);
  const then = before?.report.totals.find(total => total.currency === currency);
  const was = {currency, minor: then?.net ?? 0};
  const percent = isComparable ? changeInPercent({currency, minor: net}, was) : undefined;
  const differs = percent === undefined ? '' : takingsScreen.change({percent: `${percent > 0 ? '+' : ''}${percent}`});
  const beside = then === undefined ? '' : [displayMoney(was, language), differs].filter(Boolean).join('  ');
  const tips = netTipsIn(sold.tips, currency);
  const {total: rounding, back: roundingBack} = sold.rounding.find(({total}) => total.currency === currency) ?? {};
  const hasNet = isNetShown || refunded !== 0;
  const row = (name: string, sum: number, more: Parameters<typeof figure>[3]) =>
    figure(name, {currency, minor: sum}, language, more);
  return compact([
    row(label, minor, {count, ...(!hasNet && {beside, tone: 'strong'})}),
    rounding !== undefined && rounding.minor !== 0 && row(report.roundingIn, rounding.minor, {tone: 'quiet'}),
    hasNet && row(day.givenBack({currency}), -refunded, {tone: 'quiet'}),
    roundingBack !== undefined && row(report.roundingIn, -roundingBack.minor, {tone: 'quiet'}),
    hasNet && row(day.net({currency}), net, {beside, tone: 'strong'}),
    tips !== 0 && row(report.tipsOff, -tips, {tone: 'quiet'}),
    tips !== 0 && row(report.withoutTips({currency}), net - tips, {tone: 'strong'}),
  ]);
}

const peopleSection = ({people, back}: Pick<SpanReport, 'people' | 'back'>, language: Language): FigureBlocks =>
  section(
    'people',
    messages(language).takingsScreen.person,
    withNet(people, back.people, personKey).flatMap(sum => netFigures(personText(sum.person, language), sum, language)),
  );

/** Returns itemised sales by group and tax rate, if their lines have any, including none of either; and tips by person. */
function soldSections(
  {sold, totals, accounts}: Pick<SpanReport, 'sold' | 'totals' | 'accounts'>,
  language: Language,
): FigureBlocks {
  const turnovers = withOnBook(totals, accounts);
  const {takingsScreen, report} = messages(language);
  const {groups, taxes, tips} = sold;
  const byGroup = netGroups(sold, turnovers).flatMap(each =>
    each.kind === 'refund' || each.kind === 'rounding'
      ? [figure(groupName(each, report), {...each.total, minor: each.net}, language)]
      : netFigures(groupName(each, report), each, language),
  );
  const byRate = netRates(sold, turnovers).flatMap(each =>
    rateRows(each, report).map(({label, amount}, at) =>
      figure(label, amount, language, {tone: at === 0 ? 'plain' : 'quiet'}),
    ),
  );
  const byPerson = netTips(tips).flatMap(each =>
    netFigures(`${personText(each.person, language)}, ${tenderName(each, language)}`, each, language),
  );
  return [
    ...(hasGroups(groups) ? section('groups', takingsScreen.group, byGroup) : []),
    ...(taxes.some(each => each.rate !== null) ? section('rates', takingsScreen.rate, byRate) : []),
    ...section('tips', takingsScreen.tips, byPerson),
  ];
}

type Hours = Pick<SpanReport, 'hours' | 'totals'> & {
  readonly back: Pick<SpanReport['back'], 'hours'>;
  readonly dayStartsAt?: string;
};

/** Returns the takings of each hour, followed by the net if something was given back in it. */
const hourSections = (report: Hours, language: Language): FigureBlocks =>
  report.totals.flatMap(({currency}) =>
    section(
      `hours ${currency}`,
      messages(language).day.hours({currency}),
      netHours(report, currency, report.dayStartsAt).flatMap(({hour, minor, ...sum}) =>
        netFigures(hourText(hour), {...sum, total: {currency, minor}, count: null}, language),
      ),
    ),
  );

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
