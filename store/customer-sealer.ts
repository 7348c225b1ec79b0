import type {NewEvent, StoredEvent} from '../src/core/events/event.js';
import {beginsScope, customersIn, monthOf, namesCustomer, scopeOf, sealedData} from '../src/core/journal/customers.js';
import {CustomerKeys, type KeyPlace} from './customer-keys.js';
import {lineBytesMax, type WaitingEvent} from './line.js';

/** The source of the earlier events of a payment. */
type DuplicateWarning = {
  readonly eventsOf: (reference: string) => Promise<readonly StoredEvent[]>;
  /** Whether it is a payment of the open day. */
  readonly isInFirst: (reference: string) => boolean;
};

/** What is known of a payment or an enrolment: the values that name its customer, and the month in which it was requested. */
type Scope = {readonly values: readonly string[]; readonly month: string};

/**
 * Seals what names a customer in events on their way to the disk. Everything about one payment is sealed with the key of the month in which
 * the payment was requested, so that all its customer data are shredded together. A key is on the disk before the first line that is sealed
 * with it.
 */
export class CustomerSealer {
  readonly #place: KeyPlace;
  readonly #keys: CustomerKeys;
  readonly #scopes = new Map<string, Scope>();

  private constructor(place: KeyPlace, keys: CustomerKeys) {
    this.#place = place;
    this.#keys = keys;
  }

  /** Creates the sealer of a till's folder. `known` are earlier events of the payments that still matter. */
  static async of(place: KeyPlace, known: readonly StoredEvent[]): Promise<CustomerSealer> {
    const sealer = new CustomerSealer(place, await CustomerKeys.in(place));
    for (const event of known) sealer.#note(event, Date.parse(event.at));
    return sealer;
  }

  /** Returns the events with drafts that name no customer. Rejects with the operating system's error if a key cannot be saved. */
  async sealed(
    at: number,
    waiting: readonly WaitingEvent[],
    earlier: DuplicateWarning,
  ): Promise<readonly WaitingEvent[]> {
    const all: WaitingEvent[] = [];
    for (const each of waiting) all.push(await this.#sealed(at, each, earlier));
    return all;
  }

  async #sealed(at: number, {event, draft}: WaitingEvent, earlier: DuplicateWarning): Promise<WaitingEvent> {
    this.#note(event, at);
    const {values, month} = await this.#scopeOf(event, at, earlier);
    if (!namesCustomer(event, values)) return {event, draft};
    const key = this.#keys.of(month) ?? (await this.#keys.made(monthOf(at), this.#place));
    const seal = this.#keys.sealOf({key, till: draft.till, scope: scopeOf(event)});
    const data = JSON.stringify(sealedData(event, values, seal));
    if (Buffer.byteLength(data) > lineBytesMax - 4096) throw new RangeError(`${event.type} is too long when sealed`);
    return {event, draft: {...draft, key, data}};
  }

  #note(event: NewEvent | StoredEvent, at: number): void {
    if (!beginsScope(event) || this.#scopes.has(scopeOf(event))) return;
    this.#scopes.set(scopeOf(event), {values: customersIn(event), month: monthOf(at)});
  }

  /** The event may belong to a payment of an earlier day, for example if it is a refund: then the payment is looked up in the journal. */
  async #scopeOf(event: NewEvent, at: number, earlier: DuplicateWarning): Promise<Scope> {
    const scope = scopeOf(event);
    const known = this.#scopes.get(scope);
    if (known !== undefined) return known;
    if ('reference' in event.data && ('answer' in event.data || earlier.isInFirst(scope))) {
      const found = (await earlier.eventsOf(scope)).find(beginsScope);
      if (found !== undefined) this.#note(found, Date.parse(found.at));
    }
    return this.#scopes.get(scope) ?? {values: [], month: monthOf(at)};
  }
}
