import {dateText} from '../../src/core/day/business-day.js';
import {displayMoney, displayNumber, moneyColumn} from '../../src/core/money/display.js';
import type {Money} from '../../src/core/money/money.js';
import {type Activity, activityCounts, type activitySums, noticesOf} from '../../src/core/present/staff-activity.js';
import {personText} from '../../src/core/staff/name.js';
import {cleanText} from '../../src/core/text/text.js';
import {fact, gap, type TableBlock, type Tone} from '../../src/views/block.js';
import {is} from '../kit/said.js';
import type {Context} from '../kit/step.js';

/** Returns the name of a day, a month or a year, which is given as `2026-11-20`, `2026-11` or `2026`. */
export const spanText = (of: string, {language, messages}: Context): string => {
  if (of.length === 10) return dateText(of, language);
  return of.length === 4 ? of : `${messages.intl.months[Number(of.slice(5)) - 1] ?? ''} ${of.slice(0, 4)}`;
};

const moneyWidth = 18;
export type FigureRow = TableBlock['rows'][number];

export const table = (id: string, rows: readonly FigureRow[]): TableBlock => ({
  kind: 'table',
  id,
  columns: [
    {title: '', width: 30},
    {title: '', width: 6, align: 'right'},
    {title: '', width: moneyWidth + 4},
    {title: '', grows: true, from: 72},
  ],
  rows,
});

export const section = (id: string, name: string, rows: readonly FigureRow[]) => [
  gap(`${id}-above`),
  fact(`${id}-name`, name, {tone: 'quiet', said: `${name}.`}),
  table(id, rows),
];

type Figure = {readonly count?: number | undefined; readonly beside?: string; readonly tone?: Tone};

export function row(
  label: string,
  money: Money,
  context: Context,
  {count, beside = '', tone = 'plain'}: Figure = {},
): FigureRow {
  const {language, messages} = context;
  const worth = displayMoney(money, language);
  // A row that belongs to the one above is indented.
  const indent = label.startsWith('  ') ? '  ' : '';
  const name = cleanText(label, 34 - indent.length);
  const counted = count === undefined ? worth : messages.narration.count({count, word: worth});
  return {
    cells: [
      indent + name,
      count === undefined ? '' : displayNumber(String(count), language),
      moneyColumn(money, moneyWidth, language),
      beside,
    ],
    tone,
    said: is(name, [counted, beside].filter(text => text !== '').join(', '), context),
  };
}

/** Returns what each person did besides selling. Numbers that stand out are marked, without any reason given. */
export function didWhat(people: readonly Activity[], context: Context) {
  const rows = people.flatMap(one => {
    const rows = activityRows(one, ['tips', 'refunds', 'discounts', 'differences'], context);
    return rows.length === 0 ? [] : [nameRow(personText(one.person, context.language)), ...rows];
  });
  return rows.length === 0 ? [] : section('acts', context.messages.takingsScreen.didWhat, rows);
}

/** Returns the sums and numbers of one person. Numbers that stand out are marked. */
export function activityRows(
  {sums, counts, withheld}: Activity,
  wanted: readonly (typeof activitySums)[number][],
  context: Context,
): readonly FigureRow[] {
  const {counts: names, sums: sumNames, withheld: uncounted} = context.messages.staffReport;
  const notices = noticesOf({counts});
  return [
    ...wanted.flatMap(each =>
      sums[each].map(({count, ...money}) => row(`  ${sumNames[each]}`, money, context, {count})),
    ),
    ...(withheld > 0 && wanted.includes('sales') ? [countRow(uncounted, withheld, false, context)] : []),
    ...activityCounts
      .filter(each => counts[each] > 0)
      .map(each => countRow(names[each], counts[each], notices.includes(each), context)),
  ];
}

export const nameRow = (name: string): FigureRow => ({
  cells: [cleanText(name, 34), '', '', ''],
  tone: 'strong',
  said: `${cleanText(name, 34)}.`,
});

function countRow(label: string, count: number, standsOut: boolean, context: Context): FigureRow {
  const counted = displayNumber(String(count), context.language);
  return {
    cells: [`  ${label}`, counted, standsOut ? '!' : '', ''],
    tone: standsOut ? 'needs-person' : 'plain',
    said: is(label, standsOut ? `${counted} !` : counted, context),
  };
}
