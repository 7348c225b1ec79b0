import {setTimeout as pause} from 'node:timers/promises';
import type {Bench, Section} from '../bench.js';
import {compare, type Row} from '../row.js';
import {environmentOf, keys, type Lines, openTerminal, type Terminal} from '../terminal.js';

const lengths = [100, 1000, 10_000, 100_000] as const;
/** Given a list of ten thousand at once, ink-table takes seconds for a key. */
const longestForAll = 1000;
const presses = {quick: 5, full: 40} as const;
/** One key takes it half a second. */
const pressesForAll = 10;

const kinds = {
  ours: 'Duka’s list',
  plain: 'one Text a row, of the window',
  'table-of-window': 'ink-table, of the window',
  'table-of-all': 'ink-table, of the whole list',
} as const;
type Kind = keyof typeof kinds;

const offset = (lines: Lines) => lines[0] ?? '';

/** A key that moves a list on by one row, so that all sixteen lines change. */
export async function measureLists({programs, homes, isQuick}: Bench): Promise<Section> {
  const environment = environmentOf(homes.empty);
  const rows: Row[] = [];
  for (const length of isQuick ? lengths.slice(0, 2) : lengths) {
    const names = (Object.keys(kinds) as Kind[]).filter(kind => kind !== 'table-of-all' || length <= longestForAll);
    const shown = await Promise.all(
      names.map(async kind => {
        const terminal = openTerminal([programs.lists, kind, String(length)], {environment});
        await terminal.frame(lines => /^row 1 of/.test(offset(lines)));
        return {kind, terminal, times: [] as number[]};
      }),
    );
    for (let press = -5; press < presses[isQuick ? 'quick' : 'full']; press += 1) {
      for (const {kind, terminal, times} of shown) {
        if (kind === 'table-of-all' && press >= pressesForAll) continue;
        const milliseconds = await moved(terminal);
        if (press >= 0) times.push(milliseconds);
      }
    }
    await Promise.all(shown.map(({terminal}) => terminal.leave()));
    const ours = shown.find(({kind}) => kind === 'ours')?.times ?? [];
    for (const {kind, times} of shown) {
      if (kind === 'ours') continue;
      rows.push(compare({what: `${length.toLocaleString('en')} rows`, ours, reference: kinds[kind], theirs: times}));
    }
  }
  return {
    title: 'Lists (ms)',
    method:
      'Sixteen rows of six columns, names in Latin with marks and in Chinese, in a window over a list of so many; from ' +
      'the write of the key to the last byte of the frame. Duka’s list is ink-table behind a window of line numbers. ' +
      'ink-table as it comes draws a rule between every two rows, so it shows half as many; given a whole list it ' +
      `lays out all of it, which was not waited for beyond ${longestForAll.toLocaleString('en')} rows.`,
    rows,
  };
}

async function moved(terminal: Terminal): Promise<number> {
  const milliseconds = await terminal.press(keys.down, offset);
  await pause(8);
  return milliseconds;
}
