import {type ExitCode, exitCodes} from '../core/problem.js';
import {paymentAsJson} from '../core/questions.js';
import {wrap} from '../core/width.js';
import {demoWords} from '../core/words/demo.js';
import {scenes} from './demo/scenes.js';
import {onStage, type Stage} from './demo/stage.js';
import {sumLines, verdictLines} from './demo/summary.js';
import {examples} from './examples.js';
import {writeJson} from './print.js';
import type {Define, Session} from './session.js';

export const define: Define = (command, {act, help: {commands}}) => {
  command.description(commands.demo).action(act(demo));
  examples(command, ['duka demo', 'duka demo --lang fr']);
};

/**
 * Plays a day with the real commands, in a home of its own and with a service of its own, whatever this user's settings
 * are. Under `--json` the story goes to standard error and the day's payments to standard output, as an array.
 */
async function demo(session: Session): Promise<ExitCode> {
  const {face} = session;
  try {
    return await onStage(session, stage => playTheDay(session, stage));
  } catch (error) {
    if (!face.interrupted.aborted) throw error;
    return exitCodes.interrupted;
  }
}

async function playTheDay(session: Session, stage: Stage): Promise<ExitCode> {
  const {intro, end} = demoWords[session.language];
  const {say, world} = stage;
  say(...intro.flatMap((text, index) => [...(index === 0 ? [] : ['']), ...wrap(text, 80)]));
  await world.pass(untilOpening(world.now(), stage.zone));
  for (const play of scenes) {
    await play(stage);
    await world.pass(betweenScenes);
  }
  await sumUp(session, stage);
  say('', ...wrap(end, 80));
  return stage.hasGoneWrong() ? exitCodes.needsPerson : exitCodes.done;
}

const betweenScenes = 55 * 60_000;

/** The shop opens at eight, and its day must not run over midnight. */
function untilOpening(now: number, zone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toZonedDateTimeISO(zone);
  const opening = wall.add({days: 1}).with({hour: 8, minute: 0, second: 0, millisecond: 0});
  return opening.epochMilliseconds - now;
}

async function sumUp(session: Session, stage: Stage): Promise<void> {
  const {language} = session;
  const words = demoWords[language];
  const {say, world} = stage;
  await stage.read(({state}) => {
    const payments = [...state.payments.values()];
    say('', words.summary, '', ...sumLines(payments, language));
    say('', words.payments, '', ...verdictLines(state, payments, language));
    if (!session.isJson) return;
    writeJson(
      session,
      payments.map(payment => paymentAsJson(state, payment, {language, now: world.now()})),
    );
  });
  say('', ...wrap(words.journal, 80));
  await stage.run(exitCodes.done, 'journal', 'verify');
}
