import {describe, expect, it, test} from 'vitest';
import {type ActCounts, actNames} from '../../../src/core/shift/acts.js';
import type {Report} from '../../../src/core/shift/report-schema.js';
import {reportParts} from '../../../src/core/shift/report-slip.js';
import {type SlipPart, slipText, slipWidths} from '../../../src/core/slip/slip.js';
import {widthOf} from '../../../src/core/text/width.js';

const kes = (minor: number) => ({currency: 'KES', minor}) as const;
const usd = (minor: number) => ({currency: 'USD', minor}) as const;
const reference = 'T7K0MZ4K8Q2RDWX';
const noActs = Object.fromEntries(actNames.map(name => [name, 0])) as ActCounts;
const noCash = {float: 0, sales: 0, refunds: 0, paidIn: 0, paidOut: 0, drops: 0};

const z: Report = {
  kind: 'z',
  number: 412,
  till: 'T7K',
  shop: 'Corner Shop',
  profile: 'live',
  zone: 'Africa/Nairobi',
  businessDate: '2026-11-20',
  openedAt: Date.UTC(2026, 10, 20, 5),
  closedAt: Date.UTC(2026, 10, 20, 18, 2, 3),
  shift: 412,
  people: ['Amina', 'Baraka'],
  fromSeq: 90_000,
  throughSeq: 90_210,
  head: 'ab'.repeat(32),
  tenders: [
    {method: 'cash', channel: 'cash', total: kes(120_000), count: 8, fee: '0', feesUnknown: 0},
    {method: 'mobile-money', channel: 'SAFARICOM_KE', total: kes(1_840_000), count: 14, fee: '49.5', feesUnknown: 2},
    {method: 'card', channel: 'visa', total: usd(2400), count: 1, fee: '0', feesUnknown: 1},
  ],
  cashiers: [
    {person: 'Amina', total: kes(1_900_000), count: 20},
    {person: 'Baraka', total: kes(60_000), count: 2},
  ],
  late: [{reference, amount: kes(20_000), z: 411}],
  corrections: [{reference, amount: kes(-5000), z: 410}],
  refunds: [{method: 'card', total: usd(-1000), done: -1, requested: 0, failed: 1}],
  inFlight: [],
  unknown: [{reference, amount: kes(30_000), status: 'unknown', since: 0}],
  needsPerson: [],
  drawers: [
    {...noCash, currency: 'KES', float: 100_000, sales: 120_000, expected: 220_000, counted: 219_500, difference: -500},
    {...noCash, currency: 'USD', float: 700, expected: null, counted: null, difference: null},
  ],
  counts: {
    notPaid: 1,
    notSent: 0,
    setAside: 0,
    judgements: 0,
    receipts: 20,
    copies: 1,
    pendingSlips: 2,
    drawerOpenings: 3,
  },
  perpetual: [{currency: 'KES', sales: 9_000_000, refunds: 1000, corrections: -5000}],
  difference: {note: 'a coin fell', approver: 'Wanjiru'},
  notAsked: 1,
};

const said = (parts: readonly SlipPart[], width: (typeof slipWidths)[number] = 48) =>
  slipText(parts, width).map(line => line.trim().replaceAll(/ {2,}/g, ' '));
const english = {language: 'en', copy: 0} as const;

/** The lines of a slip as one text, without rules and empty ones. */
const told = (report: Report): string => {
  const lines = said(reportParts(report, english)).filter(line => !/^-*$/.test(line));
  return `\n${lines.join('\n')}\n`.replaceAll('\u00A0', ' ');
};

