import * as z from 'zod';
import {json} from '../answer.js';
import type {OwnHandler} from '../call.js';
import {advanceClock} from '../clock.js';
import {letDueHappen} from '../subscriptions/due.js';
import {readControl} from './json-text.js';

const body = z.strictObject({
  advance: z.string().transform((written, context) => {
    const milliseconds = lengthOf(written);
    if (milliseconds !== undefined && milliseconds >= 0) return milliseconds;
    context.addIssue({code: 'custom', message: 'not an ISO 8601 duration such as PT10M or P1D, forwards'});
    return z.NEVER;
  }),
});

/** `POST /sandbox/clock {"advance": "PT10M"}`: advances the clock and applies everything that falls due by then. Answers `{"now"}`. */
export const moveClock: OwnHandler = (world, {text}) => {
  const asked = readControl(body, text);
  if ('refused' in asked) return asked.refused;
  const now = advanceClock(world.database, asked.value.advance);
  if (now === undefined) return json(400, {message: 'the clock cannot go that far ahead', status: false});
  letDueHappen(world.database, now);
  return json(200, {now: written(now)});
};

/** `GET /sandbox/clock`: the virtual time as a UTC instant. */
export const showClock: OwnHandler = world => json(200, {now: written(world.now)});

function written(epochMilliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toString({fractionalSecondDigits: 3});
}

/** Returns a duration in milliseconds; its months and years begin in January 2026. Undefined if the text is not a duration. */
function lengthOf(duration: string): number | undefined {
  try {
    const relativeTo = Temporal.PlainDate.from('2026-01-01');
    return Math.round(Temporal.Duration.from(duration).total({unit: 'milliseconds', relativeTo}));
  } catch {
    return undefined;
  }
}
