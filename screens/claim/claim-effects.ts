import {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import type {Message} from '../model.js';

/** Reads the newest days for a message that is being checked. A journal that cannot be read is told on the screen. */
export async function readClaim(
  till: Till,
  code: string | undefined,
  dispatch: (message: Message) => void,
): Promise<void> {
  try {
    dispatch({kind: 'claim-read', reading: await till.claimed({code}), problem: undefined});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    dispatch({kind: 'claim-read', reading: undefined, problem: error});
  }
}
