import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {writeOds, writeXlsx} from 'hucre';
import {openFile} from '../../../src/sources/open/opener.js';
import {readSource} from '../../../src/sources/source.js';
import {zipOf} from '../../sources/containers.js';
import {bai2, camt, decimal, mt940, ofx, qif, type Statement} from '../../sources/statement-writers.js';
import type {Bench, Section} from '../bench.js';
import {compare} from '../row.js';

const writers = {MT940: mt940, 'camt.053': camt, BAI2: bai2, OFX: ofx, QIF: qif} as const;
const style = {lineEnd: '\n', isBare: true} as const;

/** What is opened first, in a process of its own: a table of the same entries inside. */
const opened: Readonly<Record<string, (statement: Statement) => Promise<Uint8Array | string>>> = {
  XLSX: async statement => writeXlsx({sheets: [{name: 'November', rows: cellsOf(statement)}]}),
  ODS: async statement => writeOds({sheets: [{name: 'November', rows: cellsOf(statement)}]}),
  'CSV in a zip': async statement => zipOf({'november.csv': table(statement)}),
  'JSON Lines': async statement => {
    const [names = [], ...rows] = cellsOf(statement);
    const objects = rows.map(cells => Object.fromEntries(names.map((name, at) => [name, cells[at]])));
    return `${objects.map(each => JSON.stringify(each)).join('\n')}\n`;
  },
};

/** A text is read within twice the time of a table, and what must be opened first within five times. */
const timesAllowed = {text: 2, opened: 5} as const;

/** The statements of banks, of as many entries as a large shop has in a year, beside a table of the same. */
export async function measureRead({folder, isQuick}: Bench): Promise<Section> {
  const count = isQuick ? 5000 : 100_000;
  const statement = statementOf(count);
  const texts = Object.entries({CSV: table, ...writers}).map(([name, write]) => ({
    ...{name, kind: 'text' as const, content: async () => write(statement, style)},
  }));
  const inside = Object.entries(opened).map(([name, write]) => ({
    ...{name, kind: 'opened' as const, content: () => write(statement)},
  }));
  const files = [...texts, ...inside].map(each => ({
    ...each,
    path: join(folder, `statement ${each.name}`),
    times: [] as number[],
  }));
  for (const {path, content} of files) await writeFile(path, await content());
  const rounds = isQuick ? 3 : 8;
  for (let round = 0; round < rounds; round += 1) {
    for (const {path, times} of files) {
      const begun = performance.now();
      const {path: text, close} = await openFile(path);
      const {source} = await readSource('bank', text, {mapping: {currency: 'KES'}});
      await close();
      if (source.rows.length !== count) throw new Error(`${path} has ${source.rows.length} rows`);
      // The first compiles what reads it.
      if (round > 0) times.push(performance.now() - begun);
    }
  }
  const [csv, ...others] = files;
  return {
    title: 'Reading a bank’s statement',
    method: `${count.toLocaleString('en')} entries from the disk to rows, held against the file’s own figures; each format in turns with a table of the same entries. What is opened first is read with the start of its process.`,
    rows: others.map(({name, kind, times}) =>
      compare({
        what: `${name}, ms`,
        ours: times,
        reference: 'CSV',
        theirs: csv?.times ?? [],
        shares: [0.5],
        target: {of: 'ratio', unit: '', limits: {p50: timesAllowed[kind]}},
      }),
    ),
  };
}

function statementOf(count: number): Statement {
  const entries = Array.from({length: count}, (_, at) => ({
    units: BigInt(((at * 7919) % 1_000_000) + 1) * (at % 3 === 0 ? -1n : 1n),
    day: `2026-11-${String(1 + (at % 28)).padStart(2, '0')}`,
    isReversal: false,
    reference: `FT${at}`,
    words: `Merchant payment PSTK_${at} of Mama Njeri, till 3`,
  }));
  return {account: '1104567890', currency: 'KES', opening: 0n, entries};
}

const headings = ['date', 'reference', 'description', 'amount', 'currency'];

const cellsOf = ({entries, currency}: Statement): (string | number)[][] => [
  headings,
  ...entries.map(({units, day, reference, words}) => [
    ...[day, reference, words],
    ...[Number(decimal(units, currency)), currency],
  ]),
];

function table({entries, currency}: Statement): string {
  const rows = entries.map(
    ({units, day, reference, words}) => `${day};${reference};${words};${decimal(units, currency)};${currency}`,
  );
  return `${headings.join(';')}\n${rows.join('\n')}\n`;
}
