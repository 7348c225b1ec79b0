import type {Journal} from '../../store/journal.js';
import type {State} from '../core/books/state.js';
import type {TillKey} from './signing.js';

type Parts = {
  readonly journal: Journal;
  readonly state: Pick<State, 'keys'>;
  readonly till: string;
  readonly person: string;
};

/**
 * Records the key with which the till signs, if the newest line that names a key names another one, or if no line names one. What the
 * previous key signed is still proved by the previous key. If that key still exists (`signing-key.old.pem`), it signs the new one. A
 * journal without lines names its key in its first line.
 */
export async function nameKey({journal, state, till, person}: Parts, {publicKey, vouch}: TillKey): Promise<void> {
  const previous = state.keys.at(-1)?.publicKey ?? null;
  if (journal.readOnly || journal.tail().seq === 0 || previous === publicKey) return;
  const signature = previous === null ? null : await vouch(till, previous);
  await journal.append([{type: 'signing-key', person, data: {publicKey, previous, signature}}]);
}
