import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/present/problem-text.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Refreshed} from '../../till/plans.js';

/** If the service did not give the data just now, says why the till shows what it remembers. */
export function noteMemory(session: Session, refreshed: Refreshed): void {
  const words = messages(session.language).subscription;
  if (refreshed.problem !== undefined) note(session, `! ${problemText(refreshed.problem, session.language)}`);
  if (!refreshed.isListed) note(session, `! ${refreshed.problem === undefined ? words.notListed : words.fromMemory}`);
}

/** For data that was read only from the journal. */
export const noted: Refreshed = {isListed: true, problem: undefined};
