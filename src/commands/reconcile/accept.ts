import {messages} from '../../core/messages/messages.js';
import {reasonSaid} from '../../core/payment/said.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import type {AcceptedBy} from '../../core/reconcile/decide.js';

import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {withPerson} from '../reading.js';
import {openDifference} from './keys.js';

/**
 * Records that a named person accepts a difference that a reconciliation has left. Under `--json` `{key, code, reference, accepted: {by,
 * note}}`. Throws `Problem` person-missing, reason-missing, difference-unknown, and the journal's.
 */
export async function accept(session: Session, typed: string, options: NoteOptions): Promise<ExitCode> {
  const why = reasonSaid(options.note ?? '');
  return withPerson(session, 'reconcile accept', async ({till}, person) => {
    const said = {person, note: why};
    const difference = openDifference(session, till.state.reconciled, typed);
    await till.acceptDiscrepancy(difference, said);
    return tellAccepted(session, difference, said);
  });
}

export type NoteOptions = {readonly note?: string};

export function tellAccepted(
  session: Session,
  {text: _, ...named}: ReturnType<typeof openDifference>,
  {person, note: why}: AcceptedBy,
): ExitCode {
  note(session, `✓ ${messages(session.language).reconcileCommand.accepted({person, key: named.key})}`);
  if (session.isJson) writeJson(session, {...named, accepted: {by: person, note: why}});
  return exitCodes.done;
}
