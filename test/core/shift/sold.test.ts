import {describe, expect, it, test} from 'vitest';
import {messages} from '../../../src/core/messages/messages.js';
import type {Payment} from '../../../src/core/payment/payment.js';
import type {ReturnedLine} from '../../../src/core/payment/refund-schema.js';
import type {SoldRate} from '../../../src/core/shift/report-schema.js';
import {
  groupName,
  hasGroups,
  netGroups,
  netRates,
  netTips,
  netTipsIn,
  nothingSold,
  type Sold,
  soldBack,
  soldOf,
  soldSections,
  tipsIn,
  together,
  turnoversOf,
} from '../../../src/core/shift/sold.js';
import type {TicketLine} from '../../../src/core/ticket/schema.js';
import {cardRequest} from '../card/card-samples.js';

const kes = (minor: number) => ({currency: 'KES', minor}) as const;
const usd = (minor: number) => ({currency: 'USD', minor}) as const;
const by = {person: 'Amina', request: cardRequest} as unknown as Payment;
const visa = {person: 'Amina', method: 'card', channel: 'visa'} as const;

const line = (amount: number, more: object = {}) =>
  ({kind: 'item', group: null, tax: null, amount: kes(amount), ...more}) as unknown as TicketLine;
const taxed = (rate: string, net: number, tax: number) => ({rate, net: kes(net), tax: kes(tax)});

describe('what a paid ticket was for', () => {
  it('is its total without group and rate where it has no lines', () =>
    expect(soldOf({lines: [], total: kes(500)}, by)).toEqual({
      groups: [{group: null, total: kes(500), count: 1}],
      taxes: [{rate: null, gross: kes(500), net: kes(500), tax: kes(0)}],
      tips: [],
      rounding: [],
    }));

  it('is each group and rate once, in their order, what is of none behind them, and tips by who was paid how', () => {
    const lines = [
      ...[line(10), line(100, {group: 'Tea'}), line(116, {group: 'Bread', tax: taxed('16', 100, 16)})],
      ...[line(58, {group: 'Tea', tax: taxed('16', 50, 8)}), line(108, {tax: taxed('8', 100, 8)})],
      ...[line(7, {kind: 'tip'}), line(3, {kind: 'tip'}), line(90, {tax: taxed('100', 45, 45)})],
    ];
    expect(soldOf({lines, total: kes(492)}, by)).toEqual({
      groups: [
        {group: 'Bread', total: kes(116), count: 1},
        {group: 'Tea', total: kes(158), count: 2},
        {group: null, total: kes(208), count: 3},
        {group: null, kind: 'tip', total: kes(10), count: 2},
      ],
      taxes: [
        {rate: '8', gross: kes(108), net: kes(100), tax: kes(8)},
        {rate: '16', gross: kes(174), net: kes(150), tax: kes(24)},
        {rate: '100', gross: kes(90), net: kes(45), tax: kes(45)},
        {rate: null, gross: kes(120), net: kes(120), tax: kes(0)},
      ],
      tips: [{...visa, total: kes(10), count: 2}],
      rounding: [],
    });
  });
});

const returned = (amount: number, more: object = {}) =>
  ({group: null, amount: kes(amount), tax: null, ...more}) as unknown as ReturnedLine;
const back = (times?: number) =>
  soldBack(
    {
      lines: [
        ...[returned(30, {group: 'Tea', tax: taxed('16', 26, 4)}), returned(20)],
        ...[returned(5, {kind: 'tip'}), returned(2, {kind: 'tip', tip: {...visa, person: 'Joseph'}})],
      ],
      rounding: kes(1),
    },
    by,
    times,
  );

