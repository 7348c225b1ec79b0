import {Problem} from '../../core/problem.js';
import type {BankRow} from '../../core/reconcile/row.js';
import {isFinerThan, negated} from '../amount-text.js';
import {plainDate} from '../date-text.js';
import {invalidAt, minorText, minorUnits, type Place} from './amounts.js';
import {totalDiffers} from './statements.js';
import {shownText} from './texts.js';

/** What has been read of an entry (`Ntry`). */
export type CamtEntry = {
  readonly line: number;
  currency: string;
  /** The first text of each element that a row needs, by its path below the entry. */
  readonly leaves: Map<string, string>;
  readonly narration: Set<string>;
  /** What it says of the payments that were booked together, and what these come to. */
  readonly batches: Batch[];
};

/** The details of an entry: what a batch states of itself, and the payments in it that are told one by one. */
type Batch = {stated: Sum; count: string | null; readonly payments: Sum[]; counted: number};
type Sum = {readonly currency: string; readonly text: string} | null;

const single = new Set([
  'Amt',
  'CdtDbtInd',
  'RvslInd',
  'Sts',
  'Sts/Cd',
  'BookgDt/Dt',
  'BookgDt/DtTm',
  'AcctSvcrRef',
  'NtryRef',
]);
/** Where a bank writes what a payment was for: its own words, the payer's, and the references of both sides. */
const narrated = new Set([
  'AddtlNtryInf',
  'NtryDtls/Btch/PmtInfId',
  'NtryDtls/TxDtls/Refs/EndToEndId',
  'NtryDtls/TxDtls/RmtInf/Ustrd',
  'NtryDtls/TxDtls/RmtInf/Strd/CdtrRefInf/Ref',
  'NtryDtls/TxDtls/AddtlTxInf',
]);
const mostNarrated = 100;

export function emptyEntry(line: number): CamtEntry {
  return {line, currency: '', leaves: new Map(), narration: new Set(), batches: []};
}

/** Where the details of an entry, and a payment in them, begin. */
export function noteBegin({batches}: CamtEntry, path: string): void {
  if (path === 'NtryDtls') batches.push({stated: null, count: null, payments: [], counted: 0});
  const batch = batches.at(-1);
  if (path === 'NtryDtls/TxDtls' && batch !== undefined) batch.counted += 1;
}

/** Takes what batches and the payments in them say of money. */
function noteBatch({batches}: CamtEntry, path: string, text: string, currency: string): void {
  const batch = batches.at(-1);
  if (batch === undefined) return;
  if (path === 'NtryDtls/Btch/NbOfTxs') batch.count = text.trim();
  if (path === 'NtryDtls/Btch/TtlAmt') batch.stated = {currency, text: text.trim()};
  const isAmount = path === 'NtryDtls/TxDtls/Amt' || path === 'NtryDtls/TxDtls/AmtDtls/TxAmt/Amt';
  if (isAmount && batch.payments.length < batch.counted) batch.payments.push({currency, text: text.trim()});
}

/**
 * Holds what a batch states of itself against the payments that are told of it, one by one; where none is told, nothing is held. Gives how
 * many figures agreed. Throws the `Problem` `file-total-differs`, and for what is no amount `file-row-invalid`.
 */
export function agreeingBatches(file: string, {line, batches}: CamtEntry): number {
  let agreed = 0;
  for (const {stated, count, payments, counted: told} of batches) {
    // A batch that is not taken apart has one detail for all of its payments.
    if (told === 0 || (told === 1 && count !== '1')) continue;
    if (count !== null && /^\d{1,15}$/u.test(count)) {
      if (Number(count) !== told) throw totalDiffers(file, line, String(told), count);
      agreed += 1;
    }
    if (stated === null || payments.length !== told) continue;
    const {currency} = stated;
    if (payments.some(payment => payment?.currency !== currency)) continue;
    const units = (sum: Sum, field: string) =>
      minorUnits(camtAmount(sum?.text ?? '', currency, {file, line, field}), currency);
    const reached = payments.reduce((sum, payment) => sum + units(payment, 'TxDtls/Amt'), 0n);
    const total = units(stated, 'Btch/TtlAmt');
    if (reached !== total) throw totalDiffers(file, line, minorText(reached, currency), minorText(total, currency));
    agreed += 1;
  }
  return agreed;
}

export function noteLeaf(entry: CamtEntry, path: string, text: string, currency: string): void {
  const {leaves, narration} = entry;
  if (single.has(path)) {
    if (!leaves.has(path)) leaves.set(path, text.trim());
    return;
  }
  noteBatch(entry, path, text, currency);
  if (!narrated.has(path) || narration.size >= mostNarrated) return;
  const said = text.trim();
  if (said !== '' && said !== 'NOTPROVIDED') narration.add(said);
}

/** An amount as ISO 20022 has it, without a sign. Throws the `Problem` `file-row-invalid` or `file-amount-too-fine`. */
export function camtAmount(amount: string, currency: string, place: Place): string {
  if (!/^\d{1,18}(?:\.\d{1,17})?$/.test(amount)) throw invalidAt(place, amount);
  const {file, line, field} = place;
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidAt({file, line, field: 'Ccy'}, currency);
  if (isFinerThan(amount, currency))
    throw new Problem('file-amount-too-fine', {file, line, column: field, text: amount, currency});
  return amount;
}

/**
 * The row of an entry, or `undefined` where the bank has not booked it (`PDNG`, `INFO`, `FUTR`). A reversal has `RVSL`
 * before its narration. Throws the `Problem` `file-row-invalid` with the name of the element,
 * or `file-amount-too-fine`.
 */
export function entryRow(file: string, {line, currency, leaves, narration}: CamtEntry): BankRow | undefined {
  const leaf = (path: string) => leaves.get(path) ?? '';
  const invalid = (field: string, text: string) => invalidAt({file, line, field}, text);
  const status = leaf('Sts/Cd') || leaf('Sts');
  if (status !== 'BOOK') {
    if (['PDNG', 'INFO', 'FUTR'].includes(status)) return undefined;
    throw invalid('Sts', status);
  }
  const amount = camtAmount(leaf('Amt'), currency, {file, line, field: 'Amt'});
  const direction = leaf('CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') throw invalid('CdtDbtInd', direction);
  const booked = leaf('BookgDt/Dt') || leaf('BookgDt/DtTm');
  const bookedOn = /^\d{4}-\d\d-\d\d/.test(booked) ? plainDate(booked.slice(0, 10), 'day-first') : undefined;
  if (bookedOn === undefined) throw invalid('BookgDt', booked);
  const isReversal = ['true', '1'].includes(leaf('RvslInd'));
  return {
    line,
    entry: shownText(leaf('AcctSvcrRef') || leaf('NtryRef'), 200),
    amount: direction === 'DBIT' ? negated(amount) : amount,
    currency,
    bookedOn,
    narration: shownText([...(isReversal ? ['RVSL'] : []), ...narration].join(' ')),
    status: '',
  };
}
