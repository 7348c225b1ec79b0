import {tillOf} from '../../journal/reference.js';
import {equalDecimals, sumDecimals} from '../../money/decimal.js';
import {plainReference} from '../../text/text.js';
import {paymentsOf, rowsOf} from '../records/records.js';
import {amountOf} from '../rows/amount.js';
import {
  type Books,
  dateOfEntry,
  isCounted,
  isCovered,
  isInDays,
  isUnasked,
  isUnsold,
  type ProviderEntry,
  placesIn,
  referencesIn,
  statedIn,
} from '../rows/books.js';
import type {ConfirmedMatch, Finding, Reason} from '../rows/discrepancy.js';
import {keyOf} from '../rows/finish.js';
import {dateIn} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';
import {contentOf} from '../rows/merge.js';
import {bothRows, mappedRows, parted, type Rows, rowsWhere} from '../rows/row.js';
import {absent, amountIn, compared, effect, isPlainlyRight, rightFinding} from './comparison.js';

/**
 * Level 1: the journal against the provider, by reference only and without tolerance. `paired` are the payments with the row that was kept
 * for each. No findings are made for those that are `right`, which are nearly all.
 */
export type Matched = {
  readonly findings: readonly Finding[];
  readonly paired: ReadonlyMap<LocalPayment, ProviderEntry>;
  readonly right: readonly LocalPayment[];
  /** Rows without a payment and payments without a row, with their findings: a person may bring them together. */
  readonly looseRows: readonly UnmatchedRow[];
  readonly loosePayments: readonly {readonly payment: LocalPayment; readonly finding: Finding | null}[];
  /** Those of `Books.strangers` that are in no finding. */
  readonly strangers: Rows<ProviderEntry>;
  /** Rows in a currency that no till took, and payments in one that no file has: they are compared with nothing. */
  readonly unsold: Rows<ProviderEntry>;
  readonly unstated: readonly LocalPayment[];
};

type UnmatchedRow = {readonly entry: ProviderEntry; readonly finding: Finding};

/** Matches the provider's rows with payments by reference, by several references in one row, and by what persons confirmed. */
export function match(books: Books): Matched {
  const isForeign = (entry: ProviderEntry) => isUnsold(books, entry);
  const hasForeign = books.strangersGross.currencies.some(currency => !books.sold.has(currency));
  const matched: Matching = {
    findings: [],
    paired: new Map(),
    right: [],
    looseRows: [],
    loosePayments: [],
    strangers: hasForeign ? rowsWhere(books.strangers, entry => !isForeign(entry)) : books.strangers,
    apart: [],
    unstated: [],
  };
  const said = new Set(books.inputs.matches.flatMap(rowsOf));
  const unasked = unaskedIn(books);
  if (said.size + unasked.size > 0)
    hold(
      books,
      matched,
      entry => unasked.has(plainReference(subjectOf(entry))) || said.has(keyOf(missingLocally(books, entry))),
    );
  for (const [bucket, entries] of books.byReference) matchRows(books, entries, books.payments.get(bucket), matched);
  const told = [...namedTogether(books, matched), ...confirmedIn(books, matched)];
  const joined = [...told, ...receivedIn(unasked, told, matched)];
  for (const each of joined) settle(books, each, matched);
  if (joined.length > 0) {
    const settled = new Set(joined.flatMap(({rows}) => rows));
    matched.looseRows = matched.looseRows.filter(loose => !settled.has(loose));
  }
  for (const {finding} of matched.looseRows) matched.findings.push(finding);
  const isStated = statedIn(books);
  for (const payment of books.payments.values()) matchAbsent(books, payment, matched, isStated);
  const {apart, ...rest} = matched;
  return {...rest, unsold: hasForeign ? bothRows(apart, rowsWhere(books.strangers, isForeign)) : apart};
}

/** `Matched` while it is being built. */
type Matching = {
  readonly findings: Finding[];
  readonly paired: Map<LocalPayment, ProviderEntry>;
  readonly right: LocalPayment[];
  looseRows: UnmatchedRow[];
  readonly loosePayments: {readonly payment: LocalPayment; readonly finding: Finding | null}[];
  strangers: Rows<ProviderEntry>;
  /** Rows in a currency that no till took, besides strangers. */
  readonly apart: ProviderEntry[];
  readonly unstated: LocalPayment[];
};

