import {businessDate, clockText, dateText, timerText} from '../src/core/day/business-day.js';
import {fill} from '../src/core/messages/messages.js';
import {pendingPayments} from '../src/core/payment/payments.js';
import {personText} from '../src/core/staff/name.js';
import {hasStaff} from '../src/core/staff/staff.js';
import {cleanText} from '../src/core/text/text.js';
import {fit, widthOf} from '../src/core/text/width.js';
import type {Model} from './model.js';
import {type Row, row, span} from './parts/rows.js';
import type {PlaceId} from './places.js';
import {type BindingId, doors, keyText} from './terminal/bindings.js';
import type {View} from './view.js';

const pendingWidth = 20;
const wide = 76;
const leftMargin = 3;

/** Returns the profile, and the host of the service if it is not the usual one. */
function profileText({shop: {profile, unusualHost: host}, messages}: View): string {
  return host === undefined
    ? messages.frame.profiles[profile]
    : `${messages.frame.profiles[profile]} ${fit(host, 21).trimEnd()}`;
}

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
 * from this screen. A window without room for it has the keys in its footer.
 */
export function doorsRow(
  {stack}: Model,
  {messages, language, keys, styles, size}: View,
  offers: readonly BindingId[],
): Row {
  const texts = {language, keys};
  const here = stack.findLast(({kind}) => kind === 'sale' || doors.some(id => id === kind))?.kind;
  const door = (id: PlaceId & string, name: string, key: string): Row => {
    const [first = '', ...rest] = name;
    const shown = first.toLocaleUpperCase(language) + rest.join('');
    if (id === here) return [span(`[${shown}]`, styles.strong), span('  ')];
    return [span(` ${shown} `, styles.quiet), span(key, styles.strong), span('  ')];
  };
  const words = messages.key.does;
  const keyOf = (id: BindingId) => (offers.includes(id) ? keyText(id, texts) : '');
  const help =
    keyOf('help') === '' ? [] : [span(keyOf('help'), styles.strong), span(` ${words.help.short} `, styles.quiet)];
  const room = size.columns - widthIn(help) - 1;
  const spans = [...door('sale', messages.frame.sale, '')];
  for (const id of doors) {
    const next = door(id, words[id].short, keyOf(id));
    if (widthIn(spans) + widthIn(next) <= room) spans.push(...next);
  }
  return row(' ', ...spans, ' '.repeat(room - widthIn(spans)), ...help);
}

const widthIn = (spans: Row): number => widthOf(spans.map(({text}) => text).join(''));
