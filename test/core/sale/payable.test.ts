import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {cashStepOf} from '../../../src/core/money/money.js';
import {isRefundedWhole, refundedOf} from '../../../src/core/payment/refund.js';
import {owedOf} from '../../../src/core/payment/schema.js';
import {dayReport} from '../../../src/core/present/day-report.js';
import {Problem} from '../../../src/core/problem.js';
import {linesLeft} from '../../../src/core/refund/lines.js';
import {expectedIn, noCash} from '../../../src/core/shift/drawer-cash.js';
import {heldByOpen} from '../../../src/core/shift/ledger.js';
import {reportOf, takingsOf} from '../../../src/core/shift/report.js';
import type {Report} from '../../../src/core/shift/report-schema.js';
import {netGroups, netRates, turnoversOf} from '../../../src/core/shift/sold.js';
import {lineOf, tipLine, tipOf} from '../../../src/core/ticket/line.js';
import {runs} from '../../hostile/runs.js';
import {now} from '../deciding.js';
import {Counter, kes} from '../ticket/ticket-samples.js';

const usual = {cashStep: {}, walletStep: {}};

const paymentOf = (till: Counter, reference: string) => {
  const payment = till.state.payments.get(reference);
  if (payment === undefined) throw new Error(`${reference} is not at hand`);
  return payment;
};
/** What was taken, and by how much it was rounded. */
const takenIn = (till: Counter, reference: string) => {
  const {amount, rounding} = paymentOf(till, reference).request;
  return [amount.minor, rounding?.minor];
};
const pay = (till: Counter, reference: string): string => {
  till.send(reference);
  till.hear(reference, 'Completed');
  return reference;
};

function zOf(till: Counter): Report {
  return reportOf(till.state, {
    kind: 'z',
    till: 'T7K',
    shop: 'Duka',
    profile: 'sandbox',
    zone: 'Africa/Nairobi',
    businessDate: '2026-11-20',
    closedAt: now,
    head: 'f'.repeat(64),
    difference: null,
    notAsked: 0,
  });
}

describe('what is paid', () => {
  it.each<[string, by: 'cash' | number, asked: number, steps: typeof usual, taken: readonly (number | undefined)[]]>([
    ['in cash below the half of a shilling', 'cash', 250_49, usual, [250_00, -49]],
    ['in cash from the half of a shilling', 'cash', 250_50, usual, [251_00, 50]],
    ['in cash, what coins can pay', 'cash', 250_00, usual, [250_00, undefined]],
    ['in cash, less than the half of the smallest coin', 'cash', 30, usual, [100, 70]],
    ['from a wallet that takes whole shillings', 1, 250_49, usual, [250_00, -49]],
    ['in cash by the step of the shop', 'cash', 253_00, {...usual, cashStep: {KES: 500}}, [255_00, 200]],
    ['from a wallet by the step of the shop', 1, 250_49, {...usual, walletStep: {KES: 1}}, [250_49, undefined]],
  ])('%s', (_name, by, asked, steps, taken) => {
    const till = new Counter(steps);
    expect(takenIn(till, till.part(undefined, asked, {by}))).toEqual(taken);
  });

  it('by the next attempt of a sale is rounded for its own means, whatever the attempt before was rounded to', () => {
    const till = new Counter(usual);
    const first = till.part(undefined, 250_49, {by: 1});
    till.send(first);
    till.hear(first, 'Failed');
    expect(takenIn(till, till.part(undefined, 250_49, {sale: first}))).toEqual([250_00, -49]);
  });

  it('of a split sale rounds the rest once, and the sale is then paid', () => {
    const till = new Counter(usual);
    const ticket = till.open(1000_98);
    const [first, second] = [till.part(ticket, 400_30), pay(till, till.part(ticket, 300_00, {by: 1}))];
    expect(till.standing(ticket)).toEqual([700_00, 0, 300_98]);
    const last = till.part(ticket, 300_98);
    expect([first, second, last].map(each => takenIn(till, each))).toEqual([
      [400_00, undefined],
      [300_00, undefined],
      [301_00, 2],
    ]);
    expect([till.ticket(ticket).status, till.state.ledger.period.sold.rounding]).toEqual([
      ...['paid', [{total: kes(2), count: 1}]],
    ]);
  });

  it('leaves no rest that cannot be paid: what a customer would pay for all that is left pays it', () => {
    const till = new Counter(usual);
    const [cash, wallet, above] = [till.open(250_49), till.open(250_49), till.open(250_60)];
    expect(takenIn(till, till.part(cash, 250_00))).toEqual([250_00, -49]);
    expect(takenIn(till, pay(till, till.part(wallet, 250_00, {by: 1})))).toEqual([250_00, -49]);
    expect(takenIn(till, till.part(above, 251_00))).toEqual([251_00, 40]);
    expect([cash, wallet, above].map(each => till.ticket(each).status)).toEqual(['paid', 'paid', 'paid']);
  });

  it('may be nothing for a rest that another part left, and then the sale is paid', () => {
    const till = new Counter({cashStep: {}, walletStep: {KES: 1}});
    const ticket = till.open(250_49);
    pay(till, till.part(ticket, 250_10, {by: 1}));
    expect(takenIn(till, till.part(ticket, 39))).toEqual([0, -39]);
    expect(till.ticket(ticket).status).toBe('paid');
  });
});

