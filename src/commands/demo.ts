import {paymentAsJson} from '../core/journal/questions.js';
import {languages, messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {wrap} from '../core/text/width.js';
import {readDays} from './days.js';
import {scenes} from './demo/scenes.js';
import {onStage, type Stage} from './demo/stage.js';
import {examples} from './examples.js';
import {writeJson} from './print.js';
import type {Define, Session} from './session.js';
import {oneOf} from './values.js';

export const define: Define = (command, {act, help: {commands}}) => {
  command.description(commands.demo).action(act(demo));
  examples(command, ['duka demo', 'duka demo --lang fr']);
};

/**
 * Plays a day with the real commands, in a home of its own and with a service of its own, whatever this user's settings
 * are. Under `--json` the story goes to standard error and the day's payments to standard output, as an array.
 */
async function demo(session: Session): Promise<ExitCode> {
  const {face, flags, language} = session;
  if (flags.lang !== undefined) oneOf({name: '--lang', value: flags.lang, language}, languages);
  try {
    return await onStage(session, stage => playTheDay(session, stage));
  } catch (error) {
    if (!face.interrupted.aborted) throw error;
    return exitCodes.interrupted;
  }
}

async function playTheDay(session: Session, stage: Stage): Promise<ExitCode> {
  const {language, isJson} = session;
  const {intro, end} = messages(language).demo;
  const {say, world, zone} = stage;
  say(...wrap(intro, 80));
  for (const {at, play} of scenes) {
    await world.pass(untilNext(at, world.now(), zone));
    await play(stage);
  }
  if (isJson) {
    const told = await stage.read(async reading => {
      const {payments} = await readDays(reading, stage.days());
      return payments.map(payment => paymentAsJson(reading.state, payment, {language, now: world.now()}));
    });
    writeJson(session, told);
  }
  say('', ...wrap(end, 80));
  return stage.hasGoneWrong() ? exitCodes.needsPerson : exitCodes.done;
}

/** Until that time is next on the clock of the shop: what lies before it today is meant of tomorrow. */
function untilNext(time: string, now: number, zone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toZonedDateTimeISO(zone);
  const today = wall.withPlainTime(Temporal.PlainTime.from(time));
  const next = Temporal.ZonedDateTime.compare(today, wall) <= 0 ? today.add({days: 1}) : today;
  return next.epochMilliseconds - now;
}
