import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  changesTo,
  codeKey,
  doubledCode,
  itemOf,
  itemsIn,
  itemsText,
  priceListOf,
  searchItems,
} from '../../../src/core/item/list.js';
import {type ItemRow, readItems} from '../../../src/core/item/row.js';
import type {Item} from '../../../src/core/item/schema.js';
import {currencies} from '../../../src/core/money/money.js';
import {readTaxRates} from '../../../src/core/ticket/tax-rates.js';

const bread: Item = {
  ...{code: 'BR1', barcode: '5901234123457', name: 'Bread, brown', price: {currency: 'KES', minor: 12_000}},
  ...{unit: null, group: 'Bakery', rate: '16'},
};
const tea: Item = {...bread, code: 'TEA', barcode: null, name: 'Thé vert', group: 'Drinks', rate: null};
const list = priceListOf([tea, bread]);

const plainRow: ItemRow = {
  ...{line: 2, name: 'Bread', price: '120', priceText: '120', currency: '', code: 'BR1'},
  otherPrices: [],
  ...{barcode: '', unit: '', group: '', rate: ''},
};
const readOne = (row: Partial<ItemRow>) => readItems([{...plainRow, ...row}], {currency: 'KES', rates: []});

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
    // One of ten barcodes has the check digit of a card too.
    [{barcode: '5901234123457'}, {barcode: '5901234123457'}],
  ])('%j is %j', (row, item) => {
    expect(readOne(row)).toMatchObject({items: [item], faults: []});
  });

  it.each([
    [{name: ' '}, 'name-missing'],
    [{price: ''}, 'price-missing'],
    [{price: undefined, priceText: 'variable'}, 'price-unreadable'],
    [{price: '-5'}, 'price-not-positive'],
    [{price: '0.00'}, 'price-not-positive'],
    [{price: '1.005'}, 'price-too-fine'],
    [{price: '0.5', currency: 'XOF'}, 'price-too-fine'],
    [{price: '99999999999999999'}, 'price-too-fine'],
    [{currency: 'EUR'}, 'currency-unknown'],
    [{priceText: '€120'}, 'currency-unknown'],
    [{otherPrices: ['', '120', '130']}, 'prices-differ'],
    [{barcode: '5.90123E+12'}, 'code-shortened'],
    [{code: '5,9E+12'}, 'code-shortened'],
    [{rate: 'VAT'}, 'rate-unreadable'],
    [{rate: '16 + 2'}, 'rate-unreadable'],
    [{name: 'Card 4111 1111 1111 1111'}, 'card-number'],
    [{code: '4111111111111111'}, 'card-number'],
    [{code: '4222222222222'}, 'card-number'],
    [{name: 'x'.repeat(121)}, 'text-too-long'],
  ])('%j is refused: %s', (row, why) => {
    expect(readOne(row)).toMatchObject({items: [], faults: [{line: 2, why}]});
  });

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
  ])('has by the code %j: %j', (code, item) => {
    expect(itemOf(list, code)).toBe(item);
  });

  it('takes a barcode of twelve digits for the thirteen that another scanner makes of it', () => {
    expect(codeKey('036000291452')).toBe(codeKey('0036000291452'));
  });

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
    expect(searchItems(list, text)).toEqual(found);
    expect(searchItems(list, text, 1)).toEqual(found.slice(0, 1));
  });

  it('has items of one name in the same order, whichever was read first', () => {
    const other = {...tea, code: 'TEA2'};
    expect(priceListOf([other, tea]).items).toEqual([tea, other]);
    expect(priceListOf([tea, other]).items).toEqual([tea, other]);
  });

  it('is refused when it is of a later version', () => {
    expect(() => itemsIn('{"version":2,"items":[]}')).toThrow(expect.objectContaining({code: 'items-newer'}));
  });
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
  it('is the same when it is read back, and finds every item by its codes', () => {
    fc.assert(
      fc.property(anyItems, items => {
        const again = itemsIn(itemsText(items));
        expect(changesTo(items, again)).toEqual({added: [], changed: [], gone: []});
        const read = priceListOf(again);
        for (const {code, barcode} of items) {
          expect(itemOf(read, code)?.code).toBe(code);
          expect(itemOf(read, barcode ?? code)?.code).toBe(code);
        }
      }),
    );
  });

  it('becomes another by its changes, and by nothing else', () => {
    fc.assert(
      fc.property(anyItems, anyItems, (before, after) => {
        const {added, changed, gone} = changesTo(before, after);
        const out = new Set([...gone, ...changed.map(each => each.before)].map(({code}) => codeKey(code)));
        const kept = before.filter(({code}) => !out.has(codeKey(code)));
        expect(itemsText([...kept, ...added, ...changed.map(each => each.after)])).toBe(itemsText(after));
      }),
    );
  });
});
