import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text.js';
import type {Moment, Review} from './review.js';

/**
 * The till at a moment as a person gives it: the number of an event (`214`, `#214`), or a time of a business day, which is
 * the last one where none is given. Throws `Problem` moment-invalid.
 */
export async function momentFrom(review: Review, text: string, day?: string): Promise<Moment> {
  const [, number] = /^#?(\d{1,12})$/.exec(text.trim()) ?? [];
  if (number !== undefined && Number(number) > 0) return review.asOf(Number(number));
  const [, time] = /^((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/.exec(text.trim()) ?? [];
  const on = day ?? review.days(review.latest()).find(({state}) => state !== 'unread')?.day;
  const seq = time === undefined || on === undefined ? undefined : await review.seqAt(on, time.padStart(5, '0'));
  if (seq === undefined) throw new Problem('moment-invalid', {moment: cleanText(text, 40)});
  return review.asOf(seq);
}
