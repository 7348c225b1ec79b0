import {languages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {playTheDay} from '../demo/demo.js';
import type {Session} from '../session/session.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {oneOf} from './values.js';

export const define: Define = (command, {act, help: {commands}}) => {
  command.description(commands.demo).action(act(demo));
  examples(command, ['duka demo', 'duka demo --lang fr']);
};

/** Starts the demo. If it is interrupted, the exit code says so. */
async function demo(session: Session): Promise<ExitCode> {
  const {face, flags, language} = session;
  if (flags.lang !== undefined) oneOf({name: '--lang', value: flags.lang, language}, languages);
  try {
    return await playTheDay(session);
  } catch (error) {
    if (!face.interrupted.aborted) throw error;
    return exitCodes.interrupted;
  }
}
