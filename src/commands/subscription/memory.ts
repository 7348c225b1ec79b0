import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/messages/problem-text.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Refreshed} from '../../till/plans.js';

/** Says why what follows is what the till remembers, where the service did not tell it just now. */
export function noteMemory(session: Session, refreshed: Refreshed): void {
  const words = messages(session.language).subscription;
  if (refreshed.problem !== undefined) note(session, `! ${problemText(refreshed.problem, session.language)}`);
  if (!refreshed.isListed) note(session, `! ${refreshed.problem === undefined ? words.notListed : words.fromMemory}`);
}

/** What was read of the journal alone. */
export const noted: Refreshed = {isListed: true, problem: undefined};
