import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {writeOds, writeXlsx} from 'hucre';
import {pdfOf, printedTable, xlsOf, zipOf} from '../../sources/containers.js';
import {bai2, camt, decimal, mt940, ofx, qif, type Statement} from '../../sources/statement-writers.js';
import type {Bench, Section} from '../bench.js';
import type * as Reading from '../programs/reading.js';
import {compare, type Row} from '../row.js';

const writers = {MT940: mt940, 'camt.053': camt, BAI2: bai2, OFX: ofx, QIF: qif} as const;
const style = {lineEnd: '\n', isBare: true} as const;

type Writer = (statement: Statement) => Promise<Uint8Array | string>;

/** What is opened first, in a process of its own: a table of the same entries inside. */
const opened: Readonly<Record<string, Writer>> = {
  XLSX: async statement => writeXlsx({sheets: [{name: 'November', rows: cellsOf(statement)}]}),
  ODS: async statement => writeOds({sheets: [{name: 'November', rows: cellsOf(statement)}]}),
  'CSV in a zip': async statement => zipOf({'november.csv': table(statement)}),
  'JSON Lines': async statement => {
    const [names = [], ...rows] = cellsOf(statement);
    const objects = rows.map(cells => Object.fromEntries(names.map((name, at) => [name, cells[at]])));
    return `${objects.map(each => JSON.stringify(each)).join('\n')}\n`;
  },
};
/** A sheet of before 2007 has 65,536 rows at most. */
const openedBefore2007: Readonly<Record<string, Writer>> = {
  XLS: async statement => xlsOf('November', cellsOf(statement)),
};
const openedPages: Readonly<Record<string, Writer>> = {PDF: async statement => pdfOf(pagesOf(statement))};

/** A text is read within twice the time of a table, and what must be opened first within five times. */
const timesAllowed = {text: 2, opened: 5} as const;

type Format = {
  readonly name: string;
  readonly target: number | null;
  readonly write: (statement: Statement) => Promise<Uint8Array | string>;
};

/** The statements of banks, of as many entries as a large shop has in a year, beside a table of the same. */
export async function measureRead({folder, isQuick, programs}: Bench): Promise<Section> {
  const shipped = (await import(pathToFileURL(programs.reading).href)) as typeof Reading;
  const texts = Object.entries(writers).map(
    ([name, write]): Format => ({name, target: timesAllowed.text, write: async statement => write(statement, style)}),
  );
  const inside = (formats: typeof opened, target: number | null) =>
    Object.entries(formats).map(([name, write]): Format => ({name, target, write}));
  const groups = [
    {count: 100_000, formats: [...texts, ...inside(opened, timesAllowed.opened)]},
    {count: 30_000, formats: inside(openedBefore2007, timesAllowed.opened)},
    {count: 10_000, formats: inside(openedPages, null)},
  ];
  const rows: Row[] = [];
  for (const {count, formats} of groups) {
    const statement = statementOf(isQuick ? count / 20 : count);
    rows.push(...(await measureFormats(shipped, {folder, isQuick, formats, statement})));
  }
  return {
    title: 'Reading a bank’s statement',
    method:
      'Entries from the disk to rows, held against the file’s own figures, by the readers as they are shipped; each format in turns with a table of the same entries. ' +
      `${(100_000).toLocaleString('en')} of them, where no other number stands. What is opened first is read with the start of its process.`,
    rows,
    notes: [
      'Of a PDF the library must draw every page to say where its texts stand, and a table says where its cells are: a page of 45 entries takes 10 ms.',
    ],
  };
}

type Formats = {
  readonly folder: string;
  readonly isQuick: boolean;
  readonly formats: readonly Format[];
  readonly statement: Statement;
};

async function measureFormats(
  {openFile, readSource}: typeof Reading,
  {folder, isQuick, formats, statement}: Formats,
): Promise<Row[]> {
  const count = statement.entries.length;
  const csv: Format = {name: 'CSV', target: null, write: async () => table(statement)};
  const files = [csv, ...formats].map(format => ({
    format,
    times: [] as number[],
    path: join(folder, `statement of ${count} ${format.name}`),
  }));
  for (const {path, format} of files) await writeFile(path, await format.write(statement));
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
  const [beside, ...others] = files;
  return others.map(({format: {name, target}, times}) =>
    compare({
      what: `${name}${count === 100_000 ? '' : ` of ${count.toLocaleString('en')} entries`}, ms`,
      ours: times,
      reference: 'CSV',
      theirs: beside?.times ?? [],
      shares: [0.5],
      ...(target !== null && {target: {of: 'ratio', unit: '', limits: {p50: target}}}),
    }),
  );
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

const linesOnPage = 45;

function pagesOf(statement: Statement) {
  const [names = [], ...rows] = cellsOf(statement).map(cells =>
    cells.map(cell => (typeof cell === 'number' ? cell.toFixed(2) : cell)),
  );
  const columns = [{x: 40}, {x: 100}, {x: 160}, {x: 450, right: true}, {x: 480}];
  return Array.from({length: Math.ceil(rows.length / linesOnPage)}, (_, page) =>
    printedTable([names, ...rows.slice(page * linesOnPage, (page + 1) * linesOnPage)], columns),
  );
}

function table({entries, currency}: Statement): string {
  const rows = entries.map(
    ({units, day, reference, words}) => `${day};${reference};${words};${decimal(units, currency)};${currency}`,
  );
  return `${headings.join(';')}\n${rows.join('\n')}\n`;
}
