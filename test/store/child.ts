import {createInterface} from 'node:readline';
import {projectionsFrom, totalsOf} from '../../src/core/books/projections.js';
import {openJournal} from '../../store/journal.js';
import {isLocked, takeLock} from '../../store/lock.js';

/** A till of its own in another process, for the tests that kill one: `child.ts <lock|append> <folder>`. */
const [task, folder = ''] = process.argv.slice(2);
const say = (word: unknown) => process.stdout.write(`${JSON.stringify(word)}\n`);

function lock(): void {
  try {
    const taken = takeLock(folder, {pid: process.pid, command: 'duka collect', since: '2026-11-20T12:00:00Z'});
    say('taken');
    createInterface(process.stdin).on('line', () => {
      taken.release();
      say(isLocked(folder) ? 'still locked' : 'released');
    });
  } catch (error) {
    say({code: (error as {code: string}).code, ...(error as {facts: object}).facts});
  }
}

async function append(): Promise<void> {
  const journal = await openJournal({
    folder,
    mode: 'write',
    till: 'T7K',
    header: {profile: 'sandbox', zone: 'UTC', dayStartsAt: '00:00', version: '0.1.0'},
    businessDate: () => '2026-11-20',
    now: () => 0,
    carry: () => ({carried: [], totals: totalsOf(projectionsFrom(null), {seq: 0, now: 0})}),
    foldVersion: 1,
  });
  for (;;) {
    const stored = await journal.append([{type: 'sent', data: {reference: 'T7K00000001'}, person: 'cashier'}]);
    for (const {seq, hash} of stored) say({seq, hash});
  }
}

if (task === 'lock') lock();
else await append();
