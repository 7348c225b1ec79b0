import {businessDate} from '../../day/business-day.js';
import {isReference, ownReference} from '../../journal/reference.js';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  equalDecimals,
  subtractDecimals,
  sumDecimals,
  zero,
} from '../../money/decimal.js';
import {isOfShop} from '../../payment/payer.js';
import {isCut} from '../../text/text.js';
import {DecimalSums, magnitude, negated, numberIn, numberReader} from './amount.js';
import type {RowPlace} from './discrepancy.js';
import {dateIn, daysCovered, type Inputs, mayCover, overlaps, type SettledPair, type SettledPairs} from './inputs.js';
import type {LocalPayment} from './local.js';
import {agree, contentOf, type Identity, type Merged, type MergedFiles, mergeFiles, placesOf} from './merge.js';
import {distinctIn, givesBack, mappedRows, type ProviderRow, type Rows, type SourceFile} from './row.js';
import {fileStandingReader, laterOf, type ProviderStanding, wordsIn} from './standing.js';

/** A row of the provider, however many files contain it. */
export type ProviderEntry = {
  readonly row: ProviderRow;
  readonly amount: Decimal;
  readonly standing: ProviderStanding;
  /** A payment whose money the provider has, or a movement that it carried out. */
  readonly isTaken: boolean;
  /** It is in a file of the days. Other files show what fell into an earlier or later window. */
  readonly isMain: boolean;
  /** A file that contains it states fees. */
  readonly statesFees: boolean;
  readonly merged: Merged<ProviderRow>;
};

export type AgreedPair = Pick<SettledPair, 'reference' | 'till' | 'businessDate'> & {readonly entry: ProviderEntry};

/** The files, without what is made of their rows. */
type Counted = Pick<MergedFiles<ProviderRow>, 'files' | 'repeated'>;

/** Both sides, brought together and ready to be compared. */
export type Books = {
  readonly inputs: Inputs;
  readonly numberOf: (text: string) => Decimal;
  readonly asOfDate: string;
  readonly provider: Counted;
  /** The currencies in which the tills took anything. */
  readonly sold: ReadonlySet<string>;
  /** Payments that a provider can know, by the reference under which it knows them. */
  readonly payments: ReadonlyMap<string, LocalPayment>;
  /** Rows of payments by reference; each row without a reference stands alone. */
  readonly byReference: ReadonlyMap<string, readonly ProviderEntry[]>;
  /**
   * Rows of money that the provider took in these days under a reference that no payment and no other row has. The file of another shop may
   * have a million of them, so each is made when it is asked for; `strangersGross` is their sum.
   */
  readonly strangers: Rows<ProviderEntry>;
  readonly strangersGross: DecimalSums;
  /** Pairs that a first pass found right. Neither their rows nor their payments are anywhere else in these books. */
  readonly settled: {
    readonly pairs: Rows<AgreedPair>;
    readonly free: Rows<AgreedPair>;
    readonly sums: SettledPairs['sums'];
  };
  /** Every other row. */
  readonly movements: readonly ProviderEntry[];
};

export const isInDays = ({days}: Pick<Inputs, 'days'>, date: string): boolean => days.from <= date && date <= days.to;

/** Whether a file of the provider may cover the date: by the days that it states, else by those of its rows. */
export const isCovered = ({provider}: Books, date: string): boolean =>
  provider.files.some(file => mayCover({interval: daysCovered(file)}, date));

/** Whether a row is in a currency in which the tills took nothing, though they took others. A row that names a till is that till's. */
export const isUnsold = ({sold}: Pick<Books, 'sold'>, {row}: ProviderEntry): boolean =>
  sold.size > 0 && !sold.has(row.currency) && !isReference(row.reference);

/** Returns whether a file of the provider that may cover a payment's date has rows in its currency, or no rows at all. */
export function statedIn({provider}: Books): (payment: LocalPayment) => boolean {
  const stated = new Map(provider.files.map(file => [file, new Set(distinctIn(file.rows, 'currency'))]));
  return ({businessDate: date, amount}) =>
    [...stated].some(([file, own]) => mayCover(file, date) && (own.size === 0 || own.has(amount.currency)));
}

/** Whether a payment belongs to another profile; always false unless the live profile is reconciled. */
export const isForeignProfile = ({profile}: LocalPayment, inputs: Pick<Inputs, 'profile'>): boolean =>
  inputs.profile === 'live' && profile !== null && profile !== 'live';

export const isCounted = ({status}: LocalPayment): boolean => status === 'paid';

