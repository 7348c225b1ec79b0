import {describe, expect, it} from 'vitest';
import type {Money} from '../../src/core/money/money.js';
import {cardOf} from '../core/card/plain-card.js';
import type {MemoryDisk} from '../store/memory-disk.js';
import {card, cardOrder, eventsOn} from './card-till.js';
import {order} from './real-till.js';
import {kes, nairobi, obedientService, openStillShop, stillWorld, usd} from './still-shop.js';

const inCash = (minor: number) => ({amount: kes(minor), country: 'KE', description: ''}) as const;
const counted = (...sums: readonly Money[]) => sums.map(sum => ({...sum, pieces: []}));
const broken = {reason: 'broken'};
const typesOn = (disk: MemoryDisk) => eventsOn(disk).map(({type}) => type);

/** A shop whose service says what the test says, and a payment that it calls completed. */
async function openPaid() {
  const {service, accounts} = obedientService();
  const world = stillWorld();
  const shop = await openStillShop({service, world});
  const complete = async (reference: string) => {
    Object.assign(accounts.get(reference) ?? expect.fail('no account'), {says: 'Completed'});
    world.pass(2 * 60_000);
    await shop.till.check(reference);
  };
  return {...shop, complete};
}

describe('a sale in cash', () => {
  it('is paid when it is on the disk, and tells the change', async () => {
    const {till, disk} = await openStillShop();
    const {reference, change} = await till.takeCash({...inCash(18_049), tendered: kes(20_000)});
    expect(change).toEqual(kes(2000));
    expect(eventsOn(disk).at(-1)).toMatchObject({
      type: 'requested',
      data: {reference, amount: kes(18_000), rounding: kes(-49), tendered: kes(20_000)},
    });
    expect(till.state.payments.get(reference)?.status).toBe('paid');
    expect((await till.takeCash(inCash(100))).change).toEqual(kes(0));
  });

  it('called twice in one tick is two sales', async () => {
    const {till, disk} = await openStillShop();
    const [first, second] = await Promise.all([till.takeCash(inCash(500)), till.takeCash(inCash(500))]);
    expect(first.reference).not.toBe(second.reference);
    expect(typesOn(disk)).toEqual(['segment-opened', 'requested', 'requested']);
    expect(till.state.ledger.perpetual).toMatchObject({KES: {sales: 1000}});
  });

  it('takes the place of a wallet that does not answer', async () => {
    const {till, complete} = await openPaid();
    const {reference, finished} = await till.collect(order('678'));
    await finished;
    await expect(till.takeCash({...inCash(100), sale: reference})).rejects.toThrow('sale-amount-differs');
    const cash = await till.takeCash({...inCash(20_000), sale: reference});
    expect(till.state.payments.get(reference)).toMatchObject({isSuperseded: true, status: 'unknown'});
    expect([...till.state.needPerson]).toEqual([]);
    await complete(reference);
    expect([...till.state.needPerson].sort()).toEqual([reference, cash.reference].sort());
  });

  it('is refused, with nothing written, for too little, in another currency, and while the till closes', async () => {
    const {till, disk} = await openStillShop();
    for (const tendered of [kes(499), usd(500)])
      await expect(till.takeCash({...inCash(500), tendered})).rejects.toMatchObject({code: 'tendered-too-little'});
    await expect(till.takeCash({...inCash(500), sale: 'T7K0MZ4K8AAAAAA'})).rejects.toThrow('sale-unknown');
    till.setClosing(true);
    await expect(till.takeCash(inCash(500))).rejects.toMatchObject({code: 'till-closing'});
    expect(eventsOn(disk)).toEqual([]);
    till.setClosing(false);
    await till.takeCash(inCash(500));
  });
});