test('what came back of lines counts beside what was sold, and what then did not come back is taken off it', () => {
  const zero = kes(0);
  expect(back()).toEqual({
    groups: [
      {group: 'Tea', total: zero, count: 0, back: kes(30)},
      {group: null, total: zero, count: 0, back: kes(20)},
      {group: null, kind: 'tip', total: zero, count: 0, back: kes(7)},
    ],
    taxes: [
      {rate: '16', gross: zero, net: zero, tax: zero, back: {gross: kes(30), net: kes(26), tax: kes(4)}},
      {rate: null, gross: zero, net: zero, tax: zero, back: {gross: kes(27), net: kes(27), tax: kes(0)}},
    ],
    tips: [
      {...visa, total: zero, count: 0, back: kes(5)},
      {...visa, person: 'Joseph', total: zero, count: 0, back: kes(2)},
    ],
    rounding: [{total: zero, count: 0, back: kes(1)}],
  });
  const {groups, taxes, tips, rounding} = together([back(), back(-1)]);
  const left = [...groups, ...tips, ...rounding].map(each => each.back?.minor);
  expect(
    [...left, ...taxes.flatMap(each => [each.back?.gross.minor, each.back?.tax.minor])].every(sum => sum === 0),
  ).toBe(true);
});

test('several together have each group, rate and tip of a currency once, with what came back of either', () => {
  const one: Sold = {
    groups: [{group: 'Tea', total: kes(100), count: 1}],
    taxes: [{rate: '16', gross: kes(116), net: kes(100), tax: kes(16)}],
    tips: [{...visa, total: kes(3), count: 1}],
    rounding: [{total: kes(-49), count: 1}],
  };
  const abroad: Sold = {
    groups: [{group: 'Tea', total: usd(1), count: 1}],
    taxes: [{rate: '16', gross: usd(116), net: usd(100), tax: usd(16)}],
    tips: [{...visa, total: usd(1), count: 1}],
    rounding: [],
  };
  const all = together([abroad, back(), one, nothingSold, one]);
  expect(all.groups).toEqual([
    {group: 'Tea', total: kes(200), count: 2, back: kes(30)},
    {group: null, total: kes(0), count: 0, back: kes(20)},
    {group: null, kind: 'tip', total: kes(0), count: 0, back: kes(7)},
    {group: 'Tea', total: usd(1), count: 1},
  ]);
  expect(all.rounding).toEqual([{total: kes(-98), count: 2, back: kes(1)}]);
  expect(all.taxes.map(({rate, gross, tax, back: its}) => [rate, gross.currency, tax.minor, its?.tax.minor])).toEqual([
    ['16', 'KES', 32, 4],
    [null, 'KES', 0, 0],
    ['16', 'USD', 16, undefined],
  ]);
  expect(all.groups[3]).not.toHaveProperty('back');
  expect(together([one, back()]).groups[0]).toEqual(all.groups[0] && {...all.groups[0], total: kes(100), count: 1});
  expect(all.tips).toEqual([
    {...visa, total: kes(6), count: 2, back: kes(5)},
    {...visa, person: 'Joseph', total: kes(0), count: 0, back: kes(2)},
    {...visa, total: usd(1), count: 1},
  ]);
});