/** Turns the strangers for which `holds` is true into loose rows. */
function hold(books: Books, matched: Matching, holds: (entry: ProviderEntry) => boolean): void {
  const [held, strangers] = parted(matched.strangers, holds);
  for (const entry of held) matched.looseRows.push({entry, finding: missingLocally(books, entry)});
  matched.strangers = strangers;
}

/** The findings of rows about which nothing else is found; each is made when it is asked for. */
export const strangerFindings = (books: Books, strangers: Rows<ProviderEntry>): Rows<Finding> =>
  mappedRows(strangers, entry => missingLocally(books, entry));

function matchRows(
  books: Books,
  entries: readonly ProviderEntry[],
  payment: LocalPayment | undefined,
  {findings, paired, right, looseRows, apart}: Matching,
): void {
  const parts = partsOf(entries, payment);
  if (parts !== undefined && payment !== undefined) {
    paired.set(payment, parts);
    const finding = compared(books, payment, parts);
    const facts = {rows: entries.length, payments: 1};
    findings.push(finding.code === 'OK' ? {...finding, reason: 'agrees-together', facts} : finding);
    return;
  }
  const main = mainOf(entries, payment);
  for (const entry of entries) if (entry !== main && entry.isMain) findings.push(listedAgain(books, entry, payment));
  if (main === undefined) return;
  if (payment !== undefined) {
    paired.set(payment, main);
    if (isPlainlyRight(books, payment, main)) right.push(payment);
    else if (main.isMain || isInDays(books.inputs, payment.businessDate)) findings.push(compared(books, payment, main));
  } else if (main.isMain && isUnsold(books, main)) {
    apart.push(main);
  } else if (main.isMain) {
    const finding = missingLocally(books, main);
    if (main.isTaken) looseRows.push({entry: main, finding});
    else findings.push(finding);
  }
}

/** Rows and the payments that they belong to, although no row names its own payment alone: there is one row, or one payment. */
type MatchGroup = {
  readonly rows: readonly UnmatchedRow[];
  readonly payments: readonly LocalPayment[];
  /** The person's statement; null if the row's own references say so. */
  readonly said: ConfirmedMatch | null;
};

/** Rows that name several payments and nothing else, and have their sum. */
function namedTogether({payments}: Books, {looseRows, paired}: Matching): readonly MatchGroup[] {
  const taken = new Set<LocalPayment>();
  return looseRows.flatMap((loose): readonly MatchGroup[] => {
    const named = referencesIn(loose.entry.row.reference).map(reference => payments.get(reference));
    const found = named.filter(payment => payment !== undefined);
    const isWhole = found.length > 1 && found.length === named.length && comesTo([loose], found);
    if (!isWhole || found.some(payment => paired.has(payment) || taken.has(payment) || !isCounted(payment))) return [];
    for (const payment of found) taken.add(payment);
    return [{rows: [loose], payments: found, said: null}];
  });
}

/** Matches that a person confirmed, each once: payments that no row names, with exactly the sum. Anything changed is shown again. */
function confirmedIn({inputs, payments}: Books, {looseRows, paired}: Matching): readonly MatchGroup[] {
  if (inputs.matches.length === 0) return [];
  const byReference = new Map([...payments.values()].map(payment => [payment.reference, payment]));
  const byKey = new Map<string, UnmatchedRow>();
  for (const loose of looseRows) {
    const key = keyOf(loose.finding);
    if (!byKey.has(key)) byKey.set(key, loose);
  }
  const taken = new Set<LocalPayment | UnmatchedRow>();
  const sorted = inputs.matches.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.flatMap((said): readonly MatchGroup[] => {
    const rows = rowsOf(said).flatMap(key => byKey.get(key) ?? []);
    const ours = paymentsOf(said).flatMap(reference => byReference.get(reference) ?? []);
    const isWhole = rows.length === rowsOf(said).length && ours.length === paymentsOf(said).length;
    if (!isWhole || (rows.length > 1 && ours.length > 1) || !comesTo(rows, ours)) return [];
    if ([...rows, ...ours].some(each => taken.has(each)) || ours.some(payment => paired.has(payment))) return [];
    for (const each of [...rows, ...ours]) taken.add(each);
    return [{rows, payments: ours, said}];
  });
}