describe('the slip of a Z', () => {
  it('tells what should be in a drawer with what was counted, and of one not counted neither', () => {
    const lines = said(reportParts(z, english));
    const [first, second] = [lines.indexOf('DRAWER KES'), lines.indexOf('DRAWER USD')];
    const names = (from: number, to: number) => lines.slice(from, to).map(line => line.replace(/ [^ ]*\d.*$/, ''));
    expect(names(first, second)).toEqual(
      expect.arrayContaining(['Expected KES', 'Counted KES', 'Over (+) or short (-) KES']),
    );
    const other = lines.slice(second, lines.indexOf('COUNTS')).join('\n');
    expect(other).toMatch(/Float/);
    expect(other).not.toMatch(/Expected|Counted|short/);
  });

  it('says net by group and by rate what was sold, with what has neither and refunds that name no line', () => {
    const lines = said(
      reportParts(
        {
          ...z,
          refunds: [{method: 'cash', total: kes(15_000), done: 2, requested: 2, failed: 0}],
          groups: [
            {group: 'Drinks', total: kes(36_000), count: 3, back: kes(12_000)},
            {group: null, total: kes(5000), count: 1},
          ],
          taxes: [
            {
              rate: '16',
              gross: kes(36_000),
              net: kes(31_034),
              tax: kes(4966),
              back: {gross: kes(12_000), net: kes(10_345), tax: kes(1655)},
            },
            {rate: null, gross: kes(5000), net: kes(5000), tax: kes(0)},
          ],
        },
        english,
      ),
    ).map(line => line.replaceAll('\u00A0', ' '));
    const from = lines.indexOf('BY GROUP');
    expect(lines.slice(from, from + 18).filter(line => !/^-*$/.test(line))).toEqual([
      ...['BY GROUP', 'Drinks 3 KES 360.00', 'Drinks, net KES 240.00', 'Without a group 1 KES 50.00'],
      ...['Other takings KES 19,190.00', 'Refunds without items KES -30.00', 'Net KES KES 19,450.00'],
      ...['TAX (ITEMISED SALES)', 'Rate 16% KES 360.00', 'Net KES 310.34', 'Tax KES 49.66', 'Refunded KES -120.00'],
      ...['Tax less refunds KES 33.11', 'No tax rate KES 50.00'],
      ...['Other takings KES 19,190.00', 'Refunds without items KES -30.00'],
    ]);
    expect(lines).not.toContain('Tax not tracked');
    const sums = {...z, groups: [{group: null, total: kes(5), count: 1}], taxes: []};
    expect(said(reportParts(sums, english)).join()).not.toMatch(/ITEMISED|BY GROUP/);
  });

  it('says which refunds failed, who accepted a difference where somebody had to, and that no tax was recorded', () => {
    const refund = {method: 'card', total: kes(500), done: 1, requested: 1, failed: 0} as const;
    const withRefund = (more: object) => told({...z, refunds: [{...refund, ...more}]});
    const asked = /requested|failed/i;
    expect([{}, {failed: 2}, {requested: 2}].map(more => asked.test(withRefund(more)))).toEqual([false, true, true]);
    expect(told(z)).toContain('Accepted by Wanjiru');
    expect(told({...z, difference: {note: 'a coin fell', approver: null}})).not.toContain('Accepted by');
    const taxes = [{rate: null, gross: kes(5000), net: kes(5000), tax: kes(0)}];
    expect(told({...z, taxes})).toContain('Tax not tracked');
    expect(told({...z, taxes})).not.toContain('ITEMISED');
  });

  it('has the net of a currency only where something else than goods is in it', () => {
    const goods = (currency: 'KES' | 'USD', more = {}) => ({
      group: currency,
      total: {currency, minor: 1_000_000},
      count: 1,
      ...more,
    });
    const tender = (currency: 'KES' | 'USD', minor = 1_000_000): Report['tenders'][number] => ({
      method: 'cash',
      channel: 'cash',
      total: {currency, minor},
      count: 1,
      fee: '0',
      feesUnknown: 0,
    });
    const nets = (more: Partial<Report>) =>
      ['KES', 'USD'].filter(currency =>
        told({...z, refunds: [], taxes: [], perpetual: [], ...more}).includes(`\nNet ${currency} `),
      );
    const groups = [goods('KES'), goods('USD')];
    const tenders = [tender('KES'), tender('USD')];
    expect(nets({groups, tenders})).toEqual([]);
    expect(nets({groups, tenders: [tender('KES', 1_000_001), tender('USD')]})).toEqual(['KES']);
    const back = [goods('KES'), goods('USD', {back: usd(5)})];
    const refunds = [{method: 'cash', total: usd(5), done: 1, requested: 1, failed: 0}] as const;
    expect(nets({groups: back, tenders, refunds: [...refunds]})).toEqual(['USD']);
  });

  it('is the same parts for the same report, however often and in whatever order of members it comes', () => {
    const shuffled = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(z).reverse()))) as Report;
    expect(reportParts(shuffled, english)).toEqual(reportParts(z, english));
  });

  it('has its copy and its profile at both ends, and its proof once', () => {
    const parts = reportParts({...z, profile: 'test'}, {...english, copy: 3, signedCode: 'DUKAZ1.x.y'});
    const lines = said(parts).filter(line => line !== '');
    expect(lines.slice(0, 2)).toEqual(['*** TEST - NO MONEY MOVED ***', 'COPY 3']);
    expect(lines.slice(-2)).toEqual(['COPY 3', '*** TEST - NO MONEY MOVED ***']);
    expect(parts.filter(({kind}) => kind === 'qr')).toEqual([
      {kind: 'qr', text: 'DUKAZ1.x.y', caption: expect.stringMatching(/./)},
    ]);
    expect(said(reportParts(z, english)).join('\n')).not.toMatch(/COPY|NO MONEY/);
  });

  it('says of payments for the manager whether they are in the totals, and nothing of taxes that are withheld', () => {
    const line = (of: string, status: 'paid' | 'disputed') => ({reference: of, amount: kes(500), status, since: 0});
    const linesOf = (...needsPerson: Report['needsPerson']) =>
      said(reportParts({...z, unknown: [], inFlight: [], needsPerson}, english)).filter(each =>
        /MANAGER|^T7K[12]\b|Not in the totals/.test(each),
      );
    const [twice, disputed] = [line('T7K1', 'paid'), line('T7K2', 'disputed')];
    const inTotals = ['FOR THE MANAGER, IN THE TOTALS', expect.stringContaining('T7K1')];
    expect(linesOf(twice)).toEqual(inTotals);
    expect(linesOf(twice, disputed)).toEqual([
      ...['FOR THE MANAGER', expect.stringContaining('T7K2'), expect.stringContaining('Not in the totals')],
      ...inTotals,
    ]);
    const blind = {...z, taxes: [], uncounted: [{currency: 'KES', float: 0, cashSales: 3}]};
    expect(said(reportParts(blind, english)).join()).not.toContain('not tracked');
  });

  it('has no line for what did not happen', () => {
    const quiet: Report = {
      ...z,
      tenders: [],
      cashiers: [],
      late: [],
      corrections: [],
      refunds: [],
      unknown: [],
      drawers: [],
      perpetual: [],
      difference: null,
      notAsked: 0,
      shift: null,
      openedAt: null,
      people: [],
      throughSeq: 90_000,
    };
    const frame = [
      'Corner Shop',
      'Z REPORT Z-0412',
      'Till T7K',
      'Business day 20 Nov 2026',
      'To 20 Nov 2026, 21:02:03',
    ];
    const counts = [
      ...['COUNTS', 'Not paid 1', 'Never sent 0', 'Set aside 0', 'Recorded by hand 0', 'Receipts 20', 'Copies 1'],
      ...['Pending slips 2', 'Drawer opened 3', 'Tax not tracked'],
    ];
    const seal = ['Journal lines 90000', 'Journal head abababababababababababababababab'];
    const head = [...frame, 'Time zone Africa/Nairobi', 'TAKINGS', 'No takings.'];
    const linesOf = (more: Partial<Report> = {}) =>
      told({...quiet, ...more})
        .trim()
        .split('\n');
    expect(linesOf()).toEqual([...head, ...counts, 'ALL-TIME TOTALS', ...seal]);
    const {drawers, late, perpetual} = z;
    expect(linesOf({drawers, late, uncounted: []})).toEqual([
      ...[...head, 'OF THESE, SOLD EARLIER', 'Late from Z-0411 KES 200.00', reference],
      ...['DRAWER KES', 'Float KES 1,000.00', 'Cash sales KES 1,200.00', 'Expected KES 2,200.00'],
      ...['Counted KES 2,195.00', 'Over (+) or short (-) KES -5.00'],
      ...['DRAWER USD', 'Float USD 7.00', 'Cash sales USD 0.00', ...counts, ...seal],
    ]);
    expect(linesOf({perpetual, uncounted: []})).toContain('ALL-TIME TOTALS');
    const [asked, notAsked] = [0, 1].map(count => linesOf({unknown: z.unknown, notAsked: count}).length);
    expect(notAsked).toBe((asked ?? 0) + 1);
  });
});

