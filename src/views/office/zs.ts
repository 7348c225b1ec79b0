import type {ZRow} from '../../core/books/z-row.js';
import {dayText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {ShopFreshness} from '../../core/office/view.js';
import {drawerDifferences, periodsOf} from '../../core/office/z-periods.js';
import {inDrawer, zName} from '../../core/shift/report.js';
import {reportParts} from '../../core/shift/report-slip.js';
import {type SlipPart, slipText} from '../../core/slip/slip.js';
import {cleanText} from '../../core/text/text.js';
import {fact, notice, title} from '../block.js';
import type {PageBlock} from './page-block.js';
import {rowsOf} from './people.js';
import {freshnessFacts} from './takings.js';

export type OfficeZ = ZRow & {readonly shop: string; readonly till: string};

type ZSums = Pick<ZRow, 'report' | 'own' | 'differs'>;

const slipColumns = 42;

/** The rows of the slip that others are on what its lines come to: those of the slip, and those by the lines. */
function rowsApart({report, own}: ZSums, language: Language) {
  const rowsOfSlip = (of: ZRow['report']) =>
    reportParts(of, {language, copy: 0}).filter(part => part.kind === 'pair' || part.kind === 'columns');
  const textOf = (part: SlipPart) => slipText([part], slipColumns).join('\n');
  const [slip, lines] = [rowsOfSlip(report), rowsOfSlip(own ?? report)];
  const without = (rows: typeof slip, others: typeof slip) => {
    const known = new Set(others.map(textOf));
    return rows.filter(row => !known.has(textOf(row)));
  };
  return {slip: without(slip, lines), lines: without(lines, slip)};
}

const mostNamed = 4;

/** What differs, as the slip calls it; what is on no slip by its name in the journal. */
export function differsText(z: ZSums, language: Language): string {
  const {slip, lines} = rowsApart(z, language);
  const labels = [...new Set([...slip, ...lines].map(({label}) => label))];
  const named = labels.length === 0 ? z.differs : labels;
  return [...named.slice(0, mostNamed), ...(named.length > mostNamed ? ['…'] : [])].join(', ');
}

/** Whether the office comes to the same sums as the till, or what differs. */
export const zText = (z: ZSums, language: Language): string => {
  const words = messages(language).office;
  return z.differs.length === 0 ? words.zAgrees : words.zDiffers({what: differsText(z, language)});
};

export const zAddress = ({till, number}: OfficeZ): string => `/z/${till}/${number}`;

type ListedZs = {readonly zs: readonly OfficeZ[]; readonly freshness: readonly ShopFreshness[]; readonly zone: string};

export function describeZs({zs, freshness, zone}: ListedZs, language: Language): readonly PageBlock[] {
  const {columns, noZs} = messages(language).office;
  const list = rowsOf('z', {
    columns: [
      {title: 'Z', width: 8},
      {title: columns.till},
      {title: columns.shop, most: 20},
      {title: columns.day, width: 14},
      {title: columns.sums, grows: true, width: 12},
    ],
    rows: zs.map(z => {
      const cells = [zName(z.number), z.till, z.shop, dayText(z.businessDate, language), zText(z, language)];
      return {id: zAddress(z), cells, tone: z.differs.length === 0 ? 'plain' : 'needs-person', to: zAddress(z)};
    }),
    empty: noZs,
  });
  return [
    title(messages(language).officePage.names.zs),
    list,
    ...(zs.length === 0 ? [] : periodBlocks(zs, language)),
    ...freshnessFacts(freshness, zone, language),
  ];
}

/** What Zs come to by month and year, and whose drawers differed how often. */
function periodBlocks(zs: readonly OfficeZ[], language: Language): readonly PageBlock[] {
  const words = messages(language).officePage.zPeriod;
  const periods = (kind: 'month' | 'year', heading: string): PageBlock => ({
    kind: 'folded',
    id: kind,
    title: heading,
    blocks: [
      {
        kind: 'table',
        id: `${kind}-sums`,
        columns: [{title: words.period}, {title: 'Z', align: 'right'}, {title: words.net, align: 'right'}],
        rows: periodsOf(zs, kind).map(({period, zs: count, net}) => ({
          cells: [period, String(count), net.map(sum => displayMoney(sum, language)).join(', ')],
          tone: 'plain',
        })),
      },
    ],
  });
  const people = drawerDifferences(zs);
  const times = ({count, minor}: {count: number; minor: number}, currency: string) =>
    count === 0 ? '' : words.times({count, amount: displayMoney(inDrawer(currency, minor), language)});
  return [
    periods('month', words.months),
    periods('year', words.years),
    {
      kind: 'folded',
      id: 'drawers',
      title: words.people,
      blocks: [
        fact('note', people.length === 0 ? words.none : words.note, {tone: 'quiet', most: 2}),
        {
          kind: 'table',
          id: 'differences',
          columns: [
            {title: words.who, grows: true},
            {title: words.counts, align: 'right'},
            {title: words.short, align: 'right'},
            {title: words.over, align: 'right'},
          ],
          rows: people.map(({people: who, currency, counts, short, over}) => ({
            cells: [cleanText(who, 100), String(counts), times(short, currency), times(over, currency)],
            tone: short.count > 0 ? 'needs-person' : 'plain',
          })),
        },
      ],
    },
  ];
}

/** A Z as its slip, and whether the office comes to the same sums. */
export function describeZ(z: OfficeZ, language: Language): readonly PageBlock[] {
  const words = messages(language).officePage;
  const apart = rowsApart(z, language);
  const exact = (id: string, parts: readonly SlipPart[]): PageBlock => ({
    kind: 'exact',
    id,
    lines: slipText(parts, slipColumns),
    onRoll: true,
  });
  return [
    title(`${zName(z.number)} · ${z.till}`, {note: [{text: z.shop, tone: 'quiet'}]}),
    ...(z.differs.length === 0
      ? [fact('sums', `${messages(language).office.columns.sums}: ${zText(z, language)}`, {tone: 'paid'})]
      : [
          notice('sums', words.zDiffers({what: differsText(z, language)}), {tone: 'needs-person', most: 9}),
          {kind: 'question' as const, id: 'lines', text: words.zByLines},
          exact('by-lines', apart.lines),
          {kind: 'question' as const, id: 'told', text: words.zBySlip},
        ]),
    exact('slip', reportParts(z.report, {language, copy: 0})),
  ];
}
