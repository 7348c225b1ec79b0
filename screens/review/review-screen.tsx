import {Box} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import {explain} from '../../src/core/journal/selectors.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/money.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import {channelName} from '../../src/core/payment/tender.js';
import {cleanText} from '../../src/core/text/text.js';
import {fit, widthOf} from '../../src/core/text/width.js';

import {type Column, Ledger} from '../parts/ledger.js';
import {pageOf} from '../parts/list-page.js';
import {firstLine} from '../parts/offset.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {TooSmall} from '../parts/too-small.js';
import {verdictSpan} from '../parts/verdict.js';
import type {Program} from '../program.js';
import {bindingHelp, footerGap, footerParts, keyGroups} from '../terminal/bindings.js';
import {isTooSmall, type Size} from '../terminal/size.js';
import type {Style, Styles} from '../terminal/styles.js';
import {bannerRows} from './banners.js';
import {
  dayColumns,
  dayStyle,
  eventColumns,
  listedEvent,
  type Marked,
  paymentColumns,
  paymentEvent,
  paymentStyle,
} from './columns.js';
import type {Look} from './look.js';
import type {Desk, Message, Model, PaymentScreen} from './model.js';
import {countOf, daysOf, listHeight, markedIndex, offersOf} from './review-logic.js';
import {emptyText, eventLines, noticeText, paymentRows, searchingText, titleText} from './texts.js';

type ReviewProps = {
  readonly program: Program<Model, Message>;
  readonly desk: Desk;
  readonly styles: Styles;
  readonly size: Size;
};
type Part = {readonly model: Model; readonly desk: Desk; readonly look: Look; readonly size: Size};

/** A journal that is looked through: what it is and what is wrong with it, a list or a text, and the keys. */
export function ReviewScreen({program, desk, styles, size}: ReviewProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const {columns, rows} = size;
  const words = messages(desk.language).review;
  const height = Math.max(1, rows - 1);
  if (isTooSmall(size)) return <TooSmall size={size} text={words.tooSmall(size)} />;
  const look = {language: desk.language, zone: desk.review.origin().zone, columns, styles};
  const part = {model, desk, look, size};
  const rule = row(span('─'.repeat(columns), styles.quiet));
  const banners = bannerRows(model, desk, size).map(({kind, text}) => {
    const style = kind === 'damaged' ? styles.problem : kind === 'reading' ? styles.quiet : styles['not-known'];
    return row(span(fit(` ${text}`, columns), style));
  });
  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden">
      <Rows rows={[headerRow(part), rule, ...banners]} />
      <Box flexDirection="column" height={height - 5 - banners.length} overflow="hidden" flexShrink={0}>
        <Body {...part} />
      </Box>
      <Rows rows={[questionRow(part), rule, footerRow(part)]} />
    </Box>
  );
}

function headerRow({desk, look}: Part): Row {
  const {columns, language, styles} = look;
  const words = messages(language).review;
  const {till, profile} = desk.review.origin();
  const world = till === '' ? '' : messages(language).frame.profiles[profile];
  const right = ` ${words.confined} `;
  const left = [words.title, till].filter(text => text !== '').join(' · ');
  const gap = columns - widthOf(left) - widthOf(world) - widthOf(right) - 4;
  return row(
    ' ',
    span(left, styles.strong),
    span(' · ', styles.quiet),
    span(world, styles[profile === 'live' ? 'live' : 'sandbox']),
    span(fit('', Math.max(0, gap))),
    span(right, styles.strong),
  );
}

function Body(part: Part): ReactNode {
  const {model, desk, look} = part;
  const {top} = model;
  const {styles, language} = look;
  switch (top.kind) {
    case 'days': {
      const days = daysOf(model, desk);
      return list(part, {columns: dayColumns(look), rowsOf: (from, to) => days.slice(from, to), styleOf: dayStyle});
    }
    case 'payments':
      return list(part, {
        columns: paymentColumns(look, top.day !== undefined),
        rowsOf: (from, to) => paymentRows(model, desk, from, to),
        styleOf: paymentStyle,
      });
    case 'payment':
      return list(part, {
        columns: eventColumns(look),
        head: paymentHead(top, look),
        rowsOf: (from, to) => top.events.slice(from, to).map(event => paymentEvent(top, event, language)),
        styleOf: () => styles.plain,
      });
    case 'events':
      return list(part, {
        columns: eventColumns(look),
        rowsOf: (from, to) => range(from, Math.min(to, top.events.length)).flatMap(at => listedEvent(top, at) ?? []),
        styleOf: () => styles.plain,
      });
    case 'event':
      return <Rows rows={sheet(part, eventRows(part), top.offset)} />;
    case 'help':
      return <Rows rows={sheet(part, helpRows(part), top.offset)} />;
  }
}

type Listed<R> = {
  readonly columns: readonly Column<Marked<R>>[];
  readonly rowsOf: (from: number, to: number) => readonly R[];
  readonly styleOf: (marked: Marked<R>, look: Look) => Style;
  readonly head?: readonly Row[];
};

