import {dayText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import type {ShopFreshness} from '../../core/office/view.js';
import type {ZRow} from '../../core/office/z-row.js';
import {zName} from '../../core/shift/report.js';
import {reportParts} from '../../core/shift/report-slip.js';
import {slipText} from '../../core/slip/slip.js';
import {fact, type ListBlock, notice, title} from '../block.js';
import type {PageBlock} from './page-block.js';
import {freshnessLines} from './takings.js';

/** A Z of a till of an office. */
export type OfficeZ = ZRow & {readonly shop: string; readonly till: string};

/** Whether the office comes to the same sums as the till, or what differs. */
export const zText = ({differs}: Pick<ZRow, 'differs'>, language: Language): string => {
  const words = messages(language).office;
  return differs.length === 0 ? words.zAgrees : words.zDiffers({what: differs.join(', ')});
};

export const zAddress = ({till, number}: OfficeZ): string => `/z/${till}/${number}`;

type ListedZs = {
  readonly zs: readonly OfficeZ[];
  readonly freshness: readonly ShopFreshness[];
  readonly zone: string;
};

export function describeZs({zs, freshness, zone}: ListedZs, language: Language): readonly PageBlock[] {
  const {columns, noZs} = messages(language).office;
  const list: ListBlock = {
    kind: 'list',
    id: 'z',
    columns: [
      {title: 'Z', width: 8},
      {title: columns.till},
      {title: columns.shop, most: 20},
      {title: columns.day, width: 14},
      {title: columns.sums, grows: true, width: 12},
    ],
    count: zs.length,
    rowAt: at => {
      const z = zs[at] as OfficeZ;
      const cells = [zName(z.number), z.till, z.shop, dayText(z.businessDate, language), zText(z, language)];
      return {id: zAddress(z), cells, tone: z.differs.length === 0 ? 'plain' : 'needs-person', to: zAddress(z)};
    },
    marked: -1,
    markedText: '',
    empty: noZs,
  };
  return [
    title(messages(language).officePage.names.zs),
    list,
    ...freshnessLines(freshness, zone, language).map((text, at) => fact(`as-of ${at}`, text, {tone: 'quiet'})),
  ];
}

/** A Z as its slip, and whether the office comes to the same sums. */
export function describeZ(z: OfficeZ, language: Language): readonly PageBlock[] {
  const isAlike = z.differs.length === 0;
  return [
    title(`${zName(z.number)} · ${z.till}`, {note: [{text: z.shop, tone: 'quiet'}]}),
    isAlike
      ? fact('sums', `${messages(language).office.columns.sums}: ${zText(z, language)}`, {tone: 'paid'})
      : notice('sums', messages(language).officePage.zDiffers({what: z.differs.join(', ')}), {tone: 'needs-person'}),
    {kind: 'exact', id: 'slip', lines: slipText(reportParts(z.report, {language, copy: 0}), 42), onRoll: true},
  ];
}
