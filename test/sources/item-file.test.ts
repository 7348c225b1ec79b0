import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {writeXlsx} from 'hucre';
import {afterAll, describe, expect, it} from 'vitest';
import {readItems} from '../../src/core/item/row.js';
import type {Currency} from '../../src/core/money/money.js';
import {readItemFile} from '../../src/sources/item-file.js';

const folder = mkdtempSync(join(tmpdir(), 'duka-items-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

let count = 0;
type Told = Parameters<typeof readItemFile>[1] & {readonly usual?: Currency};
async function read(content: string | Uint8Array, {usual = 'KES', ...choice}: Told = {}, ending = 'csv') {
  count += 1;
  const path = join(folder, `${count}.${ending}`);
  writeFileSync(path, content);
  const {rows} = await readItemFile(path, choice);
  return readItems(rows, {currency: usual, rates: []});
}
const shown = ({items}: Awaited<ReturnType<typeof read>>) =>
  items.map(({code, barcode, name, price, unit, group, rate}) => [
    ...[code, barcode, name, price.currency, price.minor, unit, group, rate],
  ]);

const loyverse = [
  'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Cost,Barcode,Available for sale [Kiosk],Price [Kiosk],In stock [Kiosk],"Tax - ""VAT"" (16%)"',
  'bread,10001,Bread,Bakery,<p>brown</p>,N,,,60,5901234123457,Y,120.00,7,Y',
  'shirt,10002,Shirt,Clothes,,N,Size,M,300,,Y,650.00,,N',
  'shirt,10003,,,,N,,L,300,,Y,700.00,,N',
  'tomato,10004,Tomatoes,Fresh,,Y,,,,,Y,80.50,,N',
].join('\r\n');
const square = [
  'Token,Item Name,Variation Name,SKU,Description,Reporting Category,Price,GTIN,Tax - Sales Tax (7.5%)',
  'AB12,Coffee,Regular,C1,,Drinks,"1,250.00",036000291452,Y',
  'AB13,Coffee,Large,C2,,Drinks,"1,500.50",,N',
].join('\n');
const odoo = [
  'Internal Reference;Name;Sales Price;Barcode;Unit of Measure;Product Category;Customer Taxes',
  'PAR500;"Paracétamol; 500 mg";12,50;3400930000000;Boîte;Santé / Comprimés;TVA 18%',
  'SER1;Sérum;1.200,00;;Unité;Santé;',
  '',
].join('\n');

it('knows the tax rate of a French list, and names the columns of which nothing is taken', async () => {
  const path = join(folder, 'prix.csv');
  const lines = ['Référence;Désignation;Prix TTC;Taux TVA;Stock', 'GEL;Gel à l’aloès;150;18;7'];
  writeFileSync(path, Buffer.from(lines.join('\r\n').replace('’', "'"), 'latin1'));
  const {rows, unused} = await readItemFile(path);
  expect(rows).toMatchObject([{name: "Gel à l'aloès", price: '150', rate: '18'}]);
  expect(unused).toEqual(['Stock']);
});

describe('a price list of another program', () => {
  it.each([
    [
      'Loyverse',
      loyverse,
      [
        ['10001', '5901234123457', 'Bread', 'KES', 12_000, null, 'Bakery', '16'],
        ['10002', null, 'Shirt M', 'KES', 65_000, null, 'Clothes', null],
        ['10003', null, 'Shirt L', 'KES', 70_000, null, null, null],
        ['10004', null, 'Tomatoes', 'KES', 8050, 'kg', 'Fresh', null],
      ],
    ],
    [
      'Square',
      square,
      [
        ['C1', '036000291452', 'Coffee', 'KES', 125_000, null, 'Drinks', '7.5'],
        ['C2', null, 'Coffee Large', 'KES', 150_050, null, 'Drinks', null],
      ],
    ],
    [
      'Odoo, as a spreadsheet of windows-1252 writes it',
      Buffer.from(odoo, 'latin1'),
      [
        ['PAR500', '3400930000000', 'Paracétamol; 500 mg', 'KES', 1250, 'Boîte', 'Santé / Comprimés', '18'],
        ['SER1', null, 'Sérum', 'KES', 120_000, 'Unité', 'Santé', null],
      ],
    ],
    [
      'a page below a title, with its currency in the heading',
      'Bei za duka\n\nJina\tBei (UGX)\tKundi\nMkate\t1500\tMikate\n',
      [['Mkate', null, 'Mkate', 'UGX', 1500, null, 'Mikate', null]],
    ],
  ])('of %s', async (_, content, items) => {
    const found = await read(content);
    expect(found.faults).toEqual([]);
    expect(shown(found)).toEqual(items);
  });

  it('is read from a sheet of a workbook, and its wrong lines are those of the sheet', {tags: ['slow']}, async () => {
    const rows = [['Shop prices'], ['Name', 'Price', 'Code'], ['Bread', 120.5, 'BR1'], [], ['Soap', -1, 'S']];
    const sheets = [
      {name: 'Notes', rows: [['nothing']]},
      {name: 'Prices', rows},
    ];
    const found = await read(await writeXlsx({sheets}), {part: 'Prices'}, 'xlsx');
    expect(shown(found)).toEqual([['BR1', null, 'Bread', 'KES', 12_050, null, null, null]]);
    expect(found.faults).toEqual([{line: 5, why: 'price-not-positive', text: '-1'}]);
  });

  it('has every wrong line named by its number in the file', async () => {
    const {faults} = await read(
      'name,price,code,tax rate\nBread,120,B,16\n"Two\nlines",-5,N,\n,30,,\nSoap,abc,S,\nSalt,10,b,\nMilk,60,M,lots\n',
    );
    expect(faults.map(({line, why}) => [line, why])).toEqual([
      [3, 'price-not-positive'],
      [5, 'name-missing'],
      [6, 'price-unreadable'],
      [7, 'code-twice'],
      [8, 'rate-unreadable'],
    ]);
  });

  it.each([
    ['KES', 'name,price\nRice,$5.00', 'USD'],
    ['KES', 'name,price ($)\nRice,5.00', 'USD'],
    ['KES', 'name,price (KES)\nRice,$5.00', 'currency-unclear'],
    ['KES', 'name,price,currency\nRice,5.00,USDT', 'currency-unknown'],
    ['LRD', 'name,price\nRice,$5.00', 'currency-unclear'],
    ['LRD', 'name,price ($)\nRice,5.00', 'currency-unclear'],
    ['LRD', 'name,price (LRD)\nRice,$5.00', 'LRD'],
    ['LRD', 'name,price,currency\nRice,$5.00,USD', 'USD'],
    ['LRD', 'name,price\nRice,L$5.00', 'LRD'],
    ['LRD', 'name,price\nRice,US$5.00', 'USD'],
    ['LRD', 'name,price\nRice,5.00', 'LRD'],
  ] as const)('where money is %s, has a dollar that only one money has: %j is %s', async (usual, content, told) => {
    const {items, faults} = await read(content, {usual});
    expect([...items.map(({price}) => price.currency), ...faults.map(({why}) => why)]).toEqual([told]);
  });

  it('has one price of an item, in whichever shop of the file it is sold', async () => {
    const {items, faults} = await read(
      'Name,SKU,Price [Kiosk],Price [Market]\nBread,B,120.00,120.00\nMilk,M,60.00,65.00\nTea,T,30.00,\n',
    );
    expect(items.map(({name}) => name)).toEqual(['Bread', 'Tea']);
    expect(faults).toEqual([{line: 3, why: 'prices-differ', text: '60.00, 65.00'}]);
  });

  it.each([
    ['', 'file-empty'],
    ['Bread,120\n', 'items-heading-missing'],
    ['code,price\nB,1\n', 'items-heading-missing'],
    ['name,price\nRice,"1,250"\n', 'file-decimal-mark-unclear'],
    ['name,price\nRice,"1,5"\nSalt,2.5\n', 'file-decimal-mark-unclear'],
    ['name,price\n"Rice,5\n', 'file-quote-open'],
    ['name,price\nRi\0ce,5\n', 'items-not-table'],
  ])('is refused: %j is %s', (content, code) => expect(read(content)).rejects.toMatchObject({code}));

  it('is read by the decimal mark that a person says', async () =>
    expect((await read('name,price\nRice,"1,250"\n', {decimalMark: '.'})).items[0]?.price.minor).toBe(125_000));
});
