import {Box} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import {fit, widthOf} from '../../src/core/text/width.js';
import {detailOf} from '../kit/columns.js';
import {Blocks} from '../kit/ink.js';
import {type Row, Rows, row, span} from '../parts/rows.js';
import {sideGap, sideRoomIn} from '../parts/side.js';
import {TooSmall} from '../parts/too-small.js';
import type {Program} from '../program.js';
import {footerGap, footerParts} from '../terminal/bindings.js';
import {isSmall, type Size} from '../terminal/size.js';
import type {Styles} from '../terminal/styles.js';
import {bannerRows} from './banners.js';
import {describeReview} from './describe.js';
import type {ReviewContext, ReviewMessage, ReviewModel} from './model.js';
import {offersOf} from './review-logic.js';
import {noticeText} from './texts.js';

type ReviewProps = {
  readonly program: Program<ReviewModel, ReviewMessage>;
  readonly reducerContext: ReviewContext;
  readonly styles: Styles;
  readonly size: Size;
};
type Part = {
  readonly model: ReviewModel;
  readonly reducerContext: ReviewContext;
  readonly columns: number;
  readonly styles: Styles;
};

/** A journal that is looked through: what it is and what is wrong with it, a list or a text, and the keys. */
export function ReviewScreen({program, reducerContext, styles, size}: ReviewProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const {columns, rows} = size;
  const words = messages(reducerContext.language).review;
  const height = Math.max(1, rows - 1);
  if (isSmall(size)) return <TooSmall size={size} text={words.tooSmall(size)} />;
  const part = {model, reducerContext, columns, styles};
  const rule = row(span('─'.repeat(columns), styles.quiet));
  const banners = bannerRows(model, reducerContext, size).map(({kind, text}) => {
    const style = kind === 'damaged' ? styles.problem : kind === 'reading' ? styles.quiet : styles['not-known'];
    return row(span(fit(` ${text}`, columns), style));
  });
  const blocks = describeReview(model, reducerContext);
  const detail = detailOf(blocks);
  const sideWidth = detail === undefined ? 0 : sideRoomIn(columns);
  const room = {
    language: reducerContext.language,
    columns: sideWidth === 0 ? columns : columns - sideWidth - sideGap - 1,
    height: height - 5 - banners.length,
    styles,
    range: words.range,
  };
  return (
    <Box flexDirection="column" width={columns} height={height} overflow="hidden">
      <Rows rows={[headerRow(part), rule, ...banners]} />
      <Box height={room.height} overflow="hidden" flexShrink={0}>
        <Box flexDirection="column" width={room.columns} flexShrink={0}>
          <Blocks blocks={blocks} room={room} />
        </Box>
        {sideWidth === 0 || detail === undefined ? null : (
          <Box marginLeft={sideGap} width={sideWidth} flexShrink={0}>
            <Blocks blocks={detail()} room={{...room, columns: sideWidth}} />
          </Box>
        )}
      </Box>
      <Rows rows={[questionRow(part), rule, footerRow(part)]} />
    </Box>
  );
}

function headerRow({reducerContext, columns, styles}: Part): Row {
  const {language} = reducerContext;
  const words = messages(language).review;
  const {till, profile} = reducerContext.review.origin();
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

/** What is asked, or what came of the last key. */
function questionRow({model, reducerContext, columns, styles}: Part): Row {
  const {language} = reducerContext;
  const {asking, hints} = messages(language).review;
  if (model.asking === undefined) {
    const text = noticeText(model, language);
    return row(span(text === '' ? '' : ` ${fit(text, columns - 1)}`, styles.strong));
  }
  const {what, line, isNone} = model.asking;
  const typed = `${line.before}▌${line.after}`;
  const lead = ` ${messages(language).narration.ask({label: asking[what]})} `;
  const room = columns - widthOf(lead) - 1;
  const hint = typed === '▌' ? ` ${hints[what]}` : isNone === true ? `  ${messages(language).jump.none}` : '';
  const shown = widthOf(typed) > room ? `…${[...typed].slice(-room + 1).join('')}` : typed;
  return row(
    span(lead, styles.quiet),
    span(fit(shown, Math.min(room, widthOf(shown))), styles.strong),
    span(hint, styles.quiet),
  );
}

function footerRow({model, reducerContext, columns, styles}: Part): Row {
  const {language} = reducerContext;
  const parts = footerParts(offersOf(model, reducerContext), {language, keys: reducerContext.keys}, columns - 1);
  return row(
    ' ',
    ...parts.flatMap(({key, word}) => [span(key, styles.strong), span(` ${word}${footerGap}`, styles.quiet)]),
  );
}
