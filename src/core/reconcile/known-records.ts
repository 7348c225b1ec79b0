import type {State} from '../books/state.js';
import {plainDecimal} from '../money/decimal.js';
import {numberIn} from './amount.js';
import {readKey} from './finish.js';
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
export type BooksBeside = Pick<State, 'reconciled' | 'registry' | 'payments'>;

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