/** Everything that a Z can tell. */
const full: Report = {
  ...z,
  tills: ['live/K7Q', 'live/T7K'],
  witnessed: 90_100,
  notAsked: 2,
  people: ['Amina', 'manager'],
  newKeys: [
    {publicKey: 'A1B2C3D4E5', isSigned: true},
    {publicKey: 'F6G7H8J9K0', isSigned: false},
  ],
  tenders: [
    {method: 'cash', channel: 'cash', total: kes(120_000), count: 8, fee: '0', feesUnknown: 0},
    {method: 'mobile-money', channel: 'SAFARICOM_KE', total: kes(1_840_000), count: 14, fee: '49.5', feesUnknown: 2},
    {method: 'card', channel: 'visa', total: usd(2400), count: 1, fee: '1.2', feesUnknown: 1},
  ],
  late: [
    {reference, amount: kes(20_000), z: 411},
    {reference: 'T7K1', amount: kes(100), z: null},
  ],
  corrections: [
    {reference, amount: kes(-5000), z: 410},
    {reference: 'T7K2', amount: kes(300), z: null},
    {reference: 'T7K3', amount: usd(200), z: 409},
  ],
  refunds: [
    {method: 'card', total: usd(-1000), done: -1, requested: 0, failed: 1},
    {method: 'cash', total: kes(15_000), done: 2, requested: 2, failed: 0},
    {method: 'cash', total: usd(200), done: 1, requested: 3, failed: 0},
  ],
  tickets: [
    {
      currency: 'KES',
      count: 3,
      paid: 900,
      before: 100,
      taken: 1000,
      adjusted: 20,
      beyond: 30,
      abandoned: 40,
      open: 150,
    },
    {currency: 'USD', count: 0, paid: 0, before: 0, taken: 0, adjusted: 0, beyond: 0, abandoned: 0, open: 0},
  ],
  groups: [
    {group: 'Drinks', total: kes(36_000), count: 3, back: kes(12_000)},
    {group: null, kind: 'tip', total: kes(700), count: 2, back: kes(100)},
  ],
  taxes: [
    {
      rate: '16',
      gross: kes(36_000),
      net: kes(31_034),
      tax: kes(4966),
      back: {gross: kes(12_000), net: kes(10_345), tax: kes(1655)},
    },
    {rate: null, gross: kes(700), net: kes(700), tax: kes(0), back: {gross: kes(100), net: kes(100), tax: kes(0)}},
    {rate: '8', gross: usd(108), net: usd(100), tax: usd(8)},
  ],
  tips: [
    {person: 'Amina', method: 'cash', channel: 'cash', total: kes(500), count: 1},
    {person: 'manager', method: 'card', channel: 'visa', total: kes(200), count: 1, back: kes(100)},
  ],
  inFlight: [{reference: 'T7K4', amount: kes(400), status: 'pending', since: 0}],
  needsPerson: [{reference: 'T7K5', amount: usd(500), status: 'disputed', since: 0}],
  drawers: [
    {
      currency: 'KES',
      float: 100_000,
      sales: 120_000,
      refunds: 15_000,
      paidIn: 300,
      paidOut: 200,
      drops: 50_000,
      expected: 155_100,
      counted: 155_000,
      difference: -100,
      beforeFloat: {...noCash, sales: 900, drops: 100},
    },
  ],
  recount: {times: 3, first: [{currency: 'KES', counted: 150_000, difference: -5100}]},
  acts: [
    {person: 'Amina', ...noActs, refunds: 2, discounts: 1},
    {person: 'manager', ...noActs, approvalsGiven: 1},
  ],
  perpetual: [
    {currency: 'KES', sales: 9_000_000, refunds: 1000, corrections: -5000},
    {currency: 'USD', sales: 2400, refunds: 0, corrections: 0},
  ],
};

