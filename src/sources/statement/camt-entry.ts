import {Problem} from '../../core/problem.js';
import type {BankRow} from '../../core/reconcile/row.js';
import {isFinerThan, negated} from '../amount-text.js';
import {plainDate} from '../date-text.js';
import {invalidAt, type Place} from './amounts.js';
import {shownText} from './texts.js';

/** What has been read of an entry (`Ntry`). */
export type CamtEntry = {
  readonly line: number;
  currency: string;
  /** The first text of each element that a row needs, by its path below the entry. */
  readonly leaves: Map<string, string>;
  readonly narration: Set<string>;
};

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
  return {line, currency: '', leaves: new Map(), narration: new Set()};
}

export function noteLeaf({leaves, narration}: CamtEntry, path: string, text: string): void {
  if (single.has(path) && !leaves.has(path)) leaves.set(path, text.trim());
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
