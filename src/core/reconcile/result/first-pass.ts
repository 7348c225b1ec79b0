import {isReference} from '../../journal/reference.js';
import type {Profile} from '../../journal/schema.js';
import type {Currency, Money} from '../../money/money.js';
import {payoutKey, payoutsOf} from '../bank/payouts.js';
import {isPlainlyRight} from '../matching/comparison.js';
import {withoutOtherDays} from '../matching/days-covered.js';
import {feeOfPair, isFreeByAnswer} from '../matching/fees.js';
import {clockOf, minutesLater, samePayerMs} from '../matching/journal-checks.js';
import {numberReader} from '../rows/amount.js';
import {entryOf, isForeignProfile, netDifference, type ProviderEntry, readingOf} from '../rows/books.js';
import type {Inputs, SettledPair, SettledPairs} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';
import {distinct, hashed} from '../rows/merge.js';
import {madeRows, type ProviderRow, rowsAt, type SourceFile, valueIn} from '../rows/row.js';

/** What is known before any payment is read. `beside` are references of payments that a line may be about although no row names them. */
type BeforePayments = Pick<Inputs, 'days' | 'providerFiles' | 'payoutFiles' | 'settings'> & {
  readonly profile: Profile;
  readonly beside: ReadonlySet<string>;
};

const none = -1;
const noPayments: ReadonlyMap<string, LocalPayment> = new Map();
const numbersOf = <T extends Uint8Array | Uint32Array | Float64Array>(list: T, length: number): T => {
  if (length <= list.length) return list;
  const longer = new (list.constructor as new (length: number) => T)(list.length * 2);
  longer.set(list);
  return longer;
};

/**
 * Compares the provider's rows with payments while these are read, one by one. Of a pair in which nothing differs, and which no other row
 * or payment is about, only its place is kept. The caller gives each payment to `take` and keeps those that it does not take, and at the
 * end also those that `givenBack` names. The reconciliation is then the same as that of all payments.
 */
export class FirstPass {
  readonly #files: readonly SourceFile<ProviderRow>[];
  readonly #firsts: readonly number[];
  /** A hash table from references to the places of rows: the place plus one; 0 if empty. */
  readonly #slots: Uint32Array;
  readonly #hashes: Uint32Array;
  /** Flags of rows: a payment was read for it; it cannot be a pair by itself; the service answered a fee of zero for it. */
  readonly #isSeen: Uint8Array;
  readonly #isHeld: Uint8Array;
  readonly #isFree: Uint8Array;
  readonly #isPlain: (payment: LocalPayment, entry: ProviderEntry) => boolean;
  readonly #feeOf: (payment: LocalPayment, entry: ProviderEntry) => 'right' | 'free' | 'other';
  readonly #entryAt: (file: SourceFile<ProviderRow>, row: ProviderRow) => ProviderEntry;
  readonly #beside: Set<string>;
  readonly #isNamedBeside: ReadonlySet<string>;
  /** For each pair: the place of its row, the indices of its till and day in the lists of names, and its amount in minor units. */
  #pairs = new Uint32Array(1024);
  #tillsOfPairs = new Uint32Array(1024);
  #daysOfPairs = new Uint32Array(1024);
  #amounts = new Float64Array(1024);
  #length = 0;
  readonly #tills = new Names();
  /** Each name is a day followed by a currency. */
  readonly #days = new Names();
  /** For each payment with a payer: the payer, the amount and the approximate time as one number; and its pair, as index plus one. */
  #payers = new Float64Array(1024);
  #pairsOfPayers = new Uint32Array(1024);
  #payerCount = 0;

