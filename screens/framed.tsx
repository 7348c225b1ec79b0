import {Box} from 'ink';
import type {ReactNode} from 'react';
import {isPartPaid, latestPayments} from '../src/core/books/selectors.js';
import {businessDate, clockText, timerText} from '../src/core/day/business-day.js';
import {type Language, messages} from '../src/core/messages/messages.js';
import {displayMoney, displayNumber, moneyColumn, moneyWidth} from '../src/core/money/display.js';
import {badgeOf, glyphs, statusText} from '../src/core/payment/badge.js';
import {attentionOf} from '../src/core/payment/follow-up.js';
import {maskPayer} from '../src/core/payment/payer.js';
import {isOpen, type Payment} from '../src/core/payment/payment.js';
import {pendingPayments, pendingSums} from '../src/core/payment/payments.js';
import {isRefundedWhole} from '../src/core/payment/refund.js';
import {channelName} from '../src/core/payment/tender.js';
import {fit, widthOf} from '../src/core/text/width.js';
import type {Block} from '../src/views/block.js';
import type {Room} from './kit/block-rows.js';
import {bodyColumns, detailOf} from './kit/columns.js';
import {Blocks, TooSmall} from './kit/ink.js';
import type {AnyScreen, SpokenContext} from './kit/screen.js';
import {type SmallPage, smallPages} from './kit/small.js';
import type {View} from './lines.js';
import {blank, type Row, Rows, row, span, waitBar} from './parts/rows.js';
import {actionOf, type BindingId, footerGap, footerParts, isGuarded, isWriting} from './terminal/bindings.js';
import type {Key} from './terminal/keyboard.js';
import {isSmall, isTooSmall, type Size} from './terminal/size.js';
import type {Styles} from './terminal/styles.js';

/** The largest body that is comfortable to read. In a larger window the body is in the middle. Lists may grow beyond it. */
const largestBody = {columns: 100, rows: 32} as const;

export type Framing = {
  readonly context: SpokenContext;
  readonly styles: Styles;
  readonly size: Size;
  readonly blocks: readonly Block[];
  /** What is beside the blocks in a window with room for it, panel by panel. */
  readonly panels?: readonly (readonly Block[])[] | undefined;
  readonly layout: AnyScreen['layout'];
  readonly offers: readonly BindingId[];
  readonly header: Row;
  /** The row of places below the header. */
  readonly doors?: Row | undefined;
  /** The banner is below the header while it is true; the notice is above the footer until the next decision. */
  readonly banner: readonly Row[];
  readonly notice: readonly Row[];
  /** In a small window, only the question whether to leave is shown. */
  readonly isLeaving: boolean;
  /** Which of its pages a small window shows of a screen that has no room on one. */
  readonly page: number;
  readonly tooSmall: string;
  readonly range: Room['range'];
  /** Returns the lines beside a screen with the layout `beside`. */
  readonly beside?: (height: number) => readonly Row[];
};

/** Returns the banner and the number of lines that it and the notice leave for the body. */
function roomIn({banner, notice, size, doors}: Framing) {
  const isInSmall = isSmall(size);
  const shown = banner.slice(0, isInSmall ? 1 : undefined);
  // The header and the keys, and in a window that is not small also a rule below the header and one above the keys.
  const around = (isInSmall ? 2 : 4) + (doors === undefined ? 0 : 1) + shown.length + notice.length;
  return {isInSmall, banner: shown, height: size.rows - 1 - around};
}

