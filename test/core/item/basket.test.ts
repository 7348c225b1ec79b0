import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  asListed,
  type Basket,
  itemLine,
  itemLineOf,
  lineWith,
  readEntry,
  soldAgain,
  sumLine,
  textLine,
  ticketOf,
  totalOf,
  withItem,
  withLine,
  withLineAt,
  withoutLineAt,
} from '../../../src/core/item/basket.js';
import {priceListOf} from '../../../src/core/item/list.js';
import type {Item} from '../../../src/core/item/schema.js';
import {currencies} from '../../../src/core/money/money.js';
import {mostLines} from '../../../src/core/ticket/line.js';
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
const odd: Item = {...bread, code: '3x5', barcode: null, name: 'Plank 3x5', rate: null};
const short: Item = {...bread, code: '7', barcode: null, name: 'Tea', rate: null};
const list = priceListOf([bread, odd, short]);
const read = (text: string) => readEntry(text, {list, currency: 'KES', rates: [], most: 10});

describe('what is typed or scanned into a basket', () => {
  it.each([
    ['5901234123457', {item: bread, quantity: '1'}],
    [' br1 ', {item: bread, quantity: '1'}],
    ['3xBR1', {item: bread, quantity: '3'}],
    ['0,25 * br1', {item: bread, quantity: '0.25'}],
    ['3x5', {item: odd, quantity: '1'}],
    ['2x3x5', {item: odd, quantity: '2'}],
    ['2x7', {item: short, quantity: '2'}],
    ['brown', {item: undefined, found: [bread]}],
    ['3x plank', {item: undefined, found: [odd], quantity: '3'}],
    // A code that was misread is no item whose barcode it is a part of.
    ['590123', {item: undefined, found: [], text: undefined}],
    ['5901234123458', {item: undefined, found: [], text: undefined}],
    ['SKU-4711', {item: undefined, found: []}],
    ['50 Bag', {item: undefined, found: [], text: {line: {kind: 'text', name: 'Bag', amount: {minor: 5000}}}}],
    ['2x50 Bread', {found: [], text: {line: {quantity: '2', amount: {minor: 10_000}}}}],
    ['', {item: undefined, found: [], text: undefined}],
    ['x', {item: undefined, found: [odd]}],
    [' brown ', {item: undefined, found: [bread], asked: 'brown'}],
    ['BR1', {item: bread, found: [], text: undefined}],
  ])('%j', (text, entry) => expect(read(text)).toMatchObject(entry));

  it.each([
    ['BR1', '1', 12_000],
    ['BR1x3', '3', 36_000],
    [' BR1x3 ', '3', 36_000],
    ['5901234123457*0.5', '0.5', 6000],
    ['3x5', '1', 12_000],
    ['3x5x2', '2', 24_000],
  ])('%s on a command line', (text, quantity, minor) =>
    expect(itemLineOf(list, text, []).line).toMatchObject({quantity, amount: {minor}}),
  );

  it.each([
    ['nothing', 'item-unknown'],
    ['', 'item-unknown'],
    ['BR1x0', 'amount-not-positive'],
  ])('%j is refused on a command line: %s', (text, code) =>
    expect(() => itemLineOf(list, text, [])).toThrow(expect.objectContaining({code})),
  );

  it('is an item before it is a line of free text', () => {
    const coded = {...bread, code: '50 Bag'};
    const entry = readEntry('50 Bag', {list: priceListOf([coded]), currency: 'KES', rates: [], most: 10});
    expect(entry).toMatchObject({item: coded, text: undefined});
  });

  it('tells no card in place of a code', () =>
    expect(() => itemLineOf(list, '4111111111111111', [])).toThrow(
      expect.objectContaining({facts: {item: '[card …1111]'}}),
    ));
});