/** Payments that were made of a row of the provider, by the plain form of what the row calls itself. */
const unaskedIn = ({payments}: Books): ReadonlyMap<string, LocalPayment> =>
  new Map(
    Iterator.from(payments.values())
      .filter(isUnasked)
      .map(payment => [plainReference(payment.providerReference), payment]),
  );

/** Rows of which payments were made in any till, which they name by the provider's own reference; and those of matches here. */
function receivedIn(
  unasked: ReadonlyMap<string, LocalPayment>,
  told: readonly MatchGroup[],
  {looseRows, paired}: Matching,
): readonly MatchGroup[] {
  if (unasked.size === 0) return [];
  const taken = new Set<LocalPayment | UnmatchedRow>(told.flatMap(({rows, payments}) => [...rows, ...payments]));
  return looseRows.flatMap((loose): readonly MatchGroup[] => {
    const payment = unasked.get(plainReference(subjectOf(loose.entry)));
    if (payment === undefined || paired.has(payment) || !isCounted(payment) || !comesTo([loose], [payment])) return [];
    if (taken.has(payment) || taken.has(loose)) return [];
    taken.add(payment);
    return [{rows: [loose], payments: [payment], said: null}];
  });
}

/** Whether both sides have one currency and the same sum, and no row is zero or less. */
function comesTo(rows: readonly UnmatchedRow[], payments: readonly LocalPayment[]): boolean {
  const [first] = payments;
  if (first === undefined) return false;
  const {currency} = first.amount;
  const isOne =
    rows.every(({entry}) => entry.row.currency === currency && entry.amount.digits > 0n) &&
    payments.every(({amount}) => amount.currency === currency);
  const there = sumDecimals(rows.map(({entry}) => entry.amount));
  return isOne && equalDecimals(there, sumDecimals(payments.map(({amount}) => amountOf(amount).value)));
}

/** The fee, the taxes, the net and the time of day concern all of them, and say nothing about one payment. */
const ofAll = ({row}: ProviderEntry) => ({fee: null, tax: null, net: null, at: dateIn(row.at)});

/** Several rows of one payment as one row. All of them are taken, and all or none are in files of the days. */
function combined(entries: readonly ProviderEntry[]): ProviderEntry | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  const row = {...first.row, ...ofAll(first)};
  const lines = entries.flatMap(({merged}) => merged.lines ?? [merged.row.line]);
  const amount = sumDecimals(entries.map(each => each.amount));
  return {
    ...first,
    row,
    amount,
    statesFees: false,
    merged: {row, amount, files: entries.flatMap(({merged}) => merged.files), lines},
  };
}

/** The share of one payment in a row for several. */
function shareOf(entry: ProviderEntry, {amount, reference}: LocalPayment): ProviderEntry {
  const row = {...entry.row, ...ofAll(entry), reference};
  return {...entry, row, amount: amountOf(amount).value, statesFees: false};
}

function settle(books: Books, {rows, payments, said}: MatchGroup, {findings, paired}: Matching): void {
  const whole = combined(rows.map(({entry}) => entry));
  if (whole === undefined) return;
  const isGroup = rows.length > 1 || payments.length > 1;
  const facts = {
    ...(said === null ? {} : {who: said.who, row: said.key}),
    ...(isGroup ? {rows: rows.length, payments: payments.length} : {}),
  };
  const byWord = isGroup ? 'agrees-together-by-person' : 'agrees-by-person';
  for (const payment of payments) {
    const entry = payments.length > 1 ? shareOf(whole, payment) : whole;
    paired.set(payment, entry);
    const finding = compared(books, payment, entry);
    const full = {...finding, facts: {...finding.facts, ...facts}};
    const reason = said !== null ? byWord : isGroup ? 'agrees-together' : finding.reason;
    findings.push(finding.code === 'OK' ? {...full, reason} : full);
  }
}

function matchAbsent(
  books: Books,
  payment: LocalPayment,
  {findings, paired, loosePayments, unstated}: Matching,
  isStated: (payment: LocalPayment) => boolean,
): void {
  if (paired.has(payment) || !isInDays(books.inputs, payment.businessDate)) return;
  const isCompared = isStated(payment) || !isCovered(books, payment.businessDate);
  if (!isCompared && isCounted(payment)) unstated.push(payment);
  const finding = isCompared ? absent(books, payment) : null;
  if (finding !== null) findings.push(finding);
  if (payment.status !== 'failed') loosePayments.push({payment, finding});
}

