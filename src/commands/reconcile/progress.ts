import {fill} from '../../core/words/fill.js';
import {reconcileCommandWords} from '../../core/words/reconcile-commands.js';
import type {ReconcileProgress} from '../../till/reconcile.js';
import {note} from '../print.js';
import type {Session} from '../session.js';

/** What is over before has no progress. */
const patience = 1000;
const pause = 2000;

/** Tells on standard error how far long work has come, every other second. */
export function progressOn(session: Session): (progress: ReconcileProgress) => void {
  const {world} = session.face;
  const words = reconcileCommandWords[session.language];
  let next = world.monotonic() + patience;
  return ({step, what, done, total}) => {
    if (world.monotonic() < next) return;
    next = world.monotonic() + pause;
    if (step === 'asking') note(session, fill(words.asking, {done, total: total ?? '?'}));
    else if (step === 'journal') note(session, fill(words.readingJournal, {count: done}));
    else
      note(session, fill(words.reading, {file: what, percent: Math.floor((100 * done) / Math.max(1, total ?? done))}));
  };
}
