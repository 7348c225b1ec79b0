import {problemText} from '../../core/present/problem-text.js';
import {Problem} from '../../core/problem.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Till} from '../../till/till.js';

/**
 * Reads the newest charges and records this till's renewals. A problem with the service is only reported; a failure to write is thrown.
 * Returns whether the charges were read.
 */
export async function learn(session: Session, till: Till, id: number): Promise<boolean> {
  try {
    await till.learnCharges(id);
    return true;
  } catch (error) {
    if (!(error instanceof Problem) || till.writeFailure() !== undefined) throw error;
    note(session, `! ${problemText(error, session.language)}`);
    return false;
  }
}
