import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {refundRest} from '../../../src/core/payment/refund.js';
import {dayReport} from '../../../src/core/present/day-report.js';
import {Problem} from '../../../src/core/problem.js';
import {isLineLeft, linesLeft, linesOf} from '../../../src/core/refund/lines.js';
import {reportOf, takingsOf} from '../../../src/core/shift/report.js';
import type {Report} from '../../../src/core/shift/report-schema.js';
import {netGroups, netRates, netTips, turnoversOf} from '../../../src/core/shift/sold.js';
import {lineOf, type SoldItem, tipLine} from '../../../src/core/ticket/line.js';
import {forAll} from '../../hostile/runs.js';
import {codeOf, now} from '../deciding.js';
import {Counter, kes} from '../ticket/ticket-samples.js';

const item = (more: Partial<SoldItem> = {}): SoldItem => ({
  kind: 'item',
  code: 'A',
  name: 'Soap',
  group: null,
  unit: null,
  quantity: '1',
  unitPrice: kes(100),
  taxRate: null,
  taxIncluded: true,
  ...more,
});

/** A till that has sold these lines, for cash or in parts. */
function sold(lines: readonly SoldItem[], parts: (total: number) => readonly number[] = total => [total]) {
  const till = new Counter();
  const itemised = lines.map(each => lineOf(each));
  const total = itemised.reduce((sum, {amount}) => sum + amount.minor, 0);
  const ticket = till.open(total, {lines: itemised});
  return {till, ticket, references: parts(total).map(minor => till.part(ticket, minor))};
}

const left = ({till, ticket}: Pick<ReturnType<typeof sold>, 'till' | 'ticket'>) =>
  linesLeft(till.ticket(ticket), till.state.payments).map(({quantity, amount, tax}) => [quantity, amount.minor, tax]);

const refundsOf = (till: Counter) => [...till.state.payments.values()].flatMap(({refunds}) => refunds);
const linesIn = (till: Counter, at = -1) =>
  refundsOf(till)
    .at(at)
    ?.lines.map(({line, quantity, amount}) => [line, quantity, amount.minor]);

