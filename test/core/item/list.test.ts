import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {itemOf} from '../../../src/core/item/code.js';
import {
  changesTo,
  codeKey,
  doubledCode,
  itemsIn,
  itemsText,
  priceListOf,
  searchItems,
} from '../../../src/core/item/list.js';
import {faultText, type ItemRow, readItems} from '../../../src/core/item/row.js';
import type {Item} from '../../../src/core/item/schema.js';
import {messages} from '../../../src/core/messages/messages.js';
import {type Currency, currencies} from '../../../src/core/money/money.js';
import {readTaxRates} from '../../../src/core/ticket/line.js';
import {forAll} from '../../hostile/runs.js';

const bread: Item = {
  code: 'BR1',
  barcode: '5901234123457',
  name: 'Bread, brown',
  price: {currency: 'KES', minor: 12_000},
  unit: null,
  group: 'Bakery',
  rate: '16',
};
const tea: Item = {...bread, code: 'TEA', barcode: null, name: 'Thé vert', group: 'Drinks', rate: null};
const list = () => priceListOf([tea, bread]);

const plainRow: ItemRow = {
  line: 2,
  name: 'Bread',
  price: '120',
  priceText: '120',
  currency: '',
  code: 'BR1',
  otherPrices: [],
  barcode: '',
  unit: '',
  group: '',
  rate: '',
};
const readOne = (row: Partial<ItemRow>, currency: Currency = 'KES') =>
  readItems([{...plainRow, ...row}], {currency, rates: []});

