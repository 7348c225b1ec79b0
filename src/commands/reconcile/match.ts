import {messages} from '../../core/messages/messages.js';
import {personSaid} from '../../core/payment/said.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';

import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {referenceFrom, withTill} from '../reading.js';
import {openDifference} from './keys.js';

/**
 * A named person says of which payment a row is that a reconciliation has left without one. Under `--json` `{key, reference,
 * by}`. Throws `Problem` person-missing, difference-unknown, payment-unknown, match-amount, and the journal's.
 */
export async function match(session: Session, typed: string, payment: string): Promise<ExitCode> {
  const reference = referenceFrom(payment);
  const person = personSaid(session.flags.person ?? '');
  return withTill(session, 'reconcile match', async ({till}) => {
    const {key} = openDifference(session, till.state.reconciled, typed);
    const about = {key, reference};
    await till.confirmMatch(about, person);
    note(session, `✓ ${messages(session.language).reconcileCommand.matched({...about, person})}`);
    if (session.isJson) writeJson(session, {...about, by: person});
    return exitCodes.done;
  });
}

/** Takes such a word back. Under `--json` `{key}`. Throws `Problem` difference-unknown, and the journal's. */
export async function unmatch(session: Session, typed: string): Promise<ExitCode> {
  return withTill(session, 'reconcile unmatch', async ({till}) => {
    const {matches} = till.state.reconciled;
    const key = matches.find(each => each.key.toUpperCase() === typed.trim().toUpperCase())?.key ?? typed;
    await till.withdrawMatch(key);
    note(session, `✓ ${messages(session.language).reconcileCommand.unmatched({key})}`);
    if (session.isJson) writeJson(session, {key});
    return exitCodes.done;
  });
}
