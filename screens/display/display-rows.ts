import {messages} from '../../src/core/messages/messages.js';
import {displayAmount, displayMoney} from '../../src/core/money/display.js';
import {glyphs} from '../../src/core/payment/badge.js';
import {cleanText} from '../../src/core/text/text.js';
import {fit, widthOf, wrap} from '../../src/core/text/width.js';

import type {CustomerView} from '../../src/till/customer-display.js';
import {bigText} from '../parts/big-text.js';
import {qrRows} from '../parts/qr.js';
import {blank, blanks, type Row, row, type Span, span} from '../parts/rows.js';
import type {Size} from '../terminal/size.js';
import type {Styles} from '../terminal/styles.js';
import {bigWord} from './big-word.js';

type Sale = NonNullable<CustomerView['sale']>;
type Room = {readonly columns: number; readonly height: number; readonly styles: Styles};

/** Beside a QR code there is room for what a customer must read. */
const leastBeside = 28;
const widestText = 60;
/** A denser code is more than a telephone reads from a screen. */
const longestCoded = 600;

/** Every line of the customer's screen: `height` lines of at most `columns` cells. */
export function displayRows(shown: CustomerView, {columns, rows}: Size, styles: Styles): readonly Row[] {
  const room = {columns, height: Math.max(1, rows - 1), styles};
  const mark = shown.profile === 'live' ? [] : [practiceRow(shown, room)];
  const above = {...room, height: room.height - mark.length};
  const body = shown.sale === undefined ? idleRows(shown, above) : saleRows(shown.sale, shown, above);
  return [...body, ...blanks(above.height - body.length), ...mark].slice(-room.height);
}

/** Between two sales: whose shop it is, and that somebody is there. */
function idleRows({shop, language}: CustomerView, {columns, height, styles}: Room): readonly Row[] {
  const lines = wrap(cleanText(shop, 120), Math.min(columns - 2, widestText))
    .slice(0, 3)
    .map(line => centred(span(line, styles.strong), columns));
  const welcome = centred(span(messages(language).display.welcome, styles.quiet), columns);
  return middle([...lines, blank, welcome], height);
}

/** With its QR code beside or below where there is room for both, else with the address of the page. */
function saleRows(sale: Sale, shown: CustomerView, room: Room): readonly Row[] {
  if (sale.page === undefined) return toldRows(sale, {room, shop: shown.shop});
  const {columns, height, styles} = room;
  const code = sale.page.length > longestCoded ? [] : qrRows(sale.page, styles);
  const codeWidth = rowWidth(code[0] ?? blank);
  const beside = columns - codeWidth - 3;
  const isThere = code.length > 0 && codeWidth <= columns;
  if (isThere && code.length <= height && beside >= leastBeside) {
    const told = toldRows(sale, {room: {...room, columns: beside}, shop: shown.shop});
    const picture = middle(code, height);
    return told.map((line, at) => joined(line, picture[at] ?? blank, beside));
  }
  const short = shortRows(sale, room);
  if (isThere && short.length + code.length <= height) {
    const margin = ' '.repeat(Math.floor((columns - codeWidth) / 2));
    return middle([...short, ...code.map(line => row(margin, ...line))], height);
  }
  return toldRows(sale, {room, address: sale.page});
}

type Telling = {readonly room: Room; readonly shop?: string; readonly address?: string};

