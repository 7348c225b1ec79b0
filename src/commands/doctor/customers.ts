import {messages} from '../../core/messages/messages.js';
import {Problem} from '../../core/problem.js';
import {configOf, type Session} from '../../session/session.js';
import {tillFolder} from '../../till/opened-journal.js';

import {customerKeysOf} from '../../till/retention.js';
import {withReading} from '../reading.js';
import type {Check} from './check.js';

/** Checks that the keys are there with which the customers of all days are sealed. No check for a till that has sealed none. */
export async function checkCustomers(session: Session): Promise<readonly Check[]> {
  const words = messages(session.language).doctor;
  const config = configOf(session);
  try {
    const folder = tillFolder(config, config.till ?? '');
    const {keys, missing, unread} = await withReading(session, ({state}) => customerKeysOf(state, folder));
    if (keys + missing.length + unread.length === 0) return [];
    const facts = {count: keys, months: missing.join(', '), files: unread.join(', ')};
    if (missing.length > 0) return [{name: 'customers', state: 'warning', message: words.customersLost(facts), facts}];
    if (unread.length > 0) return [{name: 'customers', state: 'warning', message: words.customersUnread(facts), facts}];
    return [{name: 'customers', state: 'ok', message: words.customers(facts), facts}];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return []; // the check of the journal reports it
  }
}
