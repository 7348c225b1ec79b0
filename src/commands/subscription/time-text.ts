import {inZone} from '../../core/service/clock.js';
import {cleanText} from '../../core/text/text.js';
import {configOf, type Session} from '../../session/session.js';

/** A time of the service for a person, to the minute and in the shop's zone. */
export function timeText(session: Session, time: string): string {
  return cleanText(inZone(time, configOf(session).zone).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/u, '$1 $2'), 30);
}
