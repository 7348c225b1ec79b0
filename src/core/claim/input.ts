import {type Currency, currencies, type Money, parseAmount} from '../money/money.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import {plainCode, shortestTail, tailOf, timeTolerance} from './claim.js';

/** The digits of a wallet or card that were typed. Throws `Problem` claim-too-short, and for what is no number. */
export function checkTail(typed: string): string {
  const tail = tailOf(typed);
  if (tail.length < shortestTail) throw tooShort(typed);
  return tail;
}

const wordForm = /^\p{L}{3,}[.,:;!]?$/u;
/** So many words are in no code, also where it is typed in groups. */
const fewestWords = 3;

/**
 * A code, or digits. Throws `Problem` claim-too-short, and claim-message-unread for words that are a message: taken for a code they would
 * fit nothing, and the till would call false what it has not read.
 */
export function checkCode(typed: string): string {
  const words = typed
    .trim()
    .split(/\s+/u)
    .filter(word => wordForm.test(word));
  if (words.length >= fewestWords) throw new Problem('claim-message-unread');
  const code = plainCode(cleanText(typed, 200));
  if (code.length < shortestTail) throw tooShort(typed);
  return code;
}

const tooShort = (typed: string) => new Problem('claim-too-short', {value: cleanText(typed, 40), count: shortestTail});

/**
 * The amount in the currency, or in every one in which it can be read: a message need not say which. Throws what
 * `parseAmount` throws of the shop's own where there is none.
 */
export function claimedAmounts(typed: string, currency: Currency | undefined, usual: Currency): readonly Money[] {
  if (currency !== undefined) return [parseAmount(typed, currency)];
  const amounts = currencies.flatMap(each => {
    try {
      return [parseAmount(typed, each)];
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  });
  return amounts.length > 0 ? amounts : [parseAmount(typed, usual)];
}

const timeForm = /^(?:(?<date>\d{4}-\d\d-\d\d)[T ])?(?<hour>[01]?\d|2[0-3])[:.h]?(?<minutes>[0-5]\d)$/u;

/**
 * A time of day in the shop's zone as an instant: the last one that was, today or yesterday, unless a date stands before
 * it, `2026-11-19 14:02`. Throws `Problem` claim-time-invalid.
 */
export function claimedTime(typed: string, {zone, now}: {readonly zone: string; readonly now: number}): number {
  const {date, hour, minutes} = timeForm.exec(typed.trim())?.groups ?? {};
  if (hour === undefined) throw new Problem('claim-time-invalid', {time: cleanText(typed, 40)});
  const today = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toZonedDateTimeISO(zone);
  const time = {hour: Number(hour), minute: Number(minutes)};
  try {
    const day = date === undefined ? today.toPlainDate() : Temporal.PlainDate.from(date);
    const at = day.toZonedDateTime({timeZone: zone, plainTime: Temporal.PlainTime.from(time)});
    const isYesterday = date === undefined && at.epochMilliseconds > now + timeTolerance;
    return (isYesterday ? at.subtract({days: 1}) : at).epochMilliseconds;
  } catch {
    throw new Problem('claim-time-invalid', {time: cleanText(typed, 40)});
  }
}
