import {momentText} from '../../core/day/business-day.js';
import type {Item} from '../../core/item/schema.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import {cleanText} from '../../core/text/text.js';
import {fact, title} from '../block.js';
import type {PageBlock} from './page-block.js';
import {rowsOf} from './people.js';

type Prices = {readonly shop: string | null; readonly version: number; readonly items: readonly Item[]};

const mostShown = 200;
export const pricesFileMegabytes = 32;

type PricesFacts = {
  readonly prices: readonly Prices[];
  /** Those of which the visitor may set prices. */
  readonly shops: readonly string[];
  readonly forAll: boolean;
  readonly currency: string;
  readonly zone: string;
};

/** The price lists in force, and a form to put another one in place. */
export function describePrices(
  {prices, shops, forAll, currency, zone}: PricesFacts,
  language: Language,
): readonly PageBlock[] {
  const {officePage, office, items: words} = messages(language);
  const own = officePage.prices;
  const {code, name, price, unit, group, rate} = words.columns;
  const columns = [{title: code}, {title: name, grows: true as const}, {title: price, align: 'right' as const}];
  const options = [...(forAll ? [''] : []), ...shops].map(value => ({value, text: value || office.allShops}));
  return [
    title(officePage.names.prices),
    ...(prices.length === 0 ? [fact('none', own.none, {most: 2})] : []),
    ...prices.flatMap(({shop, version, items}): readonly PageBlock[] => [
      {
        kind: 'question',
        id: `of-${shop ?? ''}`,
        text: own.of({
          shop: shop ?? office.allShops,
          items: items.length,
          since: momentText(Number(version) * 1000, zone),
        }),
      },
      rowsOf(`items-${shop ?? ''}`, {
        columns: [...columns, {title: unit}, {title: group}, {title: rate}],
        rows: items
          .slice(0, mostShown)
          .map(item => ({
            id: item.code,
            cells: [
              ...[cleanText(item.code, 40), cleanText(item.name, 60), displayMoney(item.price, language)],
              ...[item.unit ?? '', item.group ?? '', item.rate === null ? '' : `${item.rate}%`],
            ],
            tone: 'plain' as const,
          })),
        empty: '',
      }),
      ...(items.length > mostShown
        ? [fact(`more-${shop ?? ''}`, words.changesMore({count: items.length - mostShown}), {tone: 'quiet'})]
        : []),
    ]),
    {
      kind: 'form',
      id: 'prices',
      method: 'post',
      to: '/prices',
      button: own.set,
      fields: [
        {name: 'shop', label: own.shop, options, ...(forAll && {note: own.inPlace})},
        {name: 'currency', label: own.currency, value: currency, isRequired: true},
        {
          name: 'file',
          label: own.file,
          type: 'file',
          isRequired: true,
          note: own.fileNote({most: pricesFileMegabytes}),
        },
      ],
    },
  ];
}
