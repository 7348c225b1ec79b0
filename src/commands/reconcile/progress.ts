import {messages} from '../../core/messages/messages.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {ReconcileProgress} from '../../till/reconcile.js';

/** Work that ends within this many milliseconds shows no progress. */
const patience = 1000;
const pause = 2000;

/** Returns a function that reports the progress of long work on standard error, every two seconds. */
export function progressOn(session: Session): (progress: ReconcileProgress) => void {
  const {world} = session.face;
  const words = messages(session.language).reconcileCommand;
  let next = world.monotonic() + patience;
  return ({step, what, done, total}) => {
    if (world.monotonic() < next) return;
    next = world.monotonic() + pause;
    if (step === 'asking') note(session, words.asking({done, total: total ?? done}));
    else if (step === 'journal') note(session, words.readingJournal({count: done}));
    else note(session, words.reading({file: what, percent: Math.floor((100 * done) / Math.max(1, total ?? done))}));
  };
}
