import {verdictWord} from '../src/core/books/selectors.js';
import type {State} from '../src/core/books/state.js';
import {businessDate, clockText, dateText, timerText} from '../src/core/day/business-day.js';
import {fill, fillFrom} from '../src/core/messages/messages.js';
import {displayMoney} from '../src/core/money/display.js';
import {type Badge, badgeOf, glyphs} from '../src/core/payment/badge.js';
import {maskPayer} from '../src/core/payment/payer.js';
import type {Payment} from '../src/core/payment/payment.js';
import {isPaidTwice, pendingPayments} from '../src/core/payment/payments.js';
import {problemText} from '../src/core/present/problem-text.js';
import {Problem} from '../src/core/problem.js';
import {personText} from '../src/core/staff/name.js';
import {hasStaff} from '../src/core/staff/staff.js';
import {cleanText} from '../src/core/text/text.js';
import {fit, widthOf, wrap} from '../src/core/text/width.js';
import type {Till} from '../src/till/till.js';
import {type Block, fact} from '../src/views/block.js';
import type {Context} from './kit/screen.js';
import type {Model, Notice, PlaceId} from './model.js';
import {type Row, row, type Span, span} from './parts/rows.js';
import {refundText} from './payment/said.js';
import {type BindingId, doors, keyText} from './terminal/bindings.js';
import {isSmall, type Size} from './terminal/size.js';
import type {Style, Styles} from './terminal/styles.js';

const skewWorthSaying = 2 * 60_000;

type NoticeFacts = {
  readonly kind: 'stopped' | 'refused' | 'offline' | 'restored' | 'skewed';
  readonly text: string;
  readonly style: 'problem-block' | 'not-known-block';
};

/** Returns the most serious notice about the till itself, for as long as it is true. */
export function bannerOf({language, till, messages}: Context): NoticeFacts | undefined {
  const writeFailure = till.writeFailure();
  if (writeFailure !== undefined)
    return {
      kind: 'stopped',
      text: `${messages.frame.stopped} ${problemText(writeFailure, language)}`,
      style: 'problem-block',
    };
  const {refusedKey, state} = till.link();
  if (refusedKey)
    return {kind: 'refused', text: problemText(new Problem('key-refused'), language), style: 'problem-block'};
  if (state === 'down') return {kind: 'offline', text: messages.frame.offline, style: 'not-known-block'};
  const count = till.state.restored?.unasked.length ?? 0;
  if (count > 0) return {kind: 'restored', text: messages.frame.restored({count}), style: 'not-known-block'};
  const skew = till.clockSkew() ?? 0;
  if (Math.abs(skew) <= skewWorthSaying) return undefined;
  const facts = {age: timerText(Math.abs(skew), language)};
  const text = (skew > 0 ? messages.frame.skewed.ahead : messages.frame.skewed.behind)(facts);
  return {kind: 'skewed', text, style: 'not-known-block'};
}

/** What surrounds a screen is drawn from this: what the screen may know, and the window. */
export type View = Context & {readonly till: Till; readonly styles: Styles; readonly size: Size};

/** Returns the rows of the banner below the header. A small window has one line for it. */
export function bannerRows(view: View): readonly Row[] {
  const banner = bannerOf(view);
  if (banner === undefined) return [];
  const [text, style] = [`! ${banner.text}`, view.styles[banner.style]];
  return isSmall(view.size) ? [row(span(fit(` ${text}`, view.size.columns), style))] : block(text, view, style);
}

export function leaveText({language, keys, till, messages}: Context): string {
  const count = till.state.open.size;
  const facts = {count, leave: keyText('do-leave', {language, keys}), stay: keyText('back', {language, keys})};
  return (count === 0 ? messages.frame.leave : messages.frame.leaveInFlight)(facts);
}

/** Returns the rows above the keys: the question whether to leave, or what has just happened, unless `longNotice` has it. */
export function noticeRows(model: Model, view: View): readonly Row[] {
  if (model.isLeaving) return block(leaveText(view), view, view.styles['not-known-block']);
  if (model.notice === undefined || longNotice(model, view).length > 0) return [];
  return block(noticeText(model.notice, view), view, noticeStyle(model.notice, view));
}