describe('a refund in cash', () => {
  it('asked for twice in one tick is one, of all or of a part', async () => {
    const {till} = await openStillShop();
    for (const amount of [undefined, kes(100)]) {
      const {reference} = await till.takeCash(inCash(500));
      const press = () => till.refundInCash(reference, {...broken, ...(amount === undefined ? {} : {amount})});
      expect(await Promise.allSettled([press(), press()])).toMatchObject([
        {value: {refund: 1, amount: amount ?? kes(500)}},
        {reason: {code: 'refund-changed', facts: {reference}}},
      ]);
      expect(till.state.payments.get(reference)?.refunds).toHaveLength(1);
    }
    expect(till.state.ledger.period.drawers).toMatchObject({KES: {sales: 1000, refunds: 600}});
  });

  it('settles a sale that two wallets paid', async () => {
    const {till, complete} = await openPaid();
    const first = await till.collect(order('678'));
    await first.finished;
    const second = await till.collect(order('679'), {sale: first.reference});
    await second.finished;
    await complete(first.reference);
    await complete(second.reference);
    expect([...till.state.needPerson].sort()).toEqual([first.reference, second.reference].sort());
    const needing = (await till.reportX()).needsPerson.map(({reference}) => reference);
    expect(needing.sort()).toEqual([first.reference, second.reference].sort());
    await till.refundInCash(second.reference, {...broken, amount: kes(19_900)});
    expect(till.state.needPerson.size).toBe(2);
    await till.refundInCash(second.reference, broken);
    expect([...till.state.needPerson]).toEqual([]);
    await till.countDrawer('Wanjiru', counted(kes(0)));
    const x = await till.reportX();
    expect(x).toMatchObject({needsPerson: [], refunds: [{method: 'cash', total: kes(20_000), done: 2}]});
    expect(x.tenders).toMatchObject([{channel: 'SAFARICOM_KE', total: kes(40_000), count: 2}]);
  });

  it('gives back what a card paid, once, whichever way a part went before', async () => {
    const {till, complete} = await openPaid();
    const {reference, finished} = await till.charge(cardOrder('24'), cardOf(card));
    await finished;
    await expect(till.refundInCash(reference, broken)).rejects.toMatchObject({code: 'refund-not-paid'});
    await complete(reference);
    await till.refundInCash(reference, {...broken, amount: usd(1000)});
    await expect(till.refund(reference, {...broken, amount: usd(1500)})).rejects.toMatchObject({
      code: 'refund-above-rest',
      facts: {rest: 'USD 14.00'},
    });
    const lost = await till.refund(reference, {...broken, amount: usd(400)});
    await expect(till.refundInCash(reference, broken)).rejects.toMatchObject({code: 'refund-unclear'});
    await lost.finished;
    await till.refundInCash(reference, broken);
    expect(till.state.payments.get(reference)?.refunds).toMatchObject([
      {method: 'cash', amount: usd(1000), status: 'done'},
      {method: 'card', amount: usd(400), status: 'pending'},
      {method: 'cash', amount: usd(1000), status: 'done'},
    ]);
  });

  it('is refused without a reason, of nothing, of too much and of another currency', async () => {
    const {till, disk} = await openStillShop();
    const {reference} = await till.takeCash(inCash(500));
    const written = eventsOn(disk).length;
    await expect(till.refundInCash(reference, {reason: ' '})).rejects.toMatchObject({code: 'reason-missing'});
    await expect(till.refundInCash('T7K0MZ4K8AAAAAA', broken)).rejects.toMatchObject({code: 'payment-unknown'});
    for (const amount of [kes(0), kes(501), usd(100)])
      await expect(till.refundInCash(reference, {...broken, amount})).rejects.toThrow('refund-above-rest');
    await expect(till.moveCash({kind: 'in', amount: kes(0), ...broken})).rejects.toThrow('amount-not-positive');
    await expect(till.moveCash({kind: 'in', amount: kes(1), reason: ''})).rejects.toThrow('reason-missing');
    await expect(till.noteDrawer(' ')).rejects.toMatchObject({code: 'reason-missing'});
    expect(eventsOn(disk)).toHaveLength(written);
  });
});