/** Returns the areas of the body and of what is beside it, and the pages of the body in a small window. */
function bodyOf(framing: Framing) {
  const {size, layout, blocks, panels = [], beside, isLeaving, page: wanted, styles, range} = framing;
  const {language} = framing.context;
  const {isInSmall, height: room} = roomIn(framing);
  const detail = isInSmall || panels.length > 0 ? undefined : detailOf(blocks);
  const widthBeside = layout === 'beside' && beside !== undefined ? sideWidthIn(size.columns) : 0;
  const widths = panelWidths.slice(0, panels.length);
  const sideWidth =
    panels.length > 0
      ? widths.reduce((sum, width) => sum + sideGap + width, -sideGap)
      : detail === undefined
        ? widthBeside
        : sideRoomIn(size.columns);
  const height = layout === 'tall' || isInSmall || panels.length > 0 ? room : Math.min(room, largestBody.rows);
  const free = sideWidth === 0 ? size.columns : size.columns - sideWidth - sideGap - 1;
  const usual = Math.min(largestBody.columns, free);
  const columns = isInSmall ? usual : bodyColumns(blocks, {usual, free, height});
  const body: Room = {columns, height, styles, language, range};
  const pages: readonly SmallPage[] = !isInSmall ? [{blocks}] : isLeaving ? [{blocks: []}] : smallPages(blocks, body);
  const page = Math.min(wanted, pages.length - 1);
  return {room, detail, sideWidth, body, page, count: pages.length, shown: pages[page] ?? {blocks}};
}

/**
 * Returns the page of a small window that a key turns to, or undefined if the key is for the screen. A key that decides or records turns to
 * the next page until the last one has been shown.
 */
export function turnedTo(framingOf: () => Framing, key: Key, size: Size): number | undefined {
  if (!isSmall(size) || key.kind === 'paste') return undefined;
  const framing = framingOf();
  const {page, count} = bodyOf(framing);
  if (count === 1) return undefined;
  const action = actionOf(framing.offers, key, framing.context.keys)?.action;
  const name = key.kind === 'press' ? key.name : '';
  if (name === 'page-up' || (name === 'up' && action === undefined)) return Math.max(0, page - 1);
  const isOn = name === 'page-down' || (name === 'down' && action === undefined);
  const isForAll = action !== undefined && (isGuarded(action) || isWriting(action));
  return isOn || (isForAll && page < count - 1) ? Math.min(page + 1, count - 1) : undefined;
}

/** Returns the verdict, the amounts and the question of a screen that has no room. */
function essentialsOf(blocks: readonly Block[], language: Language): readonly string[] {
  return blocks.flatMap(block => {
    if (block.kind === 'verdict') return [`${glyphs[block.badge]} ${block.word}`, ...block.texts.slice(0, 1)];
    if (block.kind === 'amount' && block.money.minor !== 0)
      return [
        [
          displayMoney(block.money, language),
          ...block.beside.map(({text, badge}) => (badge === undefined ? text : `${glyphs[badge]} ${text}`)),
        ].join('  '),
      ];
    return block.kind === 'question' ? [block.text] : [];
  });
}

/** Draws header, rule, body, rule and keys. The result is never higher than the window, whatever the body contains. */
export function Framed(framing: Framing): ReactNode {
  const {context, styles, size, layout, panels = [], header, notice, isLeaving, tooSmall, beside} = framing;
  const {banner, isInSmall} = roomIn(framing);
  if (isTooSmall(size))
    return <TooSmall size={size} text={tooSmall} first={essentialsOf(framing.blocks, context.language)} />;
  const [frameWidth, frameHeight] = [size.columns, size.rows - 1];
  if (layout === 'whole' && !isInSmall && !isLeaving) {
    const {language} = context;
    return (
      // A QR code needs every line.
      <Box width={frameWidth} height={frameHeight} overflow="hidden">
        <Blocks
          blocks={framing.blocks}
          room={{columns: frameWidth, height: frameHeight, styles, language, range: framing.range}}
        />
      </Box>
    );
  }
  const {room, detail, sideWidth, body, page, count, shown} = bodyOf(framing);
  const {columns, height} = body;
  const side =
    panels.length > 0 ? (
      panels.map((blocks, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a panel is its place
        <Box key={at} marginLeft={at === 0 ? 0 : sideGap} width={panelWidths[at]} flexShrink={0}>
          <Blocks blocks={blocks} room={{...body, columns: panelWidths[at] ?? 0}} />
        </Box>
      ))
    ) : detail === undefined ? (
      <Rows rows={beside?.(height) ?? []} />
    ) : (
      <Blocks blocks={detail()} room={{...body, columns: sideWidth}} />
    );
  const rules = isInSmall ? [] : [row(span('─'.repeat(frameWidth), styles.quiet))];
  const used = columns + (sideWidth === 0 ? 0 : sideGap + sideWidth);
  const marginTop = Math.floor((room - height) / 3);
  return (
    <Box flexDirection="column" width={frameWidth} height={frameHeight} overflow="hidden">
      <Rows rows={[header, ...(framing.doors === undefined ? [] : [framing.doors]), ...rules, ...banner]} />
      <Box height={room} flexShrink={0} flexDirection="row">
        <Box
          flexDirection="column"
          width={columns}
          marginLeft={Math.floor((frameWidth - used) / 2)}
          marginTop={marginTop}
          height={height}
          overflow="hidden"
          flexShrink={0}
        >
          <Blocks blocks={shown.blocks} room={body} chosen={shown.chosen} />
        </Box>
        {sideWidth === 0 ? null : (
          <Box marginLeft={sideGap} marginTop={marginTop} width={sideWidth} flexShrink={0}>
            {side}
          </Box>
        )}
      </Box>
      <Rows rows={[...notice, ...rules, footerRow(framing, page, count)]} />
    </Box>
  );
}

