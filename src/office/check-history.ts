import {chainLine, genesis, readLine} from '../../store/line.js';
import {emptyState, foldEvents} from '../core/books/state.js';
import type {EventData, EventType, StoredEvent} from '../core/events/event.js';
import {reportOf} from '../core/shift/report.js';

/** Lines of a till that follow one another; `prev` is the hash of the line before them. */
export type HistoryPart = {readonly prev: string; readonly bytes: Buffer; readonly last: number; readonly head: string};

export const historyDay = '2026-11-20';
export const historyStart = Date.UTC(2026, 10, 20, 9);
const rows = {shop: 'Duka', profile: 'sandbox', zone: 'Africa/Nairobi'} as const;

/**
 * A short history of a till in three parts: sales in cash, money that every till has received, and a Z; then a refund of a sale from before the Z; and in
 * place of the second part, what another machine with the same journal has written.
 */
export function tillHistory(till: string): readonly [before: HistoryPart, after: HistoryPart, fork: HistoryPart] {
  const begun = new Lines(till);
  begun.write('segment-opened', {
    ...{profile: rows.profile, zone: rows.zone, dayStartsAt: '00:00', version: '0', businessDate: historyDay},
    ...{previousSegment: null, previousHead: null},
  });
  for (let number = 1; number <= 3; number += 1) begun.sell(number);
  begun.receive(6);
  begun.close();
  const before = begun.part();
  const forked = begun.copy();
  begun.write('refund-in-cash', {
    ...{reference: begun.reference(1), refund: 1, reason: 'returned', businessDate: historyDay},
    amount: {currency: 'KES', minor: 100},
  });
  begun.sell(4);
  forked.sell(5);
  return [before, begun.part(), forked.part()];
}

class Lines {
  readonly #till: string;
  readonly #events: StoredEvent[] = [];
  #waiting: string[] = [];
  #last = genesis;
  #from = genesis.head;

  constructor(till: string) {
    this.#till = till;
  }

  reference = (number: number): string => `${this.#till}${String(number).padStart(12, '0')}`;

  write<T extends EventType>(type: T, data: EventData<T>): void {
    const at = historyStart + this.#last.seq * 1000;
    const line = chainLine(this.#last, at, {till: this.#till, person: 'Amina', type, data: JSON.stringify(data)});
    this.#waiting.push(`${line}\n`);
    const event = readLine(this.#last, Buffer.from(line));
    if (typeof event === 'string') throw new RangeError(`the line of ${type} is ${event}`);
    this.#events.push(event);
    this.#last = {seq: event.seq, head: event.hash};
  }

  sell(number: number): void {
    const asked = this.#asked(number);
    this.write('requested', {...asked, method: 'cash', tendered: asked.amount} as EventData<'requested'>);
  }

  /** Makes a sale of a row that the provider's file of every till has. */
  receive(number: number): void {
    const nobody = {phone: '', email: '', firstName: '', lastName: '', wallet: null, returnUrl: null};
    this.write('requested', {
      ...{...this.#asked(number), ...nobody, method: 'mobile-money', network: '', bankCode: ''},
      received: {row: 'MISSING_LOCALLY:QKX12ABC99:KES60.00', providerReference: 'QKX12ABC99'},
    } as EventData<'requested'>);
  }

  #asked(number: number) {
    const reference = this.reference(number);
    const amount = {currency: 'KES', minor: 1000 * number} as const;
    const usual = {country: 'KE', description: '', businessDate: historyDay, again: null} as const;
    return {...usual, reference, sale: reference, amount} as const;
  }

  close(): void {
    const state = emptyState();
    foldEvents(state, this.#events);
    const frame = {kind: 'z', till: this.#till, ...rows, businessDate: historyDay, closedAt: historyStart} as const;
    this.write('z-reported', {
      report: reportOf(state, {...frame, head: this.#last.head, difference: null, notAsked: 0}),
    });
  }

  part(): HistoryPart {
    const part = {
      prev: this.#from,
      bytes: Buffer.from(this.#waiting.join('')),
      last: this.#last.seq,
      head: this.#last.head,
    };
    [this.#waiting, this.#from] = [[], this.#last.head];
    return part;
  }

  /** Another machine that goes on from here. */
  copy(): Lines {
    const copy = new Lines(this.#till);
    copy.#events.push(...this.#events);
    [copy.#last, copy.#from] = [this.#last, this.#from];
    return copy;
  }
}