describe('what is given back', () => {
  const backOf = (till: Counter, reference: string) =>
    paymentOf(till, reference).refunds.map(({amount, rounding}) => [amount.minor, rounding?.minor]);

  it('of a rounded sale is what was taken', () => {
    const till = new Counter(usual);
    const [up, down] = [till.part(undefined, 250_60), till.part(undefined, 250_49)];
    for (const each of [up, down]) till.refund(each);
    expect([up, down].map(each => backOf(till, each))).toEqual([[[251_00, 40]], [[250_00, -49]]]);
    expect([up, down].every(each => isRefundedWhole(paymentOf(till, each)))).toBe(true);
    expect(till.state.ledger.period.sold.rounding).toEqual([{total: kes(-9), count: 2, back: kes(-9)}]);
  });

  it('line by line comes to what was taken, each step payable', () => {
    const till = new Counter(usual);
    const lines = [140, 140, 140].map(minor =>
      lineOf({
        kind: 'item',
        code: null,
        name: 'Sweet',
        group: null,
        unit: null,
        quantity: '1',
        unitPrice: kes(minor),
        taxRate: '16',
        taxIncluded: true,
      }),
    );
    const reference = till.part(till.open(420, {lines}), 420);
    for (const line of [1, 2, 3]) till.refund(reference, {lines: [{line}]});
    expect(backOf(till, reference)).toEqual([
      [100, -40],
      [200, 60],
      [100, -40],
    ]);
  });

  it('in cash of a payment that was not rounded is never more than was taken', () => {
    const till = new Counter({cashStep: {}, walletStep: {KES: 1}});
    const wallet = pay(till, till.part(undefined, 250_60, {by: 1}));
    till.refund(wallet, {amount: kes(100_30)});
    till.refund(wallet);
    expect(backOf(till, wallet)).toEqual([
      [100_00, undefined],
      [150_00, -60],
    ]);
    expect(isRefundedWhole(paymentOf(till, wallet))).toBe(true);
  });
});

type Act =
  | {readonly kind: 'sum'; readonly minor: number; readonly by: 'cash' | number}
  | {
      readonly kind: 'ticket';
      readonly lines: readonly {
        readonly quantity: number;
        readonly price: number;
        readonly rate: string | null;
        readonly off: number;
      }[];
      readonly tip: number;
      readonly parts: readonly {readonly share: number; readonly by: 'cash' | number; readonly isPaid: boolean}[];
    }
  | {readonly kind: 'back'; readonly which: number; readonly how: 'whole' | 'amount' | 'lines'; readonly share: number};

