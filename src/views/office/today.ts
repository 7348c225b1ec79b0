import {clockText, dayText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {OfficeTakings, OfficeView} from '../../core/office/view.js';
import {type Block, compact, fact, gap, type TableBlock, title} from '../block.js';
import {axisOf, chartOf} from '../figures.js';
import {standingPieces, sumBlocks, type Watching} from './describe.js';
import type {PageBlock} from './page-block.js';
import {freshnessFacts, localHour, methodName, type PlaceTotal, placeTotals, totalRows} from './takings.js';

/** The same weekday of an earlier week, with its takings. */
type EarlierDay = {readonly date: string; readonly takings: readonly OfficeTakings[]};
type TodayFacts = OfficeView & {readonly before: readonly EarlierDay[]};

const weekMs = 7 * 86_400_000;

/** Describes what came in today: by shop and method, beside the same weekday of the last weeks, and by hour; and what all of it rests on. */
export function describeToday(facts: TodayFacts, watching: Watching): readonly PageBlock[] {
  const {date, zone, takings, freshness} = facts;
  const {language} = watching;
  const words = messages(language).office;
  const {shop, method, count, gross, net} = words.columns;
  const byMethod = placeTotals(takings, each => [each.shop, methodName(each.method, language)]);
  const totals = placeTotals(takings, () => [words.total, '']);
  return [
    title(words.watch.title({date: dayText(date, language)}), {note: standingPieces(facts, watching)}),
    gap('after-title'),
    ...sumBlocks(facts, watching),
    ...freshnessFacts(freshness, zone, language),
    ...(takings.length === 0
      ? []
      : [
          gap('before-methods'),
          figures(
            'methods',
            [shop, method, count, gross, net],
            [...totalRows(byMethod, language), ...(byMethod.length > totals.length ? totalRows(totals, language) : [])],
          ),
        ]),
    ...beforeBlocks(facts, watching),
    ...totals.flatMap(total => hourBlocks(total, facts, language)),
  ];
}

/** Returns a table of figures whose last three columns are numbers. */
const figures = (id: string, titles: readonly string[], rows: readonly (readonly string[])[]): TableBlock => ({
  kind: 'table',
  id,
  columns: titles.map((text, at) => ({title: text, ...(at >= titles.length - 3 && {align: 'right' as const})})),
  rows: rows.map(cells => ({cells, tone: 'plain'})),
});

/** Compares today with earlier days up to the same time of day, for each currency of today. */
function beforeBlocks({date, zone, takings, before}: TodayFacts, {language, now}: Watching): readonly Block[] {
  const words = messages(language).officePage;
  const {day, count, gross, net} = messages(language).office.columns;
  const rows = [{date, takings}, ...before].flatMap(({date: of, takings: all}, weeks) => {
    const until = now - weeks * weekMs;
    const sums = placeTotals(
      all.filter(({hour}) => Date.parse(hour) <= until),
      () => [dayText(of, language)],
    );
    return totalRows(sums, language);
  });
  if (rows.length === 0 || before.every(each => each.takings.length === 0)) return [];
  return [
    gap('before-weeks'),
    fact('weeks', words.sameWeekday({time: clockText(now, zone)}), {tone: 'strong'}),
    figures('weeks-table', [day, count, gross, net], rows),
  ];
}

/** The net of each hour of a currency as a chart, and the same figures as a table. */
function hourBlocks({currency}: PlaceTotal, {takings, zone}: TodayFacts, language: Language): readonly PageBlock[] {
  const {saleScreen, takingsScreen, officePage, office} = messages(language);
  const {hour, count, gross, net} = office.columns;
  const hours = placeTotals(
    takings.filter(each => each.currency === currency),
    each => [localHour(each.hour, zone)],
  );
  const label = saleScreen.byHour({currency});
  const amount = (minor: number) => displayMoney({currency, minor}, language);
  const nets = new Map(hours.map(({place: [at = ''], net: of}) => [Number(at.slice(0, 2)), of]));
  const points = axisOf([...nets.keys()], 0).map(at => ({
    label: String(at).padStart(2, '0'),
    values: [nets.get(at) ?? 0],
  }));
  const told = compact(points.map(({label: name, values: [net = 0]}) => net !== 0 && `${name} ${amount(net)}`));
  const chart = chartOf({
    id: `hours ${currency}`,
    currency,
    language,
    label,
    points,
    sentence: takingsScreen.points({label, points: told.join('; ')}),
    aside: [{text: takingsScreen.most({amount: amount(Math.max(0, ...nets.values()))}), key: ''}],
  });
  return [
    gap(`above ${currency}`),
    chart,
    {
      kind: 'folded',
      id: `table ${currency}`,
      title: officePage.asTable({label}),
      blocks: [figures(`table ${currency}`, [hour, count, gross, net], totalRows(hours, language))],
    },
  ];
}
