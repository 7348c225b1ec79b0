import {camtAmount} from './camt-entry.js';
import type {Statements, Total} from './statements.js';
import {invalidAt, minorUnits, type Place} from './texts.js';

/** What a report says about itself, apart from its entries. */
export type CamtSummary = {
  /** The balance that is being read: the text of each element below it. */
  balance: {readonly line: number; currency: string; readonly leaves: Map<string, string>} | undefined;
  readonly balances: Booked[];
  readonly totals: Map<string, string>;
  readonly currencies: Set<string>;
  /** The line on which the summary of entries begins. */
  totalsLine: number;
  notBooked: number;
};
type Booked = {
  readonly type: 'opening' | 'closing' | 'interim';
  readonly line: number;
  readonly day: string;
  readonly currency: string;
  readonly units: bigint;
};

export const emptySummary = (): CamtSummary => ({
  balance: undefined,
  balances: [],
  totals: new Map(),
  currencies: new Set(),
  totalsLine: 0,
  notBooked: 0,
});

/** Types of booked balances. Available and expected balances are about other money. Interim balances only link one page to the next. */
const booked: Readonly<Record<string, Booked['type']>> = {
  ...{OPBD: 'opening', PRCD: 'opening'},
  ...{CLBD: 'closing', ITBD: 'interim'},
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
