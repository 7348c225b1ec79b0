import {messages} from '../../core/messages/messages.js';
import {reasonSaid} from '../../core/payment/said.js';
import {type ExitCode, Problem} from '../../core/problem.js';
import {type ReconciliationRecords, rowsOf} from '../../core/reconcile/records/records.js';
import type {AcceptedBy, AcceptedLine} from '../../core/reconcile/result/decide.js';
import type {ConfirmedMatch} from '../../core/reconcile/rows/discrepancy.js';
import {readKey} from '../../core/reconcile/rows/finish.js';
import {fields, list, named, optional, text} from '../../core/spec/spec.js';
import {cleanText} from '../../core/text/text.js';
import {answer, note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {referenceFrom, withPerson, withTill} from '../reading.js';
import {refuseValue} from '../values.js';

/** A short text for each key: what it is about if no other is, else the shortest beginning with its code that only it has. */
export function shortKeys(keys: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(keys)].sort();
  const abouts = Map.groupBy(sorted, aboutOf);
  return new Map(
    sorted.map((key, index) => {
      const about = aboutOf(key);
      if (about !== '' && abouts.get(about)?.length === 1) return [key, about];
      const shared = Math.max(sharedLength(key, sorted[index - 1]), sharedLength(key, sorted[index + 1]));
      const {code = '', subject = ''} = readKey(key) ?? {};
      return [key, key.slice(0, Math.max(shared + 1, code.length + 1 + subject.length))];
    }),
  );
}

/** The reference, or what else a difference is about. */
const aboutOf = (key: string) => readKey(key)?.subject.split('/')[0] ?? '';

/** The keys of all differences that a reconciliation has left or that were accepted. */
export function knownKeys({left, accepted}: ReconciliationRecords): readonly string[] {
  return [...new Set([...left.flatMap(({lines}) => lines), ...accepted].map(({key}) => key))].sort();
}

function sharedLength(key: string, other = ''): number {
  let length = 0;
  while (length < key.length && key[length] === other[length]) length += 1;
  return length;
}

/** The ids of the causes that reconciliations have found for several lines. */
const knownCauses = ({left}: ReconciliationRecords): readonly string[] =>
  [...new Set(left.flatMap(({lines}) => lines.flatMap(({cause}) => cause ?? [])))].sort();

/** The open differences of the cause whose id begins like that, or the one of the key. Throws as `openDifference` does. */
function openDifferences(session: Session, records: ReconciliationRecords, typed: string) {
  const wanted = typed.trim().toUpperCase();
  const causes = wanted.includes('/') ? knownCauses(records).filter(id => id.toUpperCase().startsWith(wanted)) : [];
  const [cause] = causes;
  if (cause === undefined) return [openDifference(session, records, typed)];
  if (causes.length > 1) refuseSeveral(session, typed, causes);
  const lines = records.left.flatMap(each => each.lines).filter(each => each.cause === cause);
  return [...new Set(lines.map(({key}) => key))].map(key => differenceOf(records, key));
}

/** By the beginning of its key, or a reference that only one has. Throws `Problem` difference-unknown, and unknown-option for several. */
export function openDifference(session: Session, records: ReconciliationRecords, typed: string) {
  const wanted = typed.trim().toUpperCase();
  const keys = knownKeys(records);
  const exact = keys.filter(key => key.toUpperCase() === wanted || aboutOf(key).toUpperCase() === wanted);
  const found = wanted === '' || exact.length > 0 ? exact : keys.filter(key => key.toUpperCase().startsWith(wanted));
  const [key] = found;
  if (key === undefined) throw new Problem('difference-unknown', {key: cleanText(typed, 80)});
  if (found.length > 1) refuseSeveral(session, typed, found);
  return differenceOf(records, key);
}

function refuseSeveral({language}: Session, typed: string, found: readonly string[]): never {
  const shown = found.slice(0, 3).join(' | ');
  const expected =
    found.length > 3 ? messages(language).reconcileCommand.more({keys: shown, more: found.length - 3}) : shown;
  return refuseValue({name: 'KEY', value: cleanText(typed, 80), language}, expected);
}

function differenceOf(records: ReconciliationRecords, key: string) {
  const carried = records.left.flatMap(({lines}) => lines).findLast(line => line.key === key);
  return {key, code: readKey(key)?.code ?? 'OK', reference: aboutOf(key), text: carried?.text} as const;
}

const difference = {
  key: text('of the difference'),
  code: text('what kind of difference it is'),
  reference: text('of the payment; empty if there is none'),
};
const several = 'several were accepted';
const key = text('of the row that no payment had');

/** What is said of decisions about differences, by a till and by an office. */
const decided = {
  accept: named(
    'accepted',
    fields(
      {
        key: optional(difference.key, several),
        code: optional(difference.code, several),
        reference: optional(difference.reference, several),
        accepted: fields({by: text('who accepted it'), note: text('why it may stay')}, 'by whom and why'),
        lines: optional(list(fields(difference), 'all that were accepted'), 'one was accepted'),
      },
      'Differences that were accepted.',
    ),
  )(),
  unaccept: fields({keys: list(text(), 'of the differences whose acceptance counts no more')}),
  match: named(
    'matched',
    fields(
      {
        key,
        reference: text('of the payment that it is of'),
        keys: list(text(), 'further rows of the payment'),
        references: list(text(), 'further payments that the row is of'),
        by: text('who said so'),
      },
      'A row and its payment.',
    ),
  )(),
  unmatch: fields({key: text('of the row')}),
};