test('a Z tells all that it can, each with its sign and in its place', () =>
  expect(told(full)).toBe(`
Corner Shop
Z REPORT Z-0412
Till T7K
Business day 20 Nov 2026
From 20 Nov 2026, 08:00:00
To 20 Nov 2026, 21:02:03
Time zone Africa/Nairobi
Shift 412
People Amina and manager
New signing key A1B2C3D4
! KEY CHANGED, UNSIGNED F6G7H8J9
Tills here live/K7Q, live/T7K
TAKINGS
Cash 8 KES 1,200.00
M-Pesa 14 KES 18,400.00
Total KES 22 KES 19,600.00
Less tips KES -7.00
Without tips KES KES 19,593.00
Fees stated KES M-Pesa 49.5
Visa 1 USD 24.00
Total USD 1 USD 24.00
Fees stated USD Visa 1.2
Payments without a stated fee 3
BY CASHIER
Amina 20 KES 19,000.00
Baraka 2 KES 600.00
OF THESE, SOLD EARLIER
Late from Z-0411 KES 200.00
T7K0MZ4K8Q2RDWX
Late from Z-0000 KES 1.00
T7K1
KES 2 KES 201.00
CORRECTIONS
Taken in Z-0410 KES -50.00
T7K0MZ4K8Q2RDWX
Taken in Z-0412 KES 3.00
T7K2
Taken in Z-0409 USD 2.00
T7K3
KES 2 KES -47.00
USD 1 USD 2.00
REFUNDS
To cards -1 USD -10.00
Requested 0, failed 1
Out of the drawer 2 KES 150.00
Out of the drawer 1 USD 2.00
Requested 3, failed 0
ITEMISED AND SPLIT SALES KES
Parts paid before KES 1.00
Parts paid KES 10.00
Refunded or corrected KES 0.20
Paid beyond the total KES -0.30
Kept from sales given up KES -0.40
Parts of open sales KES -1.50
Paid in full 3 KES 9.00
ITEMISED AND SPLIT SALES USD
Parts paid USD 0.00
Paid in full 0 USD 0.00
BY GROUP
Drinks 3 KES 360.00
Drinks, net KES 240.00
Tips 2 KES 7.00
Tips, net KES 6.00
Other takings KES 19,233.00
Refunds without items KES -29.00
Net KES KES 19,450.00
TAX (ITEMISED SALES)
Rate 16% KES 360.00
Net KES 310.34
Tax KES 49.66
Refunded KES -120.00
Tax less refunds KES 33.11
No tax rate KES 7.00
Refunded KES -1.00
Rate 8% USD 1.08
Net USD 1.00
Tax USD 0.08
Other takings KES 19,233.00
Refunds without items KES -29.00
Other takings USD 22.92
Refunds without items USD 8.00
TIPS BY PERSON
Amina, Cash 1 KES 5.00
manager, Visa 1 KES 2.00
manager, Visa, net KES 1.00
PENDING
T7K4 KES 4.00
RESULT UNKNOWN
T7K0MZ4K8Q2RDWX KES 300.00
FOR THE MANAGER
T7K5 USD 5.00
Not in the totals. Paid later, they appear in
the next Z.
Not checked before this close 2
DRAWER KES
Cash before the float was counted
KES 8.00
Float KES 1,000.00
Cash sales KES 1,200.00
Refunded KES -150.00
Cash in KES 3.00
Cash out KES -2.00
Safe drops KES -500.00
Expected KES 1,551.00
Counted KES 1,550.00
Over (+) or short (-) KES -1.00
Times counted 3
Counted first KES 1,500.00
Over or short then KES -51.00
Reason a coin fell
Accepted by Wanjiru
COUNTS
Not paid 1
Never sent 0
Set aside 0
Recorded by hand 0
Receipts 20
Copies 1
Pending slips 2
Drawer opened 3
WHO DID WHAT
Amina
refunds 2
discounts 1
manager
approvals given 1
ALL-TIME TOTALS
Sales KES 90,000.00
Refunds KES -10.00
Corrections KES -50.00
Net KES 89,940.00
Sales USD 24.00
Net USD 24.00
Journal lines 90001 - 90210
Journal head abababababababababababababababab
Witnessed by the office to 90100
`));

