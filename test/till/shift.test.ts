import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import type {StoredEvent} from '../../src/core/events/event.js';
import type {Currency} from '../../src/core/money/money.js';
import {takingsOf} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import {cardOf} from '../core/card/plain-card.js';
import {runs} from '../hostile/runs.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, eventsOn} from './card-till.js';
import {order} from './real-till.js';
import {type Happening, happening, Shop, wholeFold} from './shop-days.js';
import {kes, nairobi, obedientService, openStillShop, type Place, stillWorld, usd} from './still-shop.js';

/** The line with which each payment was first paid, found without the ledger. */
function firstPaid(events: readonly StoredEvent[]): ReadonlyMap<string, number> {
  const state = emptyState();
  const paid = new Map<string, number>();
  for (const event of events) {
    foldEvents(state, [event]);
    const reference = 'reference' in event.data ? event.data.reference : '';
    if (state.payments.get(reference)?.status === 'paid' && !paid.has(reference)) paid.set(reference, event.seq);
  }
  return paid;
}

type Window = Pick<Report, 'number' | 'fromSeq' | 'throughSeq' | 'tenders' | 'late'>;

/** Every amount that ever became paid is in exactly one of the windows, and what came late points to where it was sold. */
function proveTakings(events: readonly StoredEvent[], windows: readonly Window[]): void {
  const {payments} = wholeFold(events);
  const paid = [...firstPaid(events)].map(([reference, seq]) => ({...never(payments.get(reference)), paidAt: seq}));
  const windowOf = (seq: number) => windows.find(({fromSeq, throughSeq}) => seq > fromSeq && seq <= throughSeq);
  for (const window of windows) {
    const own = paid.filter(({paidAt}) => windowOf(paidAt) === window);
    const sums = new Map<Currency, number>();
    for (const {request} of own)
      sums.set(request.amount.currency, (sums.get(request.amount.currency) ?? 0) + request.amount.minor);
    expect(new Map(takingsOf(window).map(({currency, minor: sum}) => [currency, sum]))).toEqual(sums);
    const late = own.filter(({seq}) => seq <= window.fromSeq);
    const lines = late.map(({reference, request, seq}) => ({
      reference,
      amount: request.amount,
      z: windowOf(seq)?.number,
    }));
    expect([...window.late].sort(byReference)).toEqual(lines.sort(byReference));
  }
}

const byReference = (a: {readonly reference: string}, b: {readonly reference: string}) =>
  a.reference < b.reference ? -1 : 1;

function never<T>(value: T | undefined): T {
  return value ?? expect.fail('a payment that was never asked for');
}

/** The Zs of the journal are numbered without end, meet without a gap, and hold the hash of the line that they end with. */
function proveChain(events: readonly StoredEvent[]): readonly Report[] {
  const zs = events.filter(event => event.type === 'z-reported');
  let through = 0;
  for (const [index, {seq, data}] of zs.entries()) {
    const {number, fromSeq, throughSeq, head} = data.report;
    expect([number, fromSeq]).toEqual([index + 1, through]);
    expect(head).toBe(events[throughSeq - 1]?.hash ?? '0'.repeat(64));
    const between = events.slice(throughSeq, seq - 1).map(({type}) => type);
    expect(between.filter(type => type !== 'segment-opened')).toEqual([]);
    through = throughSeq;
  }
  return zs.map(({data}) => data.report);
}

const places = fc.record({
  zone: fc.constantFrom('Africa/Abidjan', 'Africa/Lagos', 'Africa/Johannesburg', 'Africa/Nairobi'),
  dayStartsAt: fc.constantFrom('00:00', '04:00'),
});

const dozen = Array.from({length: 12}, (_, payment) => payment);
/** A dozen payments of which each is paid after the Z that it was sold under and taken back after the next: chance makes few. */
const lateAndTakenBack: readonly Happening[] = [
  ...dozen.map(payment => ({kind: 'card', minor: 5000 + payment}) as const),
  {kind: 'z', minor: 100},
  ...dozen.map(payment => ({kind: 'says', payment, says: 'Completed'}) as const),
  {kind: 'z', minor: 100},
  ...dozen.map(payment => ({kind: 'says', payment, says: 'Reversed'}) as const),
];