describe('any sales, splits, tips and refunds', () => {
  const price = fc.oneof(fc.integer({min: 1, max: 300}), fc.integer({min: 1, max: 900_00}));
  const by = fc.constantFrom<'cash' | number>('cash', 'cash', 1, 2);
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.record({kind: fc.constant('sum' as const), minor: price, by}),
    fc.record({
      kind: fc.constant('ticket' as const),
      lines: fc.array(
        fc.record({
          quantity: fc.integer({min: 1, max: 4000}),
          price,
          rate: fc.constantFrom(null, '16', '7.5'),
          off: fc.constantFrom(0, 0, 10, 33),
        }),
        {minLength: 1, maxLength: 4},
      ),
      tip: fc.constantFrom(0, 0, 5, 10),
      parts: fc.array(fc.record({share: fc.integer({min: 1, max: 10}), by, isPaid: fc.boolean()}), {maxLength: 3}),
    }),
    fc.record({
      kind: fc.constant('back' as const),
      which: fc.nat(20),
      share: fc.integer({min: 1, max: 10}),
      how: fc.constantFrom('whole' as const, 'amount' as const, 'lines' as const),
    }),
  );

  /** Asks for a payment and hears how it ends. */
  function ask(
    till: Counter,
    ticket: string | undefined,
    minor: number,
    {by: means, isPaid}: {by: 'cash' | number; isPaid: boolean},
  ) {
    const reference = till.part(ticket, minor, {by: means, again: 'another sale'});
    if (means === 'cash') return;
    till.send(reference);
    till.hear(reference, isPaid ? 'Completed' : 'Failed');
  }

  /** One act as a person does it; what is refused changes nothing. */
  function play(till: Counter, each: Act): void {
    if (each.kind === 'sum') ask(till, undefined, each.minor, {by: each.by, isPaid: true});
    else if (each.kind === 'back') giveBack(till, each);
    else sell(till, each);
  }

  /** Sells lines in parts. The rest is paid in cash. */
  function sell(till: Counter, each: Extract<Act, {kind: 'ticket'}>): void {
    const lines = each.lines.map(({quantity, price: minor, rate, off}) =>
      lineOf(
        {
          kind: 'item',
          code: null,
          name: 'Rice',
          group: 'Food',
          unit: 'kg',
          quantity: String(quantity / 1000),
          unitPrice: kes(minor),
          taxRate: rate,
          taxIncluded: false,
        },
        off === 0 ? {} : {discount: {percent: String(off)}, reason: 'old'},
      ),
    );
    const sold = lines.reduce((sum, {amount}) => sum + amount.minor, 0);
    const tip = each.tip === 0 ? undefined : tipOf(kes(sold), each.tip);
    const all = tip === undefined || tip.minor === 0 ? lines : [...lines, tipLine(tip)];
    const ticket = till.open(
      all.reduce((sum, {amount}) => sum + amount.minor, 0),
      {lines: all},
    );
    const left = () => till.standing(ticket)[2];
    for (const part of each.parts) if (left() > 0) ask(till, ticket, Math.ceil((left() * part.share) / 10), part);
    if (left() > 0) ask(till, ticket, left(), {by: 'cash', isPaid: true});
  }

  function giveBack(till: Counter, {which, how, share}: Extract<Act, {kind: 'back'}>): void {
    const all = [...till.state.payments.values()];
    const payment = all[which % Math.max(1, all.length)];
    if (payment === undefined) return;
    const {reference, request} = payment;
    const ticket = till.state.tickets.all.get(request.ticket ?? '');
    if (how === 'whole') till.refund(reference);
    else if (how === 'amount') till.refund(reference, {amount: kes(Math.ceil((request.amount.minor * share) / 10))});
    else if (ticket !== undefined) {
      const left = linesLeft(ticket, till.state.payments).filter(({quantity}) => Number(quantity) > 0);
      const chosen = left.slice(0, 1 + (share % 3)).map(({line}) => ({line}));
      till.refund(reference, {lines: chosen});
    }
  }

  /** The drawer, and what each payment took and gave back. */
  function checkPayable(till: Counter, step: number): void {
    expect(Math.abs(expectedIn(till.state.ledger.period.drawers['KES'] ?? noCash) % step)).toBe(0);
    for (const payment of till.state.payments.values()) {
      const {request, refunds} = payment;
      const change = request.method === 'cash' ? request.tendered.minor - request.amount.minor : 0;
      expect([request.amount.minor % (request.method === 'cash' ? step : 100), change % step]).toEqual([0, 0]);
      const back = refundedOf(payment, 'made').minor;
      expect(back).toBeLessThanOrEqual(request.amount.minor);
      for (const {amount, rounding, lines} of refunds) {
        expect(amount.minor % step).toBe(0);
        const worth = amount.minor - (rounding?.minor ?? 0);
        if (lines.length > 0) expect(lines.reduce((sum, line) => sum + line.amount.minor, 0)).toBe(worth);
      }
      if (refunds.length > 0 && refunds.every(({lines}) => lines.length > 0) && isRefundedWhole(payment))
        expect(back).toBe(Math.floor(request.amount.minor / step) * step);
    }
  }

  /** What was sold and the rounding come to what was taken, in the Z and on the day. */
  function checkSums(till: Counter): void {
    const paid = [...till.state.payments.values()].filter(({status}) => status === 'paid');
    const sum = (minors: readonly number[]) => minors.reduce((total, each) => total + each, 0);
    const z = zOf(till);
    const [rounding] = z.rounding ?? [];
    const taken = sum(takingsOf(z).map(({minor}) => minor));
    const owed = sum(paid.map(({request}) => owedOf(request).minor));
    expect(owed + (rounding?.total.minor ?? 0)).toBe(taken);
    for (const {status, held, total} of till.state.tickets.all.values())
      if (status === 'paid' && held.every(({reference}) => paymentOf(till, reference).refunds.length === 0))
        expect(sum(held.map(({reference}) => owedOf(paymentOf(till, reference).request).minor))).toBe(total.minor);
    const given = sum(z.refunds.map(({total}) => total.minor));
    const [groups, rates] = [netGroups(z, turnoversOf(z)), netRates(z, turnoversOf(z))];
    if (groups.length > 0) {
      expect(sum(groups.map(({net}) => net))).toBe(taken - given);
      expect(sum(rates.map(each => each.sold.gross.minor - each.back.gross.minor))).toBe(taken - given);
    }
    expect(Object.values(till.state.ledger.period.tickets).every(each => heldByOpen(each) >= 0)).toBe(true);
    const date = paid[0]?.request.businessDate ?? '2026-11-20';
    const counted = {...till.state.ledger, period: {...till.state.ledger.period, drawers: {}}};
    const day = dayReport(
      [...till.state.payments.values()],
      {date, zone: 'Africa/Nairobi', dayStartsAt: '00:00'},
      counted,
      till.state.tickets.all.values(),
    );
    expect([sum(day.totals.map(({net}) => net)), day.sold.rounding]).toEqual([taken - given, z.rounding ?? []]);
    expect([netGroups(day.sold, day.totals), netRates(day.sold, day.totals)]).toEqual([groups, rates]);
  }

  it('keep the drawer payable in coins, and what was sold plus the rounding is what was taken', () => {
    fc.assert(
      fc.property(
        fc.array(act, {minLength: 1, maxLength: 8}),
        fc.constantFrom<Readonly<Record<string, number>>>({}, {KES: 500}, {KES: 1}),
        (acts, cashStep) => {
          const till = new Counter({cashStep, walletStep: {}});
          const step = cashStepOf('KES', {cashStep});
          for (const each of acts) {
            try {
              play(till, each);
            } catch (error) {
              if (!(error instanceof Problem)) throw error;
            }
            checkPayable(till, step);
          }
          checkSums(till);
          till.reopen();
          checkSums(till);
        },
      ),
      runs(60, 2000),
    );
  });
});
