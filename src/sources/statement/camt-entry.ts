import type {Problem} from '../../core/problem.js';
import type {BankRow} from '../../core/reconcile/rows/row.js';
import {isFinerThan, negated} from '../amount-text.js';
import {plainDate} from '../date-text.js';
import {shownText} from '../foreign-text.js';
import {type Statements, type Total, totalDiffers} from './statements.js';
import {invalidAt, minorText, minorUnits, type Place, tooFineAt} from './texts.js';

export type CamtEntry = {
  readonly line: number;
  currency: string;
  /** The first text of each element that a row needs, in the order of `singles`. */
  readonly leaves: (string | undefined)[];
  /** An element of these that occurs again with another text. */
  doubled: {readonly part: number; readonly text: string} | undefined;
  readonly narration: string[];
  /** What the entry says about payments that were booked together, and what they add up to. */
  readonly batches: Batch[];
};

/** The details of an entry: what a batch states about itself, and the payments in it that are listed one by one. */
type Batch = {stated: Sum; count: string | null; readonly payments: Sum[]; counted: number};
type Sum = {readonly currency: string; readonly text: string} | null;

/** The elements of an entry that a row needs, by their paths below the entry. */
const singles = [
  'Amt',
  'CdtDbtInd',
  'RvslInd',
  'Sts',
  'Sts/Cd',
  'BookgDt/Dt',
  'BookgDt/DtTm',
  'ValDt/Dt',
  'ValDt/DtTm',
  'AcctSvcrRef',
  'NtryRef',
] as const;
/**
 * The other elements: those in which a bank writes what a payment was for (its own words, the payer's, and the references of both sides),
 * and the amounts and counts of batches and of the payments in them.
 */
const others = {
  AddtlNtryInf: 'narrated',
  'NtryDtls/Btch/PmtInfId': 'narrated',
  'NtryDtls/TxDtls/Refs/EndToEndId': 'narrated',
  'NtryDtls/TxDtls/RmtInf/Ustrd': 'narrated',
  'NtryDtls/TxDtls/RmtInf/Strd/CdtrRefInf/Ref': 'narrated',
  'NtryDtls/TxDtls/AddtlTxInf': 'narrated',
  NtryDtls: 'batch',
  'NtryDtls/Btch/NbOfTxs': 'count',
  'NtryDtls/Btch/TtlAmt': 'sum',
  'NtryDtls/TxDtls': 'payment',
  'NtryDtls/TxDtls/Amt': 'paid',
  'NtryDtls/TxDtls/AmtDtls/TxAmt/Amt': 'paid',
} as const;
const mostNarrated = 100;

/** The meaning of an element of an entry for its row: its index in `singles`, or one of the others. */
export type EntryPart = number | (typeof others)[keyof typeof others] | 'nothing';

/** Returns the meaning of an element, by its path below the entry. In version 01 the details are not in an element of their own. */
export function entryPart(path: string): EntryPart {
  const place = (singles as readonly string[]).indexOf(path);
  if (place !== -1) return place;
  const own = path.replace(/^(?:TxDtls|Btch)\b/u, 'NtryDtls/$&');
  return Object.hasOwn(others, own) ? others[own as keyof typeof others] : 'nothing';
}

export function emptyEntry(line: number): CamtEntry {
  return {line, currency: '', leaves: singles.map(() => undefined), doubled: undefined, narration: [], batches: []};
}

/** Takes the beginning of an element, which names this currency. */
export function noteBegin(entry: CamtEntry, part: EntryPart, currency: string): void {
  const {batches} = entry;
  if (part === amountPart && entry.currency !== currency) {
    if (entry.currency !== '') entry.doubled ??= {part: amountPart, text: currency};
    entry.currency = currency;
  }
  if (part === 'batch') batches.push({stated: null, count: null, payments: [], counted: 0});
  const batch = batches.at(-1);
  if (part === 'payment' && batch !== undefined) batch.counted += 1;
}
const amountPart = singles.indexOf('Amt');

/** Takes amounts and counts of batches and of the payments in them. */
function noteBatch({batches}: CamtEntry, part: EntryPart, text: string, currency: string): void {
  const batch = batches.at(-1);
  if (batch === undefined) return;
  if (part === 'count') batch.count = text.trim();
  if (part === 'sum') batch.stated = {currency, text: text.trim()};
  if (part === 'paid' && batch.payments.length < batch.counted) batch.payments.push({currency, text: text.trim()});
}

/**
 * Compares what a batch states about itself with its payments, if they are listed one by one. Nothing is compared if none is listed.
 * Returns how many figures agreed, and hands `file-total-differs` to `differs` for each that does not. Throws the `Problem`
 * `file-row-invalid` or `file-amount-too-fine` for an amount that is not valid.
 */