describe('a line that was typed with the name of an item', () => {
  const typed = (text: string, currency: 'KES' | 'UGX' = 'KES') =>
    asListed([textLine(text, currency, []).line], list).map(({listPrice}) => listPrice?.minor);

  it.each([
    ['119 Bread, brown', 12_000],
    ['3x1 bread,  BROWN', 12_000],
    ['200 Bréad, brown', 12_000],
    ['120 Bread, brown', undefined],
    ['50 Bread', undefined],
    ['50 Bag', undefined],
  ])('%j has the list price %j', (text, listPrice) => expect(typed(text)).toEqual([listPrice]));

  it('is compared in its own currency only, and with every item of the name', () => {
    expect(typed('50 Bread, brown', 'UGX')).toEqual([undefined]);
    const two = priceListOf([bread, {...bread, code: 'BR9', price: {currency: 'KES', minor: 5000}}]);
    const [at50, at60] = asListed(
      [textLine('50 Bread, brown', 'KES', []).line, textLine('60 Bread, brown', 'KES', []).line],
      two,
    );
    expect([at50?.listPrice, at60?.listPrice?.minor]).toEqual([null, 12_000]);
  });
});

const anyItem = fc.record({
  currency: fc.constantFrom(...currencies),
  items: fc.array(
    fc.record({
      minor: fc.integer({min: 1, max: 10_000_000}),
      rate: fc.constantFrom(null, '16', '7.5', '0'),
      quantity: fc.constantFrom('1', '3', '0.5', '12.345', '999'),
      percent: fc.constantFrom(undefined, '10', '33.333', '100'),
    }),
    {minLength: 1, maxLength: 20},
  ),
  steps: fc.array(fc.tuple(fc.nat(), fc.boolean())),
});