export const answers = {
  'reconcile accept': decided.accept,
  'office reconcile accept': decided.accept,
  'reconcile unaccept': decided.unaccept,
  'office reconcile unaccept': decided.unaccept,
  'reconcile match': decided.match,
  'office reconcile match': decided.match,
  'reconcile unmatch': decided.unmatch,
  'office reconcile unmatch': decided.unmatch,
  'reconcile receive': fields({key, reference: text('of the payment that was made of it'), by: text('who said so')}),
};

/** Accepts differences by key or cause. Throws `Problem` person-missing, reason-missing, difference-unknown, and the journal's. */
export async function accept(session: Session, typed: readonly string[], options: NoteOptions): Promise<ExitCode> {
  const why = reasonSaid(options.note ?? '');
  return withPerson(session, 'reconcile accept', async ({till}, person) => {
    const said = {person, note: why};
    const lines = acceptedFrom(session, till.state.reconciled, typed);
    await till.decide({type: 'accept', lines, said});
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
): Promise<ExitCode> {
  const words = messages(session.language).reconcileCommand;
  const [first] = lines;
  const isOne = lines.length === 1;
  note(
    session,
    `✓ ${isOne ? words.accepted({person, key: first?.key ?? ''}) : words.acceptedTogether({person, count: lines.length})}`,
  );
  const accepted = {by: person, note: why};
  return answer(session, decided.accept, isOne ? {...first, accepted} : {accepted, lines}, []);
}

/** Withdraws the acceptance of a difference and of all accepted with it. Throws `Problem` difference-unknown, and the journal's. */
export async function unaccept(session: Session, typed: string): Promise<ExitCode> {
  return withPerson(session, 'reconcile unaccept', async ({till}, person) => {
    const {reconciled} = till.state;
    const {key} = openDifference(session, reconciled, typed);
    await till.decide({type: 'unaccept', key, person});
    return tellUnaccepted(session, reconciled, till.state.reconciled);
  });
}

export function tellUnaccepted(
  session: Session,
  before: ReconciliationRecords,
  {accepted}: ReconciliationRecords,
): Promise<ExitCode> {
  const still = new Set(accepted.map(({key}) => key));
  const keys = before.accepted.map(({key}) => key).filter(key => !still.has(key));
  note(
    session,
    `✓ ${messages(session.language).reconcileCommand.unaccepted({count: keys.length, key: keys[0] ?? ''})}`,
  );
  return answer(session, decided.unaccept, {keys}, []);
}

/**
 * Records the word of a named person: which payment or payments a row belongs to that a reconciliation has left without one, or which
 * further rows belong to the payment. Throws `Problem` person-missing, difference-unknown, payment-unknown, match-amount, match-several,
 * and the journal's.
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

/** A row and its payments as they were typed, and further rows. */
export type MatchTyped = {
  readonly typed: string;
  readonly payments: readonly string[];
  readonly rows: readonly string[];
};

/** The rows and the payments that were typed. Throws `Problem` difference-unknown, unknown-option. */
export function matchFrom(
  session: Session,
  records: ReconciliationRecords,
  {typed, payments, rows}: MatchTyped,
): About {
  const [reference = '', ...references] = payments.map(referenceFrom);
  const [key = '', ...keys] = [typed, ...rows].map(each => openDifference(session, records, each).key);
  return {key, reference, keys, references};
}

export function tellMatched(session: Session, about: About, person: string): Promise<ExitCode> {
  const {key, reference, keys, references} = about;
  const named = {key: [key, ...keys].join(' + '), reference: [reference, ...references].join(' + ')};
  note(session, `✓ ${messages(session.language).reconcileCommand.matched({...named, person})}`);
  return answer(session, decided.match, {...about, by: person}, []);
}

/** Withdraws such a match. Throws `Problem` difference-unknown, and the journal's. */
export async function unmatch(session: Session, typed: string): Promise<ExitCode> {
  return withTill(session, 'reconcile unmatch', async ({till}) => {
    const key = matchNamed(till.state.reconciled, typed);
    await till.decide({type: 'unmatch', key});
    return tellUnmatched(session, key);
  });
}

/** The key of the confirmed match that has the typed row; the typed text if there is none. */
export function matchNamed({matches}: ReconciliationRecords, typed: string): string {
  const wanted = typed.trim().toUpperCase();
  return matches.find(each => rowsOf(each).some(row => row.toUpperCase() === wanted))?.key ?? typed;
}

export function tellUnmatched(session: Session, key: string): Promise<ExitCode> {
  note(session, `✓ ${messages(session.language).reconcileCommand.unmatched({key})}`);
  return answer(session, decided.unmatch, {key}, []);
}

export const receiveOptions = {'--again <reason>': 'receiveAgain'} satisfies OptionSpecs;

/** Makes a payment of a provider's row, for money that came unrequested. Throws `Problem` difference-unknown, and as its decision does. */
export const receive = async (
  session: Session,
  typed: string,
  {again}: OptionsOf<typeof receiveOptions>,
): Promise<ExitCode> =>
  withPerson(session, 'reconcile receive', async ({till}, person) => {
    const {key} = openDifference(session, till.state.reconciled, typed);
    const reference = await till.receiveRow({key, person, again});
    note(session, `✓ ${messages(session.language).reconcileCommand.received({key, reference, person})}`);
    return answer(session, answers['reconcile receive'], {key, reference, by: person}, []);
  });
