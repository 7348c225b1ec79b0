import {problemText} from '../../core/messages/problem-text.js';
import {Problem} from '../../core/problem.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Till} from '../../till/till.js';

/**
 * Reads the newest charges and writes this till's renewals down. What keeps the service from telling them is said and no
 * more; a failure to write is thrown. Returns whether they were read.
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
