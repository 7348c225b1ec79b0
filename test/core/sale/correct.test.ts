import {describe, expect, it} from 'vitest';
import {badgeOf} from '../../../src/core/payment/badge.js';
import {noCash} from '../../../src/core/shift/drawer-cash.js';
import {tipLine} from '../../../src/core/ticket/line.js';
import {codeOf} from '../deciding.js';
import {Counter, kes} from '../ticket/ticket-samples.js';

const sold = (till: Counter) => till.part(undefined, 5000);
const tendersIn = ({state}: Counter) =>
  Object.values(state.ledger.period.tenders).map(({channel, total, count}) => [channel, total.minor, count]);
const cashIn = ({state}: Counter) => state.ledger.period.drawers['KES']?.sales;
const leftBefore = (sales: number) => ({sales, refunds: 0, paidIn: 0, paidOut: 0, drops: 0});
const dayOf = ({state}: Counter) => [...state.days.values()].map(({paid, sums}) => [paid, sums.get('KES')?.minor]);

describe('cash that was in truth paid to the number of the shop', () => {
  it('leaves the drawer and the cash of the X at once, and is told as recorded by hand', () => {
    const till = new Counter();
    const reference = sold(till);
    till.part(undefined, 700);
    till.correct(reference, ' TKL81FBQX4 ');
    expect(tendersIn(till)).toEqual([
      ['cash', 700, 1],
      ['by-hand', 5000, 1],
    ]);
    expect(cashIn(till)).toBe(700);
    expect(dayOf(till)).toEqual([[2, 5700]]);
    const payment = till.state.payments.get(reference);
    expect(payment?.request).toMatchObject({received: {row: 'by-hand', providerReference: 'TKL81FBQX4'}});
    expect(payment && badgeOf(payment)).toBe('judged-paid');
    till.reopen();
    expect([tendersIn(till), cashIn(till), dayOf(till)]).toEqual([
      [
        ['cash', 700, 1],
        ['by-hand', 5000, 1],
      ],
      700,
      [[2, 5700]],
    ]);
  });

  it('is cash again where the correction was wrong', () => {
    const till = new Counter();
    const reference = sold(till);
    till.correct(reference, 'TKL81FBQX4');
    till.correct(reference);
    expect(tendersIn(till)).toEqual([['cash', 5000, 1]]);
    expect(cashIn(till)).toBe(5000);
    const payment = till.state.payments.get(reference);
    expect(payment).toMatchObject({request: {method: 'cash', tendered: kes(5000)}, resolution: undefined});
    expect(payment && badgeOf(payment)).toBe('paid');
  });

  it('changes no float that was counted after it: that had its cash, or never had', () => {
    const till = new Counter();
    const [toHand, toCash] = [sold(till), sold(till)];
    till.correct(toCash);
    till.write({
      type: 'shift-opened',
      data: {shift: 1, floats: [kes(900)], zone: 'Africa/Nairobi', dayStartsAt: '00:00'},
    });
    const drawer = () => till.state.ledger.period.drawers['KES'];
    expect(drawer()).toEqual({...noCash, float: 900, beforeFloat: leftBefore(5000)});
    till.correct(toHand);
    expect(drawer()).toEqual({...noCash, float: 900});
    till.correct(toCash);
    expect(drawer()).toEqual({...noCash, float: 900, beforeFloat: leftBefore(5000)});
    till.correct(sold(till));
    expect(drawer()).toMatchObject({float: 900, sales: 0});
  });

  it('pays its part of a ticket as before', () => {
    const till = new Counter();
    const ticket = till.open(9000);
    const reference = till.part(ticket, 4000);
    till.correct(reference);
    expect(till.standing(ticket)).toEqual([4000, 0, 5000]);
    till.part(ticket, 5000);
    expect(till.ticket(ticket).status).toBe('paid');
  });
});

describe('nothing else is corrected', () => {
  it('after money went back, or after the close', () => {
    const till = new Counter();
    const [back, closed] = [sold(till), sold(till)];
    till.refund(back, {amount: kes(1)});
    expect(codeOf(() => till.correct(back))).toBe('tender-not-corrected');
    const {lastSeq, ledger} = till.state;
    till.state.ledger = {...ledger, period: {...ledger.period, fromSeq: lastSeq}};
    expect(codeOf(() => till.correct(closed))).toBe('tender-not-corrected');
  });

  it('of the service, whatever it says of the payment', () => {
    const till = new Counter();
    const reference = till.part(undefined, 5000, {by: 1});
    expect(codeOf(() => till.correct(reference))).toBe('tender-not-corrected');
    till.send(reference);
    till.hear(reference, 'Completed');
    expect(codeOf(() => till.correct(reference))).toBe('tender-not-corrected');
  });

  it('with a code that another payment has, or with a tip, which the books have by its tender', () => {
    const till = new Counter();
    till.correct(sold(till), 'TKL81FBQX4');
    expect(codeOf(() => till.correct(sold(till), 'tkl81fbqx4'))).toBe('received-already');
    const ticket = till.open(1000, {lines: [{...tipLine(kes(500)), kind: 'text'}, tipLine(kes(500))]});
    expect(codeOf(() => till.correct(till.part(ticket, 1000)))).toBe('tender-not-corrected');
    expect(codeOf(() => till.correct('T7KNOTHING0000'))).toBe('payment-unknown');
  });
});
