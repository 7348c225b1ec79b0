import {type ReactNode, useSyncExternalStore} from 'react';
import {asOfText} from '../../src/core/journal/as-of-text.js';
import {flawText} from '../../src/core/messages/cause.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {fit, widthOf, wrap} from '../../src/core/text/width.js';
import {compact} from '../../src/views/block.js';
import {Framed} from '../framed.js';
import {narrate} from '../kit/narrate.js';
import {type OwnMessage, ownOffers} from '../kit/own-program.js';
import {fact, keysText, type Narration} from '../kit/said.js';
import {type Stacked, topOf} from '../model.js';
import {type Row, row, span} from '../parts/rows.js';
import type {Program} from '../program.js';
import type {Size} from '../terminal/size.js';
import type {Styles} from '../terminal/styles.js';
import type {At, ReviewContext} from './looking.js';
import {type ReviewOver, reviewScreens} from './screens.js';

type ReviewProps = {
  readonly program: Program<Stacked, OwnMessage>;
  readonly over: ReviewOver;
  readonly styles: Styles;
  readonly size: Size;
};

const mostRows = 3;
/** The height of a window from which the banners about a journal are wrapped instead of cut. */
const tallFrom = 20;

/** Draws the review of a journal: what it is and what is wrong with it, a list or a text, and the keys. */
export function ReviewFrame({program, over, styles, size}: ReviewProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const context = reviewScreens.contextOf(model, over);
  const {columns, rows} = size;
  const lines = (text: string) => (rows < tallFrom ? [text] : wrap(text, columns - 4).slice(0, mostRows));
  const banner = bannersOf(model, context).flatMap(({kind, text}) => {
    const style = kind === 'damaged' ? styles.problem : kind === 'reading' ? styles.quiet : styles['not-known'];
    const sign = kind === 'damaged' ? '!' : '·';
    return lines(text).map((line, at) => row(span(fit(` ${at === 0 ? sign : ' '} ${line}`, columns), style)));
  });
  const said = noticeOf(model, context);
  const screen = topOf(model);
  return (
    <Framed
      context={context}
      styles={styles}
      size={size}
      blocks={reviewScreens.describedOn(screen, context)}
      layout={reviewScreens.screenOf(screen.kind).layout}
      offers={ownOffers(reviewScreens, model, over)}
      header={headerRow(context, columns, styles)}
      banner={banner}
      notice={said === '' ? [] : [row(span(` ${fit(said, columns - 1)}`, styles.strong))]}
      isLeaving={false}
      tooSmall={context.messages.review.tooSmall(size)}
      range={context.messages.review.range}
    />
  );
}

function headerRow({review, messages}: ReviewContext, columns: number, styles: Styles): Row {
  const {confined, title} = messages.review;
  const {till, profile} = review.origin();
  const world = till === '' ? '' : messages.frame.profiles[profile];
  const right = ` ${confined} `;
  const left = [title, till].filter(text => text !== '').join(' · ');
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

/** Returns what a review narrates at the moment: the facts of the journal, those of the shown screen, and what is asked for. */
export function narrateReview(model: Stacked, over: ReviewOver): Narration {
  const context = reviewScreens.contextOf(model, over);
  const {language, review, messages} = context;
  const {till, profile} = review.origin();
  const {confinedWhole, title} = messages.review;
  const opening = `${title} ${till} ${till === '' ? '' : messages.frame.profiles[profile]}. ${confinedWhole}.`;
  const notice = noticeOf(model, context);
  const keys = keysText(ownOffers(reviewScreens, model, over), context);
  const {facts, prompt} = narrate(reviewScreens.describedOn(topOf(model), context), context, keys);
  return {
    facts: [
      fact(opening, 'opening'),
      ...bannersOf(model, context).map(({kind, text}) => fact(text, kind === 'as-of' ? text : kind)),
      ...(notice === '' ? [] : [fact(notice)]),
      ...facts,
    ],
    prompt,
    language,
  };
}

type Banner = {readonly kind: 'damaged' | 'reading' | 'as-of' | 'missing' | 'torn'; readonly text: string};

/** Returns what a person must know about the journal before reading it. */
function bannersOf(model: Stacked, {review, language, messages: {review: messages}}: ReviewContext): readonly Banner[] {
  const {at} = topOf(model).state as {readonly at: At};
  const damage = review.damage();
  const missing = review.missing();
  const {segments, of, isOver} = review.progress();
  const torn = review.tornBytes();
  const {zone} = review.origin();
  const {moment} = at;
  return compact([
    damage !== undefined && {
      kind: 'damaged' as const,
      text: messages.damaged({...damage, why: flawText(damage.why, language)}),
    },
    !isOver && {kind: 'reading' as const, text: messages.reading({done: segments, of})},
    missing !== null && {kind: 'missing' as const, text: messages.missing({segment: missing})},
    torn !== 0 && {kind: 'torn' as const, text: messages.torn({bytes: torn})},
    moment?.at !== undefined && {kind: 'as-of' as const, text: asOfText({...moment, at: moment.at}, zone, language)},
  ]);
}

function noticeOf({notice}: Stacked, {language}: Pick<ReviewContext, 'language'>): string {
  if (notice?.kind === 'problem') return problemText(notice.problem, language);
  return notice?.kind === 'said' ? notice.text : '';
}
