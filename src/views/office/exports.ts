import {dayText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import type {Currency} from '../../core/money/money.js';
import {decimalText} from '../../core/money/money.js';
import {heldBackText, type ShopFreshness, type TillStanding} from '../../core/office/view.js';
import {cleanText} from '../../core/text/text.js';
import {compact, fact, notice, title} from '../block.js';
import type {PageBlock} from './page-block.js';
import type {ListedPayment} from './payments.js';
import {question} from './reconcile.js';
import {freshnessFacts, receivedText} from './takings.js';

/** The days and the shop of an export; an empty shop means all. */
type ExportSpan = {readonly from: string; readonly to: string; readonly shop: string};
type ExportFacts = ExportSpan & {
  readonly freshness: readonly ShopFreshness[];
  readonly tills: readonly TillStanding[];
  readonly zone: string;
};

/** The formats in which the books of a till can be downloaded. */
export const bookFormats = ['xlsx', 'hledger', 'beancount'] as const;

/** Describes what can be exported of some days, and what it rests on. */
export function describeExports(
  {from, to, shop, freshness, tills, zone}: ExportFacts,
  language: Language,
): readonly PageBlock[] {
  const words = messages(language).officePage;
  const {columns} = messages(language).office;
  const shops = freshness.map(each => ({value: each.shop, text: each.shop}));
  const query = new URLSearchParams({from, to, shop});
  return [
    title(words.names.exports),
    {
      kind: 'form',
      id: 'span',
      method: 'get',
      fields: [
        {name: 'from', label: words.exports.from, type: 'date', value: from},
        {name: 'to', label: words.exports.to, type: 'date', value: to},
        {name: 'shop', label: columns.shop, value: shop, options: [{value: '', text: words.exports.all}, ...shops]},
      ],
      button: words.exports.choose,
    },
    fact(
      'span',
      words.exports.of({from: dayText(from, language), to: dayText(to, language), shop: shop || words.exports.all}),
      {tone: 'strong'},
    ),
    {
      kind: 'links',
      id: 'files',
      links: [
        {to: `/exports/payments.csv?${query}`, text: words.exports.csv},
        {to: `/exports/payments.jsonl?${query}`, text: words.exports.lines},
      ],
    },
    question('books', words.exports.books),
    fact('as-till', words.exports.asTill, {tone: 'quiet', most: 9}),
    ...tills.flatMap(({shop: of, till, rows, heardAt}): readonly PageBlock[] => {
      const held = freshness.flatMap(({heldBack}) => heldBack).find(each => each.till === till);
      const through = {shop: of, till, line: rows, heard: receivedText(heardAt, zone)};
      return compact<PageBlock>([
        fact(`through ${till}`, messages(language).office.booksThrough(through)),
        held !== undefined && notice(`held ${till}`, heldBackText(held, language)),
        {
          kind: 'links',
          id: `books ${till}`,
          links: bookFormats.map(format => ({
            to: `/exports/${till}.${format}?${query}`,
            text: `${till} · ${words.exports.formats[format]}`,
          })),
        },
      ]);
    }),
    ...freshnessFacts(freshness, zone, language),
  ];
}

/** The columns of the payments, whose English names never change. */
export const paymentExportColumns = [
  ...['business_date', 'shop', 'till', 'cashier', 'reference', 'sale', 'tender', 'operator', 'currency', 'gross'],
  ...['refunded', 'fee', 'status', 'created', 'payer_masked', 'provider_reference'],
] as const;

/** A payment as a row of the export; figures are exact. */
export function paymentExportRow(
  {currency, minor, refunded, fee, ...payment}: ListedPayment,
  zone: string,
): readonly (string | null | {readonly figure: string})[] {
  const {businessDate, shop, till, person, reference, sale, method, channel, status, requestedAt, payer} = payment;
  const figure = (amount: number) => ({figure: decimalText({currency: currency as Currency, minor: amount})});
  const created = Temporal.Instant.fromEpochMilliseconds(requestedAt).toZonedDateTimeISO(zone);
  return [
    ...[businessDate, shop, till, cleanText(person), reference, sale, method, cleanText(channel), currency],
    ...[figure(minor), figure(refunded), fee === null ? null : {figure: fee}, status],
    ...[created.toString({timeZoneName: 'never', smallestUnit: 'second'}), payer, cleanText(payment.providerReference)],
  ];
}
