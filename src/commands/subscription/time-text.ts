import {cleanText} from '../../core/text.js';

/** A time of the service for a person, to the minute and as it came: nobody documents its zone. */
export function timeText(time: string): string {
  return cleanText(time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/u, '$1 $2'), 30);
}