/** Returns the keys that apply, after the place of the page that is shown if there are several. */
function footerRow({context, offers, styles, size: {columns}}: Framing, page: number, count: number): Row {
  const place = count === 1 ? '' : `${page < count - 1 ? '↓' : '↑'}${page + 1}/${count} `;
  const parts = footerParts(offers, context, columns - 1 - place.length);
  return row(
    ' ',
    span(place, styles.strong),
    ...parts.flatMap(({key, word}, at) => [
      ...(at === 0 ? [] : [footerGap]),
      span(key, styles.strong),
      span(word === '' ? '' : ` ${word}`, styles.quiet),
    ]),
  );
}

/** The cells of the latest sales and of the day. */
const panelWidths = [56, 62] as const;
const narrowestBody = 72;
const narrowest = 43;
const widest = 56;
/** The cells before the side column. `margin` is the one after it. */
const sideGap = 4;
const margin = 1;

/** Returns the cells of the column beside the sale, or 0 if the window has no room for it. */
function sideWidthIn(frameWidth: number): number {
  const room = frameWidth - narrowestBody - sideGap - margin;
  return room < narrowest ? 0 : Math.min(room, widest);
}

const leastBesideList = 140;
const widestSide = 56;

/** Returns the cells of the column beside a list, or 0 if the window has no room for it. */
const sideRoomIn = (frameWidth: number): number =>
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
  const money = moneyWidth(amountsOf(shown), language);
  const payer = Math.max(...shown.map(({request}) => widthOf(maskPayer(request))));
  const word = Math.max(...shown.map(payment => widthOf(stateWord(payment, view))));
  const free = sideWidthIn(view.size.columns) - money - payer - word - 6;
  const columns = {money, payer, lead: Math.max(narrowestLead, Math.min(barWidth + ageWidth, free))};
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

/** A glyph and a time. */
const narrowestLead = 8;
type LatestColumns = {readonly lead: number; readonly money: number; readonly payer: number};

function stateWord(payment: Payment, {language, till, messages: words}: View): string {
  if (isRefundedWhole(payment)) return words.cardScreen.refund.given;
  return isPartPaid(till.state, payment)
    ? messages(language).payment.partPaid.toLocaleLowerCase(language)
    : statusText(payment, language);
}

function latestRow(payment: Payment, view: View, {lead, money, payer}: LatestColumns): Row {
  const {language, size, shop, styles} = view;
  const badge = badgeOf(payment);
  return row(
    span(fit(`${glyphs[badge]} ${clockText(payment.requestedAt, shop.zone)}`, lead), styles[badge]),
    `  ${moneyColumn(payment.request.amount, money, language)}  ${fit(maskPayer(payment.request), payer)}  `,
    span(fit(stateWord(payment, view), sideWidthIn(size.columns) - lead - money - payer - 6), styles.quiet),
  );
}

function whatText(payment: Payment, language: View['language'], money: number): string {
  const {request} = payment;
  return `${moneyColumn(request.amount, money, language)}  ${maskPayer(request)}  ${channelName(request, language)}`;
}
