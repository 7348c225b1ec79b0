import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {type ReconciliationRecords, rowsOf} from '../../core/reconcile/records/records.js';
import type {ConfirmedMatch} from '../../core/reconcile/rows/discrepancy.js';
import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {referenceFrom, withPerson, withTill} from '../reading.js';
import {openDifference} from './keys.js';

/**
 * Records the word of a named person: which payment or payments a row belongs to that a reconciliation has left without one, or which
 * further rows belong to the payment. Under `--json` `{key, reference, keys, references, by}`. Throws `Problem` person-missing,
 * difference-unknown, payment-unknown, match-amount, match-several, and the journal's.
 */
export async function match(
  session: Session,
  typed: string,
  payments: readonly string[],
  options: RowOptions,
): Promise<ExitCode> {
  return withPerson(session, 'reconcile match', async ({till}, person) => {
    const about = matchFrom(session, till.state.reconciled, {typed, payments, rows: options.row ?? []});
    await till.confirmMatch(about, person);
    return tellMatched(session, about, person);
  });
}

export const rowOptions = {'--row <key>': {says: 'matchRow', isRepeatable: true}} satisfies OptionSpecs;
export type RowOptions = OptionsOf<typeof rowOptions>;
type About = Pick<ConfirmedMatch, 'key' | 'reference'> & {
  readonly keys: readonly string[];
  readonly references: readonly string[];
};

/** The rows and the payments that were typed. Throws `Problem` difference-unknown, unknown-option. */
export function matchFrom(
  session: Session,
  records: ReconciliationRecords,
  {typed, payments, rows}: {typed: string; payments: readonly string[]; rows: readonly string[]},
): About {
  const [reference = '', ...references] = payments.map(referenceFrom);
  const [key = '', ...keys] = [typed, ...rows].map(each => openDifference(session, records, each).key);
  return {key, reference, keys, references};
}

export function tellMatched(session: Session, about: About, person: string): ExitCode {
  const {key, reference, keys, references} = about;
  const named = {key: [key, ...keys].join(' + '), reference: [reference, ...references].join(' + ')};
  note(session, `✓ ${messages(session.language).reconcileCommand.matched({...named, person})}`);
  if (session.isJson) writeJson(session, {...about, by: person});
  return exitCodes.done;
}

/** Withdraws such a match. Under `--json` `{key}`. Throws `Problem` difference-unknown, and the journal's. */
export async function unmatch(session: Session, typed: string): Promise<ExitCode> {
  return withTill(session, 'reconcile unmatch', async ({till}) => {
    const key = matchNamed(till.state.reconciled, typed);
    await till.withdrawMatch(key);
    return tellUnmatched(session, key);
  });
}

/** The key of the confirmed match that has the typed row; the typed text if there is none. */
export function matchNamed({matches}: ReconciliationRecords, typed: string): string {
  const wanted = typed.trim().toUpperCase();
  return matches.find(each => rowsOf(each).some(row => row.toUpperCase() === wanted))?.key ?? typed;
}

export function tellUnmatched(session: Session, key: string): ExitCode {
  note(session, `✓ ${messages(session.language).reconcileCommand.unmatched({key})}`);
  if (session.isJson) writeJson(session, {key});
  return exitCodes.done;
}
