import {asOfText} from '../../src/core/journal/as-of-text.js';
import {flawText} from '../../src/core/journal/flaw.js';
import {messages} from '../../src/core/messages/messages.js';
import {wrap} from '../../src/core/text/width.js';
import {compact} from '../kit/block.js';

import type {Size} from '../terminal/size.js';
import type {ReviewContext, ReviewModel} from './model.js';

export type Banner = {readonly kind: 'damaged' | 'reading' | 'as-of' | 'missing' | 'torn'; readonly text: string};

/** What must be known of the journal before anything of it is read. */
export function bannerTexts({moment}: ReviewModel, {review, language}: ReviewContext): readonly Banner[] {
  const words = messages(language).review;
  const damage = review.damage();
  const missing = review.missing();
  const {segments, of, isOver} = review.progress();
  const torn = review.tornBytes();
  const {zone} = review.origin();
  return compact([
    damage !== undefined && {
      kind: 'damaged' as const,
      text: words.damaged({...damage, why: flawText(damage.why, language)}),
    },
    !isOver && {kind: 'reading' as const, text: words.reading({done: segments, of})},
    missing !== null && {kind: 'missing' as const, text: words.missing({segment: missing})},
    torn !== 0 && {kind: 'torn' as const, text: words.torn({bytes: torn})},
    moment?.at !== undefined && {kind: 'as-of' as const, text: asOfText({...moment, at: moment.at}, zone, language)},
  ]);
}

const mostRows = 3;

/** The same in rows, each banner with its sign: what is wrong with a journal is never cut where there is room. */
export function bannerRows(
  model: ReviewModel,
  reducerContext: ReviewContext,
  {columns, rows}: Size,
): readonly Banner[] {
  return bannerTexts(model, reducerContext).flatMap(({kind, text}) => {
    const sign = kind === 'damaged' ? '!' : '·';
    const [first = '', ...more] = rows < tallFrom ? [text] : wrap(text, columns - 4);
    return [`${sign} ${first}`, ...more.slice(0, mostRows - 1).map(each => `  ${each}`)].map(each => ({
      kind,
      text: each,
    }));
  });
}

const tallFrom = 20;