export function agreeingBatches(file: string, {line, batches}: CamtEntry, differs: (problem: Problem) => void): number {
  let agreed = 0;
  for (const {stated, count, payments, counted: told} of batches) {
    // A batch whose payments are not listed has one detail for all of them.
    if (told === 0 || (told === 1 && count !== '1')) continue;
    if (count !== null && /^\d{1,15}$/u.test(count)) {
      if (Number(count) === told) agreed += 1;
      else differs(totalDiffers(file, line, String(told), count));
    }
    if (stated === null || payments.length !== told) continue;
    const {currency} = stated;
    if (payments.some(payment => payment?.currency !== currency)) continue;
    const units = (sum: Sum, field: string) =>
      minorUnits(camtAmount(sum?.text ?? '', currency, {file, line, field}), currency);
    const reached = payments.reduce((sum, payment) => sum + units(payment, 'TxDtls/Amt'), 0n);
    const total = units(stated, 'Btch/TtlAmt');
    if (reached === total) agreed += 1;
    else differs(totalDiffers(file, line, minorText(reached, currency), minorText(total, currency)));
  }
  return agreed;
}

/** Takes the text of an element without children. */
export function noteLeaf(entry: CamtEntry, part: EntryPart, text: string, currency: string): void {
  const {leaves, narration} = entry;
  if (typeof part === 'number') {
    const said = text.trim();
    leaves[part] ??= said;
    if (leaves[part] !== said) entry.doubled ??= {part, text: said};
  } else if (part === 'narrated') {
    const said = text.trim();
    const isNew = said !== '' && said !== 'NOTPROVIDED' && !narration.includes(said);
    if (isNew && narration.length < mostNarrated) narration.push(said);
  } else noteBatch(entry, part, text, currency);
}

/** Returns an amount without a sign, in the form of ISO 20022. Throws the `Problem` `file-row-invalid` or `file-amount-too-fine`. */
function camtAmount(amount: string, currency: string, place: Place): string {
  if (!/^\d{1,18}(?:\.\d{1,17})?$/.test(amount)) throw invalidAt(place, amount);
  if (!/^[A-Z]{3}$/.test(currency)) throw invalidAt({...place, field: 'Ccy'}, currency);
  if (isFinerThan(amount, currency)) throw tooFineAt(place, amount, currency);
  return amount;
}

const leafOf = ({leaves}: CamtEntry, path: (typeof singles)[number]): string => leaves[singles.indexOf(path)] ?? '';
const bookedIn = (entry: CamtEntry): string => leafOf(entry, 'BookgDt/Dt') || leafOf(entry, 'BookgDt/DtTm');

/** Whether an entry has no booking date. Its value date then stands for it. */
export const hasOnlyValueDate = (entry: CamtEntry): boolean => bookedIn(entry) === '';

/**
 * Returns the row of an entry, or `undefined` if the bank has not booked it (`PDNG`, `INFO`, `FUTR`). The narration of a reversal begins
 * with `RVSL`. Throws the `Problem` `file-row-invalid` with the name of the element, or `file-amount-too-fine`.
 */
