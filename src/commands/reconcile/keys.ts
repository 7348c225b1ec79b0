import {Problem} from '../../core/problem.js';
import {readKey} from '../../core/reconcile/finish.js';
import type {Kept} from '../../core/reconcile/kept.js';
import {cleanText} from '../../core/text.js';
import {fill} from '../../core/words/fill.js';
import {reconcileCommandWords} from '../../core/words/reconcile-commands.js';
import type {Session} from '../session.js';
import {refuseValue} from '../values.js';

/**
 * For each key the shortest beginning that no other key has, no shorter than its code and what it is about: a difference
 * that comes up later is likely to have another.
 */
export function shortKeys(keys: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(keys)].sort();
  return new Map(
    sorted.map((key, index) => {
      const shared = Math.max(sharedLength(key, sorted[index - 1]), sharedLength(key, sorted[index + 1]));
      const {code = '', subject = ''} = readKey(key) ?? {};
      const least = code.length + 1 + subject.length;
      return [key, key.slice(0, Math.max(shared + 1, least))];
    }),
  );
}

function sharedLength(key: string, other = ''): number {
  let length = 0;
  while (length < key.length && key[length] === other[length]) length += 1;
  return length;
}

/**
 * The open difference that is meant by the beginning of a key, or by a reference of which there is only one. Throws
 * `Problem` difference-unknown, unknown-option where there are several.
 */
export function openDifference({language}: Session, {left, accepted}: Kept, typed: string) {
  const wanted = typed.trim();
  const keys = [...new Set([...left.flatMap(({lines}) => lines), ...accepted].map(({key}) => key))].sort();
  const isMeant = (key: string) =>
    key.startsWith(wanted) || readKey(key)?.subject.split('/')[0] === wanted.toUpperCase();
  const found = keys.includes(wanted) ? [wanted] : wanted === '' ? [] : keys.filter(isMeant);
  const [key] = found;
  if (key === undefined) throw new Problem('difference-unknown', {key: cleanText(wanted, 80)});
  if (found.length > 1) {
    const shown = found.slice(0, 3).join(' | ');
    const expected =
      found.length > 3 ? fill(reconcileCommandWords[language].more, {keys: shown, more: found.length - 3}) : shown;
    refuseValue({name: 'KEY', value: cleanText(wanted, 80), language}, expected);
  }
  const {code = 'OK', subject = ''} = readKey(key) ?? {};
  return {key, code, reference: subject.split('/')[0] ?? ''} as const;
}
