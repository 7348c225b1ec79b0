import {businessDate} from '../core/day/business-day.js';
import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import {configOf, type Session} from '../session/session.js';

/** A business day as it was typed; today when it was not, by the clock of tills elsewhere where it is given. Throws `Problem` day-invalid. */
export function dayFrom(session: Session, text: string | undefined, clock: string | null = null): string {
  if (text === undefined) return today(session, clock);
  const day = text.trim();
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(day)) return Temporal.PlainDate.from(day).toString();
  } catch {
    // said below
  }
  throw new Problem('day-invalid', {day: cleanText(text, 40)});
}

function today(session: Session, clock: string | null): string {
  const {zone, dayStartsAt} = configOf(session);
  return businessDate(session.face.world.now(), clock ?? zone, dayStartsAt);
}
