import {messages} from '../../core/messages/messages.js';
import {personSaid} from '../../core/payment/said.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';

import {rowsOf} from '../../core/reconcile/records.js';
import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {referenceFrom, withTill} from '../reading.js';
import {openDifference} from './keys.js';

/**
 * A named person says of which payment a row is that a reconciliation has left without one; of which payments, or of which
 * further rows the payment is. Under `--json` `{key, reference, keys, references, by}`. Throws `Problem` person-missing,
 * difference-unknown, payment-unknown, match-amount, match-several, and the journal's.
 */
export async function match(
  session: Session,
  typed: string,
  payments: readonly string[],
  options: {readonly row?: readonly string[]},
): Promise<ExitCode> {
  const [reference = '', ...references] = payments.map(referenceFrom);
  const person = personSaid(session.flags.person ?? '');
  return withTill(session, 'reconcile match', async ({till}) => {
    const [key = '', ...keys] = [typed, ...(options.row ?? [])].map(
      each => openDifference(session, till.state.reconciled, each).key,
    );
    const about = {key, reference, keys, references};
    await till.confirmMatch(about, person);
    const named = {key: [key, ...keys].join(' + '), reference: [reference, ...references].join(' + ')};
    note(session, `✓ ${messages(session.language).reconcileCommand.matched({...named, person})}`);
    if (session.isJson) writeJson(session, {...about, by: person});
    return exitCodes.done;
  });
}

/** Takes such a word back. Under `--json` `{key}`. Throws `Problem` difference-unknown, and the journal's. */
export async function unmatch(session: Session, typed: string): Promise<ExitCode> {
  return withTill(session, 'reconcile unmatch', async ({till}) => {
    const {matches} = till.state.reconciled;
    const wanted = typed.trim().toUpperCase();
    const key = matches.find(each => rowsOf(each).some(row => row.toUpperCase() === wanted))?.key ?? typed;
    await till.withdrawMatch(key);
    note(session, `✓ ${messages(session.language).reconcileCommand.unmatched({key})}`);
    if (session.isJson) writeJson(session, {key});
    return exitCodes.done;
  });
}