describe('the drawer', () => {
  /** Shillings for 94.00 and dollars for 7.00. */
  async function openDrawer(authorisedDifference: Readonly<Record<string, number>> = {}) {
    const shop = await openStillShop({place: {...nairobi, authorisedDifference}});
    const {till} = shop;
    await till.openShift('Amina', [kes(10_000), usd(700)]);
    const {reference} = await till.takeCash(inCash(2000));
    await till.refundInCash(reference, {...broken, amount: kes(500)});
    await till.moveCash({kind: 'in', amount: kes(1000), reason: 'change'});
    await till.moveCash({kind: 'out', amount: kes(100), reason: 'ice'});
    await till.moveCash({kind: 'drop', amount: kes(3000), reason: 'safe'});
    return shop;
  }
  const close = {person: 'Wanjiru', notAsked: 0};

  it('should hold the float, sales and what was put in, less what went out', async () => {
    const {till} = await openDrawer();
    expect(await till.countDrawer('Wanjiru', counted(kes(9400), usd(700)))).toEqual([
      {
        currency: 'KES',
        float: 10_000,
        sales: 2000,
        refunds: 500,
        paidIn: 1000,
        paidOut: 100,
        drops: 3000,
        expected: 9400,
        counted: 9400,
        difference: 0,
      },
      {
        currency: 'USD',
        float: 700,
        sales: 0,
        refunds: 0,
        paidIn: 0,
        paidOut: 0,
        drops: 0,
        expected: 700,
        counted: 700,
        difference: 0,
      },
    ]);
    expect(await till.reportZ(close)).toMatchObject({difference: null, drawers: [{counted: 9400}, {counted: 700}]});
  });

  it('is what was counted at the opening: cash from before it is told apart, and counted once', async () => {
    const {till, disk} = await openStillShop();
    const sold = await till.takeCash({amount: kes(1300), country: 'KE', description: ''});
    await till.refundInCash(sold.reference, {amount: kes(300), reason: 'torn'});
    await expect(till.openShift('Amina', [])).rejects.toMatchObject({code: 'count-missing', facts: {currency: 'KES'}});
    await till.openShift('Amina', [kes(50_000)]);
    await till.takeCash({amount: kes(200), country: 'KE', description: ''});
    const told = {float: 50_000, sales: 200, beforeFloat: {sales: 1300, refunds: 300, paidIn: 0, paidOut: 0, drops: 0}};
    expect(await till.countDrawer('Amina', counted(kes(50_200)))).toMatchObject([{...told, difference: 0}]);
    await till.close();
    const {till: back} = await openStillShop({disk, world: stillWorld(Date.UTC(2026, 10, 21))});
    const z = await back.reportZ(close);
    expect(z).toMatchObject({difference: null, drawers: [{...told, expected: 50_200, difference: 0}]});
    expect(z.tenders).toMatchObject([{method: 'cash', total: kes(1500), count: 2}]);
    expect(z.perpetual).toMatchObject([{currency: 'KES', sales: 1500, refunds: 300}]);
    const paper = (await back.reportSlip(z)).flatMap(part => (part.kind === 'columns' ? [part] : []));
    expect(paper.find(({label}) => label === 'Cash before the float was counted')?.amount).toMatchObject({
      number: '10.00',
    });
    await back.takeCash({amount: kes(100), country: 'KE', description: ''});
    expect(await back.countDrawer('Amina', counted(kes(100)))).toMatchObject([{float: 0, sales: 100, difference: 0}]);
  });

  it('can be counted as empty at the opening', async () => {
    const {till} = await openStillShop();
    await till.takeCash({amount: kes(1300), country: 'KE', description: ''});
    await till.openShift('Amina', [kes(0)]);
    expect(await till.countDrawer('Amina', counted(kes(0)))).toMatchObject([{expected: 0, difference: 0}]);
  });

  it('does not tell what should be in it before what was counted is on the disk', async () => {
    const {till, disk} = await openDrawer();
    const blind = {expected: null, counted: null, difference: null};
    expect(await till.reportX()).toMatchObject({
      drawers: [],
      tenders: [],
      cashiers: [],
      refunds: [],
      perpetual: [],
      uncounted: [
        {currency: 'KES', float: 10_000, cashSales: 1},
        {currency: 'USD', float: 700, cashSales: 0},
      ],
    });
    await expect(till.reportZ(close)).rejects.toMatchObject({code: 'count-missing', facts: {currency: 'KES'}});
    expect(await till.countDrawer('Wanjiru', [])).toMatchObject([blind, blind]);
    expect(await till.countDrawer('Wanjiru', counted(kes(9000)))).toMatchObject([{expected: 9400}, blind]);
    await expect(till.reportZ(close)).rejects.toMatchObject({code: 'count-missing', facts: {currency: 'USD'}});
    const told = eventsOn(disk).filter(({type}) => type === 'x-reported');
    expect(JSON.stringify(told)).not.toContain('"expected":9400');
    disk.operationsLeft = 0;
    await expect(till.countDrawer('Wanjiru', counted(kes(9400)))).rejects.toMatchObject({code: 'journal-not-writable'});
  });

  it('has its last count in the Z, whoever closes and after a restart', async () => {
    const {till, disk} = await openDrawer();
    await till.countDrawer('Amina', counted(kes(1), usd(1)));
    await till.countDrawer('Amina', counted(kes(9400), usd(700)));
    await till.close();
    const {till: back} = await openStillShop({disk});
    expect((await back.reportZ(close)).drawers).toMatchObject([{difference: 0}, {difference: 0}]);
  });

  it('that was counted again says so on the Z, and what was counted first, after a restart too', async () => {
    const {till, disk} = await openDrawer();
    await till.countDrawer('Amina', counted(kes(9300), usd(700)));
    await expect(till.reportZ(close)).rejects.toMatchObject({code: 'difference-needs-note'});
    await till.close();
    const {till: back} = await openStillShop({disk});
    await back.countDrawer('Amina', counted(kes(9400), usd(700)));
    const z = await back.reportZ(close);
    expect(z.recount).toEqual({
      times: 2,
      first: [
        {currency: 'KES', counted: 9300, difference: -100},
        {currency: 'USD', counted: 700, difference: 0},
      ],
    });
    expect(z.difference).toBeNull();
    expect(await back.readZ(1)).toEqual(z);
  });

  it('that differs wants a note, and above what the owner allows a second person', async () => {
    const {till} = await openDrawer({KES: 500});
    await till.countDrawer('Wanjiru', counted(kes(9900), usd(700)));
    await expect(till.reportZ(close)).rejects.toMatchObject({
      code: 'difference-needs-note',
      facts: {difference: 'KES 5.00'},
    });
    await till.countDrawer('Wanjiru', counted(kes(8899), usd(700)));
    const noted = {...close, note: ' fell behind '};
    for (const approver of ['', ' ', 'Wanjiru', ' wanJIRU '])
      await expect(till.reportZ({...noted, approver}), approver).rejects.toThrow('difference-needs-second-person');
    const [composed, decomposed] = ['Adébáyọ̀', 'Adébáyọ̀'.normalize('NFD')];
    await expect(till.reportZ({...noted, person: composed, approver: decomposed})).rejects.toThrow(
      'difference-needs-second-person',
    );
    await till.countDrawer('Wanjiru', counted(kes(8900), usd(700)));
    const z = await till.reportZ({...noted, approver: 'WANJIRU'});
    expect(z.difference).toEqual({note: 'fell behind', approver: null});
    expect(z.drawers).toMatchObject([{difference: -500}, {difference: 0}]);
  });

  it('is never set off against one of another currency', async () => {
    const {till, disk} = await openDrawer({KES: 500, USD: 100});
    await till.countDrawer('Wanjiru', counted(kes(9900), usd(200)));
    const noted = {...close, note: 'mixed up'};
    await expect(till.reportZ(noted)).rejects.toMatchObject({
      code: 'difference-needs-second-person',
      facts: {difference: 'KES 5.00, USD -5.00'},
    });
    expect(typesOn(disk).at(-1)).toBe('cash-counted');
    const z = await till.reportZ({...noted, approver: ' Amina '});
    expect(z.difference).toEqual({note: 'mixed up', approver: 'Amina'});
    expect(z.drawers).toMatchObject([{difference: 500}, {difference: -500}]);
  });
});