it('has every amount in exactly one Z, over days, crashes and clocks set back', {tags: ['slow']}, async () => {
  const reached = {zs: 0, late: 0, corrections: 0, refunds: 0, crashes: 0, days: 0};
  const property = async (place: Place, happenings: readonly Happening[]) => {
    const shop = new Shop(place);
    await shop.open();
    for (const each of happenings) await shop.happen(each);
    expect(shop.ledger).toEqual(wholeFold(shop.events).ledger);
    await shop.open();
    const {events, ledger} = shop;
    const zs = proveChain(events);
    for (const told of shop.told) expect(JSON.stringify(zs[told.number - 1])).toBe(JSON.stringify(told));
    const counts = (['KES', 'USD'] as const).map(currency => ({currency, minor: 0, pieces: []}));
    await shop.till.countDrawer('Wanjiru', counts); // cash is told when it was counted
    const x = await shop.till.reportX();
    proveTakings(events, [...zs, x]);
    const sums = takingsOf({tenders: [...zs, x].flatMap(({tenders}) => tenders)});
    const perpetual = Object.entries(ledger.perpetual).filter(([, {sales}]) => sales !== 0);
    expect(sums.map(({currency, minor: sum}) => [currency, sum])).toEqual(
      perpetual.map(([currency, {sales}]) => [currency, sales]).sort(),
    );
    reached.zs += zs.length;
    reached.late += [...zs, x].flatMap(({late}) => late).length;
    reached.corrections += [...zs, x].flatMap(({corrections}) => corrections).length;
    reached.refunds += [...zs, x].flatMap(({refunds}) => refunds).length;
    reached.crashes += shop.crashes;
    reached.days += events.filter(({type}) => type === 'segment-opened').length;
  };
  const days = fc.array(happening, {minLength: 30, maxLength: 70, size: 'max'});
  const examples: [Place, Happening[]][] = [[{zone: 'Africa/Nairobi', dayStartsAt: '00:00'}, [...lateAndTakenBack]]];
  await fc.assert(fc.asyncProperty(places, days, property), {...runs(40, 1000), examples});
  for (const [what, times] of Object.entries(reached)) expect(times, what).toBeGreaterThan(10);
});

const closing = {person: 'Wanjiru', notAsked: 0};
const inCash = (minor: number) => ({amount: kes(minor), country: 'KE', description: ''}) as const;
const counted = (minor: number) => [{...kes(minor), pieces: []}];

describe('a Z', () => {
  it('is the same report, byte for byte, until something is new', async () => {
    const {till, disk} = await openStillShop();
    await till.takeCash(inCash(5000));
    await till.countDrawer('Wanjiru', counted(5000));
    const first = JSON.stringify(await till.reportZ(closing));
    await till.reportX();
    await till.issueZ(1, {format: 'text', width: 42});
    await till.countDrawer('Wanjiru', counted(5000)); // the same command once more
    const both = await Promise.all([till.reportZ({...closing, person: 'Amina', notAsked: 3}), till.reportZ(closing)]);
    expect(both.map(report => JSON.stringify(report))).toEqual([first, first]);
    await till.close();
    const {till: back} = await openStillShop({disk, world: stillWorld(Date.UTC(2026, 10, 29))});
    expect(JSON.stringify(await back.reportZ(closing))).toBe(first);
    await back.takeCash(inCash(100));
    await expect(back.reportZ(closing)).rejects.toMatchObject({code: 'count-missing'});
    await back.countDrawer('Wanjiru', counted(100));
    expect(await back.reportZ(closing)).toMatchObject({number: 2, tenders: [{total: kes(100)}]});
    expect(JSON.stringify(await back.readZ(1))).toBe(first);
    await expect(back.readZ(3)).rejects.toMatchObject({code: 'report-unknown', facts: {z: 'Z-0003'}});
  });

  it('needs no shift, and nothing that happened', async () => {
    const {till} = await openStillShop();
    const none = await till.reportZ(closing);
    expect(none).toMatchObject({number: 1, shift: null, openedAt: null, tenders: [], fromSeq: 0, throughSeq: 0});
    await till.noteDrawer('change');
    const second = await till.reportZ(closing);
    expect(second).toMatchObject({number: 2, shift: null, counts: {drawerOpenings: 1}, people: ['cashier']});
    await expect(till.reportZ({...closing, person: ' '})).rejects.toMatchObject({code: 'person-missing'});
    await expect(till.reportZ({...closing, note: 'gave more', approver: 'Joseph 4508:7500:1574:1019'})).rejects.toThrow(
      'text-has-card',
    );
    await expect(till.reportZ({...closing, person: '4508–7500–1574–1019'})).rejects.toThrow('text-has-card');
  });

  it('is checked against everything that was appended before it, in the same tick too', async () => {
    const {till, disk} = await openStillShop();
    await till.takeCash(inCash(5000));
    await till.countDrawer('Wanjiru', counted(5000));
    const moving = till.moveCash({kind: 'out', amount: kes(200), reason: 'ice'});
    await expect(till.reportZ(closing)).rejects.toMatchObject({code: 'count-missing', facts: {currency: 'KES'}});
    await moving;
    expect(eventsOn(disk).at(-1)?.type).toBe('cash-moved');
    expect(till.writeFailure()).toBeUndefined();
    await till.countDrawer('Wanjiru', counted(4800));
    expect((await till.reportZ(closing)).drawers).toMatchObject([{expected: 4800, difference: 0}]);
  });

  it('takes back a refund that a person called done and the service, after a Z, failed', async () => {
    const {service, accounts, refunds} = obedientService();
    const world = stillWorld();
    const {till} = await openStillShop({service, world});
    const {reference, finished} = await till.charge(cardOrder('24'), cardOf(card));
    await finished;
    Object.assign(accounts.get(reference) ?? {}, {says: 'Completed'});
    await till.check(reference);
    await (await till.refund(reference, {reason: 'broken', amount: usd(1000)})).finished;
    world.pass(24 * 60 * 60_000);
    await till.resolveRefund(reference, {as: 'done', person: 'Wanjiru', reason: 'on the statement'});
    expect((await till.reportZ(closing)).refunds).toMatchObject([{method: 'card', total: usd(1000), done: 1}]);
    Object.assign(refunds[0] ?? {}, {says: 'Failed'});
    world.pass(2 * 60_000);
    await till.check(reference);
    const second = await till.reportZ(closing);
    expect(second.refunds).toMatchObject([{method: 'card', total: usd(-1000), done: -1, failed: 1}]);
    expect(second.perpetual).toMatchObject([{currency: 'USD', sales: 2400, refunds: 0}]);
  });

  it('that the disk does not take stops the till, and is made by the next one', async () => {
    const {till, disk} = await openStillShop();
    await till.noteDrawer('change');
    disk.operationsLeft = 0;
    await expect(till.reportZ(closing)).rejects.toMatchObject({code: 'journal-not-writable'});
    expect(till.writeFailure()).toMatchObject({code: 'journal-not-writable'});
    disk.restart(() => 0);
    const {till: back} = await openStillShop({disk});
    expect(await back.reportZ(closing)).toMatchObject({number: 1, counts: {drawerOpenings: 1}});
  });
});