/** What has just happened, if a small window has no room for it above the keys: it is read there before everything else. */
export function longNotice({notice, isLeaving}: Model, view: View): readonly Block[] {
  if (notice === undefined || isLeaving || !isSmall(view.size)) return [];
  const text = noticeText(notice, view);
  if (linesOf(text, view).length <= longestBlock(view)) return [];
  const isProblem = notice.kind === 'problem' || notice.kind === 'mail-ended';
  return [fact('notice', text, {tone: isProblem ? 'problem' : 'not-known'})];
}

/** The greatest number of lines that a sentence may take, so that its subject stays visible. */
const longestBlock = ({size}: View): number => Math.max(3, Math.floor((size.rows - 1) / 4));

const linesOf = (text: string, {size}: View): readonly string[] => wrap(text, size.columns - 2);

function block(text: string, view: View, style: Style): readonly Row[] {
  const {columns} = view.size;
  const most = longestBlock(view);
  const lines = linesOf(text, view);
  const last = lines.slice(most - 1).join(' ');
  return [...lines.slice(0, most - 1), ...(last === '' ? [] : [last])].map(line =>
    row(span(fit(` ${fit(line, columns - 2)}`, columns), style)),
  );
}

export function noticeText(notice: Notice, {language, till, messages}: Context): string {
  switch (notice.kind) {
    case 'ended': {
      const payment = till.state.payments.get(notice.references.at(-1) ?? '');
      if (payment === undefined) return '';
      const verdict = badgeShown(payment, till.state);
      const isTwice = verdict !== badgeOf(payment);
      const facts = {
        verdict: `${glyphs[verdict]} ${isTwice ? messages.payment.paidTwice : verdictWord(till.state, payment, language)}`,
        amount: displayMoney(payment.request.amount, language),
        wallet: maskPayer(payment.request),
      };
      const others = notice.references.length - 1;
      return messages.frame.ended(facts) + (others > 0 ? `   ${messages.frame.endedMore({count: others})}` : '');
    }
    case 'refund-ended': {
      const payment = till.state.payments.get(notice.reference);
      const refund = payment?.refunds.at(-1);
      if (payment === undefined || refund === undefined) return '';
      return `${refundText(refund, {language, messages})}   ${maskPayer(payment.request)}`;
    }
    case 'mail-ended': {
      const {mail} = notice;
      const facts = {reference: mail.reference, to: cleanText(mail.to, 60), text: mail.text};
      return mail.status === 'refused'
        ? `✗ ${messages.mail.told.refused(facts)}`
        : `! ${messages.mail.told.unknown(facts)}`;
    }
    case 'file-read':
      return messages.reconcileScreen.file.readLate(notice);
    case 'news':
      return factsText(notice, messages);
    case 'said':
      return notice.text;
    case 'problem':
      return `✗ ${problemText(notice.problem, language)}`;
  }
}

function factsText({news, facts}: Extract<Notice, {kind: 'news'}>, {shiftScreen: shift}: View['messages']): string {
  const {moved, ...others} = shift.done;
  return fillFrom(news === 'in' || news === 'out' || news === 'drop' ? moved[news] : others[news], facts);
}

function noticeStyle(notice: Notice, {styles, till}: View): Style {
  if (notice.kind === 'problem' || notice.kind === 'mail-ended') return styles.problem;
  if (notice.kind === 'refund-ended') {
    const refund = till.state.payments.get(notice.reference)?.refunds.at(-1);
    return styles[refund?.status === 'done' ? 'given-back-block' : 'not-paid-block'];
  }
  if (notice.kind !== 'ended') return styles['not-known'];
  const payment = till.state.payments.get(notice.references.at(-1) ?? '');
  return payment === undefined ? styles.plain : styles[`${badgeShown(payment, till.state)}-block`];
}

/** Returns the badge to show. A second payment of a sale that is already paid is marked as one that needs a person. */
const badgeShown = (payment: Payment, state: State): Badge =>
  payment.status === 'paid' && isPaidTwice(state, payment.sale) ? 'needs-person' : badgeOf(payment);

const pendingWidth = 20;
const wide = 76;
const leftMargin = 3;

/** Returns the profile, and the host of the service if it is not the usual one. */
const profileText = ({shop: {profile, unusualHost: host}, messages}: View): string =>
  host === undefined
    ? messages.frame.profiles[profile]
    : `${messages.frame.profiles[profile]} ${fit(host, 21).trimEnd()}`;

/**
 * Returns the header: the shop and the person, the time, the profile, the link, and what is still open. In a small window the least
 * important parts are left out first. The link may be one of them, because a banner says when it is down.
 */
