import {languages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {playTheDay} from '../demo/demo.js';
import type {Session} from '../session/session.js';
import {commandOf} from './define.js';
import {oneOf} from './values.js';

export const command = commandOf({examples: ['duka demo', 'duka demo --lang fr'], action: demo});

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
