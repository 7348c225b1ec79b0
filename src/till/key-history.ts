import type {Journal} from '../../store/journal.js';
import type {State} from '../core/journal/state.js';
import type {TillKey} from './signing.js';

type Parts = {
  readonly journal: Journal;
  readonly state: Pick<State, 'keys'>;
  readonly till: string;
  readonly person: string;
};

/**
 * Writes down by which key the till signs, where the newest line that names one names another, or none does: what was signed
 * by the one before is proved by that one. Where the one before is still there (`signing-key.old.pem`) it signs the new one.
 * A journal without lines names its key in the first.
 */
export async function nameKey({journal, state, till, person}: Parts, {publicKey, vouch}: TillKey): Promise<void> {
  const previous = state.keys.at(-1)?.publicKey ?? null;
  if (journal.readOnly || journal.tail().seq === 0 || previous === publicKey) return;
  const signature = previous === null ? null : await vouch(till, previous);
  await journal.append([{type: 'signing-key', person, data: {publicKey, previous, signature}}]);
}