export function headerRow(view: View): Row {
  const {now, shop, till, language, styles, messages} = view;
  const {columns} = view.size;
  const link = till.link();
  const open = pendingPayments(till.state);
  const oldest = open[0];
  const profile = profileText(view);
  const linkText = fill(messages.frame.link[link.state], {age: ''}).trim();
  const pending =
    oldest === undefined
      ? messages.frame.nothingPending
      : messages.frame.pending({count: open.length, age: timerText(now - oldest.requestedAt, language)});
  const isWhole = widthOf(`${profile} · ${linkText} · ${pending} `) + leftMargin <= columns;
  const right = isWhole ? ` · ${linkText} · ${pending} ` : ` · ${pending} `;
  const rightWidth = widthOf(profile) + widthOf(right);
  const time = clockText(now, shop.zone);
  const day = dateText(businessDate(now, shop.zone, shop.dayStartsAt), language);
  const name = cleanText(shop.shop, 60);
  const shortDay = day.slice(day.indexOf(' ') + 1);
  const {till: id} = till.settings;
  const usual = hasStaff(till.state.staff) ? '–' : (till.state.ledger.shift?.person ?? shop.person);
  const person = cleanText(till.actor()?.name ?? personText(usual, language), 30);
  const lefts = [
    [name, id, person, `${day} ${time}`],
    [name, id, person, `${shortDay} ${time}`],
    // The person signed in stays; the shop and the day are left out.
    ...(till.actor() === undefined
      ? []
      : [
          [name, id, person, time],
          [id, person, time],
          [person, time],
        ]),
    [name, id, `${shortDay} ${time}`],
    [name, id, time],
    [id, time],
  ].map(parts => parts.join(' · '));
  // Room is reserved as if a payment were pending, so that the left side does not jump when one is.
  const reserved = columns < wide ? 0 : widthOf(profile) + widthOf(linkText) + pendingWidth;
  const room = columns - Math.max(rightWidth, reserved) - leftMargin;
  const left = lefts.find(text => widthOf(text) <= room) ?? '';
  return row(
    ' ',
    span(fit(left, columns - rightWidth - leftMargin), styles.strong),
    '  ',
    span(profile, styles[shop.profile === 'live' ? 'live' : 'sandbox']),
    ...(isWhole
      ? [span(' · ', styles.quiet), span(linkText, link.state === 'down' ? styles.problem : styles.quiet)]
      : []),
    span(' · ', styles.quiet),
    span(`${pending} `, oldest === undefined ? styles.quiet : styles['not-known']),
  );
}

/**
 * Returns the row with the places that a person goes to all day: the one that is open in brackets, the others with the keys that lead there
 * from this screen, and how many baskets are parked. A window without room for it has the keys in its footer.
 */
export function doorsRow(
  {stack}: Model,
  {messages, language, keys, styles, size, till}: View,
  offers: readonly BindingId[],
): Row {
  const texts = {language, keys};
  const here = stack.findLast(({kind}) => kind === 'sale' || doors.some(id => id === kind))?.kind;
  const door = (id: PlaceId & string, name: string, key: string): Row => {
    const [first = '', ...rest] = name;
    const shown = first.toLocaleUpperCase(language) + rest.join('');
    if (id === here) return [span(`[${shown}]`, styles.strong)];
    return [span(` ${shown} `, styles.quiet), span(key, styles.strong)];
  };
  const words = messages.key.does;
  const keyOf = (id: BindingId) => (offers.includes(id) ? keyText(id, texts) : '');
  const help =
    keyOf('help') === '' ? [] : [span(keyOf('help'), styles.strong), span(` ${words.help.short} `, styles.quiet)];
  const room = size.columns - widthIn(help) - 1;
  const {length: parked} = till.parkedBaskets();
  const all = [
    door('sale', messages.frame.sale + (parked === 0 ? '' : ` (${parked})`), ''),
    ...doors.map(id => door(id, words[id].short, keyOf(id))),
  ];
  const needed = widthIn(all.flat());
  const gap = ['  ', ' ', ''].find(blank => needed + all.length * blank.length <= room) ?? '';
  const spans: Span[] = [];
  for (const next of all) if (widthIn([...spans, ...next]) <= room) spans.push(...next, span(gap));
  return row(' ', ...spans, ' '.repeat(room - widthIn(spans)), ...help);
}

const widthIn = (spans: Row): number => widthOf(spans.map(({text}) => text).join(''));
