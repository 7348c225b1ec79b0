import type {Money} from '../../money/money.js';
import type {Payments} from '../../payment/payments.js';
import type {PaymentRequest} from '../../payment/schema.js';
import {cutForms, plainReference} from '../../text/text.js';
import {amountOf, type DecimalAmount, numberIn, plainAmount} from '../rows/amount.js';
import {readKey} from '../rows/finish.js';
import {dayNumber} from '../rows/inputs.js';
import {madeOf, type ReconciliationRecords, rowsOf} from './records.js';

/**
 * The names of a record of a provider. Two records are one if they share one of `own`, or if one of the `vague` names of one is among
 * `own` of the other: what is left of a name if a file cuts its digits or its seconds. A vague name that both have proves nothing.
 */
type RecordNames = {readonly own: readonly string[]; readonly vague: readonly string[]};

/** A time of day in the name of a row without a reference, as files and answers write it. */
const timeOfRow =
  /(?<=\brow\/\d{4}-\d\d-\d\d)[T_](?<hour>\d{1,2})[_:]?(?<minute>\d\d)(?:[_:]?(?<second>\d\d)(?:[.,]\d+)?)?(?:Z|_?(?:UTC|GMT))?/u;

function namesOfRow(key: string): RecordNames {
  const {subject = key, delta = null} = readKey(key) ?? {};
  const amount = delta === null ? null : {currency: delta.slice(0, 3), value: numberIn(delta.slice(3))};
  if (!subject.startsWith('row/')) return namesOfReference(subject, amount);
  const {hour = '', minute = '', second = ''} = timeOfRow.exec(subject)?.groups ?? {};
  const nameOf = (time: string) => named(amount)(subject.replace(timeOfRow, `T${hour.padStart(2, '0')}${time}`));
  return {own: [nameOf(minute + second)], vague: second === '' ? [] : [nameOf(minute)]};
}

function namesOfReference(reference: string, amount: DecimalAmount | null): RecordNames {
  const name = plainReference(reference);
  const withSum = named(amount);
  return {own: [name, withSum(name)], vague: cutForms(name).map(withSum)};
}

const named = (amount: DecimalAmount | null) => (name: string) =>
  amount === null ? `${name} ` : `${name} ${amount.currency}${plainAmount(amount)}`;

/** Records of providers that are payments already, however another file or answer spells them. */
class KnownRecords {
  readonly #own = new Set<string>();
  readonly #vague = new Set<string>();
  #forgottenTo = Number.NEGATIVE_INFINITY;

  addRow(key: string): void {
    this.#add(namesOfRow(key));
  }

  addCharge(reference: string, amount: Money | null): void {
    this.#add(namesOfReference(reference, amount && amountOf(amount)));
  }

  hasRow(key: string): boolean {
    return this.#has(namesOfRow(key));
  }

  hasCharge(reference: string, amount: Money): boolean {
    return this.#has(namesOfReference(reference, amountOf(amount)));
  }

  #add({own, vague}: RecordNames): void {
    for (const name of own) this.#own.add(name);
    for (const name of vague) this.#vague.add(name);
  }

  #has({own, vague}: RecordNames): boolean {
    return own.some(name => this.#own.has(name) || this.#vague.has(name)) || vague.some(name => this.#own.has(name));
  }

  /** Some records of this day and of those before it are no longer among these. */
  forget(day: string): void {
    this.#forgottenTo = Math.max(this.#forgottenTo, dayNumber(day));
  }

  /** Whether a record of this day may be a payment that is no longer known. Another file may date it a day later. */
  mayBeForgotten(day: string | null): boolean {
    return this.#forgottenTo >= (day === null ? 0 : dayNumber(day) - 1);
  }
}

const vagueMark = '~';

/** A record's names for an office: without the sealed payer; none for a row without a name and a time of day. */
export function recordNames(request: PaymentRequest): readonly string[] {
  const record = madeOf(request);
  if (record === undefined) return [];
  const {own, vague} =
    'row' in record ? namesOfRow(withoutPayer(record.row)) : namesOfReference(record.charge, amountOf(record.amount));
  if ('row' in record && record.row.includes(':row/') && !timeOfRow.test(record.row)) return [];
  return [...own, ...vague.map(name => vagueMark + name)];
}
const withoutPayer = (key: string): string => key.replace(/(:row\/[^/]*\/)[^/]*/u, '$1');

/** The names of which a list has at least one if it is of the same record. */
export const namesAlike = (names: readonly string[]): readonly string[] =>
  names.flatMap(name => (name.startsWith(vagueMark) ? [name.slice(vagueMark.length)] : [name, vagueMark + name]));

/** The payments that were made of the record of an earlier one, each with that. `made` are in their order. */
export function madeTwice<Made extends {readonly records: readonly string[]}>(
  made: readonly Made[],
): readonly (readonly [later: Made, earlier: Made])[] {
  const first = new Map<string, Made>();
  return made.flatMap(later => {
    const earlier = namesAlike(later.records).flatMap(name => first.get(name) ?? [])[0];
    for (const name of later.records) if (!first.has(name)) first.set(name, later);
    return earlier === undefined ? [] : [[later, earlier] as const];
  });
}

/** What a till knows of its payments, as far as it is of use in another till of the home. */
export type BooksBeside = Pick<Payments, 'payments'> & {
  readonly reconciled: ReconciliationRecords;
  readonly registry: {readonly subscriptions: ReadonlyMap<number, ChargesKnown>};
};

type ChargesKnown = {
  readonly isOwn: boolean;
  readonly charges: readonly {
    readonly id: number;
    readonly status: string;
    readonly transactionReference: string | null;
  }[];
  readonly settledThrough: number;
};

/** The records that are payments of some tills: rows that were received or matched, and charges of subscriptions. */
export function recordsMade(books: readonly BooksBeside[]): KnownRecords {
  const made = new KnownRecords();
  for (const each of books) addRecords(made, each);
  return made;
}

function addRecords(made: KnownRecords, {reconciled, registry}: BooksBeside): void {
  for (const each of reconciled.made)
    if ('row' in each) made.addRow(each.row);
    else made.addCharge(each.charge, each.amount);
  for (const key of reconciled.matches.flatMap(rowsOf)) made.addRow(key);
  if (reconciled.forgottenTo !== null) made.forget(reconciled.forgottenTo);
  for (const {isOwn, charges, settledThrough} of registry.subscriptions.values())
    for (const {id, status, transactionReference} of isOwn ? charges : [])
      if (id <= settledThrough && hasSucceeded(status) && transactionReference !== null)
        made.addCharge(transactionReference, null);
}

/** Whether the service's word for a charge of a subscription says that it was paid. */
export const hasSucceeded = (status: string): boolean => /^(?:success(?:ful)?|completed|paid)$/i.test(status);
