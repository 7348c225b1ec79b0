import {constants} from 'node:fs';
import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {makeMissing, removed} from '../../store/disk.js';
import {searchableTexts} from '../core/books/search.js';
import type {StoredEvent} from '../core/events/event.js';
import {type Language, messages} from '../core/messages/messages.js';
import {type Currency, decimalText} from '../core/money/money.js';
import {verdictOf} from '../core/payment/payment.js';
import {operatorOf} from '../core/payment/tender.js';
import {cleanText} from '../core/text/text.js';
import {type CsvCell, type CsvForm, csvForm, csvText} from '../print/csv.js';
import type {DayRow, PaymentRow, ReviewDay} from './review.js';

export type ShownList =
  | {readonly kind: 'days'; readonly rows: readonly ReviewDay[]}
  | {readonly kind: 'payments'; readonly rows: readonly PaymentRow[]}
  | {readonly kind: 'events'; readonly rows: readonly StoredEvent[]};

/** Where a list was written, or the operating system's name for why it was not. */
type Exported = {readonly path: string; readonly code: string | undefined};

const mostFiles = 10_000;
/** A confined process may not sync an open file, so the file is opened for synced writes. */
const {O_CREAT, O_DSYNC = 0, O_EXCL, O_WRONLY} = constants;
const asNew = O_CREAT | O_DSYNC | O_EXCL | O_WRONLY;

/**
 * Writes a list as CSV, in the form that spreadsheets of the language read, into a new file (0600) in the export folder, which is created
 * if it is missing. Column names are English and never change. Instants are UTC. Existing files are never overwritten.
 */
export async function exportShown(folder: string, shown: ShownList, language: Language): Promise<Exported> {
  const text = tableText(shown, csvForm(language));
  let code: string | undefined = 'EEXIST';
  try {
    makeMissing(folder);
  } catch (error) {
    return {path: folder, code: codeOf(error)};
  }
  for (let number = 1; code === 'EEXIST' && number <= mostFiles; number += 1) {
    const path = join(folder, `${shown.kind}-${number}.csv`);
    code = await writeNew(path, text);
    if (code === undefined) return {path, code};
  }
  return {path: folder, code};
}

async function writeNew(path: string, text: string): Promise<string | undefined> {
  try {
    const file = await open(path, asNew, 0o600);
    try {
      await file.writeFile(text);
    } catch (error) {
      await removed(path, {force: true}).catch(() => undefined); // half a table looks like a complete one
      throw error;
    } finally {
      await file.close();
    }
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  throw error;
}

function tableText(shown: ShownList, form: CsvForm): string {
  switch (shown.kind) {
    case 'days':
      return csvText(dayColumns, shown.rows.map(dayCells), form);
    case 'payments':
      return csvText(paymentColumns, shown.rows.map(paymentCells), form);
    case 'events':
      return csvText(eventColumns, shown.rows.map(eventCells), form);
  }
}

const dayColumns = [
  'business_date',
  'state',
  'payments',
  'paid',
  'open',
  'needs_person',
  'not_paid',
  'takings',
  'given_back',
];

function dayCells(row: ReviewDay): readonly (string | number)[] {
  const {day, state, payments, paid, givenBack} = row;
  const counts = verdictCounts(row);
  return [
    day,
    state,
    payments,
    counts.paid,
    counts['not-known'],
    counts['needs-person'],
    counts['not-paid'],
    sumsText(paid),
    sumsText(givenBack),
  ];
}

export function verdictCounts({statuses}: DayRow): Record<ReturnType<typeof verdictOf>, number> {
  const counts = {paid: 0, 'not-paid': 0, 'not-known': 0, 'needs-person': 0, 'on-book': 0};
  for (const [status, count] of statuses) counts[verdictOf({status})] += count;
  return counts;
}

/** How many payments a day has, and how many of them a person may have to look at. */
export function dayCountTexts(row: DayRow, language: Language): readonly string[] {
  const {dayCounts} = messages(language).review;
  const {'not-known': notKnown, 'needs-person': needsPerson, 'not-paid': notPaid} = verdictCounts(row);
  return [
    dayCounts.payments({count: row.payments}),
    ...(notKnown > 0 ? [dayCounts.notKnown({count: notKnown})] : []),
    ...(needsPerson > 0 ? [dayCounts.needsPerson({count: needsPerson})] : []),
    ...(notPaid > 0 ? [dayCounts.notPaid({count: notPaid})] : []),
  ];
}

const sumsText = (sums: ReadonlyMap<Currency, number>): string =>
  [...sums].map(([currency, minor]) => `${currency} ${decimalText({currency, minor})}`).join('; ');

const paymentColumns = [
  'seq',
  'reference',
  'business_date',
  'at',
  'amount',
  'currency',
  'status',
  'verdict',
  'given_back',
  'payer_masked',
  'operator',
  'cashier',
];

function paymentCells(row: PaymentRow): readonly CsvCell[] {
  const {firstSeq, reference, businessDate, at, amount, status, isGivenBack, payer, tender, person} = row;
  const instant = Temporal.Instant.fromEpochMilliseconds(at).toString();
  const said = [payer, operatorOf(tender), person].map(text => cleanText(text));
  const [start, verdict] = [[firstSeq, reference, businessDate, instant], verdictOf({status})];
  return [
    ...start,
    {figure: decimalText(amount)},
    amount.currency,
    status,
    verdict,
    isGivenBack ? 'yes' : 'no',
    ...said,
  ];
}

const eventColumns = ['seq', 'at', 'till', 'person', 'type', 'reference', 'words', 'hash'];

function eventCells(event: StoredEvent): readonly (string | number)[] {
  const {seq, at, till, person, type, hash, data} = event;
  const reference = 'reference' in data ? String(data.reference) : '';
  const words = searchableTexts(event).slice(2).join(' · ');
  return [seq, ...[at, till, person, type, reference].map(text => cleanText(text)), cleanText(words, 4000), hash];
}