/** Whether the provider's row came before the payment that was made of it, and has a name of its own. */
export const isUnasked = ({method, reference, providerReference}: LocalPayment): boolean =>
  method === 'mobile-money' && providerReference !== reference;

/** The payment was sent, and its outcome is not known. */
export const isUnended = ({status}: LocalPayment): boolean =>
  status === 'pending' || status === 'unknown' || status === 'sent';

export const placesIn = ({merged}: ProviderEntry): readonly RowPlace[] => placesOf(merged);

/** The date that a row belongs to: its own, else the last date of its file, else the last of the days. */
export const dateOfEntry = ({row, merged}: ProviderEntry, {days}: Inputs): string =>
  dateIn(row.at) ?? merged.files[0]?.interval?.to ?? days.to;

/** The Duka references that a row names; empty if the row names only one or anything else besides. */
export function referencesIn(text: string): readonly string[] {
  const parts = text.split(/[\s,;+&|/]+/u).map(ownReference);
  return parts.length > 1 && parts.every(isReference) ? [...new Set(parts)] : [];
}

/** Whether a provider's reference is that of a payment of a Duka till, however it is spelt. */
export const isOwnReference = (text: string): boolean => isReference(ownReference(text.replaceAll('_', '-')));

/** Brings both sides together. Throws a `RangeError` for a file with an amount that is no number. */
export function makeBooks(inputs: Inputs): Books {
  const {settled} = inputs;
  const numberOf = numberReader();
  const payments = paymentsByName(inputs);
  const reading = readingOf(inputs);
  const entryFrom = (merged: Merged<ProviderRow>) => entryOf(merged, reading, payments);
  const strangersGross = new DecimalSums();
  const isStranger = (merged: Merged<ProviderRow>) => {
    if (payments.has(merged.row.reference) || referencesIn(merged.row.reference).length > 0) return false;
    const entry = entryFrom(merged);
    const isIt = isOfPayment(entry) && entry.isTaken && entry.isMain && netDifference({numberOf}, entry) === null;
    if (isIt) strangersGross.add(entry.row.currency, entry.amount);
    return isIt;
  };
  const entered = ({file, row, ...pair}: SettledPair) => ({
    ...pair,
    entry: entryFrom({row, amount: numberOf(row.amount), files: [file], lines: null}),
  });
  const {buckets, apart, ...provider} = mergeFiles(inputs.providerFiles, identityOf(reading), numberOf, {
    isApart: isStranger,
    ...(settled && {hasPlace: (file, at) => !settled.hasRow(file, at)}),
  });
  const byReference = new Map<string, ProviderEntry[]>();
  const movements: {entry: ProviderEntry; content: string}[] = [];
  for (const [bucket, list] of buckets) {
    const entries = list.map(entryFrom);
    const ofPayments = entries.every(isOfPayment) ? entries : entries.filter(isOfPayment);
    if (ofPayments.length > 0) byReference.set(bucket, ofPayments);
    if (ofPayments === entries) continue;
    for (const entry of entries) if (!isOfPayment(entry)) movements.push({entry, content: contentOf(entry.row)});
  }
  return {
    inputs,
    numberOf,
    asOfDate: businessDate(inputs.asOf, inputs.zone, '00:00'),
    provider,
    sold: new Set([...inputs.payments, ...(settled?.sums ?? [])].map(({amount}) => amount.currency)),
    payments,
    byReference,
    strangers: mappedRows(apart, entryFrom),
    strangersGross,
    settled: {
      pairs: mappedRows(settled?.pairs ?? [], entered),
      free: mappedRows(settled?.free ?? [], entered),
      sums: settled?.sums ?? [],
    },
    movements: movements.sort((a, b) => (a.content < b.content ? -1 : 1)).map(({entry}) => entry),
  };
}

/** The payments that a provider can know, each under one name. */
function paymentsByName(inputs: Inputs): ReadonlyMap<string, LocalPayment> {
  const payments = new Map<string, LocalPayment>();
  const add = (name: string, payment: LocalPayment) => {
    const other = payments.get(name);
    payments.set(name, other === undefined ? payment : fullerOf(other, payment));
  };
  const unasked: LocalPayment[] = [];
  for (const payment of inputs.payments) {
    if (isOfShop(payment) || isForeignProfile(payment, inputs)) continue;
    if (isUnasked(payment)) unasked.push(payment);
    else add(payment.providerReference, payment);
  }
  // Two tills may have received one row. It belongs to one of their payments, and no row to the other.
  for (const payment of unasked.sort((a, b) => (a.reference < b.reference ? -1 : 1))) {
    const {reference, providerReference} = payment;
    const other = payments.get(providerReference);
    add(other === undefined || other.reference === reference ? providerReference : reference, payment);
  }
  return payments;
}