describe('a row of a price list', () => {
  it.each([
    [{}, {code: 'BR1', price: {currency: 'KES', minor: 12_000}, rate: null, unit: null}],
    [
      {code: '', barcode: '5901234123457'},
      {code: '5901234123457', barcode: '5901234123457'},
    ],
    [{code: ''}, {code: 'Bread', barcode: null}],
    [{currency: 'ugx', price: '1500.00'}, {price: {currency: 'UGX', minor: 1500}}],
    [{priceText: 'UGX 120'}, {price: {currency: 'UGX', minor: 120}}],
    [{priceText: '$120'}, {price: {currency: 'USD', minor: 12_000}}],
    [{priceText: 'KSh 120'}, {price: {currency: 'KES', minor: 12_000}}],
    [{otherPrices: ['', '120']}, {code: 'BR1'}],
    [{code: '7E5'}, {code: '7E5'}],
    [{rate: '16,0 %'}, {rate: '16'}],
    [{rate: '0'}, {rate: '0'}],
    [
      {name: '  Bread\u0007 white ', unit: 'kg'},
      {name: 'Bread  white', unit: 'kg'},
    ],
    [
      {unit: 'kg', group: ' Food'},
      {unit: 'kg', group: 'Food'},
    ],
    [{group: ''}, {group: null}],
    [{name: 'x'.repeat(120)}, {name: 'x'.repeat(120)}],
    [{code: 'x'.repeat(64)}, {code: 'x'.repeat(64)}],
    [{rate: ' '}, {rate: null}],
    [{rate: ' 7,5 % '}, {rate: '7.5'}],
    [{currency: ' '}, {price: {currency: 'KES', minor: 12_000}}],
    [{priceText: '120 UGX'}, {price: {currency: 'UGX', minor: 120}}],
    [{priceText: 'us$120'}, {price: {currency: 'USD', minor: 12_000}}],
    [{priceText: 'L$120'}, {price: {currency: 'LRD', minor: 12_000}}],
    [{priceText: 'LRD $120'}, {price: {currency: 'LRD', minor: 12_000}}],
    // One of ten barcodes has the check digit of a card too.
    [{barcode: '5901234123457'}, {barcode: '5901234123457'}],
    [{name: 'Atlas 978-3-86680-192-9'}, {name: 'Atlas 978-3-86680-192-9'}],
    [{name: 'Phone, IMEI 356938035643809'}, {name: 'Phone, IMEI 356938035643809'}],
  ])('%j is %j', (row, item) => expect(readOne(row)).toMatchObject({items: [item], faults: []}));

  it.each([
    [{name: ' '}, 'name-missing'],
    [{price: ''}, 'price-missing'],
    [{price: undefined, priceText: 'variable'}, 'price-unreadable'],
    [{price: '-5'}, 'price-not-positive'],
    [{price: '0.00'}, 'price-not-positive'],
    [{price: '1.005'}, 'price-too-fine'],
    [{price: '0.5', currency: 'XOF'}, 'price-too-fine'],
    [{price: '99999999999999999'}, 'price-too-fine'],
    [{currency: 'XTS'}, 'currency-unknown'],
    [{priceText: '₩120'}, 'currency-unknown'],
    [{otherPrices: ['', '120', '130']}, 'prices-differ'],
    [{barcode: '5.90123E+12'}, 'code-shortened'],
    [{code: '5,9E+12'}, 'code-shortened'],
    [{rate: 'VAT'}, 'rate-unreadable'],
    [{rate: '16 + 2'}, 'rate-unreadable'],
    [{name: 'Card 4111 1111 1111 1111'}, 'card-number'],
    [{code: '4111111111111111'}, 'card-number'],
    [{code: '4222222222222'}, 'card-number'],
    [{name: 'x'.repeat(121)}, 'text-too-long'],
    [{code: 'x'.repeat(65)}, 'text-too-long'],
    [{barcode: 'x'.repeat(65)}, 'text-too-long'],
    [{priceText: '₩120'}, 'currency-unknown'],
    [{currency: 'KES', priceText: 'UGX 120'}, 'currency-unclear'],
  ])('%j is refused: %s', (row, why) => expect(readOne(row)).toMatchObject({items: [], faults: [{line: 2, why}]}));

  it.each([
    [{priceText: '$120'}, {faults: [{why: 'currency-unclear', text: '$120'}]}],
    [{currency: '$', priceText: 'LRD 120'}, {items: [{price: {currency: 'LRD', minor: 12_000}}]}],
    [{currency: 'US$', priceText: '$120'}, {items: [{price: {currency: 'USD', minor: 12_000}}]}],
    [{currency: '₩'}, {faults: [{why: 'currency-unknown', text: '₩'}]}],
  ])('%j in a shop of Liberia, where a dollar may be either, is %j', (row, expected) =>
    expect(readOne(row, 'LRD')).toMatchObject(expected),
  );

  it.each([
    ['VAT', '16'],
    [' exempt', '0'],
    ['16%', '16'],
    ['5', '5'],
  ])('tells its tax by a rate of the shop or in percent: %s', (rate, percent) => {
    const rates = readTaxRates([
      {name: 'vat', percent: '16', default: true},
      {name: 'Exempt', percent: '0'},
    ]);
    expect(readItems([{...plainRow, rate}], {currency: 'KES', rates})).toMatchObject({items: [{rate: percent}]});
  });

  it('has a code that no other has, however it is written', () => {
    const rows = [
      plainRow,
      {...plainRow, line: 7, name: 'Other', code: ' br1'},
      {...plainRow, line: 9, code: 'X', barcode: 'BR1'},
    ];
    expect(readItems(rows, {currency: 'KES', rates: []})).toMatchObject({
      items: [{name: 'Bread'}],
      faults: [
        {line: 7, why: 'code-twice', text: 'BR1', earlier: 2},
        {line: 9, why: 'code-twice', text: 'BR1', earlier: 2},
      ],
    });
  });
});

it('says of a fault its line, and the earlier line of a doubled code', () => {
  const said = (fault: object) => faultText({line: 7, text: 'BR1', ...fault} as never, messages('en').items);
  expect(said({why: 'code-twice', earlier: 2})).toBe('Line 7: the code BR1 is already on line 2');
  expect(said({why: 'price-missing'})).toBe('Line 7: no price');
});

it('has a barcode that no other item of it has', () => {
  const rows = [
    {...plainRow, barcode: '5901234123457'},
    {...plainRow, line: 3, code: 'MLK', name: 'Milk', barcode: '5901234123457'},
  ];
  expect(readItems(rows, {currency: 'KES', rates: []})).toMatchObject({
    items: [{name: 'Bread'}],
    faults: [{line: 3, why: 'code-twice'}],
  });
});