describe('net by group and by rate', () => {
  const groups = [
    {group: 'Tea', total: kes(200), count: 2, back: kes(30)},
    {group: 'Tea', total: usd(50), count: 1},
  ];
  const turnovers = [
    {currency: 'KES', minor: 500, refunded: 40},
    {currency: 'USD', minor: 50, refunded: 0},
    {currency: 'XOF', minor: 9, refunded: 0},
  ] as const;

  it('comes to what came in of each currency, less what was given back', () => {
    const rows = netGroups({groups}, turnovers);
    expect(rows).toEqual([
      {group: 'Tea', kind: undefined, total: kes(200), count: 2, refunded: 30, net: 170},
      {group: 'Tea', kind: undefined, total: usd(50), count: 1, refunded: 0, net: 50},
      {group: null, kind: 'other', total: kes(300), count: null, refunded: 0, net: 300},
      {group: null, kind: 'refund', total: kes(0), count: null, refunded: 10, net: -10},
    ]);
    const words = messages('en').report;
    expect(rows.map(row => groupName(row, words))).toEqual([
      ...['Tea', 'Tea', words.otherTakings, words.refundsUnnamed],
    ]);
    expect([groupName({group: null}, words), groupName({group: null, kind: 'tip'}, words)]).toEqual([
      ...[words.noGroup, words.tips],
    ]);
  });

  it('tells of each rate its tax and that of what came back, and of the rest none', () => {
    const taxes: readonly SoldRate[] = [
      {rate: '16', gross: kes(200), net: kes(172), tax: kes(28), back: {gross: kes(30), net: kes(26), tax: kes(4)}},
      {rate: '8', gross: usd(50), net: usd(46), tax: usd(4)},
    ];
    const nothing = (minor: number) => ({gross: kes(minor), net: null, tax: null});
    expect(netRates({taxes}, turnovers)).toEqual([
      {
        rate: '16',
        kind: undefined,
        sold: {gross: kes(200), net: kes(172), tax: kes(28)},
        back: taxes[0]?.back,
        due: kes(24),
      },
      {
        rate: '8',
        kind: undefined,
        sold: {gross: usd(50), net: usd(46), tax: usd(4)},
        back: {gross: usd(0), net: usd(0), tax: usd(0)},
        due: usd(4),
      },
      {rate: null, kind: 'other', sold: nothing(300), back: nothing(0), due: null},
      {rate: null, kind: 'refund', sold: nothing(0), back: nothing(10), due: null},
    ]);
  });

  it('is told of what came in and went back by a report, but of a drawer that has to be counted', () => {
    const tender = (total: ReturnType<typeof kes> | ReturnType<typeof usd>) => ({
      method: 'cash' as const,
      channel: 'cash',
      total,
      count: 1,
      fee: '0',
      feesUnknown: 0,
    });
    const refund = {method: 'cash' as const, total: kes(40), done: 1, requested: 1, failed: 0};
    const sums = {tenders: [tender(usd(50)), tender(kes(300)), tender(kes(200))], refunds: [refund, refund]};
    const [first, second] = [
      {currency: 'KES', minor: 500, refunded: 80},
      {currency: 'USD', minor: 50, refunded: 0},
    ];
    expect(turnoversOf(sums)).toEqual([first, second]);
    expect(turnoversOf({...sums, uncounted: [{currency: 'KES', float: 0, cashSales: 2}]})).toEqual([second]);
  });
});

test('tips of a currency are told with what came back of them and without', () => {
  const tips = [
    {...visa, total: kes(50), count: 2, back: kes(20)},
    {...visa, person: 'Joseph', total: kes(7), count: 1},
    {...visa, total: usd(9), count: 1},
  ];
  expect(netTips(tips).map(({refunded, net}) => [refunded, net])).toEqual([
    [20, 30],
    [0, 7],
    [0, 9],
  ]);
  expect([tipsIn({tips}, 'KES'), tipsIn({}, 'KES'), netTipsIn(tips, 'KES'), netTipsIn(tips, 'USD')]).toEqual([
    ...[57, 0, 37, 9],
  ]);
});

test('a report has no section for what was not sold, and groups where something is of one or was given on top', () => {
  const group = {group: null, total: kes(5), count: 1};
  const tax = {rate: null, gross: kes(5), net: kes(5), tax: kes(0)};
  expect(soldSections(nothingSold)).toEqual({});
  expect(soldSections({groups: [group], taxes: [tax], tips: [], rounding: []})).toEqual({
    groups: [group],
    taxes: [tax],
  });
  const tip = {...visa, total: kes(1), count: 1};
  expect(soldSections({groups: [], taxes: [], tips: [tip], rounding: []})).toEqual({tips: [tip]});
  expect([
    hasGroups([group]),
    hasGroups([group, {...group, group: 'Tea'}]),
    hasGroups([{...group, kind: 'tip'}]),
  ]).toEqual([...[false, true, true]]);
});
