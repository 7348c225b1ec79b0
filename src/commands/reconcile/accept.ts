import {messages} from '../../core/messages/messages.js';
import {personSaid, reasonSaid} from '../../core/payment/said.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';

import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {withTill} from '../reading.js';
import {openDifference} from './keys.js';

/**
 * A named person accepts a difference that a reconciliation has left. Under `--json` `{key, code, reference, accepted: {by,
 * note}}`. Throws `Problem` person-missing, reason-missing, difference-unknown, and the journal's.
 */
export async function accept(session: Session, typed: string, options: {readonly note?: string}): Promise<ExitCode> {
  const person = personSaid(session.flags.person ?? '');
  const said = reasonSaid(options.note ?? '');
  return withTill(session, 'reconcile accept', async ({till}) => {
    const difference = openDifference(session, till.state.reconciled, typed);
    await till.acceptDiscrepancy(difference, {person, note: said});
    const {key} = difference;
    note(session, `✓ ${messages(session.language).reconcileCommand.accepted({person, key})}`);
    const {text: _, ...named} = difference;
    if (session.isJson) writeJson(session, {...named, accepted: {by: person, note: said}});
    return exitCodes.done;
  });
}
