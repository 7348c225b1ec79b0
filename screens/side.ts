import {isPartPaid, latestPayments} from '../src/core/books/selectors.js';
import {businessDate, clockText, timerText} from '../src/core/day/business-day.js';
import {messages} from '../src/core/messages/messages.js';
import {displayMoney, displayNumber, moneyColumn, moneyWidth} from '../src/core/money/display.js';
import {badgeOf, glyphs, statusText} from '../src/core/payment/badge.js';
import {attentionOf} from '../src/core/payment/follow-up.js';
import {maskPayer} from '../src/core/payment/payer.js';
import {isOpen, type Payment} from '../src/core/payment/payment.js';
import {pendingPayments, pendingSums} from '../src/core/payment/payments.js';
import {isRefundedWhole} from '../src/core/payment/refund.js';
import {channelName} from '../src/core/payment/tender.js';
import {fit, widthOf} from '../src/core/text/width.js';
import type {View} from './lines.js';
import {waitBar} from './parts/bars.js';
import {blank, type Row, row, span} from './parts/rows.js';

const narrowestBody = 72;
const narrowest = 43;
const widest = 56;
/** The cells before the side column. `margin` is the one after it. */
export const sideGap = 4;
const margin = 1;

/** Returns the cells of the column beside the sale, or 0 if the window has no room for it. */
export function sideWidthIn(frameWidth: number): number {
  const room = frameWidth - narrowestBody - sideGap - margin;
  return room < narrowest ? 0 : Math.min(room, widest);
}

const leastBesideList = 140;
const widestSide = 56;

/** Returns the cells of the column beside a list, or 0 if the window has no room for it. */
export const sideRoomIn = (frameWidth: number): number =>
  frameWidth < leastBesideList ? 0 : Math.min(widestSide, Math.floor(frameWidth / 3));

const barWidth = 5;
const ageWidth = 8;

const amountsOf = (payments: readonly Payment[]) => payments.map(({request}) => request.amount);

/** Returns the column beside the sale, which is drawn but not narrated: the payments that wait, and the state of the latest ones. */
export function sideRows(view: View, height: number): readonly Row[] {
  const {language, styles, till, messages: words, now, shop} = view;
  const pending = pendingPayments(till.state);
  const today = businessDate(now, shop.zone, shop.dayStartsAt);
  const latest = latestPayments(till.state, today).filter(payment => !isOpen(payment));
  const sums = pendingSums(till.state);
  const most = Math.max(1, Math.floor((height - 5) / 2));
  const waiting = pending.slice(0, latest.length === 0 ? height - 2 : most);
  const title = (text: string, count: string, more: string) =>
    row(span(text, styles.strong), span(`  ${count}`, styles.strong), span(`   ${more}`, styles.quiet));
  const top = [
    title(
      words.pendingScreen.title,
      displayNumber(String(pending.length), language),
      sums.map(sum => displayMoney(sum, language)).join('  '),
    ),
    blank,
    ...waiting.map(payment => waitingRow(payment, view, moneyWidth(amountsOf(waiting), language))),
  ];
  if (latest.length === 0) return top.slice(0, height);
  const shown = latest.slice(0, Math.max(0, height - top.length - 3));
  const columns = {
    money: moneyWidth(amountsOf(shown), language),
    payer: Math.max(...shown.map(({request}) => widthOf(maskPayer(request)))),
  };
  return [
    ...top,
    ...(waiting.length === 0 ? [] : [blank]),
    title(words.saleScreen.latest, '', ''),
    blank,
    ...shown.map(payment => latestRow(payment, view, columns)),
  ].slice(0, height);
}

function waitingRow(payment: Payment, {language, size, now, styles}: View, money: number): Row {
  const isOld = attentionOf(payment, now) !== undefined;
  const style = isOld ? styles['not-known'] : styles.plain;
  return row(
    span(`${waitBar(payment, now, barWidth)} `, isOld ? style : styles.quiet),
    span(fit(timerText(now - payment.requestedAt, language), ageWidth - 1, true), style),
    span(`  ${fit(whatText(payment, language, money), sideWidthIn(size.columns) - barWidth - ageWidth - 2)}`, style),
  );
}

type LatestColumns = {readonly money: number; readonly payer: number};

function latestRow(payment: Payment, view: View, {money, payer}: LatestColumns): Row {
  const {language, size, shop, styles, till, messages: words} = view;
  const badge = badgeOf(payment);
  const lead = `${glyphs[badge]} ${clockText(payment.requestedAt, shop.zone)}`;
  const text = isPartPaid(till.state, payment)
    ? messages(language).payment.partPaid.toLocaleLowerCase(language)
    : statusText(payment, language);
  const word = isRefundedWhole(payment) ? words.cardScreen.refund.given : text;
  return row(
    span(fit(lead, barWidth + ageWidth), styles[badge]),
    `  ${moneyColumn(payment.request.amount, money, language)}  ${fit(maskPayer(payment.request), payer)}  `,
    span(fit(word, sideWidthIn(size.columns) - barWidth - ageWidth - money - payer - 6), styles.quiet),
  );
}

function whatText(payment: Payment, language: View['language'], money: number): string {
  const {request} = payment;
  return `${moneyColumn(request.amount, money, language)}  ${maskPayer(request)}  ${channelName(request, language)}`;
}
