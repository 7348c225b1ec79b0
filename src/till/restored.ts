import type {Journal} from '../../store/journal.js';
import type {State} from '../core/books/state.js';

/**
 * Records that a restored journal may not know everything about its pending payments. They are asked about before anything else is
 * requested; the watcher does that automatically.
 */
export async function noteRestore(journal: Journal, {open}: State, person: string): Promise<void> {
  if (!journal.isRestored || journal.readOnly) return;
  await journal.append([{type: 'journal-restored', person, data: {open: [...open]}}]);
}
