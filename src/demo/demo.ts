import {messages} from '../core/messages/messages.js';
import {paymentSpec} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {list} from '../core/spec/spec.js';
import {wrap} from '../core/text/width.js';
import {answer} from '../session/print.js';
import type {Session} from '../session/session.js';
import {readDays} from '../till/days.js';
import {scenes} from './scenes.js';
import {onStage, type Stage} from './stage.js';

/** Plays a day with the real commands and a service of its own. Under `--json` the story goes to standard error. */
export const answers = {demo: list(paymentSpec(), 'of the day')};

export function playTheDay(session: Session): Promise<ExitCode> {
  return onStage(session, stage => playScenes(session, stage));
}

async function playScenes(session: Session, stage: Stage): Promise<ExitCode> {
  const {language} = session;
  const {intro, end} = messages(language).demo;
  const {say, world, zone} = stage;
  say(...wrap(intro, 80));
  for (const {at, play} of scenes) {
    await world.pass(untilNext(at, world.now(), zone));
    await play(stage);
  }
  const rows = await stage.read(async reading => {
    const {payments} = await readDays(reading, stage.days());
    return payments.map(payment => ({state: reading.state, payment, language, now: world.now()}));
  });
  await answer(session, answers.demo, rows, []);
  say('', ...wrap(end, 80));
  return stage.hasGoneWrong() ? exitCodes.needsPerson : exitCodes.done;
}

/** The milliseconds until the shop's clock next shows this time. A time that has passed today is that of tomorrow. */
function untilNext(time: string, now: number, zone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toZonedDateTimeISO(zone);
  const today = wall.withPlainTime(Temporal.PlainTime.from(time));
  const next = Temporal.ZonedDateTime.compare(today, wall) <= 0 ? today.add({days: 1}) : today;
  return next.epochMilliseconds - now;
}
