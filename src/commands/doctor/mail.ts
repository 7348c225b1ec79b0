import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/present/problem-text.js';
import {Problem} from '../../core/problem.js';
import {configOf, type Session} from '../../session/session.js';
import {passwordFor} from '../../till/mail.js';
import {tillFolder} from '../../till/opened-journal.js';

import {withReading} from '../reading.js';
import type {Check} from './check.js';

/** Checks whether receipts can be sent by e-mail, and how many wait. Does not call the server. No check if no mail is set up. */
export async function checkMail(session: Session): Promise<readonly Check[]> {
  const {language} = session;
  const config = configOf(session);
  if (config.mail === undefined) return [];
  const {host, user} = config.mail;
  const facts = {host, count: await waitingIn(session)};
  const password = await passwordFor(config.mail, tillFolder(config, config.till ?? ''));
  if (user !== undefined && password === undefined)
    return [
      {name: 'mail', state: 'warning', message: problemText(new Problem('mail-password-missing'), language), facts},
    ];
  return [{name: 'mail', state: 'ok', message: messages(language).doctor.mail(facts), facts}];
}

/** A journal that cannot be read has a check of its own. */
async function waitingIn(session: Session): Promise<number> {
  try {
    return await withReading(session, async ({state}) => {
      const waiting = state.mails.list.filter(({status}) => status === 'waiting');
      return waiting.length;
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return 0;
  }
}
