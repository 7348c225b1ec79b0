import {existsSync, mkdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {StoredEvent} from '../core/event.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import type {Report} from '../core/report-schema.js';
import {commandWords} from '../core/words/commands.js';
import {fill} from '../core/words/fill.js';
import type {Reading} from '../till/open.js';
import {dayFrom} from './day-from.js';
import {isWithin, readDays, type Span} from './days.js';
import {summaryOf} from './event-lines.js';
import {cashTable, zTable} from './export/cash.js';
import {lineTable, summaryTable} from './export/lines.js';
import {type Made, paymentTable, refundTable} from './export/payments.js';
import {type Cell, type Table, tableText, writeTable, zonedText} from './export/table.js';
import {note, writeJson} from './print.js';
import {withReading} from './reading.js';
import {configOf, type Session} from './session.js';
import {oneOf} from './values.js';

/** The tables that can be had alone. */
export const exportLists = ['payments', 'refunds', 'cash', 'zs', 'events'] as const;
type List = (typeof exportLists)[number];

export type ExportOptions = Readonly<Partial<Record<'format' | 'day' | 'from' | 'to' | 'lists' | 'out', string>>>;

/**
 * The days of the journal as tables. Without a list: the lines on standard output or in a file, or in a folder with their
 * summary. Under `--json` an array of objects by the same names, or `{files: [{file, count}]}`.
 */
export async function exportJournal(session: Session, options: ExportOptions): Promise<ExitCode> {
  const {language} = session;
  oneOf({name: '--format', value: options.format ?? 'csv', language}, ['csv']);
  const list =
    options.lists === undefined ? undefined : oneOf({name: '--lists', value: options.lists, language}, exportLists);
  const span = spanFrom(session, options);
  return withReading(session, async reading => {
    const tables = await tablesOf(session, reading, span);
    const {out} = options;
    if (out === undefined) writeTable(session, tables.table(list));
    else await writeFiles(session, out, isFolder(out) ? tables.files(list) : {[out]: tables.table(list)});
    return exitCodes.done;
  });
}

/** Throws `Problem` day-invalid. */
function spanFrom(session: Session, {day, from, to}: ExportOptions): Span {
  if (day !== undefined || (from === undefined && to === undefined)) {
    const date = dayFrom(session, day);
    return {from: date, to: date};
  }
  return {from: from === undefined ? '0000-00-00' : dayFrom(session, from), to: dayFrom(session, to)};
}

type Tables = {
  readonly table: (list: List | undefined) => Table;
  /** By the name of the file in its folder. */
  readonly files: (list: List | undefined) => Readonly<Record<string, Table>>;
};

async function tablesOf(session: Session, reading: Reading, span: Span): Promise<Tables> {
  const {till = '', zone, dayStartsAt, shop, profile} = configOf(session);
  const {payments: found, events} = await readDays(reading, span);
  const made: Made = {till, zone, ledger: reading.state.ledger};
  const zs = events.flatMap(reportIn);
  const own = found.filter(({request}) => isWithin(span, request.businessDate));
  const payments = paymentTable(own, made);
  const refunds = refundTable(found, {made, isWanted: ({businessDate}) => isWithin(span, businessDate)});
  const cash = cashTable(events, {...made, dayStartsAt});
  const lines = lineTable({payments, refunds, cash, zs});
  const about = {shop, till, profile, from: span.from, to: span.to, zone, head: reading.journal.tail().head};
  const lists = {payments, refunds, cash, zs: zTable(zs), events: eventTable(events, zone)};
  return {
    table: list => (list === undefined ? lines : lists[list]),
    files: list =>
      list === undefined
        ? {'summary.csv': summaryTable(lines, about), 'lines.csv': lines}
        : {[`${list}.csv`]: lists[list]},
  };
}

function reportIn(event: StoredEvent): readonly Report[] {
  return event.type === 'z-reported' ? [event.data.report] : [];
}

const eventColumns = ['seq', 'at', 'type', 'person', 'reference', 'amount', 'currency', 'raw'] as const;

/** The journal's lines as `journal list` tells them. */
export function eventTable(events: readonly StoredEvent[], zone: string): Table {
  const rows = events.map(
    (event): Record<string, Cell> => ({
      ...summaryOf(event),
      at: zonedText(Date.parse(event.at), zone),
    }),
  );
  return {columns: eventColumns, rows};
}

/** A name that ends as a folder's does makes one. */
function isFolder(out: string): boolean {
  return /[/\\]$/.test(out) || (existsSync(out) && statSync(out).isDirectory());
}

function makeFolder(file: string): void {
  try {
    mkdirSync(file, {recursive: true, mode: 0o700});
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '-';
    throw new Problem('file-not-writable', {file, code});
  }
}

/** Writes files for this user alone; none that is there is written over. Throws `Problem` file-exists, file-not-writable. */
async function writeFiles(session: Session, out: string, tables: Readonly<Record<string, Table>>): Promise<void> {
  const {writeSlip} = await import('../print/deliver.js');
  const isInFolder = isFolder(out);
  if (isInFolder) makeFolder(out);
  const files: {readonly file: string; readonly count: number}[] = [];
  for (const [name, table] of Object.entries(tables)) {
    const file = isInFolder ? join(out, name) : name;
    await writeSlip(file, tableText(table), {replaces: false});
    const count = table.rows.length;
    files.push({file, count});
    note(session, `✓ ${fill(commandWords[session.language].exported, {file, count})}`);
  }
  if (session.isJson) writeJson(session, {files});
}
