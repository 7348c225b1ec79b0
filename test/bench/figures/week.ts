import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import type {Bench, Section} from '../bench.js';
import type {Week} from '../programs/week.js';
import {type Row, shown} from '../row.js';

const most = 5;

/** A week of the shop on a virtual clock, in a process of its own whose memory nothing else disturbs. */
export function measureWeek({folder, isQuick}: Bench): Promise<Section> {
  const [days, sales] = isQuick ? [3, 50] : [7, 1000];
  const program = ['--expose-gc', '--import', './test/bench/typescript.mjs', 'test/bench/programs/week.ts'];
  const output = execFileSync(process.execPath, [...program, join(folder, 'week'), String(days), String(sales)], {
    encoding: 'utf8',
  });
  const week = JSON.parse(output) as Week;
  const [first = 0, last = 0] = [week.evenings[0], week.evenings.at(-1)];
  const row = (what: string, ours: string, target = '', isMet?: boolean): Row => ({
    what,
    ours,
    reference: '',
    theirs: '',
    ratio: '',
    target,
    isMet,
    samples: days * sales,
  });
  const growth = last - first;
  return Promise.resolve({
    title: 'The long day',
    method:
      `${days} days of ${sales.toLocaleString('en')} sales through the real till, its watcher and a journal on the disk, on a ` +
      'virtual clock with a service in the same process; one sale in twenty fails, one in twenty is paid ten minutes ' +
      'later, one in twenty loses its connection. The heap is counted each evening after two collections.',
    rows: [
      row('heap growth from the first evening to the last (MB)', shown(growth), `< ${most} MB`, growth < most),
      row('heap each evening (MB)', week.evenings.map(shown).join(', ')),
      row('listeners and sleepers left after the last day', String(week.left), '0', week.left === 0),
      row('timers and handles left after closing', String(week.resources), '0', week.resources === 0),
      row('lines of the journal for a sale', shown(week.lines)),
      row('questions for a sale', shown(week.questions)),
    ],
    notes: [
      'The till keeps today and the business day before in memory, and what is not settled; the rest is read back from ' +
        'the journal when somebody asks for it.',
    ],
  });
}
