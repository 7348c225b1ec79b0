import {expect, it} from 'vitest';
import {countedName, lineRows, returnedName} from '../../../src/core/present/line-rows.js';
import {lineOf, type SoldItem, tipLine} from '../../../src/core/ticket/line.js';
import {kes} from '../ticket/ticket-samples.js';

const bread: SoldItem = {
  kind: 'item',
  code: null,
  name: 'Bread',
  group: null,
  unit: null,
  quantity: '1',
  unitPrice: kes(12_000),
  taxRate: null,
  taxIncluded: true,
};
const plain = lineOf(bread);
const three = lineOf({...bread, quantity: '3', taxRate: '16'});
const weighed = lineOf({...bread, name: 'Rice', unit: 'kg', quantity: '1', taxRate: '16', taxIncluded: false});
const changed = lineOf(bread, {unitPrice: kes(10_000), discount: kes(1000), reason: 'day old'});
const typed = {...lineOf({...bread, kind: 'text', unitPrice: kes(10_000)}), listPrice: kes(12_000)};
const rowsOf = (line: typeof plain) =>
  lineRows(line, 'en').map(({label, amount}) => `${label}|${amount}`.replaceAll('\u00A0', ' '));

it('a line is told in rows that come to what it comes to', () =>
  expect([plain, three, weighed, changed, typed, tipLine(kes(500))].map(rowsOf)).toEqual([
    ['Bread|KES 120.00'],
    ['3 x KES 120.00 Bread|KES 360.00'],
    ['1 kg x KES 120.00 Rice|KES 120.00', '  Tax added 16%|KES 19.20'],
    ['Bread|KES 100.00', '  Listed at KES 120.00: day old|', '  Discount: day old|−KES 10.00'],
    ['Bread|KES 100.00', '  Listed at KES 120.00|'],
    ['Tip|KES 5.00'],
  ]));

it('what is sold and what came back is counted, but for one piece', () => {
  const back = {...plain, line: 1, quantity: '0'};
  expect([plain, three, weighed].map(line => countedName(line, 'en'))).toEqual(['Bread', '3 x Bread', '1 kg x Rice']);
  const returned = [back, {...back, quantity: '1'}, {...back, quantity: '2'}, {...back, quantity: '0.5', unit: 'kg'}];
  expect(returned.map(({kind: _, tax: __, ...line}) => returnedName({...line, tax: null}, 'en'))).toEqual([
    ...['Bread', 'Bread', '2 x Bread', '0.5 kg x Bread'],
  ]);
});
