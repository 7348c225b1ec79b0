import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/present/problem-text.js';
import {exitCodes, Problem} from '../../core/problem.js';
import {activePeople, hasStaff, type Staff} from '../../core/staff/staff.js';
import {cleanText} from '../../core/text/text.js';
import {configOf, type Session} from '../../session/session.js';
import {tillFolder} from '../../till/opened-journal.js';

import {peopleWithoutSecret} from '../../till/staff.js';
import {withReading} from '../reading.js';
import type {Check} from './check.js';

/**
 * Checks whether everybody who works here can sign in. The secrets of the staff are in a file beside the journal; if one of the two came
 * from a backup, the secrets may be missing or belong to others. No check for a till without staff.
 */
export async function checkStaff(session: Session): Promise<readonly Check[]> {
  const {language} = session;
  const staff = await staffOf(session);
  if (staff === undefined || !hasStaff(staff)) return [];
  const words = messages(language).doctor;
  const config = configOf(session);
  try {
    const without = await peopleWithoutSecret(tillFolder(config, config.till ?? ''), staff);
    const names = without.map(({name}) => cleanText(name, 60)).join(', ');
    const facts = {people: activePeople(staff).filter(({verbs}) => verbs === undefined).length, names};
    if (without.length > 0) return [{name: 'staff', state: 'warning', message: words.staffWithoutPin({names}), facts}];
    return [{name: 'staff', state: 'ok', message: words.staff({count: facts.people}), facts}];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const facts = {error: error.code, ...error.facts};
    return [{name: 'staff', state: 'bad', exit: exitCodes.configuration, message: problemText(error, language), facts}];
  }
}

/** A journal that cannot be read has a check of its own. */
async function staffOf(session: Session): Promise<Staff | undefined> {
  try {
    return await withReading(session, async ({state}) => state.staff);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }
}