test('an X before the drawer is counted tells of cash the float and how many sales there were', () => {
  const uncounted = [
    {currency: 'KES', float: 100_000, cashSales: 2},
    {currency: 'USD', float: 0, cashSales: 0},
  ] as const;
  const parts = {
    ...full,
    kind: 'x',
    uncounted,
    perpetual: [],
    drawers: [],
    late: [],
    corrections: [],
  } as unknown as Report;
  const {recount: _, acts: __, ...blind} = parts;
  const lines = told(blind).split('\n');
  const total = lines.indexOf('Total KES without cash 22 KES 19,600.00');
  expect([total > 0, lines.includes('Total USD 1 USD 24.00')]).toEqual([true, true]);
  const from = lines.indexOf('DRAWER KES');
  expect(lines.slice(from, lines.indexOf('Reason a coin fell'))).toEqual([
    ...['DRAWER KES', 'Float KES 1,000.00', 'Cash sales 2', 'Cash is shown when the drawer is counted.'],
    ...['DRAWER USD', 'Float USD 0.00', 'Cash sales 0', 'Cash is shown when the drawer is counted.'],
  ]);
  expect(told(blind)).not.toMatch(/ALL-TIME|WHO DID|Other takings KES/);
  const nothing = {...blind, tenders: []};
  expect(told(nothing)).not.toMatch(/TAKINGS/);
  expect(told({...nothing, uncounted: [uncounted[1]]} as Report)).toContain('No takings.');
});

