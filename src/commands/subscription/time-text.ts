import {minuteIn} from '../../core/service/clock.js';
import {configOf, type Session} from '../../session/session.js';

/** A time of the service for a person, to the minute and in the shop's zone. */
export function timeText(session: Session, time: string): string {
  return minuteIn(time, configOf(session).zone);
}