export function entryRow(file: string, entry: CamtEntry): BankRow | undefined {
  const {line, currency, doubled, narration} = entry;
  const leaf = (path: (typeof singles)[number]) => leafOf(entry, path);
  const invalid = (field: string, text: string) => invalidAt({file, line, field}, text);
  if (doubled !== undefined) throw invalid(singles[doubled.part] ?? '', doubled.text);
  const status = leaf('Sts/Cd') || leaf('Sts');
  if (status !== 'BOOK') {
    if (['PDNG', 'INFO', 'FUTR'].includes(status)) return undefined;
    throw invalid('Sts', status);
  }
  const amount = camtAmount(leaf('Amt'), currency, {file, line, field: 'Amt'});
  const direction = leaf('CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') throw invalid('CdtDbtInd', direction);
  const booked = bookedIn(entry) || leaf('ValDt/Dt') || leaf('ValDt/DtTm');
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

/** What a report says about itself, apart from its entries. */
export class CamtSummary {
  /** The balance that is being read: the text of each element below it. */
  balance: {readonly line: number; currency: string; readonly leaves: Map<string, string>} | undefined;
  readonly balances: Booked[] = [];
  readonly totals = new Map<string, string>();
  readonly currencies = new Set<string>();
  /** The line on which the summary of entries begins. */
  totalsLine = 0;
  notBooked = 0;
}
type Booked = {
  readonly type: 'opening' | 'closing' | 'interim';
  readonly line: number;
  readonly day: string;
  readonly currency: string;
  readonly units: bigint;
};

/** Types of booked balances. Available and expected balances are about other money. Interim balances only link one page to the next. */
const booked: Readonly<Record<string, Booked['type']>> = {
  OPBD: 'opening',
  PRCD: 'opening',
  CLBD: 'closing',
  ITBD: 'interim',
};

/** Takes the text of an element, by its path below the report. */
export function summaryLeaf(file: string, summary: CamtSummary, path: string, text: string): void {
  const {balance} = summary;
  if (path.startsWith('TxsSummry/') && !summary.totals.has(path)) summary.totals.set(path, text);
  if (balance === undefined) return;
  if (path.startsWith('Bal/')) balance.leaves.set(path.slice('Bal/'.length), text);
  if (path !== 'Bal') return;
  summary.balance = undefined;
  const leaf = (name: string) => balance.leaves.get(name) ?? '';
  const code = leaf('Tp/CdOrPrtry/Cd') || leaf('Tp/Cd');
  const type = Object.hasOwn(booked, code) ? booked[code] : undefined;
  if (type === undefined) return;
  const {line, currency} = balance;
  const place: Place = {file, line, field: 'Bal'};
  const units = minorUnits(camtAmount(leaf('Amt'), currency, {...place, field: 'Amt'}), currency);
  const direction = leaf('CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') throw invalidAt({...place, field: 'CdtDbtInd'}, direction);
  const day = (leaf('Dt/Dt') || leaf('Dt/DtTm')).slice(0, 10);
  summary.balances.push({type, line, day, currency, units: direction === 'DBIT' ? -units : units});
}

/** The ISO 4217 code for no currency, for a statement that names none and therefore has no entries. */
const noCurrency = 'XXX';

/** Whether the sender says that a report is a page, and the position of this page among those read of its statement. */
export type StatementPage = {readonly isPage: boolean; readonly isFirst: boolean; readonly isLast: boolean};

/** A page with a closing balance is the last of its statement, whatever its message says about further pages. */
export const isLastOf = ({isLast}: StatementPage, {balances}: CamtSummary): boolean =>
  isLast || balances.some(({type}) => type === 'closing');

/**
 * Passes the first opening and the last closing balance of each currency, and the totals of the entries, to `statements`. For a page it
 * passes the interim balances that link it to the pages before and after, and no totals.
 */
export function addSummary(file: string, summary: CamtSummary, statements: Statements, page: StatementPage): void {
  const inOrder = summary.balances.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  for (const balance of inOrder) if (balance.type === 'closing') statements.closing(balance);
  for (const balance of inOrder.toReversed()) if (balance.type === 'opening') statements.opening(balance);
  if (page.isPage) {
    // Nothing shows whether the summary covers this page or all pages.
    addPage(summary, statements, page);
    return;
  }
  const [currency, ...others] = summary.currencies;
  // A summary also counts announced entries, and adds up several currencies as they stand. In either case it cannot be compared.
  if (summary.notBooked > 0 || others.length > 0) return;
  for (const total of totalsOf(file, summary, currency ?? summary.balances[0]?.currency ?? noCurrency))
    statements.total(total);
}

function addPage(summary: CamtSummary, statements: Statements, page: StatementPage): void {
  const interim = summary.balances.filter(({type}) => type === 'interim');
  const isOpened = page.isFirst && summary.balances.some(({type}) => type === 'opening');
  const [opens, ...others] = isOpened ? [undefined, ...interim] : interim;
  if (page.isFirst && opens !== undefined) statements.opening(opens);
  statements.page({
    opens: page.isFirst ? undefined : opens,
    closes: isLastOf(page, summary) ? undefined : others.at(-1),
  });
}

function totalsOf(file: string, {totals, totalsLine: line}: CamtSummary, currency: string): readonly Total[] {
  const text = (path: string) => totals.get(`TxsSummry/${path}`);
  const units = (path: string): bigint | null => {
    const sum = text(path);
    return sum === undefined ? null : minorUnits(camtAmount(sum, currency, {file, line, field: path}), currency);
  };
  const count = (path: string): number | null => {
    const number = text(path);
    if (number === undefined) return null;
    if (!/^\d{1,15}$/.test(number)) throw invalidAt({file, line, field: path}, number);
    return Number(number);
  };
  const net = units('TtlNtries/TtlNetNtryAmt') ?? units('TtlNtries/TtlNetNtry/Amt');
  const isDebit = (text('TtlNtries/CdtDbtInd') ?? text('TtlNtries/TtlNetNtry/CdtDbtInd')) === 'DBIT';
  const stated: readonly Total[] = [
    {line, of: 'all', currency, units: units('TtlNtries/Sum'), count: count('TtlNtries/NbOfNtries')},
    {line, of: 'net', currency, units: net !== null && isDebit ? -net : net, count: null},
    {line, of: 'credits', currency, units: units('TtlCdtNtries/Sum'), count: count('TtlCdtNtries/NbOfNtries')},
    {line, of: 'debits', currency, units: units('TtlDbtNtries/Sum'), count: count('TtlDbtNtries/NbOfNtries')},
  ];
  return stated.filter(total => total.units !== null || total.count !== null);
}
