import {explain, stepSentence} from '../../core/books/selectors.js';
import {businessDate, dayText, momentText, secondsText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Currency} from '../../core/money/money.js';
import type {ProjectedPayment} from '../../core/office/projected-payment.js';
import type {ShopFreshness, TillStanding} from '../../core/office/view.js';
import {badgeOf} from '../../core/payment/badge.js';
import type {Payment} from '../../core/payment/payment.js';
import {channelName} from '../../core/payment/tender.js';
import {personText} from '../../core/staff/name.js';
import {compact, fact, gap, type ListBlock, type Tone, title, verdict} from '../block.js';
import {refundLine} from '../payment/refund.js';
import type {PageBlock} from './page-block.js';
import {rowsOf} from './people.js';
import {freshnessFacts, receivedText} from './takings.js';

export type ListedPayment = ProjectedPayment & {readonly shop: string; readonly till: string};
type Reader = {readonly language: Language; readonly zone: string};

/** The verdict of a payment, and for a paid one whether part or all of it was refunded. */
export function stateOf({verdict: of, minor, refunded}: Pick<ProjectedPayment, 'verdict' | 'minor' | 'refunded'>) {
  if (of !== 'paid' || refunded === 0) return of;
  return refunded < minor ? 'part-refunded' : 'refunded';
}

const toneOf = ({verdict: of}: ProjectedPayment): Tone => (of === 'paid' ? 'plain' : of === 'not-paid' ? 'quiet' : of);

/** Lists payments; each leads to its own page. */
function paymentList(payments: readonly ListedPayment[], {language, zone}: Reader): ListBlock {
  const {columns, verdicts, noPayments} = messages(language).office;
  return rowsOf('payments', {
    columns: [
      {title: columns.reference, grows: true, width: 16},
      {title: columns.till},
      {title: columns.time, width: 16},
      {title: columns.state, most: 20},
      {title: columns.amount, align: 'right'},
      {title: columns.person, most: 16, from: 76},
    ],
    rows: payments.map(each => {
      const {till, reference, requestedAt, currency, minor, person} = each;
      const cells = [
        ...[reference, till, momentText(requestedAt, zone), verdicts[stateOf(each)]],
        ...[displayMoney({currency: currency as Currency, minor}, language), personText(person, language)],
      ];
      return {id: reference, cells, tone: toneOf(each), to: `/payments/${reference}`};
    }),
    empty: noPayments,
  });
}

/** What was searched for, what was found, and how current it is. `older` and `newer` are the addresses of the next rows. */
type FoundPayments = {
  readonly typed: string;
  readonly payments: readonly ListedPayment[];
  /** How many of the newest payments were searched; null: all. */
  readonly searched: number | null;
  readonly freshness: readonly ShopFreshness[];
  readonly older: string | undefined;
  readonly newer: string | undefined;
};

export function describePayments(found: FoundPayments, reader: Reader): readonly PageBlock[] {
  const {language, zone} = reader;
  const words = messages(language).officePage;
  const {typed, payments, searched, freshness, older, newer} = found;
  const links = compact([
    newer !== undefined && {to: newer, text: words.newer},
    older !== undefined && {to: older, text: words.older},
  ]);
  return [
    title(words.names.payments),
    {
      kind: 'form',
      id: 'search',
      method: 'get',
      fields: [{name: 'q', label: words.search, type: 'search', value: typed, note: words.searchNote}],
      button: words.find,
    },
    ...(searched === null ? [] : [fact('searched', messages(language).office.searchedNewest({count: searched}))]),
    paymentList(payments, reader),
    ...(links.length === 0 ? [] : [{kind: 'links' as const, id: 'more', links}]),
    ...freshnessFacts(freshness, zone, language),
  ];
}

/** A payment as its till's lines tell it, and how far the office has these lines. */
type PaymentFacts = {
  readonly payment: ListedPayment;
  readonly told: Payment;
  readonly lines: readonly string[];
  readonly till: TillStanding | undefined;
};

/** Describes a payment: what it is, what came of it, every step, its refunds, and its lines as the till wrote them. */
export function describePayment(
  {payment, told, lines, till}: PaymentFacts,
  {language, zone}: Reader,
): readonly PageBlock[] {
  const {office, officePage, payment: said, report} = messages(language);
  const badge = badgeOf(told);
  const {request} = told;
  const {columns} = office;
  const from = compact([payment.payer, channelName(request, language)]).join(' · ');
  const facts: readonly (readonly [string, string])[] = [
    [columns.amount, displayMoney(request.amount, language)],
    [columns.till, `${payment.shop}/${payment.till}`],
    [columns.person, personText(payment.person, language)],
    [columns.method, from],
    [columns.day, dayText(payment.businessDate, language)],
    [officePage.providerReference, payment.providerReference === payment.reference ? '' : payment.providerReference],
  ];
  return [
    title(payment.reference, {note: [{text: office.verdicts[stateOf(payment)], tone: toneOf(payment)}]}),
    verdict('verdict', badge, said.verdicts[badge], compact([explain(told, language)])),
    ...facts.flatMap(([lead, text]) => (text === '' ? [] : [fact(lead, text, {lead})])),
    gap('before-steps'),
    {
      kind: 'table',
      id: 'steps',
      columns: [{title: columns.time}, {title: officePage.step, grows: true}],
      rows: told.steps.map(step => ({
        cells: [`${businessDate(step.at, zone, '00:00')} ${secondsText(step.at, zone)}`, stepSentence(step, language)],
        tone: 'plain',
      })),
    },
    ...(told.refunds.length === 0 ? [] : [fact('refunds', report.refunds, {tone: 'strong'})]),
    ...told.refunds.map(each => fact(`refund ${each.number}`, refundLine(each, language))),
    ...(payment.sale === payment.reference
      ? []
      : [linkTo('sale', `/payments/${payment.sale}`, officePage.firstAttempt({reference: payment.sale}))]),
    ...(till === undefined ? [] : [fact('books', booksText(till, {language, zone}), {tone: 'quiet'})]),
    {
      kind: 'folded',
      id: 'lines',
      title: officePage.lines,
      blocks: [{kind: 'exact', id: 'journal', lines, onRoll: false}],
    },
  ];
}

const linkTo = (id: string, to: string, text: string): PageBlock => ({kind: 'links', id, links: [{to, text}]});

/** Up to which line the office has the books of a till. */
const booksText = ({shop, till, rows, heardAt}: TillStanding, {language, zone}: Reader): string =>
  messages(language).office.booksThrough({shop, till, line: rows, heard: receivedText(heardAt, zone)});
