import {hideCardNumbers} from '../core/card/numbers.js';
import {Problem, type ProblemFacts} from '../core/problem.js';
import type {Proof} from '../core/reconcile/proof.js';
import type {Mapping, Rows, SourceFile, SourceKind} from '../core/reconcile/row.js';
import {examine, type ReadingProgress} from './bytes.js';
import {readDelimited} from './delimited.js';
import {headingPrint} from './headings.js';
import type {GivenMapping} from './layout.js';
import {headingLines} from './open/json.js';
import type {Original} from './open/opener.js';
import type {RowOf} from './rows.js';
import {readStatement, type StatementDetection, statementReaderOf} from './statement/read.js';

/** What the reading of a file rested on, to be shown beside its rows. */
export type Detection = {
  /** Some lines of the file are in UTF-8, others in windows-1252. */
  readonly twoEncodings?: true;
} & (
  | {
      readonly format: 'delimited';
      /** As the file writes them, with those that no field uses. */
      readonly headings: readonly string[];
      readonly headingLine: number;
      /** By which a mapping is kept for the next file with these headings. */
      readonly headingPrint: string;
      /** Totals and balances, which are no rows. */
      readonly sums: number;
      /** Rows left out because by the running balances they moved nothing. */
      readonly unmoved: number;
    }
  | StatementDetection
);

export type ReadSource<Row> = {
  readonly source: SourceFile<Row>;
  /** `null` for a bank's statement that says itself what is what. */
  readonly mapping: Mapping | null;
  readonly detection: Detection;
  readonly proof: Proof;
  /** What the text was in; null for a file that is read as it is. */
  readonly original: Original | null;
};

export type ReadOptions = {
  readonly mapping?: GivenMapping;
  /** What a person says of the days that the file covers, both included; goes before what the file says. */
  readonly interval?: {readonly from: string; readonly to: string};
  /** A statement is read although a figure of its own does not hold, or its closing balance is not there. */
  readonly isUnproved?: boolean | undefined;
  readonly onProgress?: (progress: ReadingProgress) => void;
  /** What the file was in, where it is the text of another that was opened. */
  readonly original?: Original | null;
};

/**
 * Reads a file of somebody else to its end, as a stream: a delimited table of any kind, or a bank's statement
 * (camt, MT940, OFX, QIF, BAI2), which is known by how it begins.
 * Either every row is read, or none and a `Problem` says why. Nothing is left out but blank lines, what stands above the
 * headings, totals and balances, and entries of a statement that are not booked; these are counted. Numbers of cards are
 * cut to their last four digits in everything that is told of it.
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

/** What is quoted of a file may be the number of a card. */
const withoutCardNumbers = (facts: ProblemFacts): ProblemFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (typeof value === 'object') return [name, value.map(hideCardNumbers)];
      return [name, typeof value === 'string' ? hideCardNumbers(value) : value];
    }),
  );

async function readWhole<K extends SourceKind>(
  kind: K,
  file: string,
  {mapping = {}, interval, isUnproved = false, onProgress = () => undefined, original = null}: ReadOptions,
): Promise<ReadSource<RowOf[K]>> {
  const ofFile = await examine(file, mapping.encoding ?? null, (done, size) => onProgress({done, total: size * 2}));
  const examined = {...ofFile, linesAdded: original?.opened.at(-1)?.kind === 'json' ? headingLines : 0};
  const second = (done: number, size: number) => onProgress({done: size + done, total: size * 2});
  const about = {kind, name: hideCardNumbers(original?.name ?? examined.name)};
  const isMixed = examined.isMixed || original?.opened.some(({twoEncodings}) => twoEncodings) === true;
  const written = isMixed ? ({twoEncodings: true} as const) : {};
  const reader = statementReaderOf(examined);
  if (reader !== undefined) {
    const {rows, sha256, pages, ...read} = await readStatement(
      kind,
      reader,
      {examined, given: mapping, isUnproved},
      second,
    );
    const {detection, proof} = read;
    return {
      source: {
        ...about,
        sha256,
        interval: interval ?? read.interval,
        rows: rows as Rows<RowOf[K]>,
        ...(pages.length > 0 && {pages}),
        proof,
      },
      mapping: read.mapping,
      detection: {...detection, ...written},
      proof,
      original,
    };
  }
  const table = await readDelimited(kind, {examined, given: mapping, isUnproved}, second);
  const {rows, sha256, headings, headingLine, sums, paidWords, untested} = table;
  return {
    source: {
      ...about,
      sha256,
      interval: interval ?? null,
      rows,
      ...(paidWords.length > 0 && {paidWords}),
      ...(untested.length > 0 && {untested}),
      proof: table.proof,
    },
    mapping: table.mapping,
    proof: table.proof,
    detection: {
      format: 'delimited',
      headings,
      headingLine,
      headingPrint: headingPrint(headings),
      sums,
      unmoved: table.unmoved,
      ...written,
    },
    original,
  };
}
