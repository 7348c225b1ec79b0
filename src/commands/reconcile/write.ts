import {extname} from 'node:path';
import {messages} from '../../core/messages/messages.js';
import type {Reconciliation} from '../../core/reconcile/result/reconcile.js';
import type {ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import {type Rows, rowsWhere} from '../../core/reconcile/rows/row.js';
import {causesJson, lineJson, reconciliationJson} from '../../core/reconcile/shown/reconciliation-json.js';
import {inParts} from '../../core/text/text.js';
import {type SlipContent, writeSlip} from '../../print/deliver.js';
import {jsonText, note, writeJson} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Reading} from '../../till/opened-journal.js';
import {oneOf} from '../values.js';

const formats = ['xlsx', 'jsonl', 'csv'] as const;
type Format = (typeof formats)[number];

/** The format, by the ending of the file's name. Throws `Problem` unknown-option. */
export function outFormat({language}: Session, file: string): Format {
  const ending = extname(file).slice(1).toLowerCase();
  return oneOf(
    {name: '--out', value: ending === '' ? file : `.${ending}`, language},
    formats.map(each => `.${each}` as const),
  ).slice(1) as Format;
}

type Made = {
  readonly result: Reconciliation;
  /** The till's journal, for a workbook with its lines; absent for an office, which has those of many. */
  readonly reading?: Reading;
  readonly lines: Rows<ReconciliationLine>;
  readonly isListed: (line: ReconciliationLine) => boolean;
};

/**
 * Writes the reconciliation into a new file that only this user can read: a workbook with the lines of the days, or the listed lines as
 * JSON Lines or CSV. Throws `Problem` file-exists, file-not-writable.
 */
export async function writeOut(
  session: Session,
  {file, format}: {readonly file: string; readonly format: Format},
  made: Made,
): Promise<void> {
  const {content, count} = await contentOf(session, format, made);
  await writeSlip(file, content, {replaces: false});
  note(session, `✓ ${messages(session.language).command.exported({file, count: count()})}`);
  const {remaining} = made.result.totals;
  if (session.isJson) writeJson(session, {file, format, count: count(), remaining});
}

type Contents = {
  readonly content: SlipContent;
  /** The number of lines, once they are written. */
  readonly count: () => number;
};

/** All formats except a workbook are made line by line while they are written. */
async function contentOf(session: Session, format: Format, made: Made): Promise<Contents> {
  const {result, reading, lines, isListed} = made;
  if (format === 'jsonl') {
    const listed = rowsWhere(lines, isListed);
    return {content: inParts(jsonLines(made, listed)), count: () => listed.length};
  }
  if (format === 'csv') {
    const [{exceptionsOf}, {tablePieces}] = await Promise.all([
      import('../export/reconciled.js'),
      import('../export/table.js'),
    ]);
    const {columns, rows} = exceptionsOf(result, isListed);
    let count = 0;
    const counted = Iterator.from(rows).map(row => {
      count += 1;
      return row;
    });
    return {content: tablePieces({columns, rows: counted}, session.language), count: () => count};
  }
  const {workbook} = await import('../export/workbook.js');
  const book = await bookOf(session, result, reading);
  return {content: await workbook(book), count: () => book.findings.exceptions.rows.length};
}

/** The days of the till's journal with the findings, or the findings alone. */
async function bookOf(session: Session, result: Reconciliation, reading: Reading | undefined) {
  if (reading !== undefined)
    return (await import('../export/book.js')).readBook(reading, configOf(session), result.days, result);
  const {reconciledFindings} = await import('../export/reconciled.js');
  const {days, zone, profile, coverage} = result;
  return {
    about: {profile, ...days, zone, tills: coverage.journal.tills.join(' ')},
    findings: reconciledFindings(result),
  };
}

/** The reconciliation on the first line, then each listed line on a line of its own. */
function* jsonLines({result, isListed}: Made, listed: Rows<ReconciliationLine>): Generator<string> {
  const {lines, ...whole} = reconciliationJson(result, listed.length);
  yield `${jsonText({...whole, causes: [...causesJson(result, isListed)], lines})}\n`;
  for (const line of listed) yield `${jsonText(lineJson(line))}\n`;
}
