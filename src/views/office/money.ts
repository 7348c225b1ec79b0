import {dayText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Money} from '../../core/money/money.js';
import type {ReconciliationRecords} from '../../core/reconcile/records/records.js';
import {DecimalSums, namedAmount, numberIn} from '../../core/reconcile/rows/amount.js';
import type {DiscrepancyCode} from '../../core/reconcile/rows/discrepancy.js';
import {readKey} from '../../core/reconcile/rows/finish.js';
import {inDrawer} from '../../core/shift/report.js';
import {fact, type ListRow, title} from '../block.js';
import type {PageBlock} from './page-block.js';
import {rowsOf} from './people.js';
import {reconcileAddress} from './reconcile.js';
import type {OfficeZ} from './zs.js';

/** What customers of a shop owe on the book, as its tills have it. */
type Receivable = {readonly shop: string; readonly owed: Money};
/** The last reconciliation of a shop, or of all together (an empty name). */
type ReconciledShop = {readonly shop: string; readonly records: ReconciliationRecords};
type MoneyFacts = {
  readonly reconciled: readonly ReconciledShop[];
  readonly zs: readonly OfficeZ[];
  readonly receivables: readonly Receivable[];
  /** The first day of which the safe is counted. */
  readonly since: string;
};

/** What a provider or a bank still has to do with money: it is in no payout, in no bank, or differs there. */
const ofProviders: readonly DiscrepancyCode[] = [
  'UNSETTLED',
  'TIMING',
  'PAYOUT_MISMATCH',
  'NET_MISMATCH',
  'BANK_MISSING',
  'BANK_EXTRA',
];

/** Describes what providers owe and banks have got, what lies in safes, and what customers owe. */
export function describeMoney(
  {reconciled, zs, receivables, since}: MoneyFacts,
  language: Language,
): readonly PageBlock[] {
  const {officePage, office, reconcileScreen} = messages(language);
  const {money: words, names, reconcile} = officePage;
  const amount = {title: office.columns.amount, align: 'right'} as const;
  const shop = {title: office.columns.shop};
  const done = reconciled.flatMap(each => {
    const last = each.records.left.at(-1);
    return last === undefined ? [] : [{...each, last}];
  });
  const dropped = new Map<string, Money>();
  for (const z of zs.filter(({businessDate}) => businessDate >= since))
    for (const {currency, drops} of z.report.drawers)
      if (drops !== 0) {
        const place = `${z.shop} ${currency}`;
        dropped.set(place, inDrawer(currency, drops + (dropped.get(place)?.minor ?? 0)));
      }
  const moneyRows = (rows: readonly (readonly [string, Money])[]): readonly ListRow[] =>
    rows.map(([of, sum]) => ({id: `${of} ${sum.currency}`, cells: [of, displayMoney(sum, language)], tone: 'plain'}));
  return [
    title(names.money),
    {kind: 'question', id: 'providers', text: words.providers},
    ...done.map(({shop: of, last}) =>
      fact(`to ${of}`, reconcile.left({to: dayText(last.to, language), count: last.lines.length}), {
        lead: of || officePage.exports.all,
      }),
    ),
    rowsOf('owed', {
      columns: [
        shop,
        {title: reconcileScreen.columns.code},
        {title: reconcileScreen.line.delta, align: 'right'},
        {title: officePage.needs.since},
      ],
      rows: done.flatMap(each => owedRows(each, language)),
      empty: done.length === 0 ? reconcile.never : words.nothing,
    }),
    {kind: 'question', id: 'safes', text: words.safes({since: dayText(since, language)})},
    rowsOf('dropped', {
      columns: [shop, amount],
      rows: moneyRows([...dropped].sort().map(([place, sum]) => [place.slice(0, place.lastIndexOf(' ')), sum])),
      empty: words.nothing,
    }),
    fact('banked', words.banked, {tone: 'quiet', most: 2}),
    {kind: 'question', id: 'book', text: words.book},
    rowsOf('receivables', {
      columns: [shop, amount],
      rows: moneyRows(receivables.map(({shop: of, owed}) => [of, owed])),
      empty: words.nothing,
    }),
  ];
}

/** What the last reconciliation has left of each kind, what is oldest beside it, and where to look at it. */
function owedRows({shop, records: {left, accepted}}: ReconciledShop, language: Language): readonly ListRow[] {
  const isAccepted = new Set(accepted.map(({key}) => key));
  const lines = (left.at(-1)?.lines ?? []).filter(({key}) => !isAccepted.has(key));
  return ofProviders.flatMap((code): readonly ListRow[] => {
    const own = lines.filter(({key}) => readKey(key)?.code === code);
    const sums = new DecimalSums();
    for (const {key} of own) {
      const {delta = null} = readKey(key) ?? {};
      if (delta !== null) sums.add(delta.slice(0, 3), numberIn(delta.slice(3)));
    }
    const [oldest] = own.map(({firstSeen}) => firstSeen).sort();
    if (oldest === undefined) return [];
    const name = `${messages(language).reconcile.codes[code]} × ${own.length}`;
    const amounts = sums.amounts.map(each => namedAmount(each, language)).join(' + ');
    const cells = [shop || messages(language).officePage.exports.all, name, amounts, dayText(oldest, language)];
    return [{id: `${shop} ${code}`, cells, tone: 'not-known', to: reconcileAddress(shop)}];
  });
}
