import {equalDecimals, plainDecimal} from '../money/decimal.js';
import {standingOf} from '../payment/earlier.js';
import {isReceived, type Payment} from '../payment/payment.js';
import type {Payments} from '../payment/payments.js';
import {amountOf, numberIn} from './amount.js';
import {dayNumber} from './calendar.js';
import {readKey} from './finish.js';
import type {Carried} from './inputs.js';
import type {ReconciliationRecords} from './records.js';
import {cutForms, plainReference} from './references.js';

/**
 * The names of a record of a provider. Two records are one if they share one of `own`, or if one of the `vague` names of one is among
 * `own` of the other: what is left of a name if a file cuts its digits or its seconds. A vague name that both have proves nothing.
 */
type RecordNames = {readonly own: readonly string[]; readonly vague: readonly string[]};

const withSeconds = /(?<minute>T\d\d[_:]?\d\d)[_:]?\d\d(?:[.,]\d+)?/u;

function namesOfRow(key: string): RecordNames {
  const {subject = key, delta = null} = readKey(key) ?? {};
  const sum = delta === null ? '' : `${delta.slice(0, 3)} ${plainDecimal(numberIn(delta.slice(3)))}`;
  const withSum = (name: string) => `${name} ${sum}`;
  if (!subject.startsWith('row/')) {
    const name = plainReference(subject);
    return {own: [name, withSum(name)], vague: cutForms(name).map(withSum)};
  }
  const minute = subject.replace(withSeconds, '$<minute>');
  return {own: [withSum(subject)], vague: minute === subject ? [] : [withSum(minute)]};
}

/** Records of providers that are payments already, however another file or answer spells them. */
export class KnownRecords {
  readonly #own = new Set<string>();
  readonly #vague = new Set<string>();

  addRow(key: string): void {
    const {own, vague} = namesOfRow(key);
    for (const name of own) this.#own.add(name);
    for (const name of vague) this.#vague.add(name);
  }

  addReference(reference: string): void {
    this.#own.add(plainReference(reference));
  }

  hasRow(key: string): boolean {
    const {own, vague} = namesOfRow(key);
    return own.some(name => this.#own.has(name) || this.#vague.has(name)) || vague.some(name => this.#own.has(name));
  }

  hasReference(reference: string): boolean {
    return this.#own.has(plainReference(reference));
  }
}

/** What a till knows of its payments, as far as it is of use in another till of the home. */
export type BooksBeside = Pick<Payments, 'payments'> & {
  readonly reconciled: ReconciliationRecords;
  readonly registry: {readonly subscriptions: ReadonlyMap<number, ChargesKnown>};
};

/** What is known of the charges of a subscription. */
type ChargesKnown = {
  readonly isOwn: boolean;
  readonly taken: readonly string[];
  readonly charges: readonly {
    readonly id: number;
    readonly status: string;
    readonly transactionReference: string | null;
  }[];
  readonly settledThrough: number;
};

/** The records of which payments were made in some tills: rows that were received, and charges of subscriptions. */
export function recordsMade(books: readonly BooksBeside[]): KnownRecords {
  const made = new KnownRecords();
  for (const each of books) addRecords(made, each);
  return made;
}

function addRecords(made: KnownRecords, {reconciled, registry, payments}: BooksBeside): void {
  for (const key of reconciled.received) made.addRow(key);
  for (const {isOwn, taken, charges, settledThrough} of registry.subscriptions.values()) {
    for (const reference of taken) made.addReference(reference);
    for (const {id, status, transactionReference} of isOwn ? charges : [])
      if (id <= settledThrough && hasSucceeded(status) && transactionReference !== null)
        made.addReference(transactionReference);
  }
  for (const {request} of payments.values())
    if (request.method === 'subscription') made.addReference(request.transactionReference);
}

/** Whether the service's word for a charge of a subscription says that it was paid. */
export const hasSucceeded = (status: string): boolean => /^(?:success(?:ful)?|completed|paid)$/i.test(status);

/**
 * Returns a function for the reference of a payment whose money a row may be, although nobody has matched them: one that the reconciliation
 * found, or one of these tills that may still be paid, has the same sum, and whose wallet is not known to be another.
 */
export function likelyPayments(books: readonly BooksBeside[]): (line: Carried) => string | undefined {
  const found = new Map(
    books.flatMap(({reconciled}) => reconciled.left.flatMap(({lines}) => lines.map(line => [line.key, line]))),
  );
  const open = books.flatMap(({payments}) => [...payments.values()].filter(mayBePaid));
  return line => found.get(line.key)?.candidate ?? open.find(payment => isItsMoney(payment, line))?.reference;
}

/** Whether money for a request may come, or may have come, of which no record says that it is there. */
function mayBePaid(payment: Payment): boolean {
  const {request, finals} = payment;
  if (request.method !== 'mobile-money' || isReceived(request)) return false;
  const standing = standingOf(payment);
  const isByWord = standing === 'resolved-not-paid' || (standing === 'paid' && finals.last === undefined);
  return standing === 'open' || standing === 'needs-person' || isByWord;
}

const tailLength = 4;

/** Of a row without a wallet, only those near its day are looked at. */
function isItsMoney({request}: Payment, {key, on, firstSeen}: Carried): boolean {
  const {subject = '', delta = null} = readKey(key) ?? {};
  const {currency, value} = amountOf(request.amount);
  if (delta?.slice(0, 3) !== currency || !equalDecimals(numberIn(delta.slice(3)), value)) return false;
  const payer = subject.startsWith('row/') ? (subject.split('/')[2] ?? '').slice(-tailLength) : '';
  const wallet = request.method === 'mobile-money' ? (request.wallet ?? '').slice(-tailLength) : '';
  if (payer !== '' && wallet !== '') return payer === wallet;
  return Math.abs(dayNumber(on ?? firstSeen) - dayNumber(request.businessDate)) <= 1;
}