test('of more groups than paper has room for the last come to one line in each currency, before what is of none', () => {
  const groups = Array.from({length: 23}, (_, at) => {
    const currency = at === 21 ? ('USD' as const) : ('KES' as const);
    return {group: `G${at}`, total: {currency, minor: 100}, count: 2, ...(at === 22 && {back: kes(30)})};
  });
  const tenders = [{method: 'cash' as const, channel: 'cash', total: kes(2300), count: 1, fee: '0', feesUnknown: 0}];
  const lines = told({...z, tenders, refunds: [], groups, taxes: []}).split('\n');
  const from = lines.indexOf('G19 2 KES 1.00');
  expect(lines.slice(from + 1, from + 6)).toEqual([
    'And others in KES 4 KES 2.00',
    'And others in KES, net KES 1.70',
    'And others in USD 2 USD 1.00',
    'Other takings KES 1.00',
    'Refunds without items KES 0.30',
  ]);
  expect(lines).toContain('Net KES KES 23.00');
});

test('who did what is told where there are several people, and of tips where there are any', () => {
  const {acts = [], tips = []} = full;
  const one = {...full, people: ['Amina'], acts: acts.slice(0, 1)};
  expect(told(one)).not.toContain('WHO DID WHAT');
  expect(told({...one, people: ['Amina', 'Joseph']})).toContain('WHO DID WHAT');
  expect(told({...full, people: []})).toContain('WHO DID WHAT');
  expect(told({...z, tips})).toContain('TIPS BY PERSON');
  const [cashier] = z.cashiers;
  const alone = cashier && [cashier, {...cashier, total: usd(100)}];
  expect(told({...z, cashiers: alone ?? []})).not.toContain('BY CASHIER');
});

describe('the slip of an X', () => {
  it('says at both ends that nothing was closed, and carries no proof', () => {
    const parts = reportParts({...z, kind: 'x'}, {...english, signedCode: 'DUKAZ1.x.y'});
    expect([parts[0], parts.at(-1)]).toEqual([
      {kind: 'banner', text: 'X - NOTHING WAS CLOSED'},
      {kind: 'banner', text: 'X - NOTHING WAS CLOSED'},
    ]);
    expect(parts.some(({kind}) => kind === 'qr')).toBe(false);
    expect(said(parts).join('\n')).not.toMatch(/Z-0412/);
  });
});

it.each(slipWidths)('keeps to %i cells in both languages, whatever the names are', width => {
  const long = 'A'.repeat(300);
  const wild: Report = {
    ...z,
    shop: `${long}\u001B[31m`,
    people: [long, '小店'.repeat(40)],
    cashiers: z.cashiers.map(cashier => ({...cashier, person: long})),
    difference: {note: `${long}\n${long}`, approver: long},
  };
  for (const language of ['en', 'fr'] as const) {
    const lines = slipText(reportParts(wild, {language, copy: 1}), width);
    expect(new Set(lines.map(widthOf))).toEqual(new Set([width]));
    // oxlint-disable-next-line no-control-regex
    expect(lines.join('')).not.toMatch(/[\u0000-\u001F]/);
  }
});

describe('a Z after a day without a link', () => {
  const open = Array.from({length: 10_000}, (_, at) => ({
    reference: `T7K${String(at).padStart(12, '0')}`,
    amount: at % 4 === 0 ? usd(100) : kes(30_000),
    status: 'unknown' as const,
    since: 0,
  }));
  const parts = reportParts({...z, unknown: open}, english);

  it('lists the first open payments, says what the others come to, and where all of them are', () => {
    const lines = said(reportParts({...z, unknown: open.slice(0, 9980)}, english));
    expect(lines.length).toBeLessThan(150);
    expect(lines).toContain('T7K000000000019 KES 300.00');
    expect(lines.join('\n')).not.toContain('T7K000000000020');
    expect(lines).toContain('And others in KES 7470 KES 2,241,000.00');
    expect(lines).toContain('And others in USD 2490 USD 2,490.00');
    expect(lines).toContain('duka shift show --z 412 --json');
    expect(told({...z, kind: 'x', unknown: open.slice(0, 21)})).toContain('duka pending');
  });

  it.each(slipWidths)('fits paper of %i columns', width => {
    for (const line of slipText(parts, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it('lists as many as there are where they have room', () => {
    const short = said(reportParts({...z, unknown: open.slice(0, 20)}, english));
    expect(short).toContain('T7K000000000019 KES 300.00');
    expect(short.join('\n')).not.toMatch(/others|whole list/);
  });
});
