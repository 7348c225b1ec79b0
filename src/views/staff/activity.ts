import {type Language, messages} from '../../core/messages/messages.js';
import {
  type Activity,
  type ActivityPeriod,
  activityCounts,
  activitySums,
  noticesOf,
} from '../../core/present/staff-activity.js';
import {personText} from '../../core/staff/name.js';
import {fact} from '../block.js';
import {countFigure, type FigureBlocks, type FigureRow, figure, figureTable, nameFigure, section} from '../figures.js';

/** Describes what each person did, in total or by day, week or shift. Numbers that stand out are marked, without any reason given. */
export function describeActivity(people: readonly Activity[], by: ActivityPeriod, language: Language): FigureBlocks {
  const {shift, noShift, nothing} = messages(language).staffReport;
  const rows = people.flatMap(one => {
    const {person, period} = one;
    const when = by === 'shift' ? (period === '' ? noShift : shift({number: period})) : period;
    const name = [when, personText(person, language)].filter(text => text !== '').join('  ');
    return named(name, activityRows(one, activitySums, language));
  });
  return rows.length === 0 ? [fact('nothing', nothing, {tone: 'quiet'})] : figureTable('acts', rows);
}

export function describeActs(people: readonly Activity[], language: Language): FigureBlocks {
  const rows = people.flatMap(one =>
    named(
      personText(one.person, language),
      activityRows(one, ['tips', 'refunds', 'discounts', 'differences'], language),
    ),
  );
  return section('acts', messages(language).takingsScreen.didWhat, rows);
}

const named = (name: string, rows: readonly FigureRow[]): readonly FigureRow[] =>
  rows.length === 0 ? [] : [nameFigure(name), ...rows];

function activityRows(
  {sums, counts, withheld}: Activity,
  wanted: readonly (typeof activitySums)[number][],
  language: Language,
): readonly FigureRow[] {
  const {counts: names, sums: sumNames, withheld: uncounted} = messages(language).staffReport;
  const notices = noticesOf({counts});
  return [
    ...wanted.flatMap(each =>
      sums[each].map(({count, ...money}) => figure(`  ${sumNames[each]}`, money, language, {count})),
    ),
    ...(withheld > 0 && wanted.includes('sales') ? [countFigure(`  ${uncounted}`, withheld, language)] : []),
    ...activityCounts
      .filter(each => counts[each] > 0)
      .map(each => countFigure(`  ${names[each]}`, counts[each], language, notices.includes(each))),
  ];
}