function zOf(till: Counter, kind: 'x' | 'z' = 'z'): Report {
  return reportOf(till.state, {
    kind,
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

describe('what a refund says that came back', () => {
  const soap = item({name: 'Soap', quantity: '3', unitPrice: kes(100), taxRate: '16'});
  const rice = item({name: 'Rice', unit: 'kg', quantity: '0.75', unitPrice: kes(200)});

  it('is what is chosen, and the amount follows; tax and all of a line come out whole bit by bit', () => {
    const its = sold([item({quantity: '3', unitPrice: kes(33), taxRate: '16'}), rice]);
    const [reference = ''] = its.references;
    its.till.refund(reference, {lines: [{line: 1, quantity: '1'}]});
    expect(linesIn(its.till)).toEqual([[1, '1', 33]]);
    its.till.refund(reference, {lines: [{line: 1}, {line: 2, quantity: '0.25'}]});
    expect(linesIn(its.till)).toEqual([
      [1, '2', 66],
      [2, '0.25', 50],
    ]);
    expect(left(its)).toEqual([
      ['0', 0, 0],
      ['0.5', 100, 0],
    ]);
  });

  it('is all that is left where all is given back, and nothing where an amount is typed', () => {
    const its = sold([soap, rice]);
    const [reference = ''] = its.references;
    its.till.refund(reference, {lines: [{line: 1, quantity: '2'}]});
    its.till.refund(reference, {amount: kes(50)});
    expect(linesIn(its.till)).toEqual([]);
    its.till.refund(reference);
    expect(linesIn(its.till)).toEqual([
      [1, '1', 80],
      [2, '0.75', 120],
    ]);
  });

  it('counts over the parts of a sale: of a line that is worth more than its part the rest is for another', () => {
    const its = sold([soap, rice], total => [200, total - 200]);
    const [first = '', second = ''] = its.references;
    its.till.refund(first, {lines: [{line: 1}]});
    expect(linesIn(its.till)).toEqual([[1, '3', 200]]);
    expect(left(its)[0]).toEqual(['0', 100, 14]);
    its.till.refund(second, {lines: [{line: 1}]});
    expect(linesIn(its.till)).toEqual([[1, '0', 100]]);
    its.till.refund(second);
    expect(linesIn(its.till)).toEqual([[2, '0.75', 150]]);
  });

  it('names nothing by itself while another part is with the shop', () => {
    const {till, references} = sold([soap], total => [100, total - 100]);
    till.refund(references[0] ?? '');
    expect(linesIn(till, 0)).toEqual([]);
    till.refund(references[1] ?? '');
    expect(linesIn(till)).toEqual([[1, '3', 200]]);
  });

  it('comes back no more often than it was sold, counting what is pending and not what failed', () => {
    const {till, references} = sold([soap, rice]);
    const [reference = ''] = references;
    const back = (line: number, quantity?: string) =>
      codeOf(() => till.refund(reference, {lines: [{line, ...(quantity && {quantity})}]}));
    expect([back(3), back(1, '4'), back(1, '0'), back(1, '1.0001')]).toEqual([
      'refund-line-unknown',
      'refund-line-above-left',
      'refund-line-above-left',
      'quantity-invalid',
    ]);
    const pending = till.refund(reference, {lines: [{line: 1, quantity: '2'}]}, true);
    expect(back(1, '2')).toBe('refund-unclear');
    till.write({type: 'refund-never-left', data: {reference, refund: pending}});
    expect(back(1, '2')).toBe(2);
    expect([back(1, '2'), back(1), back(1)]).toEqual(['refund-line-above-left', 3, 'refund-line-above-left']);
  });

  const sample = {line: 1, sold: lineOf(soap), tax: 0, tip: undefined};
  it.each([
    ['1', 100, true],
    ['0', 100, true],
    ['1', 0, true],
    ['0', 0, false],
  ])('of a line of which %s and %i minor units are left: %s', (quantity, minor, expected) => {
    expect(isLineLeft({...sample, quantity, amount: kes(minor)})).toBe(expected);
  });

  it('names lines of which there are no more than a sentence has room for', () => {
    const {till, references} = sold(Array.from({length: 21}, () => soap));
    const unknown = () => till.refund(references[0] ?? '', {lines: [{line: 22}]});
    const lines = Array.from({length: 20}, (_, at) => `${at + 1} Soap`).join(', ');
    expect(unknown).toThrow(expect.objectContaining({facts: {number: 22, lines}}));
  });

  it('is all of a line that is named more than once, and once without how much', () => {
    const {till, references} = sold([soap]);
    till.refund(references[0] ?? '', {lines: [{line: 1, quantity: '1'}, {line: 1}]});
    expect(linesIn(till)).toEqual([[1, '3', 300]]);
  });

  it('is no refund where it comes to nothing, and may be given away beside what was paid for', () => {
    const till = new Counter();
    const lines = [lineOf(soap), lineOf(rice, {discount: {percent: '100'}, reason: 'sample'})];
    const reference = till.part(till.open(300, {lines}), 300);
    expect(codeOf(() => till.refund(reference, {lines: [{line: 2}]}))).toBe('amount-not-positive');
    till.refund(reference, {lines: [{line: 1}, {line: 2}]});
    expect(linesIn(till)).toEqual([
      [1, '3', 300],
      [2, '0.75', 0],
    ]);
  });

  it('names nothing by itself where what is left of the lines is worth less: more went back than was paid', () => {
    const its = sold([soap, rice], total => [200, total - 200]);
    const [reference = '', other = ''] = its.references;
    const about = {reference, refund: its.till.refund(reference, {lines: [{line: 1}]}, true)};
    const judge = (as: 'done' | 'failed') =>
      its.till.write({type: 'refund-resolved', data: {...about, as, reason: 'seen', evidence: ''}});
    judge('failed');
    its.till.refund(reference, {lines: [{line: 1}]});
    judge('done');
    expect(left(its)).toEqual([
      ['0', 0, 0],
      ['0.75', 150, 0],
    ]);
    its.till.refund(other);
    expect(linesIn(its.till)).toEqual([]);
  });

  it('names all by itself where the other part was judged unpaid after all', () => {
    const its = sold([soap], () => [100]);
    const part = its.till.part(its.ticket, 200, {by: 1});
    its.till.send(part);
    its.till.hear(part, 'Completed');
    its.till.hear(part, 'Failed');
    its.till.write({type: 'resolved', data: {reference: part, as: 'not-paid', reason: 'seen', evidence: ''}});
    its.till.refund(its.references[0] ?? '');
    expect(linesIn(its.till)).toEqual([[1, '3', 100]]);
  });

  it('is of the payments that count for the sale alone, and of a sale that has lines', () => {
    const {till, ticket} = sold([soap], () => []);
    const late = till.part(ticket, 300, {by: 1});
    till.send(late);
    till.hear(late, 'Failed');
    const counting = till.part(ticket, 300);
    till.hear(late, 'Completed');
    till.write({type: 'resolved', data: {reference: late, as: 'paid', reason: 'seen', evidence: ''}});
    const sum = till.part(till.open(100), 100);
    for (const reference of [late, sum])
      expect(codeOf(() => till.refund(reference, {lines: [{line: 1}]}))).toBe('refund-lines-not-sold');
    const {payments, tickets} = till.state;
    const linesOfPayment = (reference: string) => {
      const payment = payments.get(reference);
      return payment && linesOf(payment, tickets.all, payments).length;
    };
    expect([late, sum, counting].map(linesOfPayment)).toEqual([0, 0, 1]);
  });

  it('is refused of what is not sold yet, of what has no lines, and where the amount is not what was told', () => {
    const {till, references} = sold([soap], () => [100]);
    const [deposit = ''] = references;
    const lines = [{line: 1}];
    expect(codeOf(() => till.refund(deposit, {lines}))).toBe('refund-lines-not-sold');
    expect(codeOf(() => till.refund(till.part(undefined, 100), {lines}))).toBe('refund-lines-not-sold');
    const whole = sold([soap]);
    const [reference = ''] = whole.references;
    expect(codeOf(() => whole.till.refund(reference, {lines, amount: kes(299)}))).toBe('refund-changed');
    expect(whole.till.refund(reference, {lines, amount: kes(300)})).toBe(1);
  });

  it('is on the same day and in the same Z as its money, by group and by rate', () => {
    const {till, references} = sold([
      {...soap, group: 'Home'},
      {...rice, group: 'Food'},
    ]);
    till.part(undefined, 70);
    till.refund(references[0] ?? '', {lines: [{line: 1, quantity: '1'}]});
    till.refund(references[0] ?? '', {amount: kes(20)});
    const z = zOf(till);
    expect(netGroups(z, turnoversOf(z)).map(({group, kind, net}) => [kind ?? group, net])).toEqual([
      ['Food', 150],
      ['Home', 200],
      ['other', 70],
      ['refund', -20],
    ]);
    expect(
      netRates(z, turnoversOf(z)).map(({rate, kind, sold: {tax}, back}) => [
        ...[kind ?? rate, tax?.minor, back.gross.minor, back.tax?.minor],
      ]),
    ).toEqual([
      ['16', 41, 100, 14],
      [null, 0, 0, 0],
      ['other', undefined, 0, undefined],
      ['refund', undefined, 20, undefined],
    ]);
  });
});

type Step =
  | {readonly kind: 'lines'; readonly part: number; readonly of: readonly (readonly [line: number, parts: number])[]}
  | {readonly kind: 'amount'; readonly part: number; readonly share: number}
  | {readonly kind: 'rest'; readonly part: number}
  | {readonly kind: 'end'; readonly part: number; readonly isMade: boolean};

describe('refunds of any sale, in any order', () => {
  const one = fc.record({
    group: fc.constantFrom(null, 'Food', 'Home'),
    quantity: fc.integer({min: 1, max: 4000}).map(each => String(each / 1000)),
    price: fc.oneof(fc.integer({min: 1, max: 30}), fc.integer({min: 1, max: 50_000})),
    taxRate: fc.constantFrom(null, '0', '16', '7.5'),
    taxIncluded: fc.boolean(),
  });
  const part = fc.nat(2);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('lines' as const),
      part,
      of: fc.array(fc.tuple(fc.integer({min: 1, max: 4}), fc.constantFrom(0.5, 1, 2, 3, 4)), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({kind: fc.constant('amount' as const), part, share: fc.integer({min: 1, max: 9})}),
    fc.record({kind: fc.constant('rest' as const), part}),
    fc.record({kind: fc.constant('end' as const), part, isMade: fc.boolean()}),
  );

  /** One step as a person takes it; what is refused changes nothing. */
  function take({till, ticket, references}: ReturnType<typeof sold>, each: Step, isPending: boolean): void {
    const reference = references[each.part % references.length] ?? '';
    const payment = till.state.payments.get(reference);
    if (payment === undefined) throw new Error('no payment');
    const about = {reference, refund: payment.refunds.find(({status}) => status === 'requested')?.number ?? 0};
    const lines = linesLeft(till.ticket(ticket), till.state.payments);
    try {
      if (each.kind === 'rest') till.refund(reference, {}, isPending);
      else if (each.kind === 'amount')
        till.refund(reference, {amount: kes(Math.ceil((refundRest(payment).minor * each.share) / 10))}, isPending);
      else if (each.kind === 'lines') {
        const chosen = each.of.map(([line, parts]) => {
          const quantity = Number(lines[line - 1]?.quantity ?? '1') / parts;
          return parts === 1 ? {line} : {line, quantity: quantity.toFixed(3)};
        });
        till.refund(reference, {lines: chosen}, isPending);
      } else if (about.refund > 0)
        till.write(
          each.isMade
            ? {type: 'refund-resolved', data: {...about, as: 'done', reason: 'seen', evidence: ''}}
            : {type: 'refund-never-left', data: about},
        );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  function checkLines({till, ticket}: ReturnType<typeof sold>): void {
    const {lines} = till.ticket(ticket);
    const counting = refundsOf(till).filter(({status}) => status !== 'failed');
    for (const {amount, lines: back} of counting) {
      if (back.length > 0) expect(back.reduce((sum, each) => sum + each.amount.minor, 0)).toBe(amount.minor);
      for (const {amount: its, tax} of back) {
        expect(its.minor).toBeGreaterThanOrEqual(0);
        if (tax !== null)
          expect([tax.net.minor + tax.tax.minor, tax.net.minor >= 0, tax.tax.minor >= 0]).toEqual([
            its.minor,
            true,
            true,
          ]);
      }
    }
    lines.forEach(({quantity, amount, tax}, at) => {
      const own = counting.flatMap(each => each.lines).filter(({line}) => line === at + 1);
      const sum = (of: (line: (typeof own)[number]) => number) => own.reduce((total, each) => total + of(each), 0);
      expect(sum(each => Math.round(Number(each.quantity) * 1000))).toBeLessThanOrEqual(
        Math.round(Number(quantity) * 1000),
      );
      expect(sum(each => each.amount.minor)).toBeLessThanOrEqual(amount.minor);
      expect(sum(each => each.tax?.tax.minor ?? 0)).toBeLessThanOrEqual(tax?.tax.minor ?? 0);
      expect(sum(each => each.tax?.net.minor ?? 0)).toBeLessThanOrEqual(tax?.net.minor ?? 0);
    });
  }

  /** Groups and rates come to the net of all, what is of none standing in rows of its own. */
  function checkNet({till}: ReturnType<typeof sold>, plain: number): void {
    const made = refundsOf(till).filter(({status}) => status === 'done');
    const sum = (list: readonly {readonly amount: {readonly minor: number}}[]) =>
      list.reduce((total, {amount}) => total + amount.minor, 0);
    const z = zOf(till);
    const groups = netGroups(z, turnoversOf(z));
    const rates = netRates(z, turnoversOf(z));
    const gross = takingsOf(z).reduce((total, {minor}) => total + minor, 0);
    const figures = [
      groups.reduce((total, {net}) => total + net, 0),
      rates.reduce((total, each) => total + each.sold.gross.minor - each.back.gross.minor, 0),
    ];
    expect(figures).toEqual([gross - sum(made), gross - sum(made)]);
    const of = (kind: 'other' | 'refund') => groups.filter(each => each.kind === kind).map(({net}) => net);
    const unnamed = sum(made.filter(({lines}) => lines.length === 0));
    expect([of('other'), of('refund')]).toEqual([plain === 0 ? [] : [plain], unnamed === 0 ? [] : [-unnamed]]);
    const tax = rates.reduce((total, {sold: its, back}) => total + (its.tax?.minor ?? 0) - (back.tax?.minor ?? 0), 0);
    const lines = made.flatMap(each => each.lines);
    const taxSold = [...till.state.tickets.all.values()].flatMap(ticket => ticket.lines);
    const taxIn = (list: readonly {readonly tax: {readonly tax: {readonly minor: number}} | null}[]) =>
      list.reduce((total, each) => total + (each.tax?.tax.minor ?? 0), 0);
    expect(tax).toBe(taxIn(taxSold) - taxIn(lines));
    const counted = {...till.state.ledger, period: {...till.state.ledger.period, drawers: {}}};
    const date = [...till.state.payments.values()][0]?.request.businessDate ?? '';
    const day = dayReport(
      [...till.state.payments.values()],
      {date, zone: 'Africa/Nairobi', dayStartsAt: '00:00'},
      counted,
      till.state.tickets.all.values(),
    );
    expect([netGroups(day.sold, day.totals), netRates(day.sold, day.totals)]).toEqual([groups, rates]);
  }

  it('gives no line back twice, and net by group and by rate is the net of all', () => {
    const sale = fc.record({
      lines: fc.array(one, {minLength: 1, maxLength: 4}),
      parts: fc.integer({min: 1, max: 3}),
      plain: fc.integer({min: 0, max: 2}).map(each => each * 500),
      steps: fc.array(fc.tuple(step, fc.boolean()), {maxLength: 12}),
    });
    forAll(sale, ({lines, parts, plain, steps}) => {
      const items = lines.map(({price, ...each}) => item({...each, unitPrice: kes(price)}));
      fc.pre(items.every(each => codeOf(() => lineOf(each)) !== 'amount-not-positive'));
      const its = sold(items, total => {
        const share = Math.floor(total / parts);
        return share === 0 ? [total] : [...Array<number>(parts - 1).fill(share), total - share * (parts - 1)];
      });
      if (plain > 0) its.till.part(undefined, plain);
      for (const [each, isPending] of steps) take(its, each, isPending);
      checkLines(its);
      checkNet(its, plain);
    });
  });

  it('has every line back, to the last unit of its tax, once all of it is given back by lines', () =>
    forAll(
      fc.array(one, {minLength: 1, maxLength: 4}),
      fc.integer({min: 1, max: 3}),
      fc.array(fc.integer({min: 1, max: 4}), {minLength: 1, maxLength: 4}),
      (lines, parts, shares) => {
        const items = lines.map(({price, ...each}) => item({...each, unitPrice: kes(price + 1000)}));
        fc.pre(items.every(each => codeOf(() => lineOf(each)) !== 'amount-not-positive'));
        const its = sold(items, total => {
          const share = Math.floor(total / parts);
          return [...Array<number>(parts - 1).fill(share), total - share * (parts - 1)];
        });
        for (const [at, parted] of shares.entries())
          take(its, {kind: 'lines', part: at % parts, of: [[(at % items.length) + 1, parted]]}, false);
        const all = items.map((_, at) => [at + 1, 1] as const);
        for (let at = 0; at < parts; at += 1)
          for (const line of all) take(its, {kind: 'lines', part: at, of: [line]}, false);
        expect(left(its)).toEqual(items.map(() => ['0', 0, 0]));
      },
    ));
});

it('gives a tip back as a tip', () => {
  const till = new Counter();
  const lines = [lineOf(item({unitPrice: kes(1000), group: 'Café'})), tipLine(kes(100))];
  const reference = till.part(till.open(1100, {lines}), 1100);
  till.refund(reference);
  expect(refundsOf(till).flatMap(refund => refund.lines.map(({kind, tip}) => [kind, tip]))).toEqual([
    [undefined, undefined],
    ['tip', {person: 'cashier', method: 'cash', channel: 'cash'}],
  ]);
  const z = zOf(till);
  expect(netGroups(z, turnoversOf(z)).map(({group, kind, net}) => [kind ?? group, net])).toEqual([
    ['Café', 0],
    ['tip', 0],
  ]);
});

const tipsIn = ({tips = []}: {readonly tips?: Report['tips']}) =>
  netTips(tips).map(({method, total, count, refunded, net}) => [method, total.minor, count, refunded, net]);

it('tells of no tip that came back in cash before the drawer is counted', () => {
  const till = new Counter();
  const lines = [lineOf(item({unitPrice: kes(1000)})), tipLine(kes(100))];
  const reference = till.part(till.open(1100, {lines}), 1100, {by: 1});
  till.send(reference);
  till.hear(reference, 'Completed');
  till.refund(reference, {lines: [{line: 2}]});
  expect(tipsIn(zOf(till))).toEqual([['mobile-money', 100, 1, 100, 0]]);
  expect(tipsIn(zOf(till, 'x'))).toEqual([['mobile-money', 100, 1, 0, 100]]);
});

it('takes a tip that came back off whose it was, whichever part of the sale gives it back', () => {
  const till = new Counter();
  const lines = [lineOf(item({unitPrice: kes(1000), group: 'Café'})), tipLine(kes(100))];
  const ticket = till.open(1100, {lines});
  const first = till.part(ticket, 600, {by: 1});
  till.send(first);
  till.hear(first, 'Completed');
  till.part(ticket, 500);
  till.refund(first, {lines: [{line: 2}]});
  const {payments, ledger} = till.state;
  const counted = {...ledger, period: {...ledger.period, drawers: {}}};
  const date = payments.get(first)?.request.businessDate ?? '';
  const day = {date, zone: 'Africa/Nairobi', dayStartsAt: '00:00'};
  const {sold: its} = dayReport([...payments.values()], day, counted, [till.ticket(ticket)]);
  expect(tipsIn({tips: [...its.tips]})).toEqual([['cash', 100, 1, 100, 0]]);
  till.newDay();
  expect(tipsIn(zOf(till))).toEqual([['cash', 100, 1, 100, 0]]);
});
