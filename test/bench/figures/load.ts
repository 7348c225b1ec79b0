import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Bench, Section} from '../bench.js';
import {tillFolder} from '../homes.js';
import {writeJournal} from '../journals.js';
import {typeEverything} from './keys.js';

/** Megabytes: the usual 150, and twice what ten thousand payments are. */
const withThousands = 210;
const sizes = {quick: 1000, full: 10_000} as const;

/** Keys while everything waits that a long outage left behind. */
export async function measureLoad(bench: Bench): Promise<Section> {
  const waiting = sizes[bench.isQuick ? 'quick' : 'full'];
  const home = join(bench.folder, 'outage');
  await mkdir(tillFolder(home), {recursive: true});
  const events = 3 * waiting + 1;
  await writeJournal(tillFolder(home), {events, segments: 1, pendingToday: waiting, now: Date.now()});
  return {
    title: 'After an outage (ms)',
    method:
      `The same keys over a journal in which ${waiting.toLocaleString('en')} payments of today are pending, about which the till ` +
      'asks the service, one a second.',
    rows: await typeEverything(bench, home, withThousands),
    notes: ['What lives is 60 MB, of which 30 are the payments; the rest of the memory is Node, Ink and garbage.'],
  };
}