/** Of several rows with one reference, the one that fits the payment best. Money comes first, then the files of the days. */
function mainOf(entries: readonly ProviderEntry[], payment: LocalPayment | undefined): ProviderEntry | undefined {
  if (entries.length < 2) return entries[0];
  const asked = payment === undefined ? null : amountOf(payment.amount);
  const fit = ({isTaken, isMain, row, amount}: ProviderEntry) => {
    const isSame = asked !== null && row.currency === asked.currency && equalDecimals(amount, asked.value);
    return (isTaken ? 0 : 4) + (isMain ? 0 : 2) + (isSame ? 0 : 1);
  };
  return [...entries].sort((a, b) => fit(a) - fit(b) || (contentOf(a.row) < contentOf(b.row) ? -1 : 1))[0];
}

/** Several rows that are one payment in parts: none has its amount, and together they have it. */
function partsOf(entries: readonly ProviderEntry[], payment: LocalPayment | undefined): ProviderEntry | undefined {
  if (entries.length < 2 || payment === undefined || !isCounted(payment)) return undefined;
  const {currency, value} = amountOf(payment.amount);
  const [first] = entries;
  const arePart = entries.every(
    ({row, amount, isTaken, isMain}) =>
      isTaken &&
      isMain === first?.isMain &&
      row.currency === currency &&
      amount.digits > 0n &&
      !equalDecimals(amount, value),
  );
  return arePart && equalDecimals(sumDecimals(entries.map(({amount}) => amount)), value)
    ? combined(entries)
    : undefined;
}

function listedAgain(books: Books, entry: ProviderEntry, payment: LocalPayment | undefined): Finding {
  const provider = amountIn(entry);
  const {reference, serviceReference} = entry.row;
  const hasFailed = !entry.isTaken && (entry.standing === 'failed' || entry.standing === 'reversed');
  return {
    code: 'DUPLICATE_SAME_REF',
    subject: reference,
    ...(hasFailed ? {reason: 'listed-unpaid', severity: 'info', status: 'matched'} : {reason: 'listed-again'}),
    facts: {status: entry.row.status || 'none', serviceReference: serviceReference ?? ''},
    reference: payment?.reference ?? reference,
    till: payment?.till ?? tillOf(reference),
    rows: placesIn(entry),
    local: null,
    provider,
    delta: entry.isTaken ? provider : null,
    since: dateOfEntry(entry, books.inputs),
    effects: entry.isTaken ? [effect('duplicates', provider)] : [],
  };
}

function missingLocally(books: Books, entry: ProviderEntry): Finding {
  const {row, isTaken} = entry;
  const provider = amountIn(entry);
  const till = tillOf(row.reference);
  return {
    code: 'MISSING_LOCALLY',
    subject: subjectOf(entry),
    reason: reasonOfMissing(books, row.reference, till),
    facts: {till: till ?? '', status: row.status, serviceReference: row.serviceReference ?? ''},
    ...(isTaken ? {} : {severity: 'low' as const}),
    reference: row.reference,
    till,
    rows: placesIn(entry),
    local: null,
    provider,
    delta: isTaken ? provider : null,
    since: dateOfEntry(entry, books.inputs),
    effects: isTaken ? [effect('missing-locally', provider)] : [],
  };
}

/** The name of a row: its reference or, without one, what else identifies it. */
function subjectOf({row}: ProviderEntry): string {
  if (row.reference !== '') return row.reference;
  return row.serviceReference ?? ['row', row.at ?? '', row.phone ?? '', row.payout ?? ''].join('/');
}

function reasonOfMissing({inputs}: Books, reference: string, till: string | null): Reason {
  if (reference === '') return 'reference-missing';
  if (till === null) return 'reference-foreign';
  if (inputs.tills.missing.includes(till)) return 'till-not-loaded';
  return inputs.tills.loaded.includes(till) ? 'till-loaded' : 'till-unknown';
}

export const rightFindings = ({right, paired}: Pick<Matched, 'right' | 'paired'>): readonly Finding[] =>
  right.flatMap(payment => {
    const entry = paired.get(payment);
    return entry === undefined ? [] : [rightFinding({...payment, entry})];
  });
