import {expect, it} from 'vitest';
import {codedIn, labelPatternOf, scannerPrefix} from '../../../src/core/item/code.js';
import {priceListOf} from '../../../src/core/item/list.js';
import type {Item} from '../../../src/core/item/schema.js';
import {codeOf} from '../deciding.js';

const item = (code: string, barcode: string | null, unit: string | null = null): Item => ({
  code,
  barcode,
  name: code,
  price: {currency: 'KES', minor: 10_000},
  unit,
  group: null,
  rate: null,
});
const list = priceListOf(
  [
    item('BREAD', '5901234123457'),
    item('SODA', '042100005264'),
    item('MILK', '96385074'),
    item('CASE', '15901234123454'),
    item('BEANS', '5012345678900', 'kg'),
    item('42', null, 'kg'),
    item('77', null),
  ],
  ['21IIIIIWW.WWWC', '20IIIIIPPP.PPC', '29IIIIIPPPPPX'].map(labelPatternOf),
);

it.each<[code: string, found: string | undefined, quantity?: string, minor?: number]>([
  ['5901234123457', 'BREAD'],
  [']E05901234123457', 'BREAD'],
  ['05901234123457', 'BREAD'],
  ['15901234123454', 'CASE'],
  ['25901234123451', undefined],
  ['0042100005264', 'SODA'],
  ['00042100005264', 'SODA'],
  ['42100005264', 'SODA'],
  ['04252614', 'SODA'],
  ['04252613', undefined],
  [']E496385074', 'MILK'],
  ['(01)05901234123457', 'BREAD'],
  [']C10105901234123457', 'BREAD'],
  ['010590123412345710LOT7\u001D3003', 'BREAD', '3'],
  ['0105901234123456', undefined],
  ['01950123456789033103001250', 'BEANS', '1.25'],
  ['(01)95012345678903(3103)001250', 'BEANS', '1.25'],
  ['0195012345678903392227350', 'BEANS', '1', 27_350],
  ['(01)95012345678903(3922)27350', 'BEANS', '1', 27_350],
  ['01059012341234573103001250', undefined],
  ['0195012345678903310300', undefined],
  ['2100042012509', '42', '1.25'],
  ['2100042012507', undefined],
  ['2100077012505', undefined],
  ['2100042000001', undefined],
  ['2000042273507', '42', '1', 27_350],
  ['2000077273503', '77', '1', 27_350],
  ['2900042001509', '42', '1', 15_000],
  ['2200042012506', undefined],
  ['4711', undefined],
  ['', undefined],
])('the code %j is %s, %s times', (code, found, quantity = '1', minor = 10_000) => {
  const coded = codedIn(list, code);
  expect(coded?.item.name).toBe(found);
  if (found !== undefined) expect(coded).toMatchObject({quantity, item: {price: {minor}}});
});

it('an item at the price of its label has a code that means the same again', () => {
  for (const code of ['2000042273507', '0195012345678903392227350']) {
    const first = codedIn(list, code);
    expect(codedIn(list, first?.item.code ?? '')).toEqual(first);
  }
});

it.each([
  '',
  '21',
  'IIIIIIII',
  '21IIIIIWWPPPC',
  '21IIWIIWWWWWC',
  '21IIIIIWWWWW!',
  'I.IIIIWWWWWC',
  '21IIIIIIIIIIIIIIIWWWWWC',
])('labels are not read by %j', pattern => {
  expect(codeOf(() => labelPatternOf(pattern))).toBe('setting-invalid');
});

it.each([
  ['5901234123457', ''],
  [']E05901234123457', ''],
  ['~5901234123457', '~'],
  ['F]E05901234123457', 'F'],
  ['#77', '#'],
  ['nothing known', undefined],
])('a scanner that types %j has the prefix %j', (typed, prefix) => {
  expect(scannerPrefix(list, typed)).toBe(prefix);
});