describe('a basket', () => {
  it('comes to the sum of its lines in every currency, whatever is added, changed and taken away', () =>
    forAll(anyItem, ({currency, items, steps}) => {
      let basket: Basket | undefined;
      for (const {minor, rate, quantity, percent} of items) {
        const line = itemLine({...bread, price: {currency, minor: minor + 1000}, rate}, quantity, []);
        const changed = percent === undefined ? line : lineWith(line.sold, {discount: {percent}, reason: 'damaged'});
        basket = withLine(basket, changed);
      }
      for (const [at, isGone] of steps) {
        if (basket === undefined || basket.lines.length === 0) break;
        const place = at % basket.lines.length;
        const {sold} = basket.lines[place] as Basket['lines'][number];
        basket = isGone ? withoutLineAt(basket, place) : withLineAt(basket, place, lineWith({...sold, quantity: '2'}));
      }
      const {total, lines} = ticketOf(basket as Basket);
      expect(total).toEqual({currency, minor: lines.reduce((sum, {amount}) => sum + amount.minor, 0)});
      for (const {tax, amount} of lines) if (tax !== null) expect(tax.net.minor + tax.tax.minor).toBe(amount.minor);
    }));

  it('of an earlier sale is what that sold, at the prices of today, without its tip and its discount', () => {
    const cheaper = lineWith(itemLine(bread, '2', []).sold, {discount: {percent: '50'}, reason: 'old'});
    const tea = itemLine({...short, code: '8', name: 'Coffee'}, '1', []);
    const bag = textLine('2x50 Bag', 'KES', [{name: 'VAT', percent: '16', isUsual: true, isIncluded: false}]);
    const tip = lineWith({...bag.sold, kind: 'tip'});
    const dearer = priceListOf([{...bread, price: {currency: 'KES', minor: 13_000}}]);
    const {basket, gone} = soldAgain(
      [cheaper, tea, bag, tip].map(({line}) => line),
      {list: dearer, rates: []},
    );
    expect(basket?.lines.map(({line: {name, quantity, amount}}) => [name, quantity, amount.minor])).toEqual([
      ['Bread, brown', '2', 26_000],
      ['Bag', '2', bag.line.amount.minor],
    ]);
    expect(gone).toEqual(['Coffee']);
    expect(soldAgain([], {list, rates: []})).toEqual({basket: undefined, gone: []});
  });

  it('of an earlier sale has no item without a code or of other money, and a sum as it was', () => {
    const sum = sumLine({currency: 'KES', minor: 500}, 'Sum');
    const {line} = itemLine(bread, '1', []);
    const dollars = priceListOf([bread, {...short, price: {currency: 'USD', minor: 500}}]);
    const lines = [sum.line, line, {...line, code: null, name: 'No code'}, itemLine(short, '1', []).line];
    const {basket, gone} = soldAgain(lines, {list: dollars, rates: []});
    expect(basket?.lines.map(({line: {name}}) => name)).toEqual(['Sum', 'Bread, brown']);
    expect(gone).toEqual(['No code', 'Tea']);
    expect(sum).toMatchObject({
      isSum: true,
      sold: {taxRate: null, taxIncluded: true},
      line: {quantity: '1', tax: null},
    });
    expect(basket?.lines[0]?.sold).toMatchObject({taxRate: null, taxIncluded: true});
  });

  it('keeps apart what is weighed, what is no item and what has another code, and counts past nine', () => {
    const quantities = (...added: readonly ReturnType<typeof itemLine>[]) => {
      let basket: Basket | undefined;
      for (const line of added) basket = withItem(basket, line);
      return basket?.lines.map(({line: {quantity}}) => quantity);
    };
    const [tea, weighed] = [itemLine(short, '1', []), itemLine({...short, unit: 'kg'}, '1', [])];
    const bag = textLine('50 Bag', 'KES', []);
    expect(quantities(tea)).toEqual(['1']);
    expect(quantities(itemLine(short, '10', []), tea)).toEqual(['11']);
    expect(quantities(tea, itemLine({...short, code: '8'}, '1', []))).toEqual(['1', '1']);
    expect(quantities(weighed, weighed)).toEqual(['1', '1']);
    expect(quantities(bag, bag)).toEqual(['1', '1']);
  });

  it('gets exactly one line by an entry that is an item, or says why not and stays', () => {
    const texts = fc.oneof(
      fc.constantFrom('BR1', '3xbr1', '0x7', '99999x3x5', 'brown', '4111111111111111'),
      fc.string(),
    );
    forAll(texts, fc.constantFrom('KES', 'UGX'), (text, currency) => {
      const before = withLine(undefined, itemLine({...short, price: {currency, minor: 500}}, '1', []));
      const {item, quantity} = read(text);
      if (item === undefined) return;
      try {
        const after = withLine(before, itemLine(item, quantity, []));
        expect(after.lines).toHaveLength(2);
        expect(after.lines.slice(0, 1)).toEqual(before.lines);
      } catch (problem) {
        expect(problem).toMatchObject({code: expect.stringMatching(/^(?:amount|line-currency|quantity)-/)});
        expect(totalOf(before)).toEqual({currency, minor: 500});
      }
    });
  });

  it('has pieces of one item in one line, the last, and nothing that was weighed, changed or is of another price', () => {
    const one = (item: Item, quantity = '1') => itemLine(item, quantity, []);
    const dear = {...short, price: {currency: 'KES', minor: 500}} as const;
    const reduced = lineWith(one(short).sold, {discount: {percent: '10'}, reason: 'dented'});
    let basket = withLine(undefined, reduced);
    for (const line of [one(short), one(bread), one(short, '2'), one(short, '0.5'), one(dear), one(bread)])
      basket = withItem(basket, line);
    expect(basket.lines.map(({line: {code, quantity, unitPrice}}) => [code, quantity, unitPrice.minor])).toEqual([
      ['7', '1', 12_000],
      ['7', '3', 12_000],
      ['7', '0.5', 12_000],
      ['7', '1', 500],
      ['BR1', '2', 12_000],
    ]);
  });

  it('is of one currency, and of no more lines than a receipt can have', () => {
    const line = itemLine(short, '1', []);
    const other = itemLine({...short, price: {currency: 'USD', minor: 5}}, '1', []);
    expect(() => withLine(withLine(undefined, line), other)).toThrow('line-currency-differs');
    const full: Basket = {currency: 'KES', lines: Array.from({length: mostLines}, () => line)};
    expect(() => withLine(full, line)).toThrow(expect.objectContaining({code: 'basket-full'}));
    expect(withLine(withoutLineAt(withLine(undefined, line), 0), other).currency).toBe('USD');
  });
});
