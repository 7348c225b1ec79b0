import {messages} from '../../core/messages/messages.js';
import {reasonSaid} from '../../core/payment/said.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import type {ReconciliationRecords} from '../../core/reconcile/records/records.js';
import type {AcceptedBy, AcceptedLine} from '../../core/reconcile/result/decide.js';
import {note, writeJson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {withPerson} from '../reading.js';
import {openDifference, openDifferences} from './keys.js';

/**
 * Records that a named person accepts differences that a reconciliation has left: by their keys, or by the id of their cause. Under `--json`
 * `{key, code, reference, accepted: {by, note}}`, or `{accepted, lines: [{key, code, reference}]}` if there are several. Throws `Problem`
 * person-missing, reason-missing, difference-unknown, and the journal's.
 */
export async function accept(session: Session, typed: readonly string[], options: NoteOptions): Promise<ExitCode> {
  const why = reasonSaid(options.note ?? '');
  return withPerson(session, 'reconcile accept', async ({till}, person) => {
    const said = {person, note: why};
    const lines = acceptedFrom(session, till.state.reconciled, typed);
    await till.acceptDiscrepancies(lines, said);
    return tellAccepted(session, lines, said);
  });
}

export const noteOptions = {'--note <text>': 'acceptNote'} satisfies OptionSpecs;
export type NoteOptions = OptionsOf<typeof noteOptions>;

/** The differences that were typed, each once. Throws `Problem` difference-unknown, unknown-option. */
export function acceptedFrom(
  session: Session,
  records: ReconciliationRecords,
  typed: readonly string[],
): readonly AcceptedLine[] {
  const lines = typed.flatMap(each => openDifferences(session, records, each));
  return [...new Map(lines.map(line => [line.key, line])).values()];
}

export function tellAccepted(
  session: Session,
  lines: readonly AcceptedLine[],
  {person, note: why}: AcceptedBy,
): ExitCode {
  const words = messages(session.language).reconcileCommand;
  const named = lines.map(({key, code, reference}) => ({key, code, reference}));
  const [first] = named;
  const isOne = lines.length === 1;
  note(
    session,
    `✓ ${isOne ? words.accepted({person, key: first?.key ?? ''}) : words.acceptedTogether({person, count: lines.length})}`,
  );
  const accepted = {by: person, note: why};
  if (session.isJson) writeJson(session, isOne ? {...first, accepted} : {accepted, lines: named});
  return exitCodes.done;
}

/**
 * Withdraws the acceptance of a difference, and of all that were accepted with it. Under `--json` `{keys}`. Throws `Problem`
 * difference-unknown, and the journal's.
 */
export async function unaccept(session: Session, typed: string): Promise<ExitCode> {
  return withPerson(session, 'reconcile unaccept', async ({till}, person) => {
    const {reconciled} = till.state;
    const {key} = openDifference(session, reconciled, typed);
    await till.withdrawAcceptance(key, person);
    return tellUnaccepted(session, reconciled, till.state.reconciled);
  });
}

/** Says which acceptances are no longer there. */
export function tellUnaccepted(
  session: Session,
  before: ReconciliationRecords,
  {accepted}: ReconciliationRecords,
): ExitCode {
  const still = new Set(accepted.map(({key}) => key));
  const keys = before.accepted.map(({key}) => key).filter(key => !still.has(key));
  note(
    session,
    `✓ ${messages(session.language).reconcileCommand.unaccepted({count: keys.length, key: keys[0] ?? ''})}`,
  );
  if (session.isJson) writeJson(session, {keys});
  return exitCodes.done;
}