/** The one of two copies of a payment, from two copies of a journal, that knows more. */
function fullerOf(a: LocalPayment, b: LocalPayment): LocalPayment {
  const rank = (payment: LocalPayment) => [
    Number(payment.wasPaid),
    payment.answer?.seq ?? 0,
    payment.refunds.length,
    JSON.stringify(payment),
  ];
  const [ofA, ofB] = [rank(a), rank(b)];
  const differing = ofA.findIndex((each, place) => each !== ofB[place]);
  return (ofA[differing] ?? 0) > (ofB[differing] ?? 0) ? a : b;
}

const isOfPayment = ({row}: ProviderEntry) => row.kind === 'payment';

/** What a file states in any of its rows, and whether the file is of the days. */
type Traits = {
  readonly statesStatus: boolean;
  readonly statesFees: boolean;
  readonly statesService: boolean;
  readonly statesPayouts: boolean;
  readonly isMain: boolean;
};

function traitsIn(file: SourceFile<ProviderRow>, {days}: Pick<Inputs, 'days'>): Traits {
  const {rows} = file;
  const covered = daysCovered(file);
  const states = (field: 'status' | 'fee' | 'serviceReference' | 'payout', nothing: string | null) =>
    Iterator.from(distinctIn(rows, field)).some(each => each !== nothing);
  return {
    statesStatus: states('status', ''),
    statesFees: states('fee', null),
    statesService: states('serviceReference', null),
    statesPayouts: states('payout', null),
    isMain: covered === null || overlaps(covered, days),
  };
}

/** How rows are read, depending on their file. */
type Reading = {
  readonly traitsOf: (file: SourceFile<ProviderRow>) => Traits;
  readonly standingIn: (file: SourceFile<ProviderRow>, row: ProviderRow) => ProviderStanding;
};

/** How to read the rows of the provider files, with the owner's rules for status words. */
export function readingOf(inputs: Pick<Inputs, 'days' | 'providerFiles' | 'settings'>): Reading {
  const {statusWords} = inputs.settings;
  const readers = new Map(inputs.providerFiles.map(file => [file, fileStandingReader(wordsIn(file, statusWords))]));
  const read = fileStandingReader(statusWords);
  const traits = new Map(inputs.providerFiles.map(file => [file, traitsIn(file, inputs)]));
  const traitsOf = (file: SourceFile<ProviderRow>) => traits.get(file) ?? traitsIn(file, inputs);
  // A file without a status column lists what was collected: no file lists unpaid payments without saying so.
  return {
    traitsOf,
    standingIn: (file, {status}) => (traitsOf(file).statesStatus ? (readers.get(file) ?? read)(status) : 'paid'),
  };
}

/**
 * Two rows of two files are the same if the provider's own reference says so; otherwise if their instants agree, or if one is from a list
 * of transactions and the other from its settlement. What a file never states contradicts nothing. If a file states it for other rows, it
 * would have stated it for this one too.
 */
const identityOf = ({standingIn, traitsOf}: Reading): Identity<ProviderRow> => ({
  bucketOf: row => (row.reference === '' || isCut(row.reference) ? `\u0000${contentOf(row)}` : row.reference),
  isSame: (a, b, [fileOfA, fileOfB]) => {
    const [ofA, ofB] = [traitsOf(fileOfA), traitsOf(fileOfB)];
    const isStated = ofA.statesService && ofB.statesService;
    if (a.kind !== b.kind || !agree(a.payout, b.payout)) return false;
    if (isStated && a.serviceReference !== b.serviceReference) return false;
    if (a.payout !== b.payout && ofA.statesPayouts && ofB.statesPayouts) return false;
    if (isStated && a.serviceReference !== null) return true;
    const isSettlementOfIt = a.kind === 'payment' && ofA.statesPayouts !== ofB.statesPayouts;
    return agree(a.at, b.at) || isSettlementOfIt;
  },
  merge: (a, b, [fileOfA, fileOfB]) => {
    const standing = standingIn(fileOfA, a);
    return {
      ...a,
      status: laterOf(standing, standingIn(fileOfB, b)) === standing ? a.status : b.status,
      serviceReference: a.serviceReference ?? b.serviceReference,
      fee: a.fee ?? b.fee,
      tax: a.tax ?? b.tax,
      net: a.net ?? b.net,
      at: a.at ?? b.at,
      phone: a.phone ?? b.phone,
      payout: a.payout ?? b.payout,
    };
  },
});

