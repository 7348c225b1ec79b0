import {serviceCurrencies} from '../market/market.js';
import {type Currency, type Money, parseAmount} from '../money/money.js';
import {Problem} from '../problem.js';
import {cleanText} from '../text/text.js';
import {plainCode, shortestTail, tailOf, timeTolerance} from './claim.js';

/** The typed digits of a wallet or card. Throws `Problem` claim-too-short for too few digits and for text that is no number. */
export function checkTail(typed: string): string {
  const tail = tailOf(typed);
  if (tail.length < shortestTail) throw tooShort(typed);
  return tail;
}

const wordForm = /^\p{L}{3,}[.,:;!]?$/u;
/** No code contains this many words, even if it is typed in groups. */
const fewestWords = 3;

/**
 * A typed code, or digits. Throws `Problem` claim-too-short; and claim-message-unread for words that look like a message: taken for a code,
 * they would fit nothing, and the till would call a message false that it has not read.
 */
export function checkCode(typed: string): string {
  const words = typed.split(/\s/u).filter(word => wordForm.test(word));
  if (words.length >= fewestWords) throw new Problem('claim-message-unread');
  const code = plainCode(cleanText(typed, 200));
  if (code.length < shortestTail) throw tooShort(typed);
  return code;
}

const tooShort = (typed: string) => new Problem('claim-too-short', {value: cleanText(typed, 40), count: shortestTail});

/**
 * The amount in the given currency or, without one, in the shop's own and in every currency of the service in which it can be
 * read, since a message need not name one. Throws
 * what `parseAmount` throws; if no currency fits, that is the `Problem` for the shop's usual currency.
 */
export function claimedAmounts(typed: string, currency: Currency | undefined, usual: Currency): readonly Money[] {
  if (currency !== undefined) return [parseAmount(typed, currency)];
  const amounts = [...new Set([usual, ...serviceCurrencies])].flatMap(each => {
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
 * A time of day in the shop's zone as an instant: the latest one that has passed, today or yesterday, unless a date precedes it, as in
 * `2026-11-19 14:02`. Throws `Problem` claim-time-invalid.
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
