import fc from 'fast-check';
import {expect} from 'vitest';
import {type State, stateAfter} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import {decimalText} from '../../src/core/money/money.js';
import type {Ledger} from '../../src/core/shift/ledger-schema.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import type {Till} from '../../src/till/till.js';
import {cardOf} from '../core/card/plain-card.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, eventsOn} from './card-till.js';
import {order} from './real-till.js';
import {kes, obedientService, openStillShop, type Place, type Says, stillWorld, usd} from './still-shop.js';

const minute = 60_000;
const hour = 60 * minute;

/** What may happen in a shop, in any order; payments are named by their number. */
export type Happening =
  | {readonly kind: 'cash' | 'wallet' | 'card' | 'move'; readonly minor: number}
  | {readonly kind: 'says'; readonly payment: number; readonly says: Says}
  | {readonly kind: 'judge'; readonly payment: number; readonly as: 'paid' | 'not-paid'}
  | {readonly kind: 'refund' | 'refund in cash'; readonly payment: number; readonly minor: number}
  | {readonly kind: 'refund ends'; readonly refund: number; readonly says: 'Success' | 'Failed'}
  | {readonly kind: 'refund judged'; readonly payment: number; readonly as: 'done' | 'failed'}
  | {readonly kind: 'shift' | 'hand over' | 'x' | 'z' | 'z among others' | 'slip'; readonly minor: number}
  | {readonly kind: 'pass' | 'rewind'; readonly hours: number}
  | {readonly kind: 'crash'; readonly after: number; readonly chance: number};

const minor = fc.integer({min: 1, max: 900}).map(whole => whole * 100);
const payment = fc.nat(5);
export const happening = fc.oneof<fc.Arbitrary<Happening>[]>(
  fc.record({kind: fc.constantFrom('cash', 'wallet', 'card', 'move'), minor}),
  fc.record({kind: fc.constantFrom('wallet', 'card'), minor}),
  fc.record({kind: fc.constant('says'), payment, says: fc.constantFrom<Says>('Completed', 'Failed', 'Reversed')}),
  fc.record({kind: fc.constant('says'), payment, says: fc.constant<Says>('Completed')}),
  fc.record({kind: fc.constant('says'), payment, says: fc.constantFrom<Says>('Completed', 'Reversed')}),
  fc.record({kind: fc.constant('refund'), payment, minor}),
  fc.record({kind: fc.constant('judge'), payment, as: fc.constantFrom('paid', 'not-paid')}),
  fc.record({kind: fc.constantFrom('refund', 'refund in cash'), payment, minor}),
  fc.record({kind: fc.constant('refund ends'), refund: fc.nat(3), says: fc.constantFrom('Success', 'Failed')}),
  fc.record({kind: fc.constant('refund judged'), payment, as: fc.constantFrom('done', 'failed')}),
  fc.record({kind: fc.constantFrom('shift', 'hand over', 'x', 'z', 'z among others', 'slip'), minor}),
  fc.record({kind: fc.constantFrom('z', 'z among others'), minor}),
  fc.record({kind: fc.constantFrom('pass', 'pass', 'rewind'), hours: fc.integer({min: 1, max: 30})}),
  fc.record({kind: fc.constant('crash'), after: fc.nat(12), chance: fc.float({min: 0, max: 1, noNaN: true})}),
);

/** Plays days of a shop. Whatever a till refuses is refused; only a power cut may make it fail. */
export class Shop {
  readonly disk = new MemoryDisk();
  readonly #linesPerSummary: number;
  readonly #world: ReturnType<typeof stillWorld>;
  readonly #bank = obedientService();
  readonly #place: Place;
  readonly #references: string[] = [];
  /** Every Z that was told to somebody. */
  readonly told: Report[] = [];
  crashes = 0;
  #till: Till | undefined;
  #chance = 0;
  #customers = 0;

  constructor(place: Place, linesPerSummary = 7) {
    this.#place = place;
    this.#linesPerSummary = linesPerSummary;
    this.#world = stillWorld(Date.UTC(2026, 10, 20, 19, 30));
  }

  get events(): readonly StoredEvent[] {
    return eventsOn(this.disk);
  }

  get ledger(): Ledger {
    return this.till.state.ledger;
  }

  get till(): Till {
    return this.#till ?? expect.fail('not open');
  }