function list<R>(part: Part, {columns, rowsOf, styleOf, head = []}: Listed<R>): ReactNode {
  const {model, desk, look, size} = part;
  const {styles, language} = look;
  const count = countOf(model, desk);
  const index = markedIndex(model, desk);
  const height = listHeight(model, desk, size);
  const from = pageOf(index, height);
  const rows = rowsOf(from, from + height).map((each, at) => ({row: each, isMarked: from + at === index}));
  const facts = {first: from + 1, last: Math.min(count, from + height), count};
  const below = [count > height ? messages(language).review.range(facts) : '', searchingText(model, desk)].filter(
    text => text !== '',
  );
  return (
    <>
      <Rows rows={[titleRow(part), ...head]} />
      {count === 0 ? (
        <Rows rows={paragraph(emptyText(model, desk), {width: look.columns - 1, most: 3, indent: 3})} />
      ) : (
        <Ledger
          columns={columns}
          rows={rows}
          selected={index - from}
          height={height}
          styleOf={each => styleOf(each, look)}
          titleStyle={styles.quiet}
          selectedStyle={styles.selected}
        />
      )}
      <Rows rows={[row('   ', span(below.join('   '), styles.quiet))]} />
    </>
  );
}

const range = (from: number, to: number) => Array.from({length: Math.max(0, to - from)}, (_, at) => from + at);

function titleRow({model, desk, look}: Part): Row {
  const title = ` ${titleText(model, desk)}`;
  const folder = model.top.kind === 'days' ? cleanText(desk.review.folder, 400) : '';
  const room = look.columns - widthOf(title) - 4;
  return row(
    span(fit(title, Math.min(look.columns, widthOf(title))), look.styles.strong),
    span(`   ${widthOf(folder) > room ? fit(folder, room) : folder}`, look.styles.quiet),
  );
}

function paymentHead({payment}: PaymentScreen, {language, columns, styles}: Look): readonly Row[] {
  const badge = badgeOf(payment);
  const {request} = payment;
  const about = [displayMoney(request.amount), displayPayer(request), channelName(request, language), payment.person];
  const head = verdictSpan(badge, messages(language).payment.verdicts[badge], styles);
  const text = about.map(each => cleanText(each, 60)).join(' · ');
  const why = cleanText(explain(payment, language), 300);
  return [
    row('   ', head, ` ${fit(text, columns - widthOf(head.text) - 5)}`),
    row(span(`   ${fit(why, columns - 4)}`, styles.quiet)),
  ];
}

function eventRows({model, look}: Part): readonly Row[] {
  const {top} = model;
  if (top.kind !== 'event') return [];
  return eventLines(top.event).flatMap(([name, value]) => {
    const isLong = widthOf(name) > nameWidth - 4;
    const lead = span(`   ${isLong ? '' : name}`, look.styles.quiet);
    const above = isLong ? [row(span(`   ${fit(name, look.columns - 4)}`, look.styles.quiet))] : [];
    return [...above, ...paragraph(value, {width: look.columns - 1, most: 60, indent: nameWidth, lead})];
  });
}

const nameWidth = 26;
const keyWidth = 14;

function helpRows({desk, look}: Part): readonly Row[] {
  const {language, columns, styles} = look;
  const group = bindingHelp({language, keys: desk.keys})[keyGroups.indexOf('review')];
  const lead = paragraph(messages(language).review.helpLead, {width: columns - 1, most: 3, indent: 3});
  const keys = (group?.rows ?? []).flatMap(({key, text}) =>
    paragraph(text, {width: columns - 1, most: 3, indent: keyWidth, lead: span(`   ${key}`, styles.strong)}),
  );
  return [...lead, blank, ...keys];
}

/** A text that may be longer than the window: its title, a part of it, and where that part lies. */
function sheet(part: Part, lines: readonly Row[], offset: number): readonly Row[] {
  const {model, desk, size} = part;
  const height = Math.max(1, size.rows - 1 - 7 - bannerRows(model, desk, size).length);
  const from = firstLine(offset, {count: lines.length, height});
  const place =
    lines.length > height ? `   ${from + 1}–${Math.min(lines.length, from + height)} / ${lines.length}` : '';
  const title = row(span(` ${titleText(model, desk)}`, part.look.styles.strong), span(place, part.look.styles.quiet));
  return [title, blank, ...lines.slice(from, from + height)];
}

/** What is asked, or what came of the last key. */
function questionRow({model, look}: Part): Row {
  const {language, columns, styles} = look;
  const {asking, hints} = messages(language).review;
  if (model.asking === undefined) {
    const text = noticeText(model, language);
    return row(span(text === '' ? '' : ` ${fit(text, columns - 1)}`, styles.strong));
  }
  const {what, line} = model.asking;
  const typed = `${line.before}▌${line.after}`;
  const lead = ` ${messages(language).narration.ask({label: asking[what]})} `;
  const room = columns - widthOf(lead) - 1;
  const hint = typed === '▌' ? ` ${hints[what]}` : '';
  const shown = widthOf(typed) > room ? `…${[...typed].slice(-room + 1).join('')}` : typed;
  return row(
    span(lead, styles.quiet),
    span(fit(shown, Math.min(room, widthOf(shown))), styles.strong),
    span(hint, styles.quiet),
  );
}

function footerRow({model, desk, look}: Part): Row {
  const {language, columns, styles} = look;
  const parts = footerParts(offersOf(model, desk), {language, keys: desk.keys}, columns - 1);
  return row(
    ' ',
    ...parts.flatMap(({key, word}) => [span(key, styles.strong), span(` ${word}${footerGap}`, styles.quiet)]),
  );
}
