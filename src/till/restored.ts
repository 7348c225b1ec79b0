import type {Journal} from '../../store/journal.js';
import type {State} from '../core/journal/state.js';

/** What a copy may not know is asked about before more is asked of the service; the watcher does that by itself. */
export async function noteRestore(journal: Journal, {open}: State, person: string): Promise<void> {
  if (!journal.isRestored || journal.readOnly) return;
  await journal.append([{type: 'journal-restored', person, data: {open: [...open]}}]);
}