describe('a price list', () => {
  it.each([
    ['BR1', bread],
    [' br 1', bread],
    ['5901234123457', bread],
    ['590123412345', undefined],
    ['Thé', undefined],
  ])('has by the code %j: %j', (code, item) => expect(itemOf(list(), code)).toBe(item));

  it('takes a barcode of twelve digits for the thirteen that another scanner makes of it', () =>
    expect(codeKey('036000291452')).toBe(codeKey('0036000291452')));

  it.each([
    ['brown br', [bread]],
    ['THE', [tea]],
    ['bakery', [bread]],
    ['5901', [bread]],
    ['r', [bread, tea]],
    ['bread tea', []],
    ['b', [bread]],
    ['br b', [bread]],
  ])('is searched by %j', (text, found) => {
    expect(searchItems(list(), text)).toEqual(found);
    expect(searchItems(list(), text, 1)).toEqual(found.slice(0, 1));
  });

  it.each([
    ['tea', ['Teapot', 'A tea spot', 'B tea pot', 'Pot of tea', 'Cool steak']],
    [' tea ', ['Teapot', 'A tea spot', 'B tea pot', 'Pot of tea', 'Cool steak']],
    ['tea  pot', ['B tea pot', 'Pot of tea', 'A tea spot', 'Teapot']],
  ])('has for %j first what begins with it, then what has words that do', (text, names) => {
    const all = ['Teapot', 'Cool steak', 'Pot of tea', 'B tea pot', 'A tea spot'];
    const named = priceListOf(all.map((name, at) => ({...tea, name, code: String(90 - at), group: null})));
    expect(searchItems(named, text).map(({name}) => name)).toEqual(names);
  });

  it('is sorted by name where it is read, and by code where it is stored', () => {
    const [apple, milk] = [
      {...tea, name: 'Apple', code: 'Z'},
      {...tea, name: 'Milk', code: 'B'},
    ];
    for (const items of [
      [apple, bread, milk],
      [milk, bread, apple],
      [bread, apple, milk],
    ]) {
      expect(priceListOf(items).items).toEqual([apple, bread, milk]);
      expect(itemsIn(itemsText(items))).toEqual([milk, bread, apple]);
    }
  });

  it('has a doubled code where a code or a barcode is that of another item, and of the same item never', () => {
    expect(doubledCode([bread, tea, {...tea, code: '7', barcode: '7'}])).toBeUndefined();
    expect(doubledCode([bread, {...tea, barcode: 'br 1'}])).toBe('BR1');
  });

  it('has items of one name in the same order, whichever was read first', () => {
    const other = {...tea, code: 'TEA2'};
    expect(priceListOf([other, tea]).items).toEqual([tea, other]);
    expect(priceListOf([tea, other]).items).toEqual([tea, other]);
  });

  it('is refused when it is of a later version', () =>
    expect(() => itemsIn('{"version":2,"items":[]}')).toThrow(expect.objectContaining({code: 'items-newer'})));
});

const anyItem: fc.Arbitrary<Item> = fc.record({
  code: fc.string({minLength: 1, maxLength: 3}).filter(text => text.trim() !== ''),
  barcode: fc.option(fc.stringMatching(/^\d{8}$/)),
  name: fc.string({minLength: 1, maxLength: 9}),
  price: fc.record({currency: fc.constantFrom(...currencies), minor: fc.integer({min: 1})}),
  unit: fc.constantFrom(null, 'kg'),
  group: fc.constantFrom(null, 'Bakery', 'Thé'),
  rate: fc.constantFrom(null, '16', '7.5'),
});
const anyItems = fc.array(anyItem).map(items => {
  const apart: Item[] = [];
  for (const item of items) if (doubledCode([...apart, item]) === undefined) apart.push(item);
  return apart;
});

describe('whatever the list', () => {
  it('is the same when it is read back, and finds every item by its codes', () =>
    forAll(anyItems, items => {
      const again = itemsIn(itemsText(items));
      expect(changesTo(items, again)).toEqual({added: [], changed: [], gone: []});
      const read = priceListOf(again);
      for (const {code, barcode} of items) {
        expect(itemOf(read, code)?.code).toBe(code);
        expect(itemOf(read, barcode ?? code)?.code).toBe(code);
      }
    }));

  it('becomes another by its changes, and by nothing else', () =>
    forAll(anyItems, anyItems, (before, after) => {
      const {added, changed, gone} = changesTo(before, after);
      const out = new Set([...gone, ...changed.map(each => each.before)].map(({code}) => codeKey(code)));
      const kept = before.filter(({code}) => !out.has(codeKey(code)));
      expect(itemsText([...kept, ...added, ...changed.map(each => each.after)])).toBe(itemsText(after));
    }));
});