/** Amount, verdict and what to do, as large and as loosely as there is room for. */
function toldRows(sale: Sale, {room, shop = '', address}: Telling): readonly Row[] {
  const {columns, height, styles} = room;
  const words = messages(sale.language).display;
  const name = shop === '' ? [] : [centred(span(fit(cleanText(shop, 60), 60).trimEnd(), styles.quiet), columns)];
  const wallet = sale.wallet === undefined ? '' : words.wallet({wallet: sale.wallet});
  const payer = sale.card === undefined ? wallet : words.card(sale.card);
  const about = [
    ...sayRows(sale, room, 3),
    ...(payer === '' ? [] : [centred(span(payer, styles.quiet), columns)]),
    ...(address === undefined ? [] : addressRows(address, words.openPage, room)),
  ];
  const amount = amountRows(sale, room);
  const verdict = verdictRows(sale, room);
  const fittings = [
    [...name, blank, blank, ...amount, blank, ...verdict, blank, ...about],
    [...amount, blank, ...verdict, blank, ...about],
    [...amount, blank, ...verdict, ...about],
    [...amount, blank, verdictRow(sale, room), blank, ...about],
    [amountRow(sale, room), verdictRow(sale, room), blank, ...about],
  ];
  const chosen = fittings.find(rows => rows.length <= height) ?? fittings.at(-1) ?? [];
  return middle(chosen.slice(0, height), height);
}

/** All that must be said beside a QR code that leaves little room. */
function shortRows(sale: Sale, room: Room): readonly Row[] {
  const {styles, columns} = room;
  const scan = centred(span(messages(sale.language).display.scan, styles.strong), columns);
  return [amountRow(sale, room), verdictRow(sale, room), scan];
}

function amountRows(sale: Sale, room: Room): readonly Row[] {
  const {columns, styles} = room;
  const big = bigText(displayAmount(sale.amount, sale.language));
  const code = `${sale.amount.currency}  `;
  if (code.length + widthOf(big[0]) + 2 > columns) return [amountRow(sale, room)];
  const lead = ['', '', code].map(text => fit(text, code.length));
  return big.map((line, at) => centred(span(`${lead[at]}${line}`, styles.strong), columns));
}

function amountRow({amount, language}: Sale, {columns, styles}: Room): Row {
  return centred(span(displayMoney(amount, language), styles.strong), columns);
}

/** The verdict in large letters, where they have room. */
function verdictRows(sale: Sale, room: Room): readonly Row[] {
  const {columns, styles} = room;
  const big = bigWord(verdictText(sale));
  if (big === undefined || widthOf(big[0]) + 2 > columns) return [verdictRow(sale, room)];
  return big.map(line => centred(span(line, styles[sale.badge]), columns));
}

function verdictRow(sale: Sale, {columns, styles}: Room): Row {
  return centred(span(` ${verdictText(sale)} `, styles[`${sale.badge}-block`]), columns);
}

const verdictText = ({badge, language}: Sale): string =>
  `${glyphs[badge]} ${messages(language).display.verdicts[badge]}`;

function sayRows({say, badge}: Sale, {columns, styles}: Room, most: number): readonly Row[] {
  const style = badge === 'not-known' || badge === 'waiting' || badge === 'sending' ? styles.strong : styles[badge];
  return wrap(say, Math.min(columns - 2, widestText))
    .slice(0, most)
    .map(line => centred(span(line, style), columns));
}

/** The address may have to be typed, so it is cut only where a line ends. */
function addressRows(address: string, lead: string, {columns, styles}: Room): readonly Row[] {
  const lines = wrap(cleanText(address, 500), columns - 2).slice(0, 5);
  return [blank, row(' ', span(lead, styles.quiet)), ...lines.map(line => row(' ', span(line, styles.strong)))];
}

function practiceRow({profile, language}: CustomerView, {columns, styles}: Room): Row {
  return centred(span(messages(language).frame.profiles[profile], styles.sandbox), columns);
}

function centred(part: Span, columns: number): Row {
  const text = widthOf(part.text) > columns ? fit(part.text, columns) : part.text;
  return row(' '.repeat(Math.floor((columns - widthOf(text)) / 2)), {...part, text});
}

/** A little above the middle, where the eye looks for it. */
function middle(rows: readonly Row[], height: number): readonly Row[] {
  const above = blanks(Math.floor((height - rows.length) / 2));
  return [...above, ...rows, ...blanks(height - rows.length - above.length)];
}

const rowWidth = (line: Row): number => line.reduce((sum, {text}) => sum + widthOf(text), 0);

function joined(left: Row, right: Row, width: number): Row {
  return row(...left, ' '.repeat(Math.max(0, width - rowWidth(left)) + 1), ...right);
}
