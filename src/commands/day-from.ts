import {businessDate} from '../core/day/business-day.js';
import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {configOf, type Session} from '../session/session.js';

/** A business day as it was typed; today when it was not. Throws `Problem` day-invalid. */
export function dayFrom(session: Session, text: string | undefined): string {
  if (text === undefined) return today(session);
  const day = text.trim();
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(day)) return Temporal.PlainDate.from(day).toString();
  } catch {
    // said below
  }
  throw new Problem('day-invalid', {day: cleanText(text, 40)});
}

function today(session: Session): string {
  const {zone, dayStartsAt} = configOf(session);
  return businessDate(session.face.world.now(), zone, dayStartsAt);
}
