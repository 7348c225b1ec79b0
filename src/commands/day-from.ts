import {businessDate} from '../core/day/business-day.js';
import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {configOf, type Session} from '../session/session.js';

/**
 * The business day that was typed, otherwise today. Today is by the shop's clock, or by `clock` if it is given, for tills that are
 * elsewhere. Throws `Problem` day-invalid.
 */
export function dayFrom(session: Session, text: string | undefined, clock: string | null = null): string {
  if (text === undefined) return today(session, clock);
  const day = text.trim();
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(day)) return Temporal.PlainDate.from(day).toString();
  } catch {
    // reported below
  }
  throw new Problem('day-invalid', {day: cleanText(text, 40)});
}

function today(session: Session, clock: string | null): string {
  const {zone, dayStartsAt} = configOf(session);
  return businessDate(session.face.world.now(), clock ?? zone, dayStartsAt);
}

/** Returns the days as they are. Throws `Problem` days-reversed if the last day is before the first. */
export function inOrder<Span extends {readonly from: string; readonly to: string}>(span: Span): Span {
  const {from, to} = span;
  if (from > to) throw new Problem('days-reversed', {from, to});
  return span;
}