  constructor(decided: BeforePayments) {
    const {days, providerFiles, payoutFiles, settings, profile, beside} = decided;
    this.#files = distinct(providerFiles);
    let rows = 0;
    this.#firsts = this.#files.map(file => {
      rows += file.rows.length;
      return rows - file.rows.length;
    });
    this.#slots = new Uint32Array(2 ** (2 + Math.ceil(Math.log2(rows + 1))));
    this.#hashes = new Uint32Array(rows);
    this.#isSeen = new Uint8Array(rows);
    this.#isHeld = new Uint8Array(rows);
    this.#isFree = new Uint8Array(rows);
    this.#isNamedBeside = beside;
    this.#beside = new Set(beside);
    const reading = readingOf({days, providerFiles, settings});
    const alone = new Map(this.#files.map(file => [file, [file]]));
    const numberOf = numberReader();
    this.#entryAt = (file, row) => {
      const merged = {row, amount: numberOf(row.amount), files: alone.get(file) ?? [file], lines: null};
      return entryOf(merged, reading, noPayments);
    };
    const payouts = payoutsOf({...withoutOtherDays({days, payoutFiles}), settings});
    const areNamed = this.#files.some(file => reading.traitsOf(file).statesPayouts);
    const isAwaited = payoutFiles.length > 0 && (areNamed || payouts.list.length === 0);
    const isPaidOut = ({payout, currency}: ProviderRow) =>
      payout !== null && payouts.byKey.has(payoutKey(payout, currency));
    const inputs = {days, settings};
    this.#isPlain = (payment, entry) =>
      !isForeignProfile(payment, {profile}) &&
      isPlainlyRight({inputs}, payment, entry) &&
      netDifference({numberOf}, entry) === null &&
      clockOf(inputs, payment, entry) === 0 &&
      minutesLater(inputs, payment, entry) === 0 &&
      (!isAwaited || isPaidOut(entry.row));
    this.#feeOf = (payment, entry) => {
      const finding = feeOfPair({inputs, numberOf}, payment, entry);
      return finding === null ? 'right' : isFreeByAnswer(finding) ? 'free' : 'other';
    };
    this.#index();
  }

  /** Whether the payment is part of a pair in which nothing differs. If so, the caller need not keep it. */
  take(payment: LocalPayment): boolean {
    const {reference, providerReference, payer, amount, requestedAt} = payment;
    this.#beside.delete(reference);
    const place = this.#placeOf(reference);
    const other = providerReference === reference ? none : this.#placeOf(providerReference);
    if (other !== none) this.#isHeld[other] = 1;
    const isPair = place !== none && this.#pair(place, payment);
    if (payer !== null) {
      this.#payers = numbersOf(this.#payers, this.#payerCount + 1);
      this.#pairsOfPayers = numbersOf(this.#pairsOfPayers, this.#payerCount + 1);
      this.#payers[this.#payerCount] = payerAt(payer, amount, requestedAt);
      this.#pairsOfPayers[this.#payerCount] = isPair ? this.#length : 0;
      this.#payerCount += 1;
    }
    return isPair;
  }

  #pair(place: number, payment: LocalPayment): boolean {
    const {reference, providerReference, till, businessDate, isLate, refunds} = payment;
    const isFirst = this.#isSeen[place] === 0;
    this.#isSeen[place] = 1;
    if (!isFirst) this.#isHeld[place] = 1;
    if (providerReference !== reference) this.#isHeld[place] = 1;
    if (this.#isHeld[place] === 1 || this.#isNamedBeside.has(reference)) return false;
    const {file, row} = this.#rowAt(place);
    if (payment.method === 'cash' || isLate || refunds.length > 0) return false;
    const entry = this.#entryAt(file, row);
    const fee = this.#isPlain(payment, entry) ? this.#feeOf(payment, entry) : 'other';
    if (fee === 'other') return false;
    if (fee === 'free') this.#isFree[place] = 1;
    const at = this.#length;
    this.#pairs = numbersOf(this.#pairs, at + 1);
    this.#tillsOfPairs = numbersOf(this.#tillsOfPairs, at + 1);
    this.#daysOfPairs = numbersOf(this.#daysOfPairs, at + 1);
    this.#pairs[at] = place;
    this.#amounts = numbersOf(this.#amounts, at + 1);
    this.#tillsOfPairs[at] = this.#tills.placeOf(till);
    this.#daysOfPairs[at] = this.#days.placeOf(`${businessDate} ${payment.amount.currency}`);
    this.#amounts[at] = payment.amount.minor;
    this.#length += 1;
    return true;
  }

  /** The references of payments that files or people name and that have not been read yet. */
  *missing(): Generator<string> {
    yield* this.#beside;
    let place = 0;
    for (const {rows} of this.#files)
      for (let at = 0; at < rows.length; at += 1, place += 1) {
        const reference = this.#isSeen[place] === 0 ? valueIn(rows, at, 'reference') : '';
        if (isReference(reference)) yield reference;
      }
  }

  /** Call this once all payments were read. Returns taken payments that another row or payment concerns: they are no pairs. */
  givenBack(): readonly string[] {
    const doubled = new Set<number>();
    const sorted = this.#payers.slice(0, this.#payerCount).sort();
    for (let at = 1; at < sorted.length; at += 1) {
      const [before = 0, own = 0] = [sorted[at - 1], sorted[at]];
      if (own - before > 1) continue;
      doubled.add(before);
      doubled.add(own);
    }
    for (let at = 0; doubled.size > 0 && at < this.#payerCount; at += 1) {
      const pair = this.#pairsOfPayers[at] ?? 0;
      if (pair > 0 && doubled.has(this.#payers[at] ?? 0)) this.#isHeld[this.#pairs[pair - 1] ?? 0] = 1;
    }
    const back: string[] = [];
    let kept = 0;
    for (let at = 0; at < this.#length; at += 1) {
      const place = this.#pairs[at] ?? 0;
      if (this.#isHeld[place] === 1) {
        back.push(this.#referenceAt(place));
        continue;
      }
      this.#pairs[kept] = place;
      this.#tillsOfPairs[kept] = this.#tillsOfPairs[at] ?? 0;
      this.#daysOfPairs[kept] = this.#daysOfPairs[at] ?? 0;
      this.#amounts[kept] = this.#amounts[at] ?? 0;
      kept += 1;
    }
    this.#length = kept;
    return back;
  }

  /** The pairs. Call `givenBack` first. */
  pairs(): SettledPairs {
    const isOfPair = new Uint8Array(this.#isSeen.length);
    const sums = new Map<number, number>();
    const free: number[] = [];
    for (let at = 0; at < this.#length; at += 1) {
      const place = this.#pairs[at] ?? 0;
      isOfPair[place] = 1;
      if (this.#isFree[place] === 1) free.push(at);
      const day = this.#daysOfPairs[at] ?? 0;
      sums.set(day, (sums.get(day) ?? 0) + (this.#amounts[at] ?? 0));
    }
    const dayAt = (at: number) => {
      const [date = '', currency = ''] = this.#days.at(at).split(' ');
      return {date, currency: currency as Currency};
    };
    const pairAt = (at: number): SettledPair => {
      const {file, row} = this.#rowAt(this.#pairs[at] ?? 0);
      return {
        file,
        row,
        reference: row.reference,
        till: this.#tills.at(this.#tillsOfPairs[at] ?? 0),
        businessDate: dayAt(this.#daysOfPairs[at] ?? 0).date,
      };
    };
    const sumOn = ([at, minor]: readonly [day: number, minor: number]) => {
      const {date, currency} = dayAt(at);
      return {date, amount: {currency, minor}};
    };
    return {
      pairs: madeRows(this.#length, pairAt),
      free: rowsAt(free, pairAt),
      sums: Array.from(sums, sumOn),
      hasRow: (file, at) => isOfPair[(this.#firsts[file] ?? 0) + at] === 1,
    };
  }

  #referenceAt(place: number): string {
    const at = this.#fileAt(place);
    return valueIn(this.#files[at]?.rows ?? [], place - (this.#firsts[at] ?? 0), 'reference');
  }

  #fileAt(place: number): number {
    return this.#firsts.length === 1 ? 0 : this.#firsts.findLastIndex(first => first <= place);
  }

  #rowAt(place: number): {readonly file: SourceFile<ProviderRow>; readonly row: ProviderRow} {
    const at = this.#fileAt(place);
    const file = this.#files[at] as SourceFile<ProviderRow>;
    return {file, row: file.rows.at(place - (this.#firsts[at] ?? 0)) as ProviderRow};
  }

  /** If several rows have one reference, the first has a slot and all of them are held back, to be judged together. */
  #index(): void {
    let place = 0;
    for (const {rows} of this.#files)
      for (let at = 0; at < rows.length; at += 1, place += 1) {
        const reference = valueIn(rows, at, 'reference');
        if (reference === '') this.#isHeld[place] = 1;
        else {
          this.#hashes[place] = hashed(0x811c9dc5, reference);
          const slot = this.#slotOf(reference);
          const other = this.#slots[slot] ?? 0;
          if (other === 0) this.#slots[slot] = place + 1;
          else {
            this.#isHeld[other - 1] = 1;
            this.#isHeld[place] = 1;
            this.#isSeen[place] = 1;
          }
        }
      }
  }

  #placeOf(reference: string): number {
    return reference === '' ? none : (this.#slots[this.#slotOf(reference)] ?? 0) - 1;
  }

  /** The slot where the reference is or would be. */
  #slotOf(reference: string): number {
    const hash = hashed(0x811c9dc5, reference) >>> 0;
    const mask = this.#slots.length - 1;
    for (let slot = Math.imul(hash, 0x9e3779b1) >>> 7; ; slot += 1) {
      const place = (this.#slots[slot & mask] ?? 0) - 1;
      if (place === none) return slot & mask;
      if (this.#hashes[place] === hash && this.#referenceAt(place) === reference) return slot & mask;
    }
  }
}

const mostTimes = 2 ** 23;

/** Two payments of one payer and amount within ten minutes differ by at most one. Chance neighbours only cost a second look. */
function payerAt(payer: string, {currency, minor}: Money, at: number): number {
  const who = hashed(hashed(0x811c9dc5, payer), currency) ^ Math.imul(minor | 0, 0x9e3779b1);
  const time = Math.max(0, Math.min(mostTimes - 1, Math.floor(at / samePayerMs) + mostTimes / 4));
  return (who & 0x3fff_ffff) * mostTimes + time;
}

/** A short list of distinct names, each with its index. */
class Names {
  readonly #names: string[] = [];
  readonly #places = new Map<string, number>();
  placeOf(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
  at(place: number): string {
    return this.#names[place] ?? '';
  }
}
