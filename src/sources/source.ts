import {Problem, type ProblemFacts} from '../core/problem.js';
import {dateIn} from '../core/reconcile/rows/inputs.js';
import {
  type BankRow,
  distinctIn,
  type Mapping,
  type Proof,
  type ProviderRow,
  type Rows,
  type SourceFile,
  type SourceKind,
} from '../core/reconcile/rows/row.js';
import {hideCardNumbers} from '../core/text/card-numbers.js';
import {examine, type ReadingProgress} from './bytes.js';
import {type DayInterval, daysAfter} from './date-text.js';
import {type ReadFile, readDelimited, type TableDetection} from './delimited.js';
import {headingLines} from './open/json.js';
import type {Original} from './open/opener.js';
import type {RowOf} from './row-makers.js';
import {readStatement, type StatementDetection, statementReaderOf} from './statement/read.js';
import type {GivenMapping} from './table-place.js';

/** How a file was read, to be shown next to its rows. */
export type Detection = (TableDetection | StatementDetection) & {
  /** Whether some lines of the file are in UTF-8 and others in windows-1252. */
  readonly twoEncodings?: true;
};

export type ReadSource<Row> = {
  readonly source: SourceFile<Row>;
  /** `null` for a bank's statement in a format that needs no mapping. */
  readonly mapping: Mapping | null;
  readonly detection: Detection;
  readonly proof: Proof;
  /** The file that the text was in; `null` for a file that is read as it is. */
  readonly original: Original | null;
};

export type ReadOptions = {
  readonly mapping?: GivenMapping;
  /** The days that the file covers according to a person, both included. They take precedence over what the file says. */
  readonly interval?: {readonly from: string; readonly to: string};
  /** The day of the reading. No row is later, which may show the order of its dates. */
  readonly today?: string | undefined;
  /** Whether to read a statement although one of its own figures does not hold, or its closing balance is missing. */
  readonly isUnproved?: boolean | undefined;
  readonly onProgress?: (progress: ReadingProgress) => void;
  /** The file that was opened, if this is the text from inside it. */
  readonly original?: Original | null;
};

/**
 * Reads an external file to its end, as a stream: a delimited table of any kind, or a bank's statement (camt, MT940, OFX, QIF, BAI2), which
 * its beginning identifies. Either every row is read, or none and a `Problem` says why. Only blank lines, lines above the headings, totals
 * and balances, and entries that a bank has not booked are left out; they are counted. In everything that is returned, card numbers are cut
 * to their last four digits.
 */
export async function readSource<K extends SourceKind>(
  kind: K,
  file: string,
  options: ReadOptions = {},
): Promise<ReadSource<RowOf[K]>> {
  try {
    return await readWhole(kind, file, options);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const {original} = options;
    const named = original && 'file' in error.facts ? {...error.facts, file: original.name} : error.facts;
    throw error.with(withoutCardNumbers(named));
  }
}

/** A quotation from a file may contain a card number. */
const withoutCardNumbers = (facts: ProblemFacts): ProblemFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (typeof value === 'object') return [name, value.map(hideCardNumbers)];
      return [name, typeof value === 'string' ? hideCardNumbers(value) : value];
    }),
  );

/** The first and the last day of the rows; undefined if none has a day, or if one has a day that can be read in two ways. */
function daysOf(kind: SourceKind, rows: Rows<RowOf[SourceKind]>): SourceFile<unknown>['told'] {
  let [from, to] = ['9999', ''];
  const instants =
    kind === 'bank' ? distinctIn(rows as Rows<BankRow>, 'bookedOn') : distinctIn(rows as Rows<ProviderRow>, 'at');
  for (const instant of instants) {
    if (instant === null) continue;
    const day = dateIn(instant);
    if (day === null) return undefined;
    if (day < from) from = day;
    if (day > to) to = day;
  }
  return to === '' ? undefined : {from, to};
}

const isWithin = ({from, to}: DayInterval, days: DayInterval | null): boolean =>
  days !== null && days.from <= from && to <= days.to;

async function readWhole<K extends SourceKind>(
  kind: K,
  file: string,
  {mapping = {}, interval, today, isUnproved = false, onProgress = () => undefined, original = null}: ReadOptions,
): Promise<ReadSource<RowOf[K]>> {
  const ofFile = await examine(file, mapping.encoding ?? null, (done, size) => onProgress({done, total: size * 2}));
  const examined = {...ofFile, linesAdded: original?.opened.at(-1)?.kind === 'json' ? headingLines : 0};
  const second = (done: number, size: number) => onProgress({done: size + done, total: size * 2});
  const about = {kind, name: hideCardNumbers(original?.name ?? examined.name)};
  const isMixed = examined.isMixed || original?.opened.some(({twoEncodings}) => twoEncodings) === true;
  const written = isMixed ? ({twoEncodings: true} as const) : {};
  // Somewhere it is already tomorrow.
  const possible = interval ?? (today === undefined ? {} : {to: daysAfter(today, 1)});
  const given = {examined, given: mapping, possible, isUnproved};
  const reader = statementReaderOf(examined);
  const read: ReadFile<RowOf[SourceKind], Detection> =
    reader === undefined ? await readDelimited(kind, given, second) : await readStatement(kind, reader, given, second);
  const {detection, mapping: understood, ...content} = read;
  const {proof, rows} = content;
  const told = daysOf(kind, rows);
  // Above a table, a period may be of something else.
  const isOfRows = detection.format !== 'delimited' || told === undefined || isWithin(told, content.interval);
  const source = {...about, ...content, interval: interval ?? (isOfRows ? content.interval : null), told};
  return {
    source: source as SourceFile<RowOf[K]>,
    mapping: understood,
    detection: {...detection, ...written},
    proof,
    original,
  };
}
