import {expect, test} from 'vitest';
import type {BooksClosing} from '../../../src/core/shift/closing-schema.js';
import {closingParts} from '../../../src/core/shift/closing-slip.js';
import {slipText} from '../../../src/core/slip/slip.js';

const kes = (minor: number) => ({currency: 'KES', minor}) as const;

const month: BooksClosing = {
  kind: 'month',
  of: '2026-10',
  number: 2,
  till: 'T7K',
  shop: 'Corner Shop',
  profile: 'test',
  zone: 'Africa/Nairobi',
  previous: {number: 1, line: '0123456789abcdef0123'},
  closedAt: Date.UTC(2026, 10, 1, 22, 2, 3),
  throughSeq: 900,
  head: 'ab'.repeat(32),
  zs: 3,
  firstZ: 7,
  lastZ: 9,
  tenders: [{method: 'cash', channel: 'cash', total: kes(120_000), count: 8, fee: '0', feesUnknown: 0}],
  cashiers: [],
  corrections: [{total: kes(-500), count: 2}],
  refunds: [{method: 'cash', total: kes(1000), done: 1, requested: 1, failed: 0}],
  drawers: [{currency: 'KES', counted: 3, differing: 1, difference: -100}],
  counts: {
    notPaid: 1,
    notSent: 2,
    setAside: 3,
    judgements: 4,
    receipts: 5,
    copies: 6,
    pendingSlips: 7,
    drawerOpenings: 8,
  },
  perpetual: [{currency: 'KES', sales: 9_000_000, refunds: 1000, corrections: 0}],
};

const told = (closing: BooksClosing, signedCode?: string) =>
  slipText(closingParts(closing, {language: 'en', signedCode}), 48)
    .map(line => line.trim().replaceAll(/ {2,}/g, ' ').replaceAll('\u00A0', ' '))
    .filter(line => !/^-*$/.test(line));

test('a closing tells what its Zs add up to, and which closing it follows', () =>
  expect(`\n${told(month).join('\n')}\n`).toBe(`
*** TEST - NO MONEY MOVED ***
Corner Shop
MONTH CLOSED
M-2026-10
Till T7K
Closing 2
After 1: 0123456789abcdef
To 2 Nov 2026, 01:02:03
Time zone Africa/Nairobi
Z reports Z-0007 - Z-0009, ×3
TAKINGS
Cash 8 KES 1,200.00
Total KES 8 KES 1,200.00
CORRECTIONS
KES 2 KES -5.00
REFUNDS
Out of the drawer 1 KES 10.00
DRAWERS
KES counted, differing 3, 1
KES over (+) or short (-) KES -1.00
COUNTS
Not paid 1
Never sent 2
Set aside 3
Recorded by hand 4
Receipts 5
Copies 6
Pending slips 7
Drawer opened 8
Tax not tracked
ALL-TIME TOTALS
Sales KES 90,000.00
Refunds KES -10.00
Net KES 89,990.00
Journal lines 900
Journal head abababababababababababababababab
*** TEST - NO MONEY MOVED ***
`));

test('the first closing of a till, of a month without a Z, has no line for what did not happen', () => {
  const quiet: BooksClosing = {
    ...month,
    kind: 'year',
    of: '2026',
    profile: 'live',
    previous: null,
    zs: 0,
    firstZ: null,
    lastZ: null,
    tenders: [],
    corrections: [],
    refunds: [],
    drawers: [],
  };
  const lines = told(quiet);
  expect(lines.slice(0, 3)).toEqual(['Corner Shop', 'YEAR CLOSED', 'Y-2026']);
  expect(lines.join('\n')).not.toMatch(/TEST|CORRECTIONS|REFUNDS|DRAWER|Z-\w/);
  const codes = closingParts(quiet, {language: 'en', signedCode: 'DUKAC1.x.y'}).filter(({kind}) => kind === 'qr');
  expect(codes).toMatchObject([{text: 'DUKAC1.x.y'}]);
  expect(closingParts(quiet, {language: 'en'}).some(({kind}) => kind === 'qr')).toBe(false);
});
