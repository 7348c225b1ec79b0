import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {sumLine, ticketOf, totalOf, withLine, withoutTip, withTip} from '../../../src/core/item/basket.js';
import {messages} from '../../../src/core/messages/messages.js';
import {currencies, decimalsOf} from '../../../src/core/money/money.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import {lineName} from '../../../src/core/present/line-rows.js';
import {groupName, hasGroups, soldOf, together} from '../../../src/core/shift/sold.js';
import {readTip, tipLine, tipOf} from '../../../src/core/ticket/line.js';
import {forAll} from '../../hostile/runs.js';
import {codeOf} from '../deciding.js';
import {Counter, kes} from './ticket-samples.js';

const tax = {rate: '0', included: true, net: kes(5000), tax: kes(0)};
const sum = (minor: number) => sumLine(kes(minor), 'Sale').line;

describe('a tip', () => {
  it.each([
    ['of whole shillings on whole shillings', kes(45_500), 10, kes(4600)],
    ['to the cent on cents', kes(45_550), 10, kes(4555)],
    ['of francs', {currency: 'XOF', minor: 455}, 10, {currency: 'XOF', minor: 46}],
    ['of next to nothing', kes(400), 10, kes(0)],
  ] as const)('is a share, rounded half up: %s', (_, sold, percent, wanted) =>
    expect(tipOf(sold, percent)).toEqual(wanted),
  );

  it('is near its share, whatever is sold', () => {
    const money = fc.record({currency: fc.constantFrom(...currencies), minor: fc.integer({min: 1, max: 1e9})});
    forAll(money, fc.integer({min: 1, max: 99}), (sold, percent) => {
      const {minor} = tipOf(sold, percent);
      const whole = 10 ** decimalsOf(sold.currency);
      const step = sold.minor % whole === 0 ? whole : 1;
      expect(Math.abs(minor - (sold.minor * percent) / 100)).toBeLessThanOrEqual(step / 2);
      expect(minor % step).toBe(0);
    });
  });

  it.each([
    ['50', 5000],
    ['10%', 4500],
    [' 12 %', 5400],
    ['25+25', 5000],
    ['450', 45_000],
    ['451', 'tip-above-sale'],
    ['101%', 'tip-above-sale'],
    ['0', 'amount-not-positive'],
    ['0%', 'amount-not-positive'],
    ['%', 'amount-not-a-number'],
    ['ten', 'amount-not-a-number'],
  ])('is read as a person types it: %s', (typed, wanted) => {
    if (typeof wanted === 'number') expect(readTip(typed, kes(45_000), {})).toEqual(kes(wanted));
    else expect(codeOf(() => readTip(typed, kes(45_000), {}))).toBe(wanted);
  });

  it('is one line of a basket: another takes its place, and none leaves what is sold', () => {
    const basket = withLine(undefined, sumLine(kes(45_000), 'Sale'));
    const tipped = withTip(withTip(basket, kes(4500)), kes(5000));
    expect(totalOf(tipped)).toEqual(kes(50_000));
    expect(ticketOf(tipped).lines.map(({kind}) => kind)).toEqual(['text', 'tip']);
    expect(withoutTip(tipped)).toEqual(basket);
  });

  it('is called by the word of whoever reads it', () => {
    const line = tipLine(kes(100));
    expect(['en', 'fr', 'pt', 'sw'].map(language => lineName(line, language as 'en'))).toEqual([
      'Tip',
      'Pourboire',
      'Gorjeta',
      'Bakshishi',
    ]);
  });

  it.each([
    ['on top of a sale', [sum(45_000), tipLine(kes(5000))], undefined],
    ['as much as the sale', [sum(25_000), tipLine(kes(25_000))], undefined],
    ['above the sale', [sum(24_999), tipLine(kes(25_001))], 'tip-above-sale'],
    ['on top of nothing', [tipLine(kes(50_000))], 'tip-above-sale'],
    ['twice', [sum(40_000), tipLine(kes(5000)), tipLine(kes(5000))], 'ticket-lines-differ'],
    ['with a group', [sum(45_000), {...tipLine(kes(5000)), group: 'Bakery'}], 'ticket-lines-differ'],
    ['with tax', [sum(45_000), {...tipLine(kes(5000)), tax}], 'ticket-lines-differ'],
    ['at another price', [sum(45_000), {...tipLine(kes(5000)), listPrice: kes(1)}], 'ticket-lines-differ'],
    ['with a discount', [sum(45_000), {...tipLine(kes(5000)), discount: kes(1)}], 'ticket-lines-differ'],
  ])('is sold %s', (_, lines, code) => {
    const total = lines.reduce((all, {amount}) => all + amount.minor, 0);
    if (code === undefined) expect(new Counter().open(total, {lines})).not.toBe('');
    else expect(codeOf(() => new Counter().open(total, {lines}))).toBe(code);
  });
});

describe('a report', () => {
  const words = messages('en').report;
  const by = (person: string, request: object) => ({person, request}) as unknown as Payment;
  const inCash = by('Amina', {method: 'cash'});
  const tippedBy = (payment: Payment) =>
    soldOf({total: kes(50_000), lines: [sum(45_000), tipLine(kes(5000))]}, payment);
  const {groups, taxes} = tippedBy(inCash);

  it('has tips as a group of their own, behind what was sold, without tax', () => {
    expect(groups.map(each => [groupName(each, words), each.total.minor])).toEqual([
      ['Without a group', 45_000],
      ['Tips', 5000],
    ]);
    expect(taxes).toEqual([{rate: null, gross: kes(50_000), net: kes(50_000), tax: kes(0)}]);
  });

  const byWallet = by('Baraka', {method: 'mobile-money', network: 'SAFKEN'});

  it('has tips by person and by what they were paid with', () =>
    expect(together([tippedBy(byWallet), tippedBy(inCash), tippedBy(byWallet)]).tips).toEqual([
      {person: 'Amina', method: 'cash', channel: 'cash', total: kes(5000), count: 1},
      {person: 'Baraka', method: 'mobile-money', channel: 'SAFKEN', total: kes(10_000), count: 2},
    ]));

  it('tells groups where there is a tip or a group, and not for sums alone', () => {
    expect(hasGroups(groups)).toBe(true);
    expect(hasGroups(soldOf({total: kes(100), lines: []}, inCash).groups)).toBe(false);
  });

  it('adds tips up in whatever order tickets come, to their totals', () => {
    const ticket = fc.tuple(fc.integer({min: 1, max: 900}), fc.integer({min: 0, max: 900}));
    forAll(fc.array(ticket, {maxLength: 8}), all => {
      const sold = all.map(([price, share]) => {
        const tip = Math.min(price, share);
        const lines = [sum(price), ...(tip === 0 ? [] : [tipLine(kes(tip))])];
        return soldOf({total: kes(price + tip), lines}, price % 2 === 0 ? inCash : byWallet);
      });
      const one = together(sold);
      expect(together([...sold].reverse())).toEqual(one);
      const tips = one.groups.filter(({kind}) => kind === 'tip').reduce((minor, {total}) => minor + total.minor, 0);
      const rest = one.groups.filter(({kind}) => kind !== 'tip').reduce((minor, {total}) => minor + total.minor, 0);
      expect(tips).toBe(all.reduce((minor, [price, share]) => minor + Math.min(price, share), 0));
      expect(one.tips.reduce((minor, {total}) => minor + total.minor, 0)).toBe(tips);
      expect(rest).toBe(all.reduce((minor, [price]) => minor + price, 0));
    });
  });
});
