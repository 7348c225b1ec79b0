import {fill} from '../../src/core/words/fill.js';
import {asOfText, flawText, reviewWords} from '../../src/core/words/review.js';
import type {Desk, Model} from './model.js';

export type Banner = {readonly kind: 'damaged' | 'reading' | 'as-of' | 'missing' | 'torn'; readonly text: string};

/** What must be known of the journal before anything of it is read. */
export function bannerTexts({moment}: Model, {review, language}: Desk): readonly Banner[] {
  const words = reviewWords[language];
  const damage = review.damage();
  const missing = review.missing();
  const {segments, of, isOver} = review.progress();
  const torn = review.tornBytes();
  const {zone} = review.origin();
  return [
    ...(damage === undefined
      ? []
      : [{kind: 'damaged' as const, text: fill(words.damaged, {...damage, why: flawText(damage.why, language)})}]),
    ...(isOver ? [] : [{kind: 'reading' as const, text: fill(words.reading, {done: segments, of})}]),
    ...(missing === null ? [] : [{kind: 'missing' as const, text: fill(words.missing, {segment: missing})}]),
    ...(torn === 0 ? [] : [{kind: 'torn' as const, text: fill(words.torn, {bytes: torn})}]),
    ...(moment?.at === undefined
      ? []
      : [{kind: 'as-of' as const, text: asOfText(moment.seq, moment.at, zone, language)}]),
  ];
}
