import {messages} from '../../core/messages/messages.js';
import {Problem} from '../../core/problem.js';
import type {ReconciliationRecords} from '../../core/reconcile/records/records.js';
import {readKey} from '../../core/reconcile/rows/finish.js';
import {cleanText} from '../../core/text/text.js';

import type {Session} from '../../session/session.js';
import {refuseValue} from '../values.js';

/**
 * A short text for each key that identifies it among all of them: what it is about, if no other key is about the same; otherwise the
 * shortest beginning that includes its code and that no other key has.
 */
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

/**
 * The open differences that a person means: those of the cause whose id begins like that, or the one of the key. Throws as `openDifference`
 * does.
 */
export function openDifferences(session: Session, records: ReconciliationRecords, typed: string) {
  const wanted = typed.trim().toUpperCase();
  const causes = wanted.includes('/') ? knownCauses(records).filter(id => id.toUpperCase().startsWith(wanted)) : [];
  const [cause] = causes;
  if (cause === undefined) return [openDifference(session, records, typed)];
  if (causes.length > 1) refuseSeveral(session, typed, causes);
  const lines = records.left.flatMap(each => each.lines).filter(each => each.cause === cause);
  return [...new Set(lines.map(({key}) => key))].map(key => differenceOf(records, key));
}

/**
 * The open difference that a person means by the beginning of its key, or by a reference that only one has. Throws `Problem`
 * difference-unknown, and unknown-option if there are several.
 */
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
