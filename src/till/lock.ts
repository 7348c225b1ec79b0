import {type Holder, type Lock, takeLock} from '../../store/lock.js';
import type {Config} from '../config.js';
import {businessDate, clockText, dateText} from '../core/day/business-day.js';
import {Problem} from '../core/problem.js';

type Reader = Pick<Config, 'zone' | 'language'> & {readonly now: number};

/**
 * Like `takeLock`. In the `Problem` journal-locked, `since` of the holder stays an instant, for scripts; `opened` is the same by the clock
 * of the shop, with the day if that is not today.
 */
export function lockTill(folder: string, holder: Holder, reader: Reader): Lock {
  try {
    return takeLock(folder, holder);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'journal-locked') throw error;
    throw error.with({opened: openedText(String(error.facts['since']), reader)});
  }
}

function openedText(since: string, {zone, language, now}: Reader): string {
  const at = Date.parse(since);
  if (Number.isNaN(at)) return '?';
  const [day, today] = [at, now].map(instant => businessDate(instant, zone, '00:00'));
  const time = clockText(at, zone);
  return day === undefined || day === today ? time : `${dateText(day, language)}, ${time}`;
}
