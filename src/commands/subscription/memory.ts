import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/messages/problem-text.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Refreshed} from '../../till/plans.js';

/** Says why what follows is what the till remembers, where the service did not tell it just now. */
export function noteMemory(session: Session, heard: Refreshed): void {
  const words = messages(session.language).subscription;
  if (heard.problem !== undefined) note(session, `! ${problemText(heard.problem, session.language)}`);
  if (!heard.isListed) note(session, `! ${heard.problem === undefined ? words.notListed : words.fromMemory}`);
}

/** What was read of the journal alone. */
export const noted: Refreshed = {isListed: true, problem: undefined};
