import {clockText, dateText, shortDayText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {type Badge, glyphs} from '../../src/core/payment/badge.js';
import {tenderName} from '../../src/core/payment/tender.js';
import type {Attempt} from '../../src/core/sale/attempt.js';
import type {SaleRow} from '../../src/core/sale/sale.js';
import {type Block, fact, gap} from '../kit/block.js';
import type {Context} from '../kit/step.js';

const stateText = (badge: Badge, {language}: Context): string =>
  `${glyphs[badge]} ${messages(language).payment.verdicts[badge]}`;

/** A sale in the columns of the list. */
export function rowCells({badge, shown, attempts}: SaleRow, context: Context): readonly string[] {
  const {language, shop} = context;
  const {at, amount, businessDate, payer, tender, person} = shown;
  const count = attempts.length;
  return [
    shortDayText(businessDate, language),
    clockText(at, shop.zone),
    displayMoney(amount, language),
    stateText(badge, context) + (count === 1 ? '' : ` · ${messages(language).sales.attempts({count})}`),
    payer,
    tenderName(tender, language),
    person,
  ];
}

/** The same in a sentence. */
export function rowText(
  {badge, shown}: SaleRow,
  place: {readonly at: number; readonly count: number},
  {language, shop}: Context,
): string {
  const {at, amount, businessDate, payer, tender, person} = shown;
  return messages(language).sales.row({
    at: place.at,
    count: place.count,
    state: messages(language).payment.verdicts[badge],
    amount: displayMoney(amount, language),
    about: [payer, tenderName(tender, language)].filter(text => text !== '').join(', '),
    day: shortDayText(businessDate, language),
    time: clockText(at, shop.zone),
    person,
  });
}

/** What is known of a sale without opening it. */
export function detailOf({sale, badge, shown, attempts}: SaleRow, context: Context): readonly Block[] {
  const {language, shop} = context;
  const {detail} = messages(language).sales;
  const {at, amount, businessDate, payer, tender, person, reference} = shown;
  const facts: readonly (readonly [string, string])[] = [
    [detail.sale, sale],
    [detail.when, `${dateText(businessDate, language)} · ${clockText(at, shop.zone)}`],
    [detail.payer, payer],
    [detail.way, tenderName(tender, language)],
    [detail.person, person],
  ];
  return [
    fact('amount', displayMoney(amount, language), {tone: 'strong'}),
    fact('state', stateText(badge, context), {tone: badge}),
    gap('above'),
    ...facts.flatMap(([lead, text]) => (text === '' ? [] : [fact(lead, text, {lead})])),
    ...(attempts.length === 1 ? [] : [gap('attempts-above'), fact('attempts', detail.attempts, {tone: 'strong'})]),
    ...(attempts.length === 1 ? [] : attempts.map(each => attemptFact(each, reference, context))),
  ];
}

function attemptFact(attempt: Attempt, shown: string, context: Context): Block {
  const {language, shop} = context;
  const {at, amount, badge, reference, tender} = attempt;
  const text = [stateText(badge, context), displayMoney(amount, language), tenderName(tender, language)].join(' · ');
  const tone = reference === shown ? badge : 'plain';
  return fact(reference, text, {lead: clockText(at, shop.zone), tone});
}
