import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import type {Moment, Review} from './review.js';

/**
 * Returns the till at a moment that a person types: the number of an event (`214`, `#214`), or a time of a business day, which is the last
 * day if none is given. Throws `Problem` moment-invalid.
 */
export async function momentFrom(review: Review, text: string, day?: string): Promise<Moment> {
  const [, number] = /^#?(\d{1,12})$/.exec(text.trim()) ?? [];
  if (number !== undefined && Number(number) > 0) return review.asOf(Number(number));
  const [, time] = /^((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/.exec(text.trim()) ?? [];
  const on = day ?? review.days(review.latest()).find(({state}) => state !== 'unread')?.day;
  const asked = time === undefined || on === undefined ? undefined : {day: on, time: withHour(time)};
  const seq = asked && (await review.seqAt(asked.day, asked.time));
  if (asked === undefined || seq === undefined) throw new Problem('moment-invalid', {moment: cleanText(text, 40)});
  return {...(await review.asOf(seq)), asked};
}

/** `9:05` as `09:05`, `9:05:30` as `09:05:30`. */
const withHour = (time: string): string => (time.indexOf(':') === 1 ? `0${time}` : time);
