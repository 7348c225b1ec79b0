import {asOfText} from '../../src/core/journal/as-of-text.js';
import {flawText} from '../../src/core/journal/flaw.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {compact} from '../kit/block.js';
import {type Stacked, topOf} from '../model.js';
import type {At, ReviewContext} from './asks.js';

type Banner = {readonly kind: 'damaged' | 'reading' | 'as-of' | 'missing' | 'torn'; readonly text: string};

/** What must be known of the journal before anything of it is read. */
export function bannersOf(
  model: Stacked,
  {review, language, messages: {review: messages}}: ReviewContext,
): readonly Banner[] {
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

/** What came of the last key, if it must be said. */
export function noticeOf({notice}: Stacked, {language}: Pick<ReviewContext, 'language'>): string {
  if (notice?.kind === 'problem') return problemText(notice.problem, language);
  return notice?.kind === 'said' ? notice.text : '';
}
