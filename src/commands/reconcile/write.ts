import {extname} from 'node:path';
import {messages} from '../../core/messages/messages.js';
import type {ReconciliationLine} from '../../core/reconcile/discrepancy.js';
import type {Reconciliation} from '../../core/reconcile/reconcile.js';
import {lineJson, reconciliationJson} from '../../core/reconcile/reconciliation-json.js';
import type {Rows} from '../../core/reconcile/row.js';

import {writeSlip} from '../../print/deliver.js';
import {jsonText, note, writeJson} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Reading} from '../../till/open.js';
import {oneOf} from '../values.js';

const formats = ['xlsx', 'jsonl', 'csv'] as const;
type Format = (typeof formats)[number];

/** By the ending of the file’s name. Throws `Problem` unknown-option. */
export function outFormat({language}: Session, file: string): Format {
  const ending = extname(file).slice(1).toLowerCase();
  return oneOf(
    {name: '--out', value: ending === '' ? file : `.${ending}`, language},
    formats.map(each => `.${each}` as const),
  ).slice(1) as Format;
}

type Made = {
  readonly result: Reconciliation;
  readonly reading: Reading;
  readonly listed: Rows<ReconciliationLine>;
};

/**
 * Writes the reconciliation into a new file for this user alone: a workbook with the lines of the days, or the listed lines
 * as JSON Lines or CSV. Throws `Problem` file-exists, file-not-writable.
 */
export async function writeOut(
  session: Session,
  {file, format}: {readonly file: string; readonly format: Format},
  made: Made,
): Promise<void> {
  const {content, count} = await contentOf(session, format, made);
  await writeSlip(file, content, {replaces: false});
  note(session, `✓ ${messages(session.language).command.exported({file, count})}`);
  const {remaining} = made.result.totals;
  if (session.isJson) writeJson(session, {file, format, count, remaining});
}

async function contentOf(session: Session, format: Format, {result, reading, listed}: Made) {
  if (format === 'jsonl') {
    const {lines, ...whole} = reconciliationJson(result, listed.length);
    const rows = [{...whole, lines}, ...Iterator.from(listed).map(lineJson)];
    const content = rows.map(row => `${jsonText(row)}\n`).join('');
    return {content, count: listed.length};
  }
  if (format === 'csv') {
    const [{reconciledFindings}, {tableText}] = await Promise.all([
      import('../export/reconciled.js'),
      import('../export/table.js'),
    ]);
    const {exceptions} = reconciledFindings({...result, lines: listed});
    return {content: tableText(exceptions, session.language), count: exceptions.rows.length};
  }
  const [{readBook}, {workbook}] = await Promise.all([import('../export/book.js'), import('../export/workbook.js')]);
  const book = await readBook(reading, configOf(session), result.days, result);
  return {content: await workbook(book), count: book.findings.exceptions.rows.length};
}