/** The entry of a merged row: its standing, and whether it is of the days and states fees. */
export function entryOf(
  merged: Merged<ProviderRow>,
  {standingIn, traitsOf}: Reading,
  payments: ReadonlyMap<string, LocalPayment>,
): ProviderEntry {
  const {row, amount, files} = merged;
  const [first] = files;
  const said: ProviderStanding =
    first === undefined ? 'unknown' : standingIn(fileOfStatus(merged, traitsOf) ?? first, row);
  const isOurRefund =
    said === 'reversed' && /^(?:refunded|rembours[eé]e?)$/iu.test(row.status) && hasRefund(payments.get(row.reference));
  const standing = isOurRefund ? 'paid' : said;
  const isMovement = row.kind !== 'payment' && standing !== 'failed' && standing !== 'open';
  return {
    row,
    amount,
    standing,
    isTaken: isMovement || (row.kind === 'payment' && standing === 'paid'),
    isMain: files.some(file => traitsOf(file).isMain),
    statesFees: files.some(file => traitsOf(file).statesFees),
    merged,
  };
}

/** One of the files of a thing from which its status was read; an empty status comes from a file without statuses. */
const fileOfStatus = ({files, row}: Merged<ProviderRow>, traitsOf: (file: SourceFile<ProviderRow>) => Traits) =>
  files.find(file => traitsOf(file).statesStatus === (row.status !== ''));

/** A row that calls a payment refunded confirms the refund that the till requested, and contradicts nothing. */
const hasRefund = (payment: LocalPayment | undefined) =>
  payment?.refunds.some(({method, status}) => method === 'card' && status !== 'failed') ?? false;

/** What the provider keeps of a payment, or charges by itself: the stated fee, else what the net and the taxes leave. */
export function feeOf(entry: ProviderEntry): Decimal {
  const {row, amount} = entry;
  if (row.fee !== null) return chargeIn(entry, row.fee);
  if (row.net === null || row.kind !== 'payment') return zero;
  return subtractDecimals(subtractDecimals(amount, numberIn(row.net)), taxOf(entry));
}

/** The taxes that are taken beside the fee. */
export const taxOf = (entry: Money): Decimal => chargeIn(entry, entry.row.tax ?? '0');

type Money = Pick<ProviderEntry, 'row' | 'amount'>;

/** A charge of a row. It is negative if it was given back with the money: the net is then less than the amount. */
function chargeIn({row: {kind, fee, tax, net}, amount}: Money, text: string): Decimal {
  const size = magnitude(numberIn(text));
  if (net === null || !givesBack(kind)) return size;
  const charges = [fee, tax].map(each => magnitude(numberIn(each ?? '0')));
  const less = subtractDecimals(magnitude(amount), sumDecimals(charges));
  return equalDecimals(less, magnitude(numberIn(net))) ? negated(size) : size;
}

/** What a row adds to a payout: its stated net, else its amount less its fee and taxes. Zero if no money moved. */
export function netOf(entry: ProviderEntry): Decimal {
  const {row, isTaken} = entry;
  if (!isTaken) return zero;
  if (row.kind === 'payment' && row.net !== null) return numberIn(row.net);
  return subtractDecimals(subtractDecimals(signedAmount(entry), feeOf(entry)), taxOf(entry));
}

/** The amount with its sign from the shop's point of view: outgoing money may come without one; adjustments keep theirs. */
export function signedAmount({row, amount}: Money): Decimal {
  if (row.kind === 'payment' || row.kind === 'adjustment') return amount;
  return row.kind === 'reserve-released' ? magnitude(amount) : negated(magnitude(amount));
}

/** How far a stated net is from the amount less the stated fee and taxes; null if they agree, or if fee or net is not stated. */
export function netDifference({numberOf}: Pick<Books, 'numberOf'>, {row, amount}: ProviderEntry): Decimal | null {
  if (row.kind !== 'payment' || row.fee === null || row.net === null) return null;
  const charged = addDecimals(magnitude(numberOf(row.fee)), magnitude(numberOf(row.tax ?? '0')));
  const stated = addDecimals(numberOf(row.net), charged);
  return equalDecimals(stated, amount) ? null : subtractDecimals(stated, amount);
}

/** Whether two decimals differ by no more than the tolerance of their currency. */
export function isWithin(a: Decimal, b: Decimal, tolerance: string | undefined): boolean {
  if (a === b) return true;
  const away = magnitude(subtractDecimals(a, b));
  return compareDecimals(away, tolerance === undefined ? zero : numberIn(tolerance)) <= 0;
}