  /** After a power cut, if one came: what the disk kept is all that there is. */
  async open(): Promise<void> {
    const {till, ...chance} = {till: this.#till, next: this.#chance};
    if (till !== undefined && till.writeFailure() === undefined) await till.close();
    this.disk.restart(() => chance.next);
    const [disk, linesPerSummary] = [this.disk, this.#linesPerSummary];
    const parts = {disk, linesPerSummary, world: this.#world, service: this.#bank.service, place: this.#place};
    this.#till = (await openStillShop(parts)).till;
    expect(this.ledger).toEqual(wholeFold(this.events).ledger);
  }

  async happen(each: Happening): Promise<void> {
    this.#world.pass(2 * minute);
    const results = await Promise.allSettled(this.#begin(each));
    const failures = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []));
    const isCut = this.till.writeFailure() !== undefined || this.disk.operationsLeft <= 0;
    for (const failure of failures) {
      if (!isCut) expect(refusals, String(failure?.stack ?? failure)).toContain(failure?.code);
    }
    if (!isCut) return;
    this.crashes += 1;
    await this.open();
  }

  #begin(each: Happening): readonly Promise<unknown>[] {
    const {till} = this;
    switch (each.kind) {
      case 'cash':
        return [this.#sold(till.takeCash({amount: kes(each.minor), country: 'KE', description: ''}))];
      case 'wallet': {
        this.#customers += 1; // a request that a power cut hid from us may stand: nobody pays twice
        const wallet = `0712${String(this.#customers).padStart(6, '0')}`;
        const amount = decimalText(kes(each.minor));
        return [this.#taken(till.collect(order('', {amount, wallet})))];
      }
      case 'card': {
        const asked = cardOrder(decimalText(usd(each.minor)));
        return [this.#taken(till.charge(asked, cardOf(card), {again: 'another customer'}))];
      }
      case 'move':
        return [till.moveCash({kind: 'in', amount: kes(each.minor), reason: 'change'})];
      case 'says': {
        const account = this.#bank.accounts.get(this.#reference(each.payment));
        if (account !== undefined) account.says = each.says;
        return [till.check(this.#reference(each.payment))];
      }
      case 'judge':
        this.#world.pass(24 * hour); // nobody judges what may only be slow
        return [till.resolve(this.#reference(each.payment), {as: each.as, person: 'Wanjiru', reason: 'seen'})];
      case 'pass':
        return [Promise.resolve(this.#world.pass(each.hours * hour))];
      case 'rewind':
        return [Promise.resolve(this.#world.rewind((each.hours / 4) * hour))];
      case 'crash':
        this.#chance = each.chance;
        this.disk.operationsLeft = each.after;
        return [];
      default:
        return this.#beginOther(each);
    }
  }

  #beginOther(
    each: Extract<Happening, {readonly minor: number} | {readonly kind: `refund ${string}`}>,
  ): readonly Promise<unknown>[] {
    const {till} = this;
    switch (each.kind) {
      case 'refund':
      case 'refund in cash': {
        const reference = this.#reference(each.payment);
        const paid = till.state.payments.get(reference)?.request.amount ?? kes(1);
        const asked = {amount: {...paid, minor: Math.min(paid.minor, each.minor)}, reason: 'broken'};
        if (each.kind === 'refund in cash') return [till.refundInCash(reference, asked)];
        return [till.refund(reference, asked).then(({finished}) => finished)];
      }
      case 'refund ends': {
        const refund = this.#bank.refunds[each.refund];
        if (refund === undefined) return [];
        refund.says = each.says;
        return [till.check(refund.payment)];
      }
      case 'refund judged': {
        this.#world.pass(24 * hour);
        const judging = {as: each.as, person: 'Wanjiru', reason: 'seen'};
        return [till.resolveRefund(this.#reference(each.payment), judging)];
      }
      case 'shift':
        return [till.openShift('Amina', [kes(each.minor)])];
      case 'hand over':
        return [till.handOver('Baraka')];
      case 'slip':
        return [till.issueReceipt(this.#reference(each.minor % 6), {format: 'text', width: 32})];
      case 'x':
        return [till.reportX()];
      case 'z':
        return [this.#close()];
      case 'z among others': // all in one tick, in this order
        return [
          this.#sold(till.takeCash({amount: kes(each.minor), country: 'KE', description: ''})),
          till.moveCash({kind: 'drop', amount: kes(100), reason: 'safe'}, {isSure: true}),
          this.#close(),
          till.moveCash({kind: 'in', amount: kes(100), reason: 'change'}),
          this.#sold(till.takeCash({amount: kes(each.minor), country: 'KE', description: ''})),
          till.check(this.#reference(each.minor % 6)),
          this.#close(),
        ];
      default:
        return [];
    }
  }

  async #close(): Promise<void> {
    const counts = (['KES', 'USD'] as const).map(currency => ({currency, minor: 0, pieces: []}));
    await this.till.countDrawer('Wanjiru', counts);
    const closing = {person: 'Wanjiru', note: 'all to the bank', approver: 'Amina', notAsked: 0};
    this.told.push(await this.till.reportZ(closing));
  }

  #reference(number: number): string {
    return this.#references[number] ?? 'T7K0MZ4K8AAAAAA';
  }

  async #sold(sale: Promise<{readonly reference: string}>): Promise<void> {
    this.#references.push((await sale).reference);
  }

  async #taken(taking: ReturnType<Till['collect']>): Promise<void> {
    const {reference, finished} = await taking;
    this.#references.push(reference);
    await finished;
  }
}

/** What a till may refuse, without harm, of what is asked of it at random. */
const refusals = [
  ...['payment-unknown', 'payment-not-open', 'refund-not-paid', 'refund-unclear', 'refund-above-rest'],
  ...[
    'judged-too-early',
    'judged-unseen',
    'refund-not-offered',
    'refund-not-by-page',
    'shift-open-already',
    'shift-not-open',
    'count-missing',
  ],
];

/** The state by every event from the first line on. */
export function wholeFold(events: readonly StoredEvent[]): State {
  return stateAfter({carried: [], totals: null}, events);
}
