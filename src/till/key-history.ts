import type {Journal} from '../../store/journal.js';
import type {State} from '../core/state.js';

type Parts = {readonly journal: Journal; readonly state: Pick<State, 'signingKey'>; readonly person: string};

/**
 * Writes down by which key the till signs, where the newest line that names one names another, or none does: what was signed
 * by the one before is proved by that one. A journal without lines names it in its first.
 */
export async function nameKey({journal, state, person}: Parts, publicKey: string): Promise<void> {
  if (journal.readOnly || journal.tail().seq === 0 || state.signingKey === publicKey) return;
  const data = {publicKey, previous: state.signingKey ?? null, signature: null};
  await journal.append([{type: 'signing-key', person, data}]);
}