describe('a shift', () => {
  it('is open once, by name, and its number goes on over Zs and openings', async () => {
    const {till, disk} = await openStillShop();
    await expect(till.openShift(' ', [])).rejects.toMatchObject({code: 'person-missing'});
    await expect(till.openShift('4508–7500–1574–1019', [])).rejects.toMatchObject({code: 'text-has-card'});
    const [first, second] = await Promise.allSettled([
      till.openShift(' Amina ', [kes(1000), usd(0)]),
      till.openShift('Baraka', []),
    ]);
    expect(first).toMatchObject({value: 1});
    expect(second).toMatchObject({reason: {code: 'shift-open-already', facts: {shift: 1, person: 'Amina'}}});
    expect(till.state.ledger.shift).toMatchObject({number: 1, person: 'Amina', floats: [kes(1000)]});
    await till.countDrawer('Amina', counted(1000));
    expect(await till.reportZ(closing)).toMatchObject({shift: 1, people: ['Amina'], drawers: [{float: 1000}]});
    await till.close();
    const {till: back} = await openStillShop({disk});
    expect(await back.openShift('Baraka', [])).toBe(2);
  });

  it('is handed over, and what is pending stays with the till', async () => {
    const {till} = await openStillShop();
    await expect(till.handOver('Baraka')).rejects.toMatchObject({code: 'shift-not-open'});
    await till.openShift('Amina', []);
    await expect(till.handOver(' ')).rejects.toMatchObject({code: 'person-missing'});
    await expect(till.handOver('4508–7500–1574–1019')).rejects.toMatchObject({code: 'text-has-card'});
    const {reference, finished} = await till.collect(order('678'));
    await finished;
    await till.handOver('Baraka');
    expect(till.state.ledger.shift).toMatchObject({number: 1, person: 'Baraka'});
    const z = await till.reportZ(closing);
    expect(z).toMatchObject({shift: 1, people: ['Amina', 'Baraka'], unknown: [{reference}], tenders: []});
    expect(till.state.ledger.shift).toBeNull();
    expect([...till.state.open]).toEqual([reference]);
  });

  it('keeps the zone and the start of day that it was opened in', async () => {
    const disk = new MemoryDisk();
    const world = stillWorld(Date.UTC(2026, 10, 20, 23, 30)); // the 20th in Abidjan, the 21st in Nairobi
    const {till} = await openStillShop({disk, world, place: {zone: 'Africa/Abidjan', dayStartsAt: '00:00'}});
    await till.openShift('Amina', []);
    await till.close();
    const {till: back} = await openStillShop({disk, world, place: nairobi});
    expect(await back.reportX()).toMatchObject({zone: 'Africa/Abidjan', businessDate: '2026-11-20'});
    expect(await back.reportZ(closing)).toMatchObject({zone: 'Africa/Abidjan', businessDate: '2026-11-20'});
    await back.noteDrawer('change');
    expect(await back.reportX()).toMatchObject({zone: 'Africa/Nairobi', businessDate: '2026-11-21'});
  });
});

it('has a refund of an older day in it that was given while the day changed', async () => {
  const world = stillWorld();
  const {till, disk} = await openStillShop({world});
  const {reference} = await till.takeCash(inCash(500));
  world.pass(24 * 3_600_000);
  await till.takeCash(inCash(100));
  world.pass(24 * 3_600_000);
  const moving = till.moveCash({kind: 'in', amount: kes(5), reason: 'change'});
  await Promise.resolve();
  await Promise.resolve();
  await till.refundInCash(reference, {reason: 'broken'});
  await moving;
  expect(till.state.ledger).toEqual(wholeFold(eventsOn(disk)).ledger);
});
