import {timerText} from '../core/day/business-day.js';
import {messages} from '../core/messages/messages.js';
import {note} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {Till} from '../till/till.js';

/** How far a clock may be off before it counts as wrong, in milliseconds. */
export const clockTolerance = 2 * 60_000;

/** Warns of a clock that differs from the service's by more than `clockTolerance`: business days and ages would be wrong. */
export function noteClock(session: Session, till: Till): void {
  const skew = Math.abs(till.clockSkew() ?? 0);
  if (skew <= clockTolerance) return;
  const {language} = session;
  note(session, `! ${messages(language).command.clockSkew({skew: timerText(skew, language)})}`);
}
